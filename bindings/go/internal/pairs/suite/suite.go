//go:build cgo

// Package suite tests the pairings over gnark-crypto's types. The tests are the same for every curve.
package suite

import (
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"vorpal.example/go/internal/pairs"
)

type (
	// Pair is a function with the signature of gnark-crypto's.
	Pair[P, Q, T any] = func(p []P, q []Q) (T, error)
	// Check is a function with the signature of gnark-crypto's.
	Check[P, Q any] = func(p []P, q []Q) (bool, error)
)

// Group has the points of a curve with a pairing, and the functions.
type Group[P, Q, T comparable] struct {
	// G1 and G2 return multiples of the generators.
	G1 func(factor *big.Int) P
	G2 func(factor *big.Int) Q
	// WrongG1 is not on the curve, and OutsideG2 on the curve outside of the subgroup.
	WrongG1   P
	OutsideG2 Q

	Pair, PairUntrusted, Gnark        Pair[P, Q, T]
	Check, CheckUntrusted, GnarkCheck Check[P, Q]
	NewLines                          func(points []Q) (*pairs.Lines[P, Q], error)
}

// Run runs all tests.
func (g Group[P, Q, T]) Run(t *testing.T) {
	t.Run("products", g.products)
	t.Run("checks", g.checks)
	t.Run("errors", g.errors)
	t.Run("untrusted points", g.untrusted)
	t.Run("lines", g.lines)
}

// points are pairs of multiples of the generators, with infinity on either side and equal pairs among them.
func (g Group[P, Q, T]) points(count int) (p []P, q []Q) {
	for i := range int64(count) {
		p = append(p, g.G1(big.NewInt(1000003*i*i+i+2)))
		q = append(q, g.G2(big.NewInt(7*i+1)))
	}
	var noP P
	var noQ Q
	switch {
	case count >= 5:
		p[1], q[3], p[4], q[4] = noP, noQ, p[0], q[0]
	case count == 3:
		p[1], q[1] = noP, noQ
	}
	return p, q
}

func (g Group[P, Q, T]) products(t *testing.T) {
	for _, count := range []int{1, 2, 3, 4, 5, 8, 9} {
		p, q := g.points(count)
		expected, err := g.Gnark(p, q)
		if err != nil {
			t.Fatal(err)
		}
		for i, pair := range []Pair[P, Q, T]{g.Pair, g.PairUntrusted} {
			if found, err := pair(p, q); err != nil || found != expected {
				t.Fatalf("function %d, %d pairs: %v, not %v: %v", i, count, found, expected, err)
			}
		}
	}
	var infinity [1]P
	found, err := g.Pair(infinity[:], []Q{g.G2(big.NewInt(3))})
	if expected, _ := g.Gnark(infinity[:], []Q{g.G2(big.NewInt(3))}); err != nil || found != expected {
		t.Fatalf("infinity: %v, %v", found, err)
	}
}

// The last pair makes the product one, or misses by one.
func (g Group[P, Q, T]) checks(t *testing.T) {
	for _, count := range []int{1, 2, 4, 9} {
		for miss := range int64(2) {
			var p []P
			var q []Q
			sum := big.NewInt(miss)
			for i := range int64(count - 1) {
				a, b := big.NewInt(i*i+5), big.NewInt(12345678*i+1)
				p, q = append(p, g.G1(a)), append(q, g.G2(b))
				sum.Sub(sum, new(big.Int).Mul(a, b))
			}
			p, q = append(p, g.G1(sum)), append(q, g.G2(big.NewInt(1)))
			if expected, err := g.GnarkCheck(p, q); err != nil || expected != (miss == 0) {
				t.Fatalf("gnark-crypto: %v, %v", expected, err)
			}
			for i, check := range []Check[P, Q]{g.Check, g.CheckUntrusted} {
				if found, err := check(p, q); err != nil || found != (miss == 0) {
					t.Fatalf("function %d, %d pairs, miss %d: %v, %v", i, count, miss, found, err)
				}
			}
		}
	}
}

// The errors of gnark-crypto.
func (g Group[P, Q, T]) errors(t *testing.T) {
	p, q := g.points(2)
	for _, test := range []struct{ p, q int }{{0, 0}, {0, 1}, {1, 0}, {1, 2}, {2, 1}} {
		_, expected := g.Gnark(p[:test.p], q[:test.q])
		var zero T
		for _, pair := range []Pair[P, Q, T]{g.Pair, g.PairUntrusted} {
			if found, err := pair(p[:test.p], q[:test.q]); expected == nil || found != zero ||
				fmt.Sprint(err) != fmt.Sprint(expected) {
				t.Errorf("%v: %v, not %v", test, err, expected)
			}
		}
		for _, check := range []Check[P, Q]{g.Check, g.CheckUntrusted} {
			if valid, err := check(p[:test.p], q[:test.q]); valid || fmt.Sprint(err) != fmt.Sprint(expected) {
				t.Errorf("%v: %v, not %v", test, err, expected)
			}
		}
	}
}

func expect(t *testing.T, err error, text string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), text) {
		t.Errorf("%v, not %q", err, text)
	}
}

// Points that are not on the curve, or outside of the subgroup, are errors that name the index.
func (g Group[P, Q, T]) untrusted(t *testing.T) {
	p, q := g.points(4)
	p[2] = g.WrongG1
	_, err := g.PairUntrusted(p, q)
	expect(t, err, "g1: number 2")
	_, err = g.CheckUntrusted(p, q)
	expect(t, err, "g1: number 2")
	p, q = g.points(4)
	q[3] = g.OutsideG2
	_, err = g.PairUntrusted(p, q)
	expect(t, err, "g2: number 3")
	valid, err := g.CheckUntrusted(p, q)
	expect(t, err, "3")
	if valid {
		t.Error("a point outside of the subgroup is valid")
	}
	if _, err := g.NewLines(q); err == nil {
		t.Error("lines of a point outside of the subgroup")
	}
}

func (g Group[P, Q, T]) lines(t *testing.T) {
	q := []Q{g.G2(big.NewInt(1)), g.G2(big.NewInt(7))}
	lines, err := g.NewLines(q)
	if err != nil || lines.Len() != 2 {
		t.Fatal(err)
	}
	// 3 * 1 + 2 * 7 + 5 * 11 + x = 0.
	fixed := []P{g.G1(big.NewInt(3)), g.G1(big.NewInt(2))}
	for miss := range int64(2) {
		p, q := []P{g.G1(big.NewInt(5)), g.G1(big.NewInt(miss - 72))}, []Q{g.G2(big.NewInt(11)), g.G2(big.NewInt(1))}
		for i, check := range []func([]P, []P, []Q) (bool, error){lines.PairingCheck, lines.PairingCheckUntrusted} {
			if valid, err := check(fixed, p, q); err != nil || valid != (miss == 0) {
				t.Fatalf("function %d, miss %d: %v, %v", i, miss, valid, err)
			}
		}
		alone := []P{g.G1(big.NewInt(-7)), g.G1(big.NewInt(1 - miss))}
		if valid, err := lines.PairingCheck(alone, nil, nil); err != nil || valid != (miss == 0) {
			t.Fatalf("without further pairs: %v, %v", valid, err)
		}
	}
	_, err = lines.PairingCheck(fixed[:1], nil, nil)
	expect(t, err, "fixed has 1 points and not 2")
	_, err = lines.PairingCheck(fixed, fixed, q[:1])
	expect(t, err, "invalid inputs sizes")
	valid, err := lines.PairingCheckUntrusted([]P{fixed[0], g.WrongG1}, nil, nil)
	expect(t, err, "g1_of_lines: number 1")
	if valid {
		t.Error("a wrong point is valid")
	}
	if err := errors.Join(lines.Close(), lines.Close()); err != nil {
		t.Error(err)
	}
	_, err = lines.PairingCheck(fixed, nil, nil)
	expect(t, err, "closed")
	var none *pairs.Lines[P, Q]
	_, err = none.PairingCheck(nil, nil, nil)
	expect(t, err, "nil")
	_, err = new(pairs.Lines[P, Q]).PairingCheck(nil, nil, nil)
	expect(t, err, "nil")
	if none.Len() != 0 || none.Close() != nil || new(pairs.Lines[P, Q]).Close() != nil {
		t.Error("nil lines")
	}
	if _, err := g.NewLines(nil); err == nil {
		t.Error("no points are prepared")
	}
}
