//go:build !cgo

// Package bn254 has the pairing of BN254 over the types of gnark-crypto. It requires cgo, and is empty
// without it.
package bn254
