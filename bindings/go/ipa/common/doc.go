// Package common has the transcript of proofs, and what go-ipa's package of the same name has beside it. A program
// changes the import of github.com/crate-crypto/go-ipa/common.
//
// The package requires cgo, and is empty without it.
package common
