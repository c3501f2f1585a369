//go:build cgo

package lib

/*
#include <vorpal.h>
*/
import "C"

import "unsafe"

// Committer has tables for commitments.
type Committer struct{ handle *Handle }

func newCommitter(create func(out **C.vorpal_committer) C.vorpal_status) (Committer, error) {
	handle, err := newHandle(
		func(p unsafe.Pointer) { C.vorpal_committer_free((*C.vorpal_committer)(p)) },
		func(out *unsafe.Pointer) C.vorpal_status { return create((**C.vorpal_committer)(unsafe.Pointer(out))) })
	return Committer{handle}, err
}

// NewCommitter calls vorpal_committer_new.
func NewCommitter(pool *Pool, profile int32) (Committer, error) {
	return withPool(pool, func(ctx *C.vorpal_ctx) (Committer, error) {
		return newCommitter(func(out **C.vorpal_committer) C.vorpal_status {
			return C.vorpal_committer_new(ctx, C.int32_t(profile), out)
		})
	})
}

// LoadCommitter calls vorpal_committer_load.
func LoadCommitter(pool *Pool, file string) (Committer, error) {
	path, free, err := text(file, "file")
	if err != nil {
		return Committer{}, err
	}
	defer free()
	return withPool(pool, func(ctx *C.vorpal_ctx) (Committer, error) {
		return newCommitter(func(out **C.vorpal_committer) C.vorpal_status {
			return C.vorpal_committer_load(ctx, path, out)
		})
	})
}

// Save calls vorpal_committer_save.
func (c Committer) Save(file string) error {
	path, free, err := text(file, "file")
	if err != nil {
		return err
	}
	defer free()
	handles := []*Handle{c.handle}
	if err := acquire(handles, "committer"); err != nil {
		return err
	}
	defer release(handles)
	return call(func() C.vorpal_status {
		return C.vorpal_committer_save((*C.vorpal_committer)(c.handle.pointer), path)
	})
}

// Close frees the tables.
func (c Committer) Close() error { return c.handle.Close() }

// use runs a call with the committer on a pool.
func (c Committer) use(pool *Pool, f func(ctx *C.vorpal_ctx, committer *C.vorpal_committer) C.vorpal_status) error {
	handles := []*Handle{c.handle}
	if err := acquire(handles, "committer"); err != nil {
		return err
	}
	defer release(handles)
	return pool.use(func(ctx *C.vorpal_ctx) C.vorpal_status {
		return f(ctx, (*C.vorpal_committer)(c.handle.pointer))
	})
}

// Commit calls vorpal_commit_vartime.
func (c Committer) Commit(values [][32]byte, out []byte) error {
	handles := []*Handle{c.handle}
	if err := acquire(handles, "committer"); err != nil {
		return err
	}
	defer release(handles)
	return call(func() C.vorpal_status {
		return C.vorpal_commit_vartime((*C.vorpal_committer)(c.handle.pointer), C.size_t(len(values)), first(values),
			first(out), C.size_t(len(out)))
	})
}

// CommitBatch calls vorpal_commit_batch_vartime.
func (c Committer) CommitBatch(pool *Pool, offsets []uint, indices []byte, values [][32]byte, out []byte,
	size int) error {
	return c.use(pool, func(ctx *C.vorpal_ctx, committer *C.vorpal_committer) C.vorpal_status {
		return C.vorpal_commit_batch_vartime(ctx, committer, C.size_t(len(offsets)-1),
			(*C.size_t)(unsafe.Pointer(first(offsets))), first(indices), first(values), first(out), C.size_t(size))
	})
}

// CommitDeltaBatch calls vorpal_commit_delta_batch_vartime.
func (c Committer) CommitDeltaBatch(pool *Pool, old []byte, trusted bool, offsets []uint, indices []byte,
	deltas [][32]byte, out []byte, size int) error {
	return c.use(pool, func(ctx *C.vorpal_ctx, committer *C.vorpal_committer) C.vorpal_status {
		return C.vorpal_commit_delta_batch_vartime(ctx, committer, C.size_t(len(offsets)-1), first(old), flag(trusted),
			(*C.size_t)(unsafe.Pointer(first(offsets))), first(indices), first(deltas), first(out), C.size_t(size))
	})
}

// MapToScalarBatch calls vorpal_map_to_scalar_batch_vartime.
func MapToScalarBatch(pool *Pool, count int, points []byte, size int, trusted bool, out [][32]byte) error {
	return pool.use(func(ctx *C.vorpal_ctx) C.vorpal_status {
		return C.vorpal_map_to_scalar_batch_vartime(ctx, C.size_t(count), first(points), C.size_t(size), flag(trusted),
			first(out))
	})
}

// CreateMultiproof calls vorpal_multiproof_create_vartime.
func (c Committer) CreateMultiproof(pool *Pool, label string, commitments [][32]byte, values [][256][32]byte,
	vectors []uint32, points []byte, proof *[576]byte) error {
	bytes := []byte(label)
	return c.use(pool, func(ctx *C.vorpal_ctx, committer *C.vorpal_committer) C.vorpal_status {
		return C.vorpal_multiproof_create_vartime(ctx, committer, first(bytes), C.size_t(len(bytes)),
			C.size_t(len(commitments)), first(commitments), first(values), C.size_t(len(vectors)),
			(*C.uint32_t)(unsafe.Pointer(first(vectors))), first(points), only(proof))
	})
}

// VerifyMultiproof calls vorpal_multiproof_verify_vartime.
func (c Committer) VerifyMultiproof(pool *Pool, label string, commitments [][32]byte, opened []uint32, points []byte,
	values [][32]byte, proof *[576]byte) (bool, error) {
	var valid C.int32_t
	bytes := []byte(label)
	err := c.use(pool, func(ctx *C.vorpal_ctx, committer *C.vorpal_committer) C.vorpal_status {
		return C.vorpal_multiproof_verify_vartime(ctx, committer, first(bytes), C.size_t(len(bytes)),
			C.size_t(len(commitments)), first(commitments), C.size_t(len(opened)),
			(*C.uint32_t)(unsafe.Pointer(first(opened))), first(points), first(values), only(proof), &valid)
	})
	return valid != 0, err
}

// TreeKeys calls vorpal_tree_keys_vartime.
func (c Committer) TreeKeys(pool *Pool, addresses [][20]byte, positions []byte, arguments, keys [][32]byte) error {
	return c.use(pool, func(ctx *C.vorpal_ctx, committer *C.vorpal_committer) C.vorpal_status {
		return C.vorpal_tree_keys_vartime(ctx, committer, C.size_t(len(addresses)), first(addresses), first(positions),
			first(arguments), first(keys))
	})
}
