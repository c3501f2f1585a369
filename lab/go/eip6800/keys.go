// Package eip6800 places accounts in a state tree as EIP-6800 has it, with the commitments of go-verkle.
package eip6800

import (
	"fmt"
	"math/big"

	"github.com/crate-crypto/go-ipa/bandersnatch/fr"
	verkle "github.com/ethereum/go-verkle"
)

// Kind is what of an account a write is for.
type Kind byte

// The kinds of writes.
const (
	BasicData Kind = 0
	CodeHash  Kind = 1
	Storage   Kind = 2
)

const (
	// headerStorage is where the first storage slots of an account lie in its header.
	headerStorage = 64
	// headerSlots is how many do.
	headerSlots = 64
)

// mainStorage is where the other storage slots begin.
var mainStorage = new(big.Int).Lsh(big.NewInt(1), 248)

// place is the index of the tree, little-endian, and the last byte of the key.
func place(kind Kind, slot [32]byte) (index [32]byte, suffix byte, err error) {
	switch kind {
	case BasicData, CodeHash:
		return index, byte(kind), nil
	case Storage:
	default:
		return index, 0, fmt.Errorf("there is no kind %d of writes", kind)
	}
	position := new(big.Int).SetBytes(slot[:])
	if position.Cmp(big.NewInt(headerSlots)) < 0 {
		return index, headerStorage + slot[31], nil
	}
	// The sum may need 257 bits, its index of 249 bits does not.
	position.Add(position, mainStorage)
	suffix = byte(new(big.Int).And(position, big.NewInt(0xff)).Uint64())
	position.Rsh(position, 8).FillBytes(index[:])
	for i, j := 0, len(index)-1; i < j; i, j = i+1, j-1 {
		index[i], index[j] = index[j], index[i]
	}
	return index, suffix, nil
}

// Deriver derives keys as clients do: it keeps the part of the hash that is the account's, and the last stem, for
// entries of the same account that follow each other.
type Deriver struct {
	config  *verkle.Config
	address [20]byte
	account *verkle.Point
	index   [32]byte
	stem    []byte
}

// NewDeriver makes a deriver that knows nothing yet. It builds the tables of go-verkle if nobody has before.
func NewDeriver() *Deriver {
	return &Deriver{config: verkle.GetConfig()}
}

// hashMarker is the first value that is committed to: it tells the length of what is hashed, 64 bytes.
const hashMarker = 2 + 256*64

// Key is where a write goes: pedersen_hash(address || index), of which the last byte is replaced. The stem is shared
// with the keys before and after that have the same.
func (d *Deriver) Key(address [20]byte, kind Kind, slot [32]byte) (stem []byte, suffix byte, err error) {
	index, suffix, err := place(kind, slot)
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

// commitAccount commits to the marker and the address, which is padded to 32 bytes in front.
func (d *Deriver) commitAccount(address [20]byte) *verkle.Point {
	var padded [32]byte
	copy(padded[12:], address[:])
	var values [3]fr.Element
	values[0].SetUint64(hashMarker)
	half(&values[1], padded[:16])
	half(&values[2], padded[16:])
	return d.config.CommitToPoly(values[:], 0)
}

// addIndex adds the commitment to an index to that of the account.
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

// half reads 16 bytes, little-endian.
func half(value *fr.Element, bytes []byte) {
	var padded [32]byte
	copy(padded[:], bytes)
	value.SetBytesLE(padded[:])
}
