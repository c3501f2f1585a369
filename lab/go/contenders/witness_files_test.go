package contenders

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"os"
	"testing"

	verkle "github.com/ethereum/go-verkle"

	"vorpal/lab/go/eip6800"
)

// witnessFile is a witness from the tree's tests, with its roots.
type witnessFile struct {
	Root, RootAfter  string
	ExecutionWitness json.RawMessage
}

func readWitnessFile(t *testing.T, name string) (arguments [][]byte) {
	t.Helper()
	text, err := os.ReadFile("../../../crates/tree/tests/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var file witnessFile
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	for _, root := range []string{file.Root, file.RootAfter} {
		decoded, err := hex.DecodeString(root[2:])
		if err != nil {
			t.Fatal(err)
		}
		arguments = append(arguments, decoded)
	}
	return append(arguments, file.ExecutionWitness)
}

// An absent stem below commitments to empty nodes: go-verkle accepts it, and the root after it belongs to no tree. If a
// later version rejects it, the differential test can require rejection by all libraries.
func TestCommitmentsToEmptyNodesAreAccepted(t *testing.T) {
	if !checkWitness(readWitnessFile(t, "witness_too_deep.json")) {
		t.Error("refused")
	}
}

// The parser rejects the bound version instead of reading it as a plain one.
func TestBoundWitnessesAreRejected(t *testing.T) {
	arguments := readWitnessFile(t, "witness_bound.json")
	if checkWitness(arguments) {
		t.Error("accepted")
	}
	var made executionWitness
	if err := json.Unmarshal(arguments[2], &made); err == nil {
		t.Error("parsed")
	}
	// The version is the only cause of the rejection.
	plain := bytes.Replace(arguments[2], []byte("bound:0x"), []byte("0x"), 1)
	if err := json.Unmarshal(plain, &made); err != nil {
		t.Error(err)
	}
}

// Deleting the last value of a branch or leaf removes the node. No node with a commitment to an empty node remains.
func TestDeletionsLeaveNoEmptyNodes(t *testing.T) {
	verkle.GetConfig()
	key := func(prefix ...byte) []byte { return append(prefix, make([]byte, 32-len(prefix))...) }
	value := bytes.Repeat([]byte{1}, 32)
	kept, keys := key(9), [][]byte{key(1, 1, 1), key(1, 1, 2), key(1, 2, 0), key(1, 1, 2, 7)}
	var writes, rest []eip6800.Write
	for _, key := range keys {
		writes = append(writes, eip6800.NewWrite(key, value))
	}
	rest = append(rest, eip6800.NewWrite(kept, value))
	tree, small := eip6800.NewTree(), eip6800.NewTree()
	insertAndCommit(tree, append(rest, writes...))
	want := insertAndCommit(small, rest)
	for _, delete := range []func([]byte) (bool, error){
		func(key []byte) (bool, error) { return tree.Delete(key, nil) },
		func(key []byte) (bool, error) { return tree.DeleteAtStem(key, nil) },
	} {
		for _, key := range keys {
			if _, err := delete(key); err != nil {
				t.Fatal(err)
			}
		}
		if _, ok := tree.Children()[1].(verkle.Empty); !ok {
			t.Errorf("a %T where the branch was", tree.Children()[1])
		}
		if got := tree.Commit().Bytes(); !bytes.Equal(got[:], want) {
			t.Errorf("root %x, and %x without the keys", got, want)
		}
		insertAndCommit(tree, writes)
	}
}
