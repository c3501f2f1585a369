//go:build cgo

package secp256k1

import (
	"fmt"
	"unsafe"

	"vorpal.example/go/internal/lib"
	"vorpal.example/go/internal/status"
)

// The functions of this package by the library. `dcrd.go` has the same functions without it.

func bytesOf(items []Item) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(items))), len(items))
}

func recoverBatch(pool *Pool, hashes []Hash, signatures []RecoverableSignature, keys []PublicKey, addresses []Address,
	items []Item) error {
	return lib.RecoverBatch(pool, hashes, signatures, keys, addresses, bytesOf(items))
}

func verifyBatch[K PublicKey | CompressedKey](pool *Pool, hashes []Hash, signatures []Signature, keys []K, lowS bool,
	items []Item) error {
	var key K
	return lib.VerifyBatch(pool, hashes, signatures, (*byte)(unsafe.Pointer(unsafe.SliceData(keys))), len(key), lowS,
		bytesOf(items))
}

func schnorrVerifyBatch(pool *Pool, messages [][]byte, signatures []Signature, keys []XOnlyKey, items []Item) error {
	offsets := make([]uint, len(messages)+1)
	length := 0
	for i, message := range messages {
		if length += len(message); length < 0 {
			return status.New(status.Argument, fmt.Sprintf("messages: the first %d are too long", i+1))
		}
		offsets[i+1] = uint(length)
	}
	flat := make([]byte, 0, length)
	for _, message := range messages {
		flat = append(flat, message...)
	}
	return lib.SchnorrVerifyBatch(pool, flat, offsets, signatures, keys, bytesOf(items))
}

func sign(secret, hash, entropy *[32]byte, signature *RecoverableSignature) error {
	return lib.Sign(secret, hash, entropy, signature)
}

func publicKey(secret *SecretKey, key *PublicKey) error { return lib.PublicKey(secret, key) }

func verify(key []byte, hash *Hash, signature *Signature, lowS bool) (bool, error) {
	return lib.Verify(key, hash, signature, lowS)
}

func recoverKey(hash *Hash, signature *RecoverableSignature, key *PublicKey) error {
	return lib.Recover(hash, signature, key)
}

func addressOf(key []byte, address *Address) error { return lib.Address(key, address) }

func ecdh(secret *SecretKey, key []byte, x, sha256 *[32]byte) error {
	return lib.ECDH(secret, key, x, sha256)
}

func schnorrSign(secret *SecretKey, message []byte, auxiliary *[32]byte, signature *Signature) error {
	return lib.SchnorrSign(secret, message, auxiliary, signature, nil)
}

func schnorrVerify(key *XOnlyKey, message []byte, signature *Signature) (bool, error) {
	return lib.SchnorrVerify(key, message, signature)
}

func signatureFromDER(der []byte, signature *Signature) error {
	return lib.SignatureFromDER(der, signature)
}

func signatureToDER(signature *Signature) ([]byte, error) { return lib.SignatureToDER(signature) }

func signatureToLow(signature *Signature) error { return lib.SignatureToLow(signature) }

func convertKey(key, out []byte) error { return lib.ConvertKey(key, out) }

type keyCache = lib.KeyCache

func newKeyCache(bytes uint) (keyCache, error) { return lib.NewKeyCache(bytes) }
