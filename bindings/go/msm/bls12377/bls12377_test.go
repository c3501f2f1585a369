//go:build cgo

package bls12377

import (
	"math/big"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bls12-377"
	"github.com/consensys/gnark-crypto/ecc/bls12-377/fp"
	"github.com/consensys/gnark-crypto/ecc/bls12-377/fr"

	"vorpal.example/go/internal/multiexp"
	"vorpal.example/go/internal/multiexp/suite"
)

// MultiExpJac has the signature of gnark-crypto's method.
var _ = []func(*bls12377.G1Jac, []bls12377.G1Affine, []fr.Element, ecc.MultiExpConfig) (*bls12377.G1Jac, error){
	(*bls12377.G1Jac).MultiExp, MultiExpJac,
}

func TestMultiExp(t *testing.T) {
	_, _, generator, _ := bls12377.Generators()
	suite.Group[bls12377.G1Affine, fr.Element]{
		Random: func(count int) []bls12377.G1Affine {
			factors := make([]fr.Element, count)
			for i := range factors {
				factors[i].MustSetRandom()
			}
			return bls12377.BatchScalarMultiplicationG1(&generator, factors)
		},
		At: func(x uint64) (point bls12377.G1Affine, exists bool) {
			// b of the curve is y^2 - x^3 of the generator.
			var b, cube fp.Element
			cube.Square(&generator.X).Mul(&cube, &generator.X)
			b.Square(&generator.Y).Sub(&b, &cube)
			point.X.SetUint64(x)
			cube.Square(&point.X).Mul(&cube, &point.X)
			return point, point.Y.Sqrt(cube.Add(&cube, &b)) != nil
		},
		Negate: func(p bls12377.G1Affine) bls12377.G1Affine { return *p.Neg(&p) },
		Scalar: func(value *big.Int) (scalar fr.Element) { return *scalar.SetBigInt(value) },
		Gnark:  (*bls12377.G1Affine).MultiExp, Ours: MultiExp, InSubgroup: MultiExpInSubgroup,
		Jacobian: func(p *bls12377.G1Affine, points []bls12377.G1Affine, scalars []fr.Element,
			config ecc.MultiExpConfig) (*bls12377.G1Affine, error) {
			var jacobian bls12377.G1Jac
			if _, err := MultiExpJac(&jacobian, points, scalars, config); err != nil {
				return nil, err
			}
			return p.FromJacobian(&jacobian), nil
		},
		Order: fr.Modulus(),
	}.Run(t)
}

// The layout that the package relies on, and a check that refuses another one.
func TestLayout(t *testing.T) {
	if layout != nil {
		t.Fatal(layout)
	}
	suite.CheckOne(t, one, fp.Modulus())
	suite.CheckOne(t, scalarOne, fr.Modulus())
	var point bls12377.G1Affine
	for i, err := range []error{
		multiexp.CheckLayout(&point, &point.Y, &point.X, fp.One(), one, fr.One(), scalarOne),
		multiexp.CheckLayout(&point, &point.X, &point.Y, fp.Element{1}, one, fr.One(), scalarOne),
		multiexp.CheckLayout(&point, &point.X, &point.Y, fp.One(), one, fr.Element{1}, scalarOne),
	} {
		if err == nil {
			t.Errorf("layout %d is accepted", i)
		}
	}
}
