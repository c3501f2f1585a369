//go:build !cgo

package p256

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"math/big"
	"sync"
	"sync/atomic"

	"vorpal.example/go/secp256k1"
)

func verifyPublic(pub *ecdsa.PublicKey, hash []byte, signature *Signature) bool {
	return ecdsa.Verify(pub, hash, new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:]))
}

// verifyOne verifies an item of a batch.
func verifyOne(hash *Hash, signature *Signature, key []byte) Item {
	order := elliptic.P256().Params().N
	r, s := new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])
	if r.Sign() == 0 || s.Sign() == 0 || r.Cmp(order) >= 0 || s.Cmp(order) >= 0 {
		return secp256k1.InvalidSignature
	}
	if len(key) == 33 {
		x, y := elliptic.UnmarshalCompressed(elliptic.P256(), key)
		if x == nil {
			return secp256k1.InvalidKey
		}
		//lint:ignore SA1019 the encoding of a point on the curve
		key = elliptic.Marshal(elliptic.P256(), x, y)
	}
	public, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), key)
	if err != nil {
		return secp256k1.InvalidKey
	}
	if !ecdsa.Verify(public, hash[:], r, s) {
		return secp256k1.Invalid
	}
	return secp256k1.OK
}

func verifyBatch[K PublicKey | CompressedKey](pool *Pool, hashes []Hash, signatures []Signature, keys []K,
	items []Item) error {
	threads, err := pool.Threads()
	if err != nil {
		return err
	}
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(threads, len(hashes)) {
		group.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(hashes)); i = next.Add(1) - 1 {
				var key []byte
				switch encoded := any(keys[i]).(type) {
				case PublicKey:
					key = encoded[:]
				case CompressedKey:
					key = encoded[:]
				}
				items[i] = verifyOne(&hashes[i], &signatures[i], key)
			}
		})
	}
	group.Wait()
	return nil
}
