//go:build cgo

package bls

import (
	"sync"

	"vorpal.example/go/internal/lib"
)

// Batch is a batch of signature sets that grows as they arrive, each with an id of the caller. Signatures are decoded
// and messages hashed sixteen at a time, as sets arrive. Several goroutines may use a batch at the same time, one after
// the other; each may fill a batch of its own, and Merge joins them.
type Batch struct {
	batch lib.Batch
	// Held for reading while sets are added, so that their number does not change at the end.
	mutex sync.RWMutex
}

// NewBatch returns an empty batch.
func NewBatch() (*Batch, error) {
	suite, err := ethereum()
	if err != nil {
		return nil, err
	}
	batch, err := lib.NewBatch(suite)
	if err != nil {
		return nil, err
	}
	return &Batch{batch: batch}, nil
}

// Close frees the batch. Later calls with it fail.
func (b *Batch) Close() error {
	if b == nil {
		return nil
	}
	return b.batch.Close()
}

// Add adds a set. A malformed signature is a set that is not valid.
func (b *Batch) Add(pool *Pool, id uint64, set SignatureSet) error {
	if b == nil {
		return argument("batch is nil")
	}
	flat, err := flatKeys(set.PublicKeys)
	if err != nil {
		return err
	}
	b.mutex.RLock()
	defer b.mutex.RUnlock()
	encoding := flatSignatures([][]byte{set.Signature})
	return b.batch.Add(pool, id, forms, encoding, len(set.PublicKeys), flat, set.Message)
}

// AddIndexed adds a set whose keys are in a table. An index that the table does not have is an error.
func (b *Batch) AddIndexed(pool *Pool, id uint64, t *KeyTable, set IndexedSet) error {
	if b == nil {
		return argument("batch is nil")
	}
	table, err := t.get()
	if err != nil {
		return err
	}
	b.mutex.RLock()
	defer b.mutex.RUnlock()
	return b.batch.AddIndexed(pool, id, flatSignatures([][]byte{set.Signature}), table, set.Indices, set.Message)
}

// Len returns the number of sets.
func (b *Batch) Len() (int, error) {
	if b == nil {
		return 0, argument("batch is nil")
	}
	return b.batch.Count()
}

// Merge moves all sets of another batch into this one. The other one is empty afterwards.
func (b *Batch) Merge(pool *Pool, other *Batch) error {
	if b == nil || other == nil {
		return argument("batch is nil")
	}
	b.mutex.RLock()
	defer b.mutex.RUnlock()
	return b.batch.Merge(pool, other.batch)
}

// Finish verifies all sets, and empties the batch. It returns the ids of those that are not valid, in order of arrival.
// No sets are an error.
func (b *Batch) Finish(pool *Pool) ([]uint64, error) {
	if b == nil {
		return nil, argument("batch is nil")
	}
	b.mutex.Lock()
	defer b.mutex.Unlock()
	count, err := b.batch.Count()
	if err != nil {
		return nil, err
	}
	if count == 0 {
		return nil, argument("no signature sets")
	}
	ids, _, err := b.batch.Finish(pool, make([]uint64, count))
	return ids, err
}
