//go:build cgo

package verkle

import (
	"bytes"
	"errors"
	"fmt"

	"vorpal.example/go/banderwagon"
)

// ErrInvalidNodeEncoding is the error of bytes that are no node.
var ErrInvalidNodeEncoding = errors.New("invalid node encoding")

var errSerializedPayloadTooShort = errors.New("verkle payload is too short")

// ParseNode returns the node that bytes encode, at a depth of the tree. The bytes are from a trusted source: points are
// not checked. Values are parts of the bytes. Bytes that are too short are an error, and further ones after a leaf are
// ignored.
func ParseNode(serializedNode []byte, depth byte) (VerkleNode, error) {
	if len(serializedNode) < 1+banderwagon.UncompressedSize {
		return nil, errSerializedPayloadTooShort
	}
	r := reader{rest: serializedNode[1:]}
	switch serializedNode[0] {
	case internalType:
		return CreateInternalNode(r.take(bitlistSize), r.rest, depth)
	case leafType, eoAccountType, singleSlotType:
		leaf := r.leaf(serializedNode[0])
		if r.short {
			return nil, fmt.Errorf("leaf of %d bytes: %w", len(serializedNode), errSerializedPayloadTooShort)
		}
		leaf.depth = depth
		return leaf, nil
	}
	return nil, ErrInvalidNodeEncoding
}

// reader takes parts of bytes.
type reader struct {
	rest []byte
	// short is whether a part was not there.
	short bool
}

func (r *reader) take(size int) []byte {
	if len(r.rest) < size {
		r.short = true
		return make([]byte, size)
	}
	part := r.rest[:size:size]
	r.rest = r.rest[size:]
	return part
}

// point takes a point, which is not checked.
func (r *reader) point() *Point {
	point := new(Point)
	if err := point.SetBytesUncompressed(r.take(banderwagon.UncompressedSize), true); err != nil {
		panic(err) // Only of another length.
	}
	return point
}

func (r *reader) leaf(kind byte) *LeafNode {
	leaf := NewLeafNodeWithNoComms(Stem(r.take(StemSize)), make([][]byte, NodeWidth))
	leaf.c1, leaf.c2 = new(Point).SetIdentity(), new(Point).SetIdentity()
	switch kind {
	case eoAccountType:
		leaf.c1, leaf.commitment = r.point(), r.point()
		leaf.values[0], leaf.values[1] = r.take(LeafValueSize), bytes.Clone(EmptyCodeHash)
	case singleSlotType:
		half := r.point()
		leaf.commitment = r.point()
		suffix := int(r.take(1)[0])
		*leaf.half(suffix / 128) = half
		leaf.values[suffix] = r.take(LeafValueSize)
	default:
		present := bitlist(r.take(bitlistSize))
		leaf.commitment, leaf.c1, leaf.c2 = r.point(), r.point(), r.point()
		for i := range leaf.values {
			if present.has(i) {
				leaf.values[i] = r.take(LeafValueSize)
			}
		}
	}
	return leaf
}

// CreateInternalNode returns the internal node with a set of children, which become hashed nodes, and a commitment,
// which is not checked.
func CreateInternalNode(children []byte, raw []byte, depth byte) (*InternalNode, error) {
	if len(children) != bitlistSize || len(raw) != banderwagon.UncompressedSize {
		return nil, ErrInvalidNodeEncoding
	}
	node := newInternalNode(depth)
	present := bitlist(children)
	for i := range node.children {
		if present.has(i) {
			node.children[i] = HashedNode{}
		}
	}
	if err := node.commitment.SetBytesUncompressed(raw, true); err != nil {
		return nil, fmt.Errorf("setting commitment: %w", err)
	}
	return node, nil
}
