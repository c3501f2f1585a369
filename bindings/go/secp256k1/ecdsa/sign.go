package ecdsa

import (
	"math/big"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"

	"vorpal.example/go/secp256k1/dcrd"
)

// signLarge signs a hash of 32 bytes that is not below the group order. The nonce of dcrd is computed from the hash,
// and that of RFC 6979 from the hash modulo the order, so they differ for such a hash.
func signLarge(key *secp256k1.PrivateKey, hash []byte, isCompressedKey bool) []byte {
	secret := key.Key.Bytes()
	defer clear(secret[:])
	for iteration := uint32(0); ; iteration++ {
		nonce := secp256k1.NonceRFC6979(secret[:], hash, nil, nil, iteration)
		sig, code, ok := sign(&key.Key, nonce, hash)
		nonce.Zero()
		if !ok {
			continue
		}
		compact := make([]byte, 65)
		compact[0] = 27 + code
		if isCompressedKey {
			compact[0] += 4
		}
		sig.r.PutBytesUnchecked(compact[1:33])
		sig.s.PutBytesUnchecked(compact[33:])
		return compact
	}
}

// sign signs a hash of 32 bytes with a nonce, which is not zero: s = (z + r d) / k, and n - s if it is lower. It
// returns the recovery identifier, and false if r or s is zero. It takes constant time with cgo, but for whether s was
// the lower: this tells k from n - k, and both give the same signature.
func sign(privKey, nonce *secp256k1.ModNScalar, hash []byte) (*Signature, byte, bool) {
	var point secp256k1.JacobianPoint
	dcrd.ScalarBaseMultNonConst(nonce, &point) // Constant time with cgo.
	var sig Signature
	var z secp256k1.ModNScalar
	overflow := sig.r.SetBytes(point.X.Bytes())
	code := byte(overflow<<1) | byte(point.Y.IsOddBit())
	z.SetByteSlice(hash)
	inverse := invert(nonce)
	sig.s.Mul2(privKey, &sig.r).Add(&z).Mul(&inverse)
	inverse.Zero()
	if sig.r.IsZero() || sig.s.IsZero() {
		return nil, 0, false
	}
	if sig.s.IsOverHalfOrder() {
		sig.s.Negate()
		code ^= 1
	}
	return &sig, code, true
}

// invert returns 1 / k as k^(n-2), with multiplications and squarings that do not depend on k.
func invert(k *secp256k1.ModNScalar) secp256k1.ModNScalar {
	exponent := new(big.Int).Sub(secp256k1.Params().N, big.NewInt(2))
	var power secp256k1.ModNScalar
	power.SetInt(1)
	for i := exponent.BitLen() - 1; i >= 0; i-- {
		power.Square()
		if exponent.Bit(i) == 1 {
			power.Mul(k)
		}
	}
	return power
}
