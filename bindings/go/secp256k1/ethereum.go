package secp256k1

import (
	stdecdsa "crypto/ecdsa"
	"errors"
	"math/big"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
)

// The errors of Ecrecover and SigToPub, with the texts that go-ethereum has with cgo.
var (
	ErrInvalidMsgLen       = errors.New("invalid message length, need 32 bytes")
	ErrInvalidSignatureLen = errors.New("invalid signature length")
	ErrInvalidRecoveryID   = errors.New("invalid signature recovery id")
	ErrRecoverFailed       = errors.New("recovery failed")
)

// Ecrecover returns the public key 04 || x || y of a signature r || s || v with v from 0 to 3, as the function of this
// name in go-ethereum's package crypto does.
func Ecrecover(hash, sig []byte) ([]byte, error) {
	if len(hash) != 32 {
		return nil, ErrInvalidMsgLen
	}
	if len(sig) != 65 {
		return nil, ErrInvalidSignatureLen
	}
	if sig[64] >= 4 {
		return nil, ErrInvalidRecoveryID
	}
	var key PublicKey
	if recoverKey((*Hash)(hash), (*RecoverableSignature)(sig), &key) != nil {
		return nil, ErrRecoverFailed
	}
	return key[:], nil
}

// SigToPub returns the public key of a signature r || s || v with v from 0 to 3, as the function of this name in
// go-ethereum's package crypto does. Its curve is S256 of dcrd.
func SigToPub(hash, sig []byte) (*stdecdsa.PublicKey, error) {
	key, err := Ecrecover(hash, sig)
	if err != nil {
		return nil, err
	}
	return &stdecdsa.PublicKey{
		//lint:ignore SA1019 go-ethereum's function has this type, which has no other form for this curve.
		Curve: secp256k1.S256(),
		//lint:ignore SA1019 as above
		X: new(big.Int).SetBytes(key[1:33]),
		//lint:ignore SA1019 as above
		Y: new(big.Int).SetBytes(key[33:]),
	}, nil
}

// VerifySignature reports whether a signature r || s with s in the lower half of its range is valid, as the function of
// this name in go-ethereum's package crypto does: an s in the upper half is invalid. Verify without lowS accepts both
// halves, as the consensus rules of Bitcoin do. The key has 33 bytes, or 65 bytes of either uncompressed form: 04, or
// 06 and 07 with the parity of y.
func VerifySignature(pubkey, digestHash, signature []byte) bool {
	if len(digestHash) != 32 || len(signature) != 64 {
		return false
	}
	if len(pubkey) == 65 && (pubkey[0] == 6 || pubkey[0] == 7) {
		if pubkey[0]&1 != pubkey[64]&1 {
			return false
		}
		plain := PublicKey(pubkey)
		plain[0] = 4
		pubkey = plain[:]
	}
	valid, err := verify(pubkey, (*Hash)(digestHash), (*Signature)(signature), true)
	return valid && err == nil
}
