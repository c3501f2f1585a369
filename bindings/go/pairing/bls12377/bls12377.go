//go:build cgo

// Package bls12377 has the pairing of BLS12-377 over the types of gnark-crypto, under its names. Points are not copied.
//
// Pair and PairingCheck are gnark-crypto's functions: they take points of the subgroups, as its decoder returns them.
// With other points of the curve the results are unspecified, where gnark-crypto has some result. PairUntrusted and
// PairingCheckUntrusted check the points. All functions take variable time, on the calling thread.
package bls12377

import (
	"errors"

	"github.com/consensys/gnark-crypto/ecc/bls12-377"
	"github.com/consensys/gnark-crypto/ecc/bls12-377/fp"

	"vorpal.example/go/internal/multiexp"
	"vorpal.example/go/internal/pairs"
)

var curve = pairs.Curve{Number: 0, Layout: checkLayout()}

// checkLayout reports whether gnark-crypto stores numbers in Montgomery form, and their parts in order.
func checkLayout() error {
	var p bls12377.G1Affine
	var q bls12377.G2Affine
	var z bls12377.GT
	return errors.Join(
		multiexp.CheckNumbers(fp.One(), fp.Modulus()),
		multiexp.Consecutive(&p, &p.X, &p.Y),
		multiexp.Consecutive(&q, &q.X.A0, &q.X.A1, &q.Y.A0, &q.Y.A1),
		multiexp.Consecutive(&z, &z.C0.B0.A0, &z.C0.B0.A1, &z.C0.B1.A0, &z.C0.B1.A1, &z.C0.B2.A0, &z.C0.B2.A1,
			&z.C1.B0.A0, &z.C1.B0.A1, &z.C1.B1.A0, &z.C1.B1.A1, &z.C1.B2.A0, &z.C1.B2.A1))
}

// Pair returns the product of the pairings of P[i] and Q[i]. No pairs are an error, as for gnark-crypto.
func Pair(P []bls12377.G1Affine, Q []bls12377.G2Affine) (bls12377.GT, error) {
	return pairs.Product[bls12377.G1Affine, bls12377.G2Affine, bls12377.GT](curve, P, Q, pairs.InSubgroup)
}

// PairUntrusted is Pair for points that nobody has checked: one that is not on the curve, or outside of the subgroup,
// is an error that names its index.
func PairUntrusted(P []bls12377.G1Affine, Q []bls12377.G2Affine) (bls12377.GT, error) {
	return pairs.Product[bls12377.G1Affine, bls12377.G2Affine, bls12377.GT](curve, P, Q, pairs.Nothing)
}

// PairingCheck reports whether the product of the pairings of P[i] and Q[i] is one. No pairs are an error, as for
// gnark-crypto.
func PairingCheck(P []bls12377.G1Affine, Q []bls12377.G2Affine) (bool, error) {
	return pairs.IsOne(curve, P, Q, pairs.InSubgroup)
}

// PairingCheckUntrusted is PairingCheck for points that nobody has checked: one that is not on the curve, or outside of
// the subgroup, is an error that names its index.
func PairingCheckUntrusted(P []bls12377.G1Affine, Q []bls12377.G2Affine) (bool, error) {
	return pairs.IsOne(curve, P, Q, pairs.Nothing)
}

// Lines are points of G2, prepared, such as those of a verification key: pairings with them take less time. Several
// goroutines may use them at the same time.
type Lines = pairs.Lines[bls12377.G1Affine, bls12377.G2Affine]

// NewLines prepares points of G2. They are checked; no points are an error.
func NewLines(Q []bls12377.G2Affine) (*Lines, error) {
	return pairs.NewLines[bls12377.G1Affine](curve, Q)
}
