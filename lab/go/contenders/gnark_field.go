package contenders

import (
	"vorpal/lab/go/lab"
)

//go:generate go run ../generate gnark_loops.go

// gnarkElement is the interface of all field elements of gnark-crypto.
type gnarkElement[E any] interface {
	*E
	Add(x, y *E) *E
	Sub(x, y *E) *E
	Mul(x, y *E) *E
	Neg(x *E) *E
	Square(x *E) *E
	Inverse(x *E) *E
	Sqrt(x *E) *E
	Legendre() int
	IsZero() bool
}

// gnarkLoops contains loops over the methods of one field.
type gnarkLoops[E any] struct {
	mulChain, addChain func(x *E, b []E)
	squareChain        func(x *E, count uint64)
	mulEach, addEach   func(out, a, b []E)
	mulOneByOne        func(out, a, b []E)
	squareEach         func(out, a []E)
	squareOneByOne     func(out, a []E)
	innerEach          func(sum *E, a, b []E)
	innerVector        func(sum *E, a, b []E)
	vectorised         bool
}

// gnarkField describes a field and the implementations of its methods.
type gnarkField[E any] struct {
	name string
	// element is the name of the type, description the implementation of its multiplication.
	element     string
	description string
	codec       lab.Codec[E]
	loops       gnarkLoops[E]
	batchInvert func([]E) []E
	inverse     string
}

// registerGnarkField offers all workloads and operations that gnark-crypto supports for a field.
func registerGnarkField[E any, P gnarkElement[E]](c *lab.Contender, field gnarkField[E]) {
	path := func(method string) string { return field.element + "." + method + ", " + field.description }
	vector := func(op string) string {
		if field.loops.vectorised {
			return field.element + " by Vector." + op + ", AVX-512 where the processor has it"
		}
		return field.element + " by Vector." + op + ", " + field.description
	}
	f := lab.NewField(c, field.name, field.codec)
	f.Mul(lab.Binary[E]{
		Op:        func(z, x, y *E) { P(z).Mul(x, y) },
		Chain:     field.loops.mulChain,
		Each:      field.loops.mulEach,
		OneByOne:  field.loops.mulOneByOne,
		ChainPath: path("Mul"),
		EachPath:  vector("Mul"),
	})
	f.Add(lab.Binary[E]{
		Op:        func(z, x, y *E) { P(z).Add(x, y) },
		Chain:     field.loops.addChain,
		Each:      field.loops.addEach,
		ChainPath: field.element + ".Add, compiled Go",
		EachPath:  vector("Add"),
	})
	squareEach := path("Square")
	if field.loops.vectorised {
		squareEach = vector("Mul")
	}
	f.Square(lab.Square[E]{
		Op:        func(z, x *E) { P(z).Square(x) },
		Chain:     field.loops.squareChain,
		Each:      field.loops.squareEach,
		OneByOne:  field.loops.squareOneByOne,
		ChainPath: path("Square"),
		EachPath:  squareEach,
	})
	f.InnerProduct16(path("Mul")+", and Add", field.loops.innerEach, vector("InnerProduct"), field.loops.innerVector)
	f.Invert(field.element+".Inverse, "+field.inverse,
		func(x *E) bool { return P(x).IsZero() },
		func(z, x *E) { P(z).Inverse(x) },
		func(x, b *E) {
			P(x).Inverse(x)
			P(x).Add(x, b)
		})
	f.BatchInvert("BatchInvert into a new slice", field.batchInvert)
	f.Legendre(field.element+".Legendre", func(x *E) int { return P(x).Legendre() })
	f.Sqrt(field.element+".Sqrt",
		func(z, x *E) { P(z).Neg(x) },
		func(z, x *E) bool { return P(z).Sqrt(x) != nil })
	f.CompareBinary("sub", func(z, x, y *E) { P(z).Sub(x, y) })
	f.CompareUnary("neg", func(z, x *E) bool {
		P(z).Neg(x)
		return true
	})
}

// gnarkCodec returns the codec of a field from its little-endian byte order; A is the array of a canonical encoding.
func gnarkCodec[E any, A [32]byte | [48]byte](element func(*A) (E, error), put func(*A, E)) lab.Codec[E] {
	return lab.Codec[E]{
		Decode: func(bytes []byte) (E, bool) {
			var array A
			if len(bytes) != len(array) {
				var none E
				return none, false
			}
			for i := range bytes {
				array[i] = bytes[i]
			}
			value, err := element(&array)
			return value, err == nil
		},
		Encode: func(value *E) []byte {
			var array A
			put(&array, *value)
			bytes := make([]byte, len(array))
			for i := range bytes {
				bytes[i] = array[i]
			}
			return bytes
		},
	}
}
