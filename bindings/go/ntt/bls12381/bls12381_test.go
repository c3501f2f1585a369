//go:build cgo

package bls12381

import (
	"testing"

	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr/fft"

	"vorpal.example/go/internal/transform/suite"
)

func TestTransforms(t *testing.T) {
	element := func(value uint64) (e fr.Element) { return *e.SetUint64(value) }
	suite.Field[fr.Element]{
		Random: func() (e fr.Element) { return *e.MustSetRandom() },
		Small:  element,
		Largest: func() (e fr.Element) {
			one := fr.One()
			return *e.Neg(&one)
		}(),
		// The modulus, which no element of gnark-crypto is.
		Modulus: func() (e fr.Element) {
			modulus := fr.Modulus().FillBytes(make([]byte, 32))
			for i := range modulus {
				e[3-i/8] |= uint64(modulus[i]) << (56 - i%8*8)
			}
			return e
		}(),
		New: func(m, shift uint64) (ours, gnark suite.Transform[fr.Element], err error) {
			var options []fft.DomainOption
			if shift != 0 {
				options = append(options, fft.WithShift(element(shift)))
			}
			domain, err := NewDomain(m, options...)
			if err != nil {
				return nil, nil, err
			}
			reference := fft.NewDomain(m, options...)
			if domain.Cardinality != reference.Cardinality || domain.Generator != reference.Generator {
				t.Fatalf("another domain of %d", m)
			}
			ours = func(a []fr.Element, dif, inverse, onCoset bool, tasks int) error {
				decimation := fft.DIT
				if dif {
					decimation = fft.DIF
				}
				var options []Option
				if onCoset {
					options = append(options, OnCoset())
				}
				if tasks != 0 {
					options = append(options, WithNbTasks(tasks))
				}
				if inverse {
					return domain.FFTInverse(a, decimation, options...)
				}
				return domain.FFT(a, decimation, options...)
			}
			gnark = func(a []fr.Element, dif, inverse, onCoset bool, _ int) error {
				decimation := fft.DIT
				if dif {
					decimation = fft.DIF
				}
				var options []fft.Option
				if onCoset {
					options = append(options, fft.OnCoset())
				}
				if inverse {
					reference.FFTInverse(a, decimation, options...)
				} else {
					reference.FFT(a, decimation, options...)
				}
				return nil
			}
			return ours, gnark, nil
		},
	}.Run(t)
	domain, err := NewDomain(4)
	if err != nil {
		t.Fatal(err)
	}
	var none *Domain
	a := make([]fr.Element, 4)
	for i, err := range []error{
		domain.FFT(a, 2), domain.FFTInverse(a, 2), none.FFT(a, fft.DIF), none.FFTInverse(a, fft.DIT),
		new(Domain).FFT(a, fft.DIF),
	} {
		if err == nil {
			t.Errorf("call %d has no error", i)
		}
	}
}
