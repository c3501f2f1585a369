// Package bls has Ethereum's BLS signatures: keys of 48 bytes in G1, signatures of 96 bytes in G2, under the tag of
// proofs of possession.
//
//   - SecretKeyFromBytes, VerifyMultipleSignatures, SignatureBatch and others have the names of Prysm's crypto/bls.
//   - VerifySignatureSets verifies many signatures at once, and names the wrong ones.
//   - Batch grows as signatures arrive; KeyTable has checked keys by index; Committee verifies most of its members.
//   - CombinePartials combines the signatures of shares of a key; VerifyDrand verifies rounds of drand.
//   - Package blst has the names of blst's package for Go, also for keys in G2.
//
// Signing and public keys take constant time. Everything else is public, and takes variable time. The package requires
// cgo, and is empty without it.
package bls
