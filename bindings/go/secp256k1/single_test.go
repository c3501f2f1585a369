package secp256k1_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"errors"
	"math/big"
	"os"
	"testing"

	dcrd "github.com/decred/dcrd/dcrec/secp256k1/v4"
	dcrdecdsa "github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"

	vorpal "vorpal.example/go"
	"vorpal.example/go/secp256k1"
)

// Signatures are those of dcrd, which also takes the nonce of RFC 6979.
func TestSign(t *testing.T) {
	for i := range 50 {
		var secret secp256k1.SecretKey
		var hash secp256k1.Hash
		randomBytes(t, secret[1:])
		secret[31] |= 1
		randomBytes(t, hash[:])
		switch i {
		case 0:
			secret = secp256k1.SecretKey(number(big.NewInt(1)))
		case 1:
			secret = secp256k1.SecretKey(number(new(big.Int).Sub(order, big.NewInt(1))))
		case 2:
			hash = secp256k1.Hash{}
		}
		signature, err := secp256k1.Sign(&secret, hash)
		if err != nil {
			t.Fatal(err)
		}
		private := dcrd.PrivKeyFromBytes(secret[:])
		expected := dcrdecdsa.SignCompact(private, hash[:], false)
		if signature[64] != expected[0]-27 || !bytes.Equal(signature[:64], expected[1:]) {
			t.Fatalf("%x: %x, not %x", secret, signature, expected)
		}
		key, err := secp256k1.PublicKeyOf(&secret)
		if err != nil || !bytes.Equal(key[:], private.PubKey().SerializeUncompressed()) {
			t.Fatalf("%x: key %x: %v", secret, key, err)
		}
		other, err := secp256k1.SignWithEntropy(&secret, hash, [32]byte{1})
		if err != nil || other == signature {
			t.Fatalf("entropy does not enter the nonce: %v", err)
		}
		if recovered, err := secp256k1.Recover(hash, other); err != nil || recovered != key {
			t.Fatalf("a signature with entropy: %v", err)
		}
	}
}

func TestInvalidSecretKeys(t *testing.T) {
	valid := secp256k1.SecretKey{31: 1}
	key, err := secp256k1.PublicKeyOf(&valid)
	if err != nil {
		t.Fatal(err)
	}
	for _, value := range []*big.Int{new(big.Int), order, new(big.Int).Add(order, big.NewInt(1))} {
		secret := secp256k1.SecretKey(number(value))
		_, sign := secp256k1.Sign(&secret, secp256k1.Hash{})
		_, public := secp256k1.PublicKeyOf(&secret)
		_, schnorr := secp256k1.SchnorrSign(&secret, nil, nil)
		_, _, ecdh := secp256k1.ECDH(&secret, key[:])
		for i, err := range []error{sign, public, schnorr, ecdh} {
			if !errors.Is(err, vorpal.ErrInput) {
				t.Errorf("%x: function %d: %v", secret, i, err)
			}
		}
	}
	_, sign := secp256k1.Sign(nil, secp256k1.Hash{})
	_, public := secp256k1.PublicKeyOf(nil)
	_, schnorr := secp256k1.SchnorrSign(nil, nil, nil)
	_, _, ecdh := secp256k1.ECDH(nil, key[:])
	_, entropy := secp256k1.SignWithEntropy(nil, secp256k1.Hash{}, [32]byte{})
	for i, err := range []error{sign, public, schnorr, ecdh, entropy} {
		if !errors.Is(err, vorpal.ErrArgument) {
			t.Errorf("nil: function %d: %v", i, err)
		}
	}
}

func TestMalformedKeys(t *testing.T) {
	secret := secp256k1.SecretKey{31: 7}
	valid, err := secp256k1.PublicKeyOf(&secret)
	if err != nil {
		t.Fatal(err)
	}
	offCurve, hybrid, short := valid, valid, valid[:64]
	offCurve[64] ^= 1
	hybrid[0] = 6
	tooLarge := append([]byte{2}, bytes.Repeat([]byte{255}, 32)...)
	for i, key := range [][]byte{nil, {}, {0}, short, offCurve[:], hybrid[:], tooLarge, append(valid[:], 0)} {
		_, address := secp256k1.AddressOf(key)
		_, compress := secp256k1.Compress(key)
		_, uncompress := secp256k1.Uncompress(key)
		_, _, ecdh := secp256k1.ECDH(&secret, key)
		_, verify := secp256k1.Verify(key, secp256k1.Hash{}, secp256k1.Signature{31: 1, 63: 1}, false)
		for f, err := range []error{address, compress, uncompress, ecdh, verify} {
			kind := vorpal.ErrInput
			if len(key) != 33 && len(key) != 65 {
				kind = vorpal.ErrArgument
			}
			if !errors.Is(err, kind) {
				t.Errorf("key %d: function %d: %v", i, f, err)
			}
		}
	}
	compressed, err := secp256k1.Compress(valid[:])
	if err != nil {
		t.Fatal(err)
	}
	if full, err := secp256k1.Uncompress(compressed[:]); full != valid || err != nil {
		t.Errorf("round trip: %x: %v", full, err)
	}
}

func TestECDH(t *testing.T) {
	for range 20 {
		batch := signedBatch(t, 1)
		var secret secp256k1.SecretKey
		randomBytes(t, secret[1:])
		secret[31] |= 1
		key, _ := dcrd.ParsePubKey(batch.keys[0][:])
		expected := dcrd.GenerateSharedSecret(dcrd.PrivKeyFromBytes(secret[:]), key)
		x, digest, err := secp256k1.ECDH(&secret, batch.keys[0][:])
		if err != nil || !bytes.Equal(x[:], expected) {
			t.Fatalf("%x, not %x: %v", x, expected, err)
		}
		if digest != sha256.Sum256(append([]byte{2}, x[:]...)) && digest != sha256.Sum256(append([]byte{3}, x[:]...)) {
			t.Fatal("the digest is not that of the compressed point")
		}
	}
}

func TestDER(t *testing.T) {
	for _, signature := range signedBatch(t, 50).compact() {
		der, err := secp256k1.SignatureToDER(signature)
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := dcrdecdsa.ParseDERSignature(der)
		if err != nil {
			t.Fatal(err)
		}
		r, s := parsed.R(), parsed.S()
		rBytes, sBytes := r.Bytes(), s.Bytes()
		if !bytes.Equal(append(rBytes[:], sBytes[:]...), signature[:]) {
			t.Fatalf("%x encodes to %x", signature, der)
		}
		if found, err := secp256k1.SignatureFromDER(der); err != nil || found != signature {
			t.Fatalf("%x decodes to %x: %v", der, found, err)
		}
		for length := range len(der) {
			if _, err := secp256k1.SignatureFromDER(der[:length]); !errors.Is(err, vorpal.ErrInput) {
				t.Fatalf("%d of %d bytes: %v", length, len(der), err)
			}
		}
		if _, err := secp256k1.SignatureFromDER(append(der, 0)); !errors.Is(err, vorpal.ErrInput) {
			t.Fatalf("a byte too much: %v", err)
		}
		high := signature
		copy(high[32:], number(new(big.Int).Sub(order, new(big.Int).SetBytes(signature[32:]))))
		if low, err := secp256k1.LowS(high); err != nil || low != signature {
			t.Fatalf("the low form of %x is %x: %v", high, low, err)
		}
		if low, err := secp256k1.LowS(signature); err != nil || low != signature {
			t.Fatalf("the low form of %x is %x: %v", signature, low, err)
		}
	}
	if _, err := secp256k1.SignatureToDER(secp256k1.Signature{}); !errors.Is(err, vorpal.ErrInput) {
		t.Errorf("zeros: %v", err)
	}
	if _, err := secp256k1.LowS(secp256k1.Signature{}); !errors.Is(err, vorpal.ErrInput) {
		t.Errorf("zeros: %v", err)
	}
}

func TestKeyCache(t *testing.T) {
	cache, err := secp256k1.NewKeyCache(1 << 22)
	if err != nil {
		t.Fatal(err)
	}
	batch := signedBatch(t, 3)
	signatures := batch.compact()
	for range 40 {
		for i, signature := range signatures {
			if valid, err := cache.Verify(batch.keys[i][:], batch.hashes[i], signature, true); !valid || err != nil {
				t.Fatal(err)
			}
			if valid, err := cache.Verify(batch.keys[i][:], secp256k1.Hash{1}, signature, true); valid || err != nil {
				t.Fatal(err)
			}
		}
	}
	tables, err := cache.Tables()
	if expected := 3; vorpal.Backend() != "dcrd" && tables != expected || err != nil {
		t.Errorf("%d tables, not %d: %v", tables, expected, err)
	}
	if err := errors.Join(cache.Close(), cache.Close()); err != nil {
		t.Error(err)
	}
	_, err = cache.Verify(batch.keys[0][:], batch.hashes[0], signatures[0], true)
	if _, other := cache.Tables(); !errors.Is(err, vorpal.ErrArgument) || !errors.Is(other, vorpal.ErrArgument) {
		t.Errorf("a closed cache: %v, %v", err, other)
	}
	var none *secp256k1.KeyCache
	if _, err := none.Tables(); !errors.Is(err, vorpal.ErrArgument) || none.Close() != nil {
		t.Errorf("no cache: %v", err)
	}
	zero := new(secp256k1.KeyCache)
	_, err = zero.Verify(batch.keys[0][:], batch.hashes[0], signatures[0], true)
	if _, other := zero.Tables(); !errors.Is(err, vorpal.ErrArgument) || !errors.Is(other, vorpal.ErrArgument) {
		t.Errorf("a zero cache: %v, %v", err, other)
	}
	if err := zero.Close(); err != nil {
		t.Error(err)
	}
	if _, err := secp256k1.NewKeyCache(-1); !errors.Is(err, vorpal.ErrArgument) {
		t.Errorf("-1 bytes: %v", err)
	}
}

// The published vectors of BIP 340.
func TestSchnorrVectors(t *testing.T) {
	file, err := os.Open("../../../crates/secp256k1/tests/data/bip340.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil || len(rows) < 15 {
		t.Fatalf("%d rows: %v", len(rows), err)
	}
	for _, row := range rows[1:] {
		key, _ := hex.DecodeString(row[2])
		message, _ := hex.DecodeString(row[4])
		signature, _ := hex.DecodeString(row[5])
		valid, _ := secp256k1.SchnorrVerify(secp256k1.XOnlyKey(key), message, secp256k1.Signature(signature))
		if expected := row[6] == "TRUE"; valid != expected {
			t.Errorf("vector %s: %v, not %v", row[0], valid, expected)
		}
		if row[1] == "" {
			continue
		}
		secret, _ := hex.DecodeString(row[1])
		auxiliary, _ := hex.DecodeString(row[3])
		found, err := secp256k1.SchnorrSign((*secp256k1.SecretKey)(secret), message, (*[32]byte)(auxiliary))
		if err != nil || !bytes.Equal(found[:], signature) {
			t.Errorf("vector %s: signature %x: %v", row[0], found, err)
		}
	}
}

// The same results as dcrd for arbitrary bytes.
func FuzzRecover(f *testing.F) {
	f.Add(make([]byte, 32), make([]byte, 65))
	f.Add(bytes.Repeat([]byte{1}, 32), bytes.Repeat([]byte{1}, 65))
	f.Fuzz(func(t *testing.T, hash, signature []byte) {
		if len(hash) != 32 || len(signature) != 65 {
			return
		}
		found, err := secp256k1.Recover(secp256k1.Hash(hash), secp256k1.RecoverableSignature(signature))
		v := signature[64]
		if v >= 27 && v <= 30 {
			v -= 27
		}
		if v > 3 {
			if err == nil {
				t.Fatalf("v = %d is accepted", v)
			}
			return
		}
		compact := append([]byte{27 + v}, signature[:64]...)
		expected, _, expectedErr := dcrdecdsa.RecoverCompact(compact, hash)
		if (err == nil) != (expectedErr == nil) {
			t.Fatalf("%v, but dcrd: %v", err, expectedErr)
		}
		if err == nil && !bytes.Equal(found[:], expected.SerializeUncompressed()) {
			t.Fatalf("%x, not %x", found, expected.SerializeUncompressed())
		}
	})
}

// The same signatures as dcrd for arbitrary bytes in DER.
func FuzzSignatureFromDER(f *testing.F) {
	f.Add([]byte{0x30, 6, 2, 1, 1, 2, 1, 1})
	f.Fuzz(func(t *testing.T, der []byte) {
		found, err := secp256k1.SignatureFromDER(der)
		expected, expectedErr := dcrdecdsa.ParseDERSignature(der)
		if (err == nil) != (expectedErr == nil) {
			t.Fatalf("%x: %v, but dcrd: %v", der, err, expectedErr)
		}
		if err != nil {
			return
		}
		r, s := expected.R(), expected.S()
		rBytes, sBytes := r.Bytes(), s.Bytes()
		if !bytes.Equal(found[:], append(rBytes[:], sBytes[:]...)) {
			t.Fatalf("%x decodes to %x", der, found)
		}
		if again, err := secp256k1.SignatureToDER(found); err != nil || !bytes.Equal(again, der) {
			t.Fatalf("%x encodes to %x: %v", der, again, err)
		}
	})
}
