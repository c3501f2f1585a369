// Package eip6800 derives the tree keys of accounts by EIP-6800, with the commitments of go-verkle.
package eip6800

import (
	"github.com/crate-crypto/go-ipa/bandersnatch/fr"
	verkle "github.com/ethereum/go-verkle"

	"vorpal/lab/go/account"
)

// Kind is the part of an account that is written.
type Kind = account.Kind

// The kinds of writes.
const (
	BasicData = account.BasicData
	CodeHash  = account.CodeHash
	Storage   = account.Storage
	CodeChunk = account.CodeChunk
)

// Deriver derives keys like a client. It keeps the account's part of the hash and the last stem, for consecutive
// entries of the same account.
type Deriver struct {
	config  *verkle.Config
	address [20]byte
	account *verkle.Point
	index   [32]byte
	stem    []byte
}

// NewDeriver creates a Deriver without cached values. It builds the tables of go-verkle if they do not exist yet.
func NewDeriver() *Deriver {
	return &Deriver{config: verkle.GetConfig()}
}

// hashMarker is the first committed value. It encodes the length of the hashed data, 64 bytes.
const hashMarker = 2 + 256*64

// Key returns the key of a write: pedersen_hash(address || index) with the last byte replaced. Consecutive keys with
// equal stems share the memory of the stem.
func (d *Deriver) Key(address [20]byte, kind Kind, slot [32]byte) (stem []byte, suffix byte, err error) {
	index, suffix, err := account.Position(kind, slot)
	if err != nil {
		return nil, 0, err
	}
	same := d.account != nil && address == d.address
	if same && index == d.index {
		return d.stem, suffix, nil
	}
	if !same {
		d.account = d.commitAccount(address)
		d.address = address
	}
	hash := verkle.HashPointToBytes(d.addIndex(index))
	d.index, d.stem = index, hash[:verkle.StemSize]
	return d.stem, suffix, nil
}

// commitAccount commits to the marker and to the address, which is padded with leading zeros to 32 bytes.
func (d *Deriver) commitAccount(address [20]byte) *verkle.Point {
	var padded [32]byte
	copy(padded[12:], address[:])
	var values [3]fr.Element
	values[0].SetUint64(hashMarker)
	half(&values[1], padded[:16])
	half(&values[2], padded[16:])
	return d.config.CommitToPoly(values[:], 0)
}

// addIndex adds the commitment to an index to the commitment of the account.
func (d *Deriver) addIndex(index [32]byte) *verkle.Point {
	if index == [32]byte{} {
		return d.account
	}
	var values [5]fr.Element
	half(&values[3], index[:16])
	half(&values[4], index[16:])
	sum := d.config.CommitToPoly(values[:], 0)
	sum.Add(sum, d.account)
	return sum
}

// half decodes 16 bytes, little-endian.
func half(value *fr.Element, bytes []byte) {
	var padded [32]byte
	copy(padded[:], bytes)
	value.SetBytesLE(padded[:])
}
