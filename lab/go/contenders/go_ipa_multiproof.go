package contenders

import (
	"bytes"
	"errors"
	"fmt"

	multiproof "github.com/crate-crypto/go-ipa"
	"github.com/crate-crypto/go-ipa/bandersnatch/fr"
	"github.com/crate-crypto/go-ipa/banderwagon"
	"github.com/crate-crypto/go-ipa/common"

	"vorpal/lab/go/lab"
)

// openings say that polynomials, known by their commitments, have values at places.
type openings struct {
	commitments []*banderwagon.Element
	polynomials [][]fr.Element
	places      []uint8
	values      []*fr.Element
}

func readOpenings(in *lab.Input, tables ipaTables) (*openings, error) {
	polynomials, err := lab.Decode(in, 0, "256 scalars of banderwagon", polynomial)
	if err != nil {
		return nil, err
	}
	which, err := in.Numbers(1)
	if err != nil {
		return nil, err
	}
	places, err := in.Bytes(2, 1)
	if err != nil {
		return nil, err
	}
	if len(which) != len(places) {
		return nil, fmt.Errorf("column 1 has %d rows, column 2 has %d", len(which), len(places))
	}
	if len(which) == 0 {
		return nil, errors.New("there are no openings")
	}
	commitments := make([]*banderwagon.Element, len(polynomials))
	for i, values := range polynomials {
		commitment := tables.config.Commit(values)
		commitments[i] = &commitment
	}
	if err := banderwagon.BatchNormalize(commitments); err != nil {
		return nil, err
	}
	var all openings
	for i, index := range which {
		if index >= uint64(len(polynomials)) {
			return nil, fmt.Errorf("column 1, row %d: there is no polynomial %d", i, index)
		}
		place := places[i][0]
		all.commitments = append(all.commitments, commitments[index])
		all.polynomials = append(all.polynomials, polynomials[index])
		all.places = append(all.places, place)
		all.values = append(all.values, &polynomials[index][place])
	}
	return &all, nil
}

// polynomial decodes the 256 values of one.
func polynomial(row []byte) ([]fr.Element, bool) {
	if len(row) != 32*common.VectorLength {
		return nil, false
	}
	values := make([]fr.Element, common.VectorLength)
	for i := range values {
		var ok bool
		if values[i], ok = banderwagonScalar(row[32*i : 32*(i+1)]); !ok {
			return nil, false
		}
	}
	return values, true
}

// transcriptLabel is that of proofs of state trees.
const transcriptLabel = "vt"

func (o *openings) create(tables ipaTables) *multiproof.MultiProof {
	transcript := common.NewTranscript(transcriptLabel)
	proof, err := multiproof.CreateMultiProof(transcript, tables.config, o.commitments, o.polynomials, o.places)
	if err != nil {
		panic(err)
	}
	return proof
}

func (o *openings) verify(tables ipaTables, proof *multiproof.MultiProof) bool {
	transcript := common.NewTranscript(transcriptLabel)
	ok, err := multiproof.CheckMultiProof(transcript, tables.config, proof, o.commitments, o.values, o.places)
	return ok && err == nil
}

func proofBytes(proof *multiproof.MultiProof) ([]byte, error) {
	var out bytes.Buffer
	err := proof.Write(&out)
	return out.Bytes(), err
}

func registerIPAMultiproof(c *lab.Contender) {
	ready := func(in *lab.Input) (*openings, ipaTables, error) {
		tables, err := ipaSettings()
		if err != nil {
			return nil, tables, err
		}
		all, err := readOpenings(in, tables)
		return all, tables, err
	}
	create := func(in *lab.Input) (*lab.Prepared, error) {
		all, tables, err := ready(in)
		if err != nil {
			return nil, err
		}
		proof, err := proofBytes(all.create(tables))
		if err != nil {
			return nil, err
		}
		prepared := lab.Repeat(1, [][]byte{proof}, func() { all.create(tables) })
		prepared.Facts = tables.facts
		return prepared, nil
	}
	verify := func(in *lab.Input) (*lab.Prepared, error) {
		all, tables, err := ready(in)
		if err != nil {
			return nil, err
		}
		proof := all.create(tables)
		if !all.verify(tables, proof) {
			return nil, errors.New("the proof does not verify")
		}
		prepared := lab.Repeat(1, [][]byte{{1}}, func() {
			if !all.verify(tables, proof) {
				panic("the proof does not verify again")
			}
		})
		prepared.Facts = tables.facts
		return prepared, nil
	}
	for _, size := range []int{1, 100, 2000} {
		c.Offer(fmt.Sprintf("multiproof.create.%d", size), "multiproof.CreateMultiProof, not serialised", create)
		c.Offer(fmt.Sprintf("multiproof.verify.%d", size), "multiproof.CheckMultiProof, proof decoded before", verify)
	}
}
