//go:build cgo

package banderwagon

import (
	"errors"

	"github.com/crate-crypto/go-ipa/bandersnatch/fr"

	"vorpal.example/go/internal/lib"
)

// MultiExpConfig has the options of a sum.
type MultiExpConfig struct {
	NbTasks     int  // The library chooses the number of threads; a number above 1024 is an error.
	ScalarsMont bool // Whether the scalars are in Montgomery form, as methods of fr.Element leave them.
}

// MultiExp makes p the sum of elements, each multiplied by the scalar with the same index.
func (p *Element) MultiExp(elements []Element, factors []fr.Element, config MultiExpConfig) (*Element, error) {
	if len(elements) != len(factors) {
		return nil, errors.New("len(points) != len(scalars)")
	}
	if config.NbTasks > 1024 {
		return nil, errors.New("invalid config: config.NbTasks > 1024")
	}
	if !config.ScalarsMont {
		factors = append([]fr.Element(nil), factors...)
		for i := range factors {
			factors[i].ToMont()
		}
	}
	var result Element
	if err := sum(elements, factors, &result); err != nil {
		return nil, err
	}
	*p = result
	return p, nil
}

func sum(elements []Element, factors []fr.Element, out *Element) error {
	if layout != nil {
		return layout
	}
	var result [1]Element
	if err := lib.SumElements(nil, points(elements), scalars(factors), &points(result[:])[0]); err != nil {
		return err
	}
	*out = result[0]
	return nil
}
