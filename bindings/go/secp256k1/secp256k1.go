// Package secp256k1 has ECDSA and BIP 340 Schnorr signatures over secp256k1: in batches for whole blocks, and one at a
// time.
//
// Hashes, signatures and keys are arrays, so that a batch is one piece of memory that nothing copies. All integers are
// big-endian. Verification and recovery take variable time. Signing, public keys and shared secrets take constant
// time, except without cgo, where dcrd computes them.
//
// Ecrecover, SigToPub and VerifySignature have the signatures of go-ethereum's package crypto. Package
// secp256k1/ecdsa has those of dcrd.
package secp256k1

import (
	"fmt"

	"vorpal.example/go/internal/lib"
	"vorpal.example/go/internal/status"
)

type (
	// Pool is a pool of threads: see the type of the same name in the module's first package. Nil stands for all cores.
	Pool = lib.Pool
	// Hash is the hash of a message.
	Hash = [32]byte
	// SecretKey is a number from 1 to n - 1.
	SecretKey = [32]byte
	// PublicKey is 04 || x || y.
	PublicKey = [65]byte
	// CompressedKey is 02 or 03 and x.
	CompressedKey = [33]byte
	// XOnlyKey is the x coordinate of a key of BIP 340.
	XOnlyKey = [32]byte
	// Signature is r || s.
	Signature = [64]byte
	// RecoverableSignature is r || s || v. v is the recovery identifier, 0 to 3, or this plus 27.
	RecoverableSignature = [65]byte
	// Address is an address of Ethereum.
	Address = [20]byte
)

// Item is the result for an item of a batch. An invalid item does not affect the others.
type Item byte

// The results of items.
const (
	OK                Item = 0 // Valid, or recovered.
	Invalid           Item = 1 // Well-formed, and not valid for this message and key.
	InvalidSignature  Item = 2 // r or s is out of range.
	InvalidRecoveryID Item = 3 // v is not 0 to 3 or 27 to 30.
	NoPoint           Item = 4 // No curve point corresponds to r and v.
	Infinity          Item = 5 // The recovered key is the point at infinity.
	InvalidKey        Item = 6 // The public key is malformed.
)

var itemTexts = [...]string{
	"valid", "the signature is not valid", "r or s is out of range", "the recovery identifier is not 0 to 3 or 27 to 30",
	"no curve point corresponds to r", "the recovered key is the point at infinity", "the public key is malformed",
}

func (i Item) String() string {
	if int(i) < len(itemTexts) {
		return itemTexts[i]
	}
	return fmt.Sprintf("Item(%d)", byte(i))
}

// Err returns nil for OK, and an error otherwise.
func (i Item) Err() error {
	if i == OK {
		return nil
	}
	return status.New(status.Input, i.String())
}

// FirstInvalid returns the index of the first item that is not OK, or -1.
func FirstInvalid(items []Item) int {
	for i, item := range items {
		if item != OK {
			return i
		}
	}
	return -1
}

// checkLengths reports the first slice whose length is not count.
func checkLengths(count int, names []string, lengths []int) error {
	for i, length := range lengths {
		if length != count {
			return status.New(status.Argument, fmt.Sprintf("%s has %d items and not %d", names[i], length, count))
		}
	}
	return nil
}

// RecoverBatch recovers the public keys of signatures, as Ethereum's ecrecover does: s may be in either half of its
// range. For each signature, keys and addresses receive the key and its address, and items the result. keys or
// addresses may be nil. Outputs of invalid items are zero.
func RecoverBatch(pool *Pool, hashes []Hash, signatures []RecoverableSignature, keys []PublicKey, addresses []Address,
	items []Item) error {
	lengths := []int{len(signatures), len(items), len(hashes), len(hashes)}
	if keys != nil {
		lengths[2] = len(keys)
	}
	if addresses != nil {
		lengths[3] = len(addresses)
	}
	if err := checkLengths(len(hashes), []string{"signatures", "items", "keys", "addresses"}, lengths); err != nil {
		return err
	}
	return recoverBatch(pool, hashes, signatures, keys, addresses, items)
}

// VerifyBatch verifies ECDSA signatures under keys of either encoding. With lowS, an s in the upper half of its range
// is invalid: see Verify. items receives the results.
func VerifyBatch[K PublicKey | CompressedKey](pool *Pool, hashes []Hash, signatures []Signature, keys []K, lowS bool,
	items []Item) error {
	lengths := []int{len(signatures), len(keys), len(items)}
	if err := checkLengths(len(hashes), []string{"signatures", "keys", "items"}, lengths); err != nil {
		return err
	}
	return verifyBatch(pool, hashes, signatures, keys, lowS, items)
}

// SchnorrVerifyBatch verifies Schnorr signatures of BIP 340 over messages of any lengths. items receives the results.
func SchnorrVerifyBatch(pool *Pool, messages [][]byte, signatures []Signature, keys []XOnlyKey, items []Item) error {
	lengths := []int{len(signatures), len(keys), len(items)}
	if err := checkLengths(len(messages), []string{"signatures", "keys", "items"}, lengths); err != nil {
		return err
	}
	return schnorrVerifyBatch(pool, messages, signatures, keys, items)
}

// Sign signs a hash: the signature has the lower s and the recovery identifier as v. The nonce is that of RFC 6979.
func Sign(secret *SecretKey, hash Hash) (signature RecoverableSignature, err error) {
	if secret == nil {
		return signature, status.New(status.Argument, "secret is nil")
	}
	err = sign(secret, &hash, nil, &signature)
	return signature, err
}

// SignWithEntropy is Sign with 32 bytes that enter the nonce (RFC 6979, section 3.6).
func SignWithEntropy(secret *SecretKey, hash Hash, entropy [32]byte) (signature RecoverableSignature, err error) {
	if secret == nil {
		return signature, status.New(status.Argument, "secret is nil")
	}
	err = sign(secret, &hash, &entropy, &signature)
	return signature, err
}

// PublicKeyOf returns the public key of a secret key.
func PublicKeyOf(secret *SecretKey) (key PublicKey, err error) {
	if secret == nil {
		return key, status.New(status.Argument, "secret is nil")
	}
	err = publicKey(secret, &key)
	return key, err
}

// Verify verifies an ECDSA signature under a key of 33 or 65 bytes. A key or signature that is malformed is an error.
// With lowS, an s in the upper half of its range is invalid.
//
// Without lowS the function follows the consensus rules of Bitcoin, which accept both halves. The lower half alone is a
// rule of Bitcoin's policy, for the relay of transactions, and Ethereum's rule for the signatures of transactions
// (EIP-2). VerifySignature, as go-ethereum's function and as libsecp256k1, accepts the lower half alone; Verify of
// package secp256k1/ecdsa, as dcrd's, accepts both.
func Verify(key []byte, hash Hash, signature Signature, lowS bool) (bool, error) {
	return verify(key, &hash, &signature, lowS)
}

// Recover recovers the key of a signature.
func Recover(hash Hash, signature RecoverableSignature) (key PublicKey, err error) {
	err = recoverKey(&hash, &signature, &key)
	return key, err
}

// AddressOf returns the Ethereum address of a key of 33 or 65 bytes.
func AddressOf(key []byte) (address Address, err error) {
	err = addressOf(key, &address)
	return address, err
}

// ECDH returns the shared secret of a secret key and another party's key of 33 or 65 bytes: the x coordinate of the
// shared point, and the SHA-256 digest of its compressed encoding, as libsecp256k1 computes it.
func ECDH(secret *SecretKey, key []byte) (x, sha256 [32]byte, err error) {
	if secret == nil {
		return x, sha256, status.New(status.Argument, "secret is nil")
	}
	err = ecdh(secret, key, &x, &sha256)
	return x, sha256, err
}

// SchnorrSign signs a message by BIP 340. auxiliary is 32 fresh random bytes; nil stands for zeros.
func SchnorrSign(secret *SecretKey, message []byte, auxiliary *[32]byte) (Signature, error) {
	var signature Signature
	if secret == nil {
		return signature, status.New(status.Argument, "secret is nil")
	}
	err := schnorrSign(secret, message, auxiliary, &signature)
	return signature, err
}

// SchnorrVerify verifies a signature by BIP 340. A key or signature that is malformed is an error.
func SchnorrVerify(key XOnlyKey, message []byte, signature Signature) (bool, error) {
	return schnorrVerify(&key, message, &signature)
}

// SignatureFromDER decodes a signature by the distinguished encoding rules, strictly.
func SignatureFromDER(der []byte) (signature Signature, err error) {
	err = signatureFromDER(der, &signature)
	return signature, err
}

// SignatureToDER encodes a signature by the distinguished encoding rules: at most 72 bytes.
func SignatureToDER(signature Signature) ([]byte, error) { return signatureToDER(&signature) }

// LowS returns the signature with s replaced by n - s if s is in the upper half of its range.
func LowS(signature Signature) (Signature, error) {
	err := signatureToLow(&signature)
	return signature, err
}

// Compress encodes a key of 33 or 65 bytes in 33 bytes. A key that is not a point of the curve is an error.
func Compress(key []byte) (compressed CompressedKey, err error) {
	err = convertKey(key, compressed[:])
	return compressed, err
}

// Uncompress encodes a key of 33 or 65 bytes in 65 bytes. A key that is not a point of the curve is an error.
func Uncompress(key []byte) (full PublicKey, err error) {
	err = convertKey(key, full[:])
	return full, err
}
