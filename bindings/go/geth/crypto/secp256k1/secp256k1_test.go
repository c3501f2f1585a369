//go:build cgo

// Without cgo, the curve of go-ethereum reduces scalars, and has zeros where it has nil with cgo.

package secp256k1

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"errors"
	"fmt"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/crypto"
)

// What package crypto of go-ethereum wraps.
var theirs = crypto.S256()

var _ crypto.EllipticCurve = S256()

func scalars() (all [][]byte) {
	n := theirs.Params().N
	for _, offset := range []int64{-2, -1, 0, 1} {
		all = append(all, new(big.Int).Add(n, big.NewInt(offset)).Bytes())
	}
	for _, small := range []int64{0, 1, 2, 3, 65537} {
		all = append(all, big.NewInt(small).Bytes(), big.NewInt(small).FillBytes(make([]byte, 32)))
	}
	for range 20 {
		random := make([]byte, 32)
		rand.Read(random)
		all = append(all, random)
	}
	return append(all, bytes.Repeat([]byte{255}, 32))
}

func same(t *testing.T, what string, x, y, expectedX, expectedY *big.Int) {
	t.Helper()
	if fmt.Sprint(x, y) != fmt.Sprint(expectedX, expectedY) {
		t.Errorf("%s: %v, %v, not %v, %v", what, x, y, expectedX, expectedY)
	}
}

// The curve is go-ethereum's: multiples, sums, doubles, encodings.
func TestCurve(t *testing.T) {
	params := S256().Params()
	if fmt.Sprint(params.P, params.N, params.B, params.Gx, params.Gy, params.BitSize) != fmt.Sprint(theirs.Params().P,
		theirs.Params().N, theirs.Params().B, theirs.Params().Gx, theirs.Params().Gy, theirs.Params().BitSize) {
		t.Fatal("other parameters")
	}
	for _, k := range scalars() {
		x, y := S256().ScalarBaseMult(k)
		expectedX, expectedY := theirs.ScalarBaseMult(k)
		same(t, fmt.Sprintf("%x G", k), x, y, expectedX, expectedY)
		if x == nil {
			continue
		}
		for _, factor := range scalars()[:16] {
			x2, y2 := S256().ScalarMult(x, y, factor)
			expectedX, expectedY = theirs.ScalarMult(x, y, factor)
			same(t, fmt.Sprintf("%x %x G", factor, k), x2, y2, expectedX, expectedY)
			if x2 != nil {
				sumX, sumY := S256().Add(x, y, x2, y2)
				expectedX, expectedY = theirs.Add(x, y, x2, y2)
				same(t, "sum", sumX, sumY, expectedX, expectedY)
			}
		}
		doubleX, doubleY := S256().Double(x, y)
		expectedX, expectedY = theirs.Double(x, y)
		same(t, "double", doubleX, doubleY, expectedX, expectedY)
		encoded := S256().Marshal(x, y)
		if !bytes.Equal(encoded, theirs.Marshal(x, y)) || !S256().IsOnCurve(x, y) {
			t.Errorf("%x: the encoding", k)
		}
		decodedX, decodedY := S256().Unmarshal(encoded)
		same(t, "decoded", decodedX, decodedY, x, y)
		wrong := new(big.Int).Add(y, big.NewInt(1))
		if S256().IsOnCurve(x, wrong) || S256().IsOnCurve(x, new(big.Int).Add(y, params.P)) ||
			S256().IsOnCurve(new(big.Int).Neg(x), y) {
			t.Errorf("%x: a wrong point is on the curve", k)
		}
		if wrongX, _ := S256().ScalarMult(x, wrong, []byte{2}); wrongX != nil {
			t.Error("a multiple of a point outside of the curve")
		}
	}
	for _, data := range [][]byte{nil, make([]byte, 64), make([]byte, 65), {4}} {
		if x, y := S256().Unmarshal(data); x != nil || y != nil {
			t.Errorf("%x is decoded", data)
		}
	}
	for name, f := range map[string]func(){
		"a long scalar":          func() { S256().ScalarMult(params.Gx, params.Gy, make([]byte, 33)) },
		"a long scalar of G":     func() { S256().ScalarBaseMult(make([]byte, 33)) },
		"a negative coordinate":  func() { S256().Marshal(big.NewInt(-1), params.Gy) },
		"a point off the curve":  func() { CompressPubkey(params.Gx, params.Gx) },
		"a coordinate of 2^256":  func() { CompressPubkey(params.Gx, new(big.Int).Lsh(big.NewInt(1), 256)) },
		"coordinates that are 0": func() { CompressPubkey(new(big.Int), new(big.Int)) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s does not panic", name)
				}
			}()
			f()
		}()
	}
}

// Signatures and keys are go-ethereum's.
func TestSignatures(t *testing.T) {
	hash := bytes.Repeat([]byte{7}, 32)
	for _, k := range scalars() {
		padded := new(big.Int).SetBytes(k).FillBytes(make([]byte, 32))
		signature, err := Sign(hash, padded)
		key, keyErr := crypto.ToECDSA(padded)
		if keyErr != nil {
			if !errors.Is(err, ErrInvalidKey) || signature != nil {
				t.Errorf("%x: %v", padded, err)
			}
			continue
		}
		expected, expectedErr := crypto.Sign(hash, key)
		if err != nil || expectedErr != nil || !bytes.Equal(signature, expected) {
			t.Fatalf("%x: %x, not %x: %v, %v", padded, signature, expected, err, expectedErr)
		}
		public, err := RecoverPubkey(hash, signature)
		if err != nil || !bytes.Equal(public, crypto.FromECDSAPub(&key.PublicKey)) {
			t.Errorf("%x: %x, %v", padded, public, err)
		}
		compressed := CompressPubkey(S256().Unmarshal(public))
		if !bytes.Equal(compressed, crypto.CompressPubkey(&key.PublicKey)) ||
			!VerifySignature(compressed, hash, signature[:64]) || VerifySignature(compressed, public[1:33], signature[:64]) {
			t.Errorf("%x: verification under %x", padded, compressed)
		}
		x, y := DecompressPubkey(compressed)
		same(t, "decompressed", x, y, new(big.Int).SetBytes(public[1:33]), new(big.Int).SetBytes(public[33:]))
		compressed[0] = 4
		for _, wrong := range [][]byte{nil, compressed, compressed[:32], public} {
			if x, y := DecompressPubkey(wrong); x != nil || y != nil {
				t.Errorf("%x is decoded", wrong)
			}
		}
	}
	if _, err := Sign(hash[:31], hash); !errors.Is(err, ErrInvalidMsgLen) {
		t.Error(err)
	}
	if _, err := Sign(hash, hash[:31]); !errors.Is(err, ErrInvalidKey) {
		t.Error(err)
	}
	key, err := ecdsa.GenerateKey(elliptic.Curve(S256()), rand.Reader)
	if err != nil || !S256().IsOnCurve(key.X, key.Y) {
		t.Error(err)
	}
}
