//go:build cgo

package banderwagon

import (
	"fmt"

	"github.com/crate-crypto/go-ipa/bandersnatch/fr"

	"vorpal.example/go/internal/lib"
)

// tableSize is the number of elements of a table.
const tableSize = 256

// profile is the size of tables: at most 128 MiB. See the constants of package verkle.
const profile = 1

// MSMPrecomp has tables of 256 elements for sums. Several goroutines may use it at the same time. The garbage collector
// frees the tables with the last copy.
type MSMPrecomp struct{ committer lib.Committer }

// NewPrecompMSM creates tables of 256 elements.
func NewPrecompMSM(elements []Element) (MSMPrecomp, error) {
	if len(elements) != tableSize {
		return MSMPrecomp{}, fmt.Errorf("the number of points must be %d", tableSize)
	}
	if layout != nil {
		return MSMPrecomp{}, layout
	}
	generator := [1]Element{Generator}
	committer, err := lib.CommitterFromPoints(nil, profile, (*[tableSize]lib.Point)(points(elements)),
		&points(generator[:])[0])
	if err != nil {
		return MSMPrecomp{}, fmt.Errorf("creating precomputed table for point: %w", err)
	}
	return MSMPrecomp{committer}, nil
}

// MSM returns the sum of the elements of the tables, each multiplied by the scalar with the same index: the same point
// as go-ipa's. There are at most 256 scalars; missing ones are zero.
func (m *MSMPrecomp) MSM(factors []fr.Element) Element {
	if len(factors) > tableSize {
		panic(fmt.Sprintf("%d scalars, more than %d", len(factors), tableSize))
	}
	var terms Terms
	terms.Append(factors)
	var out [1]Element
	must(m.Commit(terms, nil, out[:]))
	return out[0]
}

// Terms are sparse vectors of 256 scalars, one after the other.
type Terms struct {
	ends    []uint
	indices []byte
	values  []fr.Element
}

// Add adds a scalar to the vector that End ends next. An index may repeat.
func (t *Terms) Add(index byte, value *fr.Element) {
	if !value.IsZero() {
		t.indices, t.values = append(t.indices, index), append(t.values, *value)
	}
}

// End ends a vector.
func (t *Terms) End() { t.ends = append(t.ends, uint(len(t.indices))) }

// Append adds a vector of at most 256 scalars.
func (t *Terms) Append(factors []fr.Element) {
	for i := range factors {
		t.Add(byte(i), &factors[i])
	}
	t.End()
}

// Commit computes MSM of each vector by one call, and adds the elements of old with the same index unless old is nil.
func (m *MSMPrecomp) Commit(terms Terms, old, out []Element) error {
	if layout != nil {
		return layout
	}
	if len(out) != len(terms.ends) || old != nil && len(old) != len(out) {
		return fmt.Errorf("%d vectors, %d old elements and places for %d sums", len(terms.ends), len(old), len(out))
	}
	offsets := append([]uint{0}, terms.ends...)
	return m.committer.CommitElements(nil, offsets, terms.indices, scalars(terms.values), points(old), points(out))
}

// Library is for packages of this module.
func (m *MSMPrecomp) Library() lib.Committer { return m.committer }
