package mixed_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"errors"
	"math/big"
	"testing"

	"golang.org/x/crypto/sha3"

	vorpal "vorpal.example/go"
	"vorpal.example/go/mixed"
	"vorpal.example/go/secp256k1"
)

func address(prefix []byte, key secp256k1.PublicKey) secp256k1.Address {
	hash := sha3.NewLegacyKeccak256()
	_, _ = hash.Write(append(append([]byte(nil), prefix...), key[1:]...))
	return secp256k1.Address(hash.Sum(nil)[12:])
}

// valid is a valid claim of a kind, signed by crypto/ecdsa or by the package secp256k1.
func valid(t *testing.T, kind mixed.Kind, prefix []byte) mixed.Claim {
	t.Helper()
	claim := mixed.Claim{Kind: kind}
	_, _ = rand.Read(claim.Hash[:])
	if kind == mixed.P256 || kind == mixed.P256Signer {
		key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		r, s, err := ecdsa.Sign(rand.Reader, key, claim.Hash[:])
		if err != nil {
			t.Fatal(err)
		}
		r.FillBytes(claim.Signature[:32])
		s.FillBytes(claim.Signature[32:64])
		bytes, err := key.PublicKey.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		claim.Key = secp256k1.PublicKey(bytes)
		claim.Address = address(prefix, claim.Key)
		return claim
	}
	secret := secp256k1.SecretKey{31: 1}
	_, _ = rand.Read(secret[8:24])
	var err error
	if claim.Signature, err = secp256k1.Sign(&secret, claim.Hash); err != nil {
		t.Fatal(err)
	}
	if claim.Key, err = secp256k1.PublicKeyOf(&secret); err != nil {
		t.Fatal(err)
	}
	claim.Address = address(nil, claim.Key)
	return claim
}

// high is the signature with the other s.
func high(claim mixed.Claim) mixed.Claim {
	order, _ := new(big.Int).SetString("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141", 16)
	if claim.Kind == mixed.P256 || claim.Kind == mixed.P256Signer {
		order = elliptic.P256().Params().N
	}
	s := new(big.Int).SetBytes(claim.Signature[32:64])
	s.Sub(order, s).FillBytes(claim.Signature[32:64])
	claim.Signature[64] ^= 1
	return claim
}

func TestVerifyBatch(t *testing.T) {
	prefix := []byte{1}
	var claims []mixed.Claim
	var want []mixed.Item
	add := func(claim mixed.Claim, item mixed.Item) { claims, want = append(claims, claim), append(want, item) }
	for range 5 {
		for kind := mixed.Secp256k1; kind <= mixed.P256Signer; kind++ {
			good := valid(t, kind, prefix)
			isRecovered := kind == mixed.Secp256k1Signer
			hasAddress := isRecovered || kind == mixed.P256Signer
			item := func(is bool, item mixed.Item) mixed.Item {
				if is {
					return item
				}
				return secp256k1.OK
			}
			change := func(f func(*mixed.Claim), item mixed.Item) {
				claim := good
				f(&claim)
				add(claim, item)
			}
			add(good, secp256k1.OK)
			add(high(good), item(isRecovered, secp256k1.Invalid))
			change(func(c *mixed.Claim) { c.Hash[3] ^= 1 }, secp256k1.Invalid)
			change(func(c *mixed.Claim) { clear(c.Signature[:32]) }, secp256k1.InvalidSignature)
			change(func(c *mixed.Claim) {
				for i := range 32 {
					c.Signature[32+i] = 255
				}
			}, secp256k1.InvalidSignature)
			change(func(c *mixed.Claim) { c.Key[64] ^= 1 }, item(!isRecovered, secp256k1.InvalidKey))
			change(func(c *mixed.Claim) { c.Address[0] ^= 1 }, item(hasAddress, secp256k1.Invalid))
			change(func(c *mixed.Claim) { c.Signature[64] = 7 }, item(isRecovered, secp256k1.InvalidRecoveryID))
			change(func(c *mixed.Claim) { c.Signature[64] ^= 1 }, item(isRecovered, secp256k1.Invalid))
			change(func(c *mixed.Claim) { c.Signature[64] ^= 2 }, item(isRecovered, secp256k1.Invalid))
			change(func(c *mixed.Claim) { c.Signature[64] += 27 }, secp256k1.OK)
		}
	}
	for _, count := range []int{0, 1, 2, 17, len(claims)} {
		items := make([]mixed.Item, count)
		if err := mixed.VerifyBatch(nil, claims[:count], prefix, items); err != nil {
			t.Fatal(err)
		}
		for i, item := range items {
			// The recovery with another identifier may have no point: all that counts is that it is not valid.
			if item != want[i] {
				t.Errorf("claim %d of %d of kind %d: %v, not %v", i, count, claims[i].Kind, item, want[i])
			}
		}
	}
	// Another prefix: the addresses on P-256 are others.
	items := make([]mixed.Item, len(claims))
	if err := mixed.VerifyBatch(nil, claims, nil, items); err != nil {
		t.Fatal(err)
	}
	for i, claim := range claims {
		if (items[i] == want[i]) != (claim.Kind != mixed.P256Signer || want[i] != secp256k1.OK) {
			t.Errorf("claim %d of kind %d without the prefix: %v", i, claim.Kind, items[i])
		}
	}
}

func TestMisuse(t *testing.T) {
	claims := []mixed.Claim{valid(t, mixed.P256, nil), valid(t, mixed.P256, nil)}
	err := mixed.VerifyBatch(nil, claims, nil, make([]mixed.Item, 1))
	if !errors.Is(err, vorpal.ErrArgument) || err.Error() != "vorpal: items has 1 items and not 2" {
		t.Error(err)
	}
	claims[1].Kind = 4
	err = mixed.VerifyBatch(nil, claims, nil, make([]mixed.Item, 2))
	if !errors.Is(err, vorpal.ErrArgument) || err.Error() != "vorpal: claims: number 1 has the unknown kind 4" {
		t.Error(err)
	}
	// A call that fails writes nothing, and no result that reads as valid.
	items := []mixed.Item{9}
	if err := mixed.VerifyBatch(new(vorpal.Pool), claims[:1], nil, items); !errors.Is(err, vorpal.ErrArgument) ||
		items[0] != 9 {
		t.Error(err, items)
	}
}
