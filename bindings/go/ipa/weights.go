//go:build cgo

package ipa

import (
	"github.com/crate-crypto/go-ipa/bandersnatch/fr"

	"vorpal.example/go/ipa/common"
)

const width = common.VectorLength

// PrecomputedWeights has constants of polynomials with values at 0, .., 255. Let A be the product of all X - i: its
// derivative at i is A'(i), the product of i - j over the other j.
type PrecomputedWeights struct {
	weights  [width]fr.Element // A'(i)
	inverses [width]fr.Element // 1 / A'(i)
	numbers  [width]fr.Element // i
	// 1 / i for i from 1
	reciprocals [width]fr.Element
}

// NewPrecomputedWeights computes the constants.
func NewPrecomputedWeights() *PrecomputedWeights {
	w := new(PrecomputedWeights)
	var factorials [width]fr.Element
	factorials[0].SetOne()
	for i := 1; i < width; i++ {
		w.numbers[i].SetUint64(uint64(i))
		factorials[i].Mul(&factorials[i-1], &w.numbers[i])
	}
	// The factors i - j are i, .., 1 and then -1, .., i - 255.
	for i := range w.weights {
		w.weights[i].Mul(&factorials[i], &factorials[width-1-i])
		if i%2 == 0 {
			w.weights[i].Neg(&w.weights[i])
		}
	}
	copy(w.inverses[:], fr.BatchInvert(w.weights[:]))
	copy(w.reciprocals[:], fr.BatchInvert(w.numbers[:]))
	return w
}

// ComputeBarycentricCoefficients returns A(point) / (A'(i) (point - i)) for each i: the inner product with the values
// of a polynomial is its value at the point, which must not be in the domain.
func (w *PrecomputedWeights) ComputeBarycentricCoefficients(point fr.Element) []fr.Element {
	coefficients, product := make([]fr.Element, width), fr.One()
	for i := range coefficients {
		var distance fr.Element
		distance.Sub(&point, &w.numbers[i])
		product.Mul(&product, &distance)
		coefficients[i].Mul(&w.weights[i], &distance)
	}
	coefficients = fr.BatchInvert(coefficients)
	for i := range coefficients {
		coefficients[i].Mul(&coefficients[i], &product)
	}
	return coefficients
}

// DivideOnDomain returns the values of (f - f(index)) / (X - index).
//
// At the index itself the quotient has the value of the derivative of f there: minus the sum of A'(index) / A'(i) times
// the quotient's values at the other i.
func (w *PrecomputedWeights) DivideOnDomain(index uint8, f []fr.Element) []fr.Element {
	quotient, at := make([]fr.Element, width), int(index)
	var sum fr.Element
	for i := range quotient {
		if i == at {
			continue
		}
		q := &quotient[i]
		if i > at {
			q.Sub(&f[i], &f[at]).Mul(q, &w.reciprocals[i-at])
		} else {
			q.Sub(&f[at], &f[i]).Mul(q, &w.reciprocals[at-i])
		}
		var term fr.Element
		sum.Add(&sum, term.Mul(q, &w.inverses[i]))
	}
	quotient[at].Mul(&sum, &w.weights[at])
	quotient[at].Neg(&quotient[at])
	return quotient
}
