//go:build cgo

package verkle_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"vorpal.example/go/verkle"
	nodes "vorpal.example/go/verkle/nodes"
)

// randomKeys are keys of few stems, of which many have first bytes in common.
func randomKeys(random *rand.Rand, count int) []verkle.Key {
	keys := make([]verkle.Key, count)
	for i := range keys {
		for j := range keys[i] {
			keys[i][j] = byte(random.Uint32())
		}
		keys[i][0], keys[i][1] = byte(random.IntN(3)), keys[i][1]&1
		switch {
		case i > 0 && i%3 == 1:
			copy(keys[i][:nodes.StemSize], keys[random.IntN(i)][:])
		case i > 0 && i%5 == 2:
			// A stem that differs in the last byte alone.
			copy(keys[i][:nodes.StemSize-1], keys[random.IntN(i)][:])
		}
	}
	return keys
}

func randomValue(random *rand.Rand) verkle.Value {
	var value verkle.Value
	switch random.IntN(4) {
	case 0: // Zeros, which are a value.
	case 1:
		value[0] = 1
	default:
		for i := range value {
			value[i] = byte(random.Uint32())
		}
	}
	return value
}

// The root after each block, and its proofs, are those of the tree in Rust.
func TestRootsAndProofsAreThoseOfTheStore(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	store, err := verkle.InMemory(16, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	tree := nodes.New()
	var all []verkle.Key
	for _, count := range []int{1, 2, 7, 60, 400} {
		keys := randomKeys(random, count)
		for range min(len(all), 5) {
			keys = append(keys, all[random.IntN(len(all))])
		}
		slices.SortFunc(keys, func(a, b verkle.Key) int { return bytes.Compare(a[:], b[:]) })
		keys = slices.Compact(keys)
		values := make([]verkle.Value, len(keys))
		for i := range values {
			values[i] = randomValue(random)
			if err := tree.Insert(bytes.Clone(keys[i][:]), bytes.Clone(values[i][:]), nil); err != nil {
				t.Fatal(err)
			}
		}
		all = append(all, keys...)
		expected, err := store.Apply(keys, values, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		if root := tree.Commit().Bytes(); root != expected {
			t.Fatalf("root %x, not %x", root, expected)
		}
		for i := range keys {
			found, err := tree.Get(keys[i][:], nil)
			if err != nil || !bytes.Equal(found, values[i][:]) {
				t.Fatalf("%x at %x, not %x: %v", found, keys[i], values[i], err)
			}
		}
		compareProofs(t, random, tree, store, all)
	}
}

// asJSON fails the test unless two values have the same JSON.
func asJSON(t *testing.T, what string, found, expected any) {
	t.Helper()
	one, err := json.Marshal(found)
	if err != nil {
		t.Fatal(err)
	}
	other, err := json.Marshal(expected)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(one, other) {
		t.Fatalf("%s: %s, not %s", what, one, other)
	}
}

// proved are present keys, absent ones of present stems, and absent stems, all different.
func proved(random *rand.Rand, all []verkle.Key) []verkle.Key {
	var keys []verkle.Key
	for range min(len(all), 12) {
		keys = append(keys, all[random.IntN(len(all))])
	}
	for i := range 4 {
		absent := all[random.IntN(len(all))]
		absent[[]int{31, 30, 1, 0}[i]] ^= 0x55
		keys = append(keys, absent)
	}
	slices.SortFunc(keys, func(a, b verkle.Key) int { return bytes.Compare(a[:], b[:]) })
	return slices.Compact(keys)
}

func compareProofs(t *testing.T, random *rand.Rand, tree nodes.VerkleNode, store *verkle.Store, all []verkle.Key) {
	t.Helper()
	keys := proved(random, all)
	after := tree.Copy()
	var written []verkle.Key
	var news []verkle.Value
	var list [][]byte
	for i, key := range keys {
		list = append(list, bytes.Clone(key[:]))
		if i%2 == 0 {
			value := verkle.Value{byte(i), 9}
			written, news = append(written, key), append(news, value)
			if err := after.Insert(key[:], value[:], nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	// The order of the keys does not count.
	random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	root, rootAfter := tree.Commit().Bytes(), after.Commit().Bytes()
	proof, commitments, indices, values, err := nodes.MakeVerkleMultiProof(tree, after, list, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(commitments) != len(indices) || len(values) != len(indices) {
		t.Error("other numbers of openings")
	}
	found, diff, err := nodes.SerializeProof(proof)
	if err != nil {
		t.Fatal(err)
	}
	witness, err := store.Prove(keys, verkle.Plain)
	if err != nil {
		t.Fatal(err)
	}
	if witness, err = witness.WithWrites(written, news); err != nil {
		t.Fatal(err)
	}
	expected, expectedDiff, err := witness.Parts()
	if err != nil {
		t.Fatal(err)
	}
	asJSON(t, "proof", found, expected)
	asJSON(t, "state diff", diff, expectedDiff)
	if err := nodes.Verify(found, root[:], rootAfter[:], diff); err != nil {
		t.Fatal(err)
	}
	if err := nodes.Verify(found, root[:], nil, diff); err != nil {
		t.Fatal(err)
	}
	if err := verkle.Verify(found, root[:], rootAfter[:], diff); err != nil {
		t.Fatal(err)
	}
	checkForgeries(t, found, diff, root, rootAfter)
}

// checkForgeries changes each part of a proof.
func checkForgeries(t *testing.T, proof *nodes.VerkleProof, diff nodes.StateDiff, root, after [32]byte) {
	t.Helper()
	refused := func(what string, proof *nodes.VerkleProof, diff nodes.StateDiff, root, after [32]byte) {
		if nodes.Verify(proof, root[:], after[:], diff) == nil {
			t.Errorf("%s: the proof is accepted", what)
		}
	}
	refused("the roots exchanged", proof, diff, after, root)
	refused("another root after", proof, diff, root, root)
	for i := range diff {
		for j := range diff[i].SuffixDiffs {
			forged := diff.Copy()
			value := &forged[i].SuffixDiffs[j].CurrentValue
			if *value == nil {
				continue // The format proves no absence.
			}
			(*value)[3] ^= 1
			refused("another value", proof, forged, root, after)
		}
	}
	for i := range proof.CommitmentsByPath {
		forged := proof.Copy()
		forged.CommitmentsByPath[i] = forged.D
		refused("another commitment", forged, diff, root, after)
	}
	for i := range proof.DepthExtensionPresent {
		for _, change := range []byte{1, 2, 8} {
			forged := proof.Copy()
			forged.DepthExtensionPresent[i] ^= change
			refused("another status", forged, diff, root, after)
		}
	}
	forged := proof.Copy()
	forged.IPAProof.FinalEvaluation[31] ^= 1
	refused("another scalar", forged, diff, root, after)
	forged = proof.Copy()
	forged.D = forged.IPAProof.CL[0]
	refused("another D", forged, diff, root, after)
}

// Copies share nothing: several goroutines change, commit and prove them at the same time.
func TestCopiesInSeveralGoroutines(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	keys := randomKeys(random, 100)
	tree := nodes.New()
	for i := range keys {
		if err := tree.Insert(keys[i][:], []byte{byte(i), 1}, nil); err != nil {
			t.Fatal(err)
		}
	}
	root := tree.Commit().Bytes()
	copies := make([]nodes.VerkleNode, 8)
	for i := range copies {
		copies[i] = tree.Copy()
	}
	roots := make([][32]byte, len(copies))
	var group sync.WaitGroup
	for i, copied := range copies {
		group.Go(func() {
			if err := copied.Insert(keys[7][:], []byte{200, byte(i % 2)}, nil); err != nil {
				t.Error(err)
			}
			roots[i] = copied.Commit().Bytes()
			list := [][]byte{bytes.Clone(keys[7][:]), bytes.Clone(keys[9][:])}
			if _, _, _, _, err := nodes.MakeVerkleMultiProof(copied, nil, list, nil); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	for i := range roots {
		if roots[i] != roots[i%2] || roots[i] == root || roots[i] == roots[(i+1)%2] {
			t.Errorf("copy %d has the root %x", i, roots[i])
		}
	}
	if tree.Commit().Bytes() != root {
		t.Error("a copy changes the tree")
	}
}
