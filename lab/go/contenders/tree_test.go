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
	// The same by keys derived one at a time.
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
	c.expect("", "tree.key", columns[1].Row(0), []byte{3}, columns[3].Row(0))
	// A tree without anything has the identity for a root.
	c.expect(hex.EncodeToString(make([]byte, 32)), "tree.roots", make([]byte, 4))
}
