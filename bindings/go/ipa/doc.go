// Package ipa has commitments to vectors of 256 scalars, and inner product arguments, under the names of go-ipa: a
// program changes the import of github.com/crate-crypto/go-ipa/ipa. Package ipa/multiproof has the names of go-ipa's
// root, and ipa/common those of its package common.
//
// The library computes commitments and proofs, with the generators of IPAConfig.SRS and the point Q of NewIPASettings;
// a program does not change these fields. The weights of PrecomputedWeights are computed in Go.
//
// Everything takes variable time. The package requires cgo, and is empty without it.
package ipa
