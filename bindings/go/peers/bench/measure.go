package main

import (
	"fmt"
	"slices"
	"time"
)

// side is a contender of a measurement. run returns the time of one sample.
type side struct {
	name string
	run  func() (time.Duration, error)
}

// timed is a side that is measured here.
func timed(name string, run func() error) side {
	return side{name, func() (time.Duration, error) {
		start := time.Now()
		err := run()
		return time.Since(start), err
	}}
}

// compare takes turns: a sample of each side in each round. It prints the lower decile of each side, and its ratio to
// that of the first one. operations is the number of operations in a sample.
func compare(title string, operations, rounds int, sides ...side) error {
	samples := make([][]time.Duration, len(sides))
	for round := range rounds + 1 {
		for i, side := range sides {
			time, err := side.run()
			if err != nil {
				return fmt.Errorf("%s: %s: %w", title, side.name, err)
			}
			// The first round builds tables and warms caches.
			if round > 0 {
				samples[i] = append(samples[i], time)
			}
		}
	}
	fmt.Printf("%s (%d rounds)\n", title, rounds)
	first := decile(samples[0])
	for i, side := range sides {
		each := decile(samples[i])
		fmt.Printf("  %-34s %12.3f us  %8.3f\n", side.name, float64(each.Nanoseconds())/1e3/float64(operations),
			float64(each)/float64(first))
	}
	return nil
}

// decile returns the sample below which a tenth of the samples are.
func decile(samples []time.Duration) time.Duration {
	slices.Sort(samples)
	return samples[len(samples)/10]
}
