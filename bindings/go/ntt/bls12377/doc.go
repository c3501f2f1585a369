//go:build !cgo

// Package bls12377 has transforms over the scalar field of BLS12-377. It requires cgo, and is empty without it.
package bls12377
