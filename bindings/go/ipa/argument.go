//go:build cgo

package ipa

import (
	"fmt"

	"github.com/crate-crypto/go-ipa/bandersnatch/fr"

	"vorpal.example/go/banderwagon"
	"vorpal.example/go/internal/lib"
	"vorpal.example/go/ipa/common"
)

// labelX is the label of the last challenge of a proof.
var labelX = []byte("x")

// CreateIPAProof proves the value at a point, inside or outside of 0, .., 255, of the polynomial with the values a
// there. The commitment is not checked: with a wrong one the verifier rejects the proof.
func CreateIPAProof(transcript *common.Transcript, config *IPAConfig, commitment banderwagon.Element, a []fr.Element,
	evalPoint fr.Element) (IPAProof, error) {
	if len(a) != common.VectorLength {
		return IPAProof{}, fmt.Errorf("could not compute inner product: a and b are different sizes, %d != %d", len(a),
			common.VectorLength)
	}
	var proof lib.Argument
	var value, challenge fr.Element
	values := (*[common.VectorLength]lib.Scalar)(lib.FieldOf(a))
	err := config.PrecompMSM.Library().ProveEvaluation(nil, transcript.Text(), point(&commitment), values,
		scalar(&evalPoint), scalar(&value), &proof, scalar(&challenge))
	if err != nil {
		return IPAProof{}, err
	}
	transcript.Continue(labelX, &challenge)
	return FromLibrary(&proof), nil
}

// CheckIPAProof reports whether a proof proves that the committed polynomial has the value result at a point.
func CheckIPAProof(transcript *common.Transcript, config *IPAConfig, commitment banderwagon.Element, proof IPAProof,
	evalPoint fr.Element, result fr.Element) (bool, error) {
	argument, err := proof.ToLibrary()
	if err != nil {
		return false, err
	}
	var challenge fr.Element
	valid, err := config.PrecompMSM.Library().VerifyEvaluation(nil, transcript.Text(),
		point(&commitment), scalar(&evalPoint), scalar(&result), &argument, scalar(&challenge))
	if err != nil {
		return false, err
	}
	transcript.Continue(labelX, &challenge)
	return valid, nil
}

func scalar(value *fr.Element) *lib.Scalar { return (*lib.Scalar)(value) }

func point(element *banderwagon.Element) *lib.Point {
	return &lib.PointsOf([]banderwagon.Element{*element})[0]
}

// FromLibrary is for packages of this module.
func FromLibrary(argument *lib.Argument) IPAProof {
	elements := make([]banderwagon.Element, 2*rounds)
	copy(lib.PointsOf(elements), argument.Points[:])
	return IPAProof{L: elements[:rounds:rounds], R: elements[rounds:], A_scalar: argument.A}
}

// ToLibrary is for packages of this module.
func (p *IPAProof) ToLibrary() (lib.Argument, error) {
	var argument lib.Argument
	if len(p.L) != len(p.R) {
		return argument, fmt.Errorf("vectors L and R should be the same size")
	}
	if len(p.L) != rounds {
		return argument, fmt.Errorf("the number of points for L and R should be equal to the number of rounds")
	}
	copy(argument.Points[copy(argument.Points[:], lib.PointsOf(p.L)):], lib.PointsOf(p.R))
	argument.A = p.A_scalar
	return argument, nil
}
