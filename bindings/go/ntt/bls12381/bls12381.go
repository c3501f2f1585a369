//go:build cgo

// Package bls12381 has the transforms of gnark-crypto's package fft over the scalar field of BLS12-381, in place on its
// elements, under its names. Transforms take constant time in the elements.
package bls12381

import (
	"fmt"

	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr/fft"

	"vorpal.example/go/internal/multiexp"
	"vorpal.example/go/internal/status"
	"vorpal.example/go/internal/transform"
)

// layout is the error of all transforms if gnark-crypto stores numbers in another form.
var layout = multiexp.CheckNumbers(fr.One(), fr.Modulus())

// Domain is a domain of gnark-crypto without its tables, whose methods FFT and FFTInverse are those of this package.
// Several goroutines may use it at the same time.
type Domain struct {
	*fft.Domain
	points transform.Points[fr.Element]
}

// Option is an option of a transform.
type Option = transform.Option

// OnCoset selects the coset of the domain: the points times FrMultiplicativeGen.
func OnCoset() Option { return transform.OnCoset() }

// WithNbTasks limits the number of threads. Without it there is one for each core.
func WithNbTasks(nbTasks int) Option { return transform.WithNbTasks(nbTasks) }

// NewDomain returns the domain with the least power of two that is at least m, as gnark-crypto's function does. An m
// that is zero, or larger than every domain, is an error.
func NewDomain(m uint64, opts ...fft.DomainOption) (*Domain, error) {
	if m == 0 || m > 1<<63 {
		return nil, status.New(status.Argument, fmt.Sprintf("m is %d, not from 1 to 2^63", m))
	}
	if _, err := fr.Generator(m); err != nil {
		return nil, status.New(status.Argument, fmt.Sprintf("m is %d: %v", m, err))
	}
	domain := fft.NewDomain(m, append(opts[:len(opts):len(opts)], fft.WithoutPrecompute())...)
	points := transform.New(4, int(domain.Cardinality), domain.Generator, domain.FrMultiplicativeGen, layout)
	return &Domain{domain, points}, nil
}

// FFT replaces the coefficients in a by the values at the points of the domain, in place. With fft.DIF the coefficients
// are in natural order and the values in bit-reversed order; with fft.DIT it is the other way around, which takes
// longer. An error leaves a as it is.
func (domain *Domain) FFT(a []fr.Element, decimation fft.Decimation, opts ...Option) error {
	if domain == nil || decimation > fft.DIF {
		return refuse(domain, decimation)
	}
	return domain.points.FFT(a, decimation == fft.DIT, opts)
}

// FFTInverse replaces values at the points of the domain by coefficients, in place. With fft.DIT the values are in
// bit-reversed order and the coefficients in natural order; with fft.DIF it is the other way around, which takes
// longer. An error leaves a as it is.
func (domain *Domain) FFTInverse(a []fr.Element, decimation fft.Decimation, opts ...Option) error {
	if domain == nil || decimation > fft.DIF {
		return refuse(domain, decimation)
	}
	return domain.points.FFTInverse(a, decimation == fft.DIT, opts)
}

func refuse(domain *Domain, decimation fft.Decimation) error {
	if domain == nil {
		return status.New(status.Argument, "domain is nil")
	}
	return status.New(status.Argument, fmt.Sprintf("decimation is %d, not DIT or DIF", decimation))
}
