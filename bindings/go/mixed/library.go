//go:build cgo

package mixed

import (
	"vorpal.example/go/internal/lib"
	"vorpal.example/go/secp256k1"
)

func verifyBatch(pool *Pool, claims []Claim, prefix []byte, items []Item) error {
	count := len(claims)
	kinds, results := make([]byte, count), make([]byte, count)
	hashes, signatures := make([]secp256k1.Hash, count), make([]secp256k1.RecoverableSignature, count)
	keys, addresses := make([]secp256k1.PublicKey, count), make([]secp256k1.Address, count)
	for i := range claims {
		claim := &claims[i]
		kinds[i], hashes[i], signatures[i] = byte(claim.Kind), claim.Hash, claim.Signature
		keys[i], addresses[i] = claim.Key, claim.Address
	}
	if err := lib.VerifyMixedBatch(pool, kinds, hashes, signatures, keys, addresses, prefix, results); err != nil {
		return err
	}
	for i, result := range results {
		items[i] = Item(result)
	}
	return nil
}
