package lab

import "fmt"

// Group registers the functions of a library on one group with points P and scalars S.
type Group[P, S any] struct {
	contender *Contender
	name      string
	codec     GroupCodec[P, S]
}

// GroupCodec converts between points or scalars and their encodings.
type GroupCodec[P, S any] struct {
	// Point rejects encodings that are invalid or of points outside the group.
	Point func([]byte) (P, bool)
	// Trusted decodes a point that is known to be in the group, for the inputs of timed workloads.
	Trusted func([]byte) (P, bool)
	// Scalar rejects numbers not below the group order.
	Scalar func([]byte) (S, bool)
	Encode func(*P) []byte
}

// NewGroup returns the group with this name.
func NewGroup[P, S any](c *Contender, name string, codec GroupCodec[P, S]) Group[P, S] {
	return Group[P, S]{contender: c, name: name, codec: codec}
}

// Operations offers the operations of a group, which are only compared.
func (g Group[P, S]) Operations(add func(z, x, y *P), double, neg func(z, x *P), multiply func(z, x *P, s *S)) {
	unary := func(op string, compute func(z, x *P)) {
		g.contender.Operation(g.name+"."+op, func(arguments [][]byte) ([]byte, bool) {
			x, ok := Argument(arguments, 0, g.codec.Point)
			if !ok {
				return nil, false
			}
			var z P
			compute(&z, &x)
			return g.codec.Encode(&z), true
		})
	}
	unary("double", double)
	unary("neg", neg)
	g.contender.Operation(g.name+".add", func(arguments [][]byte) ([]byte, bool) {
		x, okX := Argument(arguments, 0, g.codec.Point)
		y, okY := Argument(arguments, 1, g.codec.Point)
		if !okX || !okY {
			return nil, false
		}
		var z P
		add(&z, &x, &y)
		return g.codec.Encode(&z), true
	})
	g.contender.Operation(g.name+".multiply", func(arguments [][]byte) ([]byte, bool) {
		x, okX := Argument(arguments, 0, g.codec.Point)
		s, okS := Argument(arguments, 1, g.codec.Scalar)
		if !okX || !okS {
			return nil, false
		}
		var z P
		multiply(&z, &x, &s)
		return g.codec.Encode(&z), true
	})
}

// Membership offers the check that a point of the curve is in the group, which is only compared. The points of the
// codec for trusted input are on the curve.
func (g Group[P, S]) Membership(isMember func(*P) bool) {
	g.contender.Operation(g.name+".is_member", func(arguments [][]byte) ([]byte, bool) {
		point, ok := Argument(arguments, 0, g.codec.Trusted)
		if !ok {
			return nil, false
		}
		return truth(isMember(&point)), true
	})
}

// Products prepares products of the points in column 0 with the scalars in column 1, one for each iteration.
func Products[P, S, R any](
	in *Input, point func([]byte) (P, bool), scalar func([]byte) (S, bool), multiply func(*P, *S) R, encode func(R) []byte,
) (*Prepared, error) {
	points, err := Decode(in, 0, "a point to multiply", point)
	if err != nil {
		return nil, err
	}
	scalars, err := Decode(in, 1, "a scalar to multiply with", scalar)
	if err != nil {
		return nil, err
	}
	if err := sameLength(in, 0, 1); err != nil {
		return nil, err
	}
	type product struct {
		point  P
		scalar S
	}
	rows := make([]product, len(points))
	for i := range rows {
		rows[i] = product{points[i], scalars[i]}
	}
	return Single(rows, func(row *product) R { return multiply(&row.point, &row.scalar) }, encode)
}

// MSM offers sums of products for these sizes, given as logarithms, and for any number of threads. `sum` panics if the
// library fails.
func (g Group[P, S]) MSM(path string, logSizes []int, sum func(points []P, scalars []S, threads int) P) Group[P, S] {
	for _, log := range logSizes {
		g.timedSum(fmt.Sprintf("2^%d", log), path, sum)
	}
	if g.name == "bls12_377_g1" {
		g.timedSum("zprize", path, sum)
	}
	g.comparedSum("msm."+g.name, g.codec.Scalar, sum)
	return g
}

// MSM64 offers sums for scalars below 2^64, for libraries without a special function for them.
func (g Group[P, S]) MSM64(path string, sum func(points []P, scalars []S, threads int) P) {
	g.timedSum("u64.2^16", path, sum)
	g.comparedSum("msm."+g.name+".u64", func(scalar []byte) (S, bool) {
		if !below64(scalar) {
			var none S
			return none, false
		}
		return g.codec.Scalar(scalar)
	}, sum)
}

// below64 reports whether a little-endian number is below 2^64.
func below64(number []byte) bool {
	for i, digit := range number {
		if i >= 8 && digit != 0 {
			return false
		}
	}
	return true
}

func (g Group[P, S]) timedSum(size, path string, sum func(points []P, scalars []S, threads int) P) {
	g.contender.OfferThreaded(fmt.Sprintf("msm.%s.%s", g.name, size), path, func(in *Input) (*Prepared, error) {
		var points [][]P
		var scalars [][]S
		for column := 0; column < len(in.Columns); column += 2 {
			p, err := Decode(in, column, "a point of "+g.name, g.codec.Trusted)
			if err != nil {
				return nil, err
			}
			s, err := Decode(in, column+1, "a scalar of "+g.name, g.codec.Scalar)
			if err != nil {
				return nil, err
			}
			if err := sameLength(in, column, column+1); err != nil {
				return nil, err
			}
			points, scalars = append(points, p), append(scalars, s)
		}
		if len(points) == 0 {
			return nil, fmt.Errorf("the input has no columns")
		}
		sums := make([]P, len(points))
		work := func() {
			for i := range sums {
				sums[i] = sum(points[i], scalars[i], in.Threads)
			}
		}
		work()
		result := make([][]byte, len(sums))
		for i := range sums {
			result[i] = g.codec.Encode(&sums[i])
		}
		return Repeat(1, result, work), nil
	})
}

func (g Group[P, S]) comparedSum(
	operation string, scalar func([]byte) (S, bool), sum func(points []P, scalars []S, threads int) P,
) {
	g.contender.Operation(operation, func(arguments [][]byte) ([]byte, bool) {
		size := len(arguments) / 2
		if len(arguments)%2 != 0 {
			return nil, false
		}
		points, scalars := make([]P, size), make([]S, size)
		for i := range size {
			var okP, okS bool
			points[i], okP = g.codec.Point(arguments[i])
			scalars[i], okS = scalar(arguments[size+i])
			if !okP || !okS {
				return nil, false
			}
		}
		result := sum(points, scalars, 1)
		return g.codec.Encode(&result), true
	})
}
