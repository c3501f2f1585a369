//go:build cgo

package geth_test

import (
	"crypto/sha256"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/crypto/kzg4844"

	"vorpal.example/go/kzg"
)

// convert returns values as those of another type with the same arrays.
func convert[B, A any](values []A, f func(A) B) []B {
	converted := make([]B, len(values))
	for i, value := range values {
		converted[i] = f(value)
	}
	return converted
}

// Package kzg computes what go-ethereum's package crypto/kzg4844 does, and fails where that fails.
func TestKZGOfGoEthereum(t *testing.T) {
	random := rand.NewChaCha8([32]byte{3})
	blobs := make([]kzg.Blob, 2)
	for i := range blobs {
		_, _ = random.Read(blobs[i][:]) // It returns no error.
		for j := 0; j < len(blobs[i]); j += 32 {
			blobs[i][j] &= 0x3f
		}
	}
	theirs := convert(blobs, func(b kzg.Blob) kzg4844.Blob { return kzg4844.Blob(b) })
	var commitments []kzg.Commitment
	var theirCommitments []kzg4844.Commitment
	for i := range blobs {
		own, err := kzg.BlobToCommitment(&blobs[i])
		their, theirErr := kzg4844.BlobToCommitment(&theirs[i])
		if err != nil || theirErr != nil || own != kzg.Commitment(their) {
			t.Fatal(own, their, err, theirErr)
		}
		commitments, theirCommitments = append(commitments, own), append(theirCommitments, their)
	}
	if kzg.CalcBlobHashV1(sha256.New(), &commitments[0]) != kzg4844.CalcBlobHashV1(sha256.New(), &theirCommitments[0]) {
		t.Error("another versioned hash")
	}

	point := kzg.Point{31: 9}
	proof, claim, err := kzg.ComputeProof(&blobs[0], point)
	theirProof, theirClaim, theirErr := kzg4844.ComputeProof(&theirs[0], kzg4844.Point(point))
	if err != nil || theirErr != nil || proof != kzg.Proof(theirProof) || claim != kzg.Claim(theirClaim) {
		t.Error(err, theirErr)
	}
	err = kzg4844.VerifyProof(theirCommitments[0], kzg4844.Point(point), theirClaim, kzg4844.Proof(proof))
	if err != nil {
		t.Error(err)
	}
	proof, err = kzg.ComputeBlobProof(&blobs[1], commitments[1])
	theirProof, theirErr = kzg4844.ComputeBlobProof(&theirs[1], theirCommitments[1])
	if err != nil || theirErr != nil || proof != kzg.Proof(theirProof) {
		t.Error(err, theirErr)
	}

	cells, err := kzg.ComputeCells(blobs)
	theirCells, theirErr := kzg4844.ComputeCells(theirs)
	if err != nil || theirErr != nil ||
		!slices.Equal(cells, convert(theirCells, func(c kzg4844.Cell) kzg.Cell { return kzg.Cell(c) })) {
		t.Fatal(err, theirErr)
	}
	var proofs []kzg.Proof
	for i := range blobs {
		all, err := kzg.ComputeCellProofs(&blobs[i])
		if err != nil {
			t.Fatal(err)
		}
		proofs = append(proofs, all...)
	}
	theirProofs := convert(proofs, func(p kzg.Proof) kzg4844.Proof { return kzg4844.Proof(p) })
	if err := kzg4844.VerifyCellProofs(theirs, theirCommitments, theirProofs); err != nil {
		t.Error(err)
	}

	// Some cells of both blobs, in the layout of go-ethereum, and the same calls with faults.
	indices := make([]uint64, 0, 70)
	for i := uint64(0); i < 70; i++ {
		indices = append(indices, i+i/2)
	}
	var some []kzg.Cell
	var ofSome []kzg.Proof
	for blob := range blobs {
		for _, index := range indices {
			some = append(some, cells[128*blob+int(index)])
			ofSome = append(ofSome, proofs[128*blob+int(index)])
		}
	}
	for name, change := range map[string]func(cells []kzg.Cell, proofs []kzg.Proof, indices []uint64){
		"nothing":       func(cells []kzg.Cell, proofs []kzg.Proof, indices []uint64) {},
		"a value":       func(cells []kzg.Cell, proofs []kzg.Proof, indices []uint64) { cells[3][31] ^= 1 },
		"a scalar":      func(cells []kzg.Cell, proofs []kzg.Proof, indices []uint64) { cells[99][32] = 0xff },
		"a proof":       func(cells []kzg.Cell, proofs []kzg.Proof, indices []uint64) { proofs[0] = proofs[1] },
		"a point":       func(cells []kzg.Cell, proofs []kzg.Proof, indices []uint64) { proofs[100] = kzg.Proof{} },
		"an index":      func(cells []kzg.Cell, proofs []kzg.Proof, indices []uint64) { indices[69] = 128 },
		"another index": func(cells []kzg.Cell, proofs []kzg.Proof, indices []uint64) { indices[69]++ },
	} {
		cells, proofs, indices := slices.Clone(some), slices.Clone(ofSome), slices.Clone(indices)
		change(cells, proofs, indices)
		err := kzg.VerifyCells(cells, commitments, proofs, indices)
		theirErr := kzg4844.VerifyCells(convert(cells, func(c kzg.Cell) kzg4844.Cell { return kzg4844.Cell(c) }),
			theirCommitments, convert(proofs, func(p kzg.Proof) kzg4844.Proof { return kzg4844.Proof(p) }), indices)
		if (err == nil) != (theirErr == nil) || (err == nil) != (name == "nothing") {
			t.Errorf("%s: %v, %v", name, err, theirErr)
		}
	}
	theirSome := convert(some, func(c kzg.Cell) kzg4844.Cell { return kzg4844.Cell(c) })
	found, err := kzg.RecoverBlobs(some, indices)
	theirFound, theirErr := kzg4844.RecoverBlobs(theirSome, indices)
	if err != nil || theirErr != nil || !slices.Equal(found, blobs) || !slices.Equal(theirFound, theirs) {
		t.Error(err, theirErr)
	}
	all, err := kzg.RecoverCells(some, indices)
	theirAll, theirErr := kzg4844.RecoverCells(theirSome, indices)
	if err != nil || theirErr != nil || !slices.Equal(all, cells) || !slices.Equal(theirAll, theirCells) {
		t.Error(err, theirErr)
	}
	if _, err := kzg.RecoverBlobs(some[:63], indices[:63]); err == nil {
		t.Error("63 cells")
	}
	if _, err := kzg4844.RecoverBlobs(theirSome[:63], indices[:63]); err == nil {
		t.Error("63 cells, by go-ethereum")
	}
}
