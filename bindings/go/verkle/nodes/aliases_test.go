//go:build cgo

package verkle_test

import (
	"bytes"
	"fmt"
	"testing"

	nodes "vorpal.example/go/verkle/nodes"
)

// A program may use the memory of a key again after a call.
func TestKeysMayBeUsedAgain(t *testing.T) {
	tree, expected, key := nodes.New(), nodes.New(), make([]byte, 32)
	for i := range byte(5) {
		copy(key, fill(i, 32, i))
		if err := tree.Insert(key, fill(1, 32, i), nil); err != nil {
			t.Fatal(err)
		}
		if err := expected.Insert(fill(i, 32, i), fill(1, 32, i), nil); err != nil {
			t.Fatal(err)
		}
	}
	if tree.Commit().Bytes() != expected.Commit().Bytes() {
		t.Error("the key of another call changes a stem")
	}
}

// What a resolver or a function of Flush appends to a path changes no key and no stem.
func TestPathsMayBeAppendedTo(t *testing.T) {
	tree, stored, stem := nodes.New().(*nodes.InternalNode), map[string][]byte{}, fill(7, 31, 7)
	for i := range byte(3) {
		if err := tree.Insert(append(bytes.Clone(stem), i), []byte{5, i}, nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := tree.Insert(fill(7, 32, 8), []byte{5}, nil); err != nil {
		t.Fatal(err)
	}
	tree.Copy().(*nodes.InternalNode).Flush(func(path []byte, node nodes.VerkleNode) {
		_ = append(path, 0xee, 0xee, 0xee)
		text, err := node.Serialize()
		if err != nil {
			t.Fatal(err)
		}
		stored[string(path)] = text
	})
	list, err := tree.BatchSerialize()
	if err != nil {
		t.Fatal(err)
	}
	for _, item := range list {
		_ = append(item.Path, 0xee, 0xee, 0xee)
	}
	if list, err = tree.BatchSerialize(); err != nil {
		t.Fatal(err)
	}
	for _, item := range list {
		if !bytes.Equal(stored[string(item.Path)], item.SerializedBytes) {
			t.Errorf("another node at %x", item.Path)
		}
	}
	root, err := nodes.ParseNode(stored[""], 0)
	if err != nil {
		t.Fatal(err)
	}
	key := append(bytes.Clone(stem), 2)
	value, err := root.Get(key, func(path []byte) ([]byte, error) {
		_ = append(path, 0xee, 0xee, 0xee)
		return stored[string(path)], nil
	})
	if err != nil || !bytes.HasPrefix(value, []byte{5, 2}) || !bytes.Equal(key, append(stem, 2)) {
		t.Errorf("%x at %x: %v", value, key, err)
	}
}

// Who changes a value of a parsed account does not change those of others.
func TestParsedAccountsShareNoValue(t *testing.T) {
	values := make([][]byte, nodes.NodeWidth)
	values[0], values[1] = make([]byte, 32), bytes.Clone(nodes.EmptyCodeHash)
	leaf, err := nodes.NewLeafNode(fill(9, 31, 9), values)
	if err != nil {
		t.Fatal(err)
	}
	text, err := leaf.Serialize()
	if err != nil || text[0] != 3 {
		t.Fatalf("%x is no account: %v", text, err)
	}
	parsed, err := nodes.ParseNode(text, 1)
	if err != nil {
		t.Fatal(err)
	}
	clear(parsed.(*nodes.LeafNode).Value(1))
	if nodes.EmptyCodeHash[0] != 0xc5 {
		t.Error("the hash of empty code has changed")
	}
	copy(nodes.EmptyCodeHash, values[1])
}

// An empty value is none: the leaf is that without it, in memory and in its serialization.
func TestEmptyValuesAreNone(t *testing.T) {
	var found [2]string
	for i, value := range [][]byte{{}, nil} {
		values := make([][]byte, nodes.NodeWidth)
		values[1], values[200] = []byte{5}, value
		leaf, err := nodes.NewLeafNode(fill(9, 31, 9), values)
		if err != nil {
			t.Fatal(err)
		}
		text, err := leaf.Serialize()
		if err != nil {
			t.Fatal(err)
		}
		found[i] = fmt.Sprintf("%x", text)
	}
	if found[0] != found[1] {
		t.Errorf("%s, not %s", found[0], found[1])
	}
}
