// Package blst has the names of blst's package for Go, in github.com/supranational/blst/bindings/go, on Vorpal: keys in
// G1 with signatures in G2, and keys in G2 with signatures in G1, as a program like Prysm calls them. A program changes
// the import.
//
//   - Signing, public keys and derivation take constant time. All else is public, and takes variable time.
//   - Signatures are always checked to be in the subgroup, also where the argument sigGroupcheck is false.
//   - MultipleAggregateVerify draws weights of 128 bits itself, and does not call its argument randFn.
//   - Messages are hashed, never encoded: with useHash false, functions return nil or false.
//   - A tag that is empty, or has a zero byte, makes functions return nil or false.
//   - Absent are Pairing, Fp, Fp2 and Fp12, sums with scalars, and arithmetic of scalars.
//
// Package vorpal.example/go/bls has what blst does not: verification that names wrong signatures, tables of keys, and
// batches that grow. Both require cgo, and are empty without it.
package blst
