//go:build cgo

// Package suite tests the transforms over gnark-crypto's elements. The tests are the same for every field.
package suite

import (
	"slices"
	"strings"
	"testing"
)

// Transform is a transform of a domain, by this module or by gnark-crypto.
type Transform[E any] = func(a []E, dif, inverse, onCoset bool, tasks int) error

// Field has elements of a field, and its transforms.
type Field[E comparable] struct {
	Random func() E
	Small  func(value uint64) E
	// Largest is -1, and Modulus the limbs of the modulus.
	Largest, Modulus E
	// New returns the transforms of the domain of m points, with a shift of its coset if it is not zero.
	New func(m, shift uint64) (ours, gnark Transform[E], err error)
}

// Run runs all tests.
func (f Field[E]) Run(t *testing.T) {
	t.Run("values", f.values)
	t.Run("errors", f.errors)
}

// list is random, with the bounds of the range in it.
func (f Field[E]) list(size int) []E {
	list := make([]E, size)
	for i := range list {
		list[i] = f.Random()
	}
	for i, value := range []E{f.Small(0), f.Largest, f.Small(1), f.Largest} {
		if size > 4 || size == 1 && i == 1 {
			list[i%size] = value
		}
	}
	return list
}

// All transforms are those of gnark-crypto: sizes that are no power of two, cosets, threads.
func (f Field[E]) values(t *testing.T) {
	for _, m := range []uint64{1, 2, 3, 4, 5, 8, 31, 64, 257, 1 << 12} {
		for _, shift := range []uint64{0, 3} {
			ours, gnark, err := f.New(m, shift)
			if err != nil {
				t.Fatal(err)
			}
			size := 1
			for uint64(size) < m {
				size *= 2
			}
			for kind := range 8 {
				dif, inverse, onCoset := kind&1 != 0, kind&2 != 0, kind&4 != 0
				for _, tasks := range []int{0, 1, 2} {
					list := f.list(size)
					expected := slices.Clone(list)
					if err := gnark(expected, dif, inverse, onCoset, 0); err != nil {
						t.Fatal(err)
					}
					if err := ours(list, dif, inverse, onCoset, tasks); err != nil || !slices.Equal(list, expected) {
						t.Fatalf("%d points, shift %d, DIF %v, inverse %v, coset %v, %d tasks: %v", m, shift, dif,
							inverse, onCoset, tasks, err)
					}
				}
			}
		}
	}
}

// Other lengths and elements that are not below the modulus are errors, which change nothing.
func (f Field[E]) errors(t *testing.T) {
	ours, _, err := f.New(8, 0)
	if err != nil {
		t.Fatal(err)
	}
	for kind := range 8 {
		for _, length := range []int{0, 7, 9, 16} {
			err := ours(f.list(length), kind&1 != 0, kind&2 != 0, kind&4 != 0, 0)
			if err == nil || !strings.Contains(err.Error(), "a has") {
				t.Errorf("%d elements: %v", length, err)
			}
		}
		list := f.list(8)
		list[5] = f.Modulus
		before := slices.Clone(list)
		err := ours(list, kind&1 != 0, kind&2 != 0, kind&4 != 0, 0)
		if err == nil || !slices.Equal(list, before) {
			t.Errorf("kind %d: the modulus as an element: %v", kind, err)
		}
	}
	for _, m := range []uint64{0, 1 << 60, 1<<63 + 1} {
		if _, _, err := f.New(m, 0); err == nil {
			t.Errorf("a domain of %d points", m)
		}
	}
}
