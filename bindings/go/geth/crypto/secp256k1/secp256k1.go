// Package secp256k1 has the names of go-ethereum's package crypto/secp256k1, computed by Vorpal: programs change the
// import path alone.
//
// Secret scalars take constant time with cgo; the coordinates of results are integers of math/big, which do not.
package secp256k1

import (
	"errors"
	"math/big"

	"vorpal.example/go/secp256k1"
)

// The errors, with the texts of go-ethereum.
var (
	ErrInvalidMsgLen       = secp256k1.ErrInvalidMsgLen
	ErrInvalidSignatureLen = secp256k1.ErrInvalidSignatureLen
	ErrInvalidRecoveryID   = secp256k1.ErrInvalidRecoveryID
	ErrRecoverFailed       = secp256k1.ErrRecoverFailed
	ErrInvalidKey          = errors.New("invalid private key")
	ErrInvalidPubkey       = errors.New("invalid public key")
	ErrSignFailed          = errors.New("signing failed")
)

// Sign signs a hash of 32 bytes: r || s || v with the lower s and v of 0 or 1, and the nonce of RFC 6979.
func Sign(msg []byte, seckey []byte) ([]byte, error) {
	if len(msg) != 32 {
		return nil, ErrInvalidMsgLen
	}
	if len(seckey) != 32 {
		return nil, ErrInvalidKey
	}
	secret := secp256k1.SecretKey(seckey)
	defer clear(secret[:])
	signature, err := secp256k1.Sign(&secret, secp256k1.Hash(msg))
	if err != nil {
		return nil, ErrInvalidKey
	}
	return signature[:], nil
}

// RecoverPubkey returns the public key 04 || x || y of a signature r || s || v with v from 0 to 3.
func RecoverPubkey(msg []byte, sig []byte) ([]byte, error) { return secp256k1.Ecrecover(msg, sig) }

// VerifySignature reports whether a signature r || s with s in the lower half of its range is valid.
func VerifySignature(pubkey, msg, signature []byte) bool {
	return secp256k1.VerifySignature(pubkey, msg, signature)
}

// DecompressPubkey returns the coordinates of a key of 33 bytes, or nil if it is malformed.
func DecompressPubkey(pubkey []byte) (x, y *big.Int) {
	if len(pubkey) != 33 {
		return nil, nil
	}
	key, err := secp256k1.Uncompress(pubkey)
	if err != nil {
		return nil, nil
	}
	return coordinates(key)
}

// CompressPubkey encodes a key in 33 bytes. It panics if the coordinates are not those of a point.
func CompressPubkey(x, y *big.Int) []byte {
	key, err := point(x, y)
	if err != nil {
		panic(err)
	}
	compressed, err := secp256k1.Compress(key[:])
	if err != nil {
		panic(err)
	}
	return compressed[:]
}

func coordinates(key secp256k1.PublicKey) (x, y *big.Int) {
	return new(big.Int).SetBytes(key[1:33]), new(big.Int).SetBytes(key[33:])
}

// point encodes coordinates, which must have at most 256 bits.
func point(x, y *big.Int) (key secp256k1.PublicKey, err error) {
	if x == nil || y == nil || x.Sign() < 0 || y.Sign() < 0 || x.BitLen() > 256 || y.BitLen() > 256 {
		return key, ErrInvalidPubkey
	}
	key[0] = 4
	x.FillBytes(key[1:33])
	y.FillBytes(key[33:])
	return key, nil
}
