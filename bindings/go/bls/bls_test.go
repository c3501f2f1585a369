//go:build cgo

package bls_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"vorpal.example/go"
	"vorpal.example/go/bls"
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// signer has a key, a message and its signature.
type signer struct {
	secret  bls.SecretKey
	key     bls.PublicKey
	message [32]byte
	sig     []byte
}

func signers(count int) []signer {
	all := make([]signer, count)
	for i := range all {
		secret := must(bls.SecretKeyFromBytes([]byte{31: byte(i + 1)}))
		message := [32]byte{byte(i)}
		all[i] = signer{secret, secret.PublicKey(), message, secret.Sign(message[:]).Marshal()}
	}
	return all
}

func (s signer) set() bls.SignatureSet {
	return bls.SignatureSet{Signature: s.sig, PublicKeys: []bls.PublicKey{s.key}, Message: s.message[:]}
}

func fails(t *testing.T, err error, kind error, text string) {
	t.Helper()
	if !errors.Is(err, kind) || !strings.Contains(err.Error(), text) {
		t.Errorf("%v, expected %q", err, text)
	}
}

// outside is an encoding of a point of G1 outside the group: x is 0.
var outside = append([]byte{0x80}, make([]byte, 47)...)

func TestKeysAndSignatures(t *testing.T) {
	one := signers(2)
	if !bytes.Equal(one[0].secret.Marshal(), []byte{31: 1}) {
		t.Error(one[0].secret.Marshal())
	}
	sig := must(bls.SignatureFromBytes(one[0].sig))
	if !sig.Verify(one[0].key, one[0].message[:]) || sig.Verify(one[1].key, one[0].message[:]) ||
		sig.Verify(one[0].key, nil) || sig.Verify(nil, one[0].message[:]) {
		t.Error("a verdict is wrong")
	}
	if !bls.VerifyCompressed(one[0].sig, one[0].key.Marshal(), one[0].message[:]) ||
		bls.VerifyCompressed(one[0].sig, bls.InfinitePublicKey[:], one[0].message[:]) {
		t.Error("a verdict of encodings is wrong")
	}
	if valid := must(bls.VerifySignature(one[0].sig, one[0].message, one[0].key)); !valid {
		t.Error("the signature is valid")
	}
	_, err := bls.VerifySignature(make([]byte, 96), one[0].message, one[0].key)
	fails(t, err, vorpal.ErrInput, "could not unmarshal bytes into signature")
	copied := sig.Copy()
	if !bytes.Equal(copied.Marshal(), one[0].sig) {
		t.Error("the copy differs")
	}
	if secret := must(bls.RandKey()); secret.PublicKey().IsInfinite() {
		t.Error("a random key is infinite")
	}
	if len(bls.NewAggregateSignature().Marshal()) != 96 {
		t.Error("no point")
	}

	_, err = bls.SecretKeyFromBytes(bls.ZeroSecretKey[:])
	fails(t, err, bls.ErrSecretUnmarshal, "could not unmarshal")
	_, err = bls.SecretKeyFromBytes(bytes.Repeat([]byte{0xff}, 32))
	fails(t, err, bls.ErrSecretUnmarshal, "could not unmarshal")
	_, err = bls.SecretKeyFromBytes(make([]byte, 31))
	fails(t, err, vorpal.ErrInput, "secret key must be 32 bytes")
	for _, wrong := range []struct {
		key  []byte
		text string
	}{
		{nil, "public key must be 48 bytes"}, {make([]byte, 49), "public key must be 48 bytes"},
		{make([]byte, 48), "could not unmarshal bytes into public key"}, {outside, "not in group"},
		{bls.InfinitePublicKey[:], "infinite public key"},
	} {
		_, err = bls.PublicKeyFromBytes(wrong.key)
		fails(t, err, vorpal.ErrInput, wrong.text)
		_, err = bls.AggregatePublicKeys([][]byte{one[0].key.Marshal(), wrong.key})
		fails(t, err, vorpal.ErrInput, wrong.text)
	}
	_, err = bls.AggregatePublicKeys(nil)
	fails(t, err, vorpal.ErrInput, "nil or empty public keys")
	for _, wrong := range [][]byte{nil, make([]byte, 95)} {
		_, err = bls.SignatureFromBytes(wrong)
		fails(t, err, vorpal.ErrInput, "signature must be 96 bytes")
		_, err = bls.MultipleSignaturesFromBytes([][]byte{one[0].sig, wrong})
		fails(t, err, vorpal.ErrInput, "signature must be 96 bytes")
		_, err = bls.AggregateCompressedSignatures([][]byte{one[0].sig, wrong})
		fails(t, err, vorpal.ErrInput, "group check")
	}
	_, err = bls.MultipleSignaturesFromBytes(nil)
	fails(t, err, vorpal.ErrInput, "0 signatures")
	_, err = bls.MultipleSignaturesFromBytes([][]byte{one[0].sig, make([]byte, 96)})
	fails(t, err, vorpal.ErrInput, "could not unmarshal")
	if both := must(bls.MultipleSignaturesFromBytes([][]byte{one[0].sig, one[1].sig})); len(both) != 2 ||
		!bytes.Equal(both[1].Marshal(), one[1].sig) {
		t.Error(both)
	}
}

func TestAggregates(t *testing.T) {
	all := signers(4)
	message := [32]byte{9}
	var keys []bls.PublicKey
	var encodings, encodedKeys [][]byte
	var sigs []bls.Signature
	for _, one := range all {
		sigs, keys = append(sigs, one.secret.Sign(message[:])), append(keys, one.key)
		encodings = append(encodings, sigs[len(sigs)-1].Marshal())
		encodedKeys = append(encodedKeys, one.key.Marshal())
	}
	sum := bls.AggregateSignatures(sigs)
	if !sum.FastAggregateVerify(keys, message) || sum.FastAggregateVerify(keys[1:], message) ||
		!sum.Eth2FastAggregateVerify(keys, message) || sum.Eth2FastAggregateVerify(nil, message) ||
		sum.FastAggregateVerify([]bls.PublicKey{keys[0], nil}, message) || sum.FastAggregateVerify(nil, message) {
		t.Error("a verdict is wrong")
	}
	if again := must(bls.AggregateCompressedSignatures(encodings)); !bytes.Equal(again.Marshal(), sum.Marshal()) {
		t.Error("sums differ")
	}
	sumOfKeys := must(bls.AggregatePublicKeys(encodedKeys))
	if !sumOfKeys.Equals(bls.AggregateMultiplePubkeys(keys)) || sumOfKeys.Equals(keys[0]) || sumOfKeys.Equals(nil) {
		t.Error("sums of keys differ")
	}
	copied := keys[0].Copy()
	if copied.Aggregate(keys[1]); copied.Equals(keys[0]) || !copied.Equals(bls.AggregateMultiplePubkeys(keys[:2])) {
		t.Error("the sum of a copy is wrong")
	}
	infinity := must(bls.SignatureFromBytes(bls.InfiniteSignature[:]))
	if !infinity.Eth2FastAggregateVerify(nil, message) || infinity.FastAggregateVerify(nil, message) ||
		infinity.Verify(keys[0], message[:]) {
		t.Error("a verdict on infinity is wrong")
	}
	// Keys that cancel have an infinite sum, and no signature.
	opposite := slices.Clone(encodedKeys[0])
	opposite[0] ^= 0x20
	pair := []bls.PublicKey{keys[0], must(bls.PublicKeyFromBytes(opposite))}
	if !bls.AggregateMultiplePubkeys(pair).IsInfinite() || infinity.FastAggregateVerify(pair, message) {
		t.Error("keys that cancel")
	}
	if bls.AggregateSignatures(nil) != nil || bls.AggregateSignatures([]bls.Signature{nil}) != nil {
		t.Error("a sum of nothing")
	}
	// A message of each.
	var own []bls.Signature
	var messages [][32]byte
	for _, one := range all {
		own, messages = append(own, must(bls.SignatureFromBytes(one.sig))), append(messages, one.message)
	}
	each := bls.AggregateSignatures(own)
	if !each.AggregateVerify(keys, messages) || each.AggregateVerify(keys, messages[1:]) ||
		each.AggregateVerify(nil, nil) || each.AggregateVerify(keys[:3], messages[:3]) {
		t.Error("a verdict on a sum of messages is wrong")
	}
}

func TestSetsNameTheWrongOnes(t *testing.T) {
	all := signers(40)
	var sets []bls.SignatureSet
	for _, one := range all {
		sets = append(sets, one.set())
	}
	expect := func(wrong ...int) {
		t.Helper()
		if found := must(bls.VerifySignatureSets(nil, sets)); !slices.Equal(found, wrong) {
			t.Error(found)
		}
	}
	expect()
	sets[3].Message = []byte("another")
	sets[7].PublicKeys = nil
	sets[9].Signature = make([]byte, 96)
	sets[11].Signature = all[11].sig[:95]
	sets[39].Signature = bls.InfiniteSignature[:]
	expect(3, 7, 9, 11, 39)
	sets[8].PublicKeys = []bls.PublicKey{all[8].key, nil}
	_, err := bls.VerifySignatureSets(nil, sets)
	fails(t, err, vorpal.ErrInput, "is no public key")
	_, err = bls.VerifySignatureSets(nil, nil)
	fails(t, err, vorpal.ErrArgument, "no signature sets")

	// Prysm's functions on the same signatures.
	batch := bls.NewSet()
	for _, one := range all[:6] {
		batch.Join(&bls.SignatureBatch{Signatures: [][]byte{one.sig}, PublicKeys: []bls.PublicKey{one.key},
			Messages: [][32]byte{one.message}, Descriptions: []string{"of " + string(rune('a'+one.message[0]))}})
	}
	if !must(batch.Verify()) || !must(batch.VerifyVerbosely()) || must(bls.NewSet().Verify()) {
		t.Error("a verdict of a batch is wrong")
	}
	if removed, _, err := batch.Join(batch.Copy()).RemoveDuplicates(); removed != 6 || err != nil {
		t.Error(removed, err)
	}
	batch.Messages[2] = batch.Messages[1]
	valid, err := batch.VerifyVerbosely()
	if valid || !strings.Contains(err.Error(), "signature 'of c' is invalid") || strings.Contains(err.Error(), "'of b'") {
		t.Error(valid, err)
	}
	_, err = bls.VerifyMultipleSignatures(batch.Signatures, batch.Messages[1:], batch.PublicKeys)
	fails(t, err, vorpal.ErrArgument, "differing lengths")
	// The sums of signatures of equal messages.
	batch.Signatures[2] = all[2].secret.Sign(batch.Messages[2][:]).Marshal()
	if sums := must(batch.AggregateBatch()); len(sums.Signatures) != 5 || !must(sums.Verify()) ||
		sums.Descriptions[1] != bls.AggregatedSignature {
		t.Error(sums)
	}
	batch.Descriptions = nil
	_, err = batch.AggregateBatch()
	fails(t, err, vorpal.ErrArgument, "descriptions")
	batch.Messages = nil
	_, err = batch.AggregateBatch()
	fails(t, err, vorpal.ErrArgument, "mismatch")
}

func encodedKeys(all []signer) [][48]byte {
	keys := make([][48]byte, len(all))
	for i, one := range all {
		keys[i] = [48]byte(one.key.Marshal())
	}
	return keys
}

func TestKeyTable(t *testing.T) {
	all := signers(5)
	table := must(bls.NewKeyTable())
	keys := encodedKeys(all)
	if first, malformed, err := table.Append(nil, keys); first != 0 || malformed != nil || err != nil {
		t.Error(first, malformed, err)
	}
	bad := slices.Clone(keys)
	bad[1], bad[3] = [48]byte{}, bls.InfinitePublicKey
	_, malformed, err := table.Append(nil, bad)
	fails(t, err, vorpal.ErrInput, "key 1: ")
	if !slices.Equal(malformed, []int{1, 3}) || must(table.Len()) != 5 {
		t.Error(malformed)
	}
	if !must(table.Key(3)).Equals(all[3].key) {
		t.Error("the key differs")
	}
	sum := must(table.Sum(nil, []uint32{0, 4, 4}))
	if !sum.Equals(bls.AggregateMultiplePubkeys([]bls.PublicKey{all[0].key, all[4].key, all[4].key})) {
		t.Error("the sum differs")
	}
	_, err = table.Key(5)
	fails(t, err, vorpal.ErrArgument, "none with the index 5")
	_, err = table.Sum(nil, []uint32{5})
	fails(t, err, vorpal.ErrArgument, "none with the index 5")
	_, err = table.Sum(nil, nil)
	fails(t, err, vorpal.ErrArgument, "nothing to aggregate")
	sets := make([]bls.IndexedSet, len(all))
	for i, one := range all {
		sets[i] = bls.IndexedSet{Signature: one.sig, Indices: []uint32{uint32(i)}, Message: one.message[:]}
	}
	sets[1].Indices, sets[2].Indices, sets[4].Signature = []uint32{9}, nil, nil
	if found := must(table.VerifySets(nil, sets)); !slices.Equal(found, []int{1, 2, 4}) {
		t.Error(found)
	}
	_, err = table.VerifySets(nil, nil)
	fails(t, err, vorpal.ErrArgument, "no signature sets")

	file := filepath.Join(t.TempDir(), "keys")
	if err := table.Save(file); err != nil {
		t.Fatal(err)
	}
	loaded := must(bls.LoadKeyTable(nil, file))
	if must(loaded.Len()) != 5 || !must(loaded.Key(4)).Equals(all[4].key) {
		t.Error("the loaded table differs")
	}
	if err := os.Truncate(file, 100); err != nil {
		t.Fatal(err)
	}
	_, err = bls.LoadKeyTable(nil, file)
	fails(t, err, vorpal.ErrStore, file)
	_, err = bls.LoadKeyTable(nil, "a\x00b")
	fails(t, err, vorpal.ErrArgument, "zero byte")
	// A second time does nothing, as for a table that is nil.
	for _, table := range []*bls.KeyTable{table, table, nil} {
		if err := table.Close(); err != nil {
			t.Error(err)
		}
	}
	_, err = table.Len()
	fails(t, err, vorpal.ErrArgument, "table is closed")
	fails(t, (*bls.KeyTable)(nil).Save(file), vorpal.ErrArgument, "table is nil")
}

func TestBatchesOfGoroutines(t *testing.T) {
	all := signers(6)
	table, batch := must(bls.NewKeyTable()), must(bls.NewBatch())
	_, err := batch.Finish(nil)
	fails(t, err, vorpal.ErrArgument, "no signature sets")
	keys := encodedKeys(all)
	var wait sync.WaitGroup
	for number := range uint64(8) {
		wait.Go(func() {
			own := must(bls.NewBatch())
			for i, one := range all {
				index, _, err := table.Append(nil, keys[i:i+1])
				if err != nil {
					t.Error(err)
				}
				set := bls.IndexedSet{Signature: one.sig, Indices: []uint32{uint32(index)}, Message: one.message[:]}
				if i == 2 {
					set.Message = nil // The third set of each goroutine is wrong.
				}
				if err := own.AddIndexed(nil, 10*number+uint64(i), table, set); err != nil {
					t.Error(err)
				}
			}
			if err := batch.Merge(nil, own); err != nil {
				t.Error(err)
			}
			if must(own.Len()) != 0 || own.Close() != nil {
				t.Error("a merged batch is not empty")
			}
		})
	}
	wait.Wait()
	if must(batch.Len()) != 48 || must(table.Len()) != 48 {
		t.Error("sets or keys are missing")
	}
	found := must(batch.Finish(nil))
	slices.Sort(found)
	if !slices.Equal(found, []uint64{2, 12, 22, 32, 42, 52, 62, 72}) {
		t.Error(found)
	}
	// The batch may be used again; a call that fails adds nothing.
	fails(t, batch.AddIndexed(nil, 1, table, bls.IndexedSet{Signature: all[0].sig, Indices: []uint32{99}}),
		vorpal.ErrArgument, "none with the index 99")
	fails(t, batch.AddIndexed(nil, 1, nil, bls.IndexedSet{}), vorpal.ErrArgument, "table is nil")
	fails(t, batch.Add(nil, 1, bls.SignatureSet{PublicKeys: []bls.PublicKey{nil}}), vorpal.ErrInput, "key 0")
	fails(t, batch.Merge(nil, batch), vorpal.ErrArgument, "the same")
	fails(t, batch.Merge(nil, nil), vorpal.ErrArgument, "nil")
	if err := errors.Join(batch.Add(nil, 7, all[0].set()), batch.Add(nil, 8, bls.SignatureSet{})); err != nil {
		t.Error(err)
	}
	if found := must(batch.Finish(nil)); !slices.Equal(found, []uint64{8}) {
		t.Error(found)
	}
	if err := batch.Close(); err != nil {
		t.Error(err)
	}
	fails(t, batch.Add(nil, 1, all[0].set()), vorpal.ErrArgument, "batch is closed")
	_, err = (*bls.Batch)(nil).Finish(nil)
	fails(t, err, vorpal.ErrArgument, "batch is nil")
}

func TestCommittee(t *testing.T) {
	all := signers(9)
	var keys []bls.PublicKey
	for _, one := range all {
		keys = append(keys, one.key)
	}
	committee := must(bls.NewCommittee(nil, keys))
	root := [32]byte{5}
	present := []int{0, 2, 8}
	var sigs []bls.Signature
	for _, i := range present {
		sigs = append(sigs, all[i].secret.Sign(root[:]))
	}
	sig := bls.AggregateSignatures(sigs).Marshal()
	if !must(committee.Verify(nil, []byte{0x05, 0x01}, root[:], sig)) ||
		must(committee.Verify(nil, []byte{0x05, 0x00}, root[:], sig)) ||
		must(committee.Verify(nil, []byte{0x00, 0x00}, root[:], sig)) {
		t.Error("a verdict is wrong")
	}
	sum := must(committee.Sum(nil, []byte{0xfe, 0x01}))
	if !sum.Equals(bls.AggregateMultiplePubkeys(keys[1:])) {
		t.Error("the sum is wrong")
	}
	_, err := committee.Sum(nil, []byte{1})
	fails(t, err, vorpal.ErrArgument, "bits_len is 1, not 2")
	_, err = committee.Verify(nil, []byte{0, 2}, root[:], sig)
	fails(t, err, vorpal.ErrArgument, "bit 9 is 1")
	_, err = committee.Verify(nil, []byte{1, 0}, root[:], sig[1:])
	fails(t, err, vorpal.ErrInput, "96 bytes")
	_, err = committee.Verify(nil, []byte{1, 0}, root[:], make([]byte, 96))
	fails(t, err, vorpal.ErrInput, "signature: ")
	_, err = bls.NewCommittee(nil, []bls.PublicKey{nil})
	fails(t, err, vorpal.ErrInput, "key 0")
	_, err = (*bls.Committee)(nil).Sum(nil, nil)
	fails(t, err, vorpal.ErrArgument, "committee is nil")
	if err := committee.Close(); err != nil {
		t.Error(err)
	}
	_, err = committee.Sum(nil, []byte{1, 0})
	fails(t, err, vorpal.ErrArgument, "committee is closed")
}

func TestShares(t *testing.T) {
	// The polynomial 5 + 2 X: the key of the group is 5, shares 1, 2 and 3 are 7, 9 and 11.
	all := signers(11)
	duty := []byte("duty")
	share := func(index uint32, number int) bls.PartialSignature {
		one := all[number-1]
		return bls.PartialSignature{Index: index, PublicKey: one.key, Signature: one.secret.Sign(duty).Marshal()}
	}
	partials := []bls.PartialSignature{share(1, 7), share(2, 9), share(3, 11)}
	partials[0].Signature = partials[1].Signature
	combined, wrong, err := bls.CombinePartials(nil, duty, partials, 2)
	if err != nil || !slices.Equal(wrong, []int{0}) ||
		!bytes.Equal(combined.Marshal(), all[4].secret.Sign(duty).Marshal()) {
		t.Error(combined, wrong, err)
	}
	if combined, wrong, err = bls.CombinePartials(nil, duty, partials, 3); combined != nil || len(wrong) != 1 ||
		err != nil {
		t.Error(combined, wrong, err)
	}
	partials[2].Index = 2
	_, _, err = bls.CombinePartials(nil, duty, partials, 2)
	fails(t, err, vorpal.ErrArgument, "share 2 has the index 2")
	_, _, err = bls.CombinePartials(nil, duty, partials[:2], -1)
	fails(t, err, vorpal.ErrArgument, "threshold is negative")
	_, _, err = bls.CombinePartials(nil, duty, nil, 1)
	fails(t, err, vorpal.ErrArgument, "nothing to aggregate")
	partials[0].PublicKey = nil
	_, _, err = bls.CombinePartials(nil, duty, partials, 2)
	fails(t, err, vorpal.ErrInput, "key 0")
}

// A published round of drand's quicknet.
func TestDrand(t *testing.T) {
	key := digits(t, "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"+
		"0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a")
	rounds := []bls.DrandRound{{Number: 657413, Signature: digits(t,
		"b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b")}}
	rounds = append(rounds, rounds[0], rounds[0])
	rounds[1].Number++
	rounds[2].Signature = nil
	randomness, wrong, err := bls.VerifyDrand(nil, bls.DrandUnchainedInG1, key, rounds)
	expected := digits(t, "fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587")
	if err != nil || !slices.Equal(wrong, []int{1, 2}) || !bytes.Equal(randomness[0][:], expected) ||
		randomness[1] != [32]byte{} {
		t.Error(randomness, wrong, err)
	}
	_, wrong, err = bls.VerifyDrand(nil, bls.DrandUnchainedInG1UnderTagOfG2, key, rounds[:1])
	if err != nil || !slices.Equal(wrong, []int{0}) {
		t.Error(wrong, err)
	}
	_, _, err = bls.VerifyDrand(nil, bls.DrandChained, key, rounds)
	fails(t, err, vorpal.ErrInput, "key has 96 bytes, not 48")
	_, _, err = bls.VerifyDrand(nil, bls.DrandUnchainedInG1, key, nil)
	fails(t, err, vorpal.ErrArgument, "no rounds")
	_, _, err = bls.VerifyDrand(nil, 7, key[:48], rounds)
	fails(t, err, vorpal.ErrArgument, "scheme is 7")
}
