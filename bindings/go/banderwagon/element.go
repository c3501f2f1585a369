//go:build cgo

package banderwagon

import (
	"github.com/consensys/gnark-crypto/ecc/bls12-381/bandersnatch"
	fp "github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	"github.com/crate-crypto/go-ipa/bandersnatch/fr"

	"vorpal.example/go/internal/lib"
	"vorpal.example/go/internal/multiexp"
	"vorpal.example/go/internal/status"
)

// Fr is the type of scalars.
type Fr = fr.Element

// Element is an element of the group. Its zero value is none: it equals nothing.
type Element struct{ inner bandersnatch.PointProj }

// Generator is the generator of the group. Programs do not change it.
var Generator = Element{bandersnatch.PointProj{
	X: bandersnatch.GetEdwardsCurve().Base.X, Y: bandersnatch.GetEdwardsCurve().Base.Y, Z: fp.One(),
}}

// Identity is the neutral element. Programs do not change it.
var Identity = Element{bandersnatch.PointProj{Y: fp.One(), Z: fp.One()}}

// layout is the error of all calls if gnark-crypto or go-ipa stores numbers in another form.
var layout = checkLayout()

func checkLayout() error {
	var point bandersnatch.PointProj
	if err := multiexp.Consecutive(&point, &point.X, &point.Y, &point.Z); err != nil {
		return err
	}
	if !lib.IsPoint[Element]() {
		return status.New(status.NotPossible, "an element has other parts than its coordinates")
	}
	if err := multiexp.CheckNumbers(fp.One(), fp.Modulus()); err != nil {
		return err
	}
	return multiexp.CheckNumbers(fr.One(), fr.Modulus())
}

// must panics with an error of the library: of memory or threads, or of numbers in another form. Functions of go-ipa
// have no other way to report one.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// points is the memory of elements, as the library has it.
func points(elements []Element) []lib.Point {
	must(layout)
	return lib.PointsOf(elements)
}

// scalars is the memory of scalars, as the library has it.
func scalars(values []fr.Element) []lib.Scalar {
	must(layout)
	return lib.FieldOf(values)
}

// gathered are copies of elements.
func gathered(elements []*Element) []Element {
	copies := make([]Element, len(elements))
	for i, element := range elements {
		copies[i] = *element
	}
	return copies
}

// SetIdentity makes p the neutral element.
func (p *Element) SetIdentity() *Element {
	*p = Identity
	return p
}

// Set makes p a copy of q.
func (p *Element) Set(q *Element) *Element {
	*p = *q
	return p
}

// Double makes p the double of q.
func (p *Element) Double(q *Element) *Element {
	p.inner.Double(&q.inner)
	return p
}

// Add makes p the sum of two elements.
func (p *Element) Add(q, r *Element) *Element {
	p.inner.Add(&q.inner, &r.inner)
	return p
}

// AddMixed makes p the sum of an element and of the element that an affine point represents.
func (p *Element) AddMixed(q *Element, point bandersnatch.PointAffine) *Element {
	p.inner.MixedAdd(&q.inner, &point)
	return p
}

// Sub makes p the difference of two elements.
func (p *Element) Sub(q, r *Element) *Element {
	var negative Element
	return p.Add(q, negative.Neg(r))
}

// Neg makes p the negative of q.
func (p *Element) Neg(q *Element) *Element {
	p.inner.Neg(&q.inner)
	return p
}

// ScalarMul makes p the product of an element and a scalar.
func (p *Element) ScalarMul(q *Element, scalar *fr.Element) *Element {
	var product Element
	must(sum([]Element{*q}, []fr.Element{*scalar}, &product))
	*p = product
	return p
}

// Equal reports whether two elements are equal. Coordinates with X = Y = 0, which no element has, equal nothing.
//
// Two points represent the same element if and only if they have the same ratio x / y.
func (p *Element) Equal(q *Element) bool {
	if p.inner.X.IsZero() && p.inner.Y.IsZero() || q.inner.X.IsZero() && q.inner.Y.IsZero() {
		return false
	}
	var left, right fp.Element
	left.Mul(&p.inner.X, &q.inner.Y)
	right.Mul(&q.inner.X, &p.inner.Y)
	return left.Equal(&right)
}

// IsOnCurve reports whether the coordinates are those of a point of the curve. Z must not be zero.
func (p *Element) IsOnCurve() bool {
	var point bandersnatch.PointAffine
	point.FromProj(&p.inner)
	return point.IsOnCurve()
}
