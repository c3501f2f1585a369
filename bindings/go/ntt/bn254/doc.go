//go:build !cgo

// Package bn254 has transforms over the scalar field of BN254. It requires cgo, and is empty without it.
package bn254
