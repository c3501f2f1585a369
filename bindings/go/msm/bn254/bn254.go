//go:build cgo

// Package bn254 has MultiExp over the types of gnark-crypto for G1 and G2 of BN254.
// Points and scalars are not copied.
package bn254

import (
	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fp"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"

	"vorpal.example/go/internal/multiexp"
)

// The numbers 1 in Montgomery form: 2^256 modulo the prime of the base field, 2^256 modulo the order of the group.
var (
	one = []uint64{
		0xd35d438dc58f0d9d, 0x0a78eb28f5c70b3d, 0x666ea36f7879462c, 0x0e0a77c19a07df2f,
	}
	scalarOne = []uint64{
		0xac96341c4ffffffb, 0x36fc76959f60cd29, 0x666ea36f7879462e, 0x0e0a77c19a07df2f,
	}
)

// layout is the error of all calls if gnark-crypto stores numbers in another form.
var layout = checkLayout()

func checkLayout() error {
	var point bn254.G1Affine
	return multiexp.CheckLayout(&point, &point.X, &point.Y, fp.One(), one, fr.One(), scalarOne)
}

// MultiExp sets p to the sum of scalars[i] points[i] and returns it, as the method (p *G1Affine) MultiExp of
// gnark-crypto does: the points are on the curve, and may be outside of the prime subgroup. Numbers that are not below
// their modulus, which gnark-crypto does not produce, are an error here. An error leaves p as it is.
func MultiExp(p *bn254.G1Affine, points []bn254.G1Affine, scalars []fr.Element, config ecc.MultiExpConfig) (
	*bn254.G1Affine, error) {
	return sum(p, points, scalars, config, 1)
}

// MultiExpInSubgroup is MultiExp for points of the prime subgroup, in less time. With other points the sum is wrong.
func MultiExpInSubgroup(p *bn254.G1Affine, points []bn254.G1Affine, scalars []fr.Element,
	config ecc.MultiExpConfig) (*bn254.G1Affine, error) {
	return sum(p, points, scalars, config, 2)
}

// MultiExpJac is MultiExp with the sum in Jacobian coordinates, as the method (p *G1Jac) MultiExp of gnark-crypto.
func MultiExpJac(p *bn254.G1Jac, points []bn254.G1Affine, scalars []fr.Element, config ecc.MultiExpConfig) (
	*bn254.G1Jac, error) {
	var affine bn254.G1Affine
	if _, err := MultiExp(&affine, points, scalars, config); err != nil {
		return nil, err
	}
	return p.FromAffine(&affine), nil
}

func sum(p *bn254.G1Affine, points []bn254.G1Affine, scalars []fr.Element, config ecc.MultiExpConfig,
	trust int32) (*bn254.G1Affine, error) {
	if layout != nil {
		return nil, layout
	}
	if err := multiexp.Sum(2, trust, p, points, scalars, config.NbTasks); err != nil {
		return nil, err
	}
	return p, nil
}
