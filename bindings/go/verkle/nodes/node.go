//go:build cgo

package verkle

import (
	"errors"
	"fmt"
)

// NodeFlushFn receives a node and its path.
type NodeFlushFn func(path []byte, node VerkleNode)

// NodeResolverFn returns the serialization of the node at a path.
type NodeResolverFn func(path []byte) ([]byte, error)

// VerkleNode is a node of a tree, with everything below it.
type VerkleNode interface {
	// Insert writes a value.
	Insert(key, value []byte, resolver NodeResolverFn) error
	// Delete removes a value, and reports whether the parent removes the node.
	Delete(key []byte, resolver NodeResolverFn) (bool, error)
	// Get returns a value, nil if the tree has none.
	Get(key []byte, resolver NodeResolverFn) ([]byte, error)
	// Commit computes the commitments of everything that changed.
	Commit() *Point
	// Commitment returns the commitment of the last Commit. Later commits of the node change it in place.
	Commitment() *Point
	// Hash returns the scalar that the commitment maps to.
	Hash() *Fr
	// GetProofItems returns what a proof of keys consists of, a status for each stem, and the stems that prove others
	// absent. The keys are sorted.
	GetProofItems(keys Keylist, resolver NodeResolverFn) (*ProofElements, []byte, []Stem, error)
	// Serialize returns the bytes that ParseNode reads.
	Serialize() ([]byte, error)
	// Copy returns a copy of the node and of everything below it.
	Copy() VerkleNode

	toDot(parent, path string) string
	setDepth(depth byte)
}

var (
	errInsertIntoHash         = errors.New("trying to insert into hashed node")
	errDeleteHash             = errors.New("trying to delete from a hashed subtree")
	errDeleteMissing          = errors.New("trying to delete a missing group")
	errDeleteUnknown          = errors.New("trying to delete an out-of-view node")
	errReadFromInvalid        = errors.New("trying to read from an invalid child")
	errSerializeHashedNode    = errors.New("trying to serialize a hashed internal node")
	errInsertIntoOtherStem    = errors.New("insert splits a stem where it should not happen")
	errUnknownNodeType        = errors.New("unknown node type detected")
	errMissingNodeInStateless = errors.New("trying to access a node that is missing from the stateless view")
	errIsPOAStub              = errors.New("trying to read/write a proof of absence leaf node")

	errDirectInsertIntoEmptyNode = errors.New("an empty node should not be inserted directly into")
)

// checkKey refuses a key with fewer bytes than its use needs.
func checkKey(key []byte, size int) error {
	if len(key) < size {
		return fmt.Errorf("key length (%d) is shorter than the expected stem size (%d)", len(key), size)
	}
	return nil
}

// Empty is the absence of a node.
type Empty struct{}

// Insert is an error.
func (Empty) Insert([]byte, []byte, NodeResolverFn) error { return errDirectInsertIntoEmptyNode }

// Delete is an error.
func (Empty) Delete([]byte, NodeResolverFn) (bool, error) {
	return false, errors.New("cant delete an empty node")
}

// Get returns no value.
func (Empty) Get([]byte, NodeResolverFn) ([]byte, error) { return nil, nil }

// Commit returns the identity.
func (Empty) Commit() *Point { return new(Point).SetIdentity() }

// Commitment returns the identity.
func (Empty) Commitment() *Point { return new(Point).SetIdentity() }

// Hash returns zero.
func (Empty) Hash() *Fr { return new(Fr) }

// GetProofItems is an error.
func (Empty) GetProofItems(Keylist, NodeResolverFn) (*ProofElements, []byte, []Stem, error) {
	return nil, nil, nil, errors.New("trying to produce a commitment for an empty subtree")
}

// Serialize is an error.
func (Empty) Serialize() ([]byte, error) { return nil, errors.New("can't encode empty node to RLP") }

// Copy returns the node.
func (Empty) Copy() VerkleNode { return Empty{} }

func (Empty) toDot(string, string) string { return "" }

func (Empty) setDepth(byte) { panic("should not be try to set the depth of an Empty node") }

// HashedNode is a node that a resolver has. Its commitment is unknown.
type HashedNode struct{}

// Insert is an error.
func (HashedNode) Insert([]byte, []byte, NodeResolverFn) error { return errInsertIntoHash }

// Delete is an error.
func (HashedNode) Delete([]byte, NodeResolverFn) (bool, error) {
	return false, errors.New("cant delete a hashed node in-place")
}

// Get is an error.
func (HashedNode) Get([]byte, NodeResolverFn) ([]byte, error) {
	return nil, errors.New("can not read from a hash node")
}

// Commit panics.
func (HashedNode) Commit() *Point { panic("can not commit a hash node") }

// Commitment panics.
func (HashedNode) Commitment() *Point { panic("can not get commitment of a hash node") }

// Hash panics.
func (HashedNode) Hash() *Fr { panic("can not hash a hashed node") }

// GetProofItems is an error.
func (HashedNode) GetProofItems(Keylist, NodeResolverFn) (*ProofElements, []byte, []Stem, error) {
	return nil, nil, nil, errors.New("can not get the full path, and there is no proof of absence")
}

// Serialize is an error.
func (HashedNode) Serialize() ([]byte, error) { return nil, errSerializeHashedNode }

// Copy returns the node.
func (HashedNode) Copy() VerkleNode { return HashedNode{} }

func (HashedNode) toDot(parent, path string) string {
	return fmt.Sprintf("hash%s [label=\"unresolved\"]\n%s -> hash%s\n", path, parent, path)
}

func (HashedNode) setDepth(byte) {}

// UnknownNode is what a proof says nothing about.
type UnknownNode struct{}

// Insert is an error.
func (UnknownNode) Insert([]byte, []byte, NodeResolverFn) error { return errMissingNodeInStateless }

// Delete is an error.
func (UnknownNode) Delete([]byte, NodeResolverFn) (bool, error) {
	return false, errors.New("cant delete in a subtree missing form a stateless view")
}

// Get returns no value.
func (UnknownNode) Get([]byte, NodeResolverFn) ([]byte, error) { return nil, nil }

// Commit returns the identity.
func (UnknownNode) Commit() *Point { return new(Point).SetIdentity() }

// Commitment returns the identity.
func (UnknownNode) Commitment() *Point { return new(Point).SetIdentity() }

// Hash returns zero.
func (UnknownNode) Hash() *Fr { return new(Fr) }

// GetProofItems is an error.
func (UnknownNode) GetProofItems(Keylist, NodeResolverFn) (*ProofElements, []byte, []Stem, error) {
	return nil, nil, nil, errors.New("can't generate proof items for unknown node")
}

// Serialize is an error.
func (UnknownNode) Serialize() ([]byte, error) {
	return nil, errors.New("trying to serialize a subtree missing from the statless view")
}

// Copy returns the node.
func (UnknownNode) Copy() VerkleNode { return UnknownNode{} }

func (UnknownNode) toDot(string, string) string { return "" }

func (UnknownNode) setDepth(byte) { panic("should not be try to set the depth of an UnknownNode node") }
