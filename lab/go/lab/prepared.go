package lab

import (
	"runtime"
	"time"
)

// Prepared is a workload with its operands decoded and its result known.
type Prepared struct {
	// Result is what one iteration yields, or the first one where iterations differ.
	Result [][]byte
	// Items is the number of items in one iteration.
	Items int
	// Facts are numbers worth knowing.
	Facts map[string]float64
	// HiddenAllocations says that the work allocates where Go's runtime does not see it.
	HiddenAllocations bool
	// Run does so many iterations. It panics if the library fails.
	Run func(iterations uint64, clock *Clock)
}

// NewPrepared makes a workload of a loop without parts.
func NewPrepared(items int, result [][]byte, run func(iterations uint64)) *Prepared {
	return &Prepared{
		Result: result,
		Items:  items,
		Run:    func(iterations uint64, _ *Clock) { run(iterations) },
	}
}

// Repeat makes a workload whose iterations all do the same.
func Repeat(items int, result [][]byte, work func()) *Prepared {
	return NewPrepared(items, result, func(iterations uint64) {
		for range iterations {
			work()
		}
	})
}

// Clock adds up the times of named parts.
type Clock struct {
	parts map[string]int64
}

// Part runs one part.
func (c *Clock) Part(name string, work func()) {
	start := time.Now()
	work()
	if c.parts == nil {
		c.parts = map[string]int64{}
	}
	c.parts[name] += time.Since(start).Nanoseconds()
}

// sample times iterations, after a tenth of them untimed: caches and predictors forget while others run.
func (p *Prepared) sample(iterations uint64) sampledAnswer {
	p.Run(iterations/10, &Clock{})
	var clock Clock
	start := time.Now()
	p.Run(iterations, &clock)
	return sampledAnswer{NS: time.Since(start).Nanoseconds(), Parts: clock.parts}
}

// allocations is the mean number of heap allocations of one item over a few iterations, or over one that is long.
func (p *Prepared) allocations() float64 {
	const few = 8
	start := time.Now()
	once := float64(p.mallocs(1)) / float64(p.Items)
	if time.Since(start) > 10*time.Millisecond {
		return once
	}
	// The smaller of two counts: the runtime itself allocates now and then.
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
