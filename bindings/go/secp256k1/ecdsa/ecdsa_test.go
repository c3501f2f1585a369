package ecdsa_test

import (
	"bytes"
	"crypto/rand"
	"errors"
	"testing"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	dcrd "github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"

	"vorpal.example/go/secp256k1/ecdsa"
)

// The functions of dcrd, whose signatures those of this package must have.
var (
	_ func([]byte, []byte) (*secp256k1.PublicKey, bool, error) = ecdsa.RecoverCompact
	_ func([]byte, []byte) (*secp256k1.PublicKey, bool, error) = dcrd.RecoverCompact
	_ func(*secp256k1.PrivateKey, []byte, bool) []byte         = ecdsa.SignCompact
	_ interface {
		Verify([]byte, *secp256k1.PublicKey) bool
		Serialize() []byte
		R() secp256k1.ModNScalar
		S() secp256k1.ModNScalar
	} = (*ecdsa.Signature)(nil)
)

func random(t testing.TB, length int) []byte {
	bytes := make([]byte, length)
	if _, err := rand.Read(bytes); err != nil {
		t.Fatal(err)
	}
	return bytes
}

// Hashes of all lengths, as dcrd reads them.
func TestAgainstDcrd(t *testing.T) {
	for i := range 60 {
		key, err := secp256k1.GeneratePrivateKey()
		if err != nil {
			t.Fatal(err)
		}
		hash := random(t, []int{32, 32, 31, 0, 33, 64}[i%6])
		compressed := i%2 == 0
		compact := ecdsa.SignCompact(key, hash, compressed)
		if expected := dcrd.SignCompact(key, hash, compressed); !bytes.Equal(compact, expected) {
			t.Fatalf("hash of %d bytes: %x, not %x", len(hash), compact, expected)
		}
		found, wasCompressed, err := ecdsa.RecoverCompact(compact, hash)
		if err != nil || !found.IsEqual(key.PubKey()) || wasCompressed != compressed {
			t.Fatal(err)
		}
		signature, expected := ecdsa.Sign(key, hash), dcrd.Sign(key, hash)
		if !bytes.Equal(signature.Serialize(), expected.Serialize()) {
			t.Fatal("other signatures than dcrd")
		}
		if !signature.Verify(hash, key.PubKey()) || signature.Verify(append([]byte{1}, hash...), key.PubKey()) {
			t.Fatal("verification differs")
		}
		parsed, err := ecdsa.ParseDERSignature(signature.Serialize())
		if err != nil || !parsed.IsEqual(signature) {
			t.Fatal(err)
		}
		s := signature.S()
		r := signature.R()
		high := ecdsa.NewSignature(&r, s.Negate())
		if high.IsEqual(signature) || !high.Verify(hash, key.PubKey()) {
			t.Fatal("dcrd accepts s in both halves")
		}
	}
}

// Hashes that are not below the group order: the nonces of dcrd, and their signatures.
func TestLargeHashes(t *testing.T) {
	for range 8 {
		key, err := secp256k1.GeneratePrivateKey()
		if err != nil {
			t.Fatal(err)
		}
		largeHashes(t, key)
	}
	one := secp256k1.PrivKeyFromBytes([]byte{1})
	largeHashes(t, one)
	largeHashes(t, secp256k1.NewPrivateKey(new(secp256k1.ModNScalar).NegateVal(&one.Key)))
}

func largeHashes(t *testing.T, key *secp256k1.PrivateKey) {
	t.Helper()
	order := new(secp256k1.ModNScalar).SetInt(1).Negate().Bytes()
	order[31]++
	above := bytes.Repeat([]byte{255}, 32)
	clear(above[17:])
	for _, hash := range [][]byte{bytes.Repeat([]byte{255}, 32), order[:], above, bytes.Repeat([]byte{255}, 40)} {
		found, expected := ecdsa.SignCompact(key, hash, true), dcrd.SignCompact(key, hash, true)
		if !bytes.Equal(found, expected) || !ecdsa.Sign(key, hash).Verify(hash, key.PubKey()) {
			t.Errorf("hash %x: %x, not %x", hash, found, expected)
		}
		recovered, _, err := ecdsa.RecoverCompact(found, hash)
		if err != nil || !recovered.IsEqual(key.PubKey()) {
			t.Errorf("hash %x: %v", hash, err)
		}
	}
}

// The same errors as dcrd.
func TestErrors(t *testing.T) {
	key, err := secp256k1.GeneratePrivateKey()
	if err != nil {
		t.Fatal(err)
	}
	hash := random(t, 32)
	valid := dcrd.SignCompact(key, hash, true)
	change := func(f func(bytes []byte)) []byte {
		changed := bytes.Clone(valid)
		f(changed)
		return changed
	}
	for i, signature := range [][]byte{
		nil, valid[:64], append(bytes.Clone(valid), 0),
		change(func(b []byte) { b[0] = 26 }), change(func(b []byte) { b[0] = 35 }),
		change(func(b []byte) { clear(b[1:33]) }), change(func(b []byte) { clear(b[33:]) }),
		change(func(b []byte) { copy(b[1:], bytes.Repeat([]byte{255}, 32)) }),
		change(func(b []byte) { copy(b[33:], bytes.Repeat([]byte{255}, 32)) }),
		change(func(b []byte) { b[0] = 29 }), change(func(b []byte) { clear(b[1:33]); b[32] = 5 }),
	} {
		_, _, found := ecdsa.RecoverCompact(signature, hash)
		_, _, expected := dcrd.RecoverCompact(signature, hash)
		var kind ecdsa.Error
		if expected == nil || !errors.As(found, &kind) || found.Error() != expected.Error() || !errors.Is(found, kind.Err) {
			t.Errorf("%d: %v, not %v", i, found, expected)
		}
	}
	if _, err := ecdsa.ParseDERSignature([]byte{0x30}); err == nil {
		t.Error("a byte is no signature")
	}
	var zero secp256k1.ModNScalar
	if ecdsa.NewSignature(&zero, &zero).Verify(hash, key.PubKey()) {
		t.Error("zeros are a valid signature")
	}
}
