//go:build cgo

package verkle_test

import (
	"bytes"
	"errors"
	"math/big"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	vorpal "vorpal.example/go"
	"vorpal.example/go/verkle"
)

// small returns a value of 8 bytes, little-endian.
func small(value uint64) (bytes [32]byte) {
	for i := range 8 {
		bytes[i] = byte(value >> (8 * i))
	}
	return bytes
}

// difference returns new - old modulo the order of the group, little-endian.
func difference(value int64, old [32]byte) (bytes [32]byte) {
	order, _ := new(big.Int).SetString("1cfb69d4ca675f520cce760202687600ff8f87007419047174fd06b52876e7e1", 16)
	slices.Reverse(old[:])
	result := new(big.Int).Sub(big.NewInt(value), new(big.Int).SetBytes(old[:]))
	result.Mod(result, order).FillBytes(bytes[:])
	slices.Reverse(bytes[:])
	return bytes
}

func TestCommitments(t *testing.T) {
	committer := tables()
	var dense [256][32]byte
	vectors := []verkle.Vector{{}, {}, {Indices: []byte{255}, Values: [][32]byte{small(1)}}}
	for i := range dense {
		dense[i] = small(uint64(i)*0x9e3779b97f4a7c15 + 1)
		vectors[1].Indices = append(vectors[1].Indices, byte(i))
		vectors[1].Values = append(vectors[1].Values, dense[i])
	}
	whole, err := committer.Commit(dense[:])
	ok(t, err)
	empty, err := committer.Commit(nil)
	ok(t, err)
	found, err := committer.CommitBatch(nil, vectors)
	ok(t, err)
	if found[0] != empty || found[1] != whole || found[2] == empty || empty != (verkle.Commitment{}) {
		t.Fatal("a batch and single commitments differ")
	}
	// A change of one value.
	changed := dense
	changed[7] = small(1000)
	delta := difference(1000, dense[7])
	expected, err := committer.Commit(changed[:])
	ok(t, err)
	for _, trusted := range []bool{false, true} {
		moved, err := committer.CommitDeltaBatch(nil, []verkle.Commitment{whole}, trusted,
			[]verkle.Vector{{Indices: []byte{7}, Values: [][32]byte{delta}}})
		ok(t, err)
		if moved[0] != expected {
			t.Fatalf("trusted %v: %x, not %x", trusted, moved[0], expected)
		}
		scalars, err := verkle.MapToScalarBatch(nil, []verkle.Commitment{empty, whole, expected}, trusted)
		ok(t, err)
		if scalars[0] != ([32]byte{}) || scalars[1] == scalars[2] {
			t.Fatal("commitments map to the wrong scalars")
		}
	}
	file := filepath.Join(t.TempDir(), "tables")
	ok(t, committer.Save(file))
	loaded, err := verkle.LoadCommitter(nil, file)
	ok(t, err)
	if again, err := loaded.Commit(dense[:]); again != whole || err != nil {
		t.Fatalf("loaded tables: %x: %v", again, err)
	}
	ok(t, errors.Join(loaded.Close(), loaded.Close()))
	_, err = loaded.Commit(dense[:])
	fails(t, err, vorpal.ErrArgument, "closed")
	_, err = verkle.LoadCommitter(nil, file+"none")
	fails(t, err, vorpal.ErrStore, "")
}

func TestCommitmentsOfBadInput(t *testing.T) {
	committer := tables()
	full := [32]byte(bytes.Repeat([]byte{255}, 32))
	_, err := committer.Commit([][32]byte{{}, full})
	fails(t, err, vorpal.ErrInput, "1")
	_, err = committer.Commit(make([][32]byte, 257))
	fails(t, err, vorpal.ErrArgument, "257")
	_, err = committer.CommitBatch(nil, []verkle.Vector{{}, {Indices: []byte{1}}})
	fails(t, err, vorpal.ErrArgument, "vectors: number 1")
	_, err = committer.CommitDeltaBatch(nil, []verkle.Commitment{full}, false, []verkle.Vector{{}})
	fails(t, err, vorpal.ErrInput, "0")
	_, err = committer.CommitDeltaBatch(nil, []verkle.Commitment{full}, false, nil)
	fails(t, err, vorpal.ErrArgument, "deltas")
	_, err = verkle.MapToScalarBatch(nil, []verkle.Commitment{{}, full}, false)
	fails(t, err, vorpal.ErrInput, "1")
	_, err = verkle.NewCommitter(nil, 3)
	fails(t, err, vorpal.ErrArgument, "profile")
}

func TestMultiproofs(t *testing.T) {
	committer := tables()
	values := make([][256][32]byte, 2)
	var commitments []verkle.Commitment
	for i := range values {
		for j := range values[i] {
			values[i][j] = small(uint64(1000*i + j))
		}
		commitment, err := committer.Commit(values[i][:])
		ok(t, err)
		commitments = append(commitments, commitment)
	}
	openings := []verkle.Opening{{Vector: 0, Point: 3}, {Vector: 1, Point: 255}, {Vector: 1, Point: 0}}
	opened := [][32]byte{values[0][3], values[1][255], values[1][0]}
	proof, err := committer.Prove(nil, "vt", commitments, values, openings)
	ok(t, err)
	check := func(label string, proof [verkle.ProofSize]byte, opened [][32]byte, expected bool) {
		t.Helper()
		valid, err := committer.Verify(nil, label, commitments, openings, opened, proof)
		if valid != expected || err != nil && !errors.Is(err, vorpal.ErrInput) {
			t.Fatalf("%v, not %v: %v", valid, expected, err)
		}
	}
	check("vt", proof, opened, true)
	check("other", proof, opened, false)
	check("vt", proof, [][32]byte{opened[1], opened[0], opened[2]}, false)
	for i := 0; i < len(proof); i += 31 {
		changed := proof
		changed[i] ^= 1
		check("vt", changed, opened, false)
	}
	_, err = committer.Prove(nil, "vt", commitments, values[:1], openings)
	fails(t, err, vorpal.ErrArgument, "values")
	_, err = committer.Prove(nil, "vt", commitments, values, []verkle.Opening{{Vector: 2}})
	fails(t, err, vorpal.ErrArgument, "")
	_, err = committer.Verify(nil, "vt", commitments, openings, opened[:2], proof)
	fails(t, err, vorpal.ErrArgument, "values")
}

func TestKeys(t *testing.T) {
	at := func(kind verkle.Kind, argument byte) verkle.Position {
		return verkle.Position{Address: [20]byte{1, 2, 3}, Kind: kind, Argument: [32]byte{31: argument}}
	}
	positions := []verkle.Position{
		at(verkle.KindBasicData, 0), at(verkle.KindCodeHash, 0), at(verkle.KindCodeChunk, 127),
		at(verkle.KindCodeChunk, 128), at(verkle.KindStorage, 63), at(verkle.KindStorage, 64),
	}
	keys, err := tables().Keys(nil, positions)
	ok(t, err)
	for i, suffix := range []byte{0, 1, 255, 0, 127, 64} {
		sameStem := bytes.Equal(keys[i][:31], keys[0][:31])
		if keys[i][31] != suffix || sameStem != (i != 3 && i != 5) {
			t.Errorf("key %d is %x", i, keys[i])
		}
	}
	positions[2].Kind = 4
	_, err = tables().Keys(nil, positions)
	fails(t, err, vorpal.ErrArgument, "number 2")
	value, err := verkle.BasicData(258, [16]byte{15: 9}, 77)
	ok(t, err)
	if value != (verkle.Value{7: 77, 14: 1, 15: 2, 31: 9}) {
		t.Errorf("basic data is %x", value)
	}
	_, err = verkle.BasicData(0, [16]byte{}, 1<<24)
	fails(t, err, vorpal.ErrArgument, "code size")
	chunks, err := verkle.CodeChunks([]byte(strings.Repeat("\x60", 40)))
	ok(t, err)
	if len(chunks) != 2 || chunks[0][0] != 0 || chunks[1][0] != 1 {
		t.Errorf("chunks %x", chunks)
	}
	if chunks, err := verkle.CodeChunks(nil); len(chunks) != 0 || err != nil {
		t.Errorf("no code: %x: %v", chunks, err)
	}
}
