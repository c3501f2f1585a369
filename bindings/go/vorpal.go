// Package vorpal is the arithmetic engine Vorpal for Go programs: signatures of secp256k1 in batches, multi-scalar
// multiplication, and Verkle trees.
//
//   - Package secp256k1: recovery and verification of whole blocks, and drop-ins for go-ethereum and dcrd.
//   - Package msm, with drop-ins for gnark-crypto in msm/bls12377, msm/bls12381 and msm/bn254.
//   - Package verkle: state trees in memory and on disk, commitments, and execution witnesses.
//
// `make -C bindings/go` builds the library, which cgo links. With the build tag vorpal_prebuilt, pkg-config finds an
// installed one. Without cgo, package secp256k1 uses dcrd, and the other packages are empty; see Backend.
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
	// ErrArgument: an argument is invalid: a length, an unknown constant, a closed handle.
	ErrArgument = status.New(status.Argument, "")
	// ErrInput: bytes are not a key, point, scalar or proof. The message names the index.
	ErrInput = status.New(status.Input, "")
	// ErrNotPossible: an option or size is not possible.
	ErrNotPossible = status.New(status.NotPossible, "")
	// ErrCancelled: the context was cancelled.
	ErrCancelled = status.New(status.Cancelled, "")
	// ErrStore: a file or store is missing, damaged, locked, or of another version or basis.
	ErrStore = status.New(status.Store, "")
	// ErrRefused: something well-formed does not prove what it should.
	ErrRefused = status.New(status.Refused, "")
	// ErrPanic: an internal error. The handles of the call refuse further work.
	ErrPanic = status.New(status.Panic, "")
	// ErrPoisoned: a handle refuses work because of an earlier internal error.
	ErrPoisoned = status.New(status.Poisoned, "")
)

// Pool is a pool of threads on which batches run. A nil *Pool stands for a shared one with a thread for each core.
type Pool = lib.Pool

// NewPool creates a pool with so many threads, at most 1024; 0 stands for the number of cores. A pool with one thread
// runs everything on the calling thread.
func NewPool(threads int) (*Pool, error) { return lib.NewPool(threads) }
