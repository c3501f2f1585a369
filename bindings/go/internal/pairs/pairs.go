//go:build cgo

// Package pairs has what the pairings over gnark-crypto's types share.
package pairs

import (
	"errors"
	"fmt"

	"vorpal.example/go/internal/lib"
	"vorpal.example/go/internal/status"
)

// What the caller knows of points, as vorpal_trust.
const (
	Nothing    int32 = 0
	InSubgroup int32 = 2
)

// Curve is a curve with a pairing, a vorpal_pairing_curve. Layout is the error of all calls if gnark-crypto stores
// points or elements of the target group in another form.
type Curve struct {
	Number int32
	Layout error
}

// check reports other numbers of points, with the text of gnark-crypto.
func (c Curve) check(p, q int) error {
	if c.Layout != nil {
		return c.Layout
	}
	if p == 0 || p != q {
		return errors.New("invalid inputs sizes")
	}
	return nil
}

// Product returns the product of pairings.
func Product[P, Q, T any](curve Curve, p []P, q []Q, trust int32) (product T, err error) {
	if err := curve.check(len(p), len(q)); err != nil {
		return product, err
	}
	err = lib.PairingProduct(curve.Number, p, q, trust, &product)
	return product, err
}

// IsOne reports whether the product of pairings is one.
func IsOne[P, Q any](curve Curve, p []P, q []Q, trust int32) (bool, error) {
	if err := curve.check(len(p), len(q)); err != nil {
		return false, err
	}
	return lib.PairingIsOne(curve.Number, p, q, trust)
}

// Lines are points of G2, prepared: pairings with them take less time. Several goroutines may use them at the same
// time.
type Lines[P, Q any] struct {
	lines lib.Lines
	count int
}

// NewLines prepares points, which are checked.
func NewLines[P, Q any](curve Curve, points []Q) (*Lines[P, Q], error) {
	if err := curve.check(len(points), len(points)); err != nil {
		return nil, err
	}
	lines, err := lib.NewLines(curve.Number, points)
	if err != nil {
		return nil, err
	}
	return &Lines[P, Q]{lines, len(points)}, nil
}

// Len returns the number of points.
func (l *Lines[P, Q]) Len() int {
	if l == nil {
		return 0
	}
	return l.count
}

// Close ends the use of the points: later calls fail, and the memory is freed with the calls that run.
func (l *Lines[P, Q]) Close() error {
	if l == nil {
		return nil
	}
	return l.lines.Close()
}

// PairingCheck reports whether the product of the pairings of fixed[i] with the prepared point i, and of P[i] with
// Q[i], is one. P and Q may be empty. Points are in their subgroups; with others the result is unspecified.
func (l *Lines[P, Q]) PairingCheck(fixed []P, p []P, q []Q) (bool, error) {
	return l.isOne(fixed, p, q, InSubgroup)
}

// PairingCheckUntrusted is PairingCheck for points that nobody has checked: one that is not on the curve, or outside of
// the subgroup, is an error that names its index.
func (l *Lines[P, Q]) PairingCheckUntrusted(fixed []P, p []P, q []Q) (bool, error) {
	return l.isOne(fixed, p, q, Nothing)
}

func (l *Lines[P, Q]) isOne(fixed []P, p []P, q []Q, trust int32) (bool, error) {
	switch {
	case l == nil:
		return false, status.New(status.Argument, "lines are nil")
	case len(fixed) != l.count:
		return false, status.New(status.Argument, fmt.Sprintf("fixed has %d points and not %d", len(fixed), l.count))
	case len(p) != len(q):
		return false, errors.New("invalid inputs sizes")
	}
	return lib.PairingWithLinesIsOne(l.lines, fixed, p, q, trust)
}
