package eip6800

import (
	"bytes"
	"slices"

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

// Insert inserts writes in order. Consecutive writes with equal stems are inserted in one call, which updates their
// leaf once.
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

// Delete removes the value of a key. Nodes without values are removed; their siblings keep their positions.
//
// If a half of a leaf's values becomes empty, go-verkle drops the commitment of that half and fails on the next use of
// the leaf. So the leaf is created again at its position.
func Delete(tree *verkle.InternalNode, key []byte) error {
	if _, err := tree.Delete(key, nil); err != nil {
		return err
	}
	node := tree
	for depth := range key {
		switch child := node.Children()[key[depth]].(type) {
		case *verkle.InternalNode:
			node = child
		case *verkle.LeafNode:
			if !bytes.Equal(child.Key(0)[:verkle.StemSize], key[:verkle.StemSize]) || !hasEmptyHalf(child.Values()) {
				return nil
			}
			// The deletion has recorded the old commitments of this leaf and of all nodes above it.
			if err := node.SetChild(int(key[depth]), verkle.Empty{}); err != nil {
				return err
			}
			return node.InsertValuesAtStem(key[:verkle.StemSize], child.Values(), nil)
		default:
			return nil
		}
	}
	return nil
}

func hasEmptyHalf(values [][]byte) bool {
	absent := func(value []byte) bool { return len(value) == 0 }
	present := func(value []byte) bool { return !absent(value) }
	half := verkle.NodeWidth / 2
	return !slices.ContainsFunc(values[:half], present) || !slices.ContainsFunc(values[half:], present)
}

// NewTree returns an empty tree.
func NewTree() *verkle.InternalNode {
	return verkle.New().(*verkle.InternalNode)
}
