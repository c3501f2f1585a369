package contenders

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"

	multiproof "github.com/crate-crypto/go-ipa"
	"github.com/crate-crypto/go-ipa/bandersnatch/fr"
	"github.com/crate-crypto/go-ipa/banderwagon"
	"github.com/crate-crypto/go-ipa/common"

	"vorpal/lab/go/lab"
)

// openings are polynomials, given by their commitments, with positions and the values there.
type openings struct {
	commitments []*banderwagon.Element
	polynomials [][]fr.Element
	positions   []uint8
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
	positions, err := in.Bytes(2, 1)
	if err != nil {
		return nil, err
	}
	all, err := newOpenings(polynomials, which, positions, tables)
	if err != nil {
		return nil, fmt.Errorf("columns 1 and 2: %w", err)
	}
	return all, nil
}

// newOpenings creates openings: opening i is of the polynomial which[i] at positions[i].
func newOpenings(polynomials [][]fr.Element, which []uint64, positions [][]byte, tables ipaTables) (*openings, error) {
	if len(which) != len(positions) {
		return nil, fmt.Errorf("%d polynomials are opened at %d positions", len(which), len(positions))
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
			return nil, fmt.Errorf("opening %d: there is no polynomial %d", i, index)
		}
		position := positions[i][0]
		all.commitments = append(all.commitments, commitments[index])
		all.polynomials = append(all.polynomials, polynomials[index])
		all.positions = append(all.positions, position)
		all.values = append(all.values, &polynomials[index][position])
	}
	return &all, nil
}

// polynomial decodes the 256 values of a polynomial.
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

// transcriptLabel is the label for proofs of state trees.
const transcriptLabel = "vt"

func (o *openings) create(tables ipaTables) *multiproof.MultiProof {
	transcript := common.NewTranscript(transcriptLabel)
	proof, err := multiproof.CreateMultiProof(transcript, tables.config, o.commitments, o.polynomials, o.positions)
	if err != nil {
		panic(err)
	}
	return proof
}

func (o *openings) verify(tables ipaTables, proof *multiproof.MultiProof) bool {
	transcript := common.NewTranscript(transcriptLabel)
	ok, err := multiproof.CheckMultiProof(transcript, tables.config, proof, o.commitments, o.values, o.positions)
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
	c.Operations("multiproof.create", computeMultiproof)
	c.Operation("multiproof.verify", func(arguments [][]byte) ([]byte, bool) {
		return verdict(checkMultiproof(arguments)), true
	})
}

// verdict returns one byte: 1 if the proof is valid, 0 if it is invalid or cannot be decoded.
func verdict(accepted bool) []byte {
	if accepted {
		return []byte{1}
	}
	return []byte{0}
}

// computeMultiproof creates a proof and the commitments to the polynomials. Arguments: the polynomial of each opening
// (u32 little-endian each, in one string), its position (one byte each, in one string), then the polynomials.
func computeMultiproof(arguments [][]byte) ([][]byte, bool) {
	if len(arguments) < 2 || len(arguments[0]) != 4*len(arguments[1]) {
		return nil, false
	}
	tables, err := ipaSettings()
	if err != nil {
		panic(err)
	}
	polynomials := make([][]fr.Element, len(arguments[2:]))
	for i, row := range arguments[2:] {
		var ok bool
		if polynomials[i], ok = polynomial(row); !ok {
			return nil, false
		}
	}
	var which []uint64
	for _, index := range pieces(arguments[0], 4) {
		which = append(which, uint64(binary.LittleEndian.Uint32(index)))
	}
	all, err := newOpenings(polynomials, which, pieces(arguments[1], 1), tables)
	if err != nil {
		return nil, false
	}
	proof, err := proofBytes(all.create(tables))
	if err != nil {
		return nil, false
	}
	results := [][]byte{proof}
	for _, values := range polynomials {
		commitment := tables.config.Commit(values)
		results = append(results, banderwagonEncode(&commitment))
	}
	return results, true
}

// checkMultiproof verifies a proof. Arguments: the proof, the positions (one byte each, in one string), then the
// commitment and the value of each opening.
func checkMultiproof(arguments [][]byte) bool {
	if len(arguments) < 2 || len(arguments[2:]) != 2*len(arguments[1]) {
		return false
	}
	tables, err := ipaSettings()
	if err != nil {
		panic(err)
	}
	var proof multiproof.MultiProof
	if proof.Read(bytes.NewReader(arguments[0])) != nil {
		return false
	}
	var all openings
	all.positions = arguments[1]
	for rows := arguments[2:]; len(rows) > 0; rows = rows[2:] {
		commitment, okCommitment := banderwagonElement(rows[0])
		value, okValue := banderwagonScalar(rows[1])
		if !okCommitment || !okValue {
			return false
		}
		all.commitments = append(all.commitments, &commitment)
		all.values = append(all.values, &value)
	}
	return all.verify(tables, &proof)
}

// pieces splits a string into pieces of equal width.
func pieces(text []byte, width int) [][]byte {
	var rows [][]byte
	for ; len(text) >= width; text = text[width:] {
		rows = append(rows, text[:width])
	}
	return rows
}
