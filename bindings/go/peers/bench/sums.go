package main

import (
	"errors"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bls12-377"
	"github.com/consensys/gnark-crypto/ecc/bls12-377/fr"

	dropin "vorpal.example/go/msm/bls12377"
)

// multiExp sums 2^16 points of BLS12-377 through the types of gnark-crypto.
func multiExp(rounds int) error {
	const count = 1 << 16
	factors, scalars := make([]fr.Element, count), make([]fr.Element, count)
	for i := range count {
		factors[i].MustSetRandom()
		scalars[i].MustSetRandom()
	}
	_, _, generator, _ := bls12377.Generators()
	points := bls12377.BatchScalarMultiplicationG1(&generator, factors)
	config := ecc.MultiExpConfig{NbTasks: 1}
	var ours, inSubgroup, theirs bls12377.G1Affine
	err := compare("MultiExp, BLS12-377, 2^16 points", count, rounds,
		timed("MultiExp", func() error {
			_, err := dropin.MultiExp(&ours, points, scalars, config)
			return err
		}),
		timed("MultiExpInSubgroup", func() error {
			_, err := dropin.MultiExpInSubgroup(&inSubgroup, points, scalars, config)
			return err
		}),
		timed("gnark-crypto MultiExp", func() error {
			_, err := theirs.MultiExp(points, scalars, config)
			return err
		}))
	if err == nil && (!ours.Equal(&theirs) || !inSubgroup.Equal(&theirs)) {
		err = errors.New("the sums differ")
	}
	return err
}
