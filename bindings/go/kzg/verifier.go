//go:build cgo

package kzg

import (
	"sync"

	"vorpal.example/go/internal/lib"
)

// CellVerifier is a batch of cells that grows as the cells of a block arrive. Proofs are decoded when they are added;
// sums and the pairing follow when all cells are verified together. Several goroutines may use a verifier at the same
// time.
type CellVerifier struct {
	verifier lib.CellVerifier
	// Held for reading while cells are verified, so that their number does not change.
	mutex sync.RWMutex
}

// NewCellVerifier returns a verifier of cells of the blobs with these commitments, without cells. The commitments are
// decoded here once. The setup may be closed before the verifier.
func (s *Setup) NewCellVerifier(pool *Pool, commitments []Commitment) (*CellVerifier, error) {
	setup, err := s.get(verifier)
	if err != nil {
		return nil, err
	}
	created, err := lib.NewCellVerifier(setup, pool, commitments)
	if err != nil {
		return nil, err
	}
	return &CellVerifier{verifier: created}, nil
}

// Add adds cells: all of them, or none if there is an error. For each cell there are the position of its blob in the
// list of commitments, its index, and its proof. A proof on the curve outside the subgroup is added, and its cell is
// not valid. Positions in errors count all cells added so far.
func (v *CellVerifier) Add(pool *Pool, blobs, indices []uint64, cells []Cell, proofs []Proof) error {
	if err := notNil("verifier", v); err != nil {
		return err
	}
	for _, list := range []struct {
		name  string
		count int
	}{{"blobs", len(blobs)}, {"indices", len(indices)}, {"proofs", len(proofs)}} {
		if err := checkCount(list.name, list.count, len(cells)); err != nil {
			return err
		}
	}
	v.mutex.Lock()
	defer v.mutex.Unlock()
	return lib.AddCells(v.verifier, pool, blobs, indices, cells, proofs)
}

// Count returns the number of cells that were added.
func (v *CellVerifier) Count() (int, error) {
	if err := notNil("verifier", v); err != nil {
		return 0, err
	}
	return v.verifier.Count()
}

// Verify reports whether all cells that were added are those of their commitments; true without cells. Cells may be
// added afterwards; the next call verifies all again.
func (v *CellVerifier) Verify(pool *Pool) (bool, error) {
	if err := notNil("verifier", v); err != nil {
		return false, err
	}
	return v.verifier.Finish(pool, nil)
}

// InvalidCells returns the positions of the cells that are not those of their commitments, in the order in which they
// were added, ascending. A wrong cell costs about log2 of the number of cells further pairings, and a proof outside the
// subgroup an exact check of all proofs. Whoever sends cells chooses this cost: call Verify first.
func (v *CellVerifier) InvalidCells(pool *Pool) ([]int, error) {
	if err := notNil("verifier", v); err != nil {
		return nil, err
	}
	v.mutex.RLock()
	defer v.mutex.RUnlock()
	count, err := v.verifier.Count()
	if err != nil {
		return nil, err
	}
	items := make([]byte, count)
	if _, err := v.verifier.Finish(pool, items); err != nil {
		return nil, err
	}
	return invalid(items), nil
}

// Close frees the verifier. Later calls with it are errors.
func (v *CellVerifier) Close() error {
	if v == nil {
		return nil
	}
	return v.verifier.Close()
}
