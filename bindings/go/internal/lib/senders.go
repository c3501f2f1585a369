//go:build cgo

package lib

/*
#include <vorpal.h>
*/
import "C"

import (
	"math"
	"unsafe"
)

// Senders is a pool of senders whose results have tokens.
type Senders struct{ handle *Handle }

// SenderCounts are the numbers of vorpal_sender_metrics.
type SenderCounts struct {
	Queued, Capacity, Ready, Submitted, Answered, Cached, Cancelled, Refused, Groups uint64
}

// NewSenders calls vorpal_sender_pool_new. wait is in nanoseconds. The pool is there until Deliver ends.
func NewSenders(wait uint64, group, threads, queue, cache uint) (Senders, error) {
	handle, err := newHandle(
		func(p unsafe.Pointer) { C.vorpal_sender_pool_free((*C.vorpal_sender_pool)(p)) },
		func(out *unsafe.Pointer) C.vorpal_status {
			return C.vorpal_sender_pool_new(C.uint64_t(wait), C.size_t(group), C.size_t(threads), C.size_t(queue),
				C.size_t(cache), (**C.vorpal_sender_pool)(unsafe.Pointer(out)))
		})
	if err != nil {
		return Senders{}, err
	}
	// The use by Deliver, which ends it.
	handle.uses = 1
	return Senders{handle}, nil
}

func (s Senders) use(f func(pool *C.vorpal_sender_pool) C.vorpal_status) error {
	handles := []*Handle{s.handle}
	if err := acquire(handles, "pool of senders"); err != nil {
		return err
	}
	defer release(handles)
	return call(func() C.vorpal_status { return f((*C.vorpal_sender_pool)(s.handle.pointer)) })
}

// Submit calls vorpal_sender_pool_submit without waiting: the goroutine waits, and no thread.
func (s Senders) Submit(token uint64, hash *[32]byte, signature *[65]byte) error {
	return s.use(func(pool *C.vorpal_sender_pool) C.vorpal_status {
		return C.vorpal_sender_pool_submit(pool, C.uint64_t(token), only(hash), only(signature), 0)
	})
}

// Deliver calls vorpal_sender_pool_take, and f for each result, until the pool is closed and all groups that have
// started are delivered. There is one call for each pool.
func (s Senders) Deliver(f func(token uint64, sender [20]byte, item byte)) {
	const most = 256
	defer release([]*Handle{s.handle})
	pool := (*C.vorpal_sender_pool)(s.handle.pointer)
	tokens, senders, items := make([]uint64, most), make([][20]byte, most), make([]byte, most)
	for {
		count := C.size_t(most)
		err := call(func() C.vorpal_status {
			return C.vorpal_sender_pool_take(pool, math.MaxUint64, words(tokens), first(senders), first(items), &count)
		})
		if err != nil {
			return
		}
		for i := range count {
			f(tokens[i], senders[i], items[i])
		}
	}
}

// Cancel calls vorpal_sender_pool_cancel.
func (s Senders) Cancel(token uint64) error {
	var cancelled C.int32_t
	return s.use(func(pool *C.vorpal_sender_pool) C.vorpal_status {
		return C.vorpal_sender_pool_cancel(pool, C.uint64_t(token), &cancelled)
	})
}

// RecoverBlock calls vorpal_sender_pool_recover_block.
func (s Senders) RecoverBlock(pool *Pool, hashes [][32]byte, signatures [][65]byte, addresses [][20]byte,
	items []byte) error {
	threads, err := pool.all()
	if err != nil {
		return err
	}
	handles := []*Handle{threads, s.handle}
	if err := acquire(handles, "pool", "pool of senders"); err != nil {
		return err
	}
	defer release(handles)
	return call(func() C.vorpal_status {
		return C.vorpal_sender_pool_recover_block((*C.vorpal_ctx)(threads.pointer),
			(*C.vorpal_sender_pool)(s.handle.pointer), C.size_t(len(hashes)), first(hashes), first(signatures),
			first(addresses), first(items))
	})
}

// Metrics calls vorpal_sender_pool_metrics: numbers, and latencies in nanoseconds.
func (s Senders) Metrics(percents []float64) (SenderCounts, []uint64, error) {
	var found C.vorpal_sender_metrics
	latencies := make([]uint64, len(percents))
	err := s.use(func(pool *C.vorpal_sender_pool) C.vorpal_status {
		return C.vorpal_sender_pool_metrics(pool, &found, C.size_t(len(percents)),
			(*C.double)(unsafe.Pointer(first(percents))), words(latencies))
	})
	if err != nil {
		return SenderCounts{}, nil, err
	}
	return SenderCounts{
		uint64(found.queued), uint64(found.capacity), uint64(found.ready), uint64(found.submitted),
		uint64(found.answered), uint64(found.cached), uint64(found.cancelled), uint64(found.refused),
		uint64(found.groups),
	}, latencies, nil
}

// Close ends the pool: other calls fail, and Deliver ends with the groups that have started. The last call frees the
// pool.
func (s Senders) Close() error {
	err := s.use(func(pool *C.vorpal_sender_pool) C.vorpal_status { return C.vorpal_sender_pool_close(pool) })
	if err != nil {
		return err
	}
	return s.handle.Close()
}
