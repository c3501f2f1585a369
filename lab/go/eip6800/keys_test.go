package eip6800

import (
	"bytes"
	"testing"

	"github.com/crate-crypto/go-ipa/bandersnatch/fr"
	verkle "github.com/ethereum/go-verkle"
)

// direct computes pedersen_hash(address32 || index) without caching.
func direct(address [20]byte, index [32]byte) []byte {
	input := append(append(make([]byte, 12), address[:]...), index[:]...)
	var values [5]fr.Element
	values[0].SetUint64(hashMarker)
	for i := range 4 {
		half(&values[i+1], input[16*i:16*(i+1)])
	}
	hash := verkle.HashPointToBytes(verkle.GetConfig().CommitToPoly(values[:], 0))
	return hash[:verkle.StemSize]
}

func TestKeysEqualTheUncachedHash(t *testing.T) {
	var header, indexOf64, indexOfMost [32]byte
	// 256^31 + 64 has index 256^30 and suffix 64; the highest slot has the highest index of 249 bits and suffix 255.
	indexOf64[30] = 1
	for i := range 31 {
		indexOfMost[i] = 0xff
	}
	indexOfMost[30]++
	indexOfMost[31]++
	slot := func(last byte) (slot [32]byte) {
		slot[31] = last
		return slot
	}
	most := [32]byte(bytes.Repeat([]byte{0xff}, 32))
	cases := []struct {
		kind   Kind
		slot   [32]byte
		index  [32]byte
		suffix byte
	}{
		{BasicData, slot(0), header, 0},
		{CodeHash, slot(9), header, 1},
		{Storage, slot(0), header, 64},
		{Storage, slot(63), header, 127},
		{Storage, slot(64), indexOf64, 64},
		{Storage, most, indexOfMost, 255},
		{Storage, slot(65), indexOf64, 65},
		{CodeChunk, slot(0), header, 128},
		{CodeChunk, slot(127), header, 255},
		{CodeChunk, slot(128), [32]byte{1}, 0},
		{BasicData, slot(0), header, 0},
	}
	keys := NewDeriver()
	for _, address := range [][20]byte{{}, {1}, {19: 1}, {19: 1}} {
		for _, c := range cases {
			stem, suffix, err := keys.Key(address, c.kind, c.slot)
			if err != nil {
				t.Fatal(err)
			}
			if suffix != c.suffix || !bytes.Equal(stem, direct(address, c.index)) {
				t.Errorf("address %x, kind %d, slot %x: %x, suffix %d", address, c.kind, c.slot, stem, suffix)
			}
		}
	}
	if _, _, err := keys.Key([20]byte{}, 4, slot(0)); err == nil {
		t.Error("kind 4 must be an error")
	}
}

func TestGroupingDoesNotChangeTheRoot(t *testing.T) {
	verkle.GetConfig()
	var writes []Write
	for i := range byte(30) {
		stem := bytes.Repeat([]byte{i / 4 % 3}, verkle.StemSize)
		writes = append(writes, Write{Stem: stem, Suffix: 40 * (i % 4), Value: bytes.Repeat([]byte{i + 1}, 32)})
	}
	together, single := NewTree(), NewTree()
	if err := Insert(together, writes); err != nil {
		t.Fatal(err)
	}
	for _, write := range writes {
		if err := single.Insert(append(bytes.Clone(write.Stem), write.Suffix), write.Value, nil); err != nil {
			t.Fatal(err)
		}
	}
	if a, b := together.Commit().Bytes(), single.Commit().Bytes(); a != b {
		t.Errorf("%x in groups, %x one by one", a, b)
	}
}
