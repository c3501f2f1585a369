//go:build cgo

package multiproof

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	theirs "github.com/crate-crypto/go-ipa"
	"github.com/crate-crypto/go-ipa/bandersnatch/fr"
	theirWagon "github.com/crate-crypto/go-ipa/banderwagon"
	theirCommon "github.com/crate-crypto/go-ipa/common"
	theirIPA "github.com/crate-crypto/go-ipa/ipa"

	"vorpal.example/go/banderwagon"
	"vorpal.example/go/ipa"
	"vorpal.example/go/ipa/common"
)

var settings = sync.OnceValues(func() (*ipa.IPAConfig, *theirIPA.IPAConfig) {
	own, err := ipa.NewIPASettings()
	if err != nil {
		panic(err)
	}
	other, err := theirIPA.NewIPASettings()
	if err != nil {
		panic(err)
	}
	return own, other
})

// opening is what both sides of a proof have.
type opening struct {
	commitments []*banderwagon.Element
	vectors     [][]fr.Element
	values      []*fr.Element
	points      []uint8
}

// openings of a few vectors, with repetitions.
func openings(random *rand.Rand, vectors, count int) opening {
	config, _ := settings()
	all := make([][]fr.Element, vectors)
	commitments := make([]*banderwagon.Element, vectors)
	for i := range all {
		all[i] = make([]fr.Element, common.VectorLength)
		for range 1 + random.IntN(40) {
			var bytes [32]byte
			for j := range bytes {
				bytes[j] = byte(random.Uint32())
			}
			all[i][random.IntN(common.VectorLength)].SetBytesLE(bytes[:])
		}
		commitment := config.Commit(all[i])
		commitments[i] = &commitment
	}
	var o opening
	for range count {
		number, point := random.IntN(vectors), uint8(random.Uint32())
		o.commitments = append(o.commitments, commitments[number])
		o.vectors = append(o.vectors, all[number])
		o.values = append(o.values, &all[number][point])
		o.points = append(o.points, point)
	}
	return o
}

func TestProofsAreThoseOfGoIPA(t *testing.T) {
	own, other := settings()
	random := rand.New(rand.NewPCG(1, 1))
	for _, count := range []int{1, 2, 16, 17, 60} {
		o := openings(random, 1+count/3, count)
		var commitments []*theirWagon.Element
		for _, commitment := range o.commitments {
			bytes := commitment.Bytes()
			decoded := new(theirWagon.Element)
			if err := decoded.SetBytes(bytes[:]); err != nil {
				t.Fatal(err)
			}
			commitments = append(commitments, decoded)
		}
		transcript, theirTranscript := common.NewTranscript("vt"), theirCommon.NewTranscript("vt")
		proof, err := CreateMultiProof(transcript, own, o.commitments, o.vectors, o.points)
		if err != nil {
			t.Fatal(err)
		}
		expected, err := theirs.CreateMultiProof(theirTranscript, other, commitments, o.vectors, o.points)
		if err != nil {
			t.Fatal(err)
		}
		var found, want bytes.Buffer
		if proof.Write(&found) != nil || expected.Write(&want) != nil || !bytes.Equal(found.Bytes(), want.Bytes()) {
			t.Fatalf("another proof of %d openings", count)
		}
		state := transcript.ChallengeScalar([]byte("state"))
		if state != theirTranscript.ChallengeScalar([]byte("state")) {
			t.Error("another transcript after the proof")
		}
		transcript = common.NewTranscript("vt")
		valid, err := CheckMultiProof(transcript, own, proof, o.commitments, o.values, o.points)
		if !valid || err != nil || transcript.ChallengeScalar([]byte("state")) != state {
			t.Errorf("%d openings: %v, %v, or another transcript", count, valid, err)
		}
		var read MultiProof
		if err := read.Read(&found); err != nil || !read.Equal(*proof) || read.Equal(MultiProof{}) {
			t.Error("the proof is read as another one", err)
		}
	}
}

func TestWrongClaimsAreRejected(t *testing.T) {
	own, _ := settings()
	o := openings(rand.New(rand.NewPCG(2, 2)), 5, 12)
	proof, err := CreateMultiProof(common.NewTranscript("vt"), own, o.commitments, o.vectors, o.points)
	if err != nil {
		t.Fatal(err)
	}
	verdict := func(what string, label string, proof *MultiProof, o opening, expected bool) {
		valid, err := CheckMultiProof(common.NewTranscript(label), own, proof, o.commitments, o.values, o.points)
		if err != nil || valid != expected {
			t.Errorf("%s: %v, %v", what, valid, err)
		}
	}
	verdict("the proof", "vt", proof, o, true)
	verdict("another label", "vs", proof, o, false)
	for i := range o.points {
		wrong := o
		wrong.points = slices.Clone(o.points)
		wrong.points[i]++
		verdict("another point", "vt", proof, wrong, false)
		wrong = o
		wrong.values = slices.Clone(o.values)
		one := fr.One()
		wrong.values[i] = new(fr.Element).Add(o.values[i], &one)
		verdict("another value", "vt", proof, wrong, false)
		wrong = o
		wrong.commitments = slices.Clone(o.commitments)
		wrong.commitments[i] = new(banderwagon.Element).Double(o.commitments[i])
		verdict("another commitment", "vt", proof, wrong, false)
	}
	changed := *proof
	changed.D.Double(&proof.D)
	verdict("another D", "vt", &changed, o, false)
}

func TestMalformedInput(t *testing.T) {
	own, _ := settings()
	o := openings(rand.New(rand.NewPCG(3, 3)), 2, 3)
	proof, err := CreateMultiProof(common.NewTranscript("vt"), own, o.commitments, o.vectors, o.points)
	if err != nil {
		t.Fatal(err)
	}
	create := func(o opening) error {
		_, err := CreateMultiProof(common.NewTranscript("vt"), own, o.commitments, o.vectors, o.points)
		return err
	}
	check := func(o opening, proof *MultiProof) error {
		valid, err := CheckMultiProof(common.NewTranscript("vt"), own, proof, o.commitments, o.values, o.points)
		if valid {
			t.Error("malformed input is valid")
		}
		return err
	}
	nothing := append([]*banderwagon.Element{{}}, o.commitments[1:]...)
	short := append([][]fr.Element{{}}, o.vectors[1:]...)
	for what, err := range map[string]error{
		"no openings": create(opening{}), "no claims": check(opening{}, proof),
		"a commitment less": create(opening{o.commitments[1:], o.vectors, o.values, o.points}),
		"a point less":      create(opening{o.commitments, o.vectors, o.values, o.points[1:]}),
		"a short vector":    create(opening{o.commitments, short, o.values, o.points}),
		"no element":        create(opening{nothing, o.vectors, o.values, o.points}),
		"a value less":      check(opening{o.commitments, o.vectors, o.values[1:], o.points}, proof),
		"a point too few":   check(opening{o.commitments, o.vectors, o.values, o.points[1:]}, proof),
		"no argument":       check(o, &MultiProof{D: proof.D}),
		"no D":              check(o, &MultiProof{IPA: proof.IPA}),
		"no commitment":     check(opening{nothing, o.vectors, o.values, o.points}, proof),
	} {
		if err == nil {
			t.Errorf("%s: no error", what)
		}
	}
	var buffer bytes.Buffer
	if err := proof.Write(&buffer); err != nil {
		t.Fatal(err)
	}
	for _, text := range [][]byte{nil, buffer.Bytes()[:575], append(slices.Clone(buffer.Bytes()), 0),
		append(bytes.Repeat([]byte{0xff}, 32), buffer.Bytes()[32:]...)} {
		var read MultiProof
		if err := read.Read(bytes.NewReader(text)); err == nil || len(read.IPA.L) != 0 {
			t.Errorf("%d bytes are read", len(text))
		}
	}
}
