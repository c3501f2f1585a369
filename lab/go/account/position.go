// Package account has the writes of accounts, and the positions of their values in the tree of EIP-6800. It uses no
// library, so that contenders with different versions of one share it.
package account

import (
	"fmt"
	"math/big"
)

// Kind is the part of an account that is written.
type Kind byte

// The kinds of writes.
const (
	BasicData Kind = 0
	CodeHash  Kind = 1
	Storage   Kind = 2
	// CodeChunk is a chunk of code. Its number takes the place of the slot.
	CodeChunk Kind = 3
)

const (
	// headerStorage is the position of the first storage slots of an account in its header.
	headerStorage = 64
	// headerSlots is the number of storage slots in the header.
	headerSlots = 64
	// codeChunks is the position of the first chunk of code.
	codeChunks = 128
)

// mainStorage is the position of the first of the other storage slots.
var mainStorage = new(big.Int).Lsh(big.NewInt(1), 248)

// Position returns the tree index, little-endian, and the last byte of the key.
func Position(kind Kind, slot [32]byte) (index [32]byte, suffix byte, err error) {
	switch kind {
	case BasicData, CodeHash:
		return index, byte(kind), nil
	case Storage, CodeChunk:
	default:
		return index, 0, fmt.Errorf("unknown kind %d of writes", kind)
	}
	position := new(big.Int).SetBytes(slot[:])
	switch {
	case kind == CodeChunk:
		position.Add(position, big.NewInt(codeChunks))
	case position.Cmp(big.NewInt(headerSlots)) < 0:
		return index, headerStorage + slot[31], nil
	default:
		// The sum may have 257 bits; its index has at most 249 bits.
		position.Add(position, mainStorage)
	}
	suffix = byte(new(big.Int).And(position, big.NewInt(0xff)).Uint64())
	position.Rsh(position, 8).FillBytes(index[:])
	for i, j := 0, len(index)-1; i < j; i, j = i+1, j-1 {
		index[i], index[j] = index[j], index[i]
	}
	return index, suffix, nil
}
