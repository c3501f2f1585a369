//go:build cgo

package kzg

import (
	"fmt"

	"vorpal.example/go/internal/lib"
	"vorpal.example/go/internal/status"
)

// Cells returns the CellsPerBlob cells of each blob, those of the first blob first.
func (s *Setup) Cells(pool *Pool, blobs []Blob) ([]Cell, error) {
	// Cells alone need no tables.
	setup, err := s.get(verifier)
	if err != nil {
		return nil, err
	}
	cells := make([]Cell, CellsPerBlob*len(blobs))
	if err := lib.CellsAndProofs(setup, pool, blobs, cells, []Proof(nil)); err != nil {
		return nil, err
	}
	return cells, nil
}

// CellProofs returns the proofs of the CellsPerBlob cells of each blob.
func (s *Setup) CellProofs(pool *Pool, blobs []Blob) ([]Proof, error) {
	setup, err := s.get(prover)
	if err != nil {
		return nil, err
	}
	proofs := make([]Proof, CellsPerBlob*len(blobs))
	if err := lib.CellsAndProofs(setup, pool, blobs, []Cell(nil), proofs); err != nil {
		return nil, err
	}
	return proofs, nil
}

// CellsAndProofs returns the cells of Cells and the proofs of CellProofs.
func (s *Setup) CellsAndProofs(pool *Pool, blobs []Blob) ([]Cell, []Proof, error) {
	setup, err := s.get(prover)
	if err != nil {
		return nil, nil, err
	}
	cells, proofs := make([]Cell, CellsPerBlob*len(blobs)), make([]Proof, CellsPerBlob*len(blobs))
	if err := lib.CellsAndProofs(setup, pool, blobs, cells, proofs); err != nil {
		return nil, nil, err
	}
	return cells, proofs, nil
}

// Recover returns all cells of blobs. All blobs have cells with the same indices, at least 64, strictly ascending:
// len(indices) cells of the first blob, then those of the next. More than 64 cells that are not those of one blob are
// an error; of exactly 64, every choice is some blob. Verify cells before.
func (s *Setup) Recover(pool *Pool, indices []uint64, cells []Cell) ([]Cell, error) {
	recovered, _, err := s.recoverAll(pool, indices, cells, false)
	return recovered, err
}

// RecoverWithProofs returns the cells of Recover and their proofs.
func (s *Setup) RecoverWithProofs(pool *Pool, indices []uint64, cells []Cell) ([]Cell, []Proof, error) {
	return s.recoverAll(pool, indices, cells, true)
}

func (s *Setup) recoverAll(pool *Pool, indices []uint64, cells []Cell, withProofs bool) ([]Cell, []Proof, error) {
	shared := verifier
	if withProofs {
		shared = prover
	}
	setup, err := s.get(shared)
	if err != nil {
		return nil, nil, err
	}
	if len(indices) == 0 || len(cells)%len(indices) != 0 {
		message := fmt.Sprintf("cells: %d is no multiple of the %d indices", len(cells), len(indices))
		return nil, nil, status.New(status.Argument, message)
	}
	count := len(cells) / len(indices)
	recovered := make([]Cell, CellsPerBlob*count)
	var proofs []Proof
	if withProofs {
		proofs = make([]Proof, CellsPerBlob*count)
	}
	if err := lib.RecoverCells(setup, pool, count, indices, cells, recovered, proofs); err != nil {
		return nil, nil, err
	}
	return recovered, proofs, nil
}

// VerifyCells reports whether all cells are those of their commitments, by one sum with private weights of 128 bits.
// There is a commitment, an index and a proof for each cell, in any order.
func (s *Setup) VerifyCells(pool *Pool, commitments []Commitment, indices []uint64, cells []Cell,
	proofs []Proof) (bool, error) {
	return s.verifyCells(pool, commitments, indices, cells, proofs, nil)
}

// InvalidCells returns the positions of the cells that are not those of their commitments, in ascending order. A wrong
// cell costs about log2(len(cells)) further pairings. Whoever sends cells chooses this cost: verify the cells of each
// peer by a call of their own, or with VerifyCells first.
func (s *Setup) InvalidCells(pool *Pool, commitments []Commitment, indices []uint64, cells []Cell,
	proofs []Proof) ([]int, error) {
	items := make([]byte, len(cells))
	if _, err := s.verifyCells(pool, commitments, indices, cells, proofs, items); err != nil {
		return nil, err
	}
	return invalid(items), nil
}

func (s *Setup) verifyCells(pool *Pool, commitments []Commitment, indices []uint64, cells []Cell, proofs []Proof,
	items []byte) (bool, error) {
	setup, err := s.get(verifier)
	if err != nil {
		return false, err
	}
	for _, list := range []struct {
		name  string
		count int
	}{{"commitments", len(commitments)}, {"indices", len(indices)}, {"proofs", len(proofs)}} {
		if err := checkCount(list.name, list.count, len(cells)); err != nil {
			return false, err
		}
	}
	return lib.VerifyCells(setup, pool, commitments, indices, cells, proofs, items)
}
