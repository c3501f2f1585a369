//go:build cgo

package verkle

import "bytes"

// Insert writes the value of a key of 32 bytes.
func (n *InternalNode) Insert(key, value []byte, resolver NodeResolverFn) error {
	if err := checkKey(key, KeySize); err != nil {
		return err
	}
	values := make([][]byte, NodeWidth)
	values[key[StemSize]] = value
	return n.InsertValuesAtStem(KeyToStem(key), values, resolver)
}

// InsertValuesAtStem writes those of 256 values of a stem that are not empty. A leaf that this creates keeps the slice.
func (n *InternalNode) InsertValuesAtStem(stem Stem, values [][]byte, resolver NodeResolverFn) error {
	if err := checkKey(stem, StemSize); err != nil {
		return err
	}
	index := stem[n.depth]
	switch child := n.children[index].(type) {
	case UnknownNode:
		return errMissingNodeInStateless
	case Empty:
		leaf, err := newPendingLeaf(stem, values)
		if err != nil {
			return err
		}
		n.replace(index, leaf)
		return nil
	case HashedNode:
		if resolver == nil {
			return errInsertIntoHash
		}
		if err := n.resolve(stem[:n.depth+1], resolver); err != nil {
			return err
		}
		n.touch(index)
		return n.InsertValuesAtStem(stem, values, resolver)
	case *LeafNode:
		if child.has(stem) {
			if child.isPOAStub {
				return errIsPOAStub
			}
			n.touch(index)
			return child.write(values)
		}
		if !bytes.HasPrefix(child.stem, stem[:n.depth+1]) {
			return errInsertIntoOtherStem
		}
		leaf, err := newPendingLeaf(stem, values)
		if err != nil {
			return err
		}
		n.split(index, child, leaf)
		return nil
	case *InternalNode:
		n.touch(index)
		return child.InsertValuesAtStem(stem, values, resolver)
	}
	return errUnknownNodeType
}

// split makes a child an internal node with two leaves, which other internal nodes separate from it where the stems
// have more bytes in common.
func (n *InternalNode) split(index byte, first, second *LeafNode) {
	for {
		branch := newInternalNode(n.depth + 1)
		n.touch(index)
		n.children[index] = branch
		n, index = branch, first.stem[branch.depth]
		if other := second.stem[n.depth]; other != index {
			n.replace(index, first)
			n.replace(other, second)
			return
		}
	}
}
