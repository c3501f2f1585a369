// Runs a go-verkle of 2023, with the go-ipa that it names, as a contender of the lab. That of June is on the proxy for
// modules. Those of February and March, before and after inverses and conversions were shared, are not: the lab takes
// them from clones, with a build tag and a go.mod of its own.
package main

import (
	"errors"
	"fmt"
	"os"

	"vorpal/lab/go/lab"
)

const usage = `usage: lab-go-verkle-2023 list           names the contender
       lab-go-verkle-2023 CONTENDER      answers the requests of the lab`

// modules are the modules whose versions the lab names.
var modules = []string{"github.com/gballet/go-verkle", "github.com/crate-crypto/go-ipa"}

func main() {
	os.Exit(run(os.Args[1:]))
}

func run(arguments []string) int {
	fail := func(err error) int {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	if len(arguments) != 1 {
		return fail(errors.New(usage))
	}
	if arguments[0] == "list" {
		for _, name := range lab.Names() {
			fmt.Println(name)
		}
		return 0
	}
	// This version keeps its tables in a file of the working directory.
	folder, err := os.MkdirTemp("", "go-verkle")
	if err != nil {
		return fail(err)
	}
	defer os.RemoveAll(folder)
	if err := os.Chdir(folder); err != nil {
		return fail(err)
	}
	contender, err := lab.New(arguments[0])
	if err != nil {
		return fail(err)
	}
	if err := contender.Serve(os.Stdin, os.Stdout); err != nil {
		return fail(err)
	}
	return 0
}
