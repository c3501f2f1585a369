//go:build cgo

package ipa

import (
	"fmt"
	"io"
	"slices"

	"github.com/crate-crypto/go-ipa/bandersnatch/fr"

	"vorpal.example/go/banderwagon"
	"vorpal.example/go/ipa/common"
)

// rounds is the number of rounds of the argument: 256 values can be halved eight times.
const rounds = 8

// IPAProof is an inner product argument: the points of eight rounds, and the last scalar.
type IPAProof struct {
	L        []banderwagon.Element
	R        []banderwagon.Element
	A_scalar fr.Element
}

// Write writes the elements, compressed, and the scalar, little-endian.
func (p *IPAProof) Write(w io.Writer) error {
	elements := make([]*banderwagon.Element, 0, len(p.L)+len(p.R))
	for i := range p.L {
		elements = append(elements, &p.L[i])
	}
	for i := range p.R {
		elements = append(elements, &p.R[i])
	}
	parts := append(banderwagon.ElementsToBytes(elements...), p.A_scalar.BytesLE())
	for i := range parts {
		if _, err := w.Write(parts[i][:]); err != nil {
			return fmt.Errorf("failed to write part %d of the IPA proof: %w", i, err)
		}
	}
	return nil
}

// Read reads what Write writes.
func (p *IPAProof) Read(r io.Reader) error {
	var encodings [2 * rounds][banderwagon.CompressedSize]byte
	for i := range encodings {
		if _, err := io.ReadFull(r, encodings[i][:]); err != nil {
			return fmt.Errorf("failed to read %s: %w", partName(i), err)
		}
	}
	elements, err := banderwagon.ElementsFromBytes(encodings[:])
	if err != nil {
		return fmt.Errorf("failed to read L and R: %w", err)
	}
	scalar, err := common.ReadScalar(r)
	if err != nil {
		return fmt.Errorf("failed to read A_scalar: %w", err)
	}
	*p = IPAProof{L: elements[:rounds:rounds], R: elements[rounds:], A_scalar: *scalar}
	return nil
}

func partName(i int) string { return fmt.Sprintf("%c[%d]", "LR"[i/rounds], i%rounds) }

// Equal reports whether two proofs of eight rounds are equal.
func (p IPAProof) Equal(other IPAProof) bool {
	equal := func(a, b banderwagon.Element) bool { return a.Equal(&b) }
	return len(p.L) == rounds && len(p.R) == rounds && slices.EqualFunc(p.L, other.L, equal) &&
		slices.EqualFunc(p.R, other.R, equal) && p.A_scalar.Equal(&other.A_scalar)
}
