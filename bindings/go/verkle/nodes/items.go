//go:build cgo

package verkle

import (
	"fmt"

	"vorpal.example/go/banderwagon"
)

// The status of a stem, in the lower bits of a byte; the depth is in the upper five.
const (
	extStatusAbsentEmpty = byte(iota) // The path ends at an empty child.
	extStatusAbsentOther              // The path ends at a leaf of another stem.
	extStatusPresent                  // The path ends at the leaf of the stem.
)

// ProofElements are the openings of a proof: the vector Fis[i] with the commitment Cis[i] has the value Yis[i] at
// Zis[i].
type ProofElements struct {
	Cis    []*Point
	Zis    []byte
	Yis    []*Fr
	Fis    [][]Fr
	ByPath map[string]*Point // The commitments by their paths.
	Vals   [][]byte          // The values of the keys.

	known map[openingKey]struct{}
}

type openingKey struct {
	commitment *Point
	index      byte
}

// open adds an opening.
func (p *ProofElements) open(commitment *Point, index byte, vector []Fr) {
	p.Cis, p.Zis = append(p.Cis, commitment), append(p.Zis, index)
	p.Yis, p.Fis = append(p.Yis, &vector[index]), append(p.Fis, vector)
}

// Merge adds the openings of another proof that this one does not have.
func (p *ProofElements) Merge(other *ProofElements) {
	if p.known == nil {
		p.known = make(map[openingKey]struct{})
		for i, commitment := range p.Cis {
			p.known[openingKey{commitment, p.Zis[i]}] = struct{}{}
		}
	}
	for i, commitment := range other.Cis {
		key := openingKey{commitment, other.Zis[i]}
		if _, ok := p.known[key]; ok {
			continue
		}
		p.known[key] = struct{}{}
		p.Cis, p.Zis, p.Yis = append(p.Cis, commitment), append(p.Zis, other.Zis[i]), append(p.Yis, other.Yis[i])
		if p.Fis != nil {
			p.Fis = append(p.Fis, other.Fis[i])
		}
	}
	for path, commitment := range other.ByPath {
		if _, ok := p.ByPath[path]; !ok {
			p.ByPath[path] = commitment
		}
	}
	p.Vals = append(p.Vals, other.Vals...)
}

// groupKeys splits sorted keys where their byte at a depth changes.
func groupKeys(keys Keylist, depth byte) []Keylist {
	groups := []Keylist{}
	start := 0
	for i := range keys {
		if i > 0 && keys[i][depth] != keys[i-1][depth] {
			groups, start = append(groups, keys[start:i]), i
		}
	}
	if len(keys) > 0 {
		groups = append(groups, keys[start:])
	}
	return groups
}

// GetProofItems returns the openings of sorted keys at this node and below it, those of each node together; a status
// for each stem; and the stems that prove others absent. It resolves all children of nodes on the paths.
func (n *InternalNode) GetProofItems(keys Keylist, resolver NodeResolverFn) (*ProofElements, []byte, []Stem, error) {
	items := &ProofElements{
		Cis: []*Point{}, Zis: []byte{}, Yis: []*Fr{}, Fis: [][]Fr{}, ByPath: map[string]*Point{},
	}
	if len(keys) == 0 {
		return items, nil, nil, nil
	}
	vector, err := n.vector(keys, resolver)
	if err != nil {
		return nil, nil, nil, err
	}
	groups := groupKeys(keys, n.depth)
	for _, group := range groups {
		items.open(n.commitment, group[0][n.depth], vector)
		items.ByPath[string(group[0][:n.depth])] = n.commitment
	}
	var statuses []byte
	var others []Stem
	for _, group := range groups {
		switch child := n.children[group[0][n.depth]].(type) {
		case UnknownNode:
			return nil, nil, nil, errMissingNodeInStateless
		case Empty:
			for range countStems(group) {
				statuses = append(statuses, extStatusAbsentEmpty|(n.depth+1)<<3)
			}
			items.Vals = append(items.Vals, make([][]byte, len(group))...)
		default:
			below, ofStems, other, err := child.GetProofItems(group, resolver)
			if err != nil {
				return nil, nil, nil, err
			}
			items.Merge(below)
			statuses, others = append(statuses, ofStems...), append(others, other...)
		}
	}
	return items, statuses, others, nil
}

// countStems is the number of stems of sorted keys.
func countStems(keys Keylist) int {
	count := 0
	for i := range keys {
		if i == 0 || string(keys[i][:StemSize]) != string(keys[i-1][:StemSize]) {
			count++
		}
	}
	return count
}

// vector is what the node commits to.
func (n *InternalNode) vector(keys Keylist, resolver NodeResolverFn) ([]Fr, error) {
	var points []Point
	var indices []int
	for i, child := range n.children {
		switch child.(type) {
		case Empty, UnknownNode:
			continue
		case HashedNode:
			path := append(append([]byte(nil), keys[0][:n.depth]...), byte(i))
			if resolver == nil {
				return nil, fmt.Errorf("no resolver for path %x", path)
			}
			if err := n.resolve(path, resolver); err != nil {
				return nil, err
			}
		}
		points, indices = append(points, *n.children[i].Commitment()), append(indices, i)
	}
	hashes, err := banderwagon.MapElements(points)
	if err != nil {
		return nil, err
	}
	vector := make([]Fr, NodeWidth)
	for i, index := range indices {
		vector[index] = hashes[i]
	}
	return vector, nil
}

// GetProofItems returns the openings of keys whose path ends at this leaf: of its commitment at 0 and 1, and for keys
// of its stem at 2 and 3 and of C1 and C2.
func (n *LeafNode) GetProofItems(keys Keylist, _ NodeResolverFn) (*ProofElements, []byte, []Stem, error) {
	n.mustSettle()
	poly, err := n.leafVector()
	if err != nil {
		return nil, nil, nil, err
	}
	halves, err := n.halvesOf(keys)
	if err != nil {
		return nil, nil, nil, err
	}
	items := &ProofElements{Vals: make([][]byte, 0, len(keys)), ByPath: map[string]*Point{}}
	items.open(n.commitment, 0, poly[:])
	items.open(n.commitment, 1, poly[:])
	for i, half := range halves {
		if half != nil {
			items.open(n.commitment, byte(2+i), poly[:])
		}
	}
	var statuses []byte
	isPresent := false
	for i, key := range keys {
		items.ByPath[string(key[:n.depth])] = n.commitment
		isNew := i == 0 || string(key[:StemSize]) != string(keys[i-1][:StemSize])
		if !n.has(key) {
			if isNew {
				statuses = append(statuses, extStatusAbsentOther|n.depth<<3)
			}
			items.Vals = append(items.Vals, nil)
			continue
		}
		if isNew {
			statuses = append(statuses, extStatusPresent|n.depth<<3)
		}
		isPresent = true
		suffix := key[StemSize]
		half, commitment := halves[suffix/128], *n.half(int(suffix / 128))
		items.open(commitment, 2*suffix, half)
		items.open(commitment, 2*suffix+1, half)
		items.Vals = append(items.Vals, n.values[suffix])
		items.ByPath[string(key[:n.depth])+string([]byte{2 + suffix/128})] = commitment
	}
	// A proof that shows the leaf itself shows its stem.
	if isPresent {
		return items, statuses, nil, nil
	}
	return items, statuses, []Stem{n.stem}, nil
}

// halvesOf returns the vectors that C1 and C2 commit to, for the halves that keys of the stem are in.
func (n *LeafNode) halvesOf(keys Keylist) ([2][]Fr, error) {
	var halves [2][]Fr
	for _, key := range keys {
		half := int(key[StemSize]) / 128
		if !n.has(key) || halves[half] != nil {
			continue
		}
		halves[half] = make([]Fr, NodeWidth)
		if !n.isPOAStub {
			if err := fillSuffixTreePoly(halves[half], n.values[128*half:][:128]); err != nil {
				return halves, fmt.Errorf("filling suffix tree poly: %w", err)
			}
			if *n.half(half) == nil {
				*n.half(half) = new(Point).SetIdentity()
			}
		}
	}
	if n.isPOAStub && (halves[0] != nil || halves[1] != nil || n.c1 != nil || n.c2 != nil) {
		return halves, fmt.Errorf("invalid proof of absence stub")
	}
	return halves, nil
}
