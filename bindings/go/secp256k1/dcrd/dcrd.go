// Package dcrd has functions of dcrd's package dcrec/secp256k1/v4 that multiply points, computed by Vorpal, under their
// names. Scalars and points are dcrd's types.
package dcrd

import (
	"github.com/decred/dcrd/dcrec/secp256k1/v4"
)

// ScalarMultNonConst sets result to k times a point, with a Z of one. It takes variable time.
func ScalarMultNonConst(k *secp256k1.ModNScalar, point, result *secp256k1.JacobianPoint) {
	MultiplyAddNonConst(k, point, new(secp256k1.ModNScalar), result)
}

// ScalarBaseMultNonConst sets result to k times the generator, with a Z of one. Its time may depend on k.
func ScalarBaseMultNonConst(k *secp256k1.ModNScalar, result *secp256k1.JacobianPoint) {
	multiplyBase(k, result)
}

// MultiplyAddNonConst sets result to k times a point plus b times the generator, with a Z of one, in the time of one
// multiple. It takes variable time. dcrd has no such function.
func MultiplyAddNonConst(k *secp256k1.ModNScalar, point *secp256k1.JacobianPoint, b *secp256k1.ModNScalar,
	result *secp256k1.JacobianPoint) {
	multiplyAdd(k, point, b, result)
}

// slowly is MultiplyAddNonConst by dcrd.
func slowly(k *secp256k1.ModNScalar, point *secp256k1.JacobianPoint, b *secp256k1.ModNScalar,
	result *secp256k1.JacobianPoint) {
	var multiple, base, sum secp256k1.JacobianPoint
	secp256k1.ScalarMultNonConst(k, point, &multiple)
	secp256k1.ScalarBaseMultNonConst(b, &base)
	secp256k1.AddNonConst(&multiple, &base, &sum)
	sum.ToAffine()
	result.Set(&sum)
}
