package main

import (
	"bytes"
	"fmt"
	"sync"
	"time"

	"github.com/crate-crypto/go-ipa/bandersnatch/fr"
	verkle "github.com/gballet/go-verkle"

	"vorpal/lab/go/account"
	"vorpal/lab/go/lab"
)

// register offers the workloads of trees.
func register(c *lab.Contender) {
	const path = "keys one by one, equal neighbours once, on one thread; InsertStem for writes of one stem in a row; " +
		"Commit"
	c.OfferThreaded("tree.mainnet_state", path, func(in *lab.Input) (*lab.Prepared, error) {
		return prepareBlocks(in, false)
	})
	c.Offer("tree.import", path+"; at the end "+saving, func(in *lab.Input) (*lab.Prepared, error) {
		return prepareBlocks(in, true)
	})
	c.Offer("tree.insert.10000", "InsertStem, Commit", func(in *lab.Input) (*lab.Prepared, error) {
		return prepareInsertion(in, false)
	})
	c.Offer("tree.save.10000", "InsertStem, Commit, "+saving, func(in *lab.Input) (*lab.Prepared, error) {
		return prepareInsertion(in, true)
	})
}

// facts builds the basis and the tables on first use.
var facts = sync.OnceValue(func() map[string]float64 {
	start := time.Now()
	verkle.GetConfig()
	return map[string]float64{"setup_ns": float64(time.Since(start).Nanoseconds())}
})

// write sets the value of a key.
type write struct {
	stem   []byte
	suffix byte
	value  []byte
}

// insert inserts writes in order. Consecutive writes with equal stems are inserted in one call.
func insert(tree *verkle.InternalNode, writes []write) error {
	for start := 0; start < len(writes); {
		stem, values, end := writes[start].stem, make([][]byte, verkle.NodeWidth), start
		for ; end < len(writes) && bytes.Equal(writes[end].stem, stem); end++ {
			values[writes[end].suffix] = writes[end].value
		}
		if err := tree.InsertStem(stem, values, nil); err != nil {
			return err
		}
		start = end
	}
	return nil
}

// commit applies writes and returns the root.
func commit(tree *verkle.InternalNode, writes []write) []byte {
	if err := insert(tree, writes); err != nil {
		panic(err)
	}
	root := tree.Commit().Bytes()
	return root[:]
}

func newTree() *verkle.InternalNode { return verkle.New().(*verkle.InternalNode) }

func prepareBlocks(in *lab.Input, encoded bool) (*lab.Prepared, error) {
	facts := facts()
	blocks, err := account.ReadBlocks(in)
	if err != nil {
		return nil, err
	}
	return &lab.Prepared{
		Result: replay(blocks, encoded, &lab.Clock{}),
		Items:  1,
		Facts:  facts,
		Run: func(iterations uint64, clock *lab.Clock) {
			for range iterations {
				replay(blocks, encoded, clock)
			}
		},
	}, nil
}

// replay returns the root after each block, starting from an empty tree. At the end it may encode all nodes.
func replay(blocks [][]account.Write, encoded bool, clock *lab.Clock) [][]byte {
	tree, keys := newTree(), deriver{}
	roots := make([][]byte, len(blocks))
	for i, block := range blocks {
		writes := make([]write, len(block))
		clock.Part("keys", func() {
			for i := range block {
				writes[i] = keys.derive(&block[i])
			}
		})
		clock.Part("commit", func() { roots[i] = commit(tree, writes) })
	}
	if encoded {
		clock.Part("encode", func() { encode(tree) })
	}
	return roots
}

func prepareInsertion(in *lab.Input, encoded bool) (*lab.Prepared, error) {
	facts := facts()
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
	writes := make([]write, len(keys))
	for i, key := range keys {
		writes[i] = write{key[:31], key[31], values[i]}
	}
	run := func(clock *lab.Clock) (root []byte) {
		tree := newTree()
		clock.Part("commit", func() { root = commit(tree, writes) })
		if encoded {
			clock.Part("encode", func() { encode(tree) })
		}
		return root
	}
	return &lab.Prepared{
		Result: [][]byte{run(&lab.Clock{})},
		Items:  1,
		Facts:  facts,
		Run: func(iterations uint64, clock *lab.Clock) {
			for range iterations {
				run(clock)
			}
		},
	}, nil
}

// deriver derives keys by EIP-6800. It keeps the account's part of the hash and the last stem, for consecutive writes
// of the same account.
type deriver struct {
	account *verkle.Point
	address [20]byte
	index   [32]byte
	stem    []byte
}

// hashMarker is the first committed value. It encodes the length of the hashed data, 64 bytes.
const hashMarker = 2 + 256*64

func (d *deriver) derive(entry *account.Write) write {
	index, suffix, err := account.Position(entry.Kind, entry.Slot)
	if err != nil {
		panic(err)
	}
	same := d.account != nil && entry.Address == d.address
	if !same || index != d.index {
		if !same {
			d.account, d.address = commitAccount(entry.Address), entry.Address
		}
		d.index, d.stem = index, stem(d.account, index)
	}
	return write{d.stem, suffix, entry.Value}
}

// commitAccount commits to the marker and to the address, which is padded with leading zeros to 32 bytes.
func commitAccount(address [20]byte) *verkle.Point {
	var padded [32]byte
	copy(padded[12:], address[:])
	var values [3]fr.Element
	values[0].SetUint64(hashMarker)
	half(&values[1], padded[:16])
	half(&values[2], padded[16:])
	return verkle.GetConfig().CommitToPoly(values[:], 0)
}

// stem is the hash of an account and an index without its last byte.
func stem(account *verkle.Point, index [32]byte) []byte {
	sum := account
	if index != [32]byte{} {
		var values [5]fr.Element
		half(&values[3], index[:16])
		half(&values[4], index[16:])
		sum = verkle.GetConfig().CommitToPoly(values[:], 0)
		sum.Add(sum, account)
	}
	var hash fr.Element
	sum.MapToScalarField(&hash)
	bytes := hash.BytesLE()
	return bytes[:31:31]
}

// half decodes 16 bytes, little-endian.
func half(value *fr.Element, bytes []byte) {
	var padded [32]byte
	copy(padded[:], bytes)
	value.SetBytesLE(padded[:])
}
