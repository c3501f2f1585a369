//go:build cgo

package verkle

import (
	"bytes"
	"fmt"
	"slices"
)

// BatchNewLeafNodeData is a stem, and its values by their suffixes.
type BatchNewLeafNodeData struct {
	Stem   Stem
	Values map[byte][]byte
}

// BatchNewLeafNode creates leaves, whose commitments take three calls, and sorts them by their stems.
func BatchNewLeafNode(nodesValues []BatchNewLeafNodeData) ([]LeafNode, error) {
	pending := make([]*LeafNode, len(nodesValues))
	for i, data := range nodesValues {
		values := make([][]byte, NodeWidth)
		for suffix, value := range data.Values {
			values[suffix] = value
		}
		var err error
		if pending[i], err = newPendingLeaf(data.Stem, values); err != nil {
			return nil, fmt.Errorf("creating leaf node %d: %w", i, err)
		}
	}
	if err := settle(pending); err != nil {
		return nil, fmt.Errorf("creating leaf nodes: %w", err)
	}
	leaves := make([]LeafNode, len(pending))
	for i, leaf := range pending {
		leaves[i] = *leaf
	}
	sortLeaves(leaves)
	return leaves, nil
}

func sortLeaves(leaves []LeafNode) {
	slices.SortFunc(leaves, func(a, b LeafNode) int { return bytes.Compare(a.stem, b.stem) })
}

// InsertMigratedLeaves sorts leaves and inserts them. Where the tree has a leaf of the stem, it takes the values that
// this one does not have.
func (n *InternalNode) InsertMigratedLeaves(leaves []LeafNode, resolver NodeResolverFn) error {
	sortLeaves(leaves)
	for i := range leaves {
		leaf := leaves[i]
		if err := n.insertMigrated(&leaf, resolver); err != nil {
			return fmt.Errorf("inserting migrated leaves: %w", err)
		}
	}
	return nil
}

func (n *InternalNode) insertMigrated(leaf *LeafNode, resolver NodeResolverFn) error {
	index := leaf.stem[n.depth]
	switch child := n.children[index].(type) {
	case HashedNode:
		if resolver == nil {
			return errInsertIntoHash
		}
		if err := n.resolve(leaf.stem[:n.depth+1], resolver); err != nil {
			return err
		}
		return n.insertMigrated(leaf, resolver)
	case *InternalNode:
		n.touch(index)
		return child.insertMigrated(leaf, resolver)
	case Empty:
		n.replace(index, leaf)
		return nil
	case *LeafNode:
		n.touch(index)
		if !child.has(leaf.stem) {
			if !bytes.HasPrefix(child.stem, leaf.stem[:n.depth+1]) {
				return errInsertIntoOtherStem
			}
			n.split(index, child, leaf)
			return nil
		}
		if child.isPOAStub {
			return errIsPOAStub
		}
		values := slices.Clone(leaf.values)
		for i := range values {
			if child.values[i] != nil {
				values[i] = nil
			}
		}
		return child.write(values)
	default:
		return fmt.Errorf("unexpected node type %T", child)
	}
}
