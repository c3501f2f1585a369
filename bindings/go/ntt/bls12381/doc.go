//go:build !cgo

// Package bls12381 has transforms over the scalar field of BLS12-381. It requires cgo, and is empty without it.
package bls12381
