//go:build cgo

package banderwagon

import (
	"fmt"
	"math/rand/v2"
	"testing"

	fp "github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	"github.com/crate-crypto/go-ipa/bandersnatch/fr"
	theirs "github.com/crate-crypto/go-ipa/banderwagon"
)

// sizes are numbers of elements around those at which the library changes its method.
var sizes = []int{0, 1, 2, 3, 31, 32, 33, 63, 64, 65, 127, 128, 129, 300}

func randomScalar(random *rand.Rand) fr.Element {
	var scalar fr.Element
	var bytes [32]byte
	for i := range bytes {
		bytes[i] = byte(random.Uint32())
	}
	scalar.SetBytesLE(bytes[:])
	return scalar
}

// scalar i: numbers at the bounds, then random ones.
func chosenScalar(random *rand.Rand, i int) fr.Element {
	switch i % 7 {
	case 0:
		return fr.Element{}
	case 1:
		return fr.One()
	case 2:
		return fr.MinusOne()
	case 3:
		var small fr.Element
		small.SetUint64(uint64(random.Uint32()))
		return small
	case 4:
		var negative fr.Element
		negative.SetUint64(uint64(random.Uint32()))
		return *negative.Neg(&negative)
	}
	return randomScalar(random)
}

// same is the element of go-ipa with the same point of the curve.
func same(element *Element) *theirs.Element {
	bytes := element.BytesUncompressedTrusted()
	other := new(theirs.Element)
	if err := other.SetBytesUncompressed(bytes[:], true); err != nil {
		panic(err)
	}
	return other
}

// randomElements are elements with any Z, of which some are equal and some are the identity.
func randomElements(random *rand.Rand, count int) []*Element {
	elements := make([]*Element, count)
	for i := range elements {
		switch {
		case i%11 == 5:
			elements[i] = new(Element).SetIdentity()
		case i%11 == 7:
			elements[i] = elements[i-1]
		default:
			scalar := randomScalar(random)
			elements[i] = new(Element).ScalarMul(&Generator, &scalar)
		}
	}
	return elements
}

// texts compares the errors of two libraries.
func texts(t *testing.T, what string, found, expected error) {
	t.Helper()
	if fmt.Sprint(found) != fmt.Sprint(expected) {
		t.Errorf("%s: %v, and go-ipa %v", what, found, expected)
	}
}

func number(value string) [32]byte {
	var x fp.Element
	if _, err := x.SetString(value); err != nil {
		panic(err)
	}
	return x.Bytes()
}
