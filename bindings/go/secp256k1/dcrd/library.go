//go:build cgo

package dcrd

import (
	"bytes"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"

	vorpal "vorpal.example/go/secp256k1"
)

// set stores the coordinates of a key.
func set(result *secp256k1.JacobianPoint, key *vorpal.PublicKey) {
	result.X.SetByteSlice(key[1:33])
	result.Y.SetByteSlice(key[33:])
	result.Z.SetInt(1)
}

func multiplyBase(k *secp256k1.ModNScalar, result *secp256k1.JacobianPoint) {
	secret := k.Bytes()
	key, err := vorpal.PublicKeyOf(&secret)
	clear(secret[:])
	if err != nil { // k is zero.
		*result = secp256k1.JacobianPoint{}
		return
	}
	set(result, &key)
	clear(key[:])
}

// order is that of the group, big-endian.
var order = func() []byte { return secp256k1.Params().N.Bytes() }()

// multiplyAdd recovers the key of a signature that is chosen for it. The key of the signature (r, s) with the point R,
// for the hash z, is (s R - z G) / r, where r is x of R modulo the order. With R = point, s = k r and z = -b r, this is
// k point + b G. Recovery fails if s is zero, if the result is infinity, and if the point is not on the curve or is
// infinity. These inputs, and an x that is the order, are dcrd's.
func multiplyAdd(k *secp256k1.ModNScalar, point *secp256k1.JacobianPoint, b *secp256k1.ModNScalar,
	result *secp256k1.JacobianPoint) {
	var affine secp256k1.JacobianPoint
	affine.Set(point)
	affine.ToAffine()
	key := secp256k1.NewPublicKey(&affine.X, &affine.Y)
	x := key.SerializeUncompressed()
	if !key.IsOnCurve() {
		slowly(k, point, b, result)
		return
	}
	var signature vorpal.RecoverableSignature
	var r, s, z secp256k1.ModNScalar
	r.SetByteSlice(x[1:33])
	s.Mul2(k, &r)
	z.Mul2(b, &r).Negate()
	r.PutBytesUnchecked(signature[:32])
	s.PutBytesUnchecked(signature[32:64])
	signature[64] = x[64] & 1
	if bytes.Compare(x[1:33], order) >= 0 {
		signature[64] |= 2
	}
	sum, err := vorpal.Recover(z.Bytes(), signature)
	if err != nil {
		slowly(k, point, b, result)
		return
	}
	set(result, &sum)
}
