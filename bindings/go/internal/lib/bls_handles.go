//go:build cgo

package lib

/*
#include <vorpal.h>
*/
import "C"

import "unsafe"

// KeyTable has checked keys by index.
type KeyTable struct{ handle *Handle }

func newKeyTable(create func(out **C.vorpal_bls_key_table) C.vorpal_status) (KeyTable, error) {
	handle, err := newHandle(
		func(p unsafe.Pointer) { C.vorpal_bls_key_table_free((*C.vorpal_bls_key_table)(p)) },
		func(out *unsafe.Pointer) C.vorpal_status {
			return create((**C.vorpal_bls_key_table)(unsafe.Pointer(out)))
		})
	return KeyTable{handle}, err
}

// NewKeyTable calls vorpal_bls_key_table_new.
func NewKeyTable(variant int) (KeyTable, error) {
	return newKeyTable(func(out **C.vorpal_bls_key_table) C.vorpal_status {
		return C.vorpal_bls_key_table_new(C.int32_t(variant), out)
	})
}

// LoadKeyTable calls vorpal_bls_key_table_load.
func LoadKeyTable(pool *Pool, variant int, file string) (KeyTable, error) {
	path, free, err := text(file, "file")
	if err != nil {
		return KeyTable{}, err
	}
	defer free()
	return withPool(pool, func(ctx *C.vorpal_ctx) (KeyTable, error) {
		return newKeyTable(func(out **C.vorpal_bls_key_table) C.vorpal_status {
			return C.vorpal_bls_key_table_load(ctx, C.int32_t(variant), path, out)
		})
	})
}

// Close frees the table.
func (t KeyTable) Close() error { return t.handle.Close() }

// alone runs a call with the table on the calling thread.
func (t KeyTable) alone(f func(table *C.vorpal_bls_key_table) C.vorpal_status) error {
	handles := []*Handle{t.handle}
	if err := acquire(handles, "table"); err != nil {
		return err
	}
	defer release(handles)
	return call(func() C.vorpal_status { return f((*C.vorpal_bls_key_table)(t.handle.pointer)) })
}

// use runs a call with the table on a pool.
func (t KeyTable) use(pool *Pool, f func(ctx *C.vorpal_ctx, table *C.vorpal_bls_key_table) C.vorpal_status) error {
	handles := []*Handle{t.handle}
	if err := acquire(handles, "table"); err != nil {
		return err
	}
	defer release(handles)
	return pool.use(func(ctx *C.vorpal_ctx) C.vorpal_status {
		return f(ctx, (*C.vorpal_bls_key_table)(t.handle.pointer))
	})
}

// Save calls vorpal_bls_key_table_save.
func (t KeyTable) Save(file string) error {
	path, free, err := text(file, "file")
	if err != nil {
		return err
	}
	defer free()
	return t.alone(func(table *C.vorpal_bls_key_table) C.vorpal_status {
		return C.vorpal_bls_key_table_save(table, path)
	})
}

// Append calls vorpal_bls_key_table_append for a compressed key for each item.
func (t KeyTable) Append(pool *Pool, keys, items []byte) (int, error) {
	var index C.size_t
	err := t.use(pool, func(ctx *C.vorpal_ctx, table *C.vorpal_bls_key_table) C.vorpal_status {
		return C.vorpal_bls_key_table_append(ctx, table, C.VORPAL_BLS_COMPRESSED, C.size_t(len(items)), first(keys),
			&index, first(items))
	})
	return int(index), err
}

// Count calls vorpal_bls_key_table_count.
func (t KeyTable) Count() (int, error) {
	var count C.size_t
	err := t.alone(func(table *C.vorpal_bls_key_table) C.vorpal_status {
		return C.vorpal_bls_key_table_count(table, &count)
	})
	return int(count), err
}

// Get calls vorpal_bls_key_table_get.
func (t KeyTable) Get(index uint32, forms int, key []byte) error {
	return t.alone(func(table *C.vorpal_bls_key_table) C.vorpal_status {
		return C.vorpal_bls_key_table_get(table, C.uint32_t(index), C.int32_t(forms), first(key))
	})
}

// Sum calls vorpal_bls_key_table_sum.
func (t KeyTable) Sum(pool *Pool, members []uint32, forms int, sum []byte) error {
	return t.use(pool, func(ctx *C.vorpal_ctx, table *C.vorpal_bls_key_table) C.vorpal_status {
		return C.vorpal_bls_key_table_sum(ctx, table, C.size_t(len(members)), indices(members), C.int32_t(forms),
			first(sum))
	})
}

// VerifySets calls vorpal_bls_key_table_verify_sets.
func (t KeyTable) VerifySets(pool *Pool, s Suite, signatures []byte, members []uint32, offsets []uint,
	messages Messages, items []byte) (bool, error) {
	var valid C.int32_t
	err := t.use(pool, func(ctx *C.vorpal_ctx, table *C.vorpal_bls_key_table) C.vorpal_status {
		return C.vorpal_bls_key_table_verify_sets(ctx, table, (*C.vorpal_bls_suite)(s.handle.pointer),
			C.VORPAL_BLS_COMPRESSED, messages.count(), first(signatures), indices(members), numbers(offsets),
			first(messages.Bytes), numbers(messages.Offsets), first(items), &valid)
	})
	return valid != 0, err
}

// Batch is a batch of signature sets that grows.
type Batch struct{ handle *Handle }

// NewBatch calls vorpal_bls_batch_new.
func NewBatch(s Suite) (Batch, error) {
	handle, err := newHandle(
		func(p unsafe.Pointer) { C.vorpal_bls_batch_free((*C.vorpal_bls_batch)(p)) },
		func(out *unsafe.Pointer) C.vorpal_status {
			return C.vorpal_bls_batch_new((*C.vorpal_bls_suite)(s.handle.pointer),
				(**C.vorpal_bls_batch)(unsafe.Pointer(out)))
		})
	return Batch{handle}, err
}

// Close frees the batch.
func (b Batch) Close() error { return b.handle.Close() }

// use runs a call with the batch and another object on a pool.
func (b Batch) use(pool *Pool, other *Handle, name string,
	f func(ctx *C.vorpal_ctx, batch *C.vorpal_bls_batch, other unsafe.Pointer) C.vorpal_status) error {
	handles := []*Handle{b.handle, other}
	if err := acquire(handles, "batch", name); err != nil {
		return err
	}
	defer release(handles)
	return pool.use(func(ctx *C.vorpal_ctx) C.vorpal_status {
		return f(ctx, (*C.vorpal_bls_batch)(b.handle.pointer), other.pointer)
	})
}

// Add calls vorpal_bls_batch_add.
func (b Batch) Add(pool *Pool, id uint64, forms int, signature []byte, count int, keys, message []byte) error {
	return b.use(pool, b.handle, "batch",
		func(ctx *C.vorpal_ctx, batch *C.vorpal_bls_batch, _ unsafe.Pointer) C.vorpal_status {
			return C.vorpal_bls_batch_add(ctx, batch, C.uint64_t(id), C.int32_t(forms), first(signature),
				C.size_t(count), first(keys), first(message), C.size_t(len(message)))
		})
}

// AddIndexed calls vorpal_bls_batch_add_indexed.
func (b Batch) AddIndexed(pool *Pool, id uint64, signature []byte, t KeyTable, members []uint32,
	message []byte) error {
	return b.use(pool, t.handle, "table",
		func(ctx *C.vorpal_ctx, batch *C.vorpal_bls_batch, table unsafe.Pointer) C.vorpal_status {
			return C.vorpal_bls_batch_add_indexed(ctx, batch, C.uint64_t(id), C.VORPAL_BLS_COMPRESSED, first(signature),
				(*C.vorpal_bls_key_table)(table), C.size_t(len(members)), indices(members), first(message),
				C.size_t(len(message)))
		})
}

// Count calls vorpal_bls_batch_count.
func (b Batch) Count() (int, error) {
	handles := []*Handle{b.handle}
	if err := acquire(handles, "batch"); err != nil {
		return 0, err
	}
	defer release(handles)
	var count C.size_t
	err := call(func() C.vorpal_status {
		return C.vorpal_bls_batch_count((*C.vorpal_bls_batch)(b.handle.pointer), &count)
	})
	return int(count), err
}

// Merge calls vorpal_bls_batch_merge.
func (b Batch) Merge(pool *Pool, other Batch) error {
	return b.use(pool, other.handle, "other",
		func(ctx *C.vorpal_ctx, batch *C.vorpal_bls_batch, other unsafe.Pointer) C.vorpal_status {
			return C.vorpal_bls_batch_merge(ctx, batch, (*C.vorpal_bls_batch)(other))
		})
}

// Finish calls vorpal_bls_batch_finish. It returns the ids of invalid sets, of at most len(invalid) sets.
func (b Batch) Finish(pool *Pool, invalid []uint64) ([]uint64, bool, error) {
	var valid C.int32_t
	count := C.size_t(len(invalid))
	// A null pointer asks for no ids.
	if len(invalid) == 0 {
		invalid = make([]uint64, 1)
	}
	err := b.use(pool, b.handle, "batch",
		func(ctx *C.vorpal_ctx, batch *C.vorpal_bls_batch, _ unsafe.Pointer) C.vorpal_status {
			return C.vorpal_bls_batch_finish(ctx, batch, words(invalid), &count, &valid)
		})
	if err != nil {
		return nil, false, err
	}
	return invalid[:count], valid != 0, nil
}

// Committee has the keys of a committee and their sum.
type Committee struct{ handle *Handle }

// NewCommittee calls vorpal_bls_committee_new.
func NewCommittee(pool *Pool, variant, forms, count int, keys []byte) (Committee, error) {
	return withPool(pool, func(ctx *C.vorpal_ctx) (Committee, error) {
		handle, err := newHandle(
			func(p unsafe.Pointer) { C.vorpal_bls_committee_free((*C.vorpal_bls_committee)(p)) },
			func(out *unsafe.Pointer) C.vorpal_status {
				return C.vorpal_bls_committee_new(ctx, C.int32_t(variant), C.int32_t(forms), C.size_t(count),
					first(keys), (**C.vorpal_bls_committee)(unsafe.Pointer(out)))
			})
		return Committee{handle}, err
	})
}

// Close frees the committee.
func (c Committee) Close() error { return c.handle.Close() }

func (c Committee) use(pool *Pool,
	f func(ctx *C.vorpal_ctx, committee *C.vorpal_bls_committee) C.vorpal_status) error {
	handles := []*Handle{c.handle}
	if err := acquire(handles, "committee"); err != nil {
		return err
	}
	defer release(handles)
	return pool.use(func(ctx *C.vorpal_ctx) C.vorpal_status {
		return f(ctx, (*C.vorpal_bls_committee)(c.handle.pointer))
	})
}

// Sum calls vorpal_bls_committee_sum.
func (c Committee) Sum(pool *Pool, bits []byte, forms int, sum []byte) error {
	return c.use(pool, func(ctx *C.vorpal_ctx, committee *C.vorpal_bls_committee) C.vorpal_status {
		return C.vorpal_bls_committee_sum(ctx, committee, first(bits), C.size_t(len(bits)), C.int32_t(forms),
			first(sum))
	})
}

// Verify calls vorpal_bls_committee_verify.
func (c Committee) Verify(pool *Pool, s Suite, bits, message, signature []byte) (bool, error) {
	var valid C.int32_t
	err := c.use(pool, func(ctx *C.vorpal_ctx, committee *C.vorpal_bls_committee) C.vorpal_status {
		return C.vorpal_bls_committee_verify(ctx, committee, (*C.vorpal_bls_suite)(s.handle.pointer),
			C.VORPAL_BLS_COMPRESSED, first(bits), C.size_t(len(bits)), first(message), C.size_t(len(message)),
			first(signature), &valid)
	})
	return valid != 0, err
}
