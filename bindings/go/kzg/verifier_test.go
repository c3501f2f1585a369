//go:build cgo

package kzg_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"vorpal.example/go"
	"vorpal.example/go/kzg"
)

// outside is an encoding on the curve, of a point of order three: x is 0, and y is 2.
var outside = kzg.Proof{0x80}

func TestCellsThatArrive(t *testing.T) {
	b := blockOfTwo()
	setup := must(kzg.NewSetup(nil, 0))
	verifier := must(setup.NewCellVerifier(nil, b.commitments))
	if err := setup.Close(); err != nil {
		t.Error(err)
	}
	add := func(blob, index uint64) error {
		at := kzg.CellsPerBlob*blob + index
		return verifier.Add(nil, []uint64{blob}, []uint64{index}, b.cells[at:at+1], b.ofCells[at:at+1])
	}
	expect := func(wrong ...int) {
		t.Helper()
		if valid := must(verifier.Verify(nil)); valid != (len(wrong) == 0) {
			t.Error(valid)
		}
		if found := must(verifier.InvalidCells(nil)); !slices.Equal(found, wrong) {
			t.Error(found)
		}
	}
	expect()
	if err := verifier.Add(nil, nil, nil, nil, nil); err != nil {
		t.Error(err)
	}
	for _, cell := range [][2]uint64{{1, 90}, {0, 3}, {1, 90}} {
		if err := add(cell[0], cell[1]); err != nil {
			t.Error(err)
		}
		expect()
	}
	// A wrong cell and a proof outside the subgroup are named; all others keep their verdicts. The slices have more
	// capacity than length.
	cells := slices.Clone(b.cells[4:6])
	cells[0][40] ^= 1
	proofs := append(make([]kzg.Proof, 0, 9), b.ofCells[4], outside)
	if err := verifier.Add(nil, []uint64{0, 0}, []uint64{4, 5}, cells, proofs); err != nil {
		t.Error(err)
	}
	expect(3, 4)
	// A call that fails adds nothing.
	cells[1][32] = 0xff
	for i, check := range []struct {
		err    error
		target error
	}{
		{verifier.Add(nil, []uint64{0}, []uint64{4, 5}, cells, proofs), vorpal.ErrArgument},
		{verifier.Add(nil, []uint64{0, 0}, []uint64{4}, cells, proofs), vorpal.ErrArgument},
		{verifier.Add(nil, []uint64{0, 0}, []uint64{4, 5}, cells, proofs[:1]), vorpal.ErrArgument},
		{verifier.Add(nil, []uint64{0, 2}, []uint64{4, 5}, cells, proofs), vorpal.ErrArgument},
		{verifier.Add(nil, []uint64{0, 0}, []uint64{4, 128}, cells, proofs), vorpal.ErrArgument},
		{verifier.Add(nil, []uint64{0, 0}, []uint64{4, 5}, cells, proofs), vorpal.ErrInput},
		{verifier.Add(nil, []uint64{0}, []uint64{4}, cells[:1], make([]kzg.Proof, 1)), vorpal.ErrInput},
	} {
		if !errors.Is(check.err, check.target) {
			t.Errorf("number %d: %v, not %v", i, check.err, check.target)
		}
	}
	if count := must(verifier.Count()); count != 5 {
		t.Error(count)
	}
	expect(3, 4)
	if err := errors.Join(verifier.Close(), verifier.Close(), (*kzg.CellVerifier)(nil).Close()); err != nil {
		t.Error(err)
	}
	one := func(_ any, err error) error { return err }
	var none *kzg.CellVerifier
	var noSetup *kzg.Setup
	for i, err := range []error{
		add(0, 3), one(verifier.Count()), one(verifier.Verify(nil)), one(verifier.InvalidCells(nil)),
		none.Add(nil, nil, nil, nil, nil), one(none.Count()), one(none.Verify(nil)), one(none.InvalidCells(nil)),
		one(new(kzg.CellVerifier).Verify(nil)), one(setup.NewCellVerifier(nil, b.commitments)),
	} {
		if !errors.Is(err, vorpal.ErrArgument) {
			t.Errorf("number %d: %v", i, err)
		}
	}
	err := one(noSetup.NewCellVerifier(nil, []kzg.Commitment{kzg.Commitment(outside)}))
	if !errors.Is(err, vorpal.ErrInput) {
		t.Error(err)
	}
}

func TestCellsThatArriveOnGoroutines(t *testing.T) {
	b := blockOfTwo()
	var setup *kzg.Setup
	verifier := must(setup.NewCellVerifier(nil, b.commitments))
	var group sync.WaitGroup
	for first := range uint64(4) {
		group.Go(func() {
			for index := first; index < 32; index += 4 {
				cells, proofs := b.columns([]uint64{index})
				if err := verifier.Add(nil, []uint64{0, 1}, []uint64{index, index}, cells, proofs); err != nil {
					t.Error(err)
				}
				if found, err := verifier.InvalidCells(nil); len(found) != 0 || err != nil {
					t.Error(found, err)
				}
			}
		})
	}
	group.Wait()
	if count := must(verifier.Count()); count != 64 || !must(verifier.Verify(nil)) {
		t.Error(count)
	}
}

func TestTablesInFiles(t *testing.T) {
	b := blockOfTwo()
	file := filepath.Join(t.TempDir(), "tables")
	setup, plain := must(kzg.NewSetup(nil, 2<<20)), must(kzg.NewSetup(nil, 0))
	if err := setup.SaveTables(file); err != nil {
		t.Fatal(err)
	}
	for _, points := range []*kzg.Setup{nil, plain} {
		loaded := must(points.LoadTables(nil, file))
		if must(loaded.Memory()) != must(setup.Memory()) || !slices.Equal(must(loaded.Commit(nil, b.blobs)), b.commitments) {
			t.Error("other tables")
		}
	}
	bytes := must(os.ReadFile(file))
	bytes[len(bytes)/3] ^= 1
	if err := os.WriteFile(file, bytes, 0o600); err != nil {
		t.Fatal(err)
	}
	one := func(_ any, err error) error { return err }
	closed := must(kzg.NewSetup(nil, 0))
	_ = closed.Close()
	for i, check := range []struct {
		err    error
		target error
	}{
		{one(plain.LoadTables(nil, file)), vorpal.ErrStore},
		{one(plain.LoadTables(nil, file+".none")), vorpal.ErrStore},
		{one(plain.LoadTables(nil, "a\x00b")), vorpal.ErrArgument},
		{one(closed.LoadTables(nil, file)), vorpal.ErrArgument},
		{plain.SaveTables(file), vorpal.ErrNotPossible},
		{closed.SaveTables(file), vorpal.ErrArgument},
		{setup.SaveTables("a\x00b"), vorpal.ErrArgument},
		{setup.SaveTables(filepath.Join(file, "below")), vorpal.ErrStore},
	} {
		if !errors.Is(check.err, check.target) {
			t.Errorf("number %d: %v, not %v", i, check.err, check.target)
		}
	}
}
