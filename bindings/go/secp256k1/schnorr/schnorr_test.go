package schnorr

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"testing"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	dcrd "github.com/decred/dcrd/dcrec/secp256k1/v4/schnorr"
)

// same reports an error that is not dcrd's: another text, or another kind.
func same(t *testing.T, what string, found, expected error) {
	t.Helper()
	var kind Error
	var theirs dcrd.Error
	if fmt.Sprint(found) != fmt.Sprint(expected) ||
		errors.As(expected, &theirs) && (!errors.As(found, &kind) || !errors.Is(found, kind.Err) ||
			kind.Err.Error() != theirs.Err.Error()) {
		t.Errorf("%s: %v, not %v", what, found, expected)
	}
}

// Signatures, verdicts and errors are dcrd's.
func TestAgainstDcrd(t *testing.T) {
	one := secp256k1.PrivKeyFromBytes([]byte{1})
	largest := secp256k1.NewPrivateKey(new(secp256k1.ModNScalar).NegateVal(&one.Key))
	keys := []*secp256k1.PrivateKey{one, largest}
	for range 40 {
		key, err := secp256k1.GeneratePrivateKey()
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, key)
	}
	for i, key := range keys {
		hash := make([]byte, 32)
		if _, err := rand.Read(hash); err != nil {
			t.Fatal(err)
		}
		if i < 2 {
			hash = bytes.Repeat([]byte{byte(-i)}, 32)
		}
		sig, err := Sign(key, hash)
		expected, _ := dcrd.Sign(key, hash)
		if err != nil || !bytes.Equal(sig.Serialize(), expected.Serialize()) {
			t.Fatalf("key %d: %x, not %x: %v", i, sig.Serialize(), expected.Serialize(), err)
		}
		if !sig.Verify(hash, key.PubKey()) || sig.Verify(hash[:31], key.PubKey()) ||
			sig.Verify(hash, keys[(i+1)%len(keys)].PubKey()) {
			t.Fatalf("key %d: verdicts", i)
		}
		for bit := range 20 {
			altered := sig.Serialize()
			altered[bit*13%64] ^= 1 << (bit % 8)
			parsed, err := ParseSignature(altered)
			theirs, theirErr := dcrd.ParseSignature(altered)
			same(t, "altered", err, theirErr)
			if err == nil && (parsed.Verify(hash, key.PubKey()) != theirs.Verify(hash, key.PubKey()) || parsed.IsEqual(sig)) {
				t.Errorf("key %d: %x", i, altered)
			}
		}
		r, s := sig.R(), sig.S()
		if !NewSignature(&r, &s).IsEqual(sig) {
			t.Errorf("key %d: r and s", i)
		}
	}
}

// Signatures that are valid but for one rule.
func TestRules(t *testing.T) {
	key, err := secp256k1.GeneratePrivateKey()
	if err != nil {
		t.Fatal(err)
	}
	hash := bytes.Repeat([]byte{3}, 32)
	// With the negative nonce the point has an odd y, and with s = -e d it is infinity.
	for _, test := range []struct {
		kind ErrorKind
		sig  func(k, e, d *secp256k1.ModNScalar) *secp256k1.ModNScalar
	}{
		{ErrSigRYIsOdd, func(k, e, d *secp256k1.ModNScalar) *secp256k1.ModNScalar {
			return new(secp256k1.ModNScalar).Mul2(e, d).Add(k).Negate()
		}},
		{ErrSigRNotOnCurve, func(k, e, d *secp256k1.ModNScalar) *secp256k1.ModNScalar {
			return new(secp256k1.ModNScalar).Mul2(e, d).Negate()
		}},
	} {
		sig, err := Sign(key, hash)
		if err != nil {
			t.Fatal(err)
		}
		r, s := sig.R(), sig.S()
		e, err := challenge(&r, hash)
		if err != nil {
			t.Fatal(err)
		}
		// k = s + e d.
		k := new(secp256k1.ModNScalar).Mul2(&e, &key.Key).Add(&s)
		err = schnorrVerify(NewSignature(&r, test.sig(k, &e, &key.Key)), hash, key.PubKey())
		if !errors.Is(err, test.kind) {
			t.Errorf("%v, not %v", err, test.kind)
		}
	}
	one := new(secp256k1.FieldVal).SetInt(1)
	sig, err := Sign(key, hash)
	if err != nil {
		t.Fatal(err)
	}
	if err := schnorrVerify(sig, hash, secp256k1.NewPublicKey(one, one)); !errors.Is(err, ErrPubKeyNotOnCurve) {
		t.Error(err)
	}
}

func TestErrors(t *testing.T) {
	for _, sig := range [][]byte{
		nil, make([]byte, 63), make([]byte, 64), make([]byte, 65), bytes.Repeat([]byte{255}, 64),
		append(make([]byte, 32), bytes.Repeat([]byte{255}, 32)...),
	} {
		_, err := ParseSignature(sig)
		_, expected := dcrd.ParseSignature(sig)
		same(t, fmt.Sprintf("%x", sig), err, expected)
	}
	generator := secp256k1.PrivKeyFromBytes([]byte{1}).PubKey()
	off := generator.SerializeCompressed()
	clear(off[1:])
	off[32] = 5
	for _, key := range [][]byte{
		nil, {}, generator.SerializeCompressed(), generator.SerializeUncompressed(), off,
		append([]byte{4}, off[1:]...), append([]byte{2}, bytes.Repeat([]byte{255}, 32)...),
	} {
		found, err := ParsePubKey(key)
		expected, expectedErr := dcrd.ParsePubKey(key)
		if fmt.Sprint(err) != fmt.Sprint(expectedErr) || (found == nil) != (expected == nil) ||
			found != nil && !found.IsEqual(expected) {
			t.Errorf("%x: %v, not %v", key, err, expectedErr)
		}
	}
	zero := secp256k1.PrivKeyFromBytes(nil)
	for _, hash := range [][]byte{nil, make([]byte, 31), make([]byte, 33), make([]byte, 32)} {
		_, err := Sign(zero, hash)
		_, expected := dcrd.Sign(zero, hash)
		same(t, "a key of zero", err, expected)
	}
}
