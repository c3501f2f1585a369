//go:build cgo

package bls12381

import (
	"math/big"
	"testing"

	"github.com/consensys/gnark-crypto/ecc/bls12-381"

	"vorpal.example/go/internal/pairs/suite"
)

// A point of the twist with this x, if there is one. It is outside of the subgroup but for an unlikely x.
func g2At(x uint64) (point bls12381.G2Affine, exists bool) {
	// b of the twist is y^2 - x^3 of the generator.
	_, _, _, generator := bls12381.Generators()
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
}

func TestPairing(t *testing.T) {
	_, _, g1, g2 := bls12381.Generators()
	suite.Group[bls12381.G1Affine, bls12381.G2Affine, bls12381.GT]{
		G1: func(factor *big.Int) (p bls12381.G1Affine) { return *p.ScalarMultiplication(&g1, factor) },
		G2: func(factor *big.Int) (q bls12381.G2Affine) { return *q.ScalarMultiplication(&g2, factor) },
		// The point (1, 1) is on neither curve.
		WrongG1: func() (p bls12381.G1Affine) { p.X.SetOne(); p.Y.SetOne(); return p }(),
		OutsideG2: func() bls12381.G2Affine {
			for x := uint64(1); ; x++ {
				if point, exists := g2At(x); exists {
					return point
				}
			}
		}(),
		Pair: Pair, PairUntrusted: PairUntrusted, Gnark: bls12381.Pair,
		Check: PairingCheck, CheckUntrusted: PairingCheckUntrusted, GnarkCheck: bls12381.PairingCheck,
		NewLines: NewLines,
	}.Run(t)
}
