//go:build cgo

// Package suite tests the drop-ins for gnark-crypto's MultiExp. The tests are the same for every curve.
package suite

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
)

// MultiExp is a function with the signature of gnark-crypto's method, with the receiver as the first parameter.
type MultiExp[P, S any] = func(p *P, points []P, scalars []S, config ecc.MultiExpConfig) (*P, error)

// Group is a group with points of type P and scalars of type S.
type Group[P comparable, S any] struct {
	// Random returns points of the prime subgroup.
	Random func(count int) []P
	// At returns a point with this x coordinate, if the curve has one. It may be outside of the prime subgroup.
	At func(x uint64) (P, bool)
	// Negate returns -p.
	Negate func(p P) P
	// Scalar returns the scalar of an integer, negative ones included.
	Scalar func(value *big.Int) S
	// Gnark is the method of gnark-crypto, Ours and InSubgroup are the functions of this module.
	Gnark, Ours, InSubgroup MultiExp[P, S]
	// Jacobian is MultiExpJac with the result converted to affine coordinates.
	Jacobian MultiExp[P, S]
	// Order is that of the group.
	Order *big.Int
}

// scalars returns numbers of the order's length that differ from each other.
func (g Group[P, S]) scalars(count int) []S {
	scalars := make([]S, count)
	factor, _ := new(big.Int).SetString("9e3779b97f4a7c15f39cc0605cedc8341082276bf3a27251f86c6a11d0c18e95", 16)
	value := big.NewInt(1)
	for i := range scalars {
		value.Mul(value, factor).Mod(value, g.Order)
		scalars[i] = g.Scalar(value)
	}
	return scalars
}

// inputs are random points, and infinity, equal and opposite points among them, with scalars that include 0, 1, -1.
func (g Group[P, S]) inputs(count int) ([]P, []S) {
	points, scalars := g.Random(count), g.scalars(count)
	if count >= 16 {
		var infinity P
		points[1] = infinity
		points[2], scalars[2] = points[3], scalars[3]
		points[4], scalars[4] = g.Negate(points[5]), scalars[5]
		for i := range 3 {
			scalars[6+i] = g.Scalar(big.NewInt(int64(i - 1)))
		}
	}
	return points, scalars
}

// Run runs all tests.
func (g Group[P, S]) Run(t *testing.T) {
	t.Run("sums", g.sums)
	t.Run("points outside of the subgroup", g.outside)
	t.Run("errors", g.errors)
}

func (g Group[P, S]) sums(t *testing.T) {
	for _, count := range []int{0, 1, 2, 15, 16, 33, 257, 2000} {
		points, scalars := g.inputs(count)
		for _, tasks := range []int{-1, 0, 1, 2, 3, 5, 7, 9, 1024} {
			config := ecc.MultiExpConfig{NbTasks: tasks}
			var expected P
			if _, err := g.Gnark(&expected, points, scalars, config); err != nil {
				t.Fatal(err)
			}
			for i, function := range []MultiExp[P, S]{g.Ours, g.InSubgroup, g.Jacobian} {
				var found P
				if p, err := function(&found, points, scalars, config); err != nil || p != &found || found != expected {
					t.Fatalf("function %d, %d terms, %d tasks: %v, not %v: %v", i, count, tasks, found, expected, err)
				}
			}
		}
	}
}

// The sum over any points of the curve is that of gnark-crypto.
func (g Group[P, S]) outside(t *testing.T) {
	var points []P
	for x := uint64(1); len(points) < 40; x++ {
		if point, exists := g.At(x); exists {
			points = append(points, point)
		}
	}
	var expected, found P
	if _, err := g.Gnark(&expected, points, g.scalars(len(points)), ecc.MultiExpConfig{}); err != nil {
		t.Fatal(err)
	}
	_, err := g.Ours(&found, points, g.scalars(len(points)), ecc.MultiExpConfig{})
	if err != nil || found != expected {
		t.Fatalf("%v, not %v: %v", found, expected, err)
	}
}

// The errors are those of gnark-crypto, and leave the result as it is.
func (g Group[P, S]) errors(t *testing.T) {
	points, scalars := g.inputs(16)
	for _, test := range []struct{ points, tasks int }{{15, 0}, {16, 1025}} {
		var gnark P
		found := points[0]
		config := ecc.MultiExpConfig{NbTasks: test.tasks}
		_, expected := g.Gnark(&gnark, points[:test.points], scalars, config)
		for _, function := range []MultiExp[P, S]{g.Ours, g.InSubgroup, g.Jacobian} {
			p, err := function(&found, points[:test.points], scalars, config)
			if p != nil || expected == nil || fmt.Sprint(err) != fmt.Sprint(expected) || found != points[0] {
				t.Errorf("%v, not %v", err, expected)
			}
		}
	}
}

// CheckOne reports a constant that is not 2^(64 n) modulo a prime, in n limbs.
func CheckOne(t *testing.T, limbs []uint64, modulus *big.Int) {
	t.Helper()
	one := new(big.Int).Lsh(big.NewInt(1), uint(64*len(limbs)))
	one.Mod(one, modulus)
	for i, limb := range limbs {
		word := new(big.Int).Rsh(one, uint(64*i))
		if word.And(word, new(big.Int).SetUint64(^uint64(0))).Uint64() != limb {
			t.Errorf("limb %d is %#x", i, limb)
		}
	}
}
