package main

import (
	_ "unsafe" // for go:linkname

	_ "github.com/decred/dcrd/dcrec/secp256k1/v4"
)

// splitK returns the magnitudes of two short scalars, and their signs. The library does not export it. The empty file
// dcrd_split.s makes the compiler accept a function without a body.
//
//go:linkname splitK github.com/decred/dcrd/dcrec/secp256k1/v4.splitK
func splitK(k []byte) ([]byte, []byte, int, int)
