//go:build cgo

package verkle

import (
	"bytes"
	"slices"

	"vorpal.example/go/banderwagon"
)

// The first byte of a serialized node.
const (
	internalType   byte = 1
	leafType       byte = 2
	eoAccountType  byte = 3
	singleSlotType byte = 4
)

// bitlistSize is the length of a set of children or of values, whose first bit is the highest of the first byte.
const bitlistSize = NodeWidth / 8

type bitlist [bitlistSize]byte

func (b *bitlist) set(i int) { b[i/8] |= 0x80 >> (i % 8) }

func (b *bitlist) has(i int) bool { return b[i/8]&(0x80>>(i%8)) != 0 }

// uncompressed is the encoding of a commitment.
type uncompressed = [banderwagon.UncompressedSize]byte

// Serialize returns the type, the set of children and the commitment of the last Commit.
func (n *InternalNode) Serialize() ([]byte, error) {
	return n.encode(n.Commitment().BytesUncompressedTrusted()), nil
}

func (n *InternalNode) encode(commitment uncompressed) []byte {
	var children bitlist
	for i, child := range n.children {
		if _, ok := child.(Empty); !ok {
			children.set(i)
		}
	}
	return bytes.Join([][]byte{{internalType}, children[:], commitment[:]}, nil)
}

// points are the commitment, C1 and C2.
func (n *LeafNode) points() []*Point {
	n.mustSettle()
	points := []*Point{n.commitment, n.c1, n.c2}
	for i := range points {
		if points[i] == nil {
			points[i] = new(Point).SetIdentity()
		}
	}
	return points
}

// Serialize returns the leaf in one of three forms. One with a single value has that half's commitment, one of an
// account without code and storage C1, and others the set of values. An empty value is none, as in commitments.
func (n *LeafNode) Serialize() ([]byte, error) {
	return n.encode([3]uncompressed(banderwagon.BatchToBytesUncompressed(n.points()...))), nil
}

func (n *LeafNode) encode(commitments [3]uncompressed) []byte {
	var present bitlist
	var values []byte
	count, last := 0, 0
	for i, value := range n.values {
		if len(value) != 0 {
			count, last = count+1, i
			present.set(i)
			values = append(values, padded(value)...)
		}
	}
	c, c1, c2 := commitments[0][:], commitments[1][:], commitments[2][:]
	switch {
	case count == 1:
		half := c1
		if last >= NodeWidth/2 {
			half = c2
		}
		return bytes.Join([][]byte{{singleSlotType}, n.stem, half, c, {byte(last)}, values}, nil)
	case count == 2 && n.isAccount():
		return bytes.Join([][]byte{{eoAccountType}, n.stem, c1, c, padded(n.values[0])}, nil)
	}
	return bytes.Join([][]byte{{leafType}, n.stem, present[:], c, c1, c2, values}, nil)
}

// isAccount reports whether the values begin with those of an account without code: eight zeros for the version and the
// size of the code, and the hash of empty code.
func (n *LeafNode) isAccount() bool {
	return len(n.values[0]) >= 8 && bytes.Equal(n.values[0][:8], make([]byte, 8)) &&
		bytes.Equal(n.values[1], EmptyCodeHash)
}

// padded is a value with zeros behind it.
func padded(value []byte) []byte {
	var bytes [LeafValueSize]byte
	copy(bytes[:], value)
	return bytes[:]
}

// SerializedNode is a node, its path, and its bytes. Those of the commitment are uncompressed.
type SerializedNode struct {
	Node            VerkleNode
	CommitmentBytes uncompressed
	Path            []byte
	SerializedBytes []byte
}

// BatchSerialize commits, and serializes the node and everything below it that is in memory, parents first.
func (n *InternalNode) BatchSerialize() ([]SerializedNode, error) {
	n.Commit()
	list := n.collect(nil, nil)
	var points []*Point
	for i := range list {
		switch node := list[i].Node.(type) {
		case *InternalNode:
			points = append(points, node.commitment)
		case *LeafNode:
			points = append(points, node.points()...)
		}
	}
	encodings := banderwagon.BatchToBytesUncompressed(points...)
	for i := range list {
		item := &list[i]
		item.CommitmentBytes = encodings[0]
		switch node := item.Node.(type) {
		case *InternalNode:
			item.SerializedBytes, encodings = node.encode(encodings[0]), encodings[1:]
		case *LeafNode:
			item.SerializedBytes, encodings = node.encode([3]uncompressed(encodings)), encodings[3:]
		}
	}
	return list, nil
}

func (n *InternalNode) collect(list []SerializedNode, path []byte) []SerializedNode {
	list = append(list, SerializedNode{Node: n, Path: path})
	for i, child := range n.children {
		switch child := child.(type) {
		case *LeafNode:
			list = append(list, SerializedNode{Node: child, Path: slices.Clip(child.stem[:len(path)+1])})
		case *InternalNode:
			list = child.collect(list, append(bytes.Clone(path), byte(i)))
		}
	}
	return list
}
