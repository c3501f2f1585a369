package contenders

import (
	"math/big"
	"slices"

	"vorpal/lab/go/lab"
)

// reversed returns the bytes in the opposite order.
func reversed(bytes []byte) []byte {
	out := slices.Clone(bytes)
	slices.Reverse(out)
	return out
}

// bigEndian returns the codec with the opposite byte order.
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

// lowerHalf returns the one of s and -s in the lower half of the range. An s not below the order is returned unchanged.
func lowerHalf(s []byte, order *big.Int) []byte {
	value := new(big.Int).SetBytes(s)
	if value.Cmp(new(big.Int).Rsh(order, 1)) <= 0 || value.Cmp(order) >= 0 {
		return s
	}
	return value.Sub(order, value).FillBytes(make([]byte, len(s)))
}
