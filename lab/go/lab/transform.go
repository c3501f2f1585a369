package lab

import (
	"fmt"
	"math/bits"
)

// The number of values in the result.
const comparedValues = 64

// Transforms offers the transform of a field from coefficients to values at the powers of a root of unity, both in
// natural order and in the same memory. `transform` prepares one for a size, which is not timed.
func Transforms[E any](c *Contender, field, path string, codec Codec[E], transform func(size int) func([]E)) {
	for _, logSize := range []int{16, 20} {
		c.Offer(fmt.Sprintf("ntt.%s.2^%d.t1", field, logSize), path, func(in *Input) (*Prepared, error) {
			values, err := Decode(in, 0, "an element of "+field, codec.Decode)
			if err != nil {
				return nil, err
			}
			size := len(values)
			if bits.OnesCount(uint(size)) != 1 {
				return nil, fmt.Errorf("column 0 has %d rows, not a power of two", size)
			}
			work := transform(size)
			work(values)
			result := make([][]byte, comparedValues)
			for i := range result {
				result[i] = codec.Encode(&values[i*0x9e3779b1%size])
			}
			return Repeat(1, result, func() { work(values) }), nil
		})
	}
}
