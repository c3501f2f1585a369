package contenders

import (
	"errors"
	"fmt"
	"math/big"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"

	"vorpal/lab/go/lab"
)

func init() {
	lab.Register("dcrd", []string{"github.com/decred/dcrd/dcrec/secp256k1/v4"}, func(c *lab.Contender) {
		registerDcrdBaseField(c)
		registerDcrdScalarField(c)
		registerDcrdGroup(c)
		registerDcrdSplit(c)
		registerDcrdSignatures(c)
		registerDcrdExchange(c)
		registerDcrdEncoding(c)
	})
}

// dcrdBaseCodec normalises elements before encoding, because most operations return a representative that is not
// reduced.
var dcrdBaseCodec = lab.Codec[secp256k1.FieldVal]{
	Decode: func(bytes []byte) (secp256k1.FieldVal, bool) {
		var value secp256k1.FieldVal
		if len(bytes) != 32 {
			return value, false
		}
		overflow := value.SetByteSlice(reversed(bytes))
		return value, !overflow
	},
	Encode: func(value *secp256k1.FieldVal) []byte {
		normal := *value
		return reversed(normal.Normalize().Bytes()[:])
	},
}

var dcrdScalarCodec = lab.Codec[secp256k1.ModNScalar]{
	Decode: func(bytes []byte) (secp256k1.ModNScalar, bool) {
		var value secp256k1.ModNScalar
		if len(bytes) != 32 {
			return value, false
		}
		overflow := value.SetByteSlice(reversed(bytes))
		return value, !overflow
	},
	Encode: func(value *secp256k1.ModNScalar) []byte {
		bytes := value.Bytes()
		return reversed(bytes[:])
	},
}

func registerDcrdBaseField(c *lab.Contender) {
	type element = secp256k1.FieldVal
	const lazy = ", magnitude 1, not normalised"
	f := lab.NewField(c, "secp256k1_base", dcrdBaseCodec)
	f.Mul(lab.Binary[element]{
		Op: func(z, x, y *element) { z.Mul2(x, y) },
		Chain: func(x *element, b []element) {
			for i := range b {
				x.Mul(&b[i])
			}
		},
		Each: func(out, a, b []element) {
			for i := range a {
				out[i].Mul2(&a[i], &b[i])
			}
		},
		ChainPath: "FieldVal.Mul, 10 limbs of 26 bits" + lazy,
		EachPath:  "FieldVal.Mul2, 10 limbs of 26 bits" + lazy,
	})
	f.Add(lab.Binary[element]{
		Op: func(z, x, y *element) { z.Add2(x, y).Normalize() },
		// A sum without carries is not a valid operand of all other operations.
		Chain: func(x *element, b []element) {
			sum := *x
			for i := range b {
				sum.Add(&b[i]).Normalize()
			}
			*x = sum
		},
		Each: func(out, a, b []element) {
			for i := range a {
				out[i].Add2(&a[i], &b[i]).Normalize()
			}
		},
		ChainPath: "FieldVal.Add without carries, and Normalize after every one",
		EachPath:  "FieldVal.Add2 without carries, and Normalize after every one",
	})
	f.Square(lab.Square[element]{
		Op: func(z, x *element) { z.SquareVal(x) },
		Chain: func(x *element, count uint64) {
			for range count {
				x.Square()
			}
		},
		Each: func(out, a []element) {
			for i := range a {
				out[i].SquareVal(&a[i])
			}
		},
		ChainPath: "FieldVal.Square" + lazy,
		EachPath:  "FieldVal.SquareVal" + lazy,
	})
	f.Invert("FieldVal.Inverse, by exponentiation; where a chain adds, Normalize after it",
		func(x *element) bool { return x.IsZero() },
		func(z, x *element) { z.Set(x).Inverse() },
		func(x, b *element) { x.Inverse().Add(b).Normalize() })
	neg := func(z, x *element) { z.NegateVal(x, 1).Normalize() }
	f.Sqrt("FieldVal.SquareRootVal, by exponentiation", neg, func(z, x *element) bool {
		ok := z.SquareRootVal(x)
		z.Normalize()
		return ok
	})
	f.CompareBinary("sub", func(z, x, y *element) { z.NegateVal(y, 1).Add(x) })
	f.CompareUnary("neg", func(z, x *element) bool {
		neg(z, x)
		return true
	})
}

func registerDcrdScalarField(c *lab.Contender) {
	type element = secp256k1.ModNScalar
	const limbs = ", 8 limbs of 32 bits"
	f := lab.NewField(c, "secp256k1_scalar", dcrdScalarCodec)
	f.Mul(lab.Binary[element]{
		Op: func(z, x, y *element) { z.Mul2(x, y) },
		Chain: func(x *element, b []element) {
			for i := range b {
				x.Mul(&b[i])
			}
		},
		Each: func(out, a, b []element) {
			for i := range a {
				out[i].Mul2(&a[i], &b[i])
			}
		},
		ChainPath: "ModNScalar.Mul" + limbs,
		EachPath:  "ModNScalar.Mul2" + limbs,
	})
	f.Add(lab.Binary[element]{
		Op: func(z, x, y *element) { z.Add2(x, y) },
		Chain: func(x *element, b []element) {
			for i := range b {
				x.Add(&b[i])
			}
		},
		Each: func(out, a, b []element) {
			for i := range a {
				out[i].Add2(&a[i], &b[i])
			}
		},
		ChainPath: "ModNScalar.Add" + limbs,
		EachPath:  "ModNScalar.Add2" + limbs,
	})
	f.Square(lab.Square[element]{
		Op: func(z, x *element) { z.SquareVal(x) },
		Chain: func(x *element, count uint64) {
			for range count {
				x.Square()
			}
		},
		Each: func(out, a []element) {
			for i := range a {
				out[i].SquareVal(&a[i])
			}
		},
		ChainPath: "ModNScalar.Square" + limbs,
		EachPath:  "ModNScalar.SquareVal" + limbs,
	})
	f.Invert("ModNScalar.InverseValNonConst, by math/big",
		func(x *element) bool { return x.IsZero() },
		func(z, x *element) { z.InverseValNonConst(x) },
		func(x, b *element) { x.InverseNonConst().Add(b) })
	f.CompareBinary("sub", func(z, x, y *element) { z.NegateVal(y).Add(x) })
	f.CompareUnary("neg", func(z, x *element) bool {
		z.NegateVal(x)
		return true
	})
}

// dcrdPoint decodes a point in the form that the library requires: normalised, infinity as all zeros.
func dcrdPoint(bytes []byte) (secp256k1.JacobianPoint, bool) {
	var point secp256k1.JacobianPoint
	if len(bytes) != 64 {
		return point, false
	}
	if isZero(bytes) {
		return point, true
	}
	if point.X.SetByteSlice(bytes[:32]) || point.Y.SetByteSlice(bytes[32:]) {
		return point, false
	}
	point.Z.SetInt(1)
	return point, secp256k1.NewPublicKey(&point.X, &point.Y).IsOnCurve()
}

func dcrdEncode(point *secp256k1.JacobianPoint) []byte {
	affine := *point
	affine.ToAffine()
	return append(affine.X.Bytes()[:], affine.Y.Bytes()[:]...)
}

func registerDcrdGroup(c *lab.Contender) {
	type point = secp256k1.JacobianPoint
	scalar := bigEndian(dcrdScalarCodec).Decode
	lab.NewGroup(c, "secp256k1", lab.GroupCodec[point, secp256k1.ModNScalar]{
		Point: dcrdPoint, Trusted: dcrdPoint, Scalar: scalar, Encode: dcrdEncode,
	}).Operations(
		func(z, x, y *point) { secp256k1.AddNonConst(x, y, z) },
		func(z, x *point) { secp256k1.DoubleNonConst(x, z) },
		func(z, x *point) {
			*z = *x
			z.Y.Negate(1).Normalize()
		},
		func(z, x *point, s *secp256k1.ModNScalar) { secp256k1.ScalarMultNonConst(s, x, z) },
	)
	const path = "ScalarMultNonConst and ToAffine"
	c.Offer("secp256k1.multiply.single", path, func(in *lab.Input) (*lab.Prepared, error) {
		var result point
		multiply := func(p *point, k *secp256k1.ModNScalar) *point {
			secp256k1.ScalarMultNonConst(k, p, &result)
			result.ToAffine()
			return &result
		}
		return lab.Products(in, dcrdPoint, scalar, multiply, dcrdEncode)
	})
}

func registerDcrdSplit(c *lab.Contender) {
	type half = secp256k1.ModNScalar
	c.Offer("secp256k1.split.single", "splitK, which is not exported", func(in *lab.Input) (*lab.Prepared, error) {
		scalars, err := lab.Decode(in, 0, "a scalar of secp256k1", bigEndian(dcrdScalarCodec).Decode)
		if err != nil {
			return nil, err
		}
		for i := range scalars {
			k1, k2 := splitK(&scalars[i])
			if err := checkSplit(&scalars[i], &k1, &k2); err != nil {
				return nil, fmt.Errorf("row %d: %w", i, err)
			}
		}
		// The result is empty, because each library may choose another short pair.
		split := func(k *half) [2]half {
			k1, k2 := splitK(k)
			return [2]half{k1, k2}
		}
		prepared, err := lab.Single(scalars, split, func([2]half) []byte { return nil })
		if err == nil {
			prepared.Result = nil
		}
		return prepared, err
	})
}

// secp256k1Lambda is the eigenvalue of the endomorphism: a cube root of one modulo the group order.
var secp256k1Lambda, _ = new(big.Int).SetString(
	"5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72", 16)

// checkSplit checks that k = k1 + lambda k2 and that both parts are short up to sign.
func checkSplit(k, k1, k2 *secp256k1.ModNScalar) error {
	number := func(scalar *secp256k1.ModNScalar) *big.Int {
		bytes := scalar.Bytes()
		return new(big.Int).SetBytes(bytes[:])
	}
	order := secp256k1.Params().N
	sum := new(big.Int).Mul(secp256k1Lambda, number(k2))
	sum.Add(sum, number(k1)).Mod(sum, order)
	if sum.Cmp(number(k)) != 0 {
		return errors.New("k1 + lambda k2 is not k")
	}
	for _, part := range []*secp256k1.ModNScalar{k1, k2} {
		value := number(part)
		if opposite := new(big.Int).Sub(order, value); opposite.Cmp(value) < 0 {
			value = opposite
		}
		if value.BitLen() > 129 {
			return fmt.Errorf("a part of %d bits is not short", value.BitLen())
		}
	}
	return nil
}
