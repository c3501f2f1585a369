// Package multiproof has proofs of many values of many committed vectors, under the names of go-ipa's root. A program
// changes the import of github.com/crate-crypto/go-ipa.
//
// The package requires cgo, and is empty without it.
package multiproof
