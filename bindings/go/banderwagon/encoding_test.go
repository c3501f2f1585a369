//go:build cgo

package banderwagon

import (
	"bytes"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	fp "github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	"github.com/crate-crypto/go-ipa/bandersnatch/fr"
	theirs "github.com/crate-crypto/go-ipa/banderwagon"
)

func TestBatchesAreThoseOfGoIPA(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, count := range sizes {
		elements := randomElements(random, count)
		others := make([]*theirs.Element, count)
		for i := range elements {
			others[i] = same(elements[i])
		}
		encodings := ElementsToBytes(elements...)
		if expected := theirs.ElementsToBytes(others...); len(encodings) != count ||
			!bytes.Equal(flat(encodings), flat(expected)) {
			t.Fatalf("%d elements have other encodings", count)
		}
		uncompressed, expected := BatchToBytesUncompressed(elements...), theirs.BatchToBytesUncompressed(others...)
		if !bytes.Equal(flat(uncompressed), flat(expected)) {
			t.Fatalf("%d elements have other uncompressed encodings", count)
		}
		decoded, err := ElementsFromBytes(encodings)
		if err != nil {
			t.Fatal(err)
		}
		found, want := make([]*fr.Element, count), make([]*fr.Element, count)
		for i := range decoded {
			if !decoded[i].Equal(elements[i]) {
				t.Fatalf("number %d of %d is decoded to another element", i, count)
			}
			found[i], want[i] = new(fr.Element), new(fr.Element)
		}
		if err := BatchMapToScalarField(found, elements); err != nil {
			t.Fatal(err)
		}
		if err := theirs.BatchMapToScalarField(want, others); err != nil {
			t.Fatal(err)
		}
		for i := range found {
			if !found[i].Equal(want[i]) {
				t.Fatalf("number %d of %d has another scalar", i, count)
			}
		}
	}
	if BatchMapToScalarField(make([]*fr.Element, 1), nil) == nil {
		t.Error("other lengths are accepted")
	}
}

func flat[T [32]byte | [64]byte](items []T) []byte {
	var all []byte
	for _, item := range items {
		switch item := any(item).(type) {
		case [32]byte:
			all = append(all, item[:]...)
		case [64]byte:
			all = append(all, item[:]...)
		}
	}
	return all
}

// hostile are encodings of every kind: on and off the curve, in and outside of the group, around the modulus.
func hostile(random *rand.Rand) [][32]byte {
	encodings := [][32]byte{number("0"), number("1"), number("-1"), number("2"), Generator.Bytes(), {}}
	for _, delta := range []int64{-1, 0, 1, 2} {
		var encoding [32]byte
		new(big.Int).Add(fp.Modulus(), big.NewInt(delta)).FillBytes(encoding[:])
		encodings = append(encodings, encoding)
	}
	encodings = append(encodings, [32]byte(bytes.Repeat([]byte{0xff}, 32)))
	for range 300 {
		var x fp.Element
		x.SetUint64(random.Uint64())
		x.Square(&x)
		encodings = append(encodings, x.Bytes())
	}
	return encodings
}

func TestHostileEncodings(t *testing.T) {
	kinds := map[string]int{}
	for _, encoding := range hostile(rand.New(rand.NewPCG(2, 2))) {
		marked := Generator
		element, other := marked, theirs.Element{}
		err, expected := element.SetBytes(encoding[:]), other.SetBytes(encoding[:])
		texts(t, "SetBytes", err, expected)
		kinds[strings.SplitN(errorText(err), ":", 2)[0]]++
		if err != nil && element != marked {
			t.Error("a failed call changes the element")
		}
		if err == nil && element.Bytes() != encoding {
			t.Errorf("%x is decoded, and encoded otherwise", encoding)
		}
		texts(t, "SetBytesUnsafe", element.SetBytesUnsafe(encoding[:]), other.SetBytesUnsafe(encoding[:]))
		// The encoding as x, with each root and with another number as y.
		ys := [][32]byte{{}, Generator.inner.Y.Bytes()}
		if other.SetBytesUnsafe(encoding[:]) == nil {
			y := other.BytesUncompressedTrusted()
			var negative fp.Element
			negative.SetBytes(y[32:])
			negative.Neg(&negative)
			ys = append(ys, [32]byte(y[32:]), negative.Bytes())
		}
		for _, y := range ys {
			both := append(append([]byte(nil), encoding[:]...), y[:]...)
			for _, trusted := range []bool{false, true} {
				err, expected := element.SetBytesUncompressed(both, trusted), other.SetBytesUncompressed(both, trusted)
				texts(t, "SetBytesUncompressed", err, expected)
				if err == nil && element.BytesUncompressedTrusted() != other.BytesUncompressedTrusted() {
					t.Errorf("%x is decoded to another point", both)
				}
			}
		}
	}
	if len(kinds) != 4 {
		t.Errorf("the encodings have these results only: %v", kinds)
	}
	for _, length := range []int{0, 1, 31, 33, 63, 64, 65} {
		var element Element
		var other theirs.Element
		texts(t, "SetBytes", element.SetBytes(make([]byte, length)), other.SetBytes(make([]byte, length)))
		if length != 64 {
			texts(t, "SetBytesUncompressed", element.SetBytesUncompressed(make([]byte, length), true),
				other.SetBytesUncompressed(make([]byte, length), true))
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestTheFirstMalformedEncodingIsNamed(t *testing.T) {
	encodings := ElementsToBytes(randomElements(rand.New(rand.NewPCG(3, 3)), 200)...)
	encodings[170], encodings[130] = number("2"), [32]byte(bytes.Repeat([]byte{0xff}, 32))
	if _, err := ElementsFromBytes(encodings); err == nil || !strings.HasPrefix(err.Error(), "number 130: invalid") {
		t.Error(err)
	}
}

func TestElementsAtInfinity(t *testing.T) {
	var nothing Element
	infinite, g := Element{inner: Identity.inner}, Generator
	infinite.inner.Z.SetZero()
	g.Double(&g)
	before := g
	for _, bad := range []*Element{&nothing, &infinite} {
		if err := BatchNormalize([]*Element{&g, bad}); err != errInfinity || g != before {
			t.Error("coordinates at infinity are normalised", err)
		}
		config := MultiExpConfig{ScalarsMont: true}
		if _, err := new(Element).MultiExp([]Element{g, *bad}, make([]fr.Element, 2), config); err == nil ||
			!strings.Contains(err.Error(), "points: the coordinate Z of number 1") {
			t.Error(err)
		}
		if bad.Bytes() != [32]byte{} {
			t.Error("coordinates at infinity have an encoding")
		}
		var scalar fr.Element
		if bad.MapToScalarField(&scalar); !scalar.IsZero() {
			t.Error("coordinates at infinity map to a scalar")
		}
	}
	if nothing.Equal(&nothing) || nothing.Equal(&g) || g.Equal(&nothing) {
		t.Error("the zero value equals something")
	}
}
