package main

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"

	vorpal "vorpal.example/go"
	"vorpal.example/go/internal/testdata"
	"vorpal.example/go/verkle"
	"vorpal/lab/go/eip6800"
)

// replays applies the blocks of mainnet-state to an empty tree: keys, writes and roots. Reading the files is not timed.
func replays(pool *vorpal.Pool, rounds int, data string) error {
	folder := filepath.Join(data, "mainnet-state")
	if _, err := os.Stat(folder); err != nil {
		fmt.Println("SKIPPED: replays: no VORPAL_DATA")
		return nil
	}
	blocks, err := testdata.ReadState(folder)
	if err != nil {
		return err
	}
	committer, err := verkle.NewCommitter(nil, verkle.Medium)
	if err != nil {
		return err
	}
	defer committer.Close()
	count := 0
	for _, block := range blocks {
		for _, account := range block.Accounts {
			count += 2 + len(account.Storage)
		}
	}
	return compare(fmt.Sprintf("replay of %d blocks, %d values", len(blocks), count), count, rounds,
		timed("verkle.Store", func() error { return replay(pool, committer, blocks) }),
		timed("go-verkle", func() error { return replayGoVerkle(blocks) }))
}

func replay(pool *vorpal.Pool, committer *verkle.Committer, blocks []testdata.Block) error {
	store, err := verkle.InMemory(1, pool, committer)
	if err != nil {
		return err
	}
	defer store.Close()
	for _, block := range blocks {
		var positions []verkle.Position
		var values []verkle.Value
		for _, account := range block.Accounts {
			basic, err := verkle.BasicData(account.Nonce, account.Balance, 0)
			if err != nil {
				return err
			}
			positions = append(positions, verkle.Position{Address: account.Address, Kind: verkle.KindBasicData},
				verkle.Position{Address: account.Address, Kind: verkle.KindCodeHash})
			values = append(values, basic, account.CodeHash)
			for _, slot := range account.Storage {
				positions = append(positions,
					verkle.Position{Address: account.Address, Kind: verkle.KindStorage, Argument: slot.Slot})
				values = append(values, slot.Value)
			}
		}
		keys, err := committer.Keys(pool, positions)
		if err != nil {
			return err
		}
		if _, err := store.Apply(keys, values, block.Name, &block.Root); err != nil {
			return fmt.Errorf("%s: %w", block.Name, err)
		}
	}
	return nil
}

func replayGoVerkle(blocks []testdata.Block) error {
	tree, deriver := eip6800.NewTree(), eip6800.NewDeriver()
	for _, block := range blocks {
		for _, account := range block.Accounts {
			var writes []eip6800.Write
			add := func(kind eip6800.Kind, slot, value [32]byte) error {
				stem, suffix, err := deriver.Key(account.Address, kind, slot)
				writes = append(writes, eip6800.Write{Stem: stem, Suffix: suffix, Value: value[:]})
				return err
			}
			var basic [32]byte
			binary.BigEndian.PutUint64(basic[8:], account.Nonce)
			copy(basic[16:], account.Balance[:])
			if err := add(eip6800.BasicData, [32]byte{}, basic); err != nil {
				return err
			}
			if err := add(eip6800.CodeHash, [32]byte{}, account.CodeHash); err != nil {
				return err
			}
			for _, slot := range account.Storage {
				if err := add(eip6800.Storage, slot.Slot, slot.Value); err != nil {
					return err
				}
			}
			if err := eip6800.Insert(tree, writes); err != nil {
				return err
			}
		}
		if root := tree.Commit().Bytes(); root != block.Root {
			return fmt.Errorf("%s: root %x, not %x", block.Name, root, block.Root)
		}
	}
	return nil
}
