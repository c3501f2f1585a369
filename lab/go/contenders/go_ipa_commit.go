package contenders

import (
	"fmt"

	"github.com/crate-crypto/go-ipa/bandersnatch/fr"
	"github.com/crate-crypto/go-ipa/banderwagon"
	"github.com/crate-crypto/go-ipa/common"

	"vorpal/lab/go/lab"
)

// ipaKinds are the patterns of nonzero values in committed vectors.
var ipaKinds = []string{"full256", "first5", "one", "nonzero8", "nonzero32", "nonzero64", "nonzero128"}

// profiles are memory budgets for tables. go-ipa has one size of tables, which is measured for each of them.
var profiles = []string{"32MiB", "128MiB", "340MiB"}

// batch is the number of vectors in one batch, for libraries with batch commitments.
const batch = 64

func registerIPACommit(c *lab.Contender) {
	offer := func(workload, path string,
		timed func(
			[][]fr.Element, func(*[]fr.Element) banderwagon.Element, func(banderwagon.Element) []byte,
		) (*lab.Prepared, error),
	) {
		c.Offer(workload, path, func(in *lab.Input) (*lab.Prepared, error) {
			tables, err := ipaSettings()
			if err != nil {
				return nil, err
			}
			vectors, err := readVectors(in)
			if err != nil {
				return nil, err
			}
			prepared, err := timed(vectors,
				func(vector *[]fr.Element) banderwagon.Element { return tables.config.Commit(*vector) },
				func(element banderwagon.Element) []byte { return banderwagonEncode(&element) })
			if err == nil {
				prepared.Facts = tables.facts
			}
			return prepared, err
		})
	}
	const path = "ipa.IPAConfig.Commit, tables of 16 and 8 bits; skips zeros"
	for _, kind := range ipaKinds {
		offer("commit."+kind, path, lab.Single)
		for _, profile := range profiles {
			offer("commit."+kind+"."+profile, path, lab.Single)
		}
	}
	offer("commit.first5.batch64", path+"; one by one",
		func(vectors [][]fr.Element, commit func(*[]fr.Element) banderwagon.Element, encode func(banderwagon.Element) []byte,
		) (*lab.Prepared, error) {
			return lab.Batches(vectors, batch, commit, encode)
		})
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

// readVectors returns the vectors of 256 values in column 0, without trailing zeros.
func readVectors(in *lab.Input) ([][]fr.Element, error) {
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
	return vectors, nil
}

// upToLastNonzero removes trailing zeros.
func upToLastNonzero(values []fr.Element) []fr.Element {
	for len(values) > 0 && values[len(values)-1].IsZero() {
		values = values[:len(values)-1]
	}
	return values
}
