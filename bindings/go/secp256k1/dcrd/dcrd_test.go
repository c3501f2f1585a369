package dcrd

import (
	"testing"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
)

// scalars are bounds and random ones.
func scalars(t *testing.T) (all []secp256k1.ModNScalar) {
	for _, small := range []uint32{0, 1, 2, 3, 0xffffffff} {
		var k secp256k1.ModNScalar
		k.SetInt(small)
		all = append(all, k, *new(secp256k1.ModNScalar).NegateVal(&k))
	}
	for range 6 {
		key, err := secp256k1.GeneratePrivateKey()
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, key.Key)
	}
	return all
}

// points are infinity in two forms, and points with a Z of one and with others.
func points(t *testing.T) (all []secp256k1.JacobianPoint) {
	var zeroZ secp256k1.JacobianPoint
	zeroZ.X.SetInt(1)
	zeroZ.Y.SetInt(1)
	all = append(all, secp256k1.JacobianPoint{}, zeroZ)
	for _, k := range scalars(t)[2:6] {
		var point, double secp256k1.JacobianPoint
		secp256k1.ScalarBaseMultNonConst(&k, &point)
		secp256k1.DoubleNonConst(&point, &double)
		point.ToAffine()
		all = append(all, point, double)
	}
	// A point whose x is not below the order, and where x less the order is that of another point: the first such x.
	var x, less, y, other secp256k1.FieldVal
	x.SetByteSlice(secp256k1.Params().N.Bytes())
	for !secp256k1.DecompressY(&x, true, &y) || !secp256k1.DecompressY(&less, true, &other) {
		x.AddInt(1).Normalize()
		less.AddInt(1).Normalize()
	}
	var large secp256k1.JacobianPoint
	large.X.Set(&x)
	large.Y.Set(y.Normalize())
	large.Z.SetInt(1)
	return append(all, large)
}

// equal compares in affine coordinates. ours must have them already.
func equal(ours, dcrd secp256k1.JacobianPoint) bool {
	dcrd.ToAffine()
	isInfinity := dcrd.X.IsZero() && dcrd.Y.IsZero()
	if isInfinity {
		return ours.X.IsZero() && ours.Y.IsZero()
	}
	return ours.X.Equals(&dcrd.X) && ours.Y.Equals(&dcrd.Y) && ours.Z.IsOne()
}

func TestAgainstDcrd(t *testing.T) {
	for i, k := range scalars(t) {
		var found, expected secp256k1.JacobianPoint
		found.X.SetInt(5)
		ScalarBaseMultNonConst(&k, &found)
		secp256k1.ScalarBaseMultNonConst(&k, &expected)
		if !equal(found, expected) {
			t.Errorf("scalar %d: %v, not %v", i, found, expected)
		}
		for j, point := range points(t) {
			before := point
			ScalarMultNonConst(&k, &point, &found)
			if point != before {
				t.Errorf("point %d has changed", j)
			}
			secp256k1.ScalarMultNonConst(&k, &point, &expected)
			if !equal(found, expected) {
				t.Errorf("scalar %d, point %d: %v, not %v", i, j, found, expected)
			}
			// 0, 1, -1, and a random one.
			all := scalars(t)
			for l, b := range append(all[:1:1], all[2], all[3], all[12]) {
				var base, sum secp256k1.JacobianPoint
				secp256k1.ScalarBaseMultNonConst(&b, &base)
				secp256k1.AddNonConst(&expected, &base, &sum)
				MultiplyAddNonConst(&k, &point, &b, &found)
				if !equal(found, sum) {
					t.Errorf("scalar %d, point %d, scalar %d of the generator: %v, not %v", i, j, l, found, sum)
				}
			}
		}
	}
}

// The result may be the point itself.
func TestInPlace(t *testing.T) {
	for i, point := range points(t) {
		k := scalars(t)[12]
		expected, found := point, point
		secp256k1.ScalarMultNonConst(&k, &point, &expected)
		ScalarMultNonConst(&k, &found, &found)
		if !equal(found, expected) {
			t.Errorf("point %d: %v, not %v", i, found, expected)
		}
	}
}
