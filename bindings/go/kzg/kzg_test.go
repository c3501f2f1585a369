//go:build cgo

package kzg_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"vorpal.example/go"
	"vorpal.example/go/kzg"
)

// someBlobs returns blobs of random scalars.
func someBlobs(count int, seed uint64) []kzg.Blob {
	random := rand.NewChaCha8([32]byte{byte(seed)})
	blobs := make([]kzg.Blob, count)
	for i := range blobs {
		_, _ = random.Read(blobs[i][:]) // It returns no error.
		for j := 0; j < len(blobs[i]); j += 32 {
			blobs[i][j] &= 0x3f
		}
	}
	return blobs
}

// block has blobs with everything that belongs to them.
type block struct {
	blobs       []kzg.Blob
	commitments []kzg.Commitment
	proofs      []kzg.Proof
	cells       []kzg.Cell
	ofCells     []kzg.Proof
}

var blockOfTwo = sync.OnceValue(func() (b block) {
	var setup *kzg.Setup
	b.blobs = someBlobs(2, 1)
	b.commitments = must(setup.Commit(nil, b.blobs))
	for i := range b.blobs {
		b.proofs = append(b.proofs, must(setup.ProveBlob(nil, &b.blobs[i], b.commitments[i])))
	}
	b.cells = must(setup.Cells(nil, b.blobs))
	b.ofCells = must(setup.CellProofs(nil, b.blobs))
	return b
})

// columns returns the cells of both blobs with these indices, and their proofs.
func (b block) columns(indices []uint64) (cells []kzg.Cell, proofs []kzg.Proof) {
	for blob := range b.blobs {
		for _, index := range indices {
			cells = append(cells, b.cells[kzg.CellsPerBlob*blob+int(index)])
			proofs = append(proofs, b.ofCells[kzg.CellsPerBlob*blob+int(index)])
		}
	}
	return cells, proofs
}

func odd() (indices []uint64) {
	for i := uint64(1); i < kzg.CellsPerBlob; i += 2 {
		indices = append(indices, i)
	}
	return indices
}

func TestWrongEntriesAreNamed(t *testing.T) {
	b := blockOfTwo()
	var setup *kzg.Setup
	wrong := slices.Clone(b.proofs)
	wrong[1] = b.proofs[0]
	if found := must(setup.InvalidBlobs(nil, b.blobs, b.commitments, wrong)); !slices.Equal(found, []int{1}) {
		t.Error(found)
	}
	if must(setup.VerifyBlobs(nil, b.blobs, b.commitments, wrong)) {
		t.Error("a wrong proof is valid")
	}
	indices := []uint64{3, 90}
	cells, proofs := b.columns(indices)
	commitments := []kzg.Commitment{b.commitments[0], b.commitments[0], b.commitments[1], b.commitments[1]}
	indices = append(indices, indices...)
	if found := must(setup.InvalidCells(nil, commitments, indices, cells, proofs)); len(found) != 0 {
		t.Error(found)
	}
	cells[0][31] ^= 1
	proofs[3] = proofs[1]
	if found := must(setup.InvalidCells(nil, commitments, indices, cells, proofs)); !slices.Equal(found, []int{0, 3}) {
		t.Error(found)
	}
}

func TestRecoveryOfBlobs(t *testing.T) {
	b := blockOfTwo()
	cells, proofs := b.columns(odd())
	if found := must(kzg.RecoverBlobs(cells, odd())); !slices.Equal(found, b.blobs) {
		t.Error("other blobs")
	}
	if found := must(kzg.RecoverCells(cells, odd())); !slices.Equal(found, b.cells) {
		t.Error("other cells")
	}
	var setup *kzg.Setup
	recovered, ofRecovered, err := setup.RecoverWithProofs(nil, odd(), cells)
	if err != nil || !slices.Equal(recovered, b.cells) || !slices.Equal(ofRecovered, b.ofCells) {
		t.Error(err)
	}
	if err := kzg.VerifyCells(cells, b.commitments, proofs, odd()); err != nil {
		t.Error(err)
	}
	proofs[70] = proofs[71]
	if err := kzg.VerifyCells(cells, b.commitments, proofs, odd()); !errors.Is(err, kzg.ErrInvalidProof) {
		t.Error(err)
	}
	if err := kzg.VerifyCellProofs(b.blobs, b.commitments, b.ofCells); err != nil {
		t.Error(err)
	}
	swapped := []kzg.Commitment{b.commitments[1], b.commitments[0]}
	if err := kzg.VerifyCellProofs(b.blobs, swapped, b.ofCells); !errors.Is(err, kzg.ErrInvalidProof) {
		t.Error(err)
	}
	// One more cell, which is not of the blob.
	more := append([]uint64{0}, odd()...)
	cells, _ = b.columns(more)
	if found := must(kzg.RecoverBlobs(cells, more)); !slices.Equal(found, b.blobs) {
		t.Error("other blobs")
	}
	cells[0][40] ^= 1
	if _, err := kzg.RecoverBlobs(cells, more); !errors.Is(err, vorpal.ErrInput) {
		t.Error(err)
	}
}

// Errors that no vector has: lengths, nil pointers, closed setups, and what go-ethereum and go-eth-kzg check.
func TestErrors(t *testing.T) {
	b := blockOfTwo()
	var setup *kzg.Setup
	context := must(kzg.NewContext4096Secure())
	closed := must(kzg.NewSetup(nil, 0))
	if err := errors.Join(closed.Close(), closed.Close(), setup.Close()); err != nil {
		t.Error(err)
	}
	one := func(_ any, err error) error { return err }
	two := func(_, _ any, err error) error { return err }
	cells, proofs := b.columns(odd())
	pointed := pointers(cells[:64])
	repeated, high := odd(), odd()
	repeated[5], high[63] = 9, 128
	var noPoint kzg.Commitment
	for i, check := range []struct {
		err    error
		target error
	}{
		{one(kzg.NewSetup(nil, -1)), vorpal.ErrArgument},
		{one(kzg.NewSetup(nil, 1)), vorpal.ErrNotPossible},
		{one(closed.Commit(nil, b.blobs)), vorpal.ErrArgument},
		{one(closed.Memory()), vorpal.ErrArgument},
		{one(closed.VerifyBlobs(nil, b.blobs, b.commitments, b.proofs)), vorpal.ErrArgument},
		{one(setup.ProveBlob(nil, nil, b.commitments[0])), vorpal.ErrArgument},
		{two(setup.Prove(nil, nil, kzg.Point{})), vorpal.ErrArgument},
		{one(setup.VerifyBlob(nil, nil, b.commitments[0], b.proofs[0])), vorpal.ErrArgument},
		{one(setup.VerifyBlob(nil, &b.blobs[0], noPoint, b.proofs[0])), vorpal.ErrInput},
		{one(setup.VerifyBlobs(nil, b.blobs, b.commitments[:1], b.proofs)), vorpal.ErrArgument},
		{one(setup.VerifyBlobs(nil, b.blobs, b.commitments, b.proofs[:1])), vorpal.ErrArgument},
		{one(setup.InvalidCells(nil, b.commitments, []uint64{1, 2}, cells[:1], proofs[:1])), vorpal.ErrArgument},
		{one(setup.VerifyCells(nil, b.commitments[:1], []uint64{128}, cells[:1], proofs[:1])), vorpal.ErrArgument},
		{one(setup.Recover(nil, nil, cells)), vorpal.ErrArgument},
		{one(setup.Recover(nil, odd(), cells[:100])), vorpal.ErrArgument},
		{one(setup.Recover(nil, odd()[:63], cells[:63])), vorpal.ErrArgument},
		{one(kzg.BlobToCommitment(nil)), vorpal.ErrArgument},
		{one(kzg.ComputeCellProofs(nil)), vorpal.ErrArgument},
		{kzg.VerifyCellProofs(b.blobs, b.commitments[:1], b.ofCells), vorpal.ErrArgument},
		{kzg.VerifyCellProofs(b.blobs, b.commitments, b.ofCells[:255]), vorpal.ErrArgument},
		{one(context.BlobToKZGCommitment(nil, 0)), kzg.ErrDeserializeNilInput},
		{one(context.ComputeBlobKZGProof(nil, noPoint, 0)), kzg.ErrDeserializeNilInput},
		{two(context.ComputeKZGProof(nil, kzg.Scalar{}, 0)), kzg.ErrDeserializeNilInput},
		{context.VerifyBlobKZGProof(nil, noPoint, kzg.Proof{}), kzg.ErrDeserializeNilInput},
		{context.VerifyBlobKZGProofBatch([]*kzg.Blob{nil}, b.commitments[:1], b.proofs[:1]), kzg.ErrDeserializeNilInput},
		{context.VerifyBlobKZGProofBatch(pointers(b.blobs), b.commitments[:1], b.proofs), kzg.ErrBatchLengthCheck},
		{one(context.ComputeCells(nil, 0)), kzg.ErrDeserializeNilInput},
		{two(context.ComputeCellsAndKZGProofs(nil, 0)), kzg.ErrDeserializeNilInput},
		{one(context.RecoverCells(odd(), pointed[1:], 0)), kzg.ErrNumCellIDsNotEqualNumCells},
		{one(context.RecoverCells(repeated, pointed, 0)), kzg.ErrCellIDsNotOrdered},
		{one(context.RecoverCells(high, pointed, 0)), kzg.ErrFoundInvalidCellID},
		{one(context.RecoverCells(odd()[1:], pointed[1:], 0)), kzg.ErrNotEnoughCellsForReconstruction},
		{one(context.RecoverCells(odd(), make([]*kzg.Cell, 64), 0)), kzg.ErrDeserializeNilInput},
		{two(context.RecoverCellsAndComputeKZGProofs(odd(), nil, 0)), kzg.ErrNumCellIDsNotEqualNumCells},
		{context.VerifyCellKZGProofBatch(b.commitments, nil, nil, nil), kzg.ErrBatchLengthCheck},
		{context.VerifyCellKZGProofBatch(b.commitments[:1], []uint64{128}, pointed[:1], proofs[:1]), kzg.ErrInvalidCellID},
		{context.VerifyCellKZGProofBatch(b.commitments[:1], []uint64{1}, pointed[:1], proofs[1:2]), kzg.ErrInvalidProof},
	} {
		if !errors.Is(check.err, check.target) {
			t.Errorf("number %d: %v, not %v", i, check.err, check.target)
		}
	}
	for text, err := range map[string]error{
		"no commitments": kzg.VerifyCells(cells, nil, proofs, odd()),
		"len(proofs) must be a multiple of len(commitments)": kzg.VerifyCells(cells, b.commitments, proofs[1:],
			odd()),
		"mismatched len(cellProofs) and len(cells)":         kzg.VerifyCells(cells[2:], b.commitments, proofs, odd()),
		"no cellIndices given":                              kzg.VerifyCells(cells, b.commitments, proofs, nil),
		"invalid number of cells for blob count":            kzg.VerifyCells(cells, b.commitments[:1], proofs, odd()),
		"less cells than cellIndices":                       one(kzg.RecoverBlobs(cells[:10], odd())),
		"too many cellIndices":                              one(kzg.RecoverBlobs(b.cells, make([]uint64, 129))),
		"len(cells) must be a multiple of len(cellIndices)": one(kzg.RecoverCells(cells[:100], odd())),
		"vorpal: blob 1: scalar 2 is not below the order of the field": one(setup.Commit(nil,
			withBadScalar(b.blobs))),
	} {
		if err == nil || err.Error() != text {
			t.Errorf("%q, not %q", err, text)
		}
	}
}

// withBadScalar returns blobs of which the second one has a scalar that is too large.
func withBadScalar(blobs []kzg.Blob) []kzg.Blob {
	blobs = slices.Clone(blobs)
	blobs[1][2*32] = 0xff
	return blobs
}

func TestTablesFitTheirMemory(t *testing.T) {
	setup := must(kzg.NewSetup(nil, 2<<20))
	if memory := must(setup.Memory()); memory > 2<<20 || memory < 1572864 {
		t.Error(memory)
	}
	if memory := must((*kzg.Setup)(nil).Memory()); memory > kzg.TableMemory || memory < kzg.TableMemory/2 {
		t.Error(memory)
	}
	if err := kzg.UseCKZG(true); err != nil {
		t.Error(err)
	}
}

func TestJSON(t *testing.T) {
	b := blockOfTwo()
	type values struct {
		Blob       *kzg.Blob
		Cell       *kzg.Cell
		Commitment kzg.Commitment
		Proof      kzg.Proof
	}
	in := values{&b.blobs[0], &b.cells[100], b.commitments[0], b.proofs[0]}
	var out values
	text := must(json.Marshal(in))
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatal(err)
	}
	if *out.Blob != *in.Blob || *out.Cell != *in.Cell || out.Commitment != in.Commitment || out.Proof != in.Proof {
		t.Error("other values")
	}
	for _, wrong := range []string{`"0x12"`, `"` + strings.Repeat("0", 98) + `"`, `"0x` + strings.Repeat("g", 96) + `"`} {
		if err := json.Unmarshal([]byte(wrong), &out.Proof); !errors.Is(err, vorpal.ErrInput) {
			t.Error(wrong, err)
		}
	}
	if out.Proof != in.Proof {
		t.Error("an error changed the value")
	}
}

func TestVersionedHashes(t *testing.T) {
	commitment := kzg.Commitment{0xc0}
	hash := kzg.CalcBlobHashV1(sha256.New(), &commitment)
	expected := sha256.Sum256(commitment[:])
	if hash[0] != 1 || !bytes.Equal(hash[1:], expected[1:]) || !kzg.IsValidVersionedHash(hash[:]) {
		t.Error(hash)
	}
	if kzg.IsValidVersionedHash(expected[:]) || kzg.IsValidVersionedHash(hash[:31]) {
		t.Error("valid")
	}
}
