//go:build cgo

package verkle_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	nodes "vorpal.example/go/verkle/nodes"
)

// go-verkle panics when it serializes such a leaf.
func TestShortValuesAtSuffixZeroAreSerialized(t *testing.T) {
	tree := nodes.New().(*nodes.InternalNode)
	for _, suffix := range []byte{0, 1, 200} {
		if err := tree.Insert(append(make([]byte, 31), suffix), []byte{5}, nil); err != nil {
			t.Fatal(err)
		}
	}
	list, err := tree.BatchSerialize()
	if err != nil {
		t.Fatal(err)
	}
	leaf, err := nodes.ParseNode(list[1].SerializedBytes, 1)
	if err != nil {
		t.Fatal(err)
	}
	value, err := leaf.Get(make([]byte, 32), nil)
	if err != nil || !bytes.Equal(value, append([]byte{5}, make([]byte, 31)...)) {
		t.Fatalf("%x: %v", value, err)
	}
}

// A node whose children are all hashed is flushed with its path, where go-verkle panics.
func TestNodesWithoutLeavesInMemoryAreFlushed(t *testing.T) {
	tree := nodes.New().(*nodes.InternalNode)
	for i := range byte(3) {
		if err := tree.Insert(append([]byte{7, i}, make([]byte, 30)...), []byte{5}, nil); err != nil {
			t.Fatal(err)
		}
	}
	stored := map[string][]byte{}
	store := func(path []byte, node nodes.VerkleNode) {
		text, err := node.Serialize()
		if err != nil {
			t.Fatal(err)
		}
		stored[string(path)] = text
	}
	tree.Flush(store)
	root, err := nodes.ParseNode(stored[""], 0)
	if err != nil {
		t.Fatal(err)
	}
	// A key below the node at 07, where there is no leaf.
	resolve := func(path []byte) ([]byte, error) { return stored[string(path)], nil }
	value, err := root.Get(bytes.Repeat([]byte{7}, 32), resolve)
	if err != nil || value != nil {
		t.Fatalf("%x: %v", value, err)
	}
	expected := []string{fmt.Sprintf("07 %x", stored["\x07"]), fmt.Sprintf(" %x", stored[""])}
	var found []string
	root.(*nodes.InternalNode).Flush(func(path []byte, node nodes.VerkleNode) {
		text, err := node.Serialize()
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, fmt.Sprintf("%x %x", path, text))
	})
	if !slices.Equal(found, expected) {
		t.Fatalf("%s, not %s", found, expected)
	}
}

// FlushAtDepth commits first: children that changed become hashed nodes. In go-verkle the next Commit panics.
func TestChangesAreFlushedAtDepth(t *testing.T) {
	tree, expected := nodes.New().(*nodes.InternalNode), nodes.New()
	for i := range byte(3) {
		for _, one := range []nodes.VerkleNode{tree, expected} {
			if err := one.Insert(append([]byte{7, 7, i}, make([]byte, 29)...), []byte{5}, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	tree.FlushAtDepth(0, func([]byte, nodes.VerkleNode) {})
	if tree.Commit().Bytes() != expected.Commit().Bytes() {
		t.Error("another root")
	}
}

// FlushAtDepth knows the path of such a node too.
func TestNodesWithoutLeavesInMemoryAreFlushedAtDepth(t *testing.T) {
	tree, stored := nodes.New().(*nodes.InternalNode), map[string][]byte{}
	for i := range byte(3) {
		if err := tree.Insert(append([]byte{7, 7, i}, make([]byte, 29)...), []byte{5}, nil); err != nil {
			t.Fatal(err)
		}
	}
	tree.Flush(func(path []byte, node nodes.VerkleNode) {
		text, err := node.Serialize()
		if err != nil {
			t.Fatal(err)
		}
		stored[string(path)] = text
	})
	for depth, expected := range []string{"[0707 07]", "[0707]", "[]"} {
		root, err := nodes.ParseNode(stored[""], 0)
		if err != nil {
			t.Fatal(err)
		}
		resolve := func(path []byte) ([]byte, error) { return stored[string(path)], nil }
		if _, err := root.Get(bytes.Repeat([]byte{7}, 32), resolve); err != nil {
			t.Fatal(err)
		}
		found := []string{}
		root.(*nodes.InternalNode).FlushAtDepth(uint8(depth), func(path []byte, node nodes.VerkleNode) {
			text, err := node.Serialize()
			if err != nil || !bytes.Equal(text, stored[string(path)]) {
				t.Errorf("another node at %x: %v", path, err)
			}
			found = append(found, fmt.Sprintf("%x", path))
		})
		if fmt.Sprint(found) != expected {
			t.Errorf("depth %d: %v, not %s", depth, found, expected)
		}
	}
}
