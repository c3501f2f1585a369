//go:build !cgo

// Package bls12381 has the pairing of BLS12-381 over the types of gnark-crypto. It requires cgo, and is empty
// without it.
package bls12381
