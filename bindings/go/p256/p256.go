// Package p256 verifies ECDSA signatures on P-256: one at a time with the names of crypto/ecdsa, and in batches.
//
// Verification takes variable time: all of its input is public. Without cgo, crypto/ecdsa verifies.
package p256

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"fmt"
	"math/big"

	"golang.org/x/crypto/cryptobyte"
	"golang.org/x/crypto/cryptobyte/asn1"

	"vorpal.example/go/internal/lib"
	"vorpal.example/go/internal/status"
	"vorpal.example/go/secp256k1"
)

type (
	// Pool is a pool of threads: see the type of the same name in the module's first package. Nil stands for all cores.
	Pool = lib.Pool
	// Hash is the hash of a message.
	Hash = [32]byte
	// PublicKey is 04 || x || y.
	PublicKey = [65]byte
	// CompressedKey is 02 or 03 and x.
	CompressedKey = [33]byte
	// Signature is r || s. s is in either half of its range.
	Signature = [64]byte
	// Item is the result for an item of a batch: secp256k1.OK, Invalid, InvalidSignature or InvalidKey.
	Item = secp256k1.Item
)

// Verify verifies a signature r, s of a hash, as the function of this name in crypto/ecdsa does: of a longer hash the
// first 32 bytes count, and a shorter one is a number. A key on another curve is never valid.
func Verify(pub *ecdsa.PublicKey, hash []byte, r, s *big.Int) bool {
	if pub == nil || pub.Curve != elliptic.P256() || r == nil || s == nil || r.Sign() <= 0 || s.Sign() <= 0 ||
		r.BitLen() > 256 || s.BitLen() > 256 {
		return false
	}
	var signature Signature
	r.FillBytes(signature[:32])
	s.FillBytes(signature[32:])
	return verifyPublic(pub, hash, &signature)
}

// VerifyASN1 verifies a signature in the distinguished encoding rules of ASN.1, as the function of this name in
// crypto/ecdsa does.
func VerifyASN1(pub *ecdsa.PublicKey, hash, sig []byte) bool {
	input, inner := cryptobyte.String(sig), cryptobyte.String(nil)
	var r, s big.Int
	return input.ReadASN1(&inner, asn1.SEQUENCE) && input.Empty() && inner.ReadASN1Integer(&r) &&
		inner.ReadASN1Integer(&s) && inner.Empty() && Verify(pub, hash, &r, &s)
}

// VerifyBatch verifies signatures under keys of either encoding. items receives the results. An invalid item does not
// affect the others.
func VerifyBatch[K PublicKey | CompressedKey](pool *Pool, hashes []Hash, signatures []Signature, keys []K,
	items []Item) error {
	names, lengths := []string{"signatures", "keys", "items"}, []int{len(signatures), len(keys), len(items)}
	for i, length := range lengths {
		if length != len(hashes) {
			return status.New(status.Argument, fmt.Sprintf("%s has %d items and not %d", names[i], length, len(hashes)))
		}
	}
	return verifyBatch(pool, hashes, signatures, keys, items)
}
