//go:build cgo

package multiproof

import (
	"errors"
	"fmt"

	"github.com/crate-crypto/go-ipa/bandersnatch/fr"

	"vorpal.example/go/banderwagon"
	"vorpal.example/go/internal/lib"
	"vorpal.example/go/ipa"
	"vorpal.example/go/ipa/common"
)

// labelX is the label of the last challenge of a proof.
var labelX = []byte("x")

// vector is a committed vector: openings of the same one have the same pointers.
type vector struct {
	commitment *banderwagon.Element
	values     *fr.Element
}

// CreateMultiProof proves the value fs[i][zs[i]] of the vector fs[i] with the commitment Cs[i], for each i. It makes Z
// of the coordinates of the commitments one. A vector with the same memory and commitment in several openings is read
// once.
//
// The commitments are not checked: with a wrong one the verifier rejects the proof.
func CreateMultiProof(transcript *common.Transcript, config *ipa.IPAConfig, Cs []*banderwagon.Element,
	fs [][]fr.Element, zs []uint8) (*MultiProof, error) {
	if err := checkVectors(Cs, fs, zs); err != nil {
		return nil, err
	}
	if err := banderwagon.BatchNormalize(Cs); err != nil {
		return nil, fmt.Errorf("could not batch normalize commitments: %w", err)
	}
	known := make(map[vector]uint32, len(Cs))
	opened := make([]uint32, len(Cs))
	var commitments []lib.Point
	var values [][common.VectorLength]lib.Scalar
	for i, f := range fs {
		key := vector{Cs[i], &f[0]}
		number, ok := known[key]
		if !ok {
			number = uint32(len(commitments))
			known[key] = number
			commitments = append(commitments, *point(Cs[i]))
			values = append(values, [common.VectorLength]lib.Scalar(lib.FieldOf(f)))
		}
		opened[i] = number
	}
	var proof lib.Multiproof
	var challenge fr.Element
	err := config.PrecompMSM.Library().ProveElements(nil, transcript.Text(), commitments, values, opened, zs, &proof,
		(*lib.Scalar)(&challenge))
	if err != nil {
		return nil, err
	}
	transcript.Continue(labelX, &challenge)
	d := make([]banderwagon.Element, 1)
	lib.PointsOf(d)[0] = proof.D
	return &MultiProof{IPA: ipa.FromLibrary(&proof.Argument), D: d[0]}, nil
}

func checkVectors(Cs []*banderwagon.Element, fs [][]fr.Element, zs []uint8) error {
	for _, f := range fs {
		if len(f) != common.VectorLength {
			return fmt.Errorf("polynomial length = %d, while expected length = %d", len(f), common.VectorLength)
		}
	}
	if len(Cs) != len(fs) {
		return fmt.Errorf("number of commitments = %d, while number of functions = %d", len(Cs), len(fs))
	}
	if len(Cs) != len(zs) {
		return fmt.Errorf("number of commitments = %d, while number of points = %d", len(Cs), len(zs))
	}
	if len(Cs) == 0 {
		return errors.New("cannot create a multiproof with 0 queries")
	}
	return nil
}

// CheckMultiProof reports whether a proof proves, for each i, that the vector with the commitment Cs[i] has the value
// ys[i] at the index zs[i].
func CheckMultiProof(transcript *common.Transcript, config *ipa.IPAConfig, proof *MultiProof, Cs []*banderwagon.Element,
	ys []*fr.Element, zs []uint8) (bool, error) {
	if len(Cs) != len(ys) {
		return false, fmt.Errorf("number of commitments = %d, while number of output points = %d", len(Cs), len(ys))
	}
	if len(Cs) != len(zs) {
		return false, fmt.Errorf("number of commitments = %d, while number of input points = %d", len(Cs), len(zs))
	}
	if len(Cs) == 0 {
		return false, errors.New("number of queries is zero")
	}
	argument, err := proof.IPA.ToLibrary()
	if err != nil {
		return false, fmt.Errorf("could not check IPA proof: %w", err)
	}
	known := make(map[*banderwagon.Element]uint32, len(Cs))
	opened, values := make([]uint32, len(Cs)), make([]lib.Scalar, len(Cs))
	var commitments []lib.Point
	for i, commitment := range Cs {
		number, ok := known[commitment]
		if !ok {
			number = uint32(len(commitments))
			known[commitment] = number
			commitments = append(commitments, *point(commitment))
		}
		opened[i], values[i] = number, lib.Scalar(*ys[i])
	}
	var challenge fr.Element
	valid, err := config.PrecompMSM.Library().VerifyElements(nil, transcript.Text(), commitments, opened, zs, values,
		&lib.Multiproof{D: *point(&proof.D), Argument: argument}, (*lib.Scalar)(&challenge))
	if err != nil {
		return false, err
	}
	transcript.Continue(labelX, &challenge)
	return valid, nil
}

func point(element *banderwagon.Element) *lib.Point {
	return &lib.PointsOf([]banderwagon.Element{*element})[0]
}
