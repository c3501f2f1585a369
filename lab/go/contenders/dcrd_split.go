package contenders

import (
	_ "unsafe" // for go:linkname

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
)

// splitK splits a scalar into two short ones by the endomorphism. The library does not export it. The empty file
// dcrd_split.s makes the compiler accept a function without a body.
//
//go:linkname splitK github.com/decred/dcrd/dcrec/secp256k1/v4.splitK
func splitK(k *secp256k1.ModNScalar) (secp256k1.ModNScalar, secp256k1.ModNScalar)
