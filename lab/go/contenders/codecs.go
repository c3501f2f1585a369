package contenders

import (
	"slices"

	"vorpal/lab/go/lab"
)

// reversed gives the bytes in the opposite order.
func reversed(bytes []byte) []byte {
	out := slices.Clone(bytes)
	slices.Reverse(out)
	return out
}

// bigEndian turns a codec round.
func bigEndian[E any](codec lab.Codec[E]) lab.Codec[E] {
	return lab.Codec[E]{
		Decode: func(bytes []byte) (E, bool) { return codec.Decode(reversed(bytes)) },
		Encode: func(value *E) []byte { return reversed(codec.Encode(value)) },
	}
}

func isZero(bytes []byte) bool {
	for _, b := range bytes {
		if b != 0 {
			return false
		}
	}
	return true
}
