//go:build cgo

package msm_test

import (
	"context"
	"errors"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"

	vorpal "vorpal.example/go"
	"vorpal.example/go/msm"
)

// Sums in G2, from bytes and from memory; there are no tables.
func TestG2(t *testing.T) {
	ctx := context.Background()
	const count = 70
	_, _, _, generator := bn254.Generators()
	factors, scalars := make([]fr.Element, count), make([]fr.Element, count)
	for i := range count {
		factors[i].MustSetRandom()
		scalars[i].MustSetRandom()
	}
	points := bn254.BatchScalarMultiplicationG2(&generator, factors)
	points[1] = bn254.G2Affine{}
	points[2].Neg(&points[3])
	scalars[2] = scalars[3]
	var expected bn254.G2Affine
	if _, err := expected.MultiExp(points, scalars, ecc.MultiExpConfig{}); err != nil {
		t.Fatal(err)
	}
	var encoded []byte
	var limbs []uint64
	for _, point := range points {
		bytes := point.RawBytes()
		encoded = append(encoded, bytes[:]...)
		for _, element := range [][4]uint64{point.X.A0, point.X.A1, point.Y.A0, point.Y.A1} {
			limbs = append(limbs, element[:]...)
		}
	}
	decoded, err := msm.BasesFromBytes(nil, msm.BN254G2, msm.Gnark, encoded, 128, msm.TrustNothing)
	if err != nil {
		t.Fatal(err)
	}
	stored, err := msm.BasesFromMontgomery(nil, msm.BN254G2, limbs, msm.TrustNothing)
	if err != nil {
		t.Fatal(err)
	}
	compressed, raw := expected.Bytes(), expected.RawBytes()
	for _, bases := range []*msm.Bases{decoded, stored} {
		found, err := bases.Sum(ctx, msm.Montgomery(scalars), msm.Gnark, 64, msm.Options{})
		check(t, "compressed", found, err, compressed[:])
		found, err = bases.Sum(ctx, msm.Montgomery(scalars), msm.Gnark, 128, msm.Options{})
		check(t, "uncompressed", found, err, raw[:])
		sum, err := bases.SumToMontgomery(ctx, msm.Montgomery(scalars), msm.Options{})
		if err != nil || len(sum) != 16 || [4]uint64(sum[12:]) != expected.Y.A1 || [4]uint64(sum[:4]) != expected.X.A0 {
			t.Errorf("%x: %v", sum, err)
		}
		if _, err := bases.Prepare(nil, 1<<24); !errors.Is(err, vorpal.ErrNotPossible) {
			t.Errorf("tables: %v", err)
		}
		if _, err := bases.Sum(ctx, msm.Montgomery(scalars), msm.Gnark, 193, msm.Options{}); err == nil {
			t.Error("193 bytes")
		}
		if err := bases.Close(); err != nil {
			t.Error(err)
		}
	}
	// A point of the twist outside of the subgroup: its x is an integer, and b is y^2 - x^3 of the generator.
	var outside bn254.G2Affine
	b, cube := generator.Y, generator.X
	cube.Square(&generator.X).Mul(&cube, &generator.X)
	b.Square(&generator.Y).Sub(&b, &cube)
	for x := uint64(1); cube.Legendre() != 1 || x == 1; x++ {
		outside.X.A0.SetUint64(x)
		cube.Square(&outside.X).Mul(&cube, &outside.X).Add(&cube, &b)
	}
	outside.Y.Sqrt(&cube)
	limbs = limbs[:0]
	for _, element := range [][4]uint64{outside.X.A0, outside.X.A1, outside.Y.A0, outside.Y.A1} {
		limbs = append(limbs, element[:]...)
	}
	if _, err := msm.BasesFromMontgomery(nil, msm.BN254G2, limbs, msm.TrustNothing); !errors.Is(err, vorpal.ErrInput) {
		t.Errorf("a point outside of the subgroup: %v", err)
	}
	_, err = msm.BasesFromMontgomery(nil, msm.BLS12381G2, limbs, msm.TrustNothing)
	if !errors.Is(err, vorpal.ErrArgument) {
		t.Errorf("16 limbs: %v", err)
	}
}
