//go:build cgo

package p256

import (
	"crypto/ecdsa"
	"unsafe"

	"vorpal.example/go/internal/lib"
)

// The functions of this package by the library. `standard.go` has the same functions without it.

func verifyPublic(pub *ecdsa.PublicKey, hash []byte, signature *Signature) bool {
	key, err := pub.Bytes()
	if err != nil {
		return false
	}
	var number Hash
	if len(hash) > 32 {
		hash = hash[:32]
	}
	copy(number[32-len(hash):], hash)
	valid, err := lib.VerifyP256(key, &number, signature)
	return err == nil && valid
}

func verifyBatch[K PublicKey | CompressedKey](pool *Pool, hashes []Hash, signatures []Signature, keys []K,
	items []Item) error {
	var key K
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(items))), len(items))
	return lib.VerifyBatchP256(pool, hashes, signatures, (*byte)(unsafe.Pointer(unsafe.SliceData(keys))), len(key), bytes)
}
