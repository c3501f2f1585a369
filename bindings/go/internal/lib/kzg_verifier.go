//go:build cgo

package lib

/*
#include <vorpal.h>
*/
import "C"

import "unsafe"

// CellVerifier is a batch of cells that grows.
type CellVerifier struct{ handle *Handle }

// NewCellVerifier calls vorpal_kzg_verifier_new.
func NewCellVerifier[K point](s Setup, pool *Pool, commitments []K) (CellVerifier, error) {
	var verifier CellVerifier
	handles := []*Handle{s.handle}
	if err := acquire(handles, "setup"); err != nil {
		return verifier, err
	}
	defer release(handles)
	return withPool(pool, func(ctx *C.vorpal_ctx) (CellVerifier, error) {
		handle, err := newHandle(
			func(p unsafe.Pointer) { C.vorpal_kzg_verifier_free((*C.vorpal_kzg_verifier)(p)) },
			func(out *unsafe.Pointer) C.vorpal_status {
				return C.vorpal_kzg_verifier_new(ctx, (*C.vorpal_kzg_setup)(s.handle.pointer),
					C.size_t(len(commitments)), first(commitments), (**C.vorpal_kzg_verifier)(unsafe.Pointer(out)))
			})
		return CellVerifier{handle}, err
	})
}

// Close frees the verifier.
func (v CellVerifier) Close() error { return v.handle.Close() }

// use runs a call with the verifier on a pool.
func (v CellVerifier) use(pool *Pool,
	f func(ctx *C.vorpal_ctx, verifier *C.vorpal_kzg_verifier) C.vorpal_status) error {
	handles := []*Handle{v.handle}
	if err := acquire(handles, "verifier"); err != nil {
		return err
	}
	defer release(handles)
	return pool.use(func(ctx *C.vorpal_ctx) C.vorpal_status {
		return f(ctx, (*C.vorpal_kzg_verifier)(v.handle.pointer))
	})
}

// AddCells calls vorpal_kzg_verifier_add.
func AddCells[D cell, P point](v CellVerifier, pool *Pool, commitments, indices []uint64, cells []D,
	proofs []P) error {
	return v.use(pool, func(ctx *C.vorpal_ctx, verifier *C.vorpal_kzg_verifier) C.vorpal_status {
		return C.vorpal_kzg_verifier_add(ctx, verifier, C.size_t(len(cells)), words(commitments), words(indices),
			first(cells), first(proofs))
	})
}

// Count calls vorpal_kzg_verifier_count.
func (v CellVerifier) Count() (int, error) {
	handles := []*Handle{v.handle}
	if err := acquire(handles, "verifier"); err != nil {
		return 0, err
	}
	defer release(handles)
	var count C.size_t
	err := call(func() C.vorpal_status {
		return C.vorpal_kzg_verifier_count((*C.vorpal_kzg_verifier)(v.handle.pointer), &count)
	})
	return int(count), err
}

// Finish calls vorpal_kzg_verifier_finish. Without items, it names nothing.
func (v CellVerifier) Finish(pool *Pool, items []byte) (bool, error) {
	var valid C.int32_t
	err := v.use(pool, func(ctx *C.vorpal_ctx, verifier *C.vorpal_kzg_verifier) C.vorpal_status {
		return C.vorpal_kzg_verifier_finish(ctx, verifier, C.size_t(len(items)), first(items), &valid)
	})
	return valid != 0, err
}
