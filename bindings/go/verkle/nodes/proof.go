//go:build cgo

package verkle

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"sort"

	"vorpal.example/go/ipa/common"
	"vorpal.example/go/ipa/multiproof"
)

// Proof is a proof of the values of keys before and after a block. Values that the block does not change are nil after
// it.
type Proof struct {
	Multipoint *multiproof.MultiProof // The openings.
	ExtStatus  []byte                 // The status and depth of each stem.
	Cs         []*Point               // The commitments in the order of their paths, without the root.
	PoaStems   []Stem                 // The stems that prove others absent.
	Keys       [][]byte
	PreValues  [][]byte
	PostValues [][]byte
}

// label is that of transcripts.
const label = "vt"

// GetCommitmentsForMultiproof sorts keys, and returns their proof items.
func GetCommitmentsForMultiproof(root VerkleNode, keys [][]byte, resolver NodeResolverFn) (*ProofElements, []byte,
	[]Stem, error) {
	for i, key := range keys {
		if len(key) != KeySize {
			return nil, nil, nil, fmt.Errorf("key %d has %d bytes, not %d", i, len(key), KeySize)
		}
	}
	sort.Sort(Keylist(keys))
	return root.GetProofItems(keys, resolver)
}

// proofItems returns the proof items of keys, and their values after the block where it changed them.
func proofItems(preroot, postroot VerkleNode, keys [][]byte, resolver NodeResolverFn) (*ProofElements, []byte, []Stem,
	[][]byte, error) {
	if len(keys) == 0 {
		return nil, nil, nil, nil, errors.New("no key provided for proof")
	}
	items, statuses, others, err := GetCommitmentsForMultiproof(preroot, keys, resolver)
	if err != nil {
		return nil, nil, nil, nil, fmt.Errorf("error getting pre-state proof data: %w", err)
	}
	after := make([][]byte, len(keys))
	if postroot == nil {
		return items, statuses, others, after, nil
	}
	for i, key := range keys {
		value, err := postroot.Get(key, resolver)
		if err != nil {
			return nil, nil, nil, nil, fmt.Errorf("error getting post-state value for key %x: %w", key, err)
		}
		if !bytes.Equal(items.Vals[i], value) {
			after[i] = value
		}
	}
	return items, statuses, others, after, nil
}

// MakeVerkleMultiProof proves the values of keys in a tree after Commit, and which values another tree has in their
// places, which may be nil. It sorts the keys. It returns the openings too: commitments, indices and values.
func MakeVerkleMultiProof(preroot, postroot VerkleNode, keys [][]byte, resolver NodeResolverFn) (*Proof, []*Point,
	[]byte, []*Fr, error) {
	items, statuses, others, after, err := proofItems(preroot, postroot, keys, resolver)
	if err != nil {
		return nil, nil, nil, nil, fmt.Errorf("get commitments for multiproof: %w", err)
	}
	argument, err := multiproof.CreateMultiProof(common.NewTranscript(label), GetConfig().conf, items.Cis, items.Fis,
		items.Zis)
	if err != nil {
		return nil, nil, nil, nil, fmt.Errorf("creating multiproof: %w", err)
	}
	// The verifier has the root.
	delete(items.ByPath, "")
	paths := make([]string, 0, len(items.ByPath))
	for path := range items.ByPath {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	commitments := make([]*Point, len(paths))
	for i, path := range paths {
		commitments[i] = items.ByPath[path]
	}
	return &Proof{
		Multipoint: argument, ExtStatus: statuses, Cs: commitments, PoaStems: others,
		Keys: keys, PreValues: items.Vals, PostValues: after,
	}, items.Cis, items.Zis, items.Yis, nil
}

// verifyVerkleProofWithPreState verifies a proof for the tree that it shows.
func verifyVerkleProofWithPreState(proof *Proof, preroot VerkleNode) error {
	items, _, _, _, err := proofItems(preroot, nil, proof.Keys, nil)
	if err != nil {
		return fmt.Errorf("error getting proof elements: %w", err)
	}
	if ok, err := verifyVerkleProof(proof, items.Cis, items.Zis, items.Yis, GetConfig()); !ok || err != nil {
		return fmt.Errorf("error verifying proof: verifies=%v, error=%w", ok, err)
	}
	return nil
}

func verifyVerkleProof(proof *Proof, commitments []*Point, indices []uint8, values []*Fr, config *Config) (bool,
	error) {
	if proof.Multipoint == nil {
		return false, errors.New("the proof has no multiproof")
	}
	return multiproof.CheckMultiProof(common.NewTranscript(label), config.conf, proof.Multipoint, commitments, values,
		indices)
}
