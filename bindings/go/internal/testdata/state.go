package testdata

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// Slot is a storage slot with its value.
type Slot struct{ Slot, Value [32]byte }

// Account is a line of a file `N.jsonl`.
type Account struct {
	Address  [20]byte
	Nonce    uint64
	Balance  [16]byte
	CodeHash [32]byte
	Storage  []Slot
}

// Block has the accounts of a file `N.jsonl`, and the root after it.
type Block struct {
	Name     string
	Root     [32]byte
	Accounts []Account
}

type root struct{ File, Root string }

// roots are the entries of roots.json, in order.
func roots(t testing.TB, folder string) (entries []root) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, "roots.json"))
	if err == nil {
		err = json.Unmarshal(text, &entries)
	}
	if err != nil || len(entries) == 0 {
		t.Fatalf("%s: roots.json: %v", folder, err)
	}
	return entries
}

// ReadState reads the blocks of a folder with roots.json, in its order.
func ReadState(t testing.TB, folder string) (blocks []Block) {
	t.Helper()
	for _, entry := range roots(t, folder) {
		block := Block{Name: entry.File, Root: [32]byte(Hex(t, entry.Root, 32))}
		text, err := os.ReadFile(filepath.Join(folder, entry.File))
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(bytes.NewReader(text))
		lines.Buffer(nil, 1<<26)
		for lines.Scan() {
			block.Accounts = append(block.Accounts, account(t, lines.Bytes()))
		}
		blocks = append(blocks, block)
	}
	return blocks
}

func account(t testing.TB, line []byte) (parsed Account) {
	t.Helper()
	var text struct {
		Address, Balance string
		CodeHash         string `json:"code_hash"`
		Nonce            uint64
		Storage          map[string]string
	}
	if err := json.Unmarshal(line, &text); err != nil {
		t.Fatal(err)
	}
	parsed.Address, parsed.Nonce = [20]byte(Hex(t, text.Address, 20)), text.Nonce
	parsed.Balance, parsed.CodeHash = [16]byte(Hex(t, text.Balance, 16)), [32]byte(Hex(t, text.CodeHash, 32))
	for slot, value := range text.Storage {
		parsed.Storage = append(parsed.Storage, Slot{[32]byte(Hex(t, slot, 32)), [32]byte(Hex(t, value, 32))})
	}
	slices.SortFunc(parsed.Storage, func(a, b Slot) int { return cmp.Compare(string(a.Slot[:]), string(b.Slot[:])) })
	return parsed
}

// Writes are the keys and values of a file `key,value`, and the root after it.
type Writes struct {
	Name         string
	Root         [32]byte
	Keys, Values [][32]byte
}

// ReadWrites reads the CSV files of a folder with roots.json, in its order.
func ReadWrites(t testing.TB, folder string) (files []Writes) {
	t.Helper()
	for _, entry := range roots(t, folder) {
		file, err := os.Open(filepath.Join(folder, entry.File))
		if err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(file).ReadAll()
		file.Close()
		if err != nil {
			t.Fatal(err)
		}
		writes := Writes{Name: entry.File, Root: [32]byte(Hex(t, entry.Root, 32))}
		for _, row := range rows {
			writes.Keys = append(writes.Keys, [32]byte(Hex(t, row[0], 32)))
			writes.Values = append(writes.Values, [32]byte(Hex(t, row[1], 32)))
		}
		files = append(files, writes)
	}
	return files
}
