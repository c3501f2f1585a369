//go:build cgo

package verkle

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
)

// shownStem is what a proof shows at the end of a path.
type shownStem struct {
	status byte
	stem   Stem
	// The values, and whether the proof shows C1 and C2.
	values [][]byte
	halves [2]bool
}

// keysOf are the indices of keys by their stems.
func (p *Proof) keysOf() (stems []Stem, indices map[string][]int, err error) {
	indices = make(map[string][]int)
	for i, key := range p.Keys {
		if len(key) != KeySize {
			return nil, nil, fmt.Errorf("key %d has %d bytes, not %d", i, len(key), KeySize)
		}
		stem := KeyToStem(key)
		if len(stems) == 0 || !bytes.Equal(stems[len(stems)-1], stem) {
			stems = append(stems, stem)
		}
		indices[string(stem)] = append(indices[string(stem)], i)
	}
	return stems, indices, nil
}

// PreStateTreeFromProof returns the tree that a proof shows, with unknown nodes elsewhere. It does not verify the
// proof. Values of a leaf that the proof does not show are nil; writes to C1 or C2 that it does not show are errors.
func PreStateTreeFromProof(proof *Proof, rootC *Point) (VerkleNode, error) {
	if len(proof.Keys) != len(proof.PreValues) {
		return nil, fmt.Errorf("incompatible number of keys and pre-values: %d != %d", len(proof.Keys),
			len(proof.PreValues))
	}
	if len(proof.Keys) != len(proof.PostValues) {
		return nil, fmt.Errorf("incompatible number of keys and post-values: %d != %d", len(proof.Keys),
			len(proof.PostValues))
	}
	stems, indices, err := proof.keysOf()
	if err != nil {
		return nil, err
	}
	if len(stems) != len(proof.ExtStatus) {
		return nil, fmt.Errorf("invalid number of stems and extension statuses: %d != %d", len(stems),
			len(proof.ExtStatus))
	}
	if !slices.IsSortedFunc(proof.PoaStems, func(a, b Stem) int { return bytes.Compare(a, b) }) {
		return nil, errors.New("proof of absence stems are not sorted")
	}
	paths, shown, err := proof.shown(stems, indices)
	if err != nil {
		return nil, err
	}
	root := NewStatelessInternal(0, rootC).(*InternalNode)
	commitments := &commitmentList{proof.Cs}
	for _, path := range paths {
		if err := root.show(path, shown[string(path)], commitments); err != nil {
			return nil, err
		}
	}
	return root, nil
}

// shown returns what the proof shows at the ends of paths, and the paths in the order of the stems. Of several stems at
// one path, the one that is present is shown, or another one that proves all of them absent.
func (p *Proof) shown(stems []Stem, indices map[string][]int) ([][]byte, map[string]shownStem, error) {
	present := make(map[string]bool)
	for i, status := range p.ExtStatus {
		if status&3 == extStatusPresent {
			present[string(stems[i][:status>>3])] = true
		}
	}
	others := p.PoaStems
	shown := make(map[string]shownStem)
	var paths [][]byte
	for i, status := range p.ExtStatus {
		path := stems[i][:status>>3]
		end := shownStem{status: status & 3}
		keys := indices[string(stems[i])]
		switch end.status {
		case extStatusAbsentEmpty:
			if err := p.checkAbsent(stems[i], keys, "empty"); err != nil {
				return nil, nil, err
			}
		case extStatusAbsentOther:
			if err := p.checkAbsent(stems[i], keys, "other"); err != nil {
				return nil, nil, err
			}
			if _, known := shown[string(path)]; known || present[string(path)] {
				continue
			}
			if len(others) == 0 {
				return nil, nil, fmt.Errorf("missing proof of absence stem for %x", stems[i])
			}
			end.stem, others = others[0], others[1:]
		case extStatusPresent:
			end.stem, end.values = stems[i], make([][]byte, NodeWidth)
			for _, key := range keys {
				suffix := p.Keys[key][StemSize]
				end.values[suffix] = p.PreValues[key]
				end.halves[suffix/128] = true
			}
		default:
			return nil, nil, fmt.Errorf("invalid extension status: %d", end.status)
		}
		shown[string(path)] = end
		paths = append(paths, path)
	}
	if len(others) != 0 {
		return nil, nil, fmt.Errorf("not all proof of absence stems were used: %d", len(others))
	}
	return paths, shown, nil
}

func (p *Proof) checkAbsent(stem Stem, keys []int, kind string) error {
	for _, key := range keys {
		if p.PreValues[key] != nil {
			return fmt.Errorf("proof of absence (%s) stem %x has a value", kind, stem)
		}
	}
	return nil
}

// commitmentList are the commitments of a proof that nodes do not have yet.
type commitmentList struct{ rest []*Point }

func (c *commitmentList) take(path []byte) (*Point, error) {
	if len(c.rest) == 0 {
		return nil, fmt.Errorf("missing commitment for path %x", path)
	}
	first := c.rest[0]
	c.rest = c.rest[1:]
	return first, nil
}

// show puts the end of a path into the tree, and internal nodes before it.
func (n *InternalNode) show(path []byte, end shownStem, commitments *commitmentList) error {
	if len(path) == 0 {
		return errors.New("invalid path")
	}
	for ; len(path) > 1; path = path[1:] {
		switch child := n.children[path[0]].(type) {
		case UnknownNode:
			commitment, err := commitments.take(path)
			if err != nil {
				return err
			}
			below := NewStatelessInternal(n.depth+1, commitment).(*InternalNode)
			n.children[path[0]] = below
			n = below
		case *InternalNode:
			n = child
		default:
			return fmt.Errorf("error rebuilding the tree from a proof: stem %x leads to a %T at depth %d", end.stem, child,
				n.depth)
		}
	}
	if end.status == extStatusAbsentEmpty {
		n.children[path[0]] = Empty{}
		return nil
	}
	leaf := &LeafNode{stem: end.stem, values: end.values, depth: n.depth + 1}
	leaf.isPOAStub = end.status == extStatusAbsentOther
	if len(leaf.stem) != StemSize {
		return fmt.Errorf("invalid stem size %d", len(leaf.stem))
	}
	var err error
	if leaf.commitment, err = commitments.take(end.stem); err != nil {
		return err
	}
	for i, isShown := range end.halves {
		if leaf.isPOAStub {
			break
		}
		// A half that the proof does not show has coordinates of no element, which map to zero: see isUnknown.
		*leaf.half(i) = new(Point)
		if isShown {
			if *leaf.half(i), err = commitments.take(end.stem); err != nil {
				return err
			}
		}
	}
	n.children[path[0]] = leaf
	return nil
}

// PostStateTreeFromStateDiff returns a copy of a tree with the new values, after Commit.
func PostStateTreeFromStateDiff(preroot VerkleNode, statediff StateDiff) (VerkleNode, error) {
	postroot, ok := preroot.Copy().(*InternalNode)
	if !ok {
		return nil, fmt.Errorf("the root is a %T, not an internal node", preroot)
	}
	for _, diff := range statediff {
		values, writes := make([][]byte, NodeWidth), false
		for _, suffix := range diff.SuffixDiffs {
			if suffix.NewValue != nil {
				values[suffix.Suffix], writes = bytes.Clone(suffix.NewValue[:]), true
			}
		}
		if !writes {
			continue
		}
		if err := postroot.InsertValuesAtStem(bytes.Clone(diff.Stem[:]), values, nil); err != nil {
			return nil, fmt.Errorf("error overwriting value in post state: %w", err)
		}
	}
	postroot.Commit()
	return postroot, nil
}

// Verify verifies the proof of an execution witness, and unless postStateRoot is empty, that the new values give that
// root. It proves what the format proves: see the function of the same name in package vorpal.example/go/verkle, which
// is stricter. In particular it proves no absence. Several values of one key are refused; go-verkle accepts some, of
// which the tree has one at most.
func Verify(vp *VerkleProof, preStateRoot []byte, postStateRoot []byte, statediff StateDiff) error {
	proof, err := DeserializeProof(vp, statediff)
	if err != nil {
		return fmt.Errorf("verkle proof deserialization error: %w", err)
	}
	root := new(Point)
	if err := root.SetBytes(preStateRoot); err != nil {
		return fmt.Errorf("error setting prestate root: %w", err)
	}
	tree, err := PreStateTreeFromProof(proof, root)
	if err != nil {
		return fmt.Errorf("error rebuilding the pre-tree from proof: %w", err)
	}
	if err := checkValuesOf(tree, statediff, currentValue); err != nil {
		return err
	}
	if len(postStateRoot) != 0 {
		after, err := PostStateTreeFromStateDiff(tree, statediff)
		if err != nil {
			return fmt.Errorf("error rebuilding the post-tree from proof: %w", err)
		}
		if found := after.Commitment().Bytes(); !bytes.Equal(found[:], postStateRoot) {
			return fmt.Errorf("post tree root mismatch: %x != %x", found, postStateRoot)
		}
		if err := checkValuesOf(after, statediff, valueAfter); err != nil {
			return err
		}
	}
	return verifyVerkleProofWithPreState(proof, tree)
}

func currentValue(suffix *SuffixStateDiff) *[LeafValueSize]byte { return suffix.CurrentValue }

// valueAfter is the new value, or the current one if the block does not write.
func valueAfter(suffix *SuffixStateDiff) *[LeafValueSize]byte {
	if suffix.NewValue != nil {
		return suffix.NewValue
	}
	return suffix.CurrentValue
}

// checkValuesOf checks that a tree has the current values, or those after the block. The tree has what the openings
// prove. A key, or several paths through one node, may occur more than once in a witness; then the tree has what the
// last one says.
func checkValuesOf(tree VerkleNode, statediff StateDiff,
	valueOf func(*SuffixStateDiff) *[LeafValueSize]byte) error {
	for _, diff := range statediff {
		for i := range diff.SuffixDiffs {
			key := append(bytes.Clone(diff.Stem[:]), diff.SuffixDiffs[i].Suffix)
			value, err := tree.Get(key, nil)
			if err != nil {
				return fmt.Errorf("could not find key %x in tree rebuilt from proof: %w", key, err)
			}
			if expected := bytesOf(valueOf(&diff.SuffixDiffs[i])); !bytes.Equal(value, expected) {
				return fmt.Errorf("could not find correct value at %x in tree rebuilt from proof: %x != %x", key, value,
					expected)
			}
		}
	}
	return nil
}
