//go:build cgo

package bls12381

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bls12-381"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fp"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"

	"vorpal.example/go/internal/multiexp"
)

// MultiExp has the signature of gnark-crypto's method, with the receiver as the first parameter.
var _ = []func(*bls12381.G1Affine, []bls12381.G1Affine, []fr.Element, ecc.MultiExpConfig) (*bls12381.G1Affine, error){
	(*bls12381.G1Affine).MultiExp, MultiExp, MultiExpInSubgroup,
}

var _ = []func(*bls12381.G1Jac, []bls12381.G1Affine, []fr.Element, ecc.MultiExpConfig) (*bls12381.G1Jac, error){
	(*bls12381.G1Jac).MultiExp, MultiExpJac,
}

// inputs are points of the subgroup and scalars: random ones between infinity, equal and opposite points, and 0, 1, -1.
func inputs(t testing.TB, count int) ([]bls12381.G1Affine, []fr.Element) {
	_, _, generator, _ := bls12381.Generators()
	factors, scalars := make([]fr.Element, count), make([]fr.Element, count)
	for i := range count {
		factors[i].MustSetRandom()
		scalars[i].MustSetRandom()
	}
	points := bls12381.BatchScalarMultiplicationG1(&generator, factors)
	if count >= 16 {
		points[1] = bls12381.G1Affine{}
		points[2] = points[3]
		scalars[2] = scalars[3]
		points[4].Neg(&points[5])
		scalars[4] = scalars[5]
		scalars[6].SetZero()
		scalars[7].SetOne()
		scalars[8].SetOne()
		scalars[8].Neg(&scalars[8])
	}
	return points, scalars
}

func TestMultiExp(t *testing.T) {
	for _, count := range []int{0, 1, 2, 15, 16, 33, 257, 2000} {
		points, scalars := inputs(t, count)
		for _, tasks := range []int{0, 1, 3} {
			config := ecc.MultiExpConfig{NbTasks: tasks}
			var expected, found, fast bls12381.G1Affine
			if _, err := expected.MultiExp(points, scalars, config); err != nil {
				t.Fatal(err)
			}
			if p, err := MultiExp(&found, points, scalars, config); err != nil || p != &found || !found.Equal(&expected) {
				t.Fatalf("%d terms, %d tasks: %v, not %v: %v", count, tasks, found, expected, err)
			}
			if _, err := MultiExpInSubgroup(&fast, points, scalars, config); err != nil || !fast.Equal(&expected) {
				t.Fatalf("%d terms, %d tasks, in the subgroup: %v, not %v: %v", count, tasks, fast, expected, err)
			}
			var jacobian bls12381.G1Jac
			if _, err := MultiExpJac(&jacobian, points, scalars, config); err != nil {
				t.Fatal(err)
			}
			if fast.FromJacobian(&jacobian); !fast.Equal(&expected) {
				t.Fatalf("%d terms, Jacobian: %v, not %v", count, fast, expected)
			}
		}
	}
}

// Points of the curve outside of the prime subgroup, if there are any: the sum is that of gnark-crypto.
func TestMultiExpOutsideOfTheSubgroup(t *testing.T) {
	var points []bls12381.G1Affine
	_, _, generator, _ := bls12381.Generators()
	// b of the curve, from the generator: y^2 - x^3.
	var b, cube, square fp.Element
	cube.Square(&generator.X).Mul(&cube, &generator.X)
	b.Square(&generator.Y).Sub(&b, &cube)
	for x := uint64(1); len(points) < 40; x++ {
		var point bls12381.G1Affine
		point.X.SetUint64(x)
		square.Square(&point.X).Mul(&square, &point.X).Add(&square, &b)
		if point.Y.Sqrt(&square) != nil {
			points = append(points, point)
		}
	}
	scalars := make([]fr.Element, len(points))
	for i := range scalars {
		scalars[i].MustSetRandom()
	}
	var expected, found bls12381.G1Affine
	if _, err := expected.MultiExp(points, scalars, ecc.MultiExpConfig{}); err != nil {
		t.Fatal(err)
	}
	if _, err := MultiExp(&found, points, scalars, ecc.MultiExpConfig{}); err != nil || !found.Equal(&expected) {
		t.Fatalf("%v, not %v: %v", found, expected, err)
	}
}

func TestErrors(t *testing.T) {
	points, scalars := inputs(t, 16)
	before := points[0]
	for _, config := range []ecc.MultiExpConfig{{}, {NbTasks: 1025}} {
		count := 16
		if config.NbTasks == 0 {
			count = 15
		}
		var gnark, found bls12381.G1Affine
		_, expected := gnark.MultiExp(points[:count], scalars, config)
		found = before
		p, err := MultiExp(&found, points[:count], scalars, config)
		if p != nil || fmt.Sprint(err) != fmt.Sprint(expected) || found != before {
			t.Errorf("%v, not %v", err, expected)
		}
	}
}

// The layout that the package relies on: Montgomery form by big integers, and a check that refuses another one.
func TestLayout(t *testing.T) {
	if layout != nil {
		t.Fatal(layout)
	}
	for i, check := range []struct {
		modulus *big.Int
		limbs   []uint64
	}{{fp.Modulus(), one}, {fr.Modulus(), scalarOne}} {
		expected := new(big.Int).Lsh(big.NewInt(1), uint(64*len(check.limbs)))
		expected.Mod(expected, check.modulus)
		for j, limb := range check.limbs {
			word := new(big.Int).Rsh(expected, uint(64*j))
			if word.And(word, new(big.Int).SetUint64(^uint64(0))).Uint64() != limb {
				t.Errorf("number %d: limb %d is %#x", i, j, limb)
			}
		}
	}
	var point bls12381.G1Affine
	if multiexp.CheckLayout(&point, &point.Y, &point.X, fp.One(), one, fr.One(), scalarOne) == nil {
		t.Error("y before x is accepted")
	}
	if multiexp.CheckLayout(&point, &point.X, &point.Y, fp.Element{1}, one, fr.One(), scalarOne) == nil {
		t.Error("canonical field elements are accepted")
	}
	if multiexp.CheckLayout(&point, &point.X, &point.Y, fp.One(), one, fr.Element{1}, scalarOne) == nil {
		t.Error("canonical scalars are accepted")
	}
}
