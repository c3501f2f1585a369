package contenders

import (
	"math/big"

	bls12377 "github.com/consensys/gnark-crypto/ecc/bls12-377"
	bls12377fp "github.com/consensys/gnark-crypto/ecc/bls12-377/fp"
	bls12377fr "github.com/consensys/gnark-crypto/ecc/bls12-377/fr"
	bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
	bls12381fp "github.com/consensys/gnark-crypto/ecc/bls12-381/fp"
	bls12381fr "github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	"github.com/consensys/gnark-crypto/ecc/bn254"
	bn254fp "github.com/consensys/gnark-crypto/ecc/bn254/fp"
	bn254fr "github.com/consensys/gnark-crypto/ecc/bn254/fr"

	"vorpal/lab/go/lab"
)

// quadratic returns the codec of a quadratic extension: the coefficients of 1 and u.
func quadratic[F, E any](
	base lab.Codec[F], join func(a0, a1 F) E, coefficients func(*E) (a0, a1 *F),
) lab.Codec[E] {
	return lab.Codec[E]{
		Decode: func(bytes []byte) (E, bool) {
			half := len(bytes) / 2
			a0, ok0 := base.Decode(bytes[:half])
			a1, ok1 := base.Decode(bytes[half:])
			return join(a0, a1), ok0 && ok1
		},
		Encode: func(z *E) []byte {
			a0, a1 := coefficients(z)
			return append(base.Encode(a0), base.Encode(a1)...)
		},
	}
}

var bls12381fp2Codec = quadratic(bls12381fpCodec,
	func(a0, a1 bls12381fp.Element) bls12381.E2 { return bls12381.E2{A0: a0, A1: a1} },
	func(z *bls12381.E2) (a0, a1 *bls12381fp.Element) { return &z.A0, &z.A1 },
)

var bls12381G1 = gnarkCurve[bls12381fp.Element, bls12381.G1Affine, bls12381fr.Element]{
	name: "bls12_381_g1", base: bls12381fpCodec, scalar: bls12381frCodec,
	point:       func(x, y bls12381fp.Element) bls12381.G1Affine { return bls12381.G1Affine{X: x, Y: y} },
	coordinates: func(p *bls12381.G1Affine) (x, y *bls12381fp.Element) { return &p.X, &p.Y },
}

var bls12381G2 = gnarkCurve[bls12381.E2, bls12381.G2Affine, bls12381fr.Element]{
	name: "bls12_381_g2", base: bls12381fp2Codec, scalar: bls12381frCodec,
	point:       func(x, y bls12381.E2) bls12381.G2Affine { return bls12381.G2Affine{X: x, Y: y} },
	coordinates: func(p *bls12381.G2Affine) (x, y *bls12381.E2) { return &p.X, &p.Y },
}

var bls12377fp2Codec = quadratic(bls12377fpCodec,
	func(a0, a1 bls12377fp.Element) bls12377.E2 { return bls12377.E2{A0: a0, A1: a1} },
	func(z *bls12377.E2) (a0, a1 *bls12377fp.Element) { return &z.A0, &z.A1 },
)

var bls12377G1 = gnarkCurve[bls12377fp.Element, bls12377.G1Affine, bls12377fr.Element]{
	name: "bls12_377_g1", base: bls12377fpCodec, scalar: bls12377frCodec,
	point:       func(x, y bls12377fp.Element) bls12377.G1Affine { return bls12377.G1Affine{X: x, Y: y} },
	coordinates: func(p *bls12377.G1Affine) (x, y *bls12377fp.Element) { return &p.X, &p.Y },
}

var bls12377G2 = gnarkCurve[bls12377.E2, bls12377.G2Affine, bls12377fr.Element]{
	name: "bls12_377_g2", base: bls12377fp2Codec, scalar: bls12377frCodec,
	point:       func(x, y bls12377.E2) bls12377.G2Affine { return bls12377.G2Affine{X: x, Y: y} },
	coordinates: func(p *bls12377.G2Affine) (x, y *bls12377.E2) { return &p.X, &p.Y },
}

var bn254fp2Codec = quadratic(bn254fpCodec,
	func(a0, a1 bn254fp.Element) bn254.E2 { return bn254.E2{A0: a0, A1: a1} },
	func(z *bn254.E2) (a0, a1 *bn254fp.Element) { return &z.A0, &z.A1 },
)

var bn254G1 = gnarkCurve[bn254fp.Element, bn254.G1Affine, bn254fr.Element]{
	name: "bn254_g1", base: bn254fpCodec, scalar: bn254frCodec,
	point:       func(x, y bn254fp.Element) bn254.G1Affine { return bn254.G1Affine{X: x, Y: y} },
	coordinates: func(p *bn254.G1Affine) (x, y *bn254fp.Element) { return &p.X, &p.Y },
}

var bn254G2 = gnarkCurve[bn254.E2, bn254.G2Affine, bn254fr.Element]{
	name: "bn254_g2", base: bn254fp2Codec, scalar: bn254frCodec,
	point:       func(x, y bn254.E2) bn254.G2Affine { return bn254.G2Affine{X: x, Y: y} },
	coordinates: func(p *bn254.G2Affine) (x, y *bn254.E2) { return &p.X, &p.Y },
}

// gnarkMember decodes points of the subgroup.
func gnarkMember[F, A, S any, PA gnarkAffine[A, S]](curve gnarkCurve[F, A, S]) func([]byte) (A, bool) {
	onCurve := gnarkPoint[F, A, S, PA](curve)
	return func(bytes []byte) (A, bool) {
		point, ok := onCurve(bytes)
		return point, ok && PA(&point).IsInSubGroup()
	}
}

// gnarkValue is the interface of values of all pairings of gnark-crypto.
type gnarkValue[T any] interface {
	*T
	SetOne() *T
	IsZero() bool
	CyclotomicExp(x T, exponent *big.Int) *T
	IsInSubGroup() bool
}

// gnarkPairing describes the pairing of points P and Q with values T over the quadratic extension E and scalars S.
type gnarkPairing[E, P, Q, T, S any] struct {
	curve       string
	left        func([]byte) (P, bool)
	right       func([]byte) (Q, bool)
	scalar      func([]byte) (S, bool)
	coefficient lab.Codec[E]
	// coefficients are those of 1, w, ..., w^5.
	coefficients func(*T) [6]*E
	pair         func(p []P, q []Q) (T, error)
}

func registerGnarkPairing[E, P, Q, T, S any, PT gnarkValue[T], PS gnarkScalar[S]](
	c *lab.Contender, pairing gnarkPairing[E, P, Q, T, S],
) {
	lab.Pairing[P, Q, T, S]{
		Curve: pairing.curve, Left: pairing.left, Right: pairing.right, Scalar: pairing.scalar,
		Value: lab.Codec[T]{
			Decode: func(bytes []byte) (value T, ok bool) {
				width := len(bytes) / 6
				if len(bytes) != 6*width {
					return value, false
				}
				for i, coefficient := range pairing.coefficients(&value) {
					if *coefficient, ok = pairing.coefficient.Decode(bytes[i*width:][:width]); !ok {
						return value, false
					}
				}
				return value, true
			},
			Encode: func(value *T) (bytes []byte) {
				for _, coefficient := range pairing.coefficients(value) {
					bytes = append(bytes, pairing.coefficient.Encode(coefficient)...)
				}
				return bytes
			},
		},
		Product: func(p []P, q []Q) (value T) {
			// The library has no product of no pairs.
			if len(p) == 0 {
				PT(&value).SetOne()
				return value
			}
			value, err := pairing.pair(p, q)
			if err != nil {
				panic(err)
			}
			return value
		},
		Power: func(value *T, exponent *S) (power T) {
			PT(&power).CyclotomicExp(*value, PS(exponent).BigInt(new(big.Int)))
			return power
		},
		// The library's check accepts zero, which is in no group.
		IsMember: func(value *T) bool { return !PT(value).IsZero() && PT(value).IsInSubGroup() },
		Path:     "Pair",
	}.Register(c)
}

func registerGnarkPairings(c *lab.Contender) {
	registerGnarkPairing(c, gnarkPairing[
		bls12381.E2, bls12381.G1Affine, bls12381.G2Affine, bls12381.GT, bls12381fr.Element,
	]{
		curve: "bls12_381", left: gnarkMember(bls12381G1), right: gnarkMember(bls12381G2),
		scalar: bls12381frCodec.Decode, coefficient: bls12381fp2Codec,
		coefficients: func(z *bls12381.GT) [6]*bls12381.E2 {
			return [6]*bls12381.E2{&z.C0.B0, &z.C1.B0, &z.C0.B1, &z.C1.B1, &z.C0.B2, &z.C1.B2}
		},
		pair: bls12381.Pair,
	})
	registerGnarkPairing(c, gnarkPairing[
		bls12377.E2, bls12377.G1Affine, bls12377.G2Affine, bls12377.GT, bls12377fr.Element,
	]{
		curve: "bls12_377", left: gnarkMember(bls12377G1), right: gnarkMember(bls12377G2),
		scalar: bls12377frCodec.Decode, coefficient: bls12377fp2Codec,
		coefficients: func(z *bls12377.GT) [6]*bls12377.E2 {
			return [6]*bls12377.E2{&z.C0.B0, &z.C1.B0, &z.C0.B1, &z.C1.B1, &z.C0.B2, &z.C1.B2}
		},
		pair: bls12377.Pair,
	})
	registerGnarkPairing(c, gnarkPairing[bn254.E2, bn254.G1Affine, bn254.G2Affine, bn254.GT, bn254fr.Element]{
		curve: "bn254", left: gnarkMember(bn254G1), right: gnarkMember(bn254G2),
		scalar: bn254frCodec.Decode, coefficient: bn254fp2Codec,
		coefficients: func(z *bn254.GT) [6]*bn254.E2 {
			return [6]*bn254.E2{&z.C0.B0, &z.C1.B0, &z.C0.B1, &z.C1.B1, &z.C0.B2, &z.C1.B2}
		},
		pair: bn254.Pair,
	})
}

// registerGnarkSecondGroups offers the groups G2.
func registerGnarkSecondGroups(c *lab.Contender) {
	const path = "G2Affine.MultiExp, one task on one thread, else two tasks a thread"
	registerGnarkPairingGroup(c, bls12377G2).MSM(path, nil, gnarkMSM[bls12377.G2Affine, bls12377fr.Element])
	registerGnarkPairingGroup(c, bls12381G2).MSM(path, []int{12}, gnarkMSM[bls12381.G2Affine, bls12381fr.Element])
	registerGnarkPairingGroup(c, bn254G2).MSM(path, nil, gnarkMSM[bn254.G2Affine, bn254fr.Element])
}

func registerGnarkHashing(c *lab.Contender) {
	hash := func(message, tag []byte) bls12381.G2Affine {
		point, err := bls12381.HashToG2(message, tag)
		if err != nil {
			panic(err)
		}
		return point
	}
	lab.HashToG2(c, "bls12-381 HashToG2", hash, bls12381G2.encode)
	lab.MapToCurve(c, "bls12_381_g1", bls12381fpCodec.Decode, bls12381.MapToG1, bls12381G1.encode)
	lab.MapToCurve(c, "bls12_381_g2", bls12381fp2Codec.Decode, bls12381.MapToG2, bls12381G2.encode)
}
