package p256_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"testing"

	"vorpal.example/go"
	"vorpal.example/go/internal/testdata"
	"vorpal.example/go/p256"
	"vorpal.example/go/secp256k1"
)

func newKey(t testing.TB) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// Signatures of crypto/ecdsa, with hashes of other lengths, and every wrong part.
func TestVerify(t *testing.T) {
	key, other := newKey(t), newKey(t)
	order := elliptic.P256().Params().N
	for _, length := range []int{0, 1, 20, 31, 32, 33, 48, 64} {
		hash := make([]byte, length)
		_, _ = rand.Read(hash)
		r, s, err := ecdsa.Sign(rand.Reader, key, hash)
		if err != nil {
			t.Fatal(err)
		}
		sig, err := key.Sign(rand.Reader, hash, nil)
		if err != nil {
			t.Fatal(err)
		}
		if !p256.Verify(&key.PublicKey, hash, r, s) || !p256.VerifyASN1(&key.PublicKey, hash, sig) {
			t.Errorf("a signature of %d bytes is not valid", length)
		}
		// The other half of the range of s.
		if !p256.Verify(&key.PublicKey, hash, r, new(big.Int).Sub(order, s)) {
			t.Errorf("the other s is not valid for %d bytes", length)
		}
		for _, wrong := range [][2]*big.Int{
			{s, r}, {nil, s}, {r, nil}, {new(big.Int), s}, {r, new(big.Int)}, {order, s}, {r, order},
			{new(big.Int).Neg(r), s}, {r, new(big.Int).Neg(s)}, {new(big.Int).Lsh(r, 256), s},
			{new(big.Int).Add(r, order), s}, {r, new(big.Int).Add(s, order)},
		} {
			if p256.Verify(&key.PublicKey, hash, wrong[0], wrong[1]) {
				t.Errorf("%v is valid for %d bytes", wrong, length)
			}
		}
		if p256.Verify(&other.PublicKey, hash, r, s) || p256.Verify(nil, hash, r, s) {
			t.Errorf("a signature of another key is valid for %d bytes", length)
		}
		for i := range sig {
			wrong := append([]byte(nil), sig...)
			wrong[i] ^= 1
			if p256.VerifyASN1(&key.PublicKey, hash, wrong) || p256.VerifyASN1(&key.PublicKey, hash, sig[:i]) {
				t.Errorf("byte %d does not matter for %d bytes", i, length)
			}
		}
		if p256.VerifyASN1(&key.PublicKey, hash, append(sig, 0)) {
			t.Errorf("a longer signature is valid for %d bytes", length)
		}
	}
	// A key on another curve.
	wide, err := ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	sig, err := wide.Sign(rand.Reader, make([]byte, 32), nil)
	if err != nil || p256.VerifyASN1(&wide.PublicKey, make([]byte, 32), sig) {
		t.Error("a signature on P-384 is valid", err)
	}
}

func TestVerifyBatch(t *testing.T) {
	const count = 60
	hashes, signatures := make([]p256.Hash, count), make([]p256.Signature, count)
	keys, compressed := make([]p256.PublicKey, count), make([]p256.CompressedKey, count)
	items := make([]p256.Item, count)
	for i := range hashes {
		key := newKey(t)
		hashes[i] = sha256.Sum256([]byte{byte(i)})
		r, s, err := ecdsa.Sign(rand.Reader, key, hashes[i][:])
		if err != nil {
			t.Fatal(err)
		}
		r.FillBytes(signatures[i][:32])
		s.FillBytes(signatures[i][32:])
		bytes, err := key.PublicKey.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		keys[i] = [65]byte(bytes)
		copy(compressed[i][:], bytes[:33])
		compressed[i][0] = 2 + bytes[64]%2
	}
	pool, err := vorpal.NewPool(2)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	if err := p256.VerifyBatch(pool, hashes, signatures, keys, items); err != nil || secp256k1.FirstInvalid(items) >= 0 {
		t.Fatal(err, items)
	}
	hashes[3][0] ^= 1
	signatures[5] = p256.Signature{}
	compressed[7][0] = 9
	if err := p256.VerifyBatch(nil, hashes, signatures, compressed, items); err != nil {
		t.Fatal(err)
	}
	want := map[int]p256.Item{3: secp256k1.Invalid, 5: secp256k1.InvalidSignature, 7: secp256k1.InvalidKey}
	for i, item := range items {
		if item != want[i] {
			t.Errorf("item %d is %v, not %v", i, item, want[i])
		}
	}
	if err := p256.VerifyBatch(pool, nil, nil, []p256.PublicKey(nil), nil); err != nil {
		t.Error(err)
	}
	err = p256.VerifyBatch(pool, hashes, signatures[1:], keys, items)
	if !errors.Is(err, vorpal.ErrArgument) || err.Error() != "vorpal: signatures has 59 items and not 60" {
		t.Error(err)
	}
	if err := p256.VerifyBatch(pool, hashes, signatures, keys, nil); !errors.Is(err, vorpal.ErrArgument) {
		t.Error(err)
	}
}

func TestWycheproof(t *testing.T) {
	folder := testdata.Folder(t, "evm/wycheproof")
	text, err := os.ReadFile(filepath.Join(folder, "ecdsa_secp256r1_sha256_test.json"))
	if err != nil {
		t.Fatal(err)
	}
	var all struct {
		TestGroups []struct {
			PublicKey struct{ Uncompressed string }
			Tests     []struct {
				TcID             int
				Msg, Sig, Result string
			}
		}
	}
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	decode := func(digits string) []byte {
		bytes, err := hex.DecodeString(digits)
		if err != nil {
			t.Fatal(err)
		}
		return bytes
	}
	count := 0
	for _, group := range all.TestGroups {
		key, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), decode(group.PublicKey.Uncompressed))
		if err != nil {
			t.Fatal(err)
		}
		for _, test := range group.Tests {
			hash := sha256.Sum256(decode(test.Msg))
			if valid := p256.VerifyASN1(key, hash[:], decode(test.Sig)); valid != (test.Result == "valid") {
				t.Errorf("test %d is %s, and we say %v", test.TcID, test.Result, valid)
			}
			count++
		}
	}
	if count < 400 {
		t.Errorf("%d tests", count)
	}
}

func ExampleVerify() {
	// RFC 6979, A.2.5.
	decode := func(digits string) []byte {
		bytes, _ := hex.DecodeString(digits)
		return bytes
	}
	key, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), decode("04"+
		"60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"+
		"7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299"))
	hash := sha256.Sum256([]byte("sample"))
	r := new(big.Int).SetBytes(decode("efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716"))
	s := new(big.Int).SetBytes(decode("f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8"))
	fmt.Println(err, p256.Verify(key, hash[:], r, s))
	// Output: <nil> true
}
