package contenders

import (
	"encoding/binary"
	"fmt"
	"slices"
	"sync"
	"time"

	verkle "github.com/ethereum/go-verkle"

	"vorpal/lab/go/account"
	"vorpal/lab/go/eip6800"
	"vorpal/lab/go/lab"
)

func init() {
	modules := []string{"github.com/ethereum/go-verkle", ipaModule, gnarkModule}
	lab.Register("go-verkle", modules, func(c *lab.Contender) {
		registerVerkleTree(c)
		registerVerkleWitness(c)
	})
}

// verkleFacts builds the basis and the tables of go-verkle on first use. The fact setup_ns covers both, because
// GetConfig calls go-ipa's NewIPASettings.
var verkleFacts = sync.OnceValue(func() map[string]float64 {
	start := time.Now()
	verkle.GetConfig()
	return map[string]float64{
		"table_bytes": basisTableBytes,
		"setup_ns":    float64(time.Since(start).Nanoseconds()),
	}
})

// deriveAll derives the keys of writes.
func deriveAll(keys *eip6800.Deriver, block []account.Write) []eip6800.Write {
	writes := make([]eip6800.Write, len(block))
	for i := range block {
		stem, suffix, err := keys.Key(block[i].Address, block[i].Kind, block[i].Slot)
		if err != nil {
			panic(err)
		}
		writes[i] = eip6800.Write{Stem: stem, Suffix: suffix, Value: block[i].Value}
	}
	return writes
}

// insertAndCommit applies writes and returns the root.
func insertAndCommit(tree *verkle.InternalNode, writes []eip6800.Write) []byte {
	if err := eip6800.Insert(tree, writes); err != nil {
		panic(err)
	}
	root := tree.Commit().Bytes()
	return root[:]
}

// replayBlocks returns the root after each block, starting from an empty tree.
func replayBlocks(blocks [][]account.Write, clock *lab.Clock) [][]byte {
	return replayOn(eip6800.NewTree(), blocks, clock)
}

// importBlocks returns the root after each block of an import. At the end it encodes all nodes.
func importBlocks(blocks [][]account.Write, clock *lab.Clock) [][]byte {
	tree := eip6800.NewTree()
	roots := replayOn(tree, blocks, clock)
	clock.Part("encode", func() {
		if _, err := tree.BatchSerialize(); err != nil {
			panic(err)
		}
	})
	return roots
}

func replayOn(tree *verkle.InternalNode, blocks [][]account.Write, clock *lab.Clock) [][]byte {
	keys := eip6800.NewDeriver()
	roots := make([][]byte, len(blocks))
	for i, block := range blocks {
		var writes []eip6800.Write
		clock.Part("keys", func() { writes = deriveAll(keys, block) })
		clock.Part("commit", func() { roots[i] = insertAndCommit(tree, writes) })
	}
	return roots
}

func registerVerkleTree(c *lab.Contender) {
	const path = "keys one by one, equal neighbours once, on one thread; InsertValuesAtStem for writes of one stem " +
		"in a row; Commit"
	c.OfferThreaded("tree.mainnet_state", path, prepareBlocks(replayBlocks))
	c.Offer("tree.import", path+", at the end BatchSerialize", prepareBlocks(importBlocks))
	c.Offer("tree.insert.10000", "InsertValuesAtStem, Commit", prepareInsertion)
	c.Offer("tree.save.10000", "InsertValuesAtStem, Commit, BatchSerialize", prepareSaving)
	c.Operation("tree.key", func(arguments [][]byte) ([]byte, bool) {
		if len(arguments) != 3 || len(arguments[0]) != 20 || len(arguments[1]) != 1 || len(arguments[2]) != 32 {
			return nil, false
		}
		address, kind, slot := [20]byte(arguments[0]), eip6800.Kind(arguments[1][0]), [32]byte(arguments[2])
		stem, suffix, err := eip6800.NewDeriver().Key(address, kind, slot)
		return append(slices.Clone(stem), suffix), err == nil
	})
	c.Operations("tree.roots", computeRoots)
}

// prepareBlocks prepares a replay of the blocks of an input.
func prepareBlocks(run func([][]account.Write, *lab.Clock) [][]byte) func(*lab.Input) (*lab.Prepared, error) {
	return func(in *lab.Input) (*lab.Prepared, error) {
		facts := verkleFacts()
		blocks, err := account.ReadBlocks(in)
		if err != nil {
			return nil, err
		}
		return &lab.Prepared{
			Result: run(blocks, &lab.Clock{}),
			Items:  1,
			Facts:  facts,
			Run: func(iterations uint64, clock *lab.Clock) {
				for range iterations {
					run(blocks, clock)
				}
			},
		}, nil
	}
}

// readWrites decodes keys and values.
func readWrites(in *lab.Input) ([]eip6800.Write, error) {
	keys, err := in.Bytes(0, 32)
	if err != nil {
		return nil, err
	}
	values, err := in.Bytes(1, 32)
	if err != nil {
		return nil, err
	}
	if len(keys) != len(values) {
		return nil, fmt.Errorf("%d keys, %d values", len(keys), len(values))
	}
	writes := make([]eip6800.Write, len(keys))
	for i := range writes {
		writes[i] = eip6800.NewWrite(keys[i], values[i])
	}
	return writes, nil
}

// prepareSaving prepares an insertion into an empty tree, the commitment, and the encoding of all nodes.
func prepareSaving(in *lab.Input) (*lab.Prepared, error) {
	facts := verkleFacts()
	writes, err := readWrites(in)
	if err != nil {
		return nil, err
	}
	save := func(clock *lab.Clock) (root []byte) {
		tree := eip6800.NewTree()
		clock.Part("commit", func() { root = insertAndCommit(tree, writes) })
		clock.Part("encode", func() {
			if _, err := tree.BatchSerialize(); err != nil {
				panic(err)
			}
		})
		return root
	}
	return &lab.Prepared{
		Result: [][]byte{save(&lab.Clock{})},
		Items:  1,
		Facts:  facts,
		Run: func(iterations uint64, clock *lab.Clock) {
			for range iterations {
				save(clock)
			}
		},
	}, nil
}

// prepareInsertion prepares the insertion of keys into an empty tree with a commitment.
func prepareInsertion(in *lab.Input) (*lab.Prepared, error) {
	facts := verkleFacts()
	writes, err := readWrites(in)
	if err != nil {
		return nil, err
	}
	insert := func() []byte { return insertAndCommit(eip6800.NewTree(), writes) }
	prepared := lab.Repeat(1, [][]byte{insert()}, func() { insert() })
	prepared.Facts = facts
	return prepared, nil
}

// computeRoots returns the root after each batch of keys and values. An empty value deletes.
func computeRoots(arguments [][]byte) ([][]byte, bool) {
	if len(arguments) == 0 || len(arguments[0])%4 != 0 {
		return nil, false
	}
	sizes, rest := arguments[0], arguments[1:]
	verkle.GetConfig()
	tree := eip6800.NewTree()
	roots := [][]byte{}
	for ; len(sizes) > 0; sizes = sizes[4:] {
		size := uint64(binary.LittleEndian.Uint32(sizes))
		if 2*size > uint64(len(rest)) {
			return nil, false
		}
		writes, deletions, ok := changes(rest[:2*size])
		if !ok {
			return nil, false
		}
		if err := eip6800.Insert(tree, writes); err != nil {
			panic(err)
		}
		for _, key := range deletions {
			if err := eip6800.Delete(tree, key); err != nil {
				panic(err)
			}
		}
		root := tree.Commit().Bytes()
		roots = append(roots, root[:])
		rest = rest[2*size:]
	}
	return roots, len(rest) == 0
}

// changes decodes key, value, key, value, ... of one batch. The last entry of a key is effective; writes come before
// deletions.
func changes(rows [][]byte) (writes []eip6800.Write, deletions [][]byte, ok bool) {
	last := map[string]int{}
	for i := 0; i+1 < len(rows); i += 2 {
		if len(rows[i]) != 32 || len(rows[i+1]) != 32 && len(rows[i+1]) != 0 {
			return nil, nil, false
		}
		last[string(rows[i])] = i
	}
	for i := 0; i+1 < len(rows); i += 2 {
		key, value := rows[i], rows[i+1]
		switch {
		case last[string(key)] != i:
		case len(value) == 0:
			deletions = append(deletions, key)
		default:
			writes = append(writes, eip6800.NewWrite(key, value))
		}
	}
	return writes, deletions, true
}

// pairs decodes key, value, key, value, ... without deletions.
func pairs(rows [][]byte) ([]eip6800.Write, bool) {
	writes, deletions, ok := changes(rows)
	return writes, ok && len(deletions) == 0
}
