//go:build cgo

package kzg

import "vorpal.example/go/internal/lib"

// Commit returns the commitments to blobs.
func (s *Setup) Commit(pool *Pool, blobs []Blob) ([]Commitment, error) {
	setup, err := s.get(prover)
	if err != nil {
		return nil, err
	}
	commitments := make([]Commitment, len(blobs))
	if err := lib.CommitBlobs(setup, pool, blobs, commitments); err != nil {
		return nil, err
	}
	return commitments, nil
}

// Prove returns the value of the polynomial of a blob at z, and its proof.
func (s *Setup) Prove(pool *Pool, blob *Blob, z Point) (Proof, Claim, error) {
	var proof Proof
	var y Claim
	setup, err := s.get(prover)
	if err == nil {
		err = notNil("blob", blob)
	}
	if err == nil {
		err = lib.ProveValue(setup, pool, blob, (*[32]byte)(&z), &proof, (*[32]byte)(&y))
	}
	return proof, y, err
}

// ProveBlob returns the proof that a blob has a commitment, which is not compared with the blob: for another one, the
// proof does not verify.
func (s *Setup) ProveBlob(pool *Pool, blob *Blob, commitment Commitment) (Proof, error) {
	var proof Proof
	setup, err := s.get(prover)
	if err == nil {
		err = notNil("blob", blob)
	}
	if err == nil {
		err = lib.ProveBlob(setup, pool, blob, &commitment, &proof)
	}
	return proof, err
}

// Verify reports whether the polynomial with a commitment has the value y at z.
func (s *Setup) Verify(pool *Pool, commitment Commitment, z Point, y Claim, proof Proof) (bool, error) {
	setup, err := s.get(verifier)
	if err != nil {
		return false, err
	}
	return lib.VerifyValue(setup, pool, &commitment, (*[32]byte)(&z), (*[32]byte)(&y), &proof)
}

// VerifyBlob reports whether a blob has a commitment.
func (s *Setup) VerifyBlob(pool *Pool, blob *Blob, commitment Commitment, proof Proof) (bool, error) {
	setup, err := s.get(verifier)
	if err != nil {
		return false, err
	}
	if err := notNil("blob", blob); err != nil {
		return false, err
	}
	return lib.VerifyBlob(setup, pool, blob, &commitment, &proof)
}

// VerifyBlobs reports whether all blobs have their commitments, by one sum with private weights of 128 bits.
func (s *Setup) VerifyBlobs(pool *Pool, blobs []Blob, commitments []Commitment, proofs []Proof) (bool, error) {
	return s.verifyBlobs(pool, blobs, commitments, proofs, nil)
}

// InvalidBlobs returns the indices of the blobs that do not have their commitments, in ascending order. A wrong blob
// costs about log2(len(blobs)) further pairings.
func (s *Setup) InvalidBlobs(pool *Pool, blobs []Blob, commitments []Commitment, proofs []Proof) ([]int, error) {
	items := make([]byte, len(blobs))
	if _, err := s.verifyBlobs(pool, blobs, commitments, proofs, items); err != nil {
		return nil, err
	}
	return invalid(items), nil
}

func (s *Setup) verifyBlobs(pool *Pool, blobs []Blob, commitments []Commitment, proofs []Proof,
	items []byte) (bool, error) {
	setup, err := s.get(verifier)
	if err != nil {
		return false, err
	}
	if err := checkCount("commitments", len(commitments), len(blobs)); err != nil {
		return false, err
	}
	if err := checkCount("proofs", len(proofs), len(blobs)); err != nil {
		return false, err
	}
	return lib.VerifyBlobs(setup, pool, blobs, commitments, proofs, items)
}
