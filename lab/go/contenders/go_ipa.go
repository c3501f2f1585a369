package contenders

import (
	"fmt"
	"sync"
	"time"

	"github.com/crate-crypto/go-ipa/bandersnatch/fp"
	"github.com/crate-crypto/go-ipa/bandersnatch/fr"
	"github.com/crate-crypto/go-ipa/banderwagon"
	"github.com/crate-crypto/go-ipa/common"
	"github.com/crate-crypto/go-ipa/ipa"

	"vorpal/lab/go/lab"
)

const ipaModule = "github.com/crate-crypto/go-ipa"

func init() {
	lab.Register("go-ipa", []string{ipaModule, gnarkModule}, func(c *lab.Contender) {
		registerIPASqrt(c)
		registerIPAGroup(c)
		registerIPACommit(c)
		registerIPAMultiproof(c)
	})
}

// ipaTables are the basis of the commitments with its tables. The fact setup_ns is the time of both: NewIPASettings
// also derives the points of the basis.
type ipaTables struct {
	config *ipa.IPAConfig
	facts  map[string]float64
}

// ipaSettings builds the tables when they are first needed.
var ipaSettings = sync.OnceValues(func() (ipaTables, error) {
	start := time.Now()
	config, err := ipa.NewIPASettings()
	if err != nil {
		return ipaTables{}, fmt.Errorf("the tables of the basis: %w", err)
	}
	return ipaTables{config, map[string]float64{
		"table_bytes": basisTableBytes,
		"setup_ns":    float64(time.Since(start).Nanoseconds()),
	}}, nil
})

func registerIPASqrt(c *lab.Contender) {
	field := lab.NewField(c, "bls12_381_scalar", bls12381frCodec)
	field.Sqrt("bandersnatch/fp.SqrtPrecomp, discrete logarithm by tables",
		func(z, x *fp.Element) { z.Neg(x) },
		func(z, x *fp.Element) bool {
			root := fp.SqrtPrecomp(x)
			if root == nil {
				return false
			}
			*z = *root
			return true
		})
}

func registerIPAGroup(c *lab.Contender) {
	type element = banderwagon.Element
	group := lab.NewGroup(c, "banderwagon", banderwagonCodec)
	group.Operations(
		func(z, x, y *element) { z.Add(x, y) },
		func(z, x *element) { z.Double(x) },
		func(z, x *element) { z.Neg(x) },
		func(z, x *element, s *fr.Element) { z.ScalarMul(x, s) },
	)
	group.MSM("banderwagon.Element.MultiExp, as many tasks as threads", []int{10, 14},
		func(points []element, scalars []fr.Element, threads int) element {
			config := banderwagon.MultiExpConfig{NbTasks: threads, ScalarsMont: true}
			var sum element
			if _, err := sum.MultiExp(points, scalars, config); err != nil {
				panic(err)
			}
			return sum
		})
	c.Operation("banderwagon.decode", func(arguments [][]byte) ([]byte, bool) {
		element, ok := lab.Argument(arguments, 0, banderwagonElement)
		if !ok {
			return nil, false
		}
		return banderwagonMap(&element), true
	})
	c.Offer("decode.banderwagon.single", "banderwagon.Element.SetBytes", func(in *lab.Input) (*lab.Prepared, error) {
		rows, err := in.Bytes(0, banderwagon.CompressedSize)
		if err != nil {
			return nil, err
		}
		var element banderwagon.Element
		return lab.Single(rows,
			func(row *[]byte) error { return element.SetBytes(*row) },
			func(err error) []byte {
				if err != nil {
					return nil
				}
				return banderwagonMap(&element)
			})
	})
}

// ipaKinds are the ways in which the values of a commitment are filled.
var ipaKinds = []string{"full256", "first5", "one", "nonzero8", "nonzero32", "nonzero64", "nonzero128"}

func registerIPACommit(c *lab.Contender) {
	prepare := func(in *lab.Input) (*lab.Prepared, error) {
		tables, err := ipaSettings()
		if err != nil {
			return nil, err
		}
		scalars, err := lab.Decode(in, 0, "a scalar of banderwagon", banderwagonScalar)
		if err != nil {
			return nil, err
		}
		if len(scalars)%common.VectorLength != 0 {
			return nil, fmt.Errorf("column 0 has %d rows, no multiple of %d", len(scalars), common.VectorLength)
		}
		var vectors [][]fr.Element
		for len(scalars) > 0 {
			vectors = append(vectors, upToLastNonzero(scalars[:common.VectorLength]))
			scalars = scalars[common.VectorLength:]
		}
		prepared, err := lab.Single(vectors,
			func(vector *[]fr.Element) banderwagon.Element { return tables.config.Commit(*vector) },
			func(element banderwagon.Element) []byte { return banderwagonEncode(&element) })
		if err == nil {
			prepared.Facts = tables.facts
		}
		return prepared, err
	}
	for _, kind := range ipaKinds {
		c.Offer("commit."+kind, "ipa.IPAConfig.Commit, tables of 16 and 8 bits; skips zeros", prepare)
	}
	c.Operation("commit", func(arguments [][]byte) ([]byte, bool) {
		if len(arguments) > common.VectorLength {
			return nil, false
		}
		tables, err := ipaSettings()
		if err != nil {
			panic(err)
		}
		values := make([]fr.Element, len(arguments))
		for i := range values {
			var ok bool
			if values[i], ok = banderwagonScalar(arguments[i]); !ok {
				return nil, false
			}
		}
		commitment := tables.config.Commit(values)
		return banderwagonEncode(&commitment), true
	})
}

// upToLastNonzero leaves off the zeros at the end.
func upToLastNonzero(values []fr.Element) []fr.Element {
	for len(values) > 0 && values[len(values)-1].IsZero() {
		values = values[:len(values)-1]
	}
	return values
}
