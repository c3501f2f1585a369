package contenders

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

const accepted, refused = "01", "00"

// opened contains the arguments of multiproof.verify: the proof, the positions, commitments and values.
type opened [][]byte

func (o opened) clone() opened {
	var rows opened
	for _, row := range o {
		rows = append(rows, slices.Clone(row))
	}
	return rows
}

// openingsOf requests a proof of openings and returns the arguments for its verification.
func openingsOf(t *testing.T, c *conversation, which, positions []byte) opened {
	t.Helper()
	columns := inputFor(t, "multiproof.create.1")
	var indices []byte
	for _, index := range which {
		indices = binary.LittleEndian.AppendUint32(indices, uint32(index))
	}
	arguments := [][]byte{indices, positions}
	for i := range columns[0].Len() {
		arguments = append(arguments, columns[0].Row(i))
	}
	made := c.compute("multiproof.create", arguments...)
	if len(made) != 1+columns[0].Len() {
		t.Fatalf("%d results for %d polynomials", len(made), columns[0].Len())
	}
	rows := opened{unhex(t, made[0]), positions}
	for i, index := range which {
		value := columns[0].Row(int(index))[32*int(positions[i]):][:32]
		rows = append(rows, unhex(t, made[1+index]), value)
	}
	return rows
}

func TestMultiproofs(t *testing.T) {
	c := speakWith(t, "go-ipa")
	// One polynomial is opened twice at one position, and once at another.
	rows := openingsOf(t, c, []byte{1, 0, 1, 1, 2}, []byte{255, 0, 255, 7, 7})
	c.expect(accepted, "multiproof.verify", rows...)
	for part, row := range rows {
		for _, position := range []int{0, len(row) / 2, len(row) - 1} {
			changed := rows.clone()
			changed[part][position] ^= 1
			c.expect(refused, "multiproof.verify", changed...)
		}
	}
	swapped := rows.clone()
	swapped[2], swapped[3], swapped[4], swapped[5] = swapped[4], swapped[5], swapped[2], swapped[3]
	for what, changed := range map[string]opened{
		"two openings exchanged":     swapped,
		"one opening removed":        append(opened{rows[0], rows[1][:4]}, rows[2:10]...),
		"a truncated proof":          append(opened{rows[0][:575]}, rows[1:]...),
		"a proof with an extra byte": append(opened{append(slices.Clone(rows[0]), 0)}, rows[1:]...),
		"no openings":                {rows[0], nil},
		"a commitment without value": rows[:11],
		"nothing":                    nil,
	} {
		if got := c.compute("multiproof.verify", changed...); !slices.Equal(got, []string{refused}) {
			t.Errorf("%s: %q", what, got)
		}
	}
	polynomial := inputFor(t, "multiproof.create.1")[0].Row(0)
	for what, arguments := range map[string][][]byte{
		"no openings":             {nil, nil, polynomial},
		"no such polynomial":      {{1, 0, 0, 0}, {5}, polynomial},
		"an extra position":       {{0, 0, 0, 0}, {5, 6}, polynomial},
		"a missing value":         {{0, 0, 0, 0}, {5}, polynomial[32:]},
		"a value not below r":     {{0, 0, 0, 0}, {5}, append(bytes.Repeat([]byte{0xff}, 32), polynomial[32:]...)},
		"an index of three bytes": {{0, 0, 0}, {5}, polynomial},
	} {
		if got := c.compute("multiproof.create", arguments...); got != nil {
			t.Errorf("%s: %q", what, got)
		}
	}
}

// witnessArguments is a tree of five keys with wanted keys: present values, absent suffixes in either half of a leaf, a
// stem with an empty path, stems with another stem's leaf on their path (alone, and next to a present stem), and stems
// that differ in the last byte only. One key is changed, and one absent key is written.
func witnessArguments() [][]byte {
	key := func(first, last, suffix byte) []byte {
		key := make([]byte, 32)
		key[0], key[30], key[31] = first, last, suffix
		return key
	}
	value := func(digit byte) []byte { return bytes.Repeat([]byte{digit}, 32) }
	entries := [][]byte{
		key(1, 0, 0), value(1), key(1, 0, 200), value(2), key(1, 1, 3), value(0),
		key(2, 0, 0), value(3), key(3, 0, 9), value(4),
	}
	wanted := [][]byte{
		key(1, 0, 0), key(1, 0, 1), key(1, 0, 201), key(1, 1, 3), key(1, 2, 0), key(2, 7, 0), key(3, 0, 9), key(3, 5, 5),
		key(9, 0, 0), key(9, 1, 1),
	}
	writes := [][]byte{key(1, 0, 0), value(7), key(1, 0, 201), value(8), key(9, 0, 0), value(9)}
	var sizes []byte
	for _, size := range []int{len(entries) / 2, len(wanted), len(writes) / 2} {
		sizes = binary.LittleEndian.AppendUint32(sizes, uint32(size))
	}
	return slices.Concat([][]byte{sizes}, entries, wanted, writes)
}

func TestWitnesses(t *testing.T) {
	c := speakWith(t, "go-verkle")
	arguments := witnessArguments()
	made := c.compute("witness.create", arguments...)
	if len(made) != 4 {
		t.Fatalf("%d results", len(made))
	}
	before, after, text := unhex(t, made[0]), unhex(t, made[1]), unhex(t, made[3])
	c.expect(accepted, "witness.verify", before, after, text)
	c.expect(refused, "witness.verify", after, after, text)
	c.expect(refused, "witness.verify", before, before, text)
	c.expect(refused, "witness.verify", before, after)
	c.expect(refused, "witness.verify", before, after, []byte("{}"))
	// The roots equal those of the same tree without proofs.
	entries, writes := arguments[1:11], arguments[21:]
	sizes := binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, 5), 3)
	roots := c.compute("tree.roots", slices.Concat([][]byte{sizes}, entries, writes)...)
	if !slices.Equal(roots, made[:2]) {
		t.Errorf("roots %q, of the witness %q", roots, made[:2])
	}
	var parsed executionWitness
	if err := json.Unmarshal(text, &parsed); err != nil {
		t.Fatal(err)
	}
	// The status is in the low bits: 2 present, 1 absent with another stem on its path, 0 absent with an empty path.
	var statuses [4]int
	for _, status := range parsed.VerkleProof.DepthExtensionPresent {
		statuses[status&3]++
	}
	if statuses != [4]int{3, 2, 3, 0} {
		t.Errorf("%d stems absent with an empty path, %d with another stem on the path, %d present",
			statuses[0], statuses[1], statuses[2])
	}
	// Changes of a digit anywhere in the proof.
	proof := strings.Index(string(text), `"verkleProof"`)
	tried := 0
	for position := proof; position < len(text); position += 67 {
		digit := strings.IndexByte("0123456789abcdef", text[position])
		if digit < 0 || text[position+1] == 'x' || !bytes.ContainsAny(text[position-1:position], "0123456789abcdef") {
			continue
		}
		changed := slices.Clone(text)
		changed[position] = "0123456789abcdef"[digit^1]
		if got := c.compute("witness.verify", before, after, changed); !slices.Equal(got, []string{refused}) {
			t.Errorf("changed at %d, %s: %q", position, changed[position-10:position+10], got)
		}
		tried++
	}
	if tried < 20 {
		t.Errorf("only %d changes were tried", tried)
	}
	value := hex.EncodeToString(bytes.Repeat([]byte{7}, 32))
	changed := strings.Replace(string(text), value, value[:63]+"8", 1)
	c.expect(refused, "witness.verify", before, after, []byte(changed))
	zeros := make([]byte, 12)
	for _, bad := range [][][]byte{nil, arguments[:20], append([][]byte{zeros}, arguments[1:]...), {zeros}} {
		if got := c.compute("witness.create", bad...); got != nil {
			t.Errorf("%d arguments: %q", len(bad), got)
		}
	}
}
