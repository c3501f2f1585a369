//go:build cgo

package common

import (
	"fmt"
	"io"

	"github.com/crate-crypto/go-ipa/bandersnatch/fr"

	"vorpal.example/go/banderwagon"
)

// VectorLength is the number of values of a vector.
const VectorLength = 256

// PowersOf returns 1, x, .., x^(count - 1). count must not be zero.
func PowersOf(x fr.Element, count int) []fr.Element {
	powers := make([]fr.Element, count)
	powers[0].SetOne()
	for i := range powers[1:] {
		powers[i+1].Mul(&powers[i], &x)
	}
	return powers
}

// ReadPoint reads an element of 32 bytes.
func ReadPoint(r io.Reader) (*banderwagon.Element, error) {
	var encoding [banderwagon.CompressedSize]byte
	if _, err := io.ReadFull(r, encoding[:]); err != nil {
		return nil, fmt.Errorf("reading x coordinate: %w", err)
	}
	element := new(banderwagon.Element)
	if err := element.SetBytes(encoding[:]); err != nil {
		return nil, fmt.Errorf("deserializing point: %w", err)
	}
	return element, nil
}

// ReadScalar reads a scalar of 32 bytes, little-endian, below the order.
func ReadScalar(r io.Reader) (*fr.Element, error) {
	var encoding [fr.Bytes]byte
	if _, err := io.ReadFull(r, encoding[:]); err != nil {
		return nil, fmt.Errorf("reading scalar: %w", err)
	}
	scalar := new(fr.Element)
	if _, err := scalar.SetBytesLECanonical(encoding[:]); err != nil {
		return nil, fmt.Errorf("deserializing scalar: %w", err)
	}
	return scalar, nil
}
