//go:build cgo

package verkle_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	nodes "vorpal.example/go/verkle/nodes"
)

// mutate changes a witness in a few places: values, statuses, depths, the order of everything, and what occurs twice.
func mutate(random *rand.Rand, proof *nodes.VerkleProof, diff nodes.StateDiff) nodes.StateDiff {
	for range 1 + random.IntN(3) {
		stem, other := random.IntN(len(diff)), random.IntN(len(diff))
		suffix := &diff[stem].SuffixDiffs[random.IntN(len(diff[stem].SuffixDiffs))]
		status := proof.DepthExtensionPresent
		switch random.IntN(9) {
		case 0:
			suffix.CurrentValue = (*[32]byte)(fill(byte(random.Uint32()), 32, 1))
		case 1:
			suffix.CurrentValue = nil
		case 2:
			suffix.Suffix = byte(random.Uint32())
		case 3:
			status[random.IntN(len(status))] ^= []byte{1, 2, 3, 8, 16}[random.IntN(5)]
		case 4:
			diff[stem], diff[other] = diff[other], diff[stem]
		case 5:
			diff[stem].SuffixDiffs = append(slices.Clone(diff[stem].SuffixDiffs), *suffix)
		case 6:
			at := random.IntN(len(diff) + 1)
			diff = slices.Insert(diff, at, diff[stem])
			proof.DepthExtensionPresent = slices.Insert(status, min(at, len(status)), status[random.IntN(len(status))])
		case 7:
			list, at := proof.CommitmentsByPath, random.IntN(len(proof.CommitmentsByPath))
			proof.CommitmentsByPath = slices.Insert(list, random.IntN(len(list)+1), list[at])
		case 8:
			// A stem takes the place of another one that has the status of the first one.
			diff[stem].Stem[2+random.IntN(29)] ^= byte(random.Uint32())
		}
	}
	return diff
}

// Whatever is accepted of changed witnesses has no value that the tree does not have.
func TestAcceptedValuesAreThoseOfTheTree(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 9))
	keys := randomKeys(random, 24)
	tree := nodes.New()
	for i, key := range keys[:16] {
		if err := tree.Insert(bytes.Clone(key[:]), fill(byte(i), 32, 2), nil); err != nil {
			t.Fatal(err)
		}
	}
	root := tree.Commit().Bytes()
	var list [][]byte
	for _, key := range keys[4:] {
		list = append(list, bytes.Clone(key[:]))
	}
	made, _, _, _, err := nodes.MakeVerkleMultiProof(tree, nil, list, nil)
	if err != nil {
		t.Fatal(err)
	}
	proof, diff, err := nodes.SerializeProof(made)
	if err != nil {
		t.Fatal(err)
	}
	accepted := 0
	for round := range 150 {
		copied := proof.Copy()
		changed := mutate(random, copied, diff.Copy())
		if nodes.Verify(copied, root[:], nil, changed) != nil {
			continue
		}
		accepted++
		for _, stem := range changed {
			for _, suffix := range stem.SuffixDiffs {
				value, err := tree.Get(append(bytes.Clone(stem.Stem[:]), suffix.Suffix), nil)
				if err != nil {
					t.Fatal(err)
				}
				if suffix.CurrentValue != nil && !bytes.Equal(value, suffix.CurrentValue[:]) {
					t.Errorf("round %d: %x at %x %d, not %x", round, suffix.CurrentValue, stem.Stem, suffix.Suffix, value)
				}
			}
		}
	}
	if accepted == 0 {
		t.Error("every change is refused, also those that contradict nothing")
	}
}
