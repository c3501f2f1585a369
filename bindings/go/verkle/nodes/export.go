//go:build cgo

package verkle

import (
	"encoding/hex"
	"encoding/json"
)

// ExportableInternalNode is an internal node in JSON.
type ExportableInternalNode struct {
	Children   []interface{} `json:"children"`
	Commitment []byte        `json:"commitment"`
}

// ExportableLeafNode is a leaf in JSON.
type ExportableLeafNode struct {
	Stem   Stem     `json:"stem"`
	Values [][]byte `json:"values"`

	C  [32]byte `json:"commitment"`
	C1 [32]byte `json:"c1"`
	C2 [32]byte `json:"c2"`
}

// ToJSON returns a tree as JSON, for people, after Commit. A hashed child has the commitment of its parent; C2 is
// zeros, as in go-verkle.
func (n *InternalNode) ToJSON() ([]byte, error) { return json.Marshal(n.export()) }

func (n *InternalNode) export() *ExportableInternalNode {
	commitment := n.Commitment().Bytes()
	node := &ExportableInternalNode{Children: make([]interface{}, NodeWidth), Commitment: commitment[:]}
	for i, child := range n.children {
		switch child := child.(type) {
		case HashedNode:
			node.Children[i] = commitment
		case *InternalNode:
			node.Children[i] = child.export()
		case *LeafNode:
			points := child.points()
			node.Children[i] = &ExportableLeafNode{
				Stem: child.stem, Values: child.values, C: points[0].Bytes(), C1: points[1].Bytes(),
			}
		}
	}
	return node
}

// HexToPrefixedString returns hexadecimal digits after 0x.
func HexToPrefixedString(data []byte) string { return "0x" + hex.EncodeToString(data) }

// PrefixedHexStringToBytes returns the bytes of hexadecimal digits, with or without 0x before them.
func PrefixedHexStringToBytes(input string) ([]byte, error) {
	if len(input) >= 2 && input[:2] == "0x" {
		input = input[2:]
	}
	return hex.DecodeString(input)
}
