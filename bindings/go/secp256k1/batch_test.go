package secp256k1_test

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"math/big"
	"sync"
	"testing"

	dcrd "github.com/decred/dcrd/dcrec/secp256k1/v4"
	dcrdecdsa "github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"

	vorpal "vorpal.example/go"
	"vorpal.example/go/internal/testdata"
	"vorpal.example/go/secp256k1"
)

// signed is a batch of signatures by dcrd.
type signed struct {
	hashes     []secp256k1.Hash
	signatures []secp256k1.RecoverableSignature
	keys       []secp256k1.PublicKey
}

func randomBytes(t testing.TB, bytes []byte) {
	t.Helper()
	if _, err := rand.Read(bytes); err != nil {
		t.Fatal(err)
	}
}

func signedBatch(t testing.TB, count int) (batch signed) {
	for range count {
		private, err := dcrd.GeneratePrivateKey()
		if err != nil {
			t.Fatal(err)
		}
		var hash secp256k1.Hash
		randomBytes(t, hash[:])
		compact := dcrdecdsa.SignCompact(private, hash[:], false)
		var signature secp256k1.RecoverableSignature
		copy(signature[:], compact[1:])
		signature[64] = compact[0] - 27
		batch.hashes = append(batch.hashes, hash)
		batch.signatures = append(batch.signatures, signature)
		batch.keys = append(batch.keys, secp256k1.PublicKey(private.PubKey().SerializeUncompressed()))
	}
	return batch
}

func (b signed) compact() (signatures []secp256k1.Signature) {
	for _, signature := range b.signatures {
		signatures = append(signatures, secp256k1.Signature(signature[:64]))
	}
	return signatures
}

// The order of the group, and the generator.
var (
	order = hexadecimal("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141")
	gx    = hexadecimal("79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798")
	gy    = hexadecimal("483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8")
)

func hexadecimal(digits string) *big.Int {
	value, _ := new(big.Int).SetString(digits, 16)
	return value
}

func number(value *big.Int) []byte { return value.FillBytes(make([]byte, 32)) }

// Batches of all small sizes, with keys, addresses or both.
func TestRecoverBatch(t *testing.T) {
	for _, count := range []int{0, 1, 2, 7, 8, 9, 16, 17, 100} {
		batch := signedBatch(t, count)
		keys := make([]secp256k1.PublicKey, count)
		addresses, alone := make([]secp256k1.Address, count), make([]secp256k1.Address, count)
		items := make([]secp256k1.Item, count)
		if err := secp256k1.RecoverBatch(nil, batch.hashes, batch.signatures, keys, addresses, items); err != nil {
			t.Fatal(err)
		}
		if i := secp256k1.FirstInvalid(items); i >= 0 {
			t.Fatalf("%d of %d: %v", i, count, items[i])
		}
		for i := range count {
			address, err := secp256k1.AddressOf(batch.keys[i][:])
			if err != nil || keys[i] != batch.keys[i] || addresses[i] != address {
				t.Fatalf("%d of %d: %v", i, count, err)
			}
			key, err := secp256k1.Recover(batch.hashes[i], batch.signatures[i])
			if err != nil || key != batch.keys[i] {
				t.Fatalf("%d of %d: %v", i, count, err)
			}
		}
		if err := secp256k1.RecoverBatch(nil, batch.hashes, batch.signatures, nil, alone, items); err != nil {
			t.Fatal(err)
		}
		for i := range count {
			if alone[i] != addresses[i] {
				t.Fatalf("%d of %d: the address without keys differs", i, count)
			}
		}
	}
}

// Every reason for which recovery fails, between valid signatures.
func TestRecoverBatchReportsReasons(t *testing.T) {
	batch := signedBatch(t, 12)
	set := func(i int, r, s *big.Int) {
		if r != nil {
			copy(batch.signatures[i][:32], number(r))
		}
		if s != nil {
			copy(batch.signatures[i][32:64], number(s))
		}
	}
	expected := make([]secp256k1.Item, 12)
	set(1, new(big.Int), nil)
	set(2, order, nil)
	set(3, nil, new(big.Int))
	set(4, nil, order)
	for i := 1; i <= 4; i++ {
		expected[i] = secp256k1.InvalidSignature
	}
	batch.signatures[5][64] = 4
	batch.signatures[6][64] = 31
	expected[5], expected[6] = secp256k1.InvalidRecoveryID, secp256k1.InvalidRecoveryID
	// No point has x = 5.
	set(7, big.NewInt(5), nil)
	expected[7] = secp256k1.NoPoint
	// r + n is not below p.
	batch.signatures[8][64] = 2
	expected[8] = secp256k1.NoPoint
	// R = z / s G gives the point at infinity: with R = G, s = z.
	one := big.NewInt(7)
	set(9, gx, one)
	batch.hashes[9] = secp256k1.Hash(number(one))
	batch.signatures[9][64] = byte(gy.Bit(0))
	expected[9] = secp256k1.Infinity
	batch.signatures[10][64] += 27
	keys, items := make([]secp256k1.PublicKey, 12), make([]secp256k1.Item, 12)
	if err := secp256k1.RecoverBatch(nil, batch.hashes, batch.signatures, keys, nil, items); err != nil {
		t.Fatal(err)
	}
	for i, item := range items {
		if item != expected[i] {
			t.Errorf("%d: %v, not %v", i, item, expected[i])
		}
		if item == secp256k1.OK && keys[i] != batch.keys[i] || item != secp256k1.OK && keys[i] != (secp256k1.PublicKey{}) {
			t.Errorf("%d: a wrong key", i)
		}
		if (item.Err() == nil) != (item == secp256k1.OK) {
			t.Errorf("%d: Err returns %v", i, item.Err())
		}
	}
	if secp256k1.FirstInvalid(items) != 1 {
		t.Error("the first invalid item is number 1")
	}
}

func TestVerifyBatch(t *testing.T) {
	const count = 40
	batch := signedBatch(t, count)
	signatures, expected := batch.compact(), make([]secp256k1.Item, count)
	compressed := make([]secp256k1.CompressedKey, count)
	for i, key := range batch.keys {
		var err error
		if compressed[i], err = secp256k1.Compress(key[:]); err != nil {
			t.Fatal(err)
		}
	}
	batch.hashes[3][0] ^= 1
	expected[3] = secp256k1.Invalid
	signatures[5] = secp256k1.Signature{}
	expected[5] = secp256k1.InvalidSignature
	batch.keys[6][64] ^= 1
	compressed[6][0] = 4
	expected[6] = secp256k1.InvalidKey
	// The other s is valid without the rule of the lower half.
	high := new(big.Int).Sub(order, new(big.Int).SetBytes(signatures[7][32:]))
	copy(signatures[7][32:], number(high))
	for _, lowS := range []bool{false, true} {
		if lowS {
			expected[7] = secp256k1.Invalid
		}
		items := make([]secp256k1.Item, count)
		if err := secp256k1.VerifyBatch(nil, batch.hashes, signatures, batch.keys, lowS, items); err != nil {
			t.Fatal(err)
		}
		small := make([]secp256k1.Item, count)
		if err := secp256k1.VerifyBatch(nil, batch.hashes, signatures, compressed, lowS, small); err != nil {
			t.Fatal(err)
		}
		for i := range count {
			if items[i] != expected[i] || small[i] != expected[i] {
				t.Errorf("%d, low s %v: %v, %v, not %v", i, lowS, items[i], small[i], expected[i])
			}
			valid, err := secp256k1.Verify(batch.keys[i][:], batch.hashes[i], signatures[i], lowS)
			if valid != (expected[i] == secp256k1.OK) {
				t.Errorf("%d, low s %v: %v, %v", i, lowS, valid, err)
			}
			if malformed := expected[i] >= secp256k1.InvalidSignature; malformed != errors.Is(err, vorpal.ErrInput) {
				t.Errorf("%d: error %v", i, err)
			}
		}
	}
}

func TestSchnorrVerifyBatch(t *testing.T) {
	for _, count := range []int{0, 1, 2, 20, 300} {
		messages, keys := make([][]byte, count), make([]secp256k1.XOnlyKey, count)
		signatures, expected := make([]secp256k1.Signature, count), make([]secp256k1.Item, count)
		for i := range count {
			var secret, auxiliary [32]byte
			randomBytes(t, secret[1:])
			randomBytes(t, auxiliary[:])
			secret[31] |= 1
			messages[i] = make([]byte, i%70)
			randomBytes(t, messages[i])
			full, err := secp256k1.PublicKeyOf(&secret)
			if err != nil {
				t.Fatal(err)
			}
			keys[i] = secp256k1.XOnlyKey(full[1:33])
			if signatures[i], err = secp256k1.SchnorrSign(&secret, messages[i], &auxiliary); err != nil {
				t.Fatal(err)
			}
		}
		if count >= 20 {
			messages[3] = append(messages[3], 0)
			signatures[4][63] ^= 1
			expected[3], expected[4] = secp256k1.Invalid, secp256k1.Invalid
			signatures[5] = secp256k1.Signature(bytes.Repeat([]byte{255}, 64))
			expected[5] = secp256k1.InvalidSignature
			keys[6] = secp256k1.XOnlyKey(number(big.NewInt(5)))
			expected[6] = secp256k1.InvalidKey
		}
		items := make([]secp256k1.Item, count)
		if err := secp256k1.SchnorrVerifyBatch(nil, messages, signatures, keys, items); err != nil {
			t.Fatal(err)
		}
		for i := range count {
			if items[i] != expected[i] {
				t.Errorf("%d of %d: %v, not %v", i, count, items[i], expected[i])
			}
			if valid, _ := secp256k1.SchnorrVerify(keys[i], messages[i], signatures[i]); valid != (expected[i] == 0) {
				t.Errorf("%d of %d one at a time: %v", i, count, valid)
			}
		}
	}
}

// Slices of other lengths are errors that name the slice, and write nothing.
func TestLengthsOfBatches(t *testing.T) {
	batch := signedBatch(t, 3)
	keys, addresses := make([]secp256k1.PublicKey, 3), make([]secp256k1.Address, 3)
	items := []secp256k1.Item{9, 9, 9}
	for name, err := range map[string]error{
		"signatures": secp256k1.RecoverBatch(nil, batch.hashes, batch.signatures[:2], keys, addresses, items),
		"keys":       secp256k1.RecoverBatch(nil, batch.hashes, batch.signatures, keys[:2], addresses, items),
		"addresses":  secp256k1.RecoverBatch(nil, batch.hashes, batch.signatures, keys, addresses[:2], items),
		"items":      secp256k1.RecoverBatch(nil, batch.hashes, batch.signatures, keys, addresses, items[:2]),
	} {
		if !errors.Is(err, vorpal.ErrArgument) || !bytes.Contains([]byte(fmt.Sprint(err)), []byte(name)) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := secp256k1.VerifyBatch(nil, batch.hashes, batch.compact(), batch.keys[:1], false, items); err == nil {
		t.Error("one key for three signatures")
	}
	if err := secp256k1.SchnorrVerifyBatch(nil, make([][]byte, 3), batch.compact(), nil, items); err == nil {
		t.Error("no keys for three signatures")
	}
	for _, item := range items {
		if item != 9 {
			t.Error("a failed call wrote an item")
		}
	}
}

func TestPools(t *testing.T) {
	batch := signedBatch(t, 50)
	for _, threads := range []int{1, 2, 3} {
		pool, err := vorpal.NewPool(threads)
		if err != nil {
			t.Fatal(err)
		}
		if found, err := pool.Threads(); found != threads || err != nil {
			t.Errorf("%d threads, not %d: %v", found, threads, err)
		}
		items := make([]secp256k1.Item, 50)
		var group sync.WaitGroup
		for range 8 {
			group.Go(func() {
				items := make([]secp256k1.Item, 50)
				err := secp256k1.RecoverBatch(pool, batch.hashes, batch.signatures, nil, nil, items)
				if err != nil || secp256k1.FirstInvalid(items) >= 0 {
					t.Error(err)
				}
			})
		}
		group.Wait()
		if err := errors.Join(pool.Close(), pool.Close()); err != nil {
			t.Error(err)
		}
		err = secp256k1.RecoverBatch(pool, batch.hashes, batch.signatures, nil, nil, items)
		if !errors.Is(err, vorpal.ErrArgument) {
			t.Errorf("a closed pool: %v", err)
		}
	}
	// A pool that NewPool did not make verifies nothing.
	items := []secp256k1.Item{secp256k1.OK}
	err := secp256k1.RecoverBatch(new(vorpal.Pool), batch.hashes[:1], batch.signatures[:1], nil, nil, items)
	if !errors.Is(err, vorpal.ErrArgument) {
		t.Errorf("a zero pool: %v", err)
	}
	for _, threads := range []int{-1, 1025} {
		if _, err := vorpal.NewPool(threads); !errors.Is(err, vorpal.ErrArgument) {
			t.Errorf("%d threads: %v", threads, err)
		}
	}
}

func readSignatures(t testing.TB, folder string) testdata.Signatures {
	t.Helper()
	signatures, err := testdata.ReadSignatures(folder)
	if err != nil {
		t.Fatal(err)
	}
	return signatures
}

// All senders of the real blocks.
func TestRealSenders(t *testing.T) {
	for _, name := range []string{"mainnet-state", "mainnet-blocks"} {
		real := readSignatures(t, testdata.Folder(t, name))
		count := len(real.Hashes)
		addresses, items := make([]secp256k1.Address, count), make([]secp256k1.Item, count)
		if err := secp256k1.RecoverBatch(nil, real.Hashes, real.Signatures, nil, addresses, items); err != nil {
			t.Fatal(err)
		}
		for i, address := range addresses {
			if items[i] != secp256k1.OK || address != real.Senders[i] {
				t.Fatalf("%s: signature %d: %v, %x", name, i, items[i], address)
			}
		}
		t.Logf("%s: %d senders", name, count)
	}
}
