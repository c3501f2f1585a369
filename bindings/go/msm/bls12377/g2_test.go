//go:build cgo

package bls12377

import (
	"math/big"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bls12-377"
	"github.com/consensys/gnark-crypto/ecc/bls12-377/fr"

	"vorpal.example/go/internal/multiexp/suite"
)

// MultiExpG2Jac has the signature of gnark-crypto's method.
var _ = []func(*bls12377.G2Jac, []bls12377.G2Affine, []fr.Element, ecc.MultiExpConfig) (*bls12377.G2Jac, error){
	(*bls12377.G2Jac).MultiExp, MultiExpG2Jac,
}

func TestMultiExpG2(t *testing.T) {
	_, _, _, generator := bls12377.Generators()
	suite.Group[bls12377.G2Affine, fr.Element]{
		Random: func(count int) []bls12377.G2Affine {
			factors := make([]fr.Element, count)
			for i := range factors {
				factors[i].MustSetRandom()
			}
			return bls12377.BatchScalarMultiplicationG2(&generator, factors)
		},
		At: func(x uint64) (point bls12377.G2Affine, exists bool) {
			// b of the twist is y^2 - x^3 of the generator.
			b, cube := generator.Y, generator.X
			cube.Square(&generator.X).Mul(&cube, &generator.X)
			b.Square(&generator.Y).Sub(&b, &cube)
			point.X.A0.SetUint64(x)
			cube.Square(&point.X).Mul(&cube, &point.X).Add(&cube, &b)
			if cube.Legendre() != 1 {
				return point, false
			}
			point.Y.Sqrt(&cube)
			return point, true
		},
		Negate: func(p bls12377.G2Affine) bls12377.G2Affine { return *p.Neg(&p) },
		Scalar: func(value *big.Int) (scalar fr.Element) { return *scalar.SetBigInt(value) },
		Gnark:  (*bls12377.G2Affine).MultiExp, Ours: MultiExpG2, InSubgroup: MultiExpG2InSubgroup,
		Jacobian: func(p *bls12377.G2Affine, points []bls12377.G2Affine, scalars []fr.Element,
			config ecc.MultiExpConfig) (*bls12377.G2Affine, error) {
			var jacobian bls12377.G2Jac
			if _, err := MultiExpG2Jac(&jacobian, points, scalars, config); err != nil {
				return nil, err
			}
			return p.FromJacobian(&jacobian), nil
		},
		Order: fr.Modulus(),
	}.Run(t)
}
