//go:build cgo

package verkle

import (
	"bytes"
	"fmt"
	"slices"
)

// Copy returns a copy of the proof, nil of nil.
func (p *VerkleProof) Copy() *VerkleProof {
	if p == nil {
		return nil
	}
	proof := &VerkleProof{
		OtherStems: append([][StemSize]byte{}, p.OtherStems...), DepthExtensionPresent: append([]byte{},
			p.DepthExtensionPresent...), CommitmentsByPath: append([][32]byte{}, p.CommitmentsByPath...),
		D: p.D, IPAProof: new(IPAProof),
	}
	if p.IPAProof != nil {
		*proof.IPAProof = *p.IPAProof
	}
	return proof
}

// Equal returns nil if the proofs are equal but for the argument, otherwise an error that names a difference.
func (p *VerkleProof) Equal(other *VerkleProof) error {
	if err := equalLists("other stems", p.OtherStems, other.OtherStems); err != nil {
		return err
	}
	if !bytes.Equal(p.DepthExtensionPresent, other.DepthExtensionPresent) {
		return fmt.Errorf("different depth extension present: %x != %x", p.DepthExtensionPresent,
			other.DepthExtensionPresent)
	}
	if err := equalLists("commitments by path", p.CommitmentsByPath, other.CommitmentsByPath); err != nil {
		return err
	}
	if p.D != other.D {
		return fmt.Errorf("different D: %x != %x", p.D, other.D)
	}
	return nil
}

func equalLists[T comparable](name string, a, b []T) error {
	if len(a) != len(b) {
		return fmt.Errorf("different number of %s: %d != %d", name, len(a), len(b))
	}
	for i := range a {
		if a[i] != b[i] {
			return fmt.Errorf("different %s: number %d: %x != %x", name, i, any(a[i]), any(b[i]))
		}
	}
	return nil
}

// Copy returns a copy of all values.
func (d StateDiff) Copy() StateDiff {
	diff := make(StateDiff, len(d))
	for i := range d {
		diff[i] = StemStateDiff{d[i].Stem, slices.Clone(d[i].SuffixDiffs)}
		for j := range diff[i].SuffixDiffs {
			suffix := &diff[i].SuffixDiffs[j]
			suffix.CurrentValue, suffix.NewValue = copyValue(suffix.CurrentValue), copyValue(suffix.NewValue)
		}
	}
	return diff
}

func copyValue(value *[32]byte) *[32]byte {
	if value == nil {
		return nil
	}
	copied := *value
	return &copied
}

// Equal returns nil if the values are equal, otherwise an error that names a difference.
func (d StateDiff) Equal(other StateDiff) error {
	if len(d) != len(other) {
		return fmt.Errorf("different number of stem state diffs: %d != %d", len(d), len(other))
	}
	for i := range d {
		if d[i].Stem != other[i].Stem {
			return fmt.Errorf("different stem: %x != %x", d[i].Stem, other[i].Stem)
		}
		a, b := d[i].SuffixDiffs, other[i].SuffixDiffs
		if len(a) != len(b) {
			return fmt.Errorf("different number of suffix state diffs: %d != %d", len(a), len(b))
		}
		for j := range a {
			switch {
			case a[j].Suffix != b[j].Suffix:
				return fmt.Errorf("different suffix: %x != %x", a[j].Suffix, b[j].Suffix)
			case !equalValues(a[j].CurrentValue, b[j].CurrentValue):
				return fmt.Errorf("different current value: %x != %x", a[j].CurrentValue, b[j].CurrentValue)
			case !equalValues(a[j].NewValue, b[j].NewValue):
				return fmt.Errorf("different new value: %x != %x", a[j].NewValue, b[j].NewValue)
			}
		}
	}
	return nil
}

func equalValues(a, b *[32]byte) bool { return a == b || a != nil && b != nil && *a == *b }
