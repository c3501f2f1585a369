// Runs earlier versions of Go libraries as contenders of the lab, on standard input and output; see ../PROTOCOL.md.
//
// A program contains one version of a module, so they are in a module of their own.
package main

import (
	"errors"
	"fmt"
	"os"

	"vorpal/lab/go/lab"
)

const usage = `usage: lab-go-before list           names the contenders
       lab-go-before CONTENDER      answers the requests of the lab`

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
	contender, err := lab.New(arguments[0])
	if err != nil {
		return fail(err)
	}
	if err := contender.Serve(os.Stdin, os.Stdout); err != nil {
		return fail(err)
	}
	return 0
}
