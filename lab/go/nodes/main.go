// Prints trees of go-verkle: keys and values, the root, and every node as go-verkle stores it. Run it in lab/go:
//
//	go run ./nodes > ../../crates/tree/tests/nodes.json
package main

import (
	"encoding/hex"
	"encoding/json"
	"log"
	"os"

	"github.com/ethereum/go-verkle"
)

type tree struct {
	// Entries are keys and values.
	Entries [][2]string `json:"entries"`
	Root    string      `json:"root"`
	// Nodes are paths and bytes.
	Nodes [][2]string `json:"nodes"`
}

func text(bytes []byte) string { return "0x" + hex.EncodeToString(bytes) }

func main() {
	var result tree
	root := verkle.New()
	// Writes with keys that consist of the prefix, repetitions of its first byte, and the suffix.
	put := func(prefix []byte, suffix int, value []byte) {
		key := make([]byte, 32)
		for i := range key {
			key[i] = prefix[0]
		}
		copy(key, prefix)
		key[31] = byte(suffix)
		if err := root.Insert(key, value, nil); err != nil {
			log.Fatal(err)
		}
		result.Entries = append(result.Entries, [2]string{text(key), text(value)})
	}
	value := func(first int) []byte {
		bytes := make([]byte, 32)
		for i := range bytes {
			bytes[i] = byte(first + i)
		}
		return bytes
	}
	noCode := verkle.EmptyCodeHash

	// Single values: at the ends of both halves, and zero.
	put([]byte{1}, 0, value(1))
	put([]byte{2}, 127, value(2))
	put([]byte{3}, 128, value(3))
	put([]byte{4}, 255, make([]byte, 32))
	// An account without code, and similar sets of values.
	put([]byte{5}, 0, value(5))
	put([]byte{5}, 1, noCode)
	put([]byte{6}, 0, value(6))
	put([]byte{6}, 1, value(7))
	put([]byte{7}, 0, value(8))
	put([]byte{7}, 1, noCode)
	put([]byte{7}, 2, value(9))
	put([]byte{8}, 1, noCode)
	put([]byte{9}, 2, value(10))
	put([]byte{9}, 1, noCode)
	// Values in both halves.
	put([]byte{10}, 3, value(11))
	put([]byte{10}, 200, value(12))
	for suffix := 0; suffix < 256; suffix += 5 {
		put([]byte{128}, suffix, value(suffix))
	}
	// Stems that differ in late bytes.
	put([]byte{255, 255}, 9, value(13))
	put([]byte{255, 254}, 9, value(14))
	put([]byte{255, 255, 255, 0}, 9, value(15))
	put([]byte{255, 255, 255, 1}, 64, value(16))

	commitment := root.Commit().Bytes()
	result.Root = text(commitment[:])
	nodes, err := root.(*verkle.InternalNode).BatchSerialize()
	if err != nil {
		log.Fatal(err)
	}
	for _, node := range nodes {
		result.Nodes = append(result.Nodes, [2]string{text(node.Path), text(node.SerializedBytes)})
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetIndent("", " ")
	if err := encoder.Encode(result); err != nil {
		log.Fatal(err)
	}
}
