//go:build cgo

package verkle_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	nodes "vorpal.example/go/verkle/nodes"
)

// serialized are nodes of every kind.
func serialized(t *testing.T) [][]byte {
	t.Helper()
	tree := nodes.New().(*nodes.InternalNode)
	random := rand.New(rand.NewPCG(3, 3))
	for _, key := range randomKeys(random, 60) {
		if err := tree.Insert(bytes.Clone(key[:]), bytes.Repeat([]byte{7}, 32), nil); err != nil {
			t.Fatal(err)
		}
	}
	// An account without code, and a single value in the upper half.
	account := make([][]byte, nodes.NodeWidth)
	account[0], account[1] = append(make([]byte, 31), 5), nodes.EmptyCodeHash
	if err := tree.InsertValuesAtStem(bytes.Repeat([]byte{9}, 31), account, nil); err != nil {
		t.Fatal(err)
	}
	if err := tree.Insert(bytes.Repeat([]byte{200}, 32), []byte{1}, nil); err != nil {
		t.Fatal(err)
	}
	list, err := tree.BatchSerialize()
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[byte]bool{}
	var texts [][]byte
	for _, node := range list {
		kinds[node.SerializedBytes[0]] = true
		texts = append(texts, node.SerializedBytes)
	}
	if len(kinds) != 4 {
		t.Fatalf("the nodes have the types %v only", kinds)
	}
	return texts
}

func TestParsedNodesAreSerializedToTheSameBytes(t *testing.T) {
	for _, text := range serialized(t) {
		node, err := nodes.ParseNode(text, 1)
		if err != nil {
			t.Fatal(err)
		}
		again, err := node.Serialize()
		if err != nil || !bytes.Equal(again, text) {
			t.Fatalf("%x becomes %x: %v", text, again, err)
		}
	}
}

// use calls what a tree calls of a node from its database.
func use(node nodes.VerkleNode) {
	key := bytes.Repeat([]byte{9}, 32)
	_, _ = node.Get(key, nil)
	_ = node.Insert(key, []byte{1}, nil)
	_, _ = node.Delete(key, nil)
	node.Commit()
	_, _ = node.Serialize()
}

func TestHostileNodes(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	for _, text := range serialized(t) {
		for size := range text {
			if size > 120 && size < len(text)-40 && size%17 != 0 {
				continue
			}
			// Bytes that are no node are an error; a leaf of another type may have fewer bytes.
			if node, err := nodes.ParseNode(text[:size:size], 3); err == nil {
				use(node)
			} else if !errors.Is(err, nodes.ErrInvalidNodeEncoding) && !strings.Contains(err.Error(), "too short") {
				t.Errorf("%d of %d bytes: %v", size, len(text), err)
			} else if node != nil && size == 0 {
				t.Error("an error comes with a node")
			}
		}
		for range 100 {
			changed := bytes.Clone(text)
			changed[random.IntN(len(changed))] = byte(random.Uint32())
			changed[random.IntN(33)] ^= byte(random.Uint32())
			if node, err := nodes.ParseNode(changed, byte(random.IntN(31))); err == nil {
				use(node)
			}
		}
	}
	for kind := range 256 {
		for _, size := range []int{0, 1, 64, 65, 97, 128, 193, 200, 256, 300, 9000} {
			text := bytes.Repeat([]byte{0xff}, size)
			if size > 0 {
				text[0] = byte(kind)
			}
			if node, err := nodes.ParseNode(text, 0); err == nil {
				use(node)
			}
		}
	}
}

// A resolver that returns nodes of other paths, or internal nodes without end.
func TestHostileResolvers(t *testing.T) {
	texts := serialized(t)
	key := bytes.Repeat([]byte{9}, 32)
	all := append([]byte{1}, bytes.Repeat([]byte{0xff}, 32)...)
	all = append(all, texts[0][33:]...)
	root := func() *nodes.InternalNode {
		node, err := nodes.ParseNode(all, 0)
		if err != nil {
			t.Fatal(err)
		}
		return node.(*nodes.InternalNode)
	}
	broken := errors.New("broken")
	for _, resolver := range []nodes.NodeResolverFn{
		func([]byte) ([]byte, error) { return all, nil },
		func([]byte) ([]byte, error) { return nil, nil },
		func([]byte) ([]byte, error) { return nil, broken },
		func([]byte) ([]byte, error) { return texts[len(texts)-1], nil },
	} {
		if _, err := root().Get(key, resolver); err == nil {
			t.Error("Get accepts the node")
		}
		if err := root().Insert(key, []byte{1}, resolver); err == nil {
			t.Error("Insert accepts the node")
		}
		if _, err := root().Delete(key, resolver); err == nil {
			t.Error("Delete accepts the node")
		}
		if _, err := root().DeleteAtStem(key, resolver); err == nil {
			t.Error("DeleteAtStem accepts the node")
		}
		if _, _, _, _, err := nodes.MakeVerkleMultiProof(root(), nil, [][]byte{bytes.Clone(key)}, resolver); err == nil {
			t.Error("a proof accepts the node")
		}
	}
	if _, err := root().Get(key, func([]byte) ([]byte, error) { return nil, broken }); !errors.Is(err, broken) {
		t.Errorf("the error of the resolver is lost: %v", err)
	}
}

func TestMalformedKeysAndValues(t *testing.T) {
	for _, size := range []int{0, 1, 30, 31} {
		tree := nodes.New()
		if tree.Insert(make([]byte, size), []byte{1}, nil) == nil {
			t.Errorf("Insert accepts a key of %d bytes", size)
		}
		if _, err := tree.Get(make([]byte, size), nil); err == nil {
			t.Errorf("Get accepts a key of %d bytes", size)
		}
		if _, err := tree.Delete(make([]byte, size), nil); err == nil {
			t.Errorf("Delete accepts a key of %d bytes", size)
		}
		list := [][]byte{make([]byte, size)}
		if _, _, _, _, err := nodes.MakeVerkleMultiProof(tree, nil, list, nil); err == nil {
			t.Errorf("a proof accepts a key of %d bytes", size)
		}
	}
	tree := nodes.New().(*nodes.InternalNode)
	key := bytes.Repeat([]byte{5}, 32)
	if err := tree.Insert(key, []byte{1}, nil); err != nil {
		t.Fatal(err)
	}
	before := tree.Commit().Bytes()
	values := make([][]byte, nodes.NodeWidth)
	values[3], values[200] = []byte{2}, make([]byte, 33)
	for _, malformed := range [][][]byte{values, values[:255]} {
		if tree.InsertValuesAtStem(key[:31], malformed, nil) == nil {
			t.Error("malformed values are accepted")
		}
	}
	if value, _ := tree.Get(append(bytes.Clone(key[:31]), 3), nil); value != nil || tree.Commit().Bytes() != before {
		t.Error("a failed call changes the tree")
	}
	if _, err := nodes.NewLeafNode(key[:31], values); err == nil {
		t.Error("a leaf accepts a value of 33 bytes")
	}
	if _, _, _, _, err := nodes.MakeVerkleMultiProof(tree, nil, nil, nil); err == nil {
		t.Error("a proof of nothing is accepted")
	}
}

// FuzzParseNode: bytes from a database end no program.
func FuzzParseNode(f *testing.F) {
	f.Add([]byte{1}, byte(0))
	f.Add(bytes.Repeat([]byte{2}, 400), byte(1))
	f.Add(bytes.Repeat([]byte{3}, 192), byte(2))
	f.Add(bytes.Repeat([]byte{4}, 193), byte(30))
	f.Fuzz(func(t *testing.T, text []byte, depth byte) {
		node, err := nodes.ParseNode(text, depth%31)
		if err != nil {
			return
		}
		first, err := node.Serialize()
		if err != nil {
			t.Fatal(err)
		}
		// A leaf may have further bytes, a type that its values do not need, and coordinates above the modulus.
		if node, err = nodes.ParseNode(first, depth%31); err != nil {
			t.Fatal(err)
		}
		if second, err := node.Serialize(); err != nil || !bytes.Equal(first, second) {
			t.Fatalf("%x becomes %x: %v", first, second, err)
		}
	})
}
