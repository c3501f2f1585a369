// Package vorpal is the arithmetic engine Vorpal for Go programs: signatures of secp256k1 in batches, multi-scalar
// multiplication, precompiled contracts, KZG commitments, Groth16 proofs, BLS signatures, and Verkle trees.
//
//   - Package secp256k1: recovery and verification of whole blocks, senders one by one, and drop-ins for go-ethereum
//     and dcrd.
//   - Package p256: verification on P-256, by the names of crypto/ecdsa and in batches.
//   - Package mixed: lists with signatures on both curves.
//   - Package msm, with drop-ins for gnark-crypto in msm/bls12377, msm/bls12381 and msm/bn254.
//   - Packages in pairing and ntt: pairings and transforms over gnark-crypto's types.
//   - Package evm: Ethereum's precompiled contracts, by go-ethereum's interface.
//   - Package kzg: blobs of EIP-4844 and cells of EIP-7594, by the names of go-ethereum and go-eth-kzg.
//   - Package groth16: proofs for circuits of circom, with the files and the JSON of snarkjs.
//   - Package bls: BLS signatures of Ethereum, by the names of Prysm; bls/blst by those of blst.
//   - Package verkle: state trees in memory and on disk, commitments, and execution witnesses.
//   - Packages banderwagon, ipa and verkle/nodes: elements, proofs and trees by the names of go-ipa and go-verkle.
//
// `make -C bindings/go` builds the library, which cgo links. With the build tag vorpal_prebuilt, pkg-config finds an
// installed one. Without cgo, packages secp256k1 and secp256k1/ecdsa use dcrd, p256 uses crypto/ecdsa, mixed uses both,
// and msm, pairing, ntt, evm, kzg, groth16, bls, banderwagon, ipa and verkle are empty; see Backend.
package vorpal

import (
	"vorpal.example/go/internal/lib"
	"vorpal.example/go/internal/status"
)

// Error is an error of the library. Compare it with the variables of this package by errors.Is.
type Error = status.Error

// Status tells kinds of errors apart.
type Status = status.Status

// The kinds of errors, for errors.Is.
var (
	// ErrArgument: the call is wrong, whatever the contents of its buffers are: a length, number or range that is not
	// possible, an unknown constant, a closed handle, a state of a tree that is not kept.
	ErrArgument = status.New(status.Argument, "")
	// ErrInput: bytes are not a key, point, scalar, proof, or others that the call takes, or a witness lacks a key.
	ErrInput = status.New(status.Input, "")
	// ErrNotPossible: this machine, curve, algorithm or kind of object cannot do it: threads, randomness, too little
	// memory for tables, bases or a setup with or without tables where the others are required, a key table or a pool
	// of senders that is full.
	ErrNotPossible = status.New(status.NotPossible, "")
	// ErrCancelled: the context was cancelled, or the pool of senders is closed.
	ErrCancelled = status.New(status.Cancelled, "")
	// ErrStore: a file or store is missing, existing, damaged, locked, full, or of another version, basis or curve.
	ErrStore = status.New(status.Store, "")
	// ErrRefused: something well-formed does not prove what it should.
	ErrRefused = status.New(status.Refused, "")
	// ErrPanic: an internal error. A store, key cache, cell verifier or batch that the call was to change refuses further
	// work.
	ErrPanic = status.New(status.Panic, "")
	// ErrPoisoned: a store, key cache, cell verifier, batch or key table refuses work because of an earlier internal
	// error.
	ErrPoisoned = status.New(status.Poisoned, "")
)

// Pool is a pool of threads on which batches run. A nil *Pool stands for a shared one, as NewPool(0) creates it.
type Pool = lib.Pool

// NewPool creates a pool with so many threads, at most 1024; 0 stands for the environment variable RAYON_NUM_THREADS,
// or without it for the number of cores (without cgo, for GOMAXPROCS). A pool with one thread does no work in parallel.
// Its work runs on that thread, while the calling goroutine waits.
func NewPool(threads int) (*Pool, error) { return lib.NewPool(threads) }
