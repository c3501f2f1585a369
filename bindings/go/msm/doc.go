//go:build !cgo

// Package msm computes multi-scalar multiplications. It requires cgo, and is empty without it.
package msm
