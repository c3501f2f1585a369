//go:build cgo

package ipa

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/crate-crypto/go-ipa/bandersnatch/fr"
	theirCommon "github.com/crate-crypto/go-ipa/common"
	theirs "github.com/crate-crypto/go-ipa/ipa"

	"vorpal.example/go/banderwagon"
	"vorpal.example/go/ipa/common"
)

var settings = sync.OnceValues(func() (*IPAConfig, *theirs.IPAConfig) {
	own, err := NewIPASettings()
	if err != nil {
		panic(err)
	}
	other, err := theirs.NewIPASettings()
	if err != nil {
		panic(err)
	}
	return own, other
})

func randomVector(random *rand.Rand) []fr.Element {
	vector := make([]fr.Element, common.VectorLength)
	for i := range vector {
		var bytes [32]byte
		for j := range bytes {
			bytes[j] = byte(random.Uint32())
		}
		vector[i].SetBytesLE(bytes[:])
	}
	return vector
}

func TestGenerators(t *testing.T) {
	own, other := settings()
	for i := range own.SRS {
		if own.SRS[i].BytesUncompressedTrusted() != other.SRS[i].BytesUncompressedTrusted() {
			t.Fatalf("generator %d is another point", i)
		}
	}
	if own.Q.Bytes() != other.Q.Bytes() || len(GenerateRandomPoints(0)) != 0 {
		t.Error("another Q, or points where none are asked for")
	}
}

func TestWeights(t *testing.T) {
	own, other := settings()
	random := rand.New(rand.NewPCG(1, 2))
	for range 3 {
		f := randomVector(random)
		found := own.PrecomputedWeights.ComputeBarycentricCoefficients(f[7])
		if !slices.Equal(found, other.PrecomputedWeights.ComputeBarycentricCoefficients(f[7])) {
			t.Error("other coefficients")
		}
		for _, index := range []uint8{0, 1, 2, 127, 128, 254, 255} {
			found := own.PrecomputedWeights.DivideOnDomain(index, f)
			if !slices.Equal(found, other.PrecomputedWeights.DivideOnDomain(index, f)) {
				t.Errorf("another quotient by X - %d", index)
			}
		}
	}
}

// proofs of both libraries for the same statement, and the challenges after them.
func TestProofsAreThoseOfGoIPA(t *testing.T) {
	own, other := settings()
	random := rand.New(rand.NewPCG(3, 4))
	points := []fr.Element{randomVector(random)[0], fr.MinusOne(), {}, fr.One()}
	for _, number := range []uint64{2, 255, 256, 257} {
		var point fr.Element
		points = append(points, *point.SetUint64(number))
	}
	for i, point := range points {
		vector := randomVector(random)
		if i%2 == 1 {
			clear(vector[3:])
		}
		commitment, theirCommitment := own.Commit(vector), other.Commit(vector)
		transcript, theirTranscript := common.NewTranscript("test"), theirCommon.NewTranscript("test")
		proof, err := CreateIPAProof(transcript, own, commitment, vector, point)
		if err != nil {
			t.Fatal(err)
		}
		expected, err := theirs.CreateIPAProof(theirTranscript, other, theirCommitment, vector, point)
		if err != nil {
			t.Fatal(err)
		}
		var found, want bytes.Buffer
		if err := proof.Write(&found); err != nil {
			t.Fatal(err)
		}
		if err := expected.Write(&want); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(found.Bytes(), want.Bytes()) {
			t.Fatalf("another proof at %s", point.String())
		}
		state := transcript.ChallengeScalar([]byte("state"))
		if state != theirTranscript.ChallengeScalar([]byte("state")) {
			t.Error("another transcript after the proof")
		}
		checkVerdicts(t, own, commitment, &proof, vector, point, state)
	}
}

// checkVerdicts verifies a proof, and proofs and claims with one change each.
func checkVerdicts(t *testing.T, config *IPAConfig, commitment banderwagon.Element, proof *IPAProof,
	vector []fr.Element, point, state fr.Element) {
	t.Helper()
	weights := make([]fr.Element, common.VectorLength)
	if inside := point.ToRegular(); inside.IsUint64() && inside[0] < common.VectorLength {
		weights[inside[0]] = fr.One()
	} else {
		weights = config.PrecomputedWeights.ComputeBarycentricCoefficients(point)
	}
	value, err := InnerProd(vector, weights)
	if err != nil {
		t.Fatal(err)
	}
	check := func(what string, commitment banderwagon.Element, proof IPAProof, value fr.Element, expected bool) {
		transcript := common.NewTranscript("test")
		valid, err := CheckIPAProof(transcript, config, commitment, proof, point, value)
		if valid != expected || err != nil {
			t.Errorf("%s: %v, %v", what, valid, err)
		}
		if expected && transcript.ChallengeScalar([]byte("state")) != state {
			t.Error("another transcript after the check")
		}
	}
	check("the proof", commitment, *proof, value, true)
	one := fr.One()
	var wrong fr.Element
	check("another value", commitment, *proof, *wrong.Add(&value, &one), false)
	check("another commitment", *new(banderwagon.Element).Double(&commitment), *proof, value, false)
	for i := range proof.L {
		changed := IPAProof{slices.Clone(proof.L), slices.Clone(proof.R), proof.A_scalar}
		changed.L[i].Add(&changed.L[i], &banderwagon.Generator)
		check(fmt.Sprintf("another L[%d]", i), commitment, changed, value, false)
		changed = IPAProof{slices.Clone(proof.L), slices.Clone(proof.R), proof.A_scalar}
		changed.R[i].Neg(&changed.R[i])
		check(fmt.Sprintf("another R[%d]", i), commitment, changed, value, false)
	}
	changed := *proof
	changed.A_scalar.Double(&proof.A_scalar)
	check("another scalar", commitment, changed, value, false)
}

func TestMalformedProofs(t *testing.T) {
	own, _ := settings()
	vector := randomVector(rand.New(rand.NewPCG(5, 6)))
	point := fr.One()
	proof, err := CreateIPAProof(common.NewTranscript(""), own, own.Commit(vector), vector, point)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := CreateIPAProof(common.NewTranscript(""), own, own.Commit(vector), vector[1:], point); err == nil {
		t.Error("a vector of 255 values is accepted")
	}
	for _, bad := range []IPAProof{{}, {L: proof.L, R: proof.R[1:]}, {L: proof.L[1:], R: proof.R[1:]},
		{L: make([]banderwagon.Element, rounds), R: proof.R}} {
		valid, err := CheckIPAProof(common.NewTranscript(""), own, own.Commit(vector), bad, point, vector[1])
		if err == nil || valid {
			t.Error("a malformed proof has a verdict")
		}
	}
	var buffer bytes.Buffer
	if err := proof.Write(&buffer); err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(7, 8))
	for round := range 400 {
		text := slices.Clone(buffer.Bytes())
		if round < 40 {
			text = text[:random.IntN(len(text))]
		} else {
			text[random.IntN(len(text))] ^= 1 << random.IntN(8)
		}
		var read IPAProof
		var other theirs.IPAProof
		err, expected := read.Read(bytes.NewReader(text)), other.Read(bytes.NewReader(text))
		if (err == nil) != (expected == nil) {
			t.Fatalf("%v, and go-ipa %v", err, expected)
		}
		var again bytes.Buffer
		if err == nil && (read.Write(&again) != nil || !bytes.Equal(again.Bytes(), text) || read.Equal(proof)) {
			t.Fatal("a changed proof is read as another one")
		}
	}
}

func TestSizesOfScalars(t *testing.T) {
	if _, err := InnerProd(make([]fr.Element, 2), make([]fr.Element, 3)); err == nil {
		t.Error("other lengths are accepted")
	}
	if sum, err := MultiScalar(nil, nil); err != nil || !sum.Equal(&banderwagon.Identity) {
		t.Error("the empty sum is not the identity", err)
	}
	if _, err := MultiScalar(make([]banderwagon.Element, 1), nil); err == nil {
		t.Error("other lengths are accepted")
	}
}
