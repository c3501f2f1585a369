package contenders

import (
	_ "unsafe" // for go:linkname

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
)

// splitK splits a scalar into two short ones by the endomorphism. The library does not export it, and the file
// dcrd_split.s is there so that the compiler accepts a function without a body.
//
//go:linkname splitK github.com/decred/dcrd/dcrec/secp256k1/v4.splitK
func splitK(k *secp256k1.ModNScalar) (secp256k1.ModNScalar, secp256k1.ModNScalar)
