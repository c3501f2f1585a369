//go:build cgo

package lib

/*
#include <vorpal.h>
*/
import "C"

import "unsafe"

// Tree is a state tree.
type Tree struct{ handle *Handle }

// TreeOptions are the options of a tree on disk.
type TreeOptions struct {
	Window, Cache, WaitMilliseconds uint64
	Check                           bool
}

func newTree(create func(out **C.vorpal_tree) C.vorpal_status) (Tree, error) {
	handle, err := newHandle(
		func(p unsafe.Pointer) { C.vorpal_tree_free((*C.vorpal_tree)(p)) },
		func(out *unsafe.Pointer) C.vorpal_status { return create((**C.vorpal_tree)(unsafe.Pointer(out))) })
	return Tree{handle}, err
}

// TreeInMemory calls vorpal_tree_in_memory.
func TreeInMemory(window uint64) (Tree, error) {
	return newTree(func(out **C.vorpal_tree) C.vorpal_status {
		return C.vorpal_tree_in_memory(C.uint64_t(window), out)
	})
}

// DefaultTreeOptions calls vorpal_tree_options_default.
func DefaultTreeOptions() (TreeOptions, error) {
	var o C.vorpal_tree_options
	err := call(func() C.vorpal_status { return C.vorpal_tree_options_default(&o) })
	return TreeOptions{uint64(o.window), uint64(o.cache), uint64(o.wait_ms), o.check != 0}, err
}

// OpenTree calls vorpal_tree_open.
func OpenTree(directory string, mode int32, options TreeOptions) (Tree, error) {
	path, free, err := text(directory, "directory")
	if err != nil {
		return Tree{}, err
	}
	defer free()
	o := C.vorpal_tree_options{
		window: C.uint64_t(options.Window), cache: C.uint64_t(options.Cache),
		wait_ms: C.uint64_t(options.WaitMilliseconds), check: C.uint64_t(flag(options.Check)),
	}
	return newTree(func(out **C.vorpal_tree) C.vorpal_status {
		return C.vorpal_tree_open(path, C.int32_t(mode), &o, out)
	})
}

// Close closes the tree.
func (t Tree) Close() error { return t.handle.Close() }

func (t Tree) use(f func(tree *C.vorpal_tree) C.vorpal_status) error {
	handles := []*Handle{t.handle}
	if err := acquire(handles, "tree"); err != nil {
		return err
	}
	defer release(handles)
	return call(func() C.vorpal_status { return f((*C.vorpal_tree)(t.handle.pointer)) })
}

func (t Tree) onPool(pool *Pool, f func(ctx *C.vorpal_ctx, tree *C.vorpal_tree) C.vorpal_status) error {
	handles := []*Handle{t.handle}
	if err := acquire(handles, "tree"); err != nil {
		return err
	}
	defer release(handles)
	return pool.use(func(ctx *C.vorpal_ctx) C.vorpal_status { return f(ctx, (*C.vorpal_tree)(t.handle.pointer)) })
}

func (t Tree) work(pool *Pool, committer Committer,
	f func(ctx *C.vorpal_ctx, committer *C.vorpal_committer, tree *C.vorpal_tree) C.vorpal_status) error {
	handles := []*Handle{t.handle}
	if err := acquire(handles, "tree"); err != nil {
		return err
	}
	defer release(handles)
	return committer.use(pool, func(ctx *C.vorpal_ctx, committer *C.vorpal_committer) C.vorpal_status {
		return f(ctx, committer, (*C.vorpal_tree)(t.handle.pointer))
	})
}

// Head calls vorpal_tree_head.
func (t Tree) Head() (root [32]byte, blocks uint64, err error) {
	var count C.uint64_t
	err = t.use(func(tree *C.vorpal_tree) C.vorpal_status { return C.vorpal_tree_head(tree, only(&root), &count) })
	return root, uint64(count), err
}

// Label calls vorpal_tree_label.
func (t Tree) Label() (string, error) {
	handles := []*Handle{t.handle}
	if err := acquire(handles, "tree"); err != nil {
		return "", err
	}
	defer release(handles)
	bytes, err := sized(func(buffer *C.uint8_t, length *C.size_t) C.vorpal_status {
		return C.vorpal_tree_label((*C.vorpal_tree)(t.handle.pointer), buffer, length)
	})
	return string(bytes), err
}

// RootAt calls vorpal_tree_root_at.
func (t Tree) RootAt(blocks uint64) (root [32]byte, err error) {
	err = t.use(func(tree *C.vorpal_tree) C.vorpal_status {
		return C.vorpal_tree_root_at(tree, C.uint64_t(blocks), only(&root))
	})
	return root, err
}

// Get calls vorpal_tree_get.
func (t Tree) Get(keys, values [][32]byte, present []bool) error {
	return t.use(func(tree *C.vorpal_tree) C.vorpal_status {
		return C.vorpal_tree_get(tree, C.size_t(len(keys)), first(keys), first(values), first(present))
	})
}

// GetAt calls vorpal_tree_get_at.
func (t Tree) GetAt(blocks uint64, keys, values [][32]byte, present []bool) error {
	return t.use(func(tree *C.vorpal_tree) C.vorpal_status {
		return C.vorpal_tree_get_at(tree, C.uint64_t(blocks), C.size_t(len(keys)), first(keys), first(values),
			first(present))
	})
}

// Check calls vorpal_tree_check.
func (t Tree) Check(pool *Pool, committer Committer) (nodes uint64, err error) {
	var count C.uint64_t
	err = t.work(pool, committer,
		func(ctx *C.vorpal_ctx, committer *C.vorpal_committer, tree *C.vorpal_tree) C.vorpal_status {
			return C.vorpal_tree_check(ctx, committer, tree, &count)
		})
	return uint64(count), err
}

// Update calls vorpal_tree_update.
func (t Tree) Update(pool *Pool, keys, values [][32]byte) error {
	return t.onPool(pool, func(ctx *C.vorpal_ctx, tree *C.vorpal_tree) C.vorpal_status {
		return C.vorpal_tree_update(ctx, tree, C.size_t(len(keys)), first(keys), first(values))
	})
}

// Remove calls vorpal_tree_remove.
func (t Tree) Remove(pool *Pool, keys [][32]byte) error {
	return t.onPool(pool, func(ctx *C.vorpal_ctx, tree *C.vorpal_tree) C.vorpal_status {
		return C.vorpal_tree_remove(ctx, tree, C.size_t(len(keys)), first(keys))
	})
}

// NextRoot calls vorpal_tree_next_root.
func (t Tree) NextRoot(pool *Pool, committer Committer) (root [32]byte, err error) {
	err = t.work(pool, committer,
		func(ctx *C.vorpal_ctx, committer *C.vorpal_committer, tree *C.vorpal_tree) C.vorpal_status {
			return C.vorpal_tree_next_root(ctx, committer, tree, only(&root))
		})
	return root, err
}

// Commit calls vorpal_tree_commit.
func (t Tree) Commit(pool *Pool, committer Committer, label string) (root [32]byte, err error) {
	line, free, err := text(label, "label")
	if err != nil {
		return root, err
	}
	defer free()
	err = t.work(pool, committer,
		func(ctx *C.vorpal_ctx, committer *C.vorpal_committer, tree *C.vorpal_tree) C.vorpal_status {
			return C.vorpal_tree_commit(ctx, committer, tree, line, only(&root))
		})
	return root, err
}

// Apply calls vorpal_tree_apply.
func (t Tree) Apply(pool *Pool, committer Committer, keys, values [][32]byte, label string, expected *[32]byte) (
	root [32]byte, err error) {
	line, free, err := text(label, "label")
	if err != nil {
		return root, err
	}
	defer free()
	err = t.work(pool, committer,
		func(ctx *C.vorpal_ctx, committer *C.vorpal_committer, tree *C.vorpal_tree) C.vorpal_status {
			return C.vorpal_tree_apply(ctx, committer, tree, C.size_t(len(keys)), first(keys), first(values), line,
				only(expected), only(&root))
		})
	return root, err
}

// Discard calls vorpal_tree_discard.
func (t Tree) Discard(pool *Pool) error {
	return t.onPool(pool, func(ctx *C.vorpal_ctx, tree *C.vorpal_tree) C.vorpal_status {
		return C.vorpal_tree_discard(ctx, tree)
	})
}

// Rollback calls vorpal_tree_rollback.
func (t Tree) Rollback(pool *Pool, blocks uint64) error {
	return t.onPool(pool, func(ctx *C.vorpal_ctx, tree *C.vorpal_tree) C.vorpal_status {
		return C.vorpal_tree_rollback(ctx, tree, C.uint64_t(blocks))
	})
}

// BasicData calls vorpal_tree_basic_data.
func BasicData(nonce uint64, balance *[16]byte, codeSize uint32) (value [32]byte, err error) {
	err = call(func() C.vorpal_status {
		return C.vorpal_tree_basic_data(C.uint64_t(nonce), only(balance), C.uint32_t(codeSize), only(&value))
	})
	return value, err
}

// CodeChunks calls vorpal_tree_code_chunks.
func CodeChunks(code []byte) ([]byte, error) {
	return sized(func(buffer *C.uint8_t, length *C.size_t) C.vorpal_status {
		return C.vorpal_tree_code_chunks(first(code), C.size_t(len(code)), buffer, length)
	})
}
