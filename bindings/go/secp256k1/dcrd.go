//go:build !cgo

package secp256k1

import (
	"bytes"
	"encoding/asn1"
	"fmt"
	"math/big"
	"sync"
	"sync/atomic"

	"crypto/sha256"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
	"golang.org/x/crypto/sha3"

	"vorpal.example/go/internal/status"
)

// The functions of this package by dcrd, for programs without cgo. `library.go` has the same functions by the library.

func inputError(text string) error { return status.New(status.Input, text) }

// parallel runs f for every index below count on the goroutines of the pool.
func parallel(pool *Pool, count int, f func(i int)) error {
	threads, err := pool.Threads()
	if err != nil {
		return err
	}
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(threads, count) {
		group.Go(func() {
			for i := next.Add(1) - 1; i < int64(count); i = next.Add(1) - 1 {
				f(int(i))
			}
		})
	}
	group.Wait()
	return nil
}

// scalars decodes r and s; it reports whether both are in 1..n.
func scalars(signature []byte) (r, s secp256k1.ModNScalar, ok bool) {
	tooLarge := r.SetByteSlice(signature[:32])
	tooLarge = s.SetByteSlice(signature[32:64]) || tooLarge
	return r, s, !tooLarge && !r.IsZero() && !s.IsZero()
}

// parseKey decodes a key of 33 bytes or of 65 bytes that begin with 4.
func parseKey(key []byte) (*secp256k1.PublicKey, error) {
	if len(key) != 33 && len(key) != 65 {
		return nil, status.New(status.Argument, fmt.Sprintf("key_len is %d, not 33 or 65", len(key)))
	}
	if len(key) == 65 && key[0] != 4 {
		return nil, inputError("malformed public key: an unknown prefix")
	}
	parsed, err := secp256k1.ParsePubKey(key)
	if err != nil {
		return nil, inputError("malformed public key: " + err.Error())
	}
	return parsed, nil
}

func recoverItem(hash *Hash, signature *RecoverableSignature) (*secp256k1.PublicKey, Item) {
	v := signature[64]
	switch {
	case v <= 3:
	case v >= 27 && v <= 30:
		v -= 27
	default:
		return nil, InvalidRecoveryID
	}
	if _, _, ok := scalars(signature[:64]); !ok {
		return nil, InvalidSignature
	}
	var compact [65]byte
	compact[0] = 27 + v
	copy(compact[1:], signature[:64])
	key, _, err := ecdsa.RecoverCompact(compact[:], hash[:])
	if err == nil {
		return key, OK
	}
	var r secp256k1.FieldVal
	r.SetByteSlice(signature[:32])
	if v >= 2 && r.IsGtOrEqPrimeMinusOrder() {
		return nil, NoPoint
	}
	if v >= 2 {
		// n is the largest scalar plus 1. The last byte of that, 0x40, has no carry.
		n := new(secp256k1.ModNScalar).SetInt(1).Negate().Bytes()
		n[31]++
		var order secp256k1.FieldVal
		order.SetBytes(&n)
		r.Add(&order).Normalize()
	}
	var y secp256k1.FieldVal
	if !secp256k1.DecompressY(&r, v&1 != 0, &y) {
		return nil, NoPoint
	}
	return nil, Infinity
}

func recoverBatch(pool *Pool, hashes []Hash, signatures []RecoverableSignature, keys []PublicKey, addresses []Address,
	items []Item) error {
	return parallel(pool, len(hashes), func(i int) {
		var full PublicKey
		var address Address
		var key *secp256k1.PublicKey
		if key, items[i] = recoverItem(&hashes[i], &signatures[i]); key != nil {
			full = PublicKey(key.SerializeUncompressed())
			address = ethereumAddress(&full)
		}
		if keys != nil {
			keys[i] = full
		}
		if addresses != nil {
			addresses[i] = address
		}
	})
}

func ethereumAddress(key *PublicKey) Address {
	keccak := sha3.NewLegacyKeccak256()
	keccak.Write(key[1:])
	return Address(keccak.Sum(nil)[12:])
}

func verifyBatch[K PublicKey | CompressedKey](pool *Pool, hashes []Hash, signatures []Signature, keys []K, lowS bool,
	items []Item) error {
	return parallel(pool, len(hashes), func(i int) {
		key := make([]byte, 0, 65)
		for j := range len(keys[i]) {
			key = append(key, keys[i][j])
		}
		items[i] = verifyItem(key, &hashes[i], &signatures[i], lowS)
	})
}

func verifyItem(key []byte, hash *Hash, signature *Signature, lowS bool) Item {
	r, s, ok := scalars(signature[:])
	if !ok {
		return InvalidSignature
	}
	parsed, err := parseKey(key)
	if err != nil {
		return InvalidKey
	}
	if lowS && s.IsOverHalfOrder() || !ecdsa.NewSignature(&r, &s).Verify(hash[:], parsed) {
		return Invalid
	}
	return OK
}

func verify(key []byte, hash *Hash, signature *Signature, lowS bool) (bool, error) {
	if _, err := parseKey(key); err != nil {
		return false, err
	}
	item := verifyItem(key, hash, signature, lowS)
	if item == InvalidSignature {
		return false, inputError(item.String())
	}
	return item == OK, nil
}

func recoverKey(hash *Hash, signature *RecoverableSignature, key *PublicKey) error {
	recovered, item := recoverItem(hash, signature)
	if recovered == nil {
		return inputError(item.String())
	}
	*key = PublicKey(recovered.SerializeUncompressed())
	return nil
}

func addressOf(key []byte, address *Address) error {
	var full PublicKey
	if err := convertKey(key, full[:]); err != nil {
		return err
	}
	*address = ethereumAddress(&full)
	return nil
}

func convertKey(key, out []byte) error {
	parsed, err := parseKey(key)
	if err != nil {
		return err
	}
	if len(out) == 33 {
		copy(out, parsed.SerializeCompressed())
	} else {
		copy(out, parsed.SerializeUncompressed())
	}
	return nil
}

// secretKey decodes a secret key.
func secretKey(secret *SecretKey) (*secp256k1.PrivateKey, error) {
	var scalar secp256k1.ModNScalar
	if tooLarge := scalar.SetBytes(secret); tooLarge != 0 || scalar.IsZero() {
		return nil, inputError("the secret key is zero or not below the group order")
	}
	return secp256k1.NewPrivateKey(&scalar), nil
}

func publicKey(secret *SecretKey, key *PublicKey) error {
	private, err := secretKey(secret)
	if err != nil {
		return err
	}
	*key = PublicKey(private.PubKey().SerializeUncompressed())
	return nil
}

func sign(secret, hash, entropy *[32]byte, signature *RecoverableSignature) error {
	private, err := secretKey(secret)
	if err != nil {
		return err
	}
	defer private.Zero()
	var z secp256k1.ModNScalar
	z.SetBytes(hash)
	reduced := z.Bytes()
	var extra []byte
	if entropy != nil {
		extra = entropy[:]
	}
	for round := uint32(0); ; round++ {
		k := secp256k1.NonceRFC6979(secret[:], reduced[:], extra, nil, round)
		var point secp256k1.JacobianPoint
		secp256k1.ScalarBaseMultNonConst(k, &point)
		point.ToAffine()
		var r secp256k1.ModNScalar
		overflow := r.SetBytes(point.X.Bytes())
		s := new(secp256k1.ModNScalar).Mul2(&private.Key, &r).Add(&z).Mul(k.InverseNonConst())
		k.Zero()
		if r.IsZero() || s.IsZero() {
			continue
		}
		v := byte(overflow<<1) | byte(point.Y.IsOddBit())
		if s.IsOverHalfOrder() {
			s.Negate()
			v ^= 1
		}
		r.PutBytesUnchecked(signature[:32])
		s.PutBytesUnchecked(signature[32:64])
		signature[64] = v
		return nil
	}
}

func ecdh(secret *SecretKey, key []byte, x, digest *[32]byte) error {
	private, err := secretKey(secret)
	if err != nil {
		return err
	}
	defer private.Zero()
	parsed, err := parseKey(key)
	if err != nil {
		return err
	}
	var point, shared secp256k1.JacobianPoint
	parsed.AsJacobian(&point)
	secp256k1.ScalarMultNonConst(&private.Key, &point, &shared)
	shared.ToAffine()
	compressed := secp256k1.NewPublicKey(&shared.X, &shared.Y).SerializeCompressed()
	copy(x[:], compressed[1:])
	*digest = sha256.Sum256(compressed)
	return nil
}

func signatureFromDER(der []byte, signature *Signature) error {
	parsed, err := ecdsa.ParseDERSignature(der)
	if err != nil {
		return inputError("not DER: " + err.Error())
	}
	r, s := parsed.R(), parsed.S()
	r.PutBytesUnchecked(signature[:32])
	s.PutBytesUnchecked(signature[32:])
	return nil
}

func signatureToDER(signature *Signature) ([]byte, error) {
	if _, _, ok := scalars(signature[:]); !ok {
		return nil, inputError(InvalidSignature.String())
	}
	return asn1.Marshal(struct{ R, S *big.Int }{
		new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:]),
	})
}

func signatureToLow(signature *Signature) error {
	_, s, ok := scalars(signature[:])
	if !ok {
		return inputError(InvalidSignature.String())
	}
	if s.IsOverHalfOrder() {
		s.Negate().PutBytesUnchecked(signature[32:])
	}
	return nil
}

// keyCache verifies without tables.
type keyCache struct{ closed *atomic.Bool }

func newKeyCache(uint) (keyCache, error) { return keyCache{new(atomic.Bool)}, nil }

func (c keyCache) Verify(key []byte, hash *Hash, signature *Signature, lowS bool) (bool, error) {
	if err := c.check(); err != nil {
		return false, err
	}
	return verify(key, hash, signature, lowS)
}

func (c keyCache) Tables() (int, error) {
	return 0, c.check()
}

func (c keyCache) check() error {
	switch {
	case c.closed == nil:
		return status.New(status.Argument, "key cache is nil")
	case c.closed.Load():
		return status.New(status.Argument, "key cache is closed")
	}
	return nil
}

func (c keyCache) Close() error {
	if c.closed != nil {
		c.closed.Store(true)
	}
	return nil
}

// challenge is the hash of BIP 340 with a tag, over the parts.
func challenge(tag string, parts ...[]byte) [32]byte {
	name := sha256.Sum256([]byte(tag))
	return sha256.Sum256(bytes.Join(append([][]byte{name[:], name[:]}, parts...), nil))
}

func schnorrVerifyBatch(pool *Pool, messages [][]byte, signatures []Signature, keys []XOnlyKey, items []Item) error {
	return parallel(pool, len(messages), func(i int) {
		items[i] = schnorrItem(&keys[i], messages[i], &signatures[i])
	})
}

func schnorrVerify(key *XOnlyKey, message []byte, signature *Signature) (bool, error) {
	item := schnorrItem(key, message, signature)
	if item == InvalidKey || item == InvalidSignature {
		return false, inputError(item.String())
	}
	return item == OK, nil
}

// schnorrItem verifies by BIP 340: s G - e P has an even y, and r as its x.
func schnorrItem(key *XOnlyKey, message []byte, signature *Signature) Item {
	var r secp256k1.FieldVal
	var s secp256k1.ModNScalar
	if r.SetByteSlice(signature[:32]) || s.SetByteSlice(signature[32:]) {
		return InvalidSignature
	}
	parsed, err := secp256k1.ParsePubKey(append([]byte{2}, key[:]...))
	if err != nil {
		return InvalidKey
	}
	digest := challenge("BIP0340/challenge", signature[:32], key[:], message)
	var e secp256k1.ModNScalar
	e.SetBytes(&digest)
	var p, sG, eP, sum secp256k1.JacobianPoint
	parsed.AsJacobian(&p)
	secp256k1.ScalarBaseMultNonConst(&s, &sG)
	secp256k1.ScalarMultNonConst(e.Negate(), &p, &eP)
	secp256k1.AddNonConst(&sG, &eP, &sum)
	if sum.Z.IsZero() || sum.X.IsZero() && sum.Y.IsZero() {
		return Invalid
	}
	sum.ToAffine()
	if sum.Y.IsOdd() || !sum.X.Equals(&r) {
		return Invalid
	}
	return OK
}

// schnorrSign signs by BIP 340.
func schnorrSign(secret *SecretKey, message []byte, auxiliary *[32]byte, signature *Signature) error {
	private, err := secretKey(secret)
	if err != nil {
		return err
	}
	defer private.Zero()
	key := private.PubKey().SerializeCompressed()
	if key[0] == 3 {
		private.Key.Negate()
	}
	if auxiliary == nil {
		auxiliary = new([32]byte)
	}
	mask, d := challenge("BIP0340/aux", auxiliary[:]), private.Key.Bytes()
	for i := range mask {
		mask[i] ^= d[i]
	}
	seed := challenge("BIP0340/nonce", mask[:], key[1:], message)
	var k secp256k1.ModNScalar
	if k.SetBytes(&seed); k.IsZero() {
		return inputError("the nonce is zero")
	}
	var point secp256k1.JacobianPoint
	secp256k1.ScalarBaseMultNonConst(&k, &point)
	point.ToAffine()
	if point.Y.IsOdd() {
		k.Negate()
	}
	point.X.PutBytesUnchecked(signature[:32])
	digest := challenge("BIP0340/challenge", signature[:32], key[1:], message)
	var e secp256k1.ModNScalar
	e.SetBytes(&digest)
	e.Mul(&private.Key).Add(&k).PutBytesUnchecked(signature[32:])
	k.Zero()
	return nil
}
