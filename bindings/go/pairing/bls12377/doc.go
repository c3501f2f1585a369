//go:build !cgo

// Package bls12377 has the pairing of BLS12-377 over the types of gnark-crypto. It requires cgo, and is empty
// without it.
package bls12377
