//go:build cgo

package peers

import (
	"bytes"
	"math/rand/v2"
	"testing"

	goverkle "github.com/ethereum/go-verkle"

	nodes "vorpal.example/go/verkle/nodes"
)

// Proofs of stateless trees: each library rebuilds and verifies those of the other one.
func TestNodesHaveTheProofsOfGoVerkle(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	keys := treeKeys(random)
	p := &pair{nodes.New(), goverkle.New(), map[string][]byte{}}
	for _, key := range keys[:60] {
		same(t, "Insert", p.ours.Insert(key, key, nil), p.theirs.Insert(bytes.Clone(key), key, nil))
	}
	p.compare(t)
	var list, copied [][]byte
	for _, key := range keys[40:80] {
		list, copied = append(list, bytes.Clone(key)), append(copied, bytes.Clone(key))
	}
	ours, _, _, _, err := nodes.MakeVerkleMultiProof(p.ours, nil, list, p.resolve)
	if err != nil {
		t.Fatal(err)
	}
	theirs, _, _, _, err := goverkle.MakeVerkleMultiProof(p.theirs, nil, copied, p.resolve)
	if err != nil {
		t.Fatal(err)
	}
	found, diff, err := nodes.SerializeProof(ours)
	if err != nil {
		t.Fatal(err)
	}
	expected, expectedDiff, err := goverkle.SerializeProof(theirs)
	if err != nil {
		t.Fatal(err)
	}
	equalJSON(t, "proof", found, expected)
	equalJSON(t, "state diff", diff, expectedDiff)
	root := p.ours.Commitment().Bytes()
	if err := goverkle.Verify(expected, root[:], nil, expectedDiff); err != nil {
		t.Fatal(err)
	}
	if err := nodes.Verify(found, root[:], nil, diff); err != nil {
		t.Fatal(err)
	}
	read, err := nodes.DeserializeProof(found, diff)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := nodes.PreStateTreeFromProof(read, p.ours.Commitment())
	if err != nil {
		t.Fatal(err)
	}
	for i, key := range read.Keys {
		value, err := tree.Get(key, nil)
		// A stem that another one proves absent has no values.
		if err == nil && !bytes.Equal(value, read.PreValues[i]) {
			t.Errorf("%x at %x, not %x", value, key, read.PreValues[i])
		}
	}
}
