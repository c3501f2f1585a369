// Runs a Go library as a contender of the lab on standard input and output; see ../PROTOCOL.md.
package main

import (
	"errors"
	"fmt"
	"os"

	_ "vorpal/lab/go/contenders"
	"vorpal/lab/go/lab"
	"vorpal/lab/go/replay"
)

const usage = `usage: lab-go list           names the contenders
       lab-go CONTENDER      answers the requests of the lab
       lab-go replay DIR     computes the state roots of DIR/N.jsonl with go-verkle and compares them with
                             DIR/roots.json, if there is one; exit code 1 if a root differs, 2 for bad input`

func main() {
	os.Exit(run(os.Args[1:]))
}

func run(arguments []string) int {
	fail := func(err error) int {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	switch {
	case len(arguments) == 1 && arguments[0] == "list":
		for _, name := range lab.Names() {
			fmt.Println(name)
		}
		return 0
	case len(arguments) == 2 && arguments[0] == "replay":
		err := replay.Run(arguments[1], os.Stdout)
		if errors.Is(err, replay.ErrDifferent) {
			return 1
		}
		if err != nil {
			return fail(err)
		}
		return 0
	case len(arguments) == 1 && arguments[0] != "replay":
		contender, err := lab.New(arguments[0])
		if err != nil {
			return fail(err)
		}
		if err := contender.Serve(os.Stdin, os.Stdout); err != nil {
			return fail(err)
		}
		return 0
	default:
		return fail(errors.New(usage))
	}
}
