package contenders

import (
	"encoding/binary"
	"encoding/hex"
	"slices"
	"testing"
)

func TestTreeRoots(t *testing.T) {
	c := speakWith(t, "go-verkle")
	columns := inputFor(t, "tree.mainnet_state.t1")
	roots := c.measure("tree.mainnet_state.t1", columns, 1)
	if len(roots) != 3 || roots[0] != roots[1] || roots[1] == roots[2] {
		t.Fatalf("the roots are %q", roots)
	}
	// The expected keys, derived one at a time.
	var arguments [][]byte
	var sizes []byte
	for i := range columns[0].Len() {
		sizes = binary.LittleEndian.AppendUint32(sizes, uint32(columns[0].Row(i)[0]))
	}
	arguments = append(arguments, sizes)
	for i := range columns[1].Len() {
		key := c.compute("tree.key", columns[1].Row(i), columns[2].Row(i), columns[3].Row(i))
		if len(key) != 1 {
			t.Fatalf("write %d has the key %q", i, key)
		}
		arguments = append(arguments, unhex(t, key[0]), columns[4].Row(i))
	}
	if again := c.compute("tree.roots", arguments...); !slices.Equal(again, roots) {
		t.Errorf("%q, then %q", roots, again)
	}
	c.expect("", "tree.roots", arguments[:3]...)
	c.expect("", "tree.key", columns[1].Row(0), []byte{4}, columns[3].Row(0))
	// The commitment of an empty tree is the identity.
	c.expect(hex.EncodeToString(make([]byte, 32)), "tree.roots", make([]byte, 4))
}

func TestDeletions(t *testing.T) {
	c := speakWith(t, "go-verkle")
	key := func(first, last, suffix byte) []byte {
		key := make([]byte, 32)
		key[0], key[30], key[31] = first, last, suffix
		return key
	}
	value := func(digit byte) []byte { return append(make([]byte, 31), digit) }
	// roots returns the roots after batches of keys and values; nil deletes.
	roots := func(batches ...[][]byte) []string {
		var sizes []byte
		var rows [][]byte
		for _, batch := range batches {
			sizes = binary.LittleEndian.AppendUint32(sizes, uint32(len(batch)/2))
			rows = append(rows, batch...)
		}
		got := c.compute("tree.roots", append([][]byte{sizes}, rows...)...)
		if len(got) != len(batches) {
			t.Fatalf("%d roots of %d batches", len(got), len(batches))
		}
		return got
	}
	last := func(batches ...[][]byte) string { return roots(batches...)[len(batches)-1] }
	type batch = [][]byte
	low, high, other := key(1, 0, 3), key(1, 0, 200), key(2, 0, 0)
	deep := key(1, 1, 3)
	all := batch{low, value(1), high, value(2), other, value(3)}
	same := map[string][2]string{
		"delete the only value of a half": {last(all, batch{high, nil}), last(batch{low, value(1), other, value(3)})},
		"delete it and write it again": {
			last(all, batch{high, nil}, batch{high, value(9)}),
			last(batch{low, value(1), high, value(9), other, value(3)}),
		},
		"delete it twice": {last(all, batch{high, nil}, batch{high, nil}), last(all, batch{high, nil})},
		"delete a leaf":   {last(all, batch{low, nil, high, nil}), last(batch{other, value(3)})},
		"delete keys that were never written": {
			last(all, batch{key(1, 0, 4), nil, key(1, 5, 0), nil, key(7, 0, 0), nil}), last(all),
		},
		"delete all keys": {
			last(all, batch{low, nil, high, nil, other, nil}), hex.EncodeToString(make([]byte, 32)),
		},
		"delete all keys and write them again": {last(all, batch{low, nil, high, nil, other, nil}, all), last(all)},
		"delete both leaves below a deep branch": {
			last(batch{low, value(1), deep, value(2), other, value(3)}, batch{low, nil, deep, nil}),
			last(batch{other, value(3)}),
		},
		"delete after the write in a batch":  {last(all, batch{low, value(5), low, nil}), last(all, batch{low, nil})},
		"delete before the write in a batch": {last(all, batch{low, nil, low, value(5)}), last(all, batch{low, value(5)})},
	}
	for what, pair := range same {
		if pair[0] != pair[1] {
			t.Errorf("%s: %s and %s", what, pair[0], pair[1])
		}
	}
	different := map[string][2]string{
		// A leaf below a branch stays at its depth when the other leaf of the branch is deleted.
		"delete one leaf below a deep branch": {
			last(batch{low, value(1), deep, value(2)}, batch{deep, nil}),
			last(batch{low, value(1)}),
		},
		// Zero is a value.
		"write zero or delete": {last(all, batch{high, value(0)}), last(all, batch{high, nil})},
		"delete a value":       {last(all, batch{high, nil}), last(all)},
	}
	for what, pair := range different {
		if pair[0] == pair[1] {
			t.Errorf("%s: %s twice", what, pair[0])
		}
	}
	if got := c.compute("tree.roots", []byte{1, 0, 0, 0}, low, []byte{1}); got != nil {
		t.Errorf("a value of one byte: %q", got)
	}
}
