package geth_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/rand"
	"fmt"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/crypto"

	"vorpal.example/go/secp256k1"
)

// The drop-ins have the signatures of go-ethereum's functions.
var (
	_ = []func(hash, sig []byte) ([]byte, error){crypto.Ecrecover, secp256k1.Ecrecover}
	_ = []func(hash, sig []byte) (*ecdsa.PublicKey, error){crypto.SigToPub, secp256k1.SigToPub}
	_ = []func(key, hash, sig []byte) bool{crypto.VerifySignature, secp256k1.VerifySignature}
)

// variants are signatures, hashes and keys that are valid, altered, and of other lengths.
func variants(valid []byte) [][]byte {
	all := [][]byte{valid, nil, {}, valid[:len(valid)-1], append(bytes.Clone(valid), 0)}
	for _, i := range []int{0, 1, 31, 32, 63, 64} {
		if i >= len(valid) {
			continue
		}
		for _, mask := range []byte{1, 2, 4, 6, 255} {
			altered := bytes.Clone(valid)
			altered[i] ^= mask
			all = append(all, altered)
		}
	}
	return append(all, make([]byte, len(valid)), bytes.Repeat([]byte{255}, len(valid)))
}

func TestDropIns(t *testing.T) {
	for range 5 {
		key, err := crypto.GenerateKey()
		if err != nil {
			t.Fatal(err)
		}
		hash := make([]byte, 32)
		if _, err := rand.Read(hash); err != nil {
			t.Fatal(err)
		}
		signature, err := crypto.Sign(hash, key)
		if err != nil {
			t.Fatal(err)
		}
		for _, hash := range variants(hash) {
			for _, signature := range variants(signature) {
				recovery(t, hash, signature)
			}
		}
		high := bytes.Clone(signature[:64])
		new(big.Int).Sub(crypto.S256().Params().N, new(big.Int).SetBytes(signature[32:64])).FillBytes(high[32:])
		for _, public := range [][]byte{crypto.FromECDSAPub(&key.PublicKey), crypto.CompressPubkey(&key.PublicKey)} {
			for _, public := range variants(public) {
				for _, signature := range append(variants(signature[:64]), high) {
					found, expected := secp256k1.VerifySignature(public, hash, signature),
						crypto.VerifySignature(public, hash, signature)
					if found != expected {
						t.Fatalf("%x %x %x: %v, not %v", public, hash, signature, found, expected)
					}
				}
			}
			for _, hash := range variants(hash) {
				if secp256k1.VerifySignature(public, hash, signature[:64]) !=
					crypto.VerifySignature(public, hash, signature[:64]) {
					t.Fatalf("hash %x", hash)
				}
			}
		}
	}
}

func recovery(t *testing.T, hash, signature []byte) {
	t.Helper()
	found, err := secp256k1.Ecrecover(hash, signature)
	expected, expectedErr := crypto.Ecrecover(hash, signature)
	if !bytes.Equal(found, expected) || fmt.Sprint(err) != fmt.Sprint(expectedErr) {
		t.Fatalf("%x %x: %x (%v), not %x (%v)", hash, signature, found, err, expected, expectedErr)
	}
	point, err := secp256k1.SigToPub(hash, signature)
	expectedPoint, expectedErr := crypto.SigToPub(hash, signature)
	if fmt.Sprint(err) != fmt.Sprint(expectedErr) || (point == nil) != (expectedPoint == nil) {
		t.Fatalf("%x %x: %v, not %v", hash, signature, err, expectedErr)
	}
	if point != nil && !bytes.Equal(crypto.FromECDSAPub(point), crypto.FromECDSAPub(expectedPoint)) {
		t.Fatalf("%x %x: another point", hash, signature)
	}
}
