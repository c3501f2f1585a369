package peers

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	goverkle "github.com/ethereum/go-verkle"

	"vorpal.example/go/verkle"
	"vorpal/lab/go/eip6800"
)

// grown is a tree by both libraries, with stems that share bytes.
func grown(t *testing.T, seed byte, count int) (*goverkle.InternalNode, *verkle.Store, []verkle.Key) {
	t.Helper()
	random := rand.NewChaCha8([32]byte{seed})
	keys, values := make([]verkle.Key, count), make([]verkle.Value, count)
	var writes []eip6800.Write
	for i := range keys {
		random.Read(keys[i][:])
		random.Read(values[i][:])
		keys[i][0], keys[i][1] = byte(i%3), keys[i][1]&1
		if i%4 == 1 {
			copy(keys[i][:31], keys[i-1][:31])
		}
		writes = append(writes, eip6800.NewWrite(keys[i][:], values[i][:]))
	}
	tree := eip6800.NewTree()
	if err := eip6800.Insert(tree, writes); err != nil {
		t.Fatal(err)
	}
	store, err := verkle.InMemory(16, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	root, err := store.Apply(keys, values, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	if expected := tree.Commit().Bytes(); root != expected {
		t.Fatalf("root %x, not %x", root, expected)
	}
	return tree, store, keys
}

// The same roots and the same proofs, byte by byte in JSON; each library verifies the proofs of the other one.
func TestProofsOfGoVerkle(t *testing.T) {
	for seed, count := range []int{1, 2, 5, 40, 300} {
		tree, store, keys := grown(t, byte(seed), count)
		root, _, err := store.Head()
		if err != nil {
			t.Fatal(err)
		}
		// Present keys, an absent one of a present stem, and absent stems.
		proved := append([]verkle.Key{}, keys[:min(count, 20)]...)
		for i := range 3 {
			absent := keys[0]
			absent[[]int{31, 30, 1}[i]] ^= 0x55
			proved = append(proved, absent)
		}
		var written []verkle.Key
		var news []verkle.Value
		post := tree.Copy().(*goverkle.InternalNode)
		var writes []eip6800.Write
		for i := 0; i < len(proved); i += 2 {
			value := verkle.Value{byte(i), 7}
			written, news = append(written, proved[i]), append(news, value)
			writes = append(writes, eip6800.NewWrite(proved[i][:], value[:]))
		}
		if err := eip6800.Insert(post, writes); err != nil {
			t.Fatal(err)
		}
		after := post.Commit().Bytes()

		var list [][]byte
		for _, key := range proved {
			list = append(list, key[:])
		}
		slices.SortFunc(list, bytes.Compare)
		proof, _, _, _, err := goverkle.MakeVerkleMultiProof(tree, post, slices.CompactFunc(list, bytes.Equal), nil)
		if err != nil {
			t.Fatal(err)
		}
		theirs, theirDiff, err := goverkle.SerializeProof(proof)
		if err != nil {
			t.Fatal(err)
		}
		witness, err := store.Prove(proved, verkle.Plain)
		if err != nil {
			t.Fatal(err)
		}
		if witness, err = witness.WithWrites(written, news); err != nil {
			t.Fatal(err)
		}
		ours, ourDiff, err := witness.Parts()
		if err != nil {
			t.Fatal(err)
		}
		equalJSON(t, "proof", ours, theirs)
		equalJSON(t, "state diff", ourDiff, theirDiff)

		var ourProofOfTheirs verkle.VerkleProof
		var ourDiffOfTheirs verkle.StateDiff
		convert(t, theirs, &ourProofOfTheirs)
		convert(t, theirDiff, &ourDiffOfTheirs)
		if err := verkle.Verify(&ourProofOfTheirs, root[:], after[:], ourDiffOfTheirs); err != nil {
			t.Fatalf("%d keys: their proof: %v", count, err)
		}
		var theirProofOfOurs goverkle.VerkleProof
		var theirDiffOfOurs goverkle.StateDiff
		convert(t, ours, &theirProofOfOurs)
		convert(t, ourDiff, &theirDiffOfOurs)
		if err := goverkle.Verify(&theirProofOfOurs, root[:], after[:], theirDiffOfOurs); err != nil {
			t.Fatalf("%d keys: our proof: %v", count, err)
		}
	}
}

func equalJSON(t *testing.T, name string, ours, theirs any) {
	t.Helper()
	one, err := json.Marshal(ours)
	if err != nil {
		t.Fatal(err)
	}
	other, err := json.Marshal(theirs)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(one, other) {
		t.Fatalf("%s:\n%s\nnot\n%s", name, one, other)
	}
}

func convert(t *testing.T, from, to any) {
	t.Helper()
	text, err := json.Marshal(from)
	if err == nil {
		err = json.Unmarshal(text, to)
	}
	if err != nil {
		t.Fatal(err)
	}
}
