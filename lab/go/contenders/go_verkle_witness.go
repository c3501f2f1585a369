package contenders

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	verkle "github.com/ethereum/go-verkle"

	"vorpal/lab/go/eip6800"
	"vorpal/lab/go/lab"
)

// witnessCase is a tree and the keys that a proof must cover.
type witnessCase struct {
	tree   *verkle.InternalNode
	root   []byte
	wanted [][]byte
}

func readWitness(in *lab.Input) (*witnessCase, error) {
	var columns [3][][]byte
	for i := range columns {
		var err error
		if columns[i], err = in.Bytes(i, 32); err != nil {
			return nil, err
		}
	}
	keys, values, wanted := columns[0], columns[1], columns[2]
	if len(keys) != len(values) {
		return nil, fmt.Errorf("%d keys, %d values", len(keys), len(values))
	}
	if len(wanted) == 0 {
		return nil, errors.New("column 2 has no row")
	}
	writes := make([]eip6800.Write, len(keys))
	for i := range writes {
		writes[i] = eip6800.NewWrite(keys[i], values[i])
	}
	tree := eip6800.NewTree()
	return &witnessCase{tree, insertAndCommit(tree, writes), wanted}, nil
}

// witness is a serialised proof.
type witness struct {
	proof *verkle.VerkleProof
	diff  verkle.StateDiff
}

// create proves the wanted keys. The library sorts the keys in place, so they are copied.
func (w *witnessCase) create() (*verkle.Proof, witness) {
	proof, _, _, _, err := verkle.MakeVerkleMultiProof(w.tree, nil, slices.Clone(w.wanted), nil)
	if err != nil {
		panic(err)
	}
	serialised, diff, err := verkle.SerializeProof(proof)
	if err != nil {
		panic(err)
	}
	return proof, witness{serialised, diff}
}

func registerVerkleWitness(c *lab.Contender) {
	create := func(in *lab.Input) (*lab.Prepared, error) {
		facts := verkleFacts()
		w, err := readWitness(in)
		if err != nil {
			return nil, err
		}
		proof, _ := w.create()
		argument, err := proofBytes(proof.Multipoint)
		if err != nil {
			return nil, err
		}
		prepared := lab.Repeat(1, [][]byte{w.root, argument}, func() { w.create() })
		prepared.Facts = facts
		return prepared, nil
	}
	verify := func(in *lab.Input) (*lab.Prepared, error) {
		facts := verkleFacts()
		w, err := readWitness(in)
		if err != nil {
			return nil, err
		}
		_, made := w.create()
		// There are no writes, so the root after equals the root before.
		if err := verkle.Verify(made.proof, w.root, w.root, made.diff); err != nil {
			return nil, err
		}
		prepared := lab.Repeat(1, [][]byte{{1}}, func() {
			if err := verkle.Verify(made.proof, w.root, w.root, made.diff); err != nil {
				panic(err)
			}
		})
		prepared.Facts = facts
		return prepared, nil
	}
	for _, size := range []int{1000, 5000} {
		c.Offer(fmt.Sprintf("witness.create.%d", size), "MakeVerkleMultiProof and SerializeProof", create)
		c.Offer(fmt.Sprintf("witness.verify.%d", size), "Verify: decodes the proof, rebuilds the tree, checks", verify)
	}
	c.Operations("witness.create", computeWitness)
	c.Operation("witness.verify", func(arguments [][]byte) ([]byte, bool) {
		return verdict(checkWitness(arguments)), true
	})
}

// executionWitness is a witness in JSON, as in blocks.
type executionWitness struct {
	StateDiff   verkle.StateDiff    `json:"stateDiff"`
	VerkleProof *verkle.VerkleProof `json:"verkleProof"`
}

// computeWitness returns the root of a tree before and after writes, the multiproof, and the witness in JSON.
// Arguments: the numbers of entries, of wanted keys and of writes (u32 little-endian each, in one string), then key,
// value, key, value, ... of the tree, the wanted keys, and key, value, key, value, ... of the writes.
func computeWitness(arguments [][]byte) ([][]byte, bool) {
	if len(arguments) == 0 || len(arguments[0]) != 12 {
		return nil, false
	}
	var sizes [3]uint64
	for i := range sizes {
		sizes[i] = uint64(binary.LittleEndian.Uint32(arguments[0][4*i:]))
	}
	rows := arguments[1:]
	if uint64(len(rows)) != 2*sizes[0]+sizes[1]+2*sizes[2] || sizes[1] == 0 {
		return nil, false
	}
	entries, okEntries := pairs(rows[:2*sizes[0]])
	wanted := rows[2*sizes[0]:][:sizes[1]]
	writes, okWrites := pairs(rows[2*sizes[0]+sizes[1]:])
	if !okEntries || !okWrites || slices.ContainsFunc(wanted, func(key []byte) bool { return len(key) != 32 }) {
		return nil, false
	}
	verkle.GetConfig()
	before := eip6800.NewTree()
	root := insertAndCommit(before, entries)
	after := before.Copy().(*verkle.InternalNode)
	rootAfter := insertAndCommit(after, writes)
	proof, _, _, _, err := verkle.MakeVerkleMultiProof(before, after, slices.Clone(wanted), nil)
	if err != nil {
		panic(err)
	}
	serialised, diff, err := verkle.SerializeProof(proof)
	if err != nil {
		panic(err)
	}
	argument, err := proofBytes(proof.Multipoint)
	if err != nil {
		panic(err)
	}
	text, err := canonicalJSON(executionWitness{diff, serialised})
	if err != nil {
		panic(err)
	}
	return [][]byte{root, rootAfter, argument, text}, true
}

// canonicalJSON encodes objects with members sorted by name and without spaces.
func canonicalJSON(value any) ([]byte, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	var tree any
	if err := json.Unmarshal(text, &tree); err != nil {
		return nil, err
	}
	return json.Marshal(tree)
}

// checkWitness verifies a witness. Arguments: the roots before and after, the witness in JSON.
func checkWitness(arguments [][]byte) (accepted bool) {
	defer func() {
		// The library panics on some invalid witnesses.
		if recover() != nil {
			accepted = false
		}
	}()
	if len(arguments) != 3 {
		return false
	}
	var made executionWitness
	if json.Unmarshal(arguments[2], &made) != nil {
		return false
	}
	verkle.GetConfig()
	return verkle.Verify(made.VerkleProof, arguments[0], arguments[1], made.StateDiff) == nil
}
