//go:build cgo

package banderwagon

import (
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/crate-crypto/go-ipa/bandersnatch/fr"
	theirs "github.com/crate-crypto/go-ipa/banderwagon"
	"github.com/crate-crypto/go-ipa/ipa"
)

func TestSumsAreThoseOfGoIPA(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	for _, count := range sizes {
		elements, factors := make([]Element, count), make([]fr.Element, count)
		regular := make([]fr.Element, count)
		// The elements are multiples of the generator, and so is the sum.
		var total fr.Element
		for i := range elements {
			multiple := chosenScalar(random, 6-i%7)
			elements[i].ScalarMul(&Generator, &multiple)
			factors[i] = chosenScalar(random, i)
			regular[i] = factors[i].ToRegular()
			total.Add(&total, multiple.Mul(&multiple, &factors[i]))
		}
		generator := theirs.Generator
		expected := new(theirs.Element).ScalarMul(&generator, &total)
		for _, mont := range []bool{true, false} {
			given := map[bool][]fr.Element{true: factors, false: regular}[mont]
			var sum Element
			if _, err := sum.MultiExp(elements, given, MultiExpConfig{ScalarsMont: mont}); err != nil {
				t.Fatal(err)
			}
			if sum.Bytes() != expected.Bytes() {
				t.Errorf("another sum of %d elements", count)
			}
		}
	}
	one := []fr.Element{fr.One()}
	if _, err := new(Element).MultiExp([]Element{Generator}, one, MultiExpConfig{NbTasks: 1025}); err == nil {
		t.Error("1025 tasks are accepted")
	}
	if _, err := new(Element).MultiExp([]Element{Generator}, nil, MultiExpConfig{}); err == nil {
		t.Error("other lengths are accepted")
	}
}

// tables are ours and go-ipa's, of the same generators.
var tables = sync.OnceValues(func() (*MSMPrecomp, *theirs.MSMPrecomp) {
	generators := ipa.GenerateRandomPoints(tableSize)
	own := make([]Element, tableSize)
	for i := range own {
		bytes := generators[i].BytesUncompressedTrusted()
		if err := own[i].SetBytesUncompressed(bytes[:], true); err != nil {
			panic(err)
		}
	}
	ours, err := NewPrecompMSM(own)
	if err != nil {
		panic(err)
	}
	other, err := theirs.NewPrecompMSM(generators)
	if err != nil {
		panic(err)
	}
	return &ours, &other
})

// MSM gives the same one of the two points that represent the sum, also for scalars that the library negates.
func TestMSMIsThePointOfGoIPA(t *testing.T) {
	ours, other := tables()
	random := rand.New(rand.NewPCG(5, 5))
	for round := range 200 {
		factors := make([]fr.Element, []int{0, 1, 2, 5, 17, 255, 256}[round%7])
		for i := range factors {
			factors[i] = chosenScalar(random, random.IntN(7))
		}
		found, expected := ours.MSM(factors), other.MSM(factors)
		if found.BytesUncompressedTrusted() != expected.BytesUncompressedTrusted() {
			t.Fatalf("another point for %d scalars", len(factors))
		}
	}
	for i := range tableSize {
		factors := make([]fr.Element, tableSize)
		factors[i] = fr.MinusOne()
		found, expected := ours.MSM(factors), other.MSM(factors)
		if found.BytesUncompressedTrusted() != expected.BytesUncompressedTrusted() {
			t.Fatalf("another point for the scalar -1 of generator %d", i)
		}
	}
}

// Sums added to old elements, from several goroutines.
func TestCommitsAreThePointsOfGoIPA(t *testing.T) {
	ours, other := tables()
	var group sync.WaitGroup
	for seed := range uint64(4) {
		group.Go(func() {
			random := rand.New(rand.NewPCG(6, seed))
			for _, count := range []int{0, 1, 3, 40} {
				var terms Terms
				old := make([]Element, count)
				expected := make([]theirs.Element, count)
				for i := range old {
					factors := make([]fr.Element, tableSize)
					for range random.IntN(9) {
						factors[random.IntN(tableSize)] = chosenScalar(random, random.IntN(7))
					}
					terms.Append(factors)
					start := randomScalar(random)
					old[i].ScalarMul(&Generator, &start)
					sum := other.MSM(factors)
					expected[i].Add(same(&old[i]), &sum)
				}
				out := make([]Element, count)
				if err := ours.Commit(terms, old, out); err != nil {
					t.Error(err)
				}
				for i := range out {
					if out[i].BytesUncompressedTrusted() != expected[i].BytesUncompressedTrusted() {
						t.Errorf("number %d of %d is another point", i, count)
					}
				}
			}
		})
	}
	group.Wait()
}

func TestTablesNameTheirErrors(t *testing.T) {
	if _, err := NewPrecompMSM(make([]Element, 255)); err == nil {
		t.Error("255 elements are accepted")
	}
	elements := make([]Element, tableSize)
	for i := range elements {
		elements[i] = Generator
	}
	// (x, y) with y = 0 is no element.
	elements[200].inner.Y.SetZero()
	if _, err := NewPrecompMSM(elements); err == nil ||
		err.Error() != "creating precomputed table for point: vorpal: generators: number 200 is not in the group" {
		t.Error(err)
	}
	ours, _ := tables()
	var terms Terms
	terms.End()
	if ours.Commit(terms, nil, nil) == nil || ours.Commit(terms, make([]Element, 2), make([]Element, 1)) == nil {
		t.Error("other numbers of sums are accepted")
	}
	defer func() {
		if recover() == nil {
			t.Error("257 scalars are accepted")
		}
	}()
	ours.MSM(make([]fr.Element, tableSize+1))
}
