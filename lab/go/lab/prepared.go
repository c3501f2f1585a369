package lab

import (
	"runtime"
	"time"
)

// Prepared is a workload with decoded operands and a known result.
type Prepared struct {
	// Result is the result of one iteration, or of the first one if iterations differ.
	Result [][]byte
	// Items is the number of items in one iteration.
	Items int
	// Facts are additional figures, such as the size of tables.
	Facts map[string]float64
	// HiddenAllocations means that the workload allocates memory that Go's runtime does not count.
	HiddenAllocations bool
	// Run runs the given number of iterations. It panics if the library fails.
	Run func(iterations uint64, clock *Clock)
}

// NewPrepared creates a workload from a loop without parts.
func NewPrepared(items int, result [][]byte, run func(iterations uint64)) *Prepared {
	return &Prepared{
		Result: result,
		Items:  items,
		Run:    func(iterations uint64, _ *Clock) { run(iterations) },
	}
}

// Repeat creates a workload with equal iterations.
func Repeat(items int, result [][]byte, work func()) *Prepared {
	return NewPrepared(items, result, func(iterations uint64) {
		for range iterations {
			work()
		}
	})
}

// Clock accumulates the times of named parts.
type Clock struct {
	parts map[string]int64
}

// Part runs one part and adds its time.
func (c *Clock) Part(name string, work func()) {
	start := time.Now()
	work()
	if c.parts == nil {
		c.parts = map[string]int64{}
	}
	c.parts[name] += time.Since(start).Nanoseconds()
}

// sample times iterations after a warm-up of a tenth of them. Other contenders have replaced the contents of caches and
// branch predictors. A single long iteration warms up by itself.
func (p *Prepared) sample(iterations uint64) sampledAnswer {
	if iterations > 1 {
		p.Run((iterations+9)/10, &Clock{})
	}
	var clock Clock
	start := time.Now()
	p.Run(iterations, &clock)
	return sampledAnswer{NS: time.Since(start).Nanoseconds(), Parts: clock.parts}
}

// allocations returns the mean number of heap allocations per item over a few iterations, or over one long iteration.
func (p *Prepared) allocations() float64 {
	const few = 8
	start := time.Now()
	once := float64(p.mallocs(1)) / float64(p.Items)
	if time.Since(start) > 10*time.Millisecond {
		return once
	}
	// The smaller of two counts, because the runtime itself sometimes allocates.
	count := min(p.mallocs(few), p.mallocs(few))
	return float64(count) / few / float64(p.Items)
}

func (p *Prepared) mallocs(iterations uint64) uint64 {
	var before, after runtime.MemStats
	var clock Clock
	runtime.ReadMemStats(&before)
	p.Run(iterations, &clock)
	runtime.ReadMemStats(&after)
	return after.Mallocs - before.Mallocs
}
