//go:build cgo

package lib

/*
#include <vorpal.h>
*/
import "C"

import (
	"sync"
	"unsafe"

	"vorpal.example/go/internal/status"
)

// Pool is a pool of threads on which batches run. A nil Pool stands for a shared one with a thread for each core.
// Several goroutines may use it at the same time.
type Pool struct{ handle *Handle }

// NewPool creates a pool with so many threads, at most 1024; 0 stands for the environment variable RAYON_NUM_THREADS,
// or without it for the number of cores (without cgo, for GOMAXPROCS). A pool with one thread does no work in parallel.
// Its work runs on that thread, while the calling goroutine waits.
func NewPool(threads int) (*Pool, error) {
	if threads < 0 || threads > 1024 {
		return nil, status.New(status.Argument, "threads is not in 0..=1024")
	}
	handle, err := newHandle(
		func(p unsafe.Pointer) { C.vorpal_ctx_free((*C.vorpal_ctx)(p)) },
		func(out *unsafe.Pointer) C.vorpal_status {
			return C.vorpal_ctx_new(C.size_t(threads), (**C.vorpal_ctx)(unsafe.Pointer(out)))
		})
	if err != nil {
		return nil, err
	}
	return &Pool{handle}, nil
}

// Threads returns the number of threads.
func (p *Pool) Threads() (int, error) {
	var threads C.size_t
	err := p.use(func(ctx *C.vorpal_ctx) C.vorpal_status { return C.vorpal_ctx_threads(ctx, &threads) })
	return int(threads), err
}

// Close ends the use of the pool: later calls with it fail, and the threads end with the calls that run.
func (p *Pool) Close() error {
	if p == nil {
		return nil
	}
	return p.handle.Close()
}

var shared = sync.OnceValues(func() (*Pool, error) { return NewPool(0) })

// all returns the handle of the pool, or of the shared one.
func (p *Pool) all() (*Handle, error) {
	if p == nil {
		var err error
		if p, err = shared(); err != nil {
			return nil, err
		}
	}
	return p.handle, nil
}

func (p *Pool) use(f func(ctx *C.vorpal_ctx) C.vorpal_status) error {
	handle, err := p.all()
	if err != nil {
		return err
	}
	handles := []*Handle{handle}
	if err := acquire(handles, "pool"); err != nil {
		return err
	}
	defer release(handles)
	return call(func() C.vorpal_status { return f((*C.vorpal_ctx)(handle.pointer)) })
}
