//go:build !cgo

// Package pairs has what the pairings over gnark-crypto's types share. It requires cgo, and is empty without it.
package pairs
