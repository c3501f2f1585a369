//go:build cgo

package banderwagon

import (
	"errors"

	"github.com/crate-crypto/go-ipa/bandersnatch/fr"

	"vorpal.example/go/internal/lib"
)

// MapToScalarField sets a scalar to the number x / y, which Verkle trees use as a hash of the element.
// BatchMapToScalarField is faster for several elements.
func (p Element) MapToScalarField(result *fr.Element) {
	var out [1]fr.Element
	must(lib.ElementsToScalars(nil, points([]Element{p}), scalars(out[:])))
	*result = out[0]
}

// BatchMapToScalarField sets each scalar to MapToScalarField of the element with the same index, with one inversion for
// all of them.
func BatchMapToScalarField(result []*fr.Element, elements []*Element) error {
	if len(result) != len(elements) {
		return errors.New("result and elements slices must be the same length")
	}
	mapped, err := MapElements(gathered(elements))
	if err != nil {
		return err
	}
	for i := range mapped {
		*result[i] = mapped[i]
	}
	return nil
}

// MapElements returns MapToScalarField of each element, with one inversion for all of them. It copies no element.
func MapElements(elements []Element) ([]fr.Element, error) {
	if layout != nil {
		return nil, layout
	}
	mapped := make([]fr.Element, len(elements))
	if err := lib.ElementsToScalars(nil, points(elements), scalars(mapped)); err != nil {
		return nil, err
	}
	return mapped, nil
}
