package contenders

import (
	"math/big"

	"github.com/consensys/gnark-crypto/ecc"

	"vorpal/lab/go/lab"
)

// gnarkAffine is the interface of all affine points of gnark-crypto; S is the scalar type.
type gnarkAffine[A, S any] interface {
	*A
	Add(a, b *A) *A
	Double(a *A) *A
	Neg(a *A) *A
	ScalarMultiplication(a *A, s *big.Int) *A
	MultiExp(points []A, scalars []S, config ecc.MultiExpConfig) (*A, error)
	IsOnCurve() bool
	IsInSubGroup() bool
}

// gnarkScalar is the required interface of scalars.
type gnarkScalar[S any] interface {
	*S
	BigInt(*big.Int) *big.Int
}

// gnarkCurve describes a curve with points A over the field F and scalars S.
type gnarkCurve[F, A, S any] struct {
	name        string
	base        lab.Codec[F]
	scalar      lab.Codec[S]
	point       func(x, y F) A
	coordinates func(*A) (x, y *F)
}

// gnarkPoint decodes points of a curve without checking the subgroup.
func gnarkPoint[F, A, S any, PA gnarkAffine[A, S]](curve gnarkCurve[F, A, S]) func([]byte) (A, bool) {
	return func(bytes []byte) (A, bool) {
		var none A
		half := len(bytes) / 2
		x, okX := curve.base.Decode(bytes[:half])
		y, okY := curve.base.Decode(bytes[half:])
		if !okX || !okY {
			return none, false
		}
		// Infinity is (0, 0) in gnark-crypto as well, and passes the check that a point is on the curve.
		point := curve.point(x, y)
		return point, PA(&point).IsOnCurve()
	}
}

// encode returns a point in the encoding of the protocol.
func (curve gnarkCurve[F, A, S]) encode(point *A) []byte {
	x, y := curve.coordinates(point)
	return append(curve.base.Encode(x), curve.base.Encode(y)...)
}

// registerGnarkCurve offers the operations of a curve. The returned group can also offer sums.
func registerGnarkCurve[F, A, S any, PA gnarkAffine[A, S], PS gnarkScalar[S]](
	c *lab.Contender, curve gnarkCurve[F, A, S],
) lab.Group[A, S] {
	trusted := gnarkPoint[F, A, S, PA](curve)
	group := lab.NewGroup(c, curve.name, lab.GroupCodec[A, S]{
		Point: func(bytes []byte) (A, bool) {
			point, ok := trusted(bytes)
			return point, ok && PA(&point).IsInSubGroup()
		},
		Trusted: trusted,
		Scalar:  curve.scalar.Decode,
		Encode:  curve.encode,
	})
	group.Operations(
		func(z, x, y *A) { PA(z).Add(x, y) },
		func(z, x *A) { PA(z).Double(x) },
		func(z, x *A) { PA(z).Neg(x) },
		func(z, x *A, s *S) { PA(z).ScalarMultiplication(x, PS(s).BigInt(new(big.Int))) },
	)
	return group
}

// registerGnarkPairingGroup offers the operations of a group of a pairing, and membership in it.
func registerGnarkPairingGroup[F, A, S any, PA gnarkAffine[A, S], PS gnarkScalar[S]](
	c *lab.Contender, curve gnarkCurve[F, A, S],
) lab.Group[A, S] {
	group := registerGnarkCurve[F, A, S, PA, PS](c, curve)
	group.Membership(func(point *A) bool { return PA(point).IsInSubGroup() })
	return group
}

// gnarkFromJacobian is the conversion of a point to affine coordinates.
type gnarkFromJacobian[A, J any] interface {
	*A
	FromJacobian(*J) *A
}

// gnarkJacobian is the interface of all points of gnark-crypto with Jacobian coordinates.
type gnarkJacobian[A, J any] interface {
	*J
	FromAffine(*A) *J
	DoubleAssign() *J
	AddAssign(*J) *J
	AddMixed(*A) *J
}

// offerGnarkLatencies offers chains of operations on points with Jacobian coordinates.
func offerGnarkLatencies[J, A, S any, PJ gnarkJacobian[A, J], PA gnarkFromJacobian[A, J]](group lab.Group[A, S]) {
	lab.OfferLatencies(group, lab.Latencies[A, J]{
		FromAffine: func(point *A) (result J) {
			PJ(&result).FromAffine(point)
			return result
		},
		ToAffine: func(point *J) (result A) {
			PA(&result).FromJacobian(point)
			return result
		},
		Double:        func(point *J) { PJ(point).DoubleAssign() },
		Add:           func(sum, term *J) { PJ(sum).AddAssign(term) },
		AddAffine:     func(sum *J, term *A) { PJ(sum).AddMixed(term) },
		DoublePath:    "G1Jac.DoubleAssign",
		AddPath:       "G1Jac.AddAssign",
		AddAffinePath: "G1Jac.AddMixed",
	})
}

// gnarkMSM computes a sum with MultiExp.
func gnarkMSM[A, S any, PA gnarkAffine[A, S]](points []A, scalars []S, threads int) A {
	// For several threads, the library's default is two tasks for each thread.
	tasks := 1
	if threads > 1 {
		tasks = 2 * threads
	}
	var sum A
	if _, err := PA(&sum).MultiExp(points, scalars, ecc.MultiExpConfig{NbTasks: tasks}); err != nil {
		panic(err)
	}
	return sum
}
