//go:build cgo

// Package transform has what the transforms over gnark-crypto's elements share.
package transform

import (
	"errors"
	"fmt"
	"math/bits"
	"sync"

	"vorpal.example/go/internal/lib"
	"vorpal.example/go/internal/multiexp"
	"vorpal.example/go/internal/status"
)

// Option is an option of a transform.
type Option func(*config)

type config struct {
	onCoset bool
	tasks   int
}

// OnCoset selects the coset of the domain: the points times FrMultiplicativeGen.
func OnCoset() Option { return func(c *config) { c.onCoset = true } }

// WithNbTasks limits the number of threads. Without it there is one for each core.
func WithNbTasks(tasks int) Option { return func(c *config) { c.tasks = tasks } }

// Points are the points of a domain, and those of its coset. The tables are built with the first transform of each.
type Points[E any] struct {
	size           int
	plain, shifted func() (lib.Domain, error)
}

// New returns the points of a domain of a field, a vorpal_field, from their generator. size is a power of two, and
// shift that of the coset. layout is the error of all transforms if gnark-crypto stores numbers in another form.
func New[E any](field int32, size int, generator, shift E, layout error) Points[E] {
	points := func(shift *E) func() (lib.Domain, error) {
		return sync.OnceValues(func() (lib.Domain, error) {
			if layout != nil {
				return lib.Domain{}, layout
			}
			return lib.NewDomain(field, bits.TrailingZeros(uint(size)), &generator, shift)
		})
	}
	return Points[E]{size, points(nil), points(&shift)}
}

// FFT replaces coefficients by values in place. The values are in natural order with isDIT, and then the coefficients
// are in reversed order: number i is at the index with the bits of i in reverse. Otherwise it is the other way around.
// An error leaves a as it is.
func (p Points[E]) FFT(a []E, isDIT bool, options []Option) error {
	return p.transform(a, !isDIT, isDIT, false, options)
}

// FFTInverse replaces values by coefficients in place. The values are in reversed order with isDIT, and then the
// coefficients are in natural order. Otherwise it is the other way around. An error leaves a as it is.
func (p Points[E]) FFTInverse(a []E, isDIT bool, options []Option) error {
	return p.transform(a, isDIT, !isDIT, true, options)
}

// transform has the coefficients of the library in natural order, so it reverses them before or after.
func (p Points[E]) transform(a []E, reversedValues, reversedCoefficients, inverse bool, options []Option) error {
	if p.size == 0 {
		return status.New(status.Argument, "the domain is not one of NewDomain")
	}
	if len(a) != p.size {
		return status.New(status.Argument, fmt.Sprintf("a has %d elements and not %d", len(a), p.size))
	}
	var c config
	for _, option := range options {
		option(&c)
	}
	points := p.plain
	if c.onCoset {
		points = p.shifted
	}
	domain, err := points()
	if err != nil {
		return err
	}
	pool, done, err := multiexp.PoolOf(c.tasks)
	if err != nil {
		return err
	}
	order := int32(0)
	if reversedValues {
		order = 1
	}
	if reversedCoefficients && !inverse {
		reverse(a)
	}
	err = errors.Join(lib.Transform(pool, domain, a, order, inverse), done())
	// The coefficients of the result, or those of a failed transform.
	if reversedCoefficients && inverse == (err == nil) {
		reverse(a)
	}
	return err
}

// reverse exchanges the elements of each index and of that with the bits in reverse.
func reverse[E any](a []E) {
	shift := 64 - bits.TrailingZeros(uint(len(a)))
	for i := range a {
		if j := int(bits.Reverse64(uint64(i)) >> shift); i < j {
			a[i], a[j] = a[j], a[i]
		}
	}
}
