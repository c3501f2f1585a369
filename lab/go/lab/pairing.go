package lab

import "fmt"

// pairCounts are the numbers of pairs in timed products.
var pairCounts = []int{1, 2, 4, 8, 16}

// Pairing describes the pairing of points P and Q with values T; S is the type of exponents.
type Pairing[P, Q, T, S any] struct {
	// Curve is the name of the curve.
	Curve string
	// Left and Right reject encodings of points outside the groups.
	Left  func([]byte) (P, bool)
	Right func([]byte) (Q, bool)
	// Value accepts all canonical encodings.
	Value  Codec[T]
	Scalar func([]byte) (S, bool)
	// Product panics if the library fails.
	Product  func(p []P, q []Q) T
	Power    func(value *T, exponent *S) T
	IsMember func(*T) bool
	// Path describes the function of products.
	Path string
}

// pairs are the points of a product.
type pairs[P, Q any] struct {
	left  []P
	right []Q
}

// Register offers products, which are timed and compared, and the operations on values, which are only compared.
func (pairing Pairing[P, Q, T, S]) Register(c *Contender) {
	product := func(row *pairs[P, Q]) T { return pairing.Product(row.left, row.right) }
	encode := func(value T) []byte { return pairing.Value.Encode(&value) }
	for _, count := range pairCounts {
		c.Offer(fmt.Sprintf("pairing.%s.%d", pairing.Curve, count), pairing.Path, func(in *Input) (*Prepared, error) {
			left, err := Decode(in, 0, "a point of G1", pairing.Left)
			if err != nil {
				return nil, err
			}
			right, err := Decode(in, 1, "a point of G2", pairing.Right)
			if err != nil {
				return nil, err
			}
			if err := sameLength(in, 0, 1); err != nil {
				return nil, err
			}
			if len(left)%count != 0 {
				return nil, fmt.Errorf("the rows are no multiple of %d", count)
			}
			var rows []pairs[P, Q]
			for i := 0; i < len(left); i += count {
				rows = append(rows, pairs[P, Q]{left[i : i+count], right[i : i+count]})
			}
			return Single(rows, product, encode)
		})
	}
	c.Operation("pairing."+pairing.Curve, func(arguments [][]byte) ([]byte, bool) {
		if len(arguments)%2 != 0 {
			return nil, false
		}
		var all pairs[P, Q]
		for i := 0; i < len(arguments); i += 2 {
			p, okP := pairing.Left(arguments[i])
			q, okQ := pairing.Right(arguments[i+1])
			if !okP || !okQ {
				return nil, false
			}
			all.left, all.right = append(all.left, p), append(all.right, q)
		}
		return encode(product(&all)), true
	})
	c.Operation("gt."+pairing.Curve+".power", func(arguments [][]byte) ([]byte, bool) {
		p, okP := Argument(arguments, 0, pairing.Left)
		q, okQ := Argument(arguments, 1, pairing.Right)
		exponent, okS := Argument(arguments, 2, pairing.Scalar)
		if !okP || !okQ || !okS {
			return nil, false
		}
		value := pairing.Product([]P{p}, []Q{q})
		return encode(pairing.Power(&value, &exponent)), true
	})
	c.Operation("gt."+pairing.Curve+".is_member", func(arguments [][]byte) ([]byte, bool) {
		value, ok := Argument(arguments, 0, pairing.Value.Decode)
		if !ok {
			return nil, false
		}
		return truth(pairing.IsMember(&value)), true
	})
}

// truth encodes a truth value.
func truth(value bool) []byte {
	if value {
		return []byte{1}
	}
	return []byte{0}
}
