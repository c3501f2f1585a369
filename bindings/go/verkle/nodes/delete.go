//go:build cgo

package verkle

// isEmpty reports whether all children are empty.
func (n *InternalNode) isEmpty() bool {
	for _, child := range n.children {
		if _, ok := child.(Empty); !ok {
			return false
		}
	}
	return true
}

// Delete removes the value of a key, and nodes that have no values afterwards. It reports whether the node has none.
func (n *InternalNode) Delete(key []byte, resolver NodeResolverFn) (bool, error) {
	if err := checkKey(key, KeySize); err != nil {
		return false, err
	}
	index := key[n.depth]
	switch child := n.children[index].(type) {
	case Empty:
		return false, nil
	case HashedNode:
		if resolver == nil {
			return false, errDeleteHash
		}
		if err := n.resolve(key[:n.depth+1], resolver); err != nil {
			return false, err
		}
		return n.Delete(key, resolver)
	default:
		n.touch(index)
		gone, err := child.Delete(key, resolver)
		if err != nil || !gone {
			return false, err
		}
		n.children[index] = Empty{}
		return n.isEmpty(), nil
	}
}

// DeleteAtStem removes a stem, and nodes that have no children afterwards. It reports whether the node has none. A stem
// that the tree lacks is an error.
func (n *InternalNode) DeleteAtStem(key []byte, resolver NodeResolverFn) (bool, error) {
	if err := checkKey(key, StemSize); err != nil {
		return false, err
	}
	index := key[n.depth]
	switch child := n.children[index].(type) {
	case Empty:
		return false, errDeleteMissing
	case HashedNode:
		if resolver == nil {
			return false, errDeleteHash
		}
		if err := n.resolve(key[:n.depth+1], resolver); err != nil {
			return false, err
		}
		return n.DeleteAtStem(key, resolver)
	case *LeafNode:
		if !child.has(key) {
			return false, errDeleteMissing
		}
		n.touch(index)
	case *InternalNode:
		n.touch(index)
		gone, err := child.DeleteAtStem(key, resolver)
		if err != nil || !gone {
			return false, err
		}
	default:
		return false, errDeleteUnknown
	}
	n.children[index] = Empty{}
	return n.isEmpty(), nil
}

// Delete removes a value, and reports whether the leaf has no others. C1 or C2 without values is no commitment at all.
func (n *LeafNode) Delete(key []byte, _ NodeResolverFn) (bool, error) {
	if err := checkKey(key, KeySize); err != nil {
		return false, err
	}
	if !n.has(key) {
		return false, nil
	}
	if n.isPOAStub {
		return false, errIsPOAStub
	}
	if err := n.settleOne(); err != nil {
		return false, err
	}
	suffix := int(key[StemSize])
	half := suffix / 128
	if isUnknown(*n.half(half)) {
		return false, errMissingNodeInStateless
	}
	var others [2]bool
	for i, value := range n.values {
		others[i/128] = others[i/128] || i != suffix && len(value) != 0
	}
	old := n.values[suffix]
	if !others[0] && !others[1] {
		n.values[suffix] = nil
		return true, nil
	}
	changes := new(pendingLeaf)
	if others[half] {
		if err := changes.change(suffix, old, nil); err != nil {
			return false, err
		}
	} else if point := n.half(half); *point != nil {
		// The commitment without the scalar that C1 or C2 maps to, which is subtracted as in go-verkle.
		var hash Fr
		(*point).MapToScalarField(&hash)
		poly := make([]Fr, NodeWidth)
		poly[2+half] = hash
		n.commitment.Sub(n.commitment, GetConfig().CommitToPoly(poly, 0))
		*point = nil
	}
	n.values[suffix] = nil
	n.pending = changes
	return false, n.settleOne()
}
