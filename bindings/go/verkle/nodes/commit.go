//go:build cgo

package verkle

import (
	"bytes"
	"slices"

	"vorpal.example/go/banderwagon"
)

// pendingLeaves adds the leaves whose commitments are pending, below children that changed since the last Commit.
func (n *InternalNode) pendingLeaves(leaves []*LeafNode) []*LeafNode {
	for index := range n.old {
		switch child := n.children[index].(type) {
		case *LeafNode:
			if child.pending != nil {
				leaves = append(leaves, child)
			}
		case *InternalNode:
			leaves = child.pendingLeaves(leaves)
		}
	}
	return leaves
}

// changedLevels adds the nodes with changed children, by their distance from the first node.
func (n *InternalNode) changedLevels(levels [][]*InternalNode, level int) [][]*InternalNode {
	if len(n.old) == 0 {
		return levels
	}
	if level == len(levels) {
		levels = append(levels, nil)
	}
	levels[level] = append(levels[level], n)
	for index := range n.old {
		if child, ok := n.children[index].(*InternalNode); ok {
			levels = child.changedLevels(levels, level+1)
		}
	}
	return levels
}

// Commit computes the commitments of everything that changed: first of leaves, then of internal nodes, the deepest
// level first. It panics if there is no memory.
func (n *InternalNode) Commit() *Point {
	if len(n.old) == 0 {
		return n.commitment
	}
	if err := settle(n.pendingLeaves(nil)); err != nil {
		panic(err)
	}
	levels := n.changedLevels(nil, 0)
	for level := len(levels) - 1; level >= 0; level-- {
		if err := commitLevel(levels[level]); err != nil {
			panic(err)
		}
	}
	return n.commitment
}

// commitLevel adds to the commitment of each node the differences of the scalars that its changed children map to.
// There are two calls for all nodes.
func commitLevel(nodes []*InternalNode) error {
	// The old commitment of each changed child and the new one, one after the other.
	var points []Point
	var indices []byte
	for _, node := range nodes {
		for index, old := range node.old {
			points = append(points, old, *node.children[index].Commitment())
			indices = append(indices, index)
		}
	}
	hashes, err := banderwagon.MapElements(points)
	if err != nil {
		return err
	}
	var terms banderwagon.Terms
	old, out := make([]Point, len(nodes)), make([]Point, len(nodes))
	done := 0
	for i, node := range nodes {
		old[i] = *node.commitment
		for range node.old {
			var difference Fr
			difference.Sub(&hashes[2*done+1], &hashes[2*done])
			terms.Add(indices[done], &difference)
			done++
		}
		terms.End()
	}
	if err := GetConfig().conf.PrecompMSM.Commit(terms, old, out); err != nil {
		return err
	}
	for i, node := range nodes {
		*node.commitment, node.old = out[i], nil
	}
	return nil
}

// Flush commits, and calls flush for the node and everything below it, the children first. Children become hashed
// nodes. It panics if the node is no root and no leaf below it is in memory, because its path is unknown.
func (n *InternalNode) Flush(flush NodeFlushFn) {
	n.Commit()
	n.flush(n.path(), flush)
}

// path is the path of the node: that of any leaf below it, or nil if none is in memory.
func (n *InternalNode) path() []byte {
	if n.depth > 0 {
		if leaf := n.leafInMemory(); leaf != nil {
			return leaf.stem[:n.depth]
		}
	}
	return nil
}

// leafInMemory is a leaf below the node, or nil.
func (n *InternalNode) leafInMemory() *LeafNode {
	for _, child := range n.children {
		switch child := child.(type) {
		case *LeafNode:
			return child
		case *InternalNode:
			if leaf := child.leafInMemory(); leaf != nil {
				return leaf
			}
		}
	}
	return nil
}

func (n *InternalNode) flush(path []byte, flush NodeFlushFn) {
	if len(path) != int(n.depth) {
		panic("the path of a node without leaves in memory is unknown")
	}
	for i, child := range n.children {
		switch child := child.(type) {
		case *InternalNode:
			child.Commit()
			child.flush(append(bytes.Clone(path), byte(i)), flush)
		case *LeafNode:
			child.Commit()
			flush(slices.Clip(child.stem[:n.depth+1]), child)
		default:
			continue
		}
		n.children[i] = HashedNode{}
	}
	flush(slices.Clip(path), n)
}

// FlushAtDepth commits, and flushes the internal nodes of a depth and the leaves above it. It panics as Flush does.
func (n *InternalNode) FlushAtDepth(depth uint8, flush NodeFlushFn) {
	// Hashed nodes have no commitments for a later Commit.
	n.Commit()
	n.flushAtDepth(n.path(), depth, flush)
}

func (n *InternalNode) flushAtDepth(path []byte, depth uint8, flush NodeFlushFn) {
	for i, child := range n.children {
		switch child := child.(type) {
		case *LeafNode:
			child.Commit()
			flush(slices.Clip(child.stem[:child.depth]), child)
		case *InternalNode:
			below := append(bytes.Clone(path), byte(i))
			if n.depth < depth {
				child.flushAtDepth(below, depth, flush)
				continue
			}
			child.Commit()
			child.flush(below, flush)
		default:
			continue
		}
		n.children[i] = HashedNode{}
	}
}
