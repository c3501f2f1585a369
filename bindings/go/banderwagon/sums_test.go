//go:build cgo

package banderwagon

import (
	"math/rand/v2"
	"slices"
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

// generators are those of both tables.
var generators = sync.OnceValue(func() []theirs.Element { return ipa.GenerateRandomPoints(tableSize) })

var ownTables = sync.OnceValue(func() *MSMPrecomp {
	elements := make([]Element, tableSize)
	for i, generator := range generators() {
		bytes := generator.BytesUncompressedTrusted()
		if err := elements[i].SetBytesUncompressed(bytes[:], true); err != nil {
			panic(err)
		}
	}
	tables, err := NewPrecompMSM(elements)
	if err != nil {
		panic(err)
	}
	return &tables
})

// tables are ours and go-ipa's, of the same generators.
var tables = sync.OnceValues(func() (*MSMPrecomp, *theirs.MSMPrecomp) {
	other, err := theirs.NewPrecompMSM(generators())
	if err != nil {
		panic(err)
	}
	return ownTables(), &other
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

// chosenTerms are those of sums, their factors, and the old elements to which the sums are added.
func chosenTerms(random *rand.Rand, count int) (terms Terms, all [][]fr.Element, old []Element) {
	old = make([]Element, count)
	for i := range old {
		factors := make([]fr.Element, tableSize)
		for range random.IntN(9) {
			factors[random.IntN(tableSize)] = chosenScalar(random, random.IntN(7))
		}
		terms.Append(factors)
		all = append(all, factors)
		start := randomScalar(random)
		old[i].ScalarMul(&Generator, &start)
	}
	return terms, all, old
}

// Sums added to old elements.
func TestCommitsAreThePointsOfGoIPA(t *testing.T) {
	ours, other := tables()
	random := rand.New(rand.NewPCG(6, 0))
	for _, count := range []int{0, 1, 3, 40, 100} {
		terms, all, old := chosenTerms(random, count)
		out := make([]Element, count)
		if err := ours.Commit(terms, old, out); err != nil {
			t.Error(err)
		}
		for i := range out {
			sum := other.MSM(all[i])
			var expected theirs.Element
			expected.Add(same(&old[i]), &sum)
			if out[i].BytesUncompressedTrusted() != expected.BytesUncompressedTrusted() {
				t.Errorf("number %d of %d is another point", i, count)
			}
		}
	}
}

func isSamePoint(a, b Element) bool {
	return a.BytesUncompressedTrusted() == b.BytesUncompressedTrusted()
}

// Goroutines with the same tables and the same old elements have the sums of one call after the other.
func TestCommitsInGoroutines(t *testing.T) {
	ours := ownTables()
	terms, _, old := chosenTerms(rand.New(rand.NewPCG(6, 1)), 40)
	expected := make([]Element, len(old))
	if err := ours.Commit(terms, old, expected); err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			out := make([]Element, len(old))
			for range 3 {
				clear(out)
				if err := ours.Commit(terms, old, out); err != nil || !slices.EqualFunc(out, expected, isSamePoint) {
					t.Error("other points", err)
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
	ours := ownTables()
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
