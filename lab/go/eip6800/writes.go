package eip6800

import (
	"bytes"

	verkle "github.com/ethereum/go-verkle"
)

// Write sets the value of a key.
type Write struct {
	Stem   []byte
	Suffix byte
	Value  []byte
}

// NewWrite sets the value of a key of 32 bytes.
func NewWrite(key, value []byte) Write {
	return Write{Stem: key[:verkle.StemSize], Suffix: key[verkle.StemSize], Value: value}
}

// Insert inserts writes in their order. Those that follow each other with the same stem are given to the tree
// together, which updates their leaf once.
func Insert(tree *verkle.InternalNode, writes []Write) error {
	for start := 0; start < len(writes); {
		stem := writes[start].Stem
		values := make([][]byte, verkle.NodeWidth)
		end := start
		for ; end < len(writes) && bytes.Equal(writes[end].Stem, stem); end++ {
			values[writes[end].Suffix] = writes[end].Value
		}
		if err := tree.InsertValuesAtStem(stem, values, nil); err != nil {
			return err
		}
		start = end
	}
	return nil
}

// NewTree is an empty tree.
func NewTree() *verkle.InternalNode {
	return verkle.New().(*verkle.InternalNode)
}
