//go:build cgo

package msm_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bls12-377"
	"github.com/consensys/gnark-crypto/ecc/bls12-377/fr"

	vorpal "vorpal.example/go"
	"vorpal.example/go/internal/testdata"
	"vorpal.example/go/msm"
	dropin "vorpal.example/go/msm/bls12377"
)

// sum is a sum with its result by gnark-crypto.
type sum struct {
	points   []bls12377.G1Affine
	scalars  []fr.Element
	expected [48]byte
}

func newSum(t testing.TB, count int) (s sum) {
	t.Helper()
	factors := make([]fr.Element, count)
	s.scalars = make([]fr.Element, count)
	for i := range count {
		factors[i].MustSetRandom()
		s.scalars[i].MustSetRandom()
	}
	_, _, generator, _ := bls12377.Generators()
	s.points = bls12377.BatchScalarMultiplicationG1(&generator, factors)
	var expected bls12377.G1Affine
	if _, err := expected.MultiExp(s.points, s.scalars, ecc.MultiExpConfig{}); err != nil {
		t.Fatal(err)
	}
	s.expected = expected.Bytes()
	return s
}

func (s sum) bytes() (points []byte) {
	for _, point := range s.points {
		encoded := point.Bytes()
		points = append(points, encoded[:]...)
	}
	return points
}

func (s sum) bases(t testing.TB) *msm.Bases {
	t.Helper()
	bases, err := msm.BasesFromBytes(nil, msm.BLS12377, msm.Gnark, s.bytes(), 48, msm.TrustNothing)
	if err != nil {
		t.Fatal(err)
	}
	return bases
}

func check(t testing.TB, name string, found []byte, err error, expected []byte) {
	t.Helper()
	if err != nil || !bytes.Equal(found, expected) {
		t.Fatalf("%s: %x, not %x: %v", name, found, expected, err)
	}
}

// Bases from bytes and from memory, prepared and from a file; scalars of all formats.
func TestSums(t *testing.T) {
	ctx := context.Background()
	s := newSum(t, 300)
	bases := s.bases(t)
	defer bases.Close()
	limbs := make([]uint64, 0, 12*300)
	little, big := make([][32]byte, 300), make([][32]byte, 300)
	for i, point := range s.points {
		limbs = append(append(limbs, point.X[:]...), point.Y[:]...)
		fr.LittleEndian.PutElement(&little[i], s.scalars[i])
		fr.BigEndian.PutElement(&big[i], s.scalars[i])
	}
	memory, err := msm.BasesFromMontgomery(nil, msm.BLS12377, limbs, msm.TrustNothing)
	if err != nil {
		t.Fatal(err)
	}
	prepared, err := bases.Prepare(nil, 1<<24)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "bases")
	if err := prepared.Save(file); err != nil {
		t.Fatal(err)
	}
	if err := prepared.Save(file); !errors.Is(err, vorpal.ErrStore) {
		t.Errorf("an existing file: %v", err)
	}
	opened, err := msm.OpenBases(nil, msm.BLS12377, file)
	if err != nil {
		t.Fatal(err)
	}
	for i, b := range []*msm.Bases{bases, memory, prepared, opened} {
		if count, err := b.Len(); count != 300 || err != nil {
			t.Fatalf("bases %d: %d: %v", i, count, err)
		}
		for _, scalars := range []msm.Scalars{
			msm.Montgomery(s.scalars), msm.LittleEndian(little), msm.BigEndian(big),
		} {
			found, err := b.Sum(ctx, scalars, msm.Gnark, 48, msm.Options{})
			check(t, "sum", found, err, s.expected[:])
			stored, err := b.SumToMontgomery(ctx, scalars, msm.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var point bls12377.G1Affine
			copy(point.X[:], stored[:6])
			copy(point.Y[:], stored[6:])
			encoded := point.Bytes()
			check(t, "sum in Montgomery form", encoded[:], nil, s.expected[:])
		}
		if err := b.Close(); err != nil {
			t.Error(err)
		}
		if _, err := b.Len(); !errors.Is(err, vorpal.ErrArgument) {
			t.Errorf("closed bases: %v", err)
		}
	}
}

// Every algorithm gives gnark-crypto's sum: infinity, equal and opposite points, scalars 0, 1 and -1.
func TestAlgorithms(t *testing.T) {
	ctx := context.Background()
	s := newSum(t, 300)
	s.points[1] = s.points[0]
	s.points[2].Neg(&s.points[0])
	s.points[3] = bls12377.G1Affine{}
	s.scalars[0].SetInt64(-1)
	s.scalars[1].SetOne()
	s.scalars[4].SetZero()
	for _, count := range []int{0, 1, 2, 5, 8, 9, 300} {
		var expected bls12377.G1Affine
		if _, err := expected.MultiExp(s.points[:count], s.scalars[:count], ecc.MultiExpConfig{}); err != nil {
			t.Fatal(err)
		}
		encoded := expected.Bytes()
		bases := s.bases(t)
		for algorithm := msm.Planner; algorithm <= msm.Jacobian; algorithm++ {
			found, err := bases.SumBy(ctx, algorithm, msm.Montgomery(s.scalars[:count]), msm.Gnark, 48, msm.Options{})
			if algorithm == msm.Straus && count > 8 {
				if !errors.Is(err, vorpal.ErrNotPossible) {
					t.Errorf("%d points by Straus: %v", count, err)
				}
				continue
			}
			check(t, "sum", found, err, encoded[:])
		}
		if _, err := bases.SumBy(ctx, 6, msm.Montgomery(s.scalars[:count]), msm.Gnark, 48, msm.Options{}); !errors.Is(
			err, vorpal.ErrArgument) {
			t.Errorf("an unknown algorithm: %v", err)
		}
		if err := bases.Close(); err != nil {
			t.Error(err)
		}
	}
	var none *msm.Bases
	if _, err := none.SumBy(ctx, msm.Affine, msm.Uint64(nil), msm.Gnark, 48, msm.Options{}); !errors.Is(
		err, vorpal.ErrArgument) {
		t.Errorf("nil bases: %v", err)
	}
}

// Fewer scalars than bases, and scalars of 64 bits.
func TestSumOfIntegers(t *testing.T) {
	s := newSum(t, 20)
	bases := s.bases(t)
	defer bases.Close()
	small := []uint64{0, 1, ^uint64(0), 1 << 63, 12345}
	var expected, term bls12377.G1Affine
	for i, scalar := range small {
		term.ScalarMultiplication(&s.points[i], new(big.Int).SetUint64(scalar))
		expected.Add(&expected, &term)
	}
	encoded := expected.Bytes()
	scalars := msm.Uint64(small)
	if scalars.Len() != 5 {
		t.Errorf("%d scalars", scalars.Len())
	}
	found, err := bases.Sum(context.Background(), scalars, msm.Gnark, 48, msm.Options{})
	check(t, "integers", found, err, encoded[:])
}

// Scalars and points may be parts of objects that contain pointers.
func TestMemoryBesidePointers(t *testing.T) {
	type object struct {
		next    *object
		scalars [4]fr.Element
		points  [4]bls12377.G1Affine
		job     msm.Job
	}
	s := newSum(t, 4)
	one := &object{next: &object{}}
	copy(one.scalars[:], s.scalars)
	copy(one.points[:], s.points)
	bases := s.bases(t)
	defer bases.Close()
	scalars := msm.Montgomery(one.scalars[:])
	found, err := bases.Sum(context.Background(), scalars, msm.Gnark, 48, msm.Options{})
	check(t, "sum", found, err, s.expected[:])
	if _, err := bases.SumToMontgomery(context.Background(), scalars, msm.Options{}); err != nil {
		t.Error(err)
	}
	if one.job, err = bases.JobOf(nil, scalars); err != nil {
		t.Error(err)
	}
	part := msm.Part{Job: one.job, Terms: 4, Bits: 256, EndBit: 256}
	if _, err := bases.Partial(context.Background(), part, scalars, msm.Options{}); err != nil {
		t.Error(err)
	}
	var sum bls12377.G1Affine
	if _, err := dropin.MultiExp(&sum, one.points[:], one.scalars[:], ecc.MultiExpConfig{}); err != nil {
		t.Error(err)
	}
	encoded := sum.Bytes()
	check(t, "MultiExp", encoded[:], nil, s.expected[:])
}

// Two machines each compute two parts, which travel as bytes.
func TestPartialSums(t *testing.T) {
	ctx := context.Background()
	s := newSum(t, 100)
	bases := s.bases(t)
	defer bases.Close()
	job, err := bases.JobOf(nil, msm.Montgomery(s.scalars))
	if err != nil {
		t.Fatal(err)
	}
	var whole *msm.Partial
	for _, first := range []int{0, 60} {
		end := map[int]int{0: 60, 60: 100}[first]
		limbs := []uint64{}
		for _, point := range s.points[first:end] {
			limbs = append(append(limbs, point.X[:]...), point.Y[:]...)
		}
		local, err := msm.BasesFromMontgomery(nil, msm.BLS12377, limbs, msm.TrustInSubgroup)
		if err != nil {
			t.Fatal(err)
		}
		for _, bits := range [][2]uint32{{0, 100}, {100, 256}} {
			part := msm.Part{
				Job: job, Terms: 100, FirstTerm: uint64(first), Bits: 256, FirstBit: bits[0], EndBit: bits[1],
			}
			partial, err := local.Partial(ctx, part, msm.Montgomery(s.scalars[first:end]), msm.Options{})
			if err != nil {
				t.Fatal(err)
			}
			encoded, err := partial.MarshalBinary()
			if err != nil {
				t.Fatal(err)
			}
			if partial, err = msm.PartialFromBytes(msm.BLS12377, encoded); err != nil {
				t.Fatal(err)
			}
			if whole == nil {
				whole = partial
				continue
			}
			if _, err := whole.Finish(msm.Gnark, 48); err == nil {
				t.Fatal("an incomplete sum is finished")
			}
			if whole, err = whole.Merge(partial); err != nil {
				t.Fatal(err)
			}
			if _, err := whole.Merge(partial); err == nil {
				t.Fatal("a part is added twice")
			}
		}
		local.Close()
	}
	found, err := whole.Finish(msm.Gnark, 48)
	check(t, "merged parts", found, err, s.expected[:])
	if _, err := whole.Merge(whole); !errors.Is(err, vorpal.ErrArgument) {
		t.Errorf("a part merged with itself: %v", err)
	}
	if _, err := msm.PartialFromBytes(msm.BLS12377, []byte("part")); !errors.Is(err, vorpal.ErrInput) {
		t.Errorf("four bytes: %v", err)
	}
	if err := errors.Join(whole.Close(), whole.Close()); err != nil {
		t.Error(err)
	}
}

func TestCancellation(t *testing.T) {
	// 256 terms, 128 times each.
	const copies = 128
	s := newSum(t, 256)
	var whole bls12377.G1Affine
	if _, err := whole.SetBytes(s.expected[:]); err != nil {
		t.Fatal(err)
	}
	whole.ScalarMultiplication(&whole, big.NewInt(copies))
	expected := whole.Bytes()
	var limbs []uint64
	var many []fr.Element
	for range copies {
		for _, point := range s.points {
			limbs = append(append(limbs, point.X[:]...), point.Y[:]...)
		}
		many = append(many, s.scalars...)
	}
	bases, err := msm.BasesFromMontgomery(nil, msm.BLS12377, limbs, msm.TrustInSubgroup)
	if err != nil {
		t.Fatal(err)
	}
	defer bases.Close()
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = bases.Sum(cancelled, msm.Montgomery(many), msm.Gnark, 48, msm.Options{})
	if !errors.Is(err, vorpal.ErrCancelled) || !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled before the sum: %v", err)
	}
	// The first report cancels a sum that a single thread works on. It ends before the sum is complete, if the report
	// comes in time: so it is tried until one does.
	pool, err := vorpal.NewPool(1)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	var reached, total uint64
	for try := 0; reached == 0 || !errors.Is(err, vorpal.ErrCancelled); try++ {
		if try == 20 {
			t.Fatalf("no sum was cancelled: %v", err)
		}
		ctx, cancel := context.WithCancelCause(context.Background())
		_, err = bases.Sum(ctx, msm.Montgomery(many), msm.Gnark, 48, msm.Options{Pool: pool,
			Progress: func(done, of uint64) {
				reached, total = done, of
				cancel(errors.New("enough"))
			}})
		cancel(nil)
	}
	if reached > total || !strings.Contains(err.Error(), "enough") {
		t.Errorf("%d of %d: %v", reached, total, err)
	}
	// The bases work on.
	found, err := bases.Sum(context.Background(), msm.Montgomery(many), msm.Gnark, 48, msm.Options{})
	check(t, "after a cancelled sum", found, err, expected[:])
}

// A callback may panic, use the bases and close them.
func TestCallbacks(t *testing.T) {
	s := newSum(t, 256)
	var limbs []uint64
	var many []fr.Element
	for range 256 {
		for _, point := range s.points {
			limbs = append(append(limbs, point.X[:]...), point.Y[:]...)
		}
		many = append(many, s.scalars...)
	}
	pool, err := vorpal.NewPool(1)
	if err != nil {
		t.Fatal(err)
	}
	sum := func(report func(bases *msm.Bases)) (panicked any, err error) {
		bases, err := msm.BasesFromMontgomery(nil, msm.BLS12377, limbs, msm.TrustInSubgroup)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { panicked = recover() }()
		_, err = bases.Sum(context.Background(), msm.Montgomery(many), msm.Gnark, 48, msm.Options{Pool: pool,
			Progress: func(uint64, uint64) { report(bases) }})
		return nil, err
	}
	reported := false
	for try := 0; !reported; try++ {
		if try == 20 {
			t.Fatal("no sum reported")
		}
		panicked, err := sum(func(*msm.Bases) { reported = true; panic("planted") })
		if reported && (panicked != "planted" || err != nil) {
			t.Errorf("a panic in a callback: %v, %v", panicked, err)
		}
	}
	closed := false
	panicked, err := sum(func(bases *msm.Bases) {
		_, length := bases.Len()
		closed = true
		if err := bases.Close(); err != nil || length != nil && !errors.Is(length, vorpal.ErrArgument) {
			t.Error(err, length)
		}
	})
	if err != nil || panicked != nil {
		t.Errorf("bases closed by a callback (%v): %v, %v", closed, err, panicked)
	}
}

func TestBadInput(t *testing.T) {
	s := newSum(t, 4)
	ctx := context.Background()
	points := s.bytes()
	offCurve := bytes.Clone(points)
	for offCurve[48*2+47]++; ; offCurve[48*2+47]++ {
		var point bls12377.G1Affine
		if _, err := point.SetBytes(offCurve[96:144]); err != nil {
			break
		}
	}
	_, err := msm.BasesFromBytes(nil, msm.BLS12377, msm.Gnark, offCurve, 48, msm.TrustNothing)
	if !errors.Is(err, vorpal.ErrInput) || !strings.Contains(err.Error(), "2") {
		t.Errorf("a point that is not on the curve: %v", err)
	}
	_, err = msm.BasesFromMontgomery(nil, msm.BLS12377, make([]uint64, 13), msm.TrustNothing)
	if !errors.Is(err, vorpal.ErrArgument) {
		t.Errorf("13 limbs: %v", err)
	}
	limbs := make([]uint64, 24)
	limbs[12], limbs[18] = 1, 1
	_, err = msm.BasesFromMontgomery(nil, msm.BLS12377, limbs, msm.TrustNothing)
	if !errors.Is(err, vorpal.ErrInput) || !strings.Contains(err.Error(), "1") {
		t.Errorf("limbs of no point: %v", err)
	}
	for name, call := range map[string]func() (*msm.Bases, error){
		"curve":   func() (*msm.Bases, error) { return msm.BasesFromBytes(nil, 3, msm.Gnark, points, 48, 0) },
		"format":  func() (*msm.Bases, error) { return msm.BasesFromBytes(nil, 0, 7, points, 48, 0) },
		"trust":   func() (*msm.Bases, error) { return msm.BasesFromBytes(nil, 0, msm.Gnark, points, 48, 3) },
		"length":  func() (*msm.Bases, error) { return msm.BasesFromBytes(nil, 0, msm.Gnark, points, 47, 0) },
		"zero":    func() (*msm.Bases, error) { return msm.BasesFromBytes(nil, 0, msm.Gnark, points, 0, 0) },
		"memory":  func() (*msm.Bases, error) { return s.bases(t).Prepare(nil, -1) },
		"nothing": func() (*msm.Bases, error) { return msm.BasesFromMontgomery(nil, 9, nil, 0) },
		"file":    func() (*msm.Bases, error) { return msm.OpenBases(nil, msm.BLS12377, "a\x00b") },
		"nil":     func() (*msm.Bases, error) { return (*msm.Bases)(nil).Prepare(nil, 1) },
	} {
		if bases, err := call(); bases != nil || !errors.Is(err, vorpal.ErrArgument) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := msm.OpenBases(nil, msm.BLS12377, filepath.Join(t.TempDir(), "none")); !errors.Is(err, vorpal.ErrStore) {
		t.Errorf("a missing file: %v", err)
	}
	bases := s.bases(t)
	defer bases.Close()
	order := [32]byte{}
	fr.Modulus().FillBytes(order[:])
	_, err = bases.Sum(ctx, msm.BigEndian([][32]byte{{}, order}), msm.Gnark, 48, msm.Options{})
	if !errors.Is(err, vorpal.ErrInput) || !strings.Contains(err.Error(), "1") {
		t.Errorf("a scalar that is the order: %v", err)
	}
	_, err = bases.Sum(ctx, msm.Uint64(make([]uint64, 5)), msm.Gnark, 48, msm.Options{})
	if !errors.Is(err, vorpal.ErrArgument) {
		t.Errorf("5 scalars for 4 bases: %v", err)
	}
	for _, length := range []int{-1, 0, 47, 97} {
		if _, err = bases.Sum(ctx, msm.Uint64(nil), msm.Gnark, length, msm.Options{}); !errors.Is(err, vorpal.ErrArgument) {
			t.Errorf("a point of %d bytes: %v", length, err)
		}
	}
	var none *msm.Bases
	_, sum := none.Sum(ctx, msm.Scalars{}, 0, 48, msm.Options{})
	_, job := none.JobOf(nil, msm.Scalars{})
	_, merge := (*msm.Partial)(nil).Merge(nil)
	_, finish := (*msm.Partial)(nil).Finish(0, 48)
	for i, err := range []error{sum, job, merge, finish, none.Save("")} {
		if !errors.Is(err, vorpal.ErrArgument) {
			t.Errorf("nil, function %d: %v", i, err)
		}
	}
	found, err := bases.Sum(ctx, msm.Scalars{}, msm.Gnark, 48, msm.Options{})
	var infinity bls12377.G1Affine
	encoded := infinity.Bytes()
	check(t, "no scalars", found, err, encoded[:])
}

// The vectors of the harness of ZPrize 2022: each a number and so many items.
func TestZPrize(t *testing.T) {
	folder := testdata.Folder(t, "zprize")
	read := func(name string) []byte {
		bytes, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		return bytes
	}
	points, scalars, results := read("points"), read("scalars"), read("result.txt")
	vectors := 0
	for ; len(points) > 0; vectors++ {
		count := int(binary.LittleEndian.Uint64(points))
		points, scalars = points[8:], scalars[8:]
		bases, err := msm.BasesFromBytes(nil, msm.BLS12377, msm.Arkworks, points[:48*count], 48, msm.TrustNothing)
		if err != nil {
			t.Fatal(err)
		}
		numbers := make([][32]byte, count)
		for i := range numbers {
			numbers[i] = [32]byte(scalars[32*i:])
		}
		found, err := bases.Sum(context.Background(), msm.LittleEndian(numbers), msm.Arkworks, 48, msm.Options{})
		check(t, "ZPrize", found, err, results[48*vectors:48*vectors+48])
		bases.Close()
		points, scalars = points[48*count:], scalars[32*count:]
	}
	if vectors != 5 {
		t.Errorf("%d vectors", vectors)
	}
}
