//go:build cgo

package peers

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	goverkle "github.com/ethereum/go-verkle"

	nodes "vorpal.example/go/verkle/nodes"
)

// pair is a tree of both libraries, and what their databases have.
type pair struct {
	ours   nodes.VerkleNode
	theirs goverkle.VerkleNode
	stored map[string][]byte
}

func (p *pair) resolve(path []byte) ([]byte, error) {
	if text, ok := p.stored[string(path)]; ok {
		return bytes.Clone(text), nil
	}
	return nil, fmt.Errorf("no node at %x", path)
}

// same fails the test unless both errors are there or none is.
func same(t *testing.T, what string, ours, theirs error) {
	t.Helper()
	if (ours == nil) != (theirs == nil) {
		t.Fatalf("%s: %v, and go-verkle %v", what, ours, theirs)
	}
}

// compare commits both trees and compares their nodes, byte for byte.
func (p *pair) compare(t *testing.T) {
	t.Helper()
	ours, err := p.ours.(*nodes.InternalNode).BatchSerialize()
	if err != nil {
		t.Fatal(err)
	}
	theirs, err := p.theirs.(*goverkle.InternalNode).BatchSerialize()
	if err != nil {
		t.Fatal(err)
	}
	if len(ours) != len(theirs) {
		t.Fatalf("%d nodes, and go-verkle %d", len(ours), len(theirs))
	}
	for i := range ours {
		if !bytes.Equal(ours[i].Path, theirs[i].Path) || !bytes.Equal(ours[i].SerializedBytes, theirs[i].SerializedBytes) ||
			ours[i].CommitmentBytes != theirs[i].CommitmentBytes {
			t.Fatalf("at %x: %x, and go-verkle %x at %x", ours[i].Path, ours[i].SerializedBytes, theirs[i].SerializedBytes,
				theirs[i].Path)
		}
		one, err := ours[i].Node.Serialize()
		if err != nil || !bytes.Equal(one, ours[i].SerializedBytes) {
			t.Fatalf("the node alone is %x: %v", one, err)
		}
		p.stored[string(ours[i].Path)] = ours[i].SerializedBytes
	}
	if p.ours.Hash().BytesLE() != p.theirs.Hash().BytesLE() {
		t.Fatal("another hash")
	}
}

// flush compares what Flush calls its function for. go-verkle panics if a node has no leaf below it in memory, so both
// trees must be in memory as a whole.
func (p *pair) flush(t *testing.T) {
	t.Helper()
	var ours, theirs []string
	p.ours.(*nodes.InternalNode).Flush(func(path []byte, node nodes.VerkleNode) {
		text, err := node.Serialize()
		ours = append(ours, fmt.Sprintf("%x %x %v", path, text, err))
	})
	p.theirs.(*goverkle.InternalNode).Flush(func(path []byte, node goverkle.VerkleNode) {
		text, err := node.Serialize()
		theirs = append(theirs, fmt.Sprintf("%x %x %v", path, text, err))
	})
	if !slices.Equal(ours, theirs) {
		t.Fatalf("other nodes are flushed: %v, and go-verkle %v", ours, theirs)
	}
}

// reload makes both trees hashed nodes behind their roots, from what is stored.
func (p *pair) reload(t *testing.T) {
	t.Helper()
	var err error
	if p.ours, err = nodes.ParseNode(p.stored[""], 0); err != nil {
		t.Fatal(err)
	}
	if p.theirs, err = goverkle.ParseNode(p.stored[""], 0); err != nil {
		t.Fatal(err)
	}
}

// Random insertions, deletions and commits of both libraries give the same bytes of all nodes: also the same one of the
// two points that represent a commitment.
func TestNodesHaveTheBytesOfGoVerkle(t *testing.T) {
	for seed := range uint64(6) {
		random := rand.New(rand.NewPCG(seed, 7))
		keys := treeKeys(random)
		p := &pair{nodes.New(), goverkle.New(), map[string][]byte{}}
		whole := true
		for range 30 {
			for range 1 + random.IntN(20) {
				p.step(t, random, keys)
			}
			p.compare(t)
			if random.IntN(4) == 0 {
				if whole {
					p.flush(t)
				}
				whole = false
				p.reload(t)
			}
		}
	}
}
