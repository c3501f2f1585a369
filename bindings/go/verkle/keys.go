//go:build cgo

package verkle

import (
	"fmt"

	"vorpal.example/go/internal/lib"
	"vorpal.example/go/internal/status"
)

// Kind is what is at a position of an account.
type Kind byte

// The kinds of positions.
const (
	KindBasicData Kind = 0 // Version, code size, nonce and balance.
	KindCodeHash  Kind = 1 // The Keccak-256 hash of the code.
	KindCodeChunk Kind = 2 // The chunk of 31 bytes of the code with the number in Argument.
	KindStorage   Kind = 3 // The storage slot in Argument.
)

// Position is a position of an account's state. Argument is big-endian.
type Position struct {
	Address  [20]byte
	Kind     Kind
	Argument [32]byte
}

// Keys returns the tree's keys of positions. Positions with the same stem should be next to each other: its hash is
// then computed once.
func (c *Committer) Keys(pool *Pool, positions []Position) ([]Key, error) {
	committer, err := c.get()
	if err != nil {
		return nil, err
	}
	addresses, arguments := make([][20]byte, len(positions)), make([][32]byte, len(positions))
	kinds := make([]byte, len(positions))
	for i, position := range positions {
		addresses[i], kinds[i], arguments[i] = position.Address, byte(position.Kind), position.Argument
	}
	keys := make([]Key, len(positions))
	if err := committer.TreeKeys(pool, addresses, kinds, arguments, keys); err != nil {
		return nil, err
	}
	return keys, nil
}

// BasicData returns the value at the position KindBasicData: the nonce, the balance (big-endian), and the size of the
// code, below 2^24.
func BasicData(nonce uint64, balance [16]byte, codeSize uint32) (Value, error) {
	return lib.BasicData(nonce, &balance, codeSize)
}

// CodeChunks returns the 31-byte chunks of code as values.
func CodeChunks(code []byte) ([]Value, error) {
	bytes, err := lib.CodeChunks(code)
	if err != nil {
		return nil, err
	}
	if len(bytes)%32 != 0 {
		return nil, status.New(status.Panic, fmt.Sprintf("%d bytes of chunks", len(bytes)))
	}
	return points(bytes), nil
}
