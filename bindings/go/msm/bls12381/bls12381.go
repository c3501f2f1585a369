//go:build cgo

// Package bls12381 has MultiExp over the types of gnark-crypto for G1 and G2 of BLS12-381.
// Points and scalars are not copied.
package bls12381

import (
	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bls12-381"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fp"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"

	"vorpal.example/go/internal/multiexp"
)

// The numbers 1 in Montgomery form: 2^384 modulo the prime of the base field, 2^256 modulo the order of the group.
var (
	one = []uint64{
		0x760900000002fffd, 0xebf4000bc40c0002, 0x5f48985753c758ba, 0x77ce585370525745,
		0x5c071a97a256ec6d, 0x15f65ec3fa80e493,
	}
	scalarOne = []uint64{
		0x00000001fffffffe, 0x5884b7fa00034802, 0x998c4fefecbc4ff5, 0x1824b159acc5056f,
	}
)

// layout is the error of all calls if gnark-crypto stores numbers in another form.
var layout = checkLayout()

func checkLayout() error {
	var point bls12381.G1Affine
	return multiexp.CheckLayout(&point, &point.X, &point.Y, fp.One(), one, fr.One(), scalarOne)
}

// MultiExp sets p to the sum of scalars[i] points[i] and returns it, as the method (p *G1Affine) MultiExp of
// gnark-crypto does: the points are on the curve, and may be outside of the prime subgroup. Numbers that are not below
// their modulus, which gnark-crypto does not produce, are an error here. An error leaves p as it is.
func MultiExp(p *bls12381.G1Affine, points []bls12381.G1Affine, scalars []fr.Element, config ecc.MultiExpConfig) (
	*bls12381.G1Affine, error) {
	return sum(p, points, scalars, config, 1)
}

// MultiExpInSubgroup is MultiExp for points of the prime subgroup, in less time. With other points the sum is wrong.
func MultiExpInSubgroup(p *bls12381.G1Affine, points []bls12381.G1Affine, scalars []fr.Element,
	config ecc.MultiExpConfig) (*bls12381.G1Affine, error) {
	return sum(p, points, scalars, config, 2)
}

// MultiExpJac is MultiExp with the sum in Jacobian coordinates, as the method (p *G1Jac) MultiExp of gnark-crypto.
func MultiExpJac(p *bls12381.G1Jac, points []bls12381.G1Affine, scalars []fr.Element, config ecc.MultiExpConfig) (
	*bls12381.G1Jac, error) {
	var affine bls12381.G1Affine
	if _, err := MultiExp(&affine, points, scalars, config); err != nil {
		return nil, err
	}
	return p.FromAffine(&affine), nil
}

func sum(p *bls12381.G1Affine, points []bls12381.G1Affine, scalars []fr.Element, config ecc.MultiExpConfig,
	trust int32) (*bls12381.G1Affine, error) {
	if layout != nil {
		return nil, layout
	}
	if err := multiexp.Sum(1, trust, p, points, scalars, config.NbTasks); err != nil {
		return nil, err
	}
	return p, nil
}
