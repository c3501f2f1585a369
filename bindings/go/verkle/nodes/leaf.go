//go:build cgo

package verkle

import (
	"bytes"
	"fmt"

	"vorpal.example/go/banderwagon"
)

// LeafNode has the values of a stem. Its commitment is that to the vector 1, stem, C1, C2; C1 and C2 commit to the
// values of the lower and of the upper half of the suffixes, two scalars for each value.
type LeafNode struct {
	stem   Stem
	values [][]byte

	// The commitments, without what pending adds to them. C1 and C2 are nil where a proof does not show them, and where
	// the last value of a half was deleted.
	commitment *Point
	c1, c2     *Point
	pending    *pendingLeaf

	depth byte
	// isPOAStub is whether a proof shows only that the node is there, so that other stems are absent.
	isPOAStub bool
}

// NewLeafNode creates a leaf with 256 values, which it keeps, and computes its commitments.
func NewLeafNode(stem Stem, values [][]byte) (*LeafNode, error) {
	leaf, err := newPendingLeaf(stem, values)
	if err != nil {
		return nil, err
	}
	return leaf, settle([]*LeafNode{leaf})
}

// NewLeafNodeWithNoComms creates a leaf without commitments.
func NewLeafNodeWithNoComms(stem Stem, values [][]byte) *LeafNode {
	return &LeafNode{stem: stem, values: values}
}

// Insert writes a value of the leaf's stem.
func (n *LeafNode) Insert(key, value []byte, _ NodeResolverFn) error {
	if n.isPOAStub {
		return errIsPOAStub
	}
	if len(key) != KeySize {
		return fmt.Errorf("invalid key size: %d", len(key))
	}
	if stem := KeyToStem(key); !bytes.Equal(stem, n.stem) {
		return fmt.Errorf("stems don't match: %x != %x", stem, n.stem)
	}
	values := make([][]byte, NodeWidth)
	values[key[StemSize]] = value
	if err := n.write(values); err != nil {
		return err
	}
	return settle([]*LeafNode{n})
}

// Get returns a value, nil for keys of other stems.
func (n *LeafNode) Get(key []byte, _ NodeResolverFn) ([]byte, error) {
	if n.isPOAStub {
		return nil, errIsPOAStub
	}
	if err := checkKey(key, KeySize); err != nil {
		return nil, err
	}
	if !n.has(key) {
		return nil, nil
	}
	return n.values[key[StemSize]], nil
}

// has reports whether a stem or a key belongs to the leaf.
func (n *LeafNode) has(key []byte) bool { return bytes.Equal(n.stem, key[:StemSize]) }

// Commit returns the commitment.
func (n *LeafNode) Commit() *Point {
	n.mustSettle()
	return n.commitment
}

// Commitment returns the commitment.
func (n *LeafNode) Commitment() *Point {
	n.mustSettle()
	if n.commitment == nil {
		panic("nil commitment")
	}
	return n.commitment
}

// Hash returns the scalar that the commitment maps to.
func (n *LeafNode) Hash() *Fr {
	hash := new(Fr)
	n.Commitment().MapToScalarField(hash)
	return hash
}

// Copy returns a copy of the leaf and of its values.
func (n *LeafNode) Copy() VerkleNode {
	n.mustSettle()
	leaf := &LeafNode{
		stem: bytes.Clone(n.stem), values: make([][]byte, len(n.values)), depth: n.depth, isPOAStub: n.isPOAStub,
		commitment: copyPoint(n.commitment), c1: copyPoint(n.c1), c2: copyPoint(n.c2),
	}
	for i, value := range n.values {
		leaf.values[i] = bytes.Clone(value)
	}
	return leaf
}

func copyPoint(point *Point) *Point {
	if point == nil {
		return nil
	}
	return new(Point).Set(point)
}

// Key returns the key of a suffix.
func (n *LeafNode) Key(i int) []byte {
	key := make([]byte, KeySize)
	copy(key, n.stem)
	key[StemSize] = byte(i)
	return key
}

// Value returns the value of a suffix.
func (n *LeafNode) Value(i int) []byte {
	if i >= NodeWidth {
		panic("leaf node index out of range")
	}
	return n.values[byte(i)]
}

// Values returns all values, which the caller does not change.
func (n *LeafNode) Values() [][]byte { return n.values }

func (n *LeafNode) setDepth(depth byte) { n.depth = depth }

func (n *LeafNode) toDot(parent, path string) string {
	hash, points := n.Hash().Bytes(), n.points()
	text := fmt.Sprintf("leaf%s [label=\"L: %x\nC: %x\nStem: %x\nC₁: %x\nC₂:%x\"]\n%s -> leaf%s\n", path, hash,
		points[0].Bytes(), n.stem, points[1].Bytes(), points[2].Bytes(), parent, path)
	for i, value := range n.values {
		if len(value) != 0 {
			text += fmt.Sprintf("val%s%02x [label=\"%x\"]\nleaf%s -> val%s%02x\n", path, i, value, path, path, i)
		}
	}
	return text
}

// leafToComms writes the two scalars of a value: its first 16 bytes plus 2^128, and the other bytes. Those of no value
// are zero.
func leafToComms(poly []Fr, value []byte) error {
	if len(value) == 0 {
		return nil
	}
	if len(value) > LeafValueSize {
		return fmt.Errorf("invalid leaf length %d, %v", len(value), value)
	}
	var low, high [17]byte
	copy(low[:16], value)
	low[16] = 1
	if len(value) > 16 {
		copy(high[:], value[16:])
	}
	poly[0].SetBytesLE(low[:])
	poly[1].SetBytesLE(high[:])
	return nil
}

// fillSuffixTreePoly writes the vector that C1 or C2 commits to, for the 128 values of its half.
func fillSuffixTreePoly(poly []Fr, values [][]byte) error {
	for i, value := range values {
		if err := leafToComms(poly[2*i:], value); err != nil {
			return err
		}
	}
	return nil
}

// leafVector writes the vector that the commitment of a leaf commits to.
func (n *LeafNode) leafVector() ([NodeWidth]Fr, error) {
	var poly [NodeWidth]Fr
	poly[0] = FrOne
	if err := StemFromLEBytes(&poly[1], n.stem); err != nil {
		return poly, fmt.Errorf("error serializing stem '%x': %w", n.stem, err)
	}
	if n.isPOAStub {
		return poly, nil
	}
	points := n.points()
	hashes, err := banderwagon.MapElements([]Point{*points[1], *points[2]})
	if err != nil {
		return poly, err
	}
	poly[2], poly[3] = hashes[0], hashes[1]
	return poly, nil
}
