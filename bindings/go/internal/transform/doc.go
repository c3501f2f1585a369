//go:build !cgo

// Package transform has what the transforms over gnark-crypto's elements share. It requires cgo, and is empty without
// it.
package transform
