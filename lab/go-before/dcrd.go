package main

import (
	"errors"
	"fmt"
	"math/big"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"

	"vorpal/lab/go/lab"
)

// The version before scalars were split without big integers.
func init() {
	lab.Register("dcrd-4.0.1", []string{"github.com/decred/dcrd/dcrec/secp256k1/v4"}, func(c *lab.Contender) {
		registerSplit(c)
		registerMultiply(c)
		registerSignatures(c)
	})
}

func scalar(bytes []byte) (secp256k1.ModNScalar, bool) {
	var value secp256k1.ModNScalar
	if len(bytes) != 32 {
		return value, false
	}
	overflow := value.SetByteSlice(bytes)
	return value, !overflow
}

// point decodes a point in the form that the library requires: normalised, infinity as all zeros.
func point(bytes []byte) (secp256k1.JacobianPoint, bool) {
	var point secp256k1.JacobianPoint
	if len(bytes) != 64 {
		return point, false
	}
	if new(big.Int).SetBytes(bytes).Sign() == 0 {
		return point, true
	}
	if point.X.SetByteSlice(bytes[:32]) || point.Y.SetByteSlice(bytes[32:]) {
		return point, false
	}
	point.Z.SetInt(1)
	return point, secp256k1.NewPublicKey(&point.X, &point.Y).IsOnCurve()
}

func encode(point *secp256k1.JacobianPoint) []byte {
	affine := *point
	affine.ToAffine()
	return append(affine.X.Bytes()[:], affine.Y.Bytes()[:]...)
}

// halves are the results of splitK.
type halves struct {
	k1, k2       []byte
	sign1, sign2 int
}

func registerSplit(c *lab.Contender) {
	const path = "splitK, which is not exported, by big integers"
	c.Offer("secp256k1.split.single", path, func(in *lab.Input) (*lab.Prepared, error) {
		scalars, err := lab.Decode(in, 0, "a scalar of secp256k1", func(bytes []byte) ([]byte, bool) {
			_, ok := scalar(bytes)
			return bytes, ok
		})
		if err != nil {
			return nil, err
		}
		split := func(k *[]byte) halves {
			k1, k2, sign1, sign2 := splitK(*k)
			return halves{k1, k2, sign1, sign2}
		}
		for i := range scalars {
			if err := checkSplit(scalars[i], split(&scalars[i])); err != nil {
				return nil, fmt.Errorf("row %d: %w", i, err)
			}
		}
		// The result is empty, because each library may choose another short pair.
		prepared, err := lab.Single(scalars, split, func(halves) []byte { return nil })
		if err == nil {
			prepared.Result = nil
		}
		return prepared, err
	})
}

// lambda is the eigenvalue of the library's endomorphism: a cube root of one modulo the group order.
var lambda, _ = new(big.Int).SetString("5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72", 16)

// checkSplit checks that k = k1 + lambda k2 and that both parts are short. They are up to a bit longer than those of
// later versions, which round.
func checkSplit(k []byte, parts halves) error {
	number := func(magnitude []byte, sign int) *big.Int {
		value := new(big.Int).SetBytes(magnitude)
		if sign < 0 {
			value.Neg(value)
		}
		return value
	}
	k1, k2 := number(parts.k1, parts.sign1), number(parts.k2, parts.sign2)
	difference := new(big.Int).Mul(lambda, k2)
	difference.Add(difference, k1).Sub(difference, new(big.Int).SetBytes(k))
	if difference.Mod(difference, secp256k1.S256().N).Sign() != 0 {
		return errors.New("k1 + lambda k2 is not k")
	}
	for _, part := range []*big.Int{k1, k2} {
		if part.BitLen() > 130 {
			return fmt.Errorf("a part of %d bits is not short", part.BitLen())
		}
	}
	return nil
}

func registerMultiply(c *lab.Contender) {
	const path = "ScalarMultNonConst and ToAffine"
	c.Offer("secp256k1.multiply.single", path, func(in *lab.Input) (*lab.Prepared, error) {
		var result secp256k1.JacobianPoint
		multiply := func(p *secp256k1.JacobianPoint, k *secp256k1.ModNScalar) *secp256k1.JacobianPoint {
			secp256k1.ScalarMultNonConst(k, p, &result)
			result.ToAffine()
			return &result
		}
		return lab.Products(in, point, scalar, multiply, encode)
	})
}

// signed is a signature with its hash and key.
type signed struct {
	signature *ecdsa.Signature
	hash      []byte
	key       *secp256k1.PublicKey
}

func registerSignatures(c *lab.Contender) {
	prepare := func(in *lab.Input) (*lab.Prepared, error) {
		columns := [4][][]byte{}
		for i, width := range []int{32, 32, 32, 64} {
			column, err := in.Bytes(i, width)
			if err != nil {
				return nil, err
			}
			columns[i] = column
			if len(column) != len(columns[0]) {
				return nil, fmt.Errorf("columns 0 and %d have %d and %d rows", i, len(columns[0]), len(column))
			}
		}
		rows := make([]signed, len(columns[0]))
		for i := range rows {
			r, rOk := scalar(columns[1][i])
			s, sOk := scalar(columns[2][i])
			key, keyOk := point(columns[3][i])
			if !rOk || !sOk || !keyOk {
				return nil, fmt.Errorf("row %d: not a signature with a public key", i)
			}
			public := secp256k1.NewPublicKey(&key.X, &key.Y)
			rows[i] = signed{ecdsa.NewSignature(&r, &s), columns[0][i], public}
		}
		verify := func(row *signed) bool { return row.signature.Verify(row.hash, row.key) }
		return lab.Single(rows, verify, func(valid bool) []byte {
			if valid {
				return []byte{1}
			}
			return []byte{0}
		})
	}
	const path = "ecdsa.Signature.Verify, signature and key parsed before"
	c.Offer("secp256k1.verify.single", path, prepare)
	c.Offer("secp256k1.verify.cached", path, prepare)
}
