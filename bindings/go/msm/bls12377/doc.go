//go:build !cgo

// Package bls12377 has MultiExp over the types of gnark-crypto. It requires cgo, and is empty without it.
package bls12377
