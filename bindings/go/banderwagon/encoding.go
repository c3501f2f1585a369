//go:build cgo

package banderwagon

import (
	"bytes"
	"errors"
	"fmt"

	fp "github.com/consensys/gnark-crypto/ecc/bls12-381/fr"

	"vorpal.example/go/internal/lib"
)

// The lengths of encodings in bytes.
const (
	CompressedSize   = fp.Bytes
	UncompressedSize = 2 * fp.Bytes
)

// What the library writes for an encoding: see vorpal_item.
const (
	itemOK      = 0
	itemInvalid = 1
	itemNoPoint = 4
)

var (
	errNotOnCurve = errors.New("point is not on the curve")
	errOutside    = errors.New("point is not in the correct subgroup")
	errInfinity   = errors.New("can not normalize point at infinity")
)

// Bytes returns the compressed encoding. ElementsToBytes is faster for several elements.
func (p Element) Bytes() [CompressedSize]byte { return ElementsToBytes(&p)[0] }

// ElementsToBytes returns the compressed encodings of elements, with one inversion for all of them.
func ElementsToBytes(elements ...*Element) [][CompressedSize]byte {
	encodings := make([][CompressedSize]byte, len(elements))
	must(lib.EncodeElements(nil, points(gathered(elements)), encodings))
	return encodings
}

// BytesUncompressedTrusted returns the coordinates x and y, of either of the two points that represent the element.
// Only SetBytesUncompressed with trusted decodes both.
func (p Element) BytesUncompressedTrusted() [UncompressedSize]byte {
	return BatchToBytesUncompressed(&p)[0]
}

// BatchToBytesUncompressed returns BytesUncompressedTrusted of elements, with one inversion for all of them.
func BatchToBytesUncompressed(elements ...*Element) [][UncompressedSize]byte {
	affine := gathered(elements)
	must(lib.NormaliseElements(nil, points(affine)))
	encodings := make([][UncompressedSize]byte, len(elements))
	for i := range affine {
		x, y := affine[i].inner.X.Bytes(), affine[i].inner.Y.Bytes()
		copy(encodings[i][copy(encodings[i][:], x[:]):], y[:])
	}
	return encodings
}

// Normalize makes Z of the coordinates one.
func (p *Element) Normalize() error { return BatchNormalize([]*Element{p}) }

// BatchNormalize makes Z of the coordinates of elements one, with one inversion for all of them. An element may occur
// several times. If Z of an element is zero, nothing changes.
func BatchNormalize(elements []*Element) error {
	for _, element := range elements {
		if element.inner.Z.IsZero() {
			return errInfinity
		}
	}
	affine := gathered(elements)
	must(lib.NormaliseElements(nil, points(affine)))
	for i, element := range elements {
		*element = affine[i]
	}
	return nil
}

// SetBytes decodes a compressed encoding. It checks that the point is on the curve and in the group.
func (p *Element) SetBytes(encoding []byte) error { return p.setBytes(encoding, false) }

// SetBytesUnsafe decodes a compressed encoding of an element, from a trusted source. It does not check that the point
// is in the group.
func (p *Element) SetBytesUnsafe(encoding []byte) error { return p.setBytes(encoding, true) }

func (p *Element) setBytes(encoding []byte, trusted bool) error {
	if len(encoding) != CompressedSize {
		return errors.New("invalid compressed point size")
	}
	elements, _, err := decode([][CompressedSize]byte{[CompressedSize]byte(encoding)}, trusted)
	if err != nil {
		return err
	}
	*p = elements[0]
	return nil
}

// ElementsFromBytes decodes compressed encodings side by side, with the checks of SetBytes. The error is that of the
// first malformed encoding, and names its index.
func ElementsFromBytes(encodings [][CompressedSize]byte) ([]Element, error) {
	elements, index, err := decode(encodings, false)
	if err != nil {
		return nil, fmt.Errorf("number %d: %w", index, err)
	}
	return elements, nil
}

// decode decodes encodings, or returns the index of the first malformed one and its error.
func decode(encodings [][CompressedSize]byte, trusted bool) ([]Element, int, error) {
	elements, items := make([]Element, len(encodings)), make([]byte, len(encodings))
	if layout != nil {
		return nil, 0, layout
	}
	if err := lib.DecodeElements(nil, encodings, trusted, points(elements), items); err != nil {
		return nil, 0, err
	}
	for i, item := range items {
		switch item {
		case itemOK:
		case itemNoPoint:
			return nil, i, errNotOnCurve
		case itemInvalid:
			return nil, i, errOutside
		default:
			var x fp.Element
			return nil, i, fmt.Errorf("invalid compressed point: %w", x.SetBytesCanonical(encodings[i][:]))
		}
	}
	return elements, 0, nil
}

// SetBytesUncompressed decodes coordinates x and y, whose numbers are reduced modulo the prime. Unless trusted, y must
// be the larger root, and the point in the group. With trusted nothing is checked.
func (p *Element) SetBytesUncompressed(encoding []byte, trusted bool) error {
	if len(encoding) != UncompressedSize {
		return errors.New("invalid uncompressed point size")
	}
	element := Element{inner: Identity.inner}
	element.inner.X.SetBytes(encoding[:CompressedSize])
	element.inner.Y.SetBytes(encoding[CompressedSize:])
	if !trusted {
		if err := element.checkCoordinates(encoding[CompressedSize:]); err != nil {
			return err
		}
	}
	*p = element
	return nil
}

// checkCoordinates checks that y is the encoding of the larger root, then that the point is in the group.
func (p *Element) checkCoordinates(y []byte) error {
	x := [][CompressedSize]byte{p.inner.X.Bytes()}
	decoded, _, err := decode(x, true)
	if errors.Is(err, errNotOnCurve) {
		return errors.New("point not in the curve")
	}
	if err != nil {
		return err
	}
	if root := decoded[0].inner.Y.Bytes(); !bytes.Equal(root[:], y) {
		return errors.New("provided Y coordinate doesn't correspond to X")
	}
	_, _, err = decode(x, false)
	return err
}
