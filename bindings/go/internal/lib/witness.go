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

// Witness is an execution witness.
type Witness struct{ handle *Handle }

func newWitness(create func(out **C.vorpal_witness) C.vorpal_status) (Witness, error) {
	handle, err := newHandle(
		func(p unsafe.Pointer) { C.vorpal_witness_free((*C.vorpal_witness)(p)) },
		func(out *unsafe.Pointer) C.vorpal_status { return create((**C.vorpal_witness)(unsafe.Pointer(out))) })
	return Witness{handle}, err
}

// Prove calls vorpal_tree_prove.
func (t Tree) Prove(pool *Pool, committer Committer, keys [][32]byte, version int32) (witness Witness, err error) {
	handles := []*Handle{t.handle, committer.handle}
	if err := acquire(handles, "tree", "committer"); err != nil {
		return witness, err
	}
	defer release(handles)
	return withPool(pool, func(ctx *C.vorpal_ctx) (Witness, error) {
		return newWitness(func(out **C.vorpal_witness) C.vorpal_status {
			return C.vorpal_tree_prove(ctx, (*C.vorpal_committer)(committer.handle.pointer),
				(*C.vorpal_tree)(t.handle.pointer), C.size_t(len(keys)), first(keys), C.int32_t(version), out)
		})
	})
}

// WitnessFromBytes calls vorpal_witness_from_bytes.
func WitnessFromBytes(bytes []byte) (Witness, error) {
	return newWitness(func(out **C.vorpal_witness) C.vorpal_status {
		return C.vorpal_witness_from_bytes(first(bytes), C.size_t(len(bytes)), out)
	})
}

// WitnessFromJSON calls vorpal_witness_from_json.
func WitnessFromJSON(text []byte) (Witness, error) {
	return newWitness(func(out **C.vorpal_witness) C.vorpal_status {
		return C.vorpal_witness_from_json(first(text), C.size_t(len(text)), out)
	})
}

func (w Witness) use(f func(witness *C.vorpal_witness) error) error {
	handles := []*Handle{w.handle}
	if err := acquire(handles, "witness"); err != nil {
		return err
	}
	defer release(handles)
	return f((*C.vorpal_witness)(w.handle.pointer))
}

// Bytes calls vorpal_witness_to_bytes.
func (w Witness) Bytes() (bytes []byte, err error) {
	err = w.use(func(witness *C.vorpal_witness) error {
		bytes, err = sized(func(buffer *C.uint8_t, length *C.size_t) C.vorpal_status {
			return C.vorpal_witness_to_bytes(witness, buffer, length)
		})
		return err
	})
	return bytes, err
}

// JSON calls vorpal_witness_to_json.
func (w Witness) JSON() (text []byte, err error) {
	err = w.use(func(witness *C.vorpal_witness) error {
		text, err = sized(func(buffer *C.uint8_t, length *C.size_t) C.vorpal_status {
			return C.vorpal_witness_to_json(witness, buffer, length)
		})
		return err
	})
	return text, err
}

// WithWrites calls vorpal_witness_with_writes.
func (w Witness) WithWrites(keys, values [][32]byte) (written Witness, err error) {
	err = w.use(func(witness *C.vorpal_witness) error {
		written, err = newWitness(func(out **C.vorpal_witness) C.vorpal_status {
			return C.vorpal_witness_with_writes(witness, C.size_t(len(keys)), first(keys), first(values), out)
		})
		return err
	})
	return written, err
}

// Close frees the witness.
func (w Witness) Close() error { return w.handle.Close() }

// PartialTree is the part of a tree that a witness proves.
type PartialTree struct{ handle *Handle }

// Verify calls vorpal_witness_verify.
func (w Witness) Verify(pool *Pool, committer Committer, root *[32]byte, version int32) (
	tree PartialTree, err error) {
	handles := []*Handle{w.handle, committer.handle}
	if err := acquire(handles, "witness", "committer"); err != nil {
		return tree, err
	}
	defer release(handles)
	return withPool(pool, func(ctx *C.vorpal_ctx) (PartialTree, error) {
		handle, err := newHandle(
			func(p unsafe.Pointer) { C.vorpal_partial_tree_free((*C.vorpal_partial_tree)(p)) },
			func(out *unsafe.Pointer) C.vorpal_status {
				return C.vorpal_witness_verify(ctx, (*C.vorpal_committer)(committer.handle.pointer),
					(*C.vorpal_witness)(w.handle.pointer), only(root), C.int32_t(version),
					(**C.vorpal_partial_tree)(unsafe.Pointer(out)))
			})
		return PartialTree{handle}, err
	})
}

func (t PartialTree) use(f func(tree *C.vorpal_partial_tree) C.vorpal_status) error {
	handles := []*Handle{t.handle}
	if err := acquire(handles, "partial tree"); err != nil {
		return err
	}
	defer release(handles)
	return call(func() C.vorpal_status { return f((*C.vorpal_partial_tree)(t.handle.pointer)) })
}

// Get calls vorpal_partial_tree_get.
func (t PartialTree) Get(keys, values [][32]byte, present []bool) error {
	return t.use(func(tree *C.vorpal_partial_tree) C.vorpal_status {
		return C.vorpal_partial_tree_get(tree, C.size_t(len(keys)), first(keys), first(values), first(present))
	})
}

// Unbound calls vorpal_partial_tree_unbound.
func (t PartialTree) Unbound() (int, error) {
	var nodes C.size_t
	err := t.use(func(tree *C.vorpal_partial_tree) C.vorpal_status {
		return C.vorpal_partial_tree_unbound(tree, &nodes)
	})
	return int(nodes), err
}

// RootAfter calls vorpal_witness_root_after.
func (t PartialTree) RootAfter(pool *Pool, committer Committer, witness Witness) (root [32]byte, err error) {
	if witness.handle == nil {
		return root, status.New(status.Argument, "witness is nil")
	}
	handles := []*Handle{t.handle, committer.handle, witness.handle}
	if err := acquire(handles, "partial tree", "committer", "witness"); err != nil {
		return root, err
	}
	defer release(handles)
	err = pool.use(func(ctx *C.vorpal_ctx) C.vorpal_status {
		return C.vorpal_witness_root_after(ctx, (*C.vorpal_committer)(committer.handle.pointer),
			(*C.vorpal_partial_tree)(t.handle.pointer), (*C.vorpal_witness)(witness.handle.pointer), only(&root))
	})
	return root, err
}

// Close frees the tree.
func (t PartialTree) Close() error { return t.handle.Close() }
