// Computes the state roots of a replay folder with go-verkle, independently of Vorpal.
//
// Usage: go run . DIR
//
// DIR holds N.jsonl state updates as `vorpal replay --data` reads them. They are applied in the order of N to one tree,
// and for each file a line `N.jsonl keys root` is printed. If DIR has a roots.json, the roots are compared with it, and
// a difference gives exit code 1. Input that cannot be read, or a file without its root, gives exit code 2.
package main

import (
	"bufio"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"

	"github.com/crate-crypto/go-ipa/bandersnatch/fr"
	verkle "github.com/ethereum/go-verkle"
)

type account struct {
	Address  string            `json:"address"`
	Nonce    uint64            `json:"nonce"`
	Balance  string            `json:"balance"`
	CodeHash string            `json:"code_hash"`
	Storage  map[string]string `json:"storage"`
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

// number reads a hexadecimal integer with 0x.
func number(text string) *big.Int {
	value, ok := new(big.Int).SetString(strings.TrimPrefix(text, "0x"), 16)
	if !ok {
		check(fmt.Errorf("not a hexadecimal number: %q", text))
	}
	return value
}

// bytes32 is the number in 32 bytes, big-endian.
func bytes32(value *big.Int) []byte {
	return value.FillBytes(make([]byte, 32))
}

func reversed(bytes []byte) []byte {
	out := make([]byte, len(bytes))
	for i, b := range bytes {
		out[len(bytes)-1-i] = b
	}
	return out
}

// stem is EIP-6800's pedersen_hash(address32 || tree_index) without its last byte.
func stem(config *verkle.Config, address []byte, treeIndex *big.Int) []byte {
	input := append(append(make([]byte, 12), address...), reversed(bytes32(treeIndex))...)
	var poly [5]fr.Element
	poly[0].SetUint64(2 + 256*64)
	for i := 0; i < 4; i++ {
		chunk := make([]byte, 32)
		copy(chunk, input[16*i:16*i+16])
		poly[i+1].SetBytesLE(chunk)
	}
	commitment := config.CommitToPoly(poly[:], 0)
	hash := verkle.HashPointToBytes(commitment)
	return hash[:31]
}

func main() {
	if len(os.Args) != 2 {
		check(fmt.Errorf("usage: go run . DIR"))
	}
	dir := os.Args[1]
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	check(err)
	block := func(path string) int {
		n, err := strconv.Atoi(strings.TrimSuffix(filepath.Base(path), ".jsonl"))
		check(err)
		return n
	}
	sort.Slice(files, func(i, j int) bool { return block(files[i]) < block(files[j]) })

	expected := map[string]string{}
	text, err := os.ReadFile(filepath.Join(dir, "roots.json"))
	compare := !errors.Is(err, fs.ErrNotExist)
	if compare {
		check(err)
		var entries []struct{ File, Root string }
		check(json.Unmarshal(text, &entries))
		for _, entry := range entries {
			expected[entry.File] = entry.Root
		}
	}
	if len(files) == 0 {
		check(fmt.Errorf("%s: no N.jsonl here", dir))
	}

	config := verkle.GetConfig()
	tree := verkle.New()
	differences := 0
	for _, path := range files {
		file, err := os.Open(path)
		check(err)
		keys := 0
		insert := func(stem []byte, suffix byte, value []byte) {
			check(tree.Insert(append(append([]byte{}, stem...), suffix), value, nil))
			keys++
		}
		lines := bufio.NewScanner(file)
		lines.Buffer(nil, 1<<26)
		for lines.Scan() {
			var a account
			check(json.Unmarshal(lines.Bytes(), &a))
			address, err := hex.DecodeString(strings.TrimPrefix(a.Address, "0x"))
			check(err)
			header := stem(config, address, new(big.Int))
			basic := make([]byte, 32)
			binary.BigEndian.PutUint64(basic[8:], a.Nonce)
			number(a.Balance).FillBytes(basic[16:])
			insert(header, 0, basic)
			insert(header, 1, bytes32(number(a.CodeHash)))
			for slotText, valueText := range a.Storage {
				slot := number(slotText)
				position := new(big.Int).Add(slot, big.NewInt(64))
				if slot.Cmp(big.NewInt(64)) >= 0 {
					position = new(big.Int).Add(slot, new(big.Int).Lsh(big.NewInt(1), 248))
				}
				index, suffix := new(big.Int).DivMod(position, big.NewInt(256), new(big.Int))
				insert(stem(config, address, index), byte(suffix.Uint64()), bytes32(number(valueText)))
			}
		}
		check(lines.Err())
		check(file.Close())
		root := tree.Commit().Bytes()
		text := "0x" + hex.EncodeToString(root[:])
		fmt.Println(filepath.Base(path), keys, text)
		want, ok := expected[filepath.Base(path)]
		if compare && !ok {
			check(fmt.Errorf("roots.json has no entry for %s", filepath.Base(path)))
		}
		if compare && want != text {
			fmt.Println("DIFFERS: roots.json has", want)
			differences++
		}
	}
	if compare {
		fmt.Printf("%d of %d roots agree\n", len(files)-differences, len(files))
	}
	if differences > 0 {
		os.Exit(1)
	}
}
