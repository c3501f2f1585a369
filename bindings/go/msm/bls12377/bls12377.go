//go:build cgo

// Package bls12377 has MultiExp over the types of gnark-crypto for G1 and G2 of BLS12-377.
// Points and scalars are not copied.
package bls12377

import (
	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bls12-377"
	"github.com/consensys/gnark-crypto/ecc/bls12-377/fp"
	"github.com/consensys/gnark-crypto/ecc/bls12-377/fr"

	"vorpal.example/go/internal/multiexp"
)

// The numbers 1 in Montgomery form: 2^384 modulo the prime of the base field, 2^256 modulo the order of the group.
var (
	one = []uint64{
		0x02cdffffffffff68, 0x51409f837fffffb1, 0x9f7db3a98a7d3ff2, 0x7b4e97b76e7c6305,
		0x4cf495bf803c84e8, 0x008d6661e2fdf49a,
	}
	scalarOne = []uint64{
		0x7d1c7ffffffffff3, 0x7257f50f6ffffff2, 0x16d81575512c0fee, 0x0d4bda322bbb9a9d,
	}
)

// layout is the error of all calls if gnark-crypto stores numbers in another form.
var layout = checkLayout()

func checkLayout() error {
	var point bls12377.G1Affine
	return multiexp.CheckLayout(&point, &point.X, &point.Y, fp.One(), one, fr.One(), scalarOne)
}

// MultiExp sets p to the sum of scalars[i] points[i] and returns it, as the method (p *G1Affine) MultiExp of
// gnark-crypto does: the points are on the curve, and may be outside of the prime subgroup. Numbers that are not below
// their modulus, which gnark-crypto does not produce, are an error here. An error leaves p as it is.
func MultiExp(p *bls12377.G1Affine, points []bls12377.G1Affine, scalars []fr.Element, config ecc.MultiExpConfig) (
	*bls12377.G1Affine, error) {
	return sum(p, points, scalars, config, 1)
}

// MultiExpInSubgroup is MultiExp for points of the prime subgroup, in less time. With other points the sum is wrong.
func MultiExpInSubgroup(p *bls12377.G1Affine, points []bls12377.G1Affine, scalars []fr.Element,
	config ecc.MultiExpConfig) (*bls12377.G1Affine, error) {
	return sum(p, points, scalars, config, 2)
}

// MultiExpJac is MultiExp with the sum in Jacobian coordinates, as the method (p *G1Jac) MultiExp of gnark-crypto.
func MultiExpJac(p *bls12377.G1Jac, points []bls12377.G1Affine, scalars []fr.Element, config ecc.MultiExpConfig) (
	*bls12377.G1Jac, error) {
	var affine bls12377.G1Affine
	if _, err := MultiExp(&affine, points, scalars, config); err != nil {
		return nil, err
	}
	return p.FromAffine(&affine), nil
}

func sum(p *bls12377.G1Affine, points []bls12377.G1Affine, scalars []fr.Element, config ecc.MultiExpConfig,
	trust int32) (*bls12377.G1Affine, error) {
	if layout != nil {
		return nil, layout
	}
	if err := multiexp.Sum(0, trust, p, points, scalars, config.NbTasks); err != nil {
		return nil, err
	}
	return p, nil
}
