//go:build cgo

package lib

/*
#include <vorpal.h>
*/
import "C"

import (
	"unsafe"

	"vorpal.example/go/internal/status"
)

// Setup has the points of a trusted setup, and tables.
type Setup struct{ handle *Handle }

// The arrays of KZG, under any names.
type (
	blob  interface{ ~[131072]byte }
	cell  interface{ ~[2048]byte }
	point interface{ ~[48]byte }
)

func newSetup(pool *Pool, memory int,
	create func(ctx *C.vorpal_ctx, memory C.size_t, out **C.vorpal_kzg_setup) C.vorpal_status) (Setup, error) {
	if memory < 0 {
		return Setup{}, status.New(status.Argument, "memory is negative")
	}
	return withPool(pool, func(ctx *C.vorpal_ctx) (Setup, error) {
		handle, err := newHandle(
			func(p unsafe.Pointer) { C.vorpal_kzg_setup_free((*C.vorpal_kzg_setup)(p)) },
			func(out *unsafe.Pointer) C.vorpal_status {
				return create(ctx, C.size_t(memory), (**C.vorpal_kzg_setup)(unsafe.Pointer(out)))
			})
		return Setup{handle}, err
	})
}

// NewSetup calls vorpal_kzg_setup_new.
func NewSetup(pool *Pool, memory int) (Setup, error) {
	return newSetup(pool, memory,
		func(ctx *C.vorpal_ctx, memory C.size_t, out **C.vorpal_kzg_setup) C.vorpal_status {
			return C.vorpal_kzg_setup_new(ctx, memory, out)
		})
}

// SetupFromText calls vorpal_kzg_setup_from_text.
func SetupFromText(pool *Pool, text []byte, memory int) (Setup, error) {
	return newSetup(pool, memory,
		func(ctx *C.vorpal_ctx, memory C.size_t, out **C.vorpal_kzg_setup) C.vorpal_status {
			return C.vorpal_kzg_setup_from_text(ctx, first(text), C.size_t(len(text)), memory, out)
		})
}

// SetupFromPoints calls vorpal_kzg_setup_from_points.
func SetupFromPoints(pool *Pool, lagrange, powers *[4096][48]byte, powersG2 *[65][96]byte, memory int) (Setup, error) {
	return newSetup(pool, memory,
		func(ctx *C.vorpal_ctx, memory C.size_t, out **C.vorpal_kzg_setup) C.vorpal_status {
			return C.vorpal_kzg_setup_from_points(ctx, only(lagrange), only(powers), only(powersG2), memory, out)
		})
}

// LoadTables calls vorpal_kzg_setup_load.
func (s Setup) LoadTables(pool *Pool, file string) (Setup, error) {
	path, free, err := text(file, "file")
	if err != nil {
		return Setup{}, err
	}
	defer free()
	handles := []*Handle{s.handle}
	if err := acquire(handles, "setup"); err != nil {
		return Setup{}, err
	}
	defer release(handles)
	return newSetup(pool, 0, func(ctx *C.vorpal_ctx, _ C.size_t, out **C.vorpal_kzg_setup) C.vorpal_status {
		return C.vorpal_kzg_setup_load(ctx, (*C.vorpal_kzg_setup)(s.handle.pointer), path, out)
	})
}

// SaveTables calls vorpal_kzg_setup_save.
func (s Setup) SaveTables(file string) error {
	path, free, err := text(file, "file")
	if err != nil {
		return err
	}
	defer free()
	handles := []*Handle{s.handle}
	if err := acquire(handles, "setup"); err != nil {
		return err
	}
	defer release(handles)
	return call(func() C.vorpal_status {
		return C.vorpal_kzg_setup_save((*C.vorpal_kzg_setup)(s.handle.pointer), path)
	})
}

// Close frees the setup.
func (s Setup) Close() error { return s.handle.Close() }

// Memory calls vorpal_kzg_setup_memory.
func (s Setup) Memory() (int, error) {
	handles := []*Handle{s.handle}
	if err := acquire(handles, "setup"); err != nil {
		return 0, err
	}
	defer release(handles)
	var memory C.size_t
	err := call(func() C.vorpal_status {
		return C.vorpal_kzg_setup_memory((*C.vorpal_kzg_setup)(s.handle.pointer), &memory)
	})
	return int(memory), err
}

// use runs a call with the setup on a pool.
func (s Setup) use(pool *Pool, f func(ctx *C.vorpal_ctx, setup *C.vorpal_kzg_setup) C.vorpal_status) error {
	handles := []*Handle{s.handle}
	if err := acquire(handles, "setup"); err != nil {
		return err
	}
	defer release(handles)
	return pool.use(func(ctx *C.vorpal_ctx) C.vorpal_status {
		return f(ctx, (*C.vorpal_kzg_setup)(s.handle.pointer))
	})
}

// CommitBlobs calls vorpal_kzg_commit_batch.
func CommitBlobs[B blob, P point](s Setup, pool *Pool, blobs []B, commitments []P) error {
	return s.use(pool, func(ctx *C.vorpal_ctx, setup *C.vorpal_kzg_setup) C.vorpal_status {
		return C.vorpal_kzg_commit_batch(ctx, setup, C.size_t(len(blobs)), first(blobs), first(commitments))
	})
}

// ProveValue calls vorpal_kzg_prove.
func ProveValue[B blob, P point](s Setup, pool *Pool, blob *B, z *[32]byte, proof *P, y *[32]byte) error {
	return s.use(pool, func(ctx *C.vorpal_ctx, setup *C.vorpal_kzg_setup) C.vorpal_status {
		return C.vorpal_kzg_prove(ctx, setup, only(blob), only(z), only(proof), only(y))
	})
}

// ProveBlob calls vorpal_kzg_prove_blob.
func ProveBlob[B blob, K, P point](s Setup, pool *Pool, blob *B, commitment *K, proof *P) error {
	return s.use(pool, func(ctx *C.vorpal_ctx, setup *C.vorpal_kzg_setup) C.vorpal_status {
		return C.vorpal_kzg_prove_blob(ctx, setup, only(blob), only(commitment), only(proof))
	})
}

// VerifyValue calls vorpal_kzg_verify.
func VerifyValue[K, P point](s Setup, pool *Pool, commitment *K, z, y *[32]byte, proof *P) (bool, error) {
	var valid C.int32_t
	err := s.use(pool, func(ctx *C.vorpal_ctx, setup *C.vorpal_kzg_setup) C.vorpal_status {
		return C.vorpal_kzg_verify(ctx, setup, only(commitment), only(z), only(y), only(proof), &valid)
	})
	return valid != 0, err
}

// VerifyBlob calls vorpal_kzg_verify_blob.
func VerifyBlob[B blob, K, P point](s Setup, pool *Pool, blob *B, commitment *K, proof *P) (bool, error) {
	var valid C.int32_t
	err := s.use(pool, func(ctx *C.vorpal_ctx, setup *C.vorpal_kzg_setup) C.vorpal_status {
		return C.vorpal_kzg_verify_blob(ctx, setup, only(blob), only(commitment), only(proof), &valid)
	})
	return valid != 0, err
}

// VerifyBlobs calls vorpal_kzg_verify_blob_batch. Without items, it names nothing.
func VerifyBlobs[B blob, K, P point](s Setup, pool *Pool, blobs []B, commitments []K, proofs []P,
	items []byte) (bool, error) {
	var valid C.int32_t
	err := s.use(pool, func(ctx *C.vorpal_ctx, setup *C.vorpal_kzg_setup) C.vorpal_status {
		return C.vorpal_kzg_verify_blob_batch(ctx, setup, C.size_t(len(blobs)), first(blobs), first(commitments),
			first(proofs), first(items), &valid)
	})
	return valid != 0, err
}

// CellsAndProofs calls vorpal_kzg_cells_and_proofs_batch. One of the outputs may be empty.
func CellsAndProofs[B blob, D cell, P point](s Setup, pool *Pool, blobs []B, cells []D, proofs []P) error {
	return s.use(pool, func(ctx *C.vorpal_ctx, setup *C.vorpal_kzg_setup) C.vorpal_status {
		return C.vorpal_kzg_cells_and_proofs_batch(ctx, setup, C.size_t(len(blobs)), first(blobs), first(cells),
			first(proofs))
	})
}

// RecoverCells calls vorpal_kzg_recover_batch for count blobs. One of the outputs may be empty.
func RecoverCells[D cell, P point](s Setup, pool *Pool, count int, indices []uint64, cells, recovered []D,
	proofs []P) error {
	return s.use(pool, func(ctx *C.vorpal_ctx, setup *C.vorpal_kzg_setup) C.vorpal_status {
		return C.vorpal_kzg_recover_batch(ctx, setup, C.size_t(count), C.size_t(len(indices)), words(indices),
			first(cells), first(recovered), first(proofs))
	})
}

// VerifyCells calls vorpal_kzg_verify_cells_batch. Without items, it names nothing.
func VerifyCells[K point, D cell, P point](s Setup, pool *Pool, commitments []K, indices []uint64, cells []D,
	proofs []P, items []byte) (bool, error) {
	var valid C.int32_t
	err := s.use(pool, func(ctx *C.vorpal_ctx, setup *C.vorpal_kzg_setup) C.vorpal_status {
		return C.vorpal_kzg_verify_cells_batch(ctx, setup, C.size_t(len(cells)), first(commitments), words(indices),
			first(cells), first(proofs), first(items), &valid)
	})
	return valid != 0, err
}
