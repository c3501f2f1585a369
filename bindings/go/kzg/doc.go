// Package kzg has the commitments of EIP-4844 and the cells of EIP-7594, with the bytes of the specification.
//
//   - Setup has tables in a memory limit, whole blocks in one call, and names wrong blobs and cells.
//   - BlobToCommitment, VerifyCells and others are the functions of go-ethereum's package crypto/kzg4844.
//   - Context has the methods of the type of this name in go-eth-kzg.
//
// All input is public, and everything takes variable time. The package requires cgo, and is empty without it.
package kzg
