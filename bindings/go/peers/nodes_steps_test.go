//go:build cgo

package peers

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	goverkle "github.com/ethereum/go-verkle"

	nodes "vorpal.example/go/verkle/nodes"
)

// step does one random thing to both trees.
func (p *pair) step(t *testing.T, random *rand.Rand, keys [][]byte) {
	key := keys[random.IntN(len(keys))]
	// go-verkle panics when it serializes a value at suffix 0 that is shorter than 8 bytes.
	value := bytes.Repeat([]byte{byte(random.Uint32())}, []int{8, 15, 16, 17, 31, 32, 32, 32}[random.IntN(8)])
	switch random.IntN(10) {
	case 0:
		if !p.canDelete(t, key) {
			return
		}
		ours, err := p.ours.Delete(key, p.resolve)
		theirs, expected := p.theirs.Delete(key, p.resolve)
		same(t, "Delete", err, expected)
		if ours != theirs {
			t.Fatal("Delete returns something else")
		}
	case 1:
		ours, err := p.ours.Get(key, p.resolve)
		theirs, expected := p.theirs.Get(key, p.resolve)
		same(t, "Get", err, expected)
		if !bytes.Equal(ours, theirs) {
			t.Fatalf("%x at %x, and go-verkle %x", ours, key, theirs)
		}
	case 2:
		ours, theirs := make([][]byte, 256), make([][]byte, 256)
		for range random.IntN(6) {
			suffix := random.IntN(256)
			ours[suffix], theirs[suffix] = value, value
		}
		same(t, "InsertValuesAtStem", p.ours.(*nodes.InternalNode).InsertValuesAtStem(key[:31], ours, p.resolve),
			p.theirs.(*goverkle.InternalNode).InsertValuesAtStem(key[:31], theirs, p.resolve))
	case 3:
		// An account without code, which has a serialization of its own.
		ours, theirs := make([][]byte, 256), make([][]byte, 256)
		ours[0] = append(make([]byte, 8), bytes.Repeat(value[:1], 24)...)
		ours[1] = bytes.Clone(nodes.EmptyCodeHash)
		copy(theirs, ours)
		same(t, "InsertValuesAtStem", p.ours.(*nodes.InternalNode).InsertValuesAtStem(key[:31], ours, p.resolve),
			p.theirs.(*goverkle.InternalNode).InsertValuesAtStem(key[:31], theirs, p.resolve))
	default:
		same(t, "Insert", p.ours.Insert(key, value, p.resolve), p.theirs.Insert(bytes.Clone(key), value, p.resolve))
	}
}

// canDelete reports whether a half of the leaf of a key keeps a value, or the leaf loses its last one. In the other
// case go-verkle's leaf has no C1 or C2, and further calls end the program.
func (p *pair) canDelete(t *testing.T, key []byte) bool {
	t.Helper()
	values, err := p.ours.(*nodes.InternalNode).GetValuesAtStem(key[:31], p.resolve)
	if err != nil {
		t.Fatal(err)
	}
	// A read keeps the nodes that it resolves, so that both libraries must do it.
	expected, err := p.theirs.(*goverkle.InternalNode).GetValuesAtStem(key[:31], p.resolve)
	if err != nil || !slices.EqualFunc(values, expected, bytes.Equal) {
		t.Fatalf("%x at %x, and go-verkle %x: %v", values, key, expected, err)
	}
	var others [2]bool
	for i, value := range values {
		others[i/128] = others[i/128] || i != int(key[31]) && len(value) != 0
	}
	return others[key[31]/128] || !others[0] && !others[1]
}

func treeKeys(random *rand.Rand) [][]byte {
	keys := make([][]byte, 120)
	for i := range keys {
		keys[i] = make([]byte, 32)
		for j := range keys[i] {
			keys[i][j] = byte(random.Uint32())
		}
		keys[i][0], keys[i][1] = byte(random.IntN(2)), keys[i][1]&1
		if i%5 == 0 {
			// The last value of C1 and the first one of C2.
			keys[i][31] = byte(127 + i/5%2)
		}
		if i%3 == 1 {
			copy(keys[i], keys[i-1][:31])
		}
		if i%7 == 5 {
			copy(keys[i], keys[i-2][:29])
		}
	}
	return keys
}
