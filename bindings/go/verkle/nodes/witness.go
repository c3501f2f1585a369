//go:build cgo

package verkle

import (
	"bytes"
	"errors"
	"fmt"

	"vorpal.example/go/banderwagon"
	"vorpal.example/go/ipa"
	"vorpal.example/go/ipa/multiproof"
	"vorpal.example/go/verkle"
)

// IPA_PROOF_DEPTH is the number of rounds of the argument of a proof.
const IPA_PROOF_DEPTH = 8

// The types of an execution witness.
type (
	IPAProof         = verkle.IPAProof
	VerkleProof      = verkle.VerkleProof
	SuffixStateDiff  = verkle.SuffixStateDiff
	SuffixStateDiffs = verkle.SuffixStateDiffs
	StemStateDiff    = verkle.StemStateDiff
	StateDiff        = verkle.StateDiff
)

// SerializeProof returns the proof and the values of an execution witness.
func SerializeProof(proof *Proof) (*VerkleProof, StateDiff, error) {
	if proof.Multipoint == nil || len(proof.Multipoint.IPA.L) != IPA_PROOF_DEPTH ||
		len(proof.Multipoint.IPA.R) != IPA_PROOF_DEPTH {
		return nil, nil, fmt.Errorf("the proof has no argument of %d rounds", IPA_PROOF_DEPTH)
	}
	diff, err := proof.stateDiff()
	if err != nil {
		return nil, nil, err
	}
	out := &VerkleProof{
		OtherStems: make([][StemSize]byte, len(proof.PoaStems)), DepthExtensionPresent: proof.ExtStatus,
		IPAProof: &IPAProof{FinalEvaluation: proof.Multipoint.IPA.A_scalar.Bytes()},
	}
	for i, stem := range proof.PoaStems {
		copy(out.OtherStems[i][:], stem)
	}
	points := append([]*Point(nil), proof.Cs...)
	points = append(points, &proof.Multipoint.D)
	for i := range IPA_PROOF_DEPTH {
		points = append(points, &proof.Multipoint.IPA.L[i], &proof.Multipoint.IPA.R[i])
	}
	encodings := banderwagon.ElementsToBytes(points...)
	out.CommitmentsByPath, encodings = encodings[:len(proof.Cs):len(proof.Cs)], encodings[len(proof.Cs):]
	out.D = encodings[0]
	for i := range IPA_PROOF_DEPTH {
		out.IPAProof.CL[i], out.IPAProof.CR[i] = encodings[1+2*i], encodings[2+2*i]
	}
	return out, diff, nil
}

// stateDiff returns the values of the keys, which are sorted.
func (p *Proof) stateDiff() (StateDiff, error) {
	if len(p.PreValues) != len(p.Keys) || len(p.PostValues) != len(p.Keys) {
		return nil, fmt.Errorf("%d keys, %d values before and %d after", len(p.Keys), len(p.PreValues), len(p.PostValues))
	}
	var diff StateDiff
	for i, key := range p.Keys {
		if err := checkKey(key, KeySize); err != nil {
			return nil, err
		}
		if last := len(diff) - 1; last < 0 || !bytes.Equal(diff[last].Stem[:], key[:StemSize]) {
			diff = append(diff, StemStateDiff{Stem: [StemSize]byte(key)})
		}
		before, err := valueOf(p.PreValues[i])
		if err != nil {
			return nil, err
		}
		after, err := valueOf(p.PostValues[i])
		if err != nil {
			return nil, err
		}
		suffixes := &diff[len(diff)-1].SuffixDiffs
		*suffixes = append(*suffixes, SuffixStateDiff{Suffix: key[StemSize], CurrentValue: before, NewValue: after})
	}
	return diff, nil
}

// valueOf is a value with zeros behind it, nil for an empty one.
func valueOf(value []byte) (*[LeafValueSize]byte, error) {
	if len(value) > LeafValueSize {
		return nil, fmt.Errorf("invalid leaf length %d, %v", len(value), value)
	}
	if len(value) == 0 {
		return nil, nil
	}
	return (*[LeafValueSize]byte)(padded(value)), nil
}

// DeserializeProof returns the proof of an execution witness, with elements that are in the group. Nothing else is
// checked.
func DeserializeProof(vp *VerkleProof, statediff StateDiff) (*Proof, error) {
	if vp == nil || vp.IPAProof == nil {
		return nil, errors.New("the proof has no argument")
	}
	count := len(vp.CommitmentsByPath)
	encodings := append(append([][32]byte(nil), vp.CommitmentsByPath...), vp.D)
	encodings = append(append(encodings, vp.IPAProof.CL[:]...), vp.IPAProof.CR[:]...)
	points, err := banderwagon.ElementsFromBytes(encodings)
	if err != nil {
		return nil, nameOf(encodings, count)
	}
	proof := &Proof{
		Multipoint: &multiproof.MultiProof{D: points[count], IPA: ipa.IPAProof{
			L: points[count+1 : count+1+IPA_PROOF_DEPTH : count+1+IPA_PROOF_DEPTH], R: points[count+1+IPA_PROOF_DEPTH:],
		}},
		ExtStatus: vp.DepthExtensionPresent, Cs: make([]*Point, count), PoaStems: make([]Stem, len(vp.OtherStems)),
	}
	proof.Multipoint.IPA.A_scalar.SetBytes(vp.IPAProof.FinalEvaluation[:])
	for i := range proof.Cs {
		proof.Cs[i] = &points[i]
	}
	for i, stem := range vp.OtherStems {
		proof.PoaStems[i] = bytes.Clone(stem[:])
	}
	for _, stem := range statediff {
		for _, suffix := range stem.SuffixDiffs {
			proof.Keys = append(proof.Keys, append(bytes.Clone(stem.Stem[:]), suffix.Suffix))
			proof.PreValues = append(proof.PreValues, bytesOf(suffix.CurrentValue))
			proof.PostValues = append(proof.PostValues, bytesOf(suffix.NewValue))
		}
	}
	return proof, nil
}

// nameOf is the error of the first malformed encoding, with its name in the witness.
func nameOf(encodings [][32]byte, commitments int) error {
	for i := range encodings {
		err := new(Point).SetBytes(encodings[i][:])
		if err == nil {
			continue
		}
		switch i -= commitments; {
		case i < 0:
			return fmt.Errorf("setting commitment %d: %w", i+commitments, err)
		case i == 0:
			return fmt.Errorf("setting D: %w", err)
		case i <= IPA_PROOF_DEPTH:
			return fmt.Errorf("setting L[%d]: %w", i-1, err)
		default:
			return fmt.Errorf("setting R[%d]: %w", i-1-IPA_PROOF_DEPTH, err)
		}
	}
	return errors.New("the elements cannot be decoded")
}

func bytesOf(value *[LeafValueSize]byte) []byte {
	if value == nil {
		return nil
	}
	return value[:]
}
