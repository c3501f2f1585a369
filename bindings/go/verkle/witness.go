//go:build cgo

package verkle

import (
	"vorpal.example/go/internal/lib"
	"vorpal.example/go/internal/status"
)

// Version is the version of a witness.
type Version int32

// The versions.
const (
	// Plain is the format of go-verkle. It does not prove that the branches it shows are branches, and so may show a key
	// of the tree as absent.
	Plain Version = 0
	// Bound also proves absence and the root after writes. Other libraries refuse it.
	Bound Version = 1
)

// Witness proves values of a tree: an execution witness. It does not change after its creation; the zero value becomes
// a witness by UnmarshalBinary or UnmarshalJSON.
type Witness struct{ witness lib.Witness }

var errNilWitness = status.New(status.Argument, "witness is nil")

func newWitness(witness lib.Witness, err error) (*Witness, error) {
	if err != nil {
		return nil, err
	}
	return &Witness{witness}, nil
}

// WitnessFromBytes decodes a witness. It is not verified.
func WitnessFromBytes(bytes []byte) (*Witness, error) { return newWitness(lib.WitnessFromBytes(bytes)) }

// WitnessFromJSON decodes a witness in the JSON of go-verkle and of clients: an object with stateDiff and verkleProof.
// It is not verified.
func WitnessFromJSON(text []byte) (*Witness, error) { return newWitness(lib.WitnessFromJSON(text)) }

// MarshalBinary encodes the witness.
func (w *Witness) MarshalBinary() ([]byte, error) {
	if w == nil {
		return nil, errNilWitness
	}
	return w.witness.Bytes()
}

// UnmarshalBinary is WitnessFromBytes for an empty witness.
func (w *Witness) UnmarshalBinary(bytes []byte) error {
	if w == nil {
		return errNilWitness
	}
	decoded, err := lib.WitnessFromBytes(bytes)
	if err == nil {
		w.witness = decoded
	}
	return err
}

// MarshalJSON encodes the witness in the JSON of go-verkle.
func (w *Witness) MarshalJSON() ([]byte, error) {
	if w == nil {
		return nil, errNilWitness
	}
	return w.witness.JSON()
}

// UnmarshalJSON is WitnessFromJSON for an empty witness.
func (w *Witness) UnmarshalJSON(text []byte) error {
	if w == nil {
		return errNilWitness
	}
	decoded, err := lib.WitnessFromJSON(text)
	if err == nil {
		w.witness = decoded
	}
	return err
}

// WithWrites returns the witness with new values for some of its keys.
func (w *Witness) WithWrites(keys []Key, values []Value) (*Witness, error) {
	if w == nil {
		return nil, errNilWitness
	}
	if err := checkCount("values", len(values), len(keys)); err != nil {
		return nil, err
	}
	return newWitness(w.witness.WithWrites(keys, values))
}

// Verify verifies the witness against a root. A valid one yields the part of the tree that it contains; a well-formed
// one that does not prove what it should is ErrRefused. A nil pool or committer stands for the shared one.
//
// demand is the version that the caller demands. Bound demands a proof of everything that the witness shows, absence
// included; a witness of version Plain passes if it proves as much. Plain accepts what the format of go-verkle proves:
// see PartialTree.Unbound.
func (w *Witness) Verify(pool *Pool, committer *Committer, root Root, demand Version) (*PartialTree, error) {
	if w == nil {
		return nil, errNilWitness
	}
	tables, err := committer.get()
	if err != nil {
		return nil, err
	}
	tree, err := w.witness.Verify(pool, tables, &root, int32(demand))
	if err != nil {
		return nil, err
	}
	return &PartialTree{tree}, nil
}

// Close frees the witness.
func (w *Witness) Close() error {
	if w == nil {
		return nil
	}
	return w.witness.Close()
}

// PartialTree is the part of a tree that a witness proves. It does not change.
type PartialTree struct{ tree lib.PartialTree }

var errNilPartial = status.New(status.Argument, "partial tree is nil")

// Get returns the proved values of keys. A key that the witness does not contain is ErrInput. A key that it shows as
// absent without proving it is ErrRefused: see Unbound.
func (t *PartialTree) Get(keys []Key) (values []Value, present []bool, err error) {
	if t == nil {
		return nil, nil, errNilPartial
	}
	values, present = make([]Value, len(keys)), make([]bool, len(keys))
	if err = t.tree.Get(keys, values, present); err != nil {
		return nil, nil, err
	}
	return values, present, nil
}

// Unbound returns the number of nodes that the witness presents as branches without proving that they are not leaves.
// It is 0 after a verification that demands Bound. Below such a node no absence is proved.
func (t *PartialTree) Unbound() (int, error) {
	if t == nil {
		return 0, errNilPartial
	}
	return t.tree.Unbound()
}

// RootAfter returns the root after writing the new values of the witness that was verified. It is the tree's root if
// Unbound returns 0. Otherwise it may be wrong. If it equals a trusted root, it is right, but this does not prove
// absence: a key that is only read does not affect the root.
func (t *PartialTree) RootAfter(pool *Pool, committer *Committer, witness *Witness) (Root, error) {
	if t == nil {
		return Root{}, errNilPartial
	}
	if witness == nil {
		return Root{}, errNilWitness
	}
	tables, err := committer.get()
	if err != nil {
		return Root{}, err
	}
	return t.tree.RootAfter(pool, tables, witness.witness)
}

// Close frees the tree.
func (t *PartialTree) Close() error {
	if t == nil {
		return nil
	}
	return t.tree.Close()
}
