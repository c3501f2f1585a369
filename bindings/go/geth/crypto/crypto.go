// Package crypto has the names of go-ethereum's package crypto: programs change the import path alone. Signatures and
// keys of 33 bytes are Vorpal's, and the rest is go-ethereum's. Signing takes constant time with cgo.
package crypto

import (
	"crypto/ecdsa"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/crypto"

	"vorpal.example/go/geth/crypto/secp256k1"
)

// The lengths of signatures and hashes.
const (
	SignatureLength  = crypto.SignatureLength
	RecoveryIDOffset = crypto.RecoveryIDOffset
	DigestLength     = crypto.DigestLength
)

type (
	// EllipticCurve is go-ethereum's type.
	EllipticCurve = crypto.EllipticCurve
	// KeccakState is go-ethereum's type.
	KeccakState = crypto.KeccakState
)

// The functions of go-ethereum.
var (
	CreateAddress           = crypto.CreateAddress
	CreateAddress2          = crypto.CreateAddress2
	FromECDSA               = crypto.FromECDSA
	FromECDSAPub            = crypto.FromECDSAPub
	GenerateKey             = crypto.GenerateKey
	HashData                = crypto.HashData
	HexToECDSA              = crypto.HexToECDSA
	Keccak256               = crypto.Keccak256
	Keccak256Hash           = crypto.Keccak256Hash
	LoadECDSA               = crypto.LoadECDSA
	NewKeccakState          = crypto.NewKeccakState
	PubkeyToAddress         = crypto.PubkeyToAddress
	S256                    = crypto.S256
	SaveECDSA               = crypto.SaveECDSA
	ToECDSA                 = crypto.ToECDSA
	ToECDSAUnsafe           = crypto.ToECDSAUnsafe
	UnmarshalPubkey         = crypto.UnmarshalPubkey
	ValidateSignatureValues = crypto.ValidateSignatureValues
)

// Ecrecover returns the public key 04 || x || y of a signature r || s || v with v from 0 to 3.
func Ecrecover(hash, sig []byte) ([]byte, error) { return secp256k1.RecoverPubkey(hash, sig) }

// SigToPub returns the public key of a signature r || s || v with v from 0 to 3.
func SigToPub(hash, sig []byte) (*ecdsa.PublicKey, error) {
	key, err := Ecrecover(hash, sig)
	if err != nil {
		return nil, err
	}
	return UnmarshalPubkey(key)
}

// Sign signs a hash of 32 bytes: r || s || v with the lower s and v of 0 or 1.
func Sign(digestHash []byte, prv *ecdsa.PrivateKey) ([]byte, error) {
	if len(digestHash) != DigestLength {
		return nil, fmt.Errorf("hash is required to be exactly %d bytes (%d)", DigestLength, len(digestHash))
	}
	secret := FromECDSA(prv)
	defer clear(secret)
	return secp256k1.Sign(digestHash, secret)
}

// VerifySignature reports whether a signature r || s with s in the lower half of its range is valid.
func VerifySignature(pubkey, digestHash, signature []byte) bool {
	return secp256k1.VerifySignature(pubkey, digestHash, signature)
}

// DecompressPubkey decodes a key of 33 bytes.
func DecompressPubkey(pubkey []byte) (*ecdsa.PublicKey, error) {
	x, y := secp256k1.DecompressPubkey(pubkey)
	if x == nil {
		return nil, errors.New("invalid public key")
	}
	//lint:ignore SA1019 go-ethereum's function has this type, which has no other form for this curve.
	return &ecdsa.PublicKey{Curve: S256(), X: x, Y: y}, nil
}

// CompressPubkey encodes a key in 33 bytes. It panics if the coordinates are not those of a point.
func CompressPubkey(pubkey *ecdsa.PublicKey) []byte {
	//lint:ignore SA1019 as above
	return secp256k1.CompressPubkey(pubkey.X, pubkey.Y)
}
