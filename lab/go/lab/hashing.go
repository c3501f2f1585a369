package lab

import "errors"

// HashToG2 offers the function that hashes a message with a tag to BLS12-381's G2. `hash` panics if the library fails.
func HashToG2[P any](c *Contender, path string, hash func(message, tag []byte) P, encode func(*P) []byte) {
	const name = "hash_to_curve.bls12_381_g2"
	prepare := func(in *Input) (messages [][]byte, one func(*[]byte) P, err error) {
		same := func(row []byte) ([]byte, bool) { return row, true }
		if messages, err = Decode(in, 0, "a message", same); err != nil {
			return nil, nil, err
		}
		column, err := in.Column(1)
		if err != nil {
			return nil, nil, err
		}
		if column.Len() == 0 {
			return nil, nil, errors.New("column 1 has no row")
		}
		tag := column.Row(0)
		return messages, func(message *[]byte) P { return hash(*message, tag) }, nil
	}
	point := func(point P) []byte { return encode(&point) }
	c.Offer(name+".single", path, func(in *Input) (*Prepared, error) {
		messages, one, err := prepare(in)
		if err != nil {
			return nil, err
		}
		return Single(messages, one, point)
	})
	c.Offer(name+".batch1000", path+", one by one", func(in *Input) (*Prepared, error) {
		messages, one, err := prepare(in)
		if err != nil {
			return nil, err
		}
		return All(messages, one, point)
	})
	c.Operation(name, func(arguments [][]byte) ([]byte, bool) {
		if len(arguments) != 2 {
			return nil, false
		}
		return point(hash(arguments[0], arguments[1])), true
	})
}

// MapToCurve offers the map of an element to a point of a curve's subgroup, which is only compared.
func MapToCurve[F, P any](
	c *Contender, curve string, element func([]byte) (F, bool), toPoint func(F) P, encode func(*P) []byte,
) {
	c.Operation("map_to_curve."+curve, func(arguments [][]byte) ([]byte, bool) {
		value, ok := Argument(arguments, 0, element)
		if !ok {
			return nil, false
		}
		point := toPoint(value)
		return encode(&point), true
	})
}
