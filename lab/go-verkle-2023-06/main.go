// Runs go-verkle of June 2023, with the go-ipa that it names, as a contender of the lab: inverses are shared by level,
// conversions before saving too, and go-ipa has wider tables for the first five elements.
//
// The versions of February and March 2023, before and after these changes, are not on the proxy for modules.
package main

import (
	"errors"
	"fmt"
	"os"

	"vorpal/lab/go/lab"
)

const usage = `usage: lab-go-verkle-2023-06 list           names the contender
       lab-go-verkle-2023-06 CONTENDER      answers the requests of the lab`

func init() {
	modules := []string{"github.com/gballet/go-verkle", "github.com/crate-crypto/go-ipa"}
	lab.Register("go-verkle-2023-06", modules, register)
}

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
