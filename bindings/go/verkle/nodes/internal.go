//go:build cgo

package verkle

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
)

// InternalNode has 256 children. Its commitment is that to the scalars that their commitments map to.
type InternalNode struct {
	children   []VerkleNode
	depth      byte
	commitment *Point
	// The commitments that children had at the last Commit, for those that changed since.
	old map[byte]Point
}

func newInternalNode(depth byte) *InternalNode {
	node := NewStatelessInternal(depth, new(Point).SetIdentity()).(*InternalNode)
	for i := range node.children {
		node.children[i] = Empty{}
	}
	return node
}

// New creates an empty tree.
func New() VerkleNode { return newInternalNode(0) }

// NewStatelessInternal creates a node of which only the commitment is known.
func NewStatelessInternal(depth byte, comm *Point) VerkleNode {
	node := &InternalNode{children: make([]VerkleNode, NodeWidth), depth: depth, commitment: comm}
	for i := range node.children {
		node.children[i] = UnknownNode{}
	}
	return node
}

// Children returns the children, which the caller does not change.
func (n *InternalNode) Children() []VerkleNode { return n.children }

// SetChild replaces a child. It does not change the commitment.
func (n *InternalNode) SetChild(i int, c VerkleNode) error {
	if i < 0 || i >= NodeWidth {
		return errors.New("child index higher than node width")
	}
	n.children[i] = c
	return nil
}

// touch remembers the commitment of a child that is about to change.
func (n *InternalNode) touch(index byte) {
	if _, ok := n.old[index]; ok {
		return
	}
	if n.old == nil {
		n.old = make(map[byte]Point)
	}
	n.old[index] = *n.children[index].Commitment()
}

// replace makes a node a changed child.
func (n *InternalNode) replace(index byte, child VerkleNode) {
	n.touch(index)
	n.children[index] = child
	if _, ok := child.(Empty); !ok {
		child.setDepth(n.depth + 1)
	}
}

// resolve makes a hashed child the node that the resolver returns for its path.
func (n *InternalNode) resolve(path []byte, resolver NodeResolverFn) error {
	// What the resolver appends to the path does not change the key of the caller.
	serialized, err := resolver(slices.Clip(path))
	if err != nil {
		return fmt.Errorf("verkle tree: error resolving node at path %x: %w", path, err)
	}
	node, err := ParseNode(serialized, n.depth+1)
	if err != nil {
		return fmt.Errorf("verkle tree: error parsing resolved node at path %x: %w", path, err)
	}
	switch node := node.(type) {
	case *LeafNode:
		if !bytes.HasPrefix(node.stem, path) {
			return fmt.Errorf("verkle tree: the leaf at path %x has the stem %x: %w", path, node.stem, ErrInvalidNodeEncoding)
		}
	case *InternalNode:
		if len(path) >= StemSize {
			return fmt.Errorf("verkle tree: an internal node at path %x: %w", path, ErrInvalidNodeEncoding)
		}
	}
	n.children[path[n.depth]] = node
	return nil
}

// Get returns the value of a key of 32 bytes, nil if the tree has none.
func (n *InternalNode) Get(key []byte, resolver NodeResolverFn) ([]byte, error) {
	if len(key) != KeySize {
		return nil, fmt.Errorf("invalid key length, expected %d, got %d", KeySize, len(key))
	}
	values, err := n.GetValuesAtStem(KeyToStem(key), resolver)
	if err != nil || values == nil {
		return nil, err
	}
	return values[key[StemSize]], nil
}

// GetValuesAtStem returns the values of a stem, nil if the tree has none. The caller does not change them.
func (n *InternalNode) GetValuesAtStem(stem Stem, resolver NodeResolverFn) ([][]byte, error) {
	if err := checkKey(stem, StemSize); err != nil {
		return nil, err
	}
	index := stem[n.depth]
	switch child := n.children[index].(type) {
	case UnknownNode:
		return nil, errMissingNodeInStateless
	case Empty:
		return nil, nil
	case HashedNode:
		if resolver == nil {
			return nil, fmt.Errorf("hashed node at depth %d along stem %x could not be resolved: %w", n.depth, stem,
				errReadFromInvalid)
		}
		if err := n.resolve(stem[:n.depth+1], resolver); err != nil {
			return nil, err
		}
		return n.GetValuesAtStem(stem, resolver)
	case *LeafNode:
		switch {
		case !child.has(stem):
			return nil, nil
		case child.isPOAStub:
			return nil, errIsPOAStub
		}
		return child.values, nil
	case *InternalNode:
		return child.GetValuesAtStem(stem, resolver)
	}
	return nil, errUnknownNodeType
}

// Hash returns the scalar that the commitment maps to.
func (n *InternalNode) Hash() *Fr {
	hash := new(Fr)
	n.Commitment().MapToScalarField(hash)
	return hash
}

// Commitment returns the commitment of the last Commit.
func (n *InternalNode) Commitment() *Point {
	if n.commitment == nil {
		panic("nil commitment")
	}
	return n.commitment
}

// Copy returns a copy of the node and of everything below it.
func (n *InternalNode) Copy() VerkleNode {
	if err := settle(n.pendingLeaves(nil)); err != nil {
		panic(err)
	}
	node := &InternalNode{
		children: make([]VerkleNode, len(n.children)), depth: n.depth, commitment: new(Point),
	}
	if n.commitment != nil {
		node.commitment.Set(n.commitment)
	}
	for i, child := range n.children {
		node.children[i] = child.Copy()
	}
	if n.old != nil {
		node.old = make(map[byte]Point, len(n.old))
		for index, point := range n.old {
			node.old[index] = point
		}
	}
	return node
}

func (n *InternalNode) setDepth(depth byte) { n.depth = depth }

func (n *InternalNode) toDot(parent, path string) string {
	name := "internal" + path
	text := fmt.Sprintf("%s [label=\"I: %x\"]\n", name, n.Hash().BytesLE())
	if parent != "" {
		text += fmt.Sprintf(" %s -> %s\n", parent, name)
	}
	for i, child := range n.children {
		text += child.toDot(name, fmt.Sprintf("%s%02x", path, i))
	}
	return text
}

// ToDot returns a drawing of a tree for Graphviz, after Commit.
func ToDot(root VerkleNode) string {
	root.Commit()
	return fmt.Sprintf("digraph D {\n%s}", root.toDot("", ""))
}

// MergeTrees returns a tree with the children of other trees. Where several have a child, it is that of the last one.
func MergeTrees(subroots []*InternalNode) VerkleNode {
	root := newInternalNode(0)
	for _, subroot := range subroots {
		for i, child := range subroot.children {
			if _, ok := child.(Empty); !ok {
				root.touch(byte(i))
				root.children[i] = child
			}
		}
	}
	return root
}
