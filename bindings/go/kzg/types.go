//go:build cgo

package kzg

import (
	"encoding/hex"
	"fmt"

	"vorpal.example/go/internal/lib"
	"vorpal.example/go/internal/status"
)

// The cells of a blob, of which the first DataPerBlob are the blob itself.
const (
	CellsPerBlob      = 128
	CellProofsPerBlob = CellsPerBlob
	DataPerBlob       = CellsPerBlob / 2
)

// Pool is a pool of threads: see the type of the same name in the module's first package. Nil stands for all cores.
type Pool = lib.Pool

// Blob is 4,096 scalars of 32 bytes, big-endian.
type Blob [131072]byte

// Cell is 64 scalars of an extended blob.
type Cell [2048]byte

// Commitment is a commitment to a blob: a point of G1, compressed.
type Commitment [48]byte

// Proof is a proof of a value, a blob or a cell: a point of G1, compressed.
type Proof [48]byte

// Point is a scalar at which the polynomial of a blob is evaluated, big-endian.
type Point [32]byte

// Claim is a value of the polynomial of a blob, big-endian.
type Claim [32]byte

// MarshalText returns 0x and hexadecimal digits.
func (b *Blob) MarshalText() ([]byte, error) { return digits(b[:]), nil }

// UnmarshalText parses 0x and hexadecimal digits.
func (b *Blob) UnmarshalText(text []byte) error { return parse("blob", b[:], text) }

// MarshalText returns 0x and hexadecimal digits.
func (c *Cell) MarshalText() ([]byte, error) { return digits(c[:]), nil }

// UnmarshalText parses 0x and hexadecimal digits.
func (c *Cell) UnmarshalText(text []byte) error { return parse("cell", c[:], text) }

// MarshalText returns 0x and hexadecimal digits.
func (c Commitment) MarshalText() ([]byte, error) { return digits(c[:]), nil }

// UnmarshalText parses 0x and hexadecimal digits.
func (c *Commitment) UnmarshalText(text []byte) error { return parse("commitment", c[:], text) }

// MarshalText returns 0x and hexadecimal digits.
func (p Proof) MarshalText() ([]byte, error) { return digits(p[:]), nil }

// UnmarshalText parses 0x and hexadecimal digits.
func (p *Proof) UnmarshalText(text []byte) error { return parse("proof", p[:], text) }

func digits(bytes []byte) []byte { return hex.AppendEncode([]byte("0x"), bytes) }

// parse fills all bytes, or none if there is an error.
func parse(name string, out, text []byte) error {
	if len(text) != 2+2*len(out) || text[0] != '0' || (text[1] != 'x' && text[1] != 'X') {
		return status.New(status.Input, fmt.Sprintf("%s: no 0x and %d hexadecimal digits", name, 2*len(out)))
	}
	bytes := make([]byte, len(out))
	if _, err := hex.Decode(bytes, text[2:]); err != nil {
		return status.New(status.Input, fmt.Sprintf("%s: %v", name, err))
	}
	copy(out, bytes)
	return nil
}
