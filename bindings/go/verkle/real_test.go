//go:build cgo

package verkle_test

import (
	"cmp"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	vorpal "vorpal.example/go"
	"vorpal.example/go/internal/testdata"
	"vorpal.example/go/verkle"
)

// writesOf returns the keys and values of a block's accounts.
func writesOf(t testing.TB, accounts []testdata.Account) (keys []verkle.Key, values []verkle.Value) {
	t.Helper()
	var positions []verkle.Position
	for _, account := range accounts {
		basic, err := verkle.BasicData(account.Nonce, account.Balance, 0)
		ok(t, err)
		positions = append(positions, verkle.Position{Address: account.Address, Kind: verkle.KindBasicData},
			verkle.Position{Address: account.Address, Kind: verkle.KindCodeHash})
		values = append(values, basic, account.CodeHash)
		for _, slot := range account.Storage {
			positions = append(positions,
				verkle.Position{Address: account.Address, Kind: verkle.KindStorage, Argument: slot.Slot})
			values = append(values, slot.Value)
		}
	}
	keys, err := tables().Keys(nil, positions)
	ok(t, err)
	return keys, values
}

// The roots of real blocks, in memory and on disk, computed by go-verkle.
func TestRealRoots(t *testing.T) {
	blocks, err := testdata.ReadState(testdata.Folder(t, "mainnet-state"))
	ok(t, err)
	inMemory := memory(t)
	defer inMemory.Close()
	disk, err := verkle.Open(filepath.Join(t.TempDir(), "tree"), verkle.Create, options())
	ok(t, err)
	defer disk.Close()
	count := 0
	for _, block := range blocks {
		keys, values := writesOf(t, block.Accounts)
		count += len(keys)
		for _, store := range []*verkle.Store{inMemory, disk} {
			if root, err := store.Apply(keys, values, block.Name, &block.Root); err != nil {
				t.Fatalf("%s: %x, not %x: %v", block.Name, root, block.Root, err)
			}
		}
	}
	t.Logf("%d roots, %d values", len(blocks), count)
}

// The roots of a public test network.
func TestDevnetRoots(t *testing.T) {
	store := memory(t)
	defer store.Close()
	files, err := testdata.ReadWrites(testdata.Folder(t, "devnet7"))
	ok(t, err)
	for _, file := range files {
		if root, err := store.Apply(file.Keys, file.Values, file.Name, &file.Root); err != nil {
			t.Fatalf("%s: %x, not %x: %v", file.Name, root, file.Root, err)
		}
	}
}

// Execution witnesses of a test network, of which two were tampered with.
func TestRealWitnesses(t *testing.T) {
	folder := testdata.Folder(t, "witness")
	const block72 = "0x64e1a647f42e5c2e3c434531ccf529e1b3e93363a40db9fc8eec81f492123510"
	const block73 = "0x18d1dfcc6ccc6f34d14af48a865895bf34bde7f3571d9ba24a4b98122841048c"
	for name, roots := range map[string]struct{ before, after string }{
		// Block 1 changed values that are not in its witness: go-verkle computes this root too, and not the header's.
		"valid_block_1": {
			"0x1fbf85345a3cbba9a6d44f991b721e55620a22397c2a93ee8d5011136ac300ee",
			"0x08d888db1a5f3f6f1a9e72f5fcfd508c4dd166de74c98e87462cba4b74710176",
		},
		"valid_block_72": {block72, ""}, "invalid_block_72": {block72, ""},
		"valid_block_73": {block73, ""}, "invalid_block_73": {block73, ""},
	} {
		text, err := os.ReadFile(filepath.Join(folder, name+".json"))
		ok(t, err)
		var file struct {
			Header           struct{ StateRoot string }
			ExecutionWitness struct {
				StateDiff   verkle.StateDiff
				VerkleProof *verkle.VerkleProof
			}
		}
		ok(t, json.Unmarshal(text, &file))
		after := cmp.Or(roots.after, file.Header.StateRoot)
		witness := file.ExecutionWitness
		pre, err := testdata.Hex(roots.before, 32)
		ok(t, err)
		post, err := testdata.Hex(after, 32)
		ok(t, err)
		err = verkle.Verify(witness.VerkleProof, pre, post, witness.StateDiff)
		if strings.HasPrefix(name, "valid") {
			ok(t, err)
		} else if !errors.Is(err, vorpal.ErrRefused) && !errors.Is(err, vorpal.ErrInput) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
