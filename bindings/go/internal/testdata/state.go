package testdata

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
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

// roots calls f for each entry of roots.json, in order.
func roots(folder string, f func(name string, root [32]byte, text []byte) error) error {
	var entries []struct{ File, Root string }
	text, err := os.ReadFile(filepath.Join(folder, "roots.json"))
	if err == nil {
		err = json.Unmarshal(text, &entries)
	}
	if err != nil || len(entries) == 0 {
		return fmt.Errorf("%s: roots.json: %v", folder, err)
	}
	for _, entry := range entries {
		var root [32]byte
		text, err := os.ReadFile(filepath.Join(folder, entry.File))
		if err := errors.Join(err, fill(root[:], entry.Root)); err != nil {
			return err
		}
		if err := f(entry.File, root, text); err != nil {
			return fmt.Errorf("%s: %w", entry.File, err)
		}
	}
	return nil
}

// ReadState reads the blocks of a folder with roots.json, in its order.
func ReadState(folder string) (blocks []Block, err error) {
	err = roots(folder, func(name string, root [32]byte, text []byte) error {
		block := Block{Name: name, Root: root}
		lines := bufio.NewScanner(bytes.NewReader(text))
		lines.Buffer(nil, 1<<26)
		for lines.Scan() {
			account, err := parseAccount(lines.Bytes())
			if err != nil {
				return err
			}
			block.Accounts = append(block.Accounts, account)
		}
		blocks = append(blocks, block)
		return lines.Err()
	})
	return blocks, err
}

func parseAccount(line []byte) (account Account, err error) {
	var text struct {
		Address, Balance string
		CodeHash         string `json:"code_hash"`
		Nonce            uint64
		Storage          map[string]string
	}
	if err := json.Unmarshal(line, &text); err != nil {
		return account, err
	}
	account.Nonce = text.Nonce
	err = errors.Join(fill(account.Address[:], text.Address), fill(account.Balance[:], text.Balance),
		fill(account.CodeHash[:], text.CodeHash))
	for slot, value := range text.Storage {
		var one Slot
		err = errors.Join(err, fill(one.Slot[:], slot), fill(one.Value[:], value))
		account.Storage = append(account.Storage, one)
	}
	slices.SortFunc(account.Storage, func(a, b Slot) int { return cmp.Compare(string(a.Slot[:]), string(b.Slot[:])) })
	return account, err
}

// Writes are the keys and values of a file `key,value`, and the root after it.
type Writes struct {
	Name         string
	Root         [32]byte
	Keys, Values [][32]byte
}

// ReadWrites reads the CSV files of a folder with roots.json, in its order.
func ReadWrites(folder string) (files []Writes, err error) {
	err = roots(folder, func(name string, root [32]byte, text []byte) error {
		rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
		if err != nil {
			return err
		}
		writes := Writes{Name: name, Root: root}
		for _, row := range rows {
			var key, value [32]byte
			if err := errors.Join(fill(key[:], row[0]), fill(value[:], row[1])); err != nil {
				return err
			}
			writes.Keys, writes.Values = append(writes.Keys, key), append(writes.Values, value)
		}
		files = append(files, writes)
		return nil
	})
	return files, err
}
