//go:build !cgo

package dcrd

import "github.com/decred/dcrd/dcrec/secp256k1/v4"

func multiplyBase(k *secp256k1.ModNScalar, result *secp256k1.JacobianPoint) {
	secp256k1.ScalarBaseMultNonConst(k, result)
	result.ToAffine()
}

func multiplyAdd(k *secp256k1.ModNScalar, point *secp256k1.JacobianPoint, b *secp256k1.ModNScalar,
	result *secp256k1.JacobianPoint) {
	slowly(k, point, b, result)
}
