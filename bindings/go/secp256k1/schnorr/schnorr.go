// Package schnorr has the names of dcrd's package dcrec/secp256k1/v4/schnorr, computed by Vorpal: programs change the
// import path alone. The signatures are EC-Schnorr-DCRv0, not those of BIP 340. Keys and scalars are dcrd's types.
//
// A signature of a hash m under a key Q is (r, s): with e = BLAKE-256(r || m), the point s G + e Q has an even y, and r
// as its x. Signing takes constant time with cgo, verification variable time.
package schnorr

import (
	"crypto/subtle"
	"fmt"

	"github.com/decred/dcrd/crypto/blake256"
	"github.com/decred/dcrd/dcrec/secp256k1/v4"

	"vorpal.example/go/secp256k1/dcrd"
)

// SignatureSize is the length of an encoded signature.
const SignatureSize = 64

// PubKeyBytesLen is the length of an encoded key.
const PubKeyBytesLen = 33

// scheme is BLAKE-256 of the name of the scheme. It enters the nonces, so that they differ from those of ECDSA.
var scheme = blake256.Sum256([]byte("EC-Schnorr-DCRv0"))

// Signature is a signature.
type Signature struct {
	r secp256k1.FieldVal
	s secp256k1.ModNScalar
}

// NewSignature returns the signature with these r and s.
func NewSignature(r *secp256k1.FieldVal, s *secp256k1.ModNScalar) *Signature {
	sig := &Signature{*r, *s}
	sig.r.Normalize()
	return sig
}

// R returns r.
func (sig *Signature) R() secp256k1.FieldVal { return sig.r }

// S returns s.
func (sig *Signature) S() secp256k1.ModNScalar { return sig.s }

// Serialize returns r || s.
func (sig Signature) Serialize() []byte {
	bytes := make([]byte, SignatureSize)
	sig.r.PutBytesUnchecked(bytes[:32])
	sig.s.PutBytesUnchecked(bytes[32:])
	return bytes
}

// IsEqual reports whether r and s are equal.
func (sig Signature) IsEqual(otherSig *Signature) bool {
	return sig.r.Equals(&otherSig.r) && sig.s.Equals(&otherSig.s)
}

// ParseSignature decodes r || s. r must be below the prime of the field, and s below the order.
func ParseSignature(sig []byte) (*Signature, error) {
	if len(sig) < SignatureSize {
		return nil, signatureError(ErrSigTooShort,
			fmt.Sprintf("malformed signature: too short: %d < %d", len(sig), SignatureSize))
	}
	if len(sig) > SignatureSize {
		return nil, signatureError(ErrSigTooLong,
			fmt.Sprintf("malformed signature: too long: %d > %d", len(sig), SignatureSize))
	}
	var parsed Signature
	if parsed.r.SetByteSlice(sig[:32]) {
		return nil, signatureError(ErrSigRTooBig, "invalid signature: r >= field prime")
	}
	if parsed.s.SetByteSlice(sig[32:]) {
		return nil, signatureError(ErrSigSTooBig, "invalid signature: s >= group order")
	}
	return &parsed, nil
}

// ParsePubKey decodes a key of 33 bytes.
func ParsePubKey(pubKeyStr []byte) (*secp256k1.PublicKey, error) {
	switch {
	case pubKeyStr == nil:
		return nil, fmt.Errorf("nil pubkey byte string")
	case len(pubKeyStr) != PubKeyBytesLen:
		return nil, fmt.Errorf("bad pubkey byte string size (want %v, have %v)", PubKeyBytesLen, len(pubKeyStr))
	case pubKeyStr[0]&^1 != 2:
		return nil, fmt.Errorf("wrong pubkey type (not compressed)")
	}
	return secp256k1.ParsePubKey(pubKeyStr)
}

// challenge returns e of r and a hash of 32 bytes.
func challenge(r *secp256k1.FieldVal, hash []byte) (e secp256k1.ModNScalar, err error) {
	var input [64]byte
	r.PutBytesUnchecked(input[:32])
	copy(input[32:], hash)
	digest := blake256.Sum256(input[:])
	if e.SetBytes(&digest) != 0 {
		return e, signatureError(ErrSchnorrHashValue, "hash of (R || m) too big")
	}
	return e, nil
}

// schnorrVerify returns why a signature is not valid.
func schnorrVerify(sig *Signature, hash []byte, pubKey *secp256k1.PublicKey) error {
	if len(hash) != 32 {
		return signatureError(ErrInvalidHashLen,
			fmt.Sprintf("wrong size for message (got %v, want %v)", len(hash), 32))
	}
	if !pubKey.IsOnCurve() {
		return signatureError(ErrPubKeyNotOnCurve, "pubkey point is not on curve")
	}
	e, err := challenge(&sig.r, hash)
	if err != nil {
		return err
	}
	var key, point secp256k1.JacobianPoint
	pubKey.AsJacobian(&key)
	dcrd.MultiplyAddNonConst(&e, &key, &sig.s, &point)
	switch {
	case point.X.IsZero() && point.Y.IsZero():
		return signatureError(ErrSigRNotOnCurve, "calculated R point is the point at infinity")
	case point.Y.IsOdd():
		return signatureError(ErrSigRYIsOdd, "calculated R y-value is odd")
	case !sig.r.Equals(&point.X):
		return signatureError(ErrUnequalRValues, "calculated R point was not given R")
	}
	return nil
}

// Verify reports whether the signature is valid for a hash of 32 bytes and a key.
func (sig *Signature) Verify(hash []byte, pubKey *secp256k1.PublicKey) bool {
	return schnorrVerify(sig, hash, pubKey) == nil
}

// schnorrSign signs a hash of 32 bytes with a nonce. The key and the nonce are not zero.
func schnorrSign(privKey, nonce *secp256k1.ModNScalar, hash []byte) (*Signature, error) {
	var point secp256k1.JacobianPoint
	dcrd.ScalarBaseMultNonConst(nonce, &point) // Constant time with cgo.
	// The nonce of the point with the even y, without a branch.
	k, negative := nonce.Bytes(), new(secp256k1.ModNScalar).NegateVal(nonce).Bytes()
	defer func() { clear(k[:]); clear(negative[:]) }()
	subtle.ConstantTimeCopy(int(point.Y.IsOddBit()), k[:], negative[:])
	e, err := challenge(&point.X, hash)
	if err != nil {
		return nil, err
	}
	var scalar, s secp256k1.ModNScalar
	scalar.SetBytes(&k)
	s.Mul2(&e, privKey).Negate().Add(&scalar)
	scalar.Zero()
	return NewSignature(&point.X, &s), nil
}

// Sign signs a hash of 32 bytes. The nonce is that of RFC 6979 for this scheme.
func Sign(privKey *secp256k1.PrivateKey, hash []byte) (*Signature, error) {
	if len(hash) != 32 {
		return nil, signatureError(ErrInvalidHashLen,
			fmt.Sprintf("wrong size for message hash (got %v, want %v)", len(hash), 32))
	}
	if privKey.Key.IsZero() {
		return nil, signatureError(ErrPrivateKeyIsZero, "private key is zero")
	}
	secret := privKey.Key.Bytes()
	defer clear(secret[:])
	for iteration := uint32(0); ; iteration++ {
		nonce := secp256k1.NonceRFC6979(secret[:], hash, scheme[:], nil, iteration)
		sig, err := schnorrSign(&privKey.Key, nonce, hash)
		nonce.Zero()
		if err == nil {
			return sig, nil
		}
	}
}
