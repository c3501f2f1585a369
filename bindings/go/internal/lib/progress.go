//go:build cgo

package lib

/*
#include <stdatomic.h>
#include <stdlib.h>
#include <vorpal.h>

typedef struct {
	atomic_int cancelled;
	atomic_ullong done, total;
} vorpal_go_progress;

// The callback of long sums. It stays in C, so that threads of the library never enter Go.
static int32_t vorpal_go_report(void *user, uint64_t done, uint64_t total) {
	vorpal_go_progress *progress = user;
	atomic_store_explicit(&progress->done, done, memory_order_relaxed);
	atomic_store_explicit(&progress->total, total, memory_order_relaxed);
	return atomic_load_explicit(&progress->cancelled, memory_order_relaxed);
}

static vorpal_progress vorpal_go_callback(void) { return vorpal_go_report; }

static void vorpal_go_cancel(vorpal_go_progress *progress) { atomic_store(&progress->cancelled, 1); }

static unsigned long long vorpal_go_done(vorpal_go_progress *progress) { return atomic_load(&progress->done); }

static unsigned long long vorpal_go_total(vorpal_go_progress *progress) { return atomic_load(&progress->total); }
*/
import "C"

import (
	"context"
	"errors"
	"time"
	"unsafe"

	"vorpal.example/go/internal/status"
)

// Progress receives the additions done and expected, from time to time and from one goroutine.
type Progress func(done, total uint64)

// The time between two reports of progress.
const period = 50 * time.Millisecond

// watched runs a sum that ends early when ctx is cancelled. The error is then that of ctx, wrapped. A panic of report
// cancels the sum, and continues in the caller's goroutine.
func watched(ctx context.Context, report Progress, sum func(C.vorpal_progress, unsafe.Pointer) error) error {
	if err := ctx.Err(); err != nil {
		return cancelled(ctx)
	}
	if ctx.Done() == nil && report == nil {
		return sum(nil, nil)
	}
	progress := (*C.vorpal_go_progress)(C.calloc(1, C.sizeof_vorpal_go_progress))
	defer C.free(unsafe.Pointer(progress))
	finished, panicked := make(chan struct{}), make(chan any, 1)
	done := ctx.Done()
	go func() {
		defer func() {
			value := recover()
			if value != nil {
				C.vorpal_go_cancel(progress)
			}
			panicked <- value
		}()
		watch(done, report, progress, finished)
	}()
	// The goroutine ends before the memory is freed, whatever the sum does.
	err := func() error {
		defer func() {
			close(finished)
			if value := <-panicked; value != nil {
				panic(value)
			}
		}()
		return sum(C.vorpal_go_callback(), unsafe.Pointer(progress))
	}()
	if e, ok := err.(*status.Error); ok && e.Status == status.Cancelled {
		return cancelled(ctx)
	}
	return err
}

func watch(done <-chan struct{}, report Progress, progress *C.vorpal_go_progress, finished <-chan struct{}) {
	var ticks <-chan time.Time
	if report != nil {
		ticker := time.NewTicker(period)
		defer ticker.Stop()
		ticks = ticker.C
	}
	for {
		select {
		case <-done:
			C.vorpal_go_cancel(progress)
			done = nil
		case <-ticks:
			if total := uint64(C.vorpal_go_total(progress)); total != 0 {
				report(uint64(C.vorpal_go_done(progress)), total)
			}
		case <-finished:
			return
		}
	}
}

// cancelled is an error for errors.Is with both ErrCancelled and the error of ctx.
func cancelled(ctx context.Context) error {
	return errors.Join(status.New(status.Cancelled, "the sum was cancelled"), context.Cause(ctx))
}
