//go:build cgo

package bls12377

import (
	"errors"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bls12-377"
	"github.com/consensys/gnark-crypto/ecc/bls12-377/fr"

	"vorpal.example/go/internal/multiexp"
)

// layoutG2 is the error of all sums in G2 if gnark-crypto stores numbers in another form.
var layoutG2 = checkLayoutG2()

func checkLayoutG2() error {
	var point bls12377.G2Affine
	return errors.Join(layout, multiexp.Consecutive(&point, &point.X.A0, &point.X.A1, &point.Y.A0, &point.Y.A1))
}

// MultiExpG2 sets p to the sum of scalars[i] points[i] in G2 and returns it, as the method (p *G2Affine) MultiExp of
// gnark-crypto does. Everything else is as for MultiExp.
func MultiExpG2(p *bls12377.G2Affine, points []bls12377.G2Affine, scalars []fr.Element, config ecc.MultiExpConfig) (
	*bls12377.G2Affine, error) {
	return sumG2(p, points, scalars, config, 1)
}

// MultiExpG2InSubgroup is MultiExpG2 for points of the prime subgroup, in less time. With other points the sum is
// wrong.
func MultiExpG2InSubgroup(p *bls12377.G2Affine, points []bls12377.G2Affine, scalars []fr.Element,
	config ecc.MultiExpConfig) (*bls12377.G2Affine, error) {
	return sumG2(p, points, scalars, config, 2)
}

// MultiExpG2Jac is MultiExpG2 with the sum in Jacobian coordinates, as the method (p *G2Jac) MultiExp of gnark-crypto.
func MultiExpG2Jac(p *bls12377.G2Jac, points []bls12377.G2Affine, scalars []fr.Element, config ecc.MultiExpConfig) (
	*bls12377.G2Jac, error) {
	var affine bls12377.G2Affine
	if _, err := MultiExpG2(&affine, points, scalars, config); err != nil {
		return nil, err
	}
	return p.FromAffine(&affine), nil
}

func sumG2(p *bls12377.G2Affine, points []bls12377.G2Affine, scalars []fr.Element, config ecc.MultiExpConfig,
	trust int32) (*bls12377.G2Affine, error) {
	if layoutG2 != nil {
		return nil, layoutG2
	}
	if err := multiexp.Sum(3, trust, p, points, scalars, config.NbTasks); err != nil {
		return nil, err
	}
	return p, nil
}
