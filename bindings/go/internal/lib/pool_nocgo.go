//go:build !cgo

package lib

import (
	"runtime"
	"sync/atomic"

	"vorpal.example/go/internal/status"
)

// Pool is a number of goroutines on which batches run. A nil Pool stands for one with GOMAXPROCS goroutines.
// Several goroutines may use it at the same time.
type Pool struct {
	threads int
	closed  atomic.Bool
}

// NewPool creates a pool with so many goroutines, at most 1024; 0 stands for GOMAXPROCS.
func NewPool(threads int) (*Pool, error) {
	if threads < 0 || threads > 1024 {
		return nil, status.New(status.Argument, "threads is not in 0..=1024")
	}
	if threads == 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	return &Pool{threads: threads}, nil
}

// Threads returns the number of goroutines.
func (p *Pool) Threads() (int, error) {
	if p == nil {
		return runtime.GOMAXPROCS(0), nil
	}
	if p.threads == 0 {
		return 0, status.New(status.Argument, "pool is nil")
	}
	if p.closed.Load() {
		return 0, status.New(status.Argument, "pool is closed")
	}
	return p.threads, nil
}

// Close ends the use of the pool: later calls with it fail.
func (p *Pool) Close() error {
	if p != nil {
		p.closed.Store(true)
	}
	return nil
}
