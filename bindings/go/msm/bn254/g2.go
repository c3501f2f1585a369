//go:build cgo

package bn254

import (
	"errors"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"

	"vorpal.example/go/internal/multiexp"
)

// layoutG2 is the error of all sums in G2 if gnark-crypto stores numbers in another form.
var layoutG2 = checkLayoutG2()

func checkLayoutG2() error {
	var point bn254.G2Affine
	return errors.Join(layout, multiexp.Consecutive(&point, &point.X.A0, &point.X.A1, &point.Y.A0, &point.Y.A1))
}

// MultiExpG2 sets p to the sum of scalars[i] points[i] in G2 and returns it, as the method (p *G2Affine) MultiExp of
// gnark-crypto does. Everything else is as for MultiExp.
func MultiExpG2(p *bn254.G2Affine, points []bn254.G2Affine, scalars []fr.Element, config ecc.MultiExpConfig) (
	*bn254.G2Affine, error) {
	return sumG2(p, points, scalars, config, 1)
}

// MultiExpG2InSubgroup is MultiExpG2 for points of the prime subgroup, in less time. With other points the sum is
// wrong.
func MultiExpG2InSubgroup(p *bn254.G2Affine, points []bn254.G2Affine, scalars []fr.Element,
	config ecc.MultiExpConfig) (*bn254.G2Affine, error) {
	return sumG2(p, points, scalars, config, 2)
}

// MultiExpG2Jac is MultiExpG2 with the sum in Jacobian coordinates, as the method (p *G2Jac) MultiExp of gnark-crypto.
func MultiExpG2Jac(p *bn254.G2Jac, points []bn254.G2Affine, scalars []fr.Element, config ecc.MultiExpConfig) (
	*bn254.G2Jac, error) {
	var affine bn254.G2Affine
	if _, err := MultiExpG2(&affine, points, scalars, config); err != nil {
		return nil, err
	}
	return p.FromAffine(&affine), nil
}

func sumG2(p *bn254.G2Affine, points []bn254.G2Affine, scalars []fr.Element, config ecc.MultiExpConfig,
	trust int32) (*bn254.G2Affine, error) {
	if layoutG2 != nil {
		return nil, layoutG2
	}
	if err := multiexp.Sum(5, trust, p, points, scalars, config.NbTasks); err != nil {
		return nil, err
	}
	return p, nil
}
