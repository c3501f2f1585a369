//go:build cgo

package groth16

import (
	"fmt"

	"vorpal.example/go/internal/lib"
	"vorpal.example/go/internal/status"
)

// Pool is vorpal.Pool.
type Pool = lib.Pool

// Check says which properties of a proving key are checked.
type Check bool

const (
	// Ranges: lengths, indices and the range of coordinates. Proofs of a key with points outside their groups may
	// reveal the witness.
	Ranges Check = false
	// Points: also that all points are in their groups.
	Points Check = true
)

// Prover is a proving key that is ready for proofs. Several goroutines may use a prover at the same time.
type Prover struct{ prover lib.Prover }

// NewProver returns the prover of a key: the bytes of a file .zkey, which it does not keep.
func NewProver(pool *Pool, zkey []byte, check Check) (*Prover, error) {
	prover, err := lib.NewProver(pool, zkey, bool(check))
	if err != nil {
		return nil, err
	}
	return &Prover{prover}, nil
}

// OpenProver returns the prover of the key in a file. Only the sections that proofs need are read.
func OpenProver(pool *Pool, file string, check Check) (*Prover, error) {
	prover, err := lib.OpenProver(pool, file, bool(check))
	if err != nil {
		return nil, err
	}
	return &Prover{prover}, nil
}

// Prove returns the proof and the public signals of a witness, as JSON. The witness has the bytes of a file .wtns. If
// it does not satisfy the circuit, the proof is not valid. Blinding factors are those of the operating system.
func (p *Prover) Prove(pool *Pool, witness []byte) (proof, public []byte, err error) {
	if p == nil {
		return nil, nil, isNil("prover")
	}
	return p.prover.Prove(pool, witness)
}

// VerificationKey returns the key that verifies the proofs, as JSON.
func (p *Prover) VerificationKey() ([]byte, error) {
	if p == nil {
		return nil, isNil("prover")
	}
	return p.prover.VerificationKey()
}

// Close frees the prover. Later calls with it are errors.
func (p *Prover) Close() error {
	if p == nil {
		return nil
	}
	return p.prover.Close()
}

// Verifier is a verification key with checked points. Several goroutines may use a verifier at the same time.
type Verifier struct{ verifier lib.Verifier }

// NewVerifier returns the verifier of a key as JSON. A key that nobody contributed to is an error, since everybody can
// forge its proofs.
func NewVerifier(pool *Pool, key []byte) (*Verifier, error) { return newVerifier(pool, key, false) }

// NewVerifierForDevelopment is NewVerifier, also for a key that nobody contributed to. A valid proof proves nothing
// then.
func NewVerifierForDevelopment(pool *Pool, key []byte) (*Verifier, error) {
	return newVerifier(pool, key, true)
}

func newVerifier(pool *Pool, key []byte, development bool) (*Verifier, error) {
	verifier, err := lib.NewVerifier(pool, key, development)
	if err != nil {
		return nil, err
	}
	return &Verifier{verifier}, nil
}

// Verify reports whether a proof is valid for public signals, both as JSON. Malformed JSON, another number of signals,
// a number that is not below its prime, and a point that is not in its group are errors.
func (v *Verifier) Verify(pool *Pool, proof, public []byte) (bool, error) {
	if v == nil {
		return false, isNil("verifier")
	}
	return v.verifier.Verify(pool, proof, public)
}

// VerifyBatch reports whether all proofs are valid, each for its public signals; false without proofs. A wrong verdict
// on n proofs has a probability of at most (2 n + 2) / 2^128. Malformed JSON is an error.
func (v *Verifier) VerifyBatch(pool *Pool, proofs, publics [][]byte) (bool, error) {
	return v.verifyBatch(pool, proofs, publics, nil)
}

// InvalidProofs returns the positions of the proofs that are not valid, ascending. A wrong proof costs further
// pairings. Whoever sends proofs chooses this cost: call VerifyBatch first.
func (v *Verifier) InvalidProofs(pool *Pool, proofs, publics [][]byte) ([]int, error) {
	items := make([]byte, len(proofs))
	if _, err := v.verifyBatch(pool, proofs, publics, items); err != nil {
		return nil, err
	}
	var invalid []int
	for i, item := range items {
		if item != 0 {
			invalid = append(invalid, i)
		}
	}
	return invalid, nil
}

func (v *Verifier) verifyBatch(pool *Pool, proofs, publics [][]byte, items []byte) (bool, error) {
	if v == nil {
		return false, isNil("verifier")
	}
	if len(proofs) != len(publics) {
		message := fmt.Sprintf("publics: %d entries; proofs has %d", len(publics), len(proofs))
		return false, status.New(status.Argument, message)
	}
	return v.verifier.VerifyBatch(pool, proofs, publics, items)
}

// Close frees the verifier. Later calls with it are errors.
func (v *Verifier) Close() error {
	if v == nil {
		return nil
	}
	return v.verifier.Close()
}

func isNil(name string) error { return status.New(status.Argument, name+" is nil") }
