package contenders

import (
	"fmt"
	"sync"
	"time"

	"github.com/crate-crypto/go-ipa/bandersnatch/fp"
	"github.com/crate-crypto/go-ipa/bandersnatch/fr"
	"github.com/crate-crypto/go-ipa/banderwagon"
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

// ipaTables contains the basis of the commitments and its tables. The fact setup_ns covers both, because NewIPASettings
// also derives the points of the basis.
type ipaTables struct {
	config *ipa.IPAConfig
	facts  map[string]float64
}

// ipaSettings builds the tables on first use.
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
	registerIPASteps(c)
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

// registerIPASteps offers two operations of commitments and trees: additions of points with Z != 1, and maps to the
// scalar field.
func registerIPASteps(c *lab.Contender) {
	type element = banderwagon.Element
	c.Offer("banderwagon.add.latency", "banderwagon.Element.Add", func(in *lab.Input) (*lab.Prepared, error) {
		start, err := doubles(in, 0)
		if err != nil {
			return nil, err
		}
		terms, err := doubles(in, 1)
		if err != nil {
			return nil, err
		}
		sum := start[0]
		pass := func() {
			for i := range terms {
				sum.Add(&sum, &terms[i])
			}
		}
		pass()
		return lab.Repeat(len(terms), [][]byte{banderwagonEncode(&sum)}, pass), nil
	})
	c.Offer("banderwagon.map.single", "banderwagon.Element.MapToScalarField", func(in *lab.Input) (*lab.Prepared, error) {
		points, err := doubles(in, 0)
		if err != nil {
			return nil, err
		}
		return lab.Single(points,
			func(point *element) (mapped fr.Element) {
				point.MapToScalarField(&mapped)
				return mapped
			},
			scalarBytes)
	})
	c.Offer("banderwagon.map.batch1000", "banderwagon.BatchMapToScalarField", func(in *lab.Input) (*lab.Prepared, error) {
		points, err := doubles(in, 0)
		if err != nil {
			return nil, err
		}
		mapped := make([]fr.Element, len(points))
		results, elements := make([]*fr.Element, len(points)), make([]*element, len(points))
		for i := range points {
			results[i], elements[i] = &mapped[i], &points[i]
		}
		work := func() {
			if err := banderwagon.BatchMapToScalarField(results, elements); err != nil {
				panic(err)
			}
		}
		work()
		encoded := make([][]byte, len(mapped))
		for i := range mapped {
			encoded[i] = scalarBytes(mapped[i])
		}
		return lab.Repeat(len(points), encoded, work), nil
	})
}

// doubles returns the doubles of the points in a column, which must not be empty. Like computed sums, they have Z != 1.
func doubles(in *lab.Input, column int) ([]banderwagon.Element, error) {
	points, err := lab.Decode(in, column, "a point of banderwagon", banderwagonTrusted)
	if err == nil && len(points) == 0 {
		err = fmt.Errorf("column %d has no row", column)
	}
	for i := range points {
		points[i].Double(&points[i])
	}
	return points, err
}

func scalarBytes(scalar fr.Element) []byte {
	bytes := scalar.BytesLE()
	return bytes[:]
}
