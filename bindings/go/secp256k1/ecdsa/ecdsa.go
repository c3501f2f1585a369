// Package ecdsa has the names and signatures of dcrd's package secp256k1/ecdsa, computed by Vorpal: programs change
// the import path alone. Keys and scalars are dcrd's types.
//
// Errors are those of dcrd: an input that Vorpal refuses is given to dcrd, which says why. Verification under a key
// that is not on the curve, which dcrd's parser does not return, is false. With cgo, signing takes constant time.
package ecdsa

import (
	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"

	vorpal "vorpal.example/go/secp256k1"
)

// Signature is an ECDSA signature: r and s below the group order.
type Signature struct{ r, s secp256k1.ModNScalar }

// NewSignature returns the signature with these r and s.
func NewSignature(r, s *secp256k1.ModNScalar) *Signature { return &Signature{*r, *s} }

// ParseDERSignature decodes a signature by the strict rules of dcrd.
func ParseDERSignature(sig []byte) (*Signature, error) {
	parsed, err := ecdsa.ParseDERSignature(sig)
	if err != nil {
		return nil, err
	}
	return &Signature{parsed.R(), parsed.S()}, nil
}

// R returns r.
func (sig *Signature) R() secp256k1.ModNScalar { return sig.r }

// S returns s.
func (sig *Signature) S() secp256k1.ModNScalar { return sig.s }

// Serialize encodes the signature by the distinguished encoding rules, with the lower s.
func (sig *Signature) Serialize() []byte { return ecdsa.NewSignature(&sig.r, &sig.s).Serialize() }

// IsEqual reports whether r and s are equal.
func (sig *Signature) IsEqual(otherSig *Signature) bool {
	return sig.r.Equals(&otherSig.r) && sig.s.Equals(&otherSig.s)
}

// hash256 is a hash as dcrd reads it: the first 32 bytes, with zeros before a shorter one.
func hash256(hash []byte) (fixed [32]byte) {
	hash = hash[:min(len(hash), 32)]
	copy(fixed[32-len(hash):], hash)
	return fixed
}

// Verify reports whether the signature is valid for the hash and the key, with s in either half of its range, as dcrd's
// method does. For the lower half alone, call Verify of package secp256k1 with lowS.
func (sig *Signature) Verify(hash []byte, pubKey *secp256k1.PublicKey) bool {
	var compact [64]byte
	sig.r.PutBytesUnchecked(compact[:32])
	sig.s.PutBytesUnchecked(compact[32:])
	valid, err := vorpal.Verify(pubKey.SerializeUncompressed(), hash256(hash), compact, false)
	return valid && err == nil
}

// Sign signs a hash with the nonce of RFC 6979 and the lower s.
func Sign(key *secp256k1.PrivateKey, hash []byte) *Signature {
	compact := SignCompact(key, hash, false)
	var sig Signature
	sig.r.SetByteSlice(compact[1:33])
	sig.s.SetByteSlice(compact[33:])
	return &sig
}

// SignCompact signs a hash: v || r || s, where v is 27 plus the recovery identifier, plus 4 for a compressed key.
func SignCompact(key *secp256k1.PrivateKey, hash []byte, isCompressedKey bool) []byte {
	secret := key.Key.Bytes()
	digest := hash256(hash)
	if isLarge := new(secp256k1.ModNScalar).SetBytes(&digest) != 0; isLarge && !key.Key.IsZero() {
		clear(secret[:])
		return signLarge(key, digest[:], isCompressedKey)
	}
	signature, err := vorpal.Sign(&secret, digest)
	clear(secret[:])
	if err != nil {
		// The secret key is zero. The result is that of dcrd.
		return ecdsa.SignCompact(key, hash, isCompressedKey)
	}
	compact := make([]byte, 65)
	compact[0] = 27 + signature[64]
	if isCompressedKey {
		compact[0] += 4
	}
	copy(compact[1:], signature[:64])
	return compact
}

// RecoverCompact recovers the key of a signature v || r || s, and reports whether v stands for a compressed key.
func RecoverCompact(signature, hash []byte) (*secp256k1.PublicKey, bool, error) {
	if len(signature) != 65 || signature[0] < 27 || signature[0] > 34 {
		return ecdsa.RecoverCompact(signature, hash)
	}
	code := signature[0] - 27
	var recoverable [65]byte
	copy(recoverable[:], signature[1:])
	recoverable[64] = code & 3
	key, err := vorpal.Recover(hash256(hash), recoverable)
	if err != nil {
		return ecdsa.RecoverCompact(signature, hash)
	}
	var x, y secp256k1.FieldVal
	x.SetByteSlice(key[1:33])
	y.SetByteSlice(key[33:])
	return secp256k1.NewPublicKey(&x, &y), code&4 != 0, nil
}
