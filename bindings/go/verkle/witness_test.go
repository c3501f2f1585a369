//go:build cgo

package verkle_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"

	vorpal "vorpal.example/go"
	"vorpal.example/go/verkle"
)

// grown is a tree of five blocks, and keys of which number 4 is absent.
func grown(t testing.TB) (*verkle.Store, []verkle.Key) {
	t.Helper()
	store := memory(t)
	for number := uint64(1); number <= 5; number++ {
		keys, values := block(number)
		if _, err := store.Apply(keys, values, "", nil); err != nil {
			t.Fatal(err)
		}
	}
	keys, _ := block(1)
	keys[4][20] ^= 1
	return store, keys
}

func TestWitnesses(t *testing.T) {
	store, keys := grown(t)
	defer store.Close()
	root, _, err := store.Head()
	ok(t, err)
	_, values := block(1)
	for _, version := range []verkle.Version{verkle.Plain, verkle.Bound} {
		witness, err := store.Prove(keys, version)
		ok(t, err)
		tree, err := witness.Verify(nil, tables(), root, version)
		ok(t, err)
		found, present, err := tree.Get(keys)
		ok(t, err)
		for i := range keys {
			if present[i] != (i != 4) || present[i] && found[i] != values[i] {
				t.Fatalf("value %d is %x", i, found[i])
			}
		}
		if unbound, err := tree.Unbound(); unbound != 0 || err != nil {
			t.Fatalf("%d unbound nodes: %v", unbound, err)
		}
		other := keys[0]
		other[31] ^= 1
		_, _, err = tree.Get([]verkle.Key{keys[0], other})
		fails(t, err, vorpal.ErrInput, "1")
		_, err = witness.WithWrites([]verkle.Key{other}, values[:1])
		fails(t, err, vorpal.ErrInput, "")
		_, err = witness.WithWrites(keys, values[:1])
		fails(t, err, vorpal.ErrArgument, "values")

		// The root after writes is that of the tree.
		_, written := block(77)
		writes, err := witness.WithWrites(keys, written)
		ok(t, err)
		after, err := tree.RootAfter(nil, tables(), writes)
		ok(t, err)
		ok(t, store.Update(keys, written))
		expected, err := store.NextRoot()
		ok(t, err)
		ok(t, store.Discard())
		if after != expected {
			t.Fatalf("%x after the writes, not %x", after, expected)
		}
		earlier, err := store.RootAt(3)
		ok(t, err)
		_, err = witness.Verify(nil, tables(), earlier, version)
		fails(t, err, vorpal.ErrRefused, "")
		encodings(t, witness)
		if version == verkle.Plain {
			parts(t, writes, root, after)
		}
		ok(t, errors.Join(witness.Close(), writes.Close(), tree.Close(), tree.Close()))
		_, err = witness.MarshalBinary()
		fails(t, err, vorpal.ErrArgument, "closed")
		_, err = tree.Unbound()
		fails(t, err, vorpal.ErrArgument, "closed")
	}
	_, err = store.Prove(nil, verkle.Plain)
	fails(t, err, vorpal.ErrArgument, "")
	_, err = store.Prove(keys, 2)
	fails(t, err, vorpal.ErrArgument, "version is 2")
	witness, err := store.Prove(keys, verkle.Bound)
	ok(t, err)
	_, err = witness.Verify(nil, tables(), root, 2)
	fails(t, err, vorpal.ErrArgument, "version is 2")
}

// A plain witness of one absent key does not prove its absence, and a caller who relies on it is told.
func TestAbsenceWithoutProof(t *testing.T) {
	store, _ := grown(t)
	defer store.Close()
	root, _, err := store.Head()
	ok(t, err)
	// The branch at 1 has no child 200, and a leaf would have none either.
	absent := []verkle.Key{{1, 200}}
	plain, err := store.Prove(absent, verkle.Plain)
	ok(t, err)
	_, err = plain.Verify(nil, tables(), root, verkle.Bound)
	fails(t, err, vorpal.ErrRefused, "branch")
	tree, err := plain.Verify(nil, tables(), root, verkle.Plain)
	ok(t, err)
	if unbound, err := tree.Unbound(); unbound == 0 || err != nil {
		t.Fatalf("no unbound node: %v", err)
	}
	_, _, err = tree.Get(absent)
	fails(t, err, vorpal.ErrRefused, "absence")
	bound, err := store.Prove(absent, verkle.Bound)
	ok(t, err)
	for _, demand := range []verkle.Version{verkle.Plain, verkle.Bound} {
		tree, err := bound.Verify(nil, tables(), root, demand)
		ok(t, err)
		if _, present, err := tree.Get(absent); present[0] || err != nil {
			t.Fatalf("demand %d: %v", demand, err)
		}
	}
	// The function of go-verkle accepts the witness: it proves no absence, and says so.
	proof, diff, err := plain.Parts()
	ok(t, err)
	ok(t, verkle.Verify(proof, root[:], root[:], diff))
}

// Both encodings and back, whole and truncated.
func encodings(t *testing.T, witness *verkle.Witness) {
	t.Helper()
	binary, err := witness.MarshalBinary()
	ok(t, err)
	text, err := json.Marshal(witness)
	ok(t, err)
	var fromBinary, fromJSON verkle.Witness
	ok(t, fromBinary.UnmarshalBinary(binary))
	ok(t, json.Unmarshal(text, &fromJSON))
	for _, decoded := range []*verkle.Witness{&fromBinary, &fromJSON} {
		again, err := decoded.MarshalBinary()
		ok(t, err)
		if !bytes.Equal(again, binary) {
			t.Fatal("another witness after a round trip")
		}
		ok(t, decoded.Close())
	}
	for cut := 0; cut < len(binary); cut += len(binary)/100 + 1 {
		_, err := verkle.WitnessFromBytes(binary[:cut])
		fails(t, err, vorpal.ErrInput, "")
	}
	for cut := 0; cut < len(text); cut += len(text)/100 + 1 {
		_, err := verkle.WitnessFromJSON(text[:cut])
		fails(t, err, vorpal.ErrInput, "")
	}
}

// The types and the function Verify of go-verkle.
func parts(t *testing.T, writes *verkle.Witness, root, after verkle.Root) {
	t.Helper()
	proof, diff, err := writes.Parts()
	ok(t, err)
	ok(t, verkle.Verify(proof, root[:], after[:], diff))
	fails(t, verkle.Verify(proof, after[:], after[:], diff), vorpal.ErrRefused, "")
	fails(t, verkle.Verify(proof, root[:], root[:], diff), vorpal.ErrRefused, "root after")
	fails(t, verkle.Verify(proof, root[:31], after[:], diff), vorpal.ErrArgument, "31")
	fails(t, verkle.Verify(nil, root[:], after[:], diff), vorpal.ErrArgument, "nil")
	fails(t, verkle.Verify(proof, root[:], after[:], nil), vorpal.ErrArgument, "at least one key")
	empty := append(verkle.StateDiff{}, diff...)
	empty[0].SuffixDiffs = nil
	fails(t, verkle.Verify(proof, root[:], after[:], empty), vorpal.ErrInput, "suffixDiffs")
	diff[0].SuffixDiffs[0].CurrentValue = &verkle.Value{1, 2, 3}
	fails(t, verkle.Verify(proof, root[:], after[:], diff), vorpal.ErrRefused, "")
	// The JSON of the parts is that of the witness.
	_, diff, err = writes.Parts()
	ok(t, err)
	again, err := verkle.WitnessOf(proof, diff)
	ok(t, err)
	one, err := again.MarshalBinary()
	ok(t, err)
	other, err := writes.MarshalBinary()
	ok(t, err)
	if !bytes.Equal(one, other) {
		t.Fatal("another witness from its parts")
	}
}

func TestNilWitnesses(t *testing.T) {
	var witness *verkle.Witness
	var tree *verkle.PartialTree
	_, binary := witness.MarshalBinary()
	_, text := witness.MarshalJSON()
	_, writes := witness.WithWrites(nil, nil)
	_, verify := witness.Verify(nil, tables(), verkle.Root{}, verkle.Bound)
	_, empty := new(verkle.Witness).Verify(nil, tables(), verkle.Root{}, verkle.Bound)
	_, _, get := tree.Get(nil)
	_, unbound := tree.Unbound()
	_, after := tree.RootAfter(nil, tables(), nil)
	_, afterNil := new(verkle.PartialTree).RootAfter(nil, tables(), new(verkle.Witness))
	_, zero := verkle.WitnessOf(&verkle.VerkleProof{}, nil)
	for i, err := range []error{
		binary, text, writes, verify, empty, get, unbound, after, afterNil, zero, witness.UnmarshalBinary(nil),
		witness.UnmarshalJSON(nil),
	} {
		if !errors.Is(err, vorpal.ErrArgument) {
			t.Errorf("function %d: %v", i, err)
		}
	}
	ok(t, errors.Join(witness.Close(), tree.Close()))
}

// Arbitrary bytes are an error or a witness that encodes to itself.
func FuzzWitness(f *testing.F) {
	store, keys := grown(f)
	witness, err := store.Prove(keys[:3], verkle.Plain)
	ok(f, err)
	binary, err := witness.MarshalBinary()
	ok(f, err)
	root, _, err := store.Head()
	ok(f, err)
	f.Add(binary)
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, bytes []byte) {
		witness, err := verkle.WitnessFromBytes(bytes)
		if err != nil {
			fails(t, err, vorpal.ErrInput, "")
			return
		}
		defer witness.Close()
		text, err := witness.MarshalJSON()
		ok(t, err)
		again, err := verkle.WitnessFromJSON(text)
		ok(t, err)
		ok(t, again.Close())
		if tree, err := witness.Verify(nil, tables(), root, verkle.Plain); err == nil {
			ok(t, tree.Close())
		}
	})
}
