//go:build cgo

package blst_test

import (
	"bytes"
	"slices"
	"sync"
	"testing"

	"vorpal.example/go/bls/blst"
)

const tag2, tag1 = "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_", "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_POP_"

func secrets(count int) []*blst.SecretKey {
	all := make([]*blst.SecretKey, count)
	for i := range all {
		all[i] = blst.KeyGen(bytes.Repeat([]byte{byte(i)}, 32))
	}
	return all
}

func TestScalars(t *testing.T) {
	material := bytes.Repeat([]byte{7}, 32)
	key := blst.KeyGen(material)
	if again := new(blst.SecretKey).Deserialize(key.Serialize()); !again.Equals(key) || !key.Valid() {
		t.Error("the key differs from its encoding")
	}
	if !blst.KeyGenV45(material, []byte("BLS-SIG-KEYGEN-SALT-")).Equals(key) ||
		!blst.DeriveMasterEip2333(material).Equals(key) || blst.KeyGenV3(material).Equals(key) ||
		blst.KeyGen(material, []byte("info")).Equals(key) || blst.KeyGenV5(material, nil).Equals(key) {
		t.Error("drafts of key generation")
	}
	if child := key.DeriveChildEip2333(3); child.Equals(key.DeriveChildEip2333(4)) {
		t.Error("children are equal")
	}
	if blst.KeyGen(material[1:]) != nil || blst.KeyGenV5(material[1:], nil) != nil ||
		blst.DeriveMasterEip2333(nil) != nil {
		t.Error("material that is too short")
	}
	zero := new(blst.Scalar)
	if zero.Valid() || zero.DeriveChildEip2333(0) != nil || new(blst.P1Affine).From(zero) != nil ||
		new(blst.P2Affine).Sign(zero, nil, []byte(tag2)) != nil || zero.Deserialize(make([]byte, 32)) != nil ||
		zero.Deserialize(bytes.Repeat([]byte{0xff}, 32)) != nil || zero.Deserialize(nil) != nil ||
		(*blst.Scalar)(nil).Valid() {
		t.Error("no secret key")
	}
	little := key.ToLEndian()
	slices.Reverse(little)
	if !bytes.Equal(little, key.ToBEndian()) || !new(blst.Scalar).FromLEndian(key.ToLEndian()).Equals(key) ||
		!new(blst.Scalar).FromBEndian(little).Equals(key) || zero.FromBEndian(nil) != nil {
		t.Error("orders of bytes")
	}
	if key.Zeroize(); !key.Equals(zero) {
		t.Error("the key is not wiped")
	}
}

// The functions of one group; those of the other are the same text.
func TestPoints(t *testing.T) {
	infinity, inf := new(blst.P1Affine), append([]byte{0xc0}, make([]byte, 47)...)
	outside := new(blst.P1Affine).Uncompress(append([]byte{0x80}, make([]byte, 47)...))
	if outside == nil || outside.InG1() || outside.KeyValidate() || outside.SigValidate(false) {
		t.Error("a point outside the group")
	}
	if !infinity.Equals(new(blst.P1Affine).Uncompress(inf)) || !bytes.Equal(infinity.Compress(), inf) ||
		infinity.KeyValidate() || !infinity.SigValidate(false) || infinity.SigValidate(true) || !infinity.InG1() {
		t.Error("infinity")
	}
	for i, secret := range secrets(20) {
		p1, p2 := new(blst.P1Affine).From(secret), new(blst.P2Affine).From(secret)
		if !p1.KeyValidate() || !p2.KeyValidate() {
			t.Error(i, "no key")
		}
		// Compressed here, decoded by the library: the flag of y is right.
		if !p1.Equals(new(blst.P1Affine).Uncompress(p1.Compress())) ||
			!p1.Equals(new(blst.P1Affine).Deserialize(p1.Serialize())) ||
			!p2.Equals(new(blst.P2Affine).Uncompress(p2.Compress())) ||
			!p2.Equals(new(blst.P2Affine).Deserialize(p2.Serialize())) {
			t.Error(i, "encodings differ")
		}
	}
	for _, size := range []int{0, 47, 48, 49, 95, 96, 97} {
		if point := new(blst.P1Affine); point.Uncompress(make([]byte, size)) != nil ||
			point.Deserialize(make([]byte, size)) != nil || !point.Equals(infinity) {
			t.Error(size)
		}
	}
	if (*blst.P1Affine)(nil).Uncompress(inf) != nil || (*blst.P1Affine)(nil).From(secrets(1)[0]) != nil {
		t.Error("a point that is nil")
	}
	key := new(blst.P1Affine).From(secrets(1)[0])
	batch := infinity.BatchUncompress([][]byte{key.Compress(), inf})
	if len(batch) != 2 || !batch[0].Equals(key) || !batch[1].Equals(infinity) ||
		infinity.BatchUncompress([][]byte{inf, inf[1:]}) != nil ||
		infinity.BatchUncompress([][]byte{make([]byte, 48)}) != nil ||
		len(infinity.BatchUncompress(nil)) != 0 {
		t.Error(batch)
	}
	if hashed := blst.HashToG2([]byte("m"), []byte(tag2)); !hashed.ToAffine().InG2() ||
		hashed.Equals(blst.HashToG2([]byte("m"), []byte(tag2), []byte("a"))) ||
		!bytes.Equal(hashed.Compress(), hashed.ToAffine().Compress()) {
		t.Error("a hashed message")
	}
	defer func() {
		if recover() == nil {
			t.Error("an empty tag")
		}
	}()
	blst.HashToG1(nil, nil)
}

// Keys in G1 and, by the same names exchanged, in G2.
func TestVerification(t *testing.T) {
	all := secrets(5)
	one, two := []byte(tag1), []byte(tag2)
	var keys1 []*blst.P1Affine
	var keys2 []*blst.P2Affine
	var sigs1, same1 []*blst.P1Affine
	var sigs2, same2 []*blst.P2Affine
	var messages []blst.Message
	var compressed1, compressed2 [][]byte
	for i, secret := range all {
		message := []byte{byte(i), 9}
		messages = append(messages, message)
		keys1, keys2 = append(keys1, new(blst.P1Affine).From(secret)), append(keys2, new(blst.P2Affine).From(secret))
		sigs1 = append(sigs1, new(blst.P1Affine).Sign(secret, message, one))
		sigs2 = append(sigs2, new(blst.P2Affine).Sign(secret, message, two))
		same1 = append(same1, new(blst.P1Affine).Sign(secret, message[1:], one, []byte("aug")))
		same2 = append(same2, new(blst.P2Affine).Sign(secret, message[1:], two, []byte("aug")))
		compressed1, compressed2 = append(compressed1, keys1[i].Compress()), append(compressed2, keys2[i].Serialize())
	}
	nine, aug := []byte{9}, []byte("aug")
	var agg1, augmented1 blst.P1Aggregate
	var agg2, augmented2 blst.P2Aggregate
	if !agg1.Aggregate(sigs1, true) || !agg2.Aggregate(sigs2, true) || !augmented1.Aggregate(same1, false) ||
		!augmented2.Aggregate(same2, false) {
		t.Fatal("no sums")
	}
	sum1, sum2 := agg1.ToAffine(), agg2.ToAffine()
	yes := map[string]bool{
		"verify 1":         sigs1[0].Verify(true, keys2[0], true, messages[0], one),
		"verify 2":         sigs2[0].Verify(false, keys1[0], false, messages[0], two),
		"augmented":        same2[1].Verify(true, keys1[1], true, nine, two, aug),
		"compressed":       sum2.VerifyCompressed(sigs2[0].Compress(), true, keys1[0].Compress(), true, messages[0], two),
		"serialized":       sum2.VerifyCompressed(sigs2[0].Compress(), true, keys1[0].Serialize(), true, messages[0], two),
		"aggregate 1":      sum1.AggregateVerify(true, keys2, true, messages, one),
		"aggregate 2":      sum2.AggregateVerify(true, keys1, false, messages, two),
		"all compressed 1": sum1.AggregateVerifyCompressed(sum1.Compress(), true, compressed2, true, messages, one),
		"all compressed 2": sum2.AggregateVerifyCompressed(sum2.Compress(), true, compressed1, true, messages, two),
		"fast 1":           augmented1.ToAffine().FastAggregateVerify(true, keys2, nine, one, aug),
		"fast 2":           augmented2.ToAffine().FastAggregateVerify(true, keys1, nine, two, aug),
		"multiple 1":       sum1.MultipleAggregateVerify(sigs1, true, keys2, true, messages, one, nil, 64),
		"multiple 2":       sum2.MultipleAggregateVerify(sigs2, true, keys1, false, messages, two, nil, 64),
	}
	for name, verdict := range yes {
		if !verdict {
			t.Error(name)
		}
	}
	infinity1, infinity2 := new(blst.P1Affine), new(blst.P2Affine)
	exchanged := append([]*blst.P2Affine{sigs2[1], sigs2[0]}, sigs2[2:]...)
	missing := make([]*blst.P2Affine, len(keys1))
	no := map[string]bool{
		"message":           sigs2[0].Verify(true, keys1[0], true, messages[1], two),
		"key":               sigs2[0].Verify(true, keys1[1], true, messages[0], two),
		"tag":               sigs2[0].Verify(true, keys1[0], true, messages[0], one),
		"empty tag":         sigs2[0].Verify(true, keys1[0], true, messages[0], nil),
		"no key":            sigs2[0].Verify(true, nil, true, messages[0], two),
		"infinite key":      sigs2[0].Verify(true, infinity1, false, messages[0], two),
		"both infinite":     infinity2.Verify(true, infinity1, false, messages[0], two),
		"encoded message":   sigs2[0].Verify(true, keys1[0], true, messages[0], two, false),
		"unknown option":    sigs2[0].Verify(true, keys1[0], true, messages[0], two, 0),
		"no keys":           infinity2.AggregateVerify(true, nil, true, nil, two),
		"no keys, fast":     infinity2.FastAggregateVerify(true, nil, nine, two),
		"a key is missing":  sum2.AggregateVerify(true, keys1[1:], true, messages, two),
		"fewer keys":        sum2.AggregateVerify(true, keys1[1:], true, messages[1:], two),
		"fewer keys, fast":  augmented2.ToAffine().FastAggregateVerify(true, keys1[1:], nine, two, aug),
		"exchanged":         sum2.MultipleAggregateVerify(exchanged, true, keys1, true, messages, two, nil, 64),
		"nothing":           sum2.MultipleAggregateVerify(nil, true, nil, true, nil, two, nil, 64),
		"lengths":           sum2.MultipleAggregateVerify(sigs2, true, keys1[1:], true, messages, two, nil, 64),
		"malformed":         sum2.VerifyCompressed(nil, true, compressed1[0], true, messages[0], two),
		"malformed key":     sum2.VerifyCompressed(sigs2[0].Compress(), true, nil, true, messages[0], two),
		"augmentations":     sum2.AggregateVerify(true, keys1, true, messages, two, [][]byte{aug}),
		"signature is nil":  (*blst.P2Affine)(nil).Verify(true, keys1[0], true, messages[0], two),
		"signature missing": sum2.MultipleAggregateVerify(missing, true, keys1, true, messages, two, nil, 64),
	}
	for name, verdict := range no {
		if verdict {
			t.Error(name)
		}
	}
	// The encoding of the key before each message.
	sig := new(blst.P2Affine).Sign(all[0], nine, two, compressed1[0])
	if !sum2.VerifyCompressed(sig.Compress(), true, compressed1[0], true, nine, two, true, true) ||
		sum2.VerifyCompressed(sig.Compress(), true, compressed1[0], true, nine, two, true, false) ||
		!sig.AggregateVerify(true, keys1[:1], true, []blst.Message{nine}, two, [][]byte{compressed1[0]}) {
		t.Error("keys as augmentation")
	}

	// Sums one by one, of opposite points, and of points outside the group.
	var sum blst.P1Aggregate
	if !sum.ToAffine().Equals(infinity1) || !sum.Aggregate(nil, true) || sum.Add(nil, false) {
		t.Error("an empty sum")
	}
	for _, sig := range sigs1 {
		sum.Add(sig, true)
	}
	opposite := sigs1[0].Compress()
	opposite[0] ^= 0x20
	var pair blst.P1Aggregate
	if !sum.ToAffine().Equals(sum1) || !pair.AggregateCompressed([][]byte{sigs1[0].Compress(), opposite}, false) ||
		!pair.ToAffine().Equals(infinity1) {
		t.Error("sums differ")
	}
	sum.AddAggregate(&pair)
	sum.AddAggregate(&blst.P1Aggregate{})
	if !sum.ToAffine().Equals(sum1) {
		t.Error("infinity changes a sum")
	}
	outside := append([]byte{0x80}, make([]byte, 47)...)
	if sum.Add(new(blst.P1Affine).Uncompress(outside), true) || !sum.ToAffine().Equals(sum1) ||
		sum.AggregateCompressed([][]byte{outside}, true) || sum.AggregateCompressed([][]byte{nil}, true) {
		t.Error("a sum with a point outside the group")
	}
}

func TestGoroutines(t *testing.T) {
	blst.SetMaxProcs(0)
	blst.SetMaxProcs(2)
	secret := secrets(1)[0]
	var wait sync.WaitGroup
	for number := range 8 {
		wait.Go(func() {
			tag, message := append([]byte(tag2), byte(number+1)), []byte{byte(number)}
			sig, key := new(blst.P2Affine).Sign(secret, message, tag), new(blst.P1Affine).From(secret)
			keys, messages := []*blst.P1Affine{key, key}, []blst.Message{message, message}
			if !sig.MultipleAggregateVerify([]*blst.P2Affine{sig, sig}, true, keys, true, messages, tag, nil, 64) {
				t.Error(number)
			}
		})
	}
	wait.Wait()
}
