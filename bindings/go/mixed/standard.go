//go:build !cgo

package mixed

import (
	"golang.org/x/crypto/sha3"

	"vorpal.example/go/p256"
	"vorpal.example/go/secp256k1"
)

func verifyBatch(pool *Pool, claims []Claim, prefix []byte, items []Item) error {
	// The pool is checked before anything else.
	if _, err := pool.Threads(); err != nil {
		return err
	}
	for i := range claims {
		item, err := verifyOne(pool, &claims[i], prefix)
		if err != nil {
			return err
		}
		items[i] = item
	}
	return nil
}

// verifyOne verifies a claim by the packages of the curves.
func verifyOne(pool *Pool, claim *Claim, prefix []byte) (Item, error) {
	var item [1]Item
	hashes, keys := []secp256k1.Hash{claim.Hash}, []secp256k1.PublicKey{claim.Key}
	signatures := []secp256k1.Signature{secp256k1.Signature(claim.Signature[:64])}
	switch claim.Kind {
	case Secp256k1:
		err := secp256k1.VerifyBatch(pool, hashes, signatures, keys, false, item[:])
		return item[0], err
	case P256:
		err := p256.VerifyBatch(pool, hashes, signatures, keys, item[:])
		return item[0], err
	case P256Signer:
		err := p256.VerifyBatch(pool, hashes, signatures, keys, item[:])
		hash := sha3.NewLegacyKeccak256()
		_, _ = hash.Write(prefix)
		_, _ = hash.Write(claim.Key[1:])
		if item[0] == secp256k1.OK && secp256k1.Address(hash.Sum(nil)[12:]) != claim.Address {
			item[0] = secp256k1.Invalid
		}
		return item[0], err
	default:
		return verifySigner(pool, claim)
	}
}

func verifySigner(pool *Pool, claim *Claim) (Item, error) {
	var item [1]Item
	var address [1]secp256k1.Address
	signatures := []secp256k1.RecoverableSignature{claim.Signature}
	err := secp256k1.RecoverBatch(pool, []secp256k1.Hash{claim.Hash}, signatures, nil, address[:], item[:])
	switch item[0] {
	case secp256k1.InvalidSignature, secp256k1.InvalidRecoveryID:
		return item[0], err
	case secp256k1.OK:
	default:
		return secp256k1.Invalid, err
	}
	low, lowErr := secp256k1.LowS(secp256k1.Signature(claim.Signature[:64]))
	id := claim.Signature[64]
	if id >= 27 {
		id -= 27
	}
	if lowErr != nil || low != secp256k1.Signature(claim.Signature[:64]) || id > 1 || address[0] != claim.Address {
		return secp256k1.Invalid, err
	}
	return secp256k1.OK, err
}
