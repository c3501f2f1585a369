//go:build cgo

package verkle

import (
	"bytes"
	"fmt"
	"slices"

	"vorpal.example/go/banderwagon"
)

// pendingLeaf is what the commitments of a leaf lack: differences of scalars of its values.
//
// The differences of several calls are not merged: go-verkle computes C1, C2 and the commitment in every call. Their
// sum would be the same element, and of the two points that represent it perhaps the other one.
type pendingLeaf struct {
	isNew bool
	// The terms of C1 and C2.
	halves [2][]term
}

// term is a scalar at an index of a vector.
type term struct {
	index byte
	value Fr
}

// newPendingLeaf creates a leaf whose commitments are pending.
func newPendingLeaf(stem Stem, values [][]byte) (*LeafNode, error) {
	if err := checkKey(stem, StemSize); err != nil {
		return nil, err
	}
	if err := checkValues(values); err != nil {
		return nil, err
	}
	leaf := &LeafNode{stem: bytes.Clone(stem[:StemSize]), values: values, pending: &pendingLeaf{isNew: true}}
	leaf.c1, leaf.c2 = new(Point).SetIdentity(), new(Point).SetIdentity()
	for i, value := range values {
		if err := leaf.pending.change(i, nil, value); err != nil {
			return nil, err
		}
	}
	return leaf, nil
}

func checkValues(values [][]byte) error {
	if len(values) != NodeWidth {
		return fmt.Errorf("%d values of a stem, not %d", len(values), NodeWidth)
	}
	return nil
}

// change adds the terms of a value that replaces another one.
func (p *pendingLeaf) change(suffix int, old, value []byte) error {
	var before, after [2]Fr
	if err := leafToComms(before[:], old); err != nil {
		return err
	}
	if err := leafToComms(after[:], value); err != nil {
		return err
	}
	half := &p.halves[suffix/128]
	for i := range after {
		after[i].Sub(&after[i], &before[i])
		if !after[i].IsZero() {
			*half = append(*half, term{byte(2*(suffix%128) + i), after[i]})
		}
	}
	return nil
}

// write writes those values that are not empty, and leaves the commitments pending. A value that is too long, or in a
// half that a proof does not show, is an error, and then nothing changes.
func (n *LeafNode) write(values [][]byte) error {
	if err := n.settleOne(); err != nil {
		return err
	}
	if err := checkValues(values); err != nil {
		return err
	}
	var changes pendingLeaf
	for i, value := range values {
		if len(value) != 0 && !bytes.Equal(value, n.values[i]) {
			if isUnknown(*n.half(i / 128)) {
				return errMissingNodeInStateless
			}
			if err := changes.change(i, n.values[i], value); err != nil {
				return err
			}
		}
	}
	for i, value := range values {
		if len(value) != 0 {
			n.values[i] = value
		}
	}
	if len(changes.halves[0])+len(changes.halves[1]) != 0 {
		n.pending = &changes
	}
	return nil
}

func (n *LeafNode) settleOne() error {
	if n.pending == nil {
		return nil
	}
	return settle([]*LeafNode{n})
}

// mustSettle is for methods that return no error. The library fails only without memory.
func (n *LeafNode) mustSettle() {
	if err := n.settleOne(); err != nil {
		panic(err)
	}
}

// half is C1 or C2 of a leaf. A half whose last value was deleted is nil, and counts as the identity.
func (n *LeafNode) half(i int) **Point {
	if i == 0 {
		return &n.c1
	}
	return &n.c2
}

// isUnknown reports whether C1 or C2 is one that a proof does not show. It has coordinates of no element, which do not
// even equal themselves.
func isUnknown(half *Point) bool { return half != nil && !half.Equal(half) }

// settle computes the pending commitments of leaves, by three calls for all of them: C1 and C2 that change, the scalars
// that they map to, and the commitments of the leaves.
func settle(leaves []*LeafNode) error {
	type changed struct{ leaf, half int }
	var halves []changed
	var terms banderwagon.Terms
	// The old C1 and C2, and behind them the new ones.
	var points []Point
	for i, leaf := range leaves {
		if leaf.pending == nil {
			continue
		}
		for half, list := range leaf.pending.halves {
			if len(list) == 0 {
				continue
			}
			old := *leaf.half(half)
			if old == nil {
				old = new(Point).SetIdentity()
			}
			halves, points = append(halves, changed{i, half}), append(points, *old)
			for j := range list {
				terms.Add(list[j].index, &list[j].value)
			}
			terms.End()
		}
	}
	if !slices.ContainsFunc(leaves, func(leaf *LeafNode) bool { return leaf.pending != nil }) {
		return nil
	}
	tables := &GetConfig().conf.PrecompMSM
	count := len(halves)
	points = append(points, make([]Point, count)...)
	if err := tables.Commit(terms, points[:count], points[count:]); err != nil {
		return err
	}
	hashes, err := banderwagon.MapElements(points)
	if err != nil {
		return err
	}
	differences := make([][2]Fr, len(leaves))
	for i, place := range halves {
		differences[place.leaf][place.half].Sub(&hashes[count+i], &hashes[i])
	}
	commitments, err := commitLeaves(leaves, differences)
	if err != nil {
		return err
	}
	for i, place := range halves {
		setPoint(leaves[place.leaf].half(place.half), points[count+i])
	}
	for i, leaf := range leaves {
		if leaf.pending != nil {
			setPoint(&leaf.commitment, commitments[i])
			leaf.pending = nil
		}
	}
	return nil
}

// commitLeaves returns the commitments of leaves, with these differences of C1 and C2.
func commitLeaves(leaves []*LeafNode, differences [][2]Fr) ([]Point, error) {
	var terms banderwagon.Terms
	old, out := make([]Point, len(leaves)), make([]Point, len(leaves))
	for i, leaf := range leaves {
		old[i] = banderwagon.Identity
		if leaf.pending != nil && leaf.pending.isNew {
			var stem Fr
			if err := StemFromLEBytes(&stem, leaf.stem); err != nil {
				return nil, err
			}
			terms.Add(0, &FrOne)
			terms.Add(1, &stem)
		} else if leaf.commitment != nil {
			old[i] = *leaf.commitment
		}
		for half := range differences[i] {
			terms.Add(byte(2+half), &differences[i][half])
		}
		terms.End()
	}
	return out, GetConfig().conf.PrecompMSM.Commit(terms, old, out)
}

// setPoint changes a point in place, or creates it.
func setPoint(place **Point, point Point) {
	if *place == nil {
		*place = new(Point)
	}
	**place = point
}
