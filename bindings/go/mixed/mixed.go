// Package mixed verifies lists with ECDSA signatures on secp256k1 and P-256 in one call: such as those of transactions
// of type 6 (EIP-8141, a draft).
//
// Verification takes variable time: all of its input is public. Without cgo, packages secp256k1 and p256 verify.
package mixed

import (
	"fmt"

	"vorpal.example/go/internal/lib"
	"vorpal.example/go/internal/status"
	"vorpal.example/go/secp256k1"
)

type (
	// Pool is a pool of threads: see the type of the same name in the module's first package. Nil stands for all cores.
	Pool = lib.Pool
	// Item is the result for a claim.
	Item = secp256k1.Item
)

// Kind says what a claim claims.
type Kind byte

// The kinds of claims.
const (
	// Secp256k1: a signature on secp256k1 under Key. s may be in either half of its range.
	Secp256k1 Kind = 0
	// P256: a signature on P-256 under Key. s may be in either half of its range.
	P256 Kind = 1
	// Secp256k1Signer: a signature on secp256k1 of Address, which is that of the recovered key. The recovery identifier
	// is 0 or 1, and s in the lower half of its range.
	Secp256k1Signer Kind = 2
	// P256Signer: a signature on P-256 under Key, whose address is Address: the last 20 bytes of Keccak-256 of
	// prefix || x || y.
	P256Signer Kind = 3
)

// Claim is an entry of a list. Fields that its kind does not name do not count.
type Claim struct {
	Kind Kind
	Hash secp256k1.Hash
	// Signature is r || s || v. v counts for Secp256k1Signer alone.
	Signature secp256k1.RecoverableSignature
	// Key is 04 || x || y.
	Key     secp256k1.PublicKey
	Address secp256k1.Address
}

// VerifyBatch verifies all claims of a list. prefix is that of addresses on P-256, since drafts of EIP-8141 differ in
// it. items receives the results. An invalid claim does not affect the others, and there is no error probability.
func VerifyBatch(pool *Pool, claims []Claim, prefix []byte, items []Item) error {
	if len(items) != len(claims) {
		return status.New(status.Argument, fmt.Sprintf("items has %d items and not %d", len(items), len(claims)))
	}
	for i := range claims {
		if claims[i].Kind > P256Signer {
			return status.New(status.Argument, fmt.Sprintf("claims: number %d has the unknown kind %d", i, claims[i].Kind))
		}
	}
	return verifyBatch(pool, claims, prefix, items)
}
