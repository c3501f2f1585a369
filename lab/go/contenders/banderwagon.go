package contenders

import (
	"github.com/crate-crypto/go-ipa/bandersnatch/fr"
	"github.com/crate-crypto/go-ipa/banderwagon"

	"vorpal/lab/go/lab"
)

// banderwagonScalar decodes a scalar of Banderwagon.
func banderwagonScalar(bytes []byte) (fr.Element, bool) {
	var scalar fr.Element
	if len(bytes) != 32 {
		return scalar, false
	}
	_, err := scalar.SetBytesLECanonical(bytes)
	return scalar, err == nil
}

// banderwagonElement decodes an element with all checks.
func banderwagonElement(bytes []byte) (banderwagon.Element, bool) {
	var element banderwagon.Element
	err := element.SetBytes(bytes)
	return element, err == nil
}

// banderwagonTrusted decodes an element without the check of the subgroup.
func banderwagonTrusted(bytes []byte) (banderwagon.Element, bool) {
	var element banderwagon.Element
	err := element.SetBytesUnsafe(bytes)
	return element, err == nil
}

func banderwagonEncode(element *banderwagon.Element) []byte {
	bytes := element.Bytes()
	return bytes[:]
}

// banderwagonMap returns x / y as an integer modulo r, little-endian.
func banderwagonMap(element *banderwagon.Element) []byte {
	var scalar fr.Element
	element.MapToScalarField(&scalar)
	bytes := scalar.BytesLE()
	return bytes[:]
}

var banderwagonCodec = lab.GroupCodec[banderwagon.Element, fr.Element]{
	Point:   banderwagonElement,
	Trusted: banderwagonTrusted,
	Scalar:  banderwagonScalar,
	Encode:  banderwagonEncode,
}

// basisTableBytes is the size of go-ipa's tables for commitments. Windows have 16 bits for the first 5 points of the
// basis and 8 bits for the others. Each window holds its positive multiples, with three coordinates each.
const basisTableBytes = (5*(256/16)<<15 + 251*(256/8)<<7) * 3 * 32
