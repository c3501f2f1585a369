//go:build cgo

package verkle_test

import (
	"bytes"
	"testing"

	nodes "vorpal.example/go/verkle/nodes"
)

// fill is a value or the rest of a key.
func fill(first byte, size int, rest byte) []byte {
	return append([]byte{first}, bytes.Repeat([]byte{rest}, size-1)...)
}

// proofOf is the proof of keys of a tree with one leaf at 01, values at the suffixes 1 and 200, and another leaf at 02.
func proofOf(t *testing.T, written []byte, keys ...[]byte) (*nodes.VerkleProof, nodes.StateDiff, [32]byte, [32]byte) {
	t.Helper()
	tree := nodes.New()
	for _, key := range [][]byte{present, presentHigh, fill(2, 32, 7)} {
		if err := tree.Insert(key, fill(8, 32, key[31]), nil); err != nil {
			t.Fatal(err)
		}
	}
	root := tree.Commit().Bytes()
	after := tree.Copy()
	if written != nil {
		if err := after.Insert(written, fill(9, 32, 9), nil); err != nil {
			t.Fatal(err)
		}
	}
	rootAfter := after.Commit().Bytes()
	proof, _, _, _, err := nodes.MakeVerkleMultiProof(tree, after, keys, nil)
	if err != nil {
		t.Fatal(err)
	}
	text, diff, err := nodes.SerializeProof(proof)
	if err != nil {
		t.Fatal(err)
	}
	if err := nodes.Verify(text, root[:], rootAfter[:], diff); err != nil {
		t.Fatal(err)
	}
	return text, diff, root, rootAfter
}

var (
	present     = append(fill(1, 31, 5), 1)
	presentHigh = append(fill(1, 31, 5), 200)
	// Keys of other stems: their paths end at the leaf of the first ones, and where there is no node.
	other         = append(fill(1, 31, 3), 1)
	absent, empty = append(fill(9, 31, 5), 1), append(fill(9, 31, 6), 1)
)

// refused fails the test if a proof with a wrong value is accepted, with the root after the block or without it.
func refused(t *testing.T, what string, proof *nodes.VerkleProof, diff nodes.StateDiff, root, after [32]byte) {
	t.Helper()
	if nodes.Verify(proof, root[:], nil, diff) == nil {
		t.Errorf("%s is accepted without a root after the block", what)
	}
	if nodes.Verify(proof, root[:], after[:], diff) == nil {
		t.Errorf("%s is accepted", what)
	}
}

// Two stems are said to be present at one path. The tree has the second one, and the proof is valid for it.
func TestValuesOfTwoStemsAtOnePathAreRefused(t *testing.T) {
	proof, diff, root, after := proofOf(t, nil, bytes.Clone(other), bytes.Clone(present))
	if diff[0].Stem[1] != 3 || diff[0].SuffixDiffs[0].CurrentValue != nil {
		t.Fatal("the first key is not the absent one")
	}
	diff[0].SuffixDiffs[0].CurrentValue = (*[32]byte)(fill(6, 32, 6))
	proof.DepthExtensionPresent[0] ^= 1 ^ 2
	proof.CommitmentsByPath = append(proof.CommitmentsByPath, proof.CommitmentsByPath...)
	refused(t, "a value of the first stem", proof, diff, root, after)
}

// One stem is said to be present at a path, and another one to be absent because there is no node.
func TestValuesAtEmptyPathsAreRefused(t *testing.T) {
	proof, diff, root, after := proofOf(t, nil, bytes.Clone(absent), bytes.Clone(empty))
	diff[0].SuffixDiffs[0].CurrentValue = (*[32]byte)(fill(6, 32, 6))
	proof.DepthExtensionPresent[0] |= 2
	refused(t, "a value where the tree has no node", proof, diff, root, after)
}

// A key occurs twice, and only the last value is the one of the tree before or after the block.
func TestSeveralValuesOfOneKeyAreRefused(t *testing.T) {
	proof, diff, root, after := proofOf(t, present, bytes.Clone(present), bytes.Clone(present))
	wrong := diff.Copy()
	wrong[0].SuffixDiffs[0].CurrentValue[3] ^= 1
	refused(t, "another value before the block", proof, wrong, root, after)
	wrong = diff.Copy()
	wrong[0].SuffixDiffs[0].CurrentValue = nil
	refused(t, "no value before the block", proof, wrong, root, after)
	for _, forged := range []*[32]byte{nil, (*[32]byte)(fill(6, 32, 6))} {
		wrong = diff.Copy()
		wrong[0].SuffixDiffs[0].NewValue = forged
		if nodes.Verify(proof, root[:], after[:], wrong) == nil {
			t.Errorf("another value after the block is accepted: %x", forged)
		}
	}
	// The same with the stem itself twice.
	wrong = append(diff.Copy(), diff.Copy()...)
	wrong[0].SuffixDiffs, wrong[1].SuffixDiffs = wrong[0].SuffixDiffs[:1], wrong[1].SuffixDiffs[1:]
	if err := nodes.Verify(proof, root[:], after[:], wrong); err != nil {
		t.Fatal(err)
	}
	wrong[0].SuffixDiffs[0].NewValue[5] ^= 1
	if nodes.Verify(proof, root[:], after[:], wrong) == nil {
		t.Error("another value of a repeated stem is accepted")
	}
}

// The tree of a proof has no C2 if the proof does not show it: a write there is an error, and Commit does not panic.
func TestHalvesThatAProofDoesNotShowAreNotWritten(t *testing.T) {
	text, diff, root, _ := proofOf(t, nil, bytes.Clone(present))
	proof, err := nodes.DeserializeProof(text, diff)
	if err != nil {
		t.Fatal(err)
	}
	point := new(nodes.Point)
	if err := point.SetBytes(root[:]); err != nil {
		t.Fatal(err)
	}
	tree, err := nodes.PreStateTreeFromProof(proof, point)
	if err != nil {
		t.Fatal(err)
	}
	for _, tree := range []nodes.VerkleNode{tree, tree.Copy()} {
		if tree.Insert(bytes.Clone(presentHigh), fill(6, 32, 6), nil) == nil {
			t.Error("a value is inserted into a half that is not known")
		}
		if _, err := tree.Delete(bytes.Clone(presentHigh), nil); err == nil {
			t.Error("a value is deleted from a half that is not known")
		}
		if tree.Commit().Bytes() != root {
			t.Error("a failed call changes the tree")
		}
	}
	// The same from the values of a block, which others choose.
	writes := nodes.StateDiff{{Stem: diff[0].Stem, SuffixDiffs: nodes.SuffixStateDiffs{{
		Suffix: 200, NewValue: (*[32]byte)(fill(6, 32, 6)),
	}}}}
	if _, err := nodes.PostStateTreeFromStateDiff(tree, writes); err == nil {
		t.Error("a block writes into a half that is not known")
	}
	if err := tree.Insert(bytes.Clone(present), fill(6, 32, 6), nil); err != nil || tree.Commit().Bytes() == root {
		t.Error("the half that is known is not written", err)
	}
}
