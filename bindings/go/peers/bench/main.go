// The program bench measures this binding beside Rust, dcrd, go-ethereum, gnark-crypto and go-verkle, one thread each,
// in interleaved rounds. The ratios are to the first side of each measurement.
//
//	bench [-rounds N] [-rust PROGRAM] [-data FOLDER] [call|recover|single|bn254|bls12381|multiexp|replay ..]
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"

	vorpal "vorpal.example/go"
)

func main() {
	rounds := flag.Int("rounds", 30, "rounds of each measurement; replays take a tenth of them")
	rust := flag.String("rust", "", "the program recovery_times of the Rust workspace")
	data := flag.String("data", os.Getenv("VORPAL_DATA"), "the folder of real data")
	flag.Parse()
	runtime.GOMAXPROCS(1)
	pool, err := vorpal.NewPool(1)
	if err != nil {
		fail(err)
	}
	fmt.Printf("backend %s, one thread; the lower decile for each operation, and its ratio to the first line\n",
		vorpal.Backend())
	for _, part := range []struct {
		name string
		run  func() error
	}{
		{"call", func() error { return calls(*rounds) }},
		{"recover", func() error { return recoverBatches(pool, *rounds, *rust) }},
		{"single", func() error { return recoverSingle(*rounds) }},
		{"bn254", func() error { return pairingsOnBN254(*rounds) }},
		{"bls12381", func() error { return pairingsOnBLS12381(*rounds) }},
		{"multiexp", func() error { return multiExp(*rounds) }},
		{"replay", func() error { return replays(pool, max(1, *rounds/10), *data) }},
	} {
		if flag.NArg() == 0 || slices.Contains(flag.Args(), part.name) {
			if err := part.run(); err != nil {
				fail(err)
			}
		}
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "error:", err)
	os.Exit(1)
}
