package contenders

import (
	"bytes"
	"encoding/hex"
	"math/big"
	"slices"
	"testing"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"

	"vorpal/lab/go/lab"
)

func TestTwiceTheGenerator(t *testing.T) {
	generator := unhex(t, "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"+
		"483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8")
	for _, name := range []string{"dcrd", "gnark-crypto"} {
		speakWith(t, name).expect("c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5"+
			"1ae168fea63dc339a3c58419466ceaeef7f632653266d0e1236431a950cfe52a", "secp256k1.double", generator)
	}
}

// verifiers returns conversations with all contenders that verify signatures.
func verifiers(t *testing.T) []*conversation {
	t.Helper()
	var all []*conversation
	for _, name := range lab.Names() {
		if c := speakWith(t, name); c.operations["secp256k1.verify"] {
			all = append(all, c)
		}
	}
	if len(all) < 2 {
		t.Fatalf("only %d contenders verify signatures", len(all))
	}
	return all
}

// TestSignaturesVerifyWithAllLibraries signs with all libraries that can sign, and verifies and recovers with all
// libraries.
func TestSignaturesVerifyWithAllLibraries(t *testing.T) {
	dcrd, all := speakWith(t, "dcrd"), verifiers(t)
	d := &draws{}
	n := orders["secp256k1"]
	for range 10 {
		secret, key := d.keyPair()
		hash := big32(d.below(n))
		signature := dcrd.compute("secp256k1.sign", secret, hash)
		if len(signature) != 1 {
			t.Fatalf("%q by dcrd", signature)
		}
		encoded := unhex(t, signature[0])
		r, s, id := encoded[:32], encoded[32:64], encoded[64:]
		high := big32(new(big.Int).Sub(n, new(big.Int).SetBytes(s)))
		wrong := slices.Clone(hash)
		wrong[31] ^= 1
		for _, c := range all {
			if c.operations["secp256k1.sign"] {
				c.expect(signature[0], "secp256k1.sign", secret, hash)
			}
			c.expect("01", "secp256k1.verify", hash, r, s, key)
			c.expect("01", "secp256k1.verify", hash, r, high, key)
			c.expect("00", "secp256k1.verify", wrong, r, s, key)
			c.expect(hex.EncodeToString(key), "secp256k1.recover", hash, r, s, id)
			c.expect(hex.EncodeToString(key), "secp256k1.recover", hash, r, high, []byte{id[0] ^ 1})
		}
	}
}

// TestHashesOfEverySize tests hashes that are zero or not below the order of the group.
func TestHashesOfEverySize(t *testing.T) {
	all := verifiers(t)
	d := &draws{}
	n := orders["secp256k1"]
	key := secp256k1.PrivKeyFromBytes(big32(d.below(n)))
	public := key.PubKey().SerializeUncompressed()[1:]
	for _, hash := range [][]byte{make([]byte, 32), big32(n), bytes.Repeat([]byte{0xff}, 32)} {
		compact := ecdsa.SignCompact(key, hash, false)
		r, s, id := compact[1:33], compact[33:], []byte{compact[0] - compactMagic}
		for _, c := range all {
			c.expect("01", "secp256k1.verify", hash, r, s, public)
			c.expect(hex.EncodeToString(public), "secp256k1.recover", hash, r, s, id)
		}
	}
	// For s R = hash G the recovered key is infinity, which is invalid. The generator has r = x.
	x := secp256k1.Params().Gx
	for _, c := range all {
		c.expect("", "secp256k1.recover", big32(big.NewInt(7)), big32(x), big32(big.NewInt(7)), []byte{0})
	}
}

func TestBadSignatures(t *testing.T) {
	d := &draws{}
	good := d.signed()
	n, p := orders["secp256k1"], primes["secp256k1_base"]
	zero, most := make([]byte, 32), bytes.Repeat([]byte{0xff}, 32)
	offCurve := slices.Clone(good.key)
	offCurve[63] ^= 1
	beyond := append(big32(p), good.key[32:]...)
	for _, c := range verifiers(t) {
		for _, bad := range [][]byte{zero, big32(n), most} {
			c.expect("00", "secp256k1.verify", good.hash, bad, good.s, good.key)
			c.expect("00", "secp256k1.verify", good.hash, good.r, bad, good.key)
			c.expect("", "secp256k1.recover", good.hash, bad, good.s, []byte{0})
			c.expect("", "secp256k1.recover", good.hash, good.r, bad, []byte{0})
			if c.operations["secp256k1.sign"] {
				c.expect("", "secp256k1.sign", bad, good.hash)
			}
		}
		for _, key := range [][]byte{offCurve, beyond, make([]byte, 64), good.key[1:]} {
			c.expect("", "secp256k1.verify", good.hash, good.r, good.s, key)
		}
		// r + n is not below p, so it is no coordinate.
		c.expect("", "secp256k1.recover", good.hash, good.r, good.s, []byte{good.id | 2})
		c.expect("", "secp256k1.recover", good.hash, good.r, good.s, []byte{4})
		c.expect("", "secp256k1.recover", good.hash, good.r, good.s, []byte{255})
		c.expect("", "secp256k1.recover", good.hash, good.r, good.s)
	}
}

// TestBothPartiesComputeTheSameSecret computes a shared secret with the keys of either party.
func TestBothPartiesComputeTheSameSecret(t *testing.T) {
	c := speakWith(t, "dcrd")
	d := &draws{}
	n := orders["secp256k1"]
	for range 5 {
		mine, myKey := d.keyPair()
		yours, yourKey := d.keyPair()
		// The expected secret, computed by another function of the curve.
		product := new(big.Int).Mul(new(big.Int).SetBytes(mine), new(big.Int).SetBytes(yours))
		point := secp256k1.PrivKeyFromBytes(big32(product.Mod(product, n))).PubKey().SerializeCompressed()
		want := hex.EncodeToString(point[1:])
		c.expect(want, "secp256k1.ecdh", mine, yourKey)
		c.expect(want, "secp256k1.ecdh", yours, myKey)
		// Points off the curve and a secret equal to the order are rejected.
		for _, bad := range [][]byte{make([]byte, 32), big32(n), mine[1:]} {
			c.expect("", "secp256k1.ecdh", bad, yourKey)
		}
		for _, bad := range [][]byte{make([]byte, 64), reversed(yourKey), yourKey[1:]} {
			c.expect("", "secp256k1.ecdh", mine, bad)
		}
	}
	c.expect("", "secp256k1.ecdh")
}

// TestOnlyDistinguishedEncodingsAreAccepted decodes encodings of the library, and encodings with a single change.
func TestOnlyDistinguishedEncodingsAreAccepted(t *testing.T) {
	c := speakWith(t, "dcrd")
	d := &draws{}
	for range 5 {
		good := d.signed()
		var r, s secp256k1.ModNScalar
		r.SetByteSlice(good.r)
		s.SetByteSlice(good.s)
		encoding := ecdsa.NewSignature(&r, &s).Serialize()
		c.expect(hex.EncodeToString(append(slices.Clone(good.r), good.s...)), "secp256k1.der", encoding)
		for _, i := range []int{0, 1, 2, 3} {
			bad := slices.Clone(encoding)
			bad[i] ^= 1
			c.expect("", "secp256k1.der", bad)
		}
		c.expect("", "secp256k1.der", append(slices.Clone(encoding), 0))
		c.expect("", "secp256k1.der", encoding[:len(encoding)-1])
	}
	one := append(make([]byte, 31), 1)
	c.expect(hex.EncodeToString(append(slices.Clone(one), one...)), "secp256k1.der", unhex(t, "3006020101020101"))
	for _, bad := range []string{"", "3006020100020101", "3006020101020100", "300702020001020101", "3006020181020101"} {
		c.expect("", "secp256k1.der", unhex(t, bad))
	}
	c.expect("", "secp256k1.der")
}
