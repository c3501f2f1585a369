//go:build cgo

package kzg

import (
	"errors"
	"hash"
)

// ErrInvalidProof is the error of a verification whose proof is well-formed and wrong.
var ErrInvalidProof = errors.New("invalid proof")

func verdict(valid bool, err error) error {
	if err == nil && !valid {
		return ErrInvalidProof
	}
	return err
}

// UseCKZG computes the tables of the shared setup, so that no later call waits for them. The functions of this package
// do not depend on use.
func UseCKZG(use bool) error {
	_, err := prover()
	return err
}

// BlobToCommitment returns the commitment to a blob.
func BlobToCommitment(blob *Blob) (Commitment, error) {
	if err := notNil("blob", blob); err != nil {
		return Commitment{}, err
	}
	commitments, err := (*Setup)(nil).Commit(nil, []Blob{*blob})
	if err != nil {
		return Commitment{}, err
	}
	return commitments[0], nil
}

// ComputeProof returns the proof and the value of the polynomial of a blob at a point.
func ComputeProof(blob *Blob, point Point) (Proof, Claim, error) {
	return (*Setup)(nil).Prove(nil, blob, point)
}

// VerifyProof returns nil if the polynomial with a commitment has this value at the point.
func VerifyProof(commitment Commitment, point Point, claim Claim, proof Proof) error {
	return verdict((*Setup)(nil).Verify(nil, commitment, point, claim, proof))
}

// ComputeBlobProof returns the proof that a blob has a commitment, which is not compared with the blob.
func ComputeBlobProof(blob *Blob, commitment Commitment) (Proof, error) {
	return (*Setup)(nil).ProveBlob(nil, blob, commitment)
}

// VerifyBlobProof returns nil if a blob has a commitment.
func VerifyBlobProof(blob *Blob, commitment Commitment, proof Proof) error {
	return verdict((*Setup)(nil).VerifyBlob(nil, blob, commitment, proof))
}

// ComputeCellProofs returns the proofs of the 128 cells of a blob.
func ComputeCellProofs(blob *Blob) ([]Proof, error) {
	if err := notNil("blob", blob); err != nil {
		return nil, err
	}
	return (*Setup)(nil).CellProofs(nil, []Blob{*blob})
}

// VerifyCellProofs returns nil if blobs have their commitments, with the proofs of all 128 cells of each blob.
func VerifyCellProofs(blobs []Blob, commitments []Commitment, proofs []Proof) error {
	if err := checkCount("commitments", len(commitments), len(blobs)); err != nil {
		return err
	}
	if err := checkCount("proofs", len(proofs), CellsPerBlob*len(blobs)); err != nil {
		return err
	}
	cells, err := ComputeCells(blobs)
	if err != nil {
		return err
	}
	all, indices := expand(commitments, allIndices[:])
	return verdict((*Setup)(nil).VerifyCells(nil, all, indices, cells, proofs))
}

// VerifyCells returns nil if cells are those of the commitments. indices are those of the cells of each blob, and
// cells has these cells of the first blob, then those of the next. There is a proof for each cell.
func VerifyCells(cells []Cell, commitments []Commitment, proofs []Proof, cellIndices []uint64) error {
	switch {
	case len(commitments) == 0:
		return errors.New("no commitments")
	case len(proofs)%len(commitments) != 0:
		return errors.New("len(proofs) must be a multiple of len(commitments)")
	case len(cells) != len(proofs):
		return errors.New("mismatched len(cellProofs) and len(cells)")
	}
	if err := checkIndices(cells, cellIndices); err != nil {
		return err
	}
	if len(cells)/len(cellIndices) != len(commitments) {
		return errors.New("invalid number of cells for blob count")
	}
	all, indices := expand(commitments, cellIndices)
	return verdict((*Setup)(nil).VerifyCells(nil, all, indices, cells, proofs))
}

// ComputeCells returns the 128 cells of each blob, those of the first blob first.
func ComputeCells(blobs []Blob) ([]Cell, error) { return (*Setup)(nil).Cells(nil, blobs) }

// RecoverBlobs returns blobs from at least 64 cells of each, in the layout of VerifyCells. Where there are more than 64
// cells that are not those of one blob, this is an error; go-ethereum then returns the first 64 cells, or others.
func RecoverBlobs(cells []Cell, cellIndices []uint64) ([]Blob, error) {
	recovered, err := RecoverCells(cells, cellIndices)
	if err != nil {
		return nil, err
	}
	blobs := make([]Blob, len(recovered)/CellsPerBlob)
	for i := range blobs {
		for j, cell := range recovered[CellsPerBlob*i:][:DataPerBlob] {
			copy(blobs[i][len(cell)*j:], cell[:])
		}
	}
	return blobs, nil
}

// RecoverCells returns the 128 cells of each blob from at least 64 cells of each, in the layout of VerifyCells. Cells
// that are not those of one blob are an error as in RecoverBlobs.
func RecoverCells(cells []Cell, cellIndices []uint64) ([]Cell, error) {
	if err := checkIndices(cells, cellIndices); err != nil {
		return nil, err
	}
	return (*Setup)(nil).Recover(nil, cellIndices, cells)
}

// CalcBlobHashV1 returns the versioned hash of a commitment. hasher is one of SHA-256.
func CalcBlobHashV1(hasher hash.Hash, commit *Commitment) (vh [32]byte) {
	if hasher.Size() != 32 {
		panic("kzg: the hasher is not one of SHA-256")
	}
	hasher.Reset()
	hasher.Write(commit[:])
	hasher.Sum(vh[:0])
	vh[0] = 1
	return vh
}

// IsValidVersionedHash reports whether bytes have the length and the version of a versioned hash.
func IsValidVersionedHash(h []byte) bool { return len(h) == 32 && h[0] == 1 }

var allIndices = func() (indices [CellsPerBlob]uint64) {
	for i := range indices {
		indices[i] = uint64(i)
	}
	return indices
}()

// expand returns the commitment and the index of each cell.
func expand(commitments []Commitment, indices []uint64) ([]Commitment, []uint64) {
	all := make([]Commitment, 0, len(commitments)*len(indices))
	of := make([]uint64, 0, cap(all))
	for _, commitment := range commitments {
		for _, index := range indices {
			all, of = append(all, commitment), append(of, index)
		}
	}
	return all, of
}

// checkIndices has the checks of go-ethereum, with its messages.
func checkIndices(cells []Cell, indices []uint64) error {
	switch {
	case len(indices) == 0:
		return errors.New("no cellIndices given")
	case len(indices) > len(cells):
		return errors.New("less cells than cellIndices")
	case len(indices) > CellsPerBlob:
		return errors.New("too many cellIndices")
	case len(cells)%len(indices) != 0:
		return errors.New("len(cells) must be a multiple of len(cellIndices)")
	}
	return nil
}
