//go:build cgo

package verkle

import (
	"bytes"
	"encoding/hex"
	"errors"
	"sync"

	"vorpal.example/go/banderwagon"
	"vorpal.example/go/ipa"
)

// Sizes of keys, values and nodes.
const (
	KeySize            = 32
	LeafValueSize      = 32
	NodeWidth          = 256
	NodeBitWidth  byte = 8
	StemSize           = 31
)

// Where the hash of the code is in the leaf of an account, and in the vector that C1 commits to.
const (
	CodeHashVectorPosition     = 3
	EmptyCodeHashFirstHalfIdx  = CodeHashVectorPosition * 2
	EmptyCodeHashSecondHalfIdx = EmptyCodeHashFirstHalfIdx + 1
)

// Scalars, and elements in their encodings.
type (
	Fr                        = banderwagon.Fr
	Point                     = banderwagon.Element
	SerializedPoint           = []byte
	SerializedPointCompressed = []byte
)

// Constants. Programs do not change them.
var (
	FrZero           Fr
	FrOne            = *new(Fr).SetOne()
	EmptyCodeHash, _ = hex.DecodeString("c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470")
)

// Config has the generators of commitments.
type Config = IPAConfig

// IPAConfig has the generators of commitments and their tables.
type IPAConfig struct{ conf *ipa.IPAConfig }

// GetConfig returns the configuration that all trees share. The first call creates it, with tables of 128 MiB, and
// panics if there is no memory for them.
var GetConfig = sync.OnceValue(func() *Config {
	conf, err := ipa.NewIPASettings()
	if err != nil {
		panic(err)
	}
	config := &IPAConfig{conf}
	vector := make([]Fr, NodeWidth)
	first, second := &vector[EmptyCodeHashFirstHalfIdx], &vector[EmptyCodeHashSecondHalfIdx]
	if err := leafToComms(vector[EmptyCodeHashFirstHalfIdx:], EmptyCodeHash); err != nil {
		panic(err)
	}
	EmptyCodeHashFirstHalfValue, EmptyCodeHashSecondHalfValue = *first, *second
	EmptyCodeHashPoint = *config.CommitToPoly(vector, NodeWidth-2)
	return config
})

// The scalars of the hash of empty code, and C1 of a leaf with no other value. GetConfig sets them.
var (
	EmptyCodeHashPoint           Point
	EmptyCodeHashFirstHalfValue  Fr
	EmptyCodeHashSecondHalfValue Fr
)

// CommitToPoly returns the commitment to at most 256 scalars. The number of zeros is not needed.
func (c *IPAConfig) CommitToPoly(poly []Fr, _ int) *Point {
	commitment := c.conf.Commit(poly)
	return &commitment
}

// FromLEBytes sets a scalar to at most 32 bytes, little-endian.
func FromLEBytes(scalar *Fr, data []byte) error {
	if len(data) > LeafValueSize {
		return errors.New("data is too long")
	}
	var padded [LeafValueSize]byte
	copy(padded[:], data)
	scalar.SetBytesLE(padded[:])
	return nil
}

// StemFromLEBytes sets a scalar to a stem.
func StemFromLEBytes(scalar *Fr, data []byte) error {
	if len(data) != StemSize {
		return errors.New("data length must be StemSize")
	}
	return FromLEBytes(scalar, data)
}

// FromBytes sets a scalar to at most 32 bytes, big-endian.
func FromBytes(scalar *Fr, data []byte) {
	var padded [32]byte
	copy(padded[len(padded)-len(data):], data)
	scalar.SetBytes(padded[:])
}

// HashPointToBytes returns the scalar that an element maps to, little-endian.
func HashPointToBytes(point *Point) [32]byte {
	var hash Fr
	point.MapToScalarField(&hash)
	return hash.BytesLE()
}

// Stem is the first 31 bytes of a key.
type Stem []byte

// KeyToStem returns the stem of a key, and panics if the key is shorter.
func KeyToStem(key []byte) Stem {
	if err := checkKey(key, StemSize); err != nil {
		panic(err)
	}
	return Stem(key[:StemSize])
}

// Keylist is a list of keys, for package sort.
type Keylist [][]byte

// Len is the number of keys.
func (k Keylist) Len() int { return len(k) }

// Less compares two keys.
func (k Keylist) Less(i, j int) bool { return bytes.Compare(k[i], k[j]) < 0 }

// Swap exchanges two keys.
func (k Keylist) Swap(i, j int) { k[i], k[j] = k[j], k[i] }
