// Package replay computes the state roots of a replay folder with go-verkle, independently of Vorpal.
package replay

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"

	"github.com/ethereum/go-ethereum/crypto/keccak"
	verkle "github.com/ethereum/go-verkle"

	"vorpal/lab/go/eip6800"
)

// ErrDifferent means that a root differs from roots.json.
var ErrDifferent = errors.New("roots differ")

type account struct {
	Address  string            `json:"address"`
	Nonce    uint64            `json:"nonce"`
	Balance  string            `json:"balance"`
	CodeHash string            `json:"code_hash"`
	CodeSize uint32            `json:"code_size"`
	Code     string            `json:"code"`
	Storage  map[string]string `json:"storage"`
}

// Run applies the files N.jsonl of a folder, which contain state updates in the format of `vorpal replay --data`, to
// one tree in the order of N. It prints a line `N.jsonl keys root` for each. If the folder contains roots.json, the
// roots are compared.
func Run(dir string, out io.Writer) error {
	files, err := updates(dir)
	if err != nil {
		return err
	}
	expected, err := readRoots(filepath.Join(dir, "roots.json"))
	if err != nil {
		return err
	}
	tree, keys := eip6800.NewTree(), eip6800.NewDeriver()
	differences := 0
	for _, path := range files {
		name := filepath.Base(path)
		count, err := apply(tree, keys, path)
		if err != nil {
			return err
		}
		bytes := tree.Commit().Bytes()
		root := "0x" + hex.EncodeToString(bytes[:])
		fmt.Fprintln(out, name, count, root)
		if expected == nil {
			continue
		}
		want, ok := expected[name]
		if !ok {
			return fmt.Errorf("roots.json has no entry for %s", name)
		}
		if want != root {
			fmt.Fprintln(out, "DIFFERS: roots.json has", want)
			differences++
		}
	}
	if expected != nil {
		fmt.Fprintf(out, "%d of %d roots agree\n", len(files)-differences, len(files))
	}
	if differences > 0 {
		return ErrDifferent
	}
	return nil
}

// updates returns the files of a folder in the order of their numbers.
func updates(dir string) ([]string, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s: no files N.jsonl", dir)
	}
	numbers := map[string]int{}
	for _, path := range files {
		number, err := strconv.Atoi(strings.TrimSuffix(filepath.Base(path), ".jsonl"))
		if err != nil {
			return nil, fmt.Errorf("%s: the name is not a number: %w", path, err)
		}
		numbers[path] = number
	}
	sort.Slice(files, func(i, j int) bool { return numbers[files[i]] < numbers[files[j]] })
	return files, nil
}

// readRoots returns the expected root of each file, or nil if there is no roots.json.
func readRoots(path string) (map[string]string, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var entries []struct{ File, Root string }
	if err := json.Unmarshal(text, &entries); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	expected := map[string]string{}
	for _, entry := range entries {
		expected[entry.File] = entry.Root
	}
	return expected, nil
}

// apply inserts the accounts of one file and returns the number of keys.
func apply(tree *verkle.InternalNode, keys *eip6800.Deriver, path string) (int, error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	count := 0
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<26)
	for number := 1; lines.Scan(); number++ {
		writes, err := accountWrites(keys, lines.Bytes())
		if err == nil {
			err = eip6800.Insert(tree, writes)
		}
		if err != nil {
			return 0, fmt.Errorf("%s: line %d: %w", path, number, err)
		}
		count += len(writes)
	}
	if err := lines.Err(); err != nil {
		return 0, fmt.Errorf("%s: %w", path, err)
	}
	return count, nil
}

// accountWrites returns the writes of one line.
func accountWrites(keys *eip6800.Deriver, line []byte) ([]eip6800.Write, error) {
	var update account
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&update); err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, errors.New("more than one object")
	}
	digits := strings.TrimPrefix(update.Address, "0x")
	decoded, err := hex.DecodeString(digits)
	if err != nil || len(decoded) != 20 {
		return nil, fmt.Errorf("not an address: %q", update.Address)
	}
	address := [20]byte(decoded)
	var writes []eip6800.Write
	write := func(kind eip6800.Kind, slot, value [32]byte) error {
		stem, suffix, err := keys.Key(address, kind, slot)
		writes = append(writes, eip6800.Write{Stem: stem, Suffix: suffix, Value: value[:]})
		return err
	}
	balance, err := number(update.Balance, 16)
	if err != nil {
		return nil, err
	}
	basic := [32]byte(balance)
	code, err := decodeCode(&update)
	if err != nil {
		return nil, err
	}
	// The code size has three bytes, 5 to 7. The nonce follows.
	binary.BigEndian.PutUint32(basic[4:], update.CodeSize)
	binary.BigEndian.PutUint64(basic[8:], update.Nonce)
	if err := write(eip6800.BasicData, [32]byte{}, basic); err != nil {
		return nil, err
	}
	codeHash, err := number(update.CodeHash, 32)
	if err != nil {
		return nil, err
	}
	if err := write(eip6800.CodeHash, [32]byte{}, codeHash); err != nil {
		return nil, err
	}
	for i, chunk := range eip6800.Chunks(code) {
		var position [32]byte
		binary.BigEndian.PutUint64(position[24:], uint64(i))
		if err := write(eip6800.CodeChunk, position, chunk); err != nil {
			return nil, err
		}
	}
	for slotText, valueText := range update.Storage {
		slot, err := number(slotText, 32)
		if err != nil {
			return nil, err
		}
		value, err := number(valueText, 32)
		if err != nil {
			return nil, err
		}
		if err := write(eip6800.Storage, slot, value); err != nil {
			return nil, err
		}
	}
	return writes, nil
}

// decodeCode returns the code of a line, if it has one, and sets its size. The hash and a given size must be those of
// the code.
func decodeCode(update *account) ([]byte, error) {
	if update.Code == "" || update.Code == "0x" {
		return nil, nil
	}
	code, err := hex.DecodeString(strings.TrimPrefix(update.Code, "0x"))
	if err != nil {
		return nil, fmt.Errorf("code: %w", err)
	}
	if hash := "0x" + hex.EncodeToString(keccak256(code)); hash != update.CodeHash {
		return nil, fmt.Errorf("the code has the hash %s, not code_hash: %s", hash, update.CodeHash)
	}
	if update.CodeSize != 0 && int(update.CodeSize) != len(code) {
		return nil, fmt.Errorf("the code has %d bytes, not code_size: %d", len(code), update.CodeSize)
	}
	update.CodeSize = uint32(len(code))
	return code, nil
}

func keccak256(data []byte) []byte {
	hash := keccak.NewLegacyKeccak256()
	hash.Write(data)
	return hash.Sum(nil)
}

// number decodes a hexadecimal integer with prefix 0x of at most `most` bytes into 32 bytes, big-endian.
func number(text string, most int) ([32]byte, error) {
	var bytes [32]byte
	value, ok := new(big.Int).SetString(strings.TrimPrefix(text, "0x"), 16)
	if !ok || value.Sign() < 0 {
		return bytes, fmt.Errorf("not a hexadecimal number: %q", text)
	}
	if value.BitLen() > 8*most {
		return bytes, fmt.Errorf("%q has more than %d bytes", text, most)
	}
	value.FillBytes(bytes[:])
	return bytes, nil
}
