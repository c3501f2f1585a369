//go:build cgo

package multiproof

import (
	"errors"
	"fmt"
	"io"

	"vorpal.example/go/banderwagon"
	"vorpal.example/go/ipa"
	"vorpal.example/go/ipa/common"
)

// MultiProof is a multiproof: a commitment, and an inner product argument.
type MultiProof struct {
	IPA ipa.IPAProof
	D   banderwagon.Element
}

// Write writes the proof: D, then the argument.
func (p *MultiProof) Write(w io.Writer) error {
	d := p.D.Bytes()
	if _, err := w.Write(d[:]); err != nil {
		return fmt.Errorf("failed to write D: %w", err)
	}
	if err := p.IPA.Write(w); err != nil {
		return fmt.Errorf("failed to write IPA proof: %w", err)
	}
	return nil
}

// Read reads what Write writes. Further bytes are an error.
func (p *MultiProof) Read(r io.Reader) error {
	d, err := common.ReadPoint(r)
	if err != nil {
		return fmt.Errorf("failed to read D: %w", err)
	}
	var argument ipa.IPAProof
	if err := argument.Read(r); err != nil {
		return fmt.Errorf("failed to read IPA proof: %w", err)
	}
	if _, err := io.ReadFull(r, make([]byte, 1)); err != io.EOF {
		return errors.New("expected EOF")
	}
	*p = MultiProof{IPA: argument, D: *d}
	return nil
}

// Equal reports whether two proofs are equal.
func (p MultiProof) Equal(other MultiProof) bool {
	return p.IPA.Equal(other.IPA) && p.D.Equal(&other.D)
}
