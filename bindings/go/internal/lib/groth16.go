//go:build cgo

package lib

/*
#include <vorpal.h>
*/
import "C"

import "unsafe"

// Prover is a proving key of Groth16 that is ready for proofs.
type Prover struct{ handle *Handle }

// newProver owns the prover that create makes.
func newProver(pool *Pool, create func(*C.vorpal_ctx, **C.vorpal_groth16_prover) C.vorpal_status) (Prover, error) {
	return withPool(pool, func(ctx *C.vorpal_ctx) (Prover, error) {
		handle, err := newHandle(
			func(p unsafe.Pointer) { C.vorpal_groth16_prover_free((*C.vorpal_groth16_prover)(p)) },
			func(out *unsafe.Pointer) C.vorpal_status {
				return create(ctx, (**C.vorpal_groth16_prover)(unsafe.Pointer(out)))
			})
		return Prover{handle}, err
	})
}

// NewProver calls vorpal_groth16_prover_new.
func NewProver(pool *Pool, zkey []byte, check bool) (Prover, error) {
	return newProver(pool, func(ctx *C.vorpal_ctx, out **C.vorpal_groth16_prover) C.vorpal_status {
		return C.vorpal_groth16_prover_new(ctx, first(zkey), C.size_t(len(zkey)), flag(check), out)
	})
}

// OpenProver calls vorpal_groth16_prover_open.
func OpenProver(pool *Pool, file string, check bool) (Prover, error) {
	path, free, err := text(file, "file")
	if err != nil {
		return Prover{}, err
	}
	defer free()
	return newProver(pool, func(ctx *C.vorpal_ctx, out **C.vorpal_groth16_prover) C.vorpal_status {
		return C.vorpal_groth16_prover_open(ctx, path, flag(check), out)
	})
}

// use runs a call with the prover.
func (p Prover) use(f func(prover *C.vorpal_groth16_prover) error) error {
	handles := []*Handle{p.handle}
	if err := acquire(handles, "prover"); err != nil {
		return err
	}
	defer release(handles)
	return f((*C.vorpal_groth16_prover)(p.handle.pointer))
}

// VerificationKey calls vorpal_groth16_prover_key.
func (p Prover) VerificationKey() (key []byte, err error) {
	err = p.use(func(prover *C.vorpal_groth16_prover) error {
		key, err = sized(func(buffer *C.uint8_t, length *C.size_t) C.vorpal_status {
			return C.vorpal_groth16_prover_key(prover, buffer, length)
		})
		return err
	})
	return key, err
}

// Prove calls vorpal_groth16_prover_sizes and vorpal_groth16_prove.
func (p Prover) Prove(pool *Pool, witness []byte) (proof, public []byte, err error) {
	err = p.use(func(prover *C.vorpal_groth16_prover) error {
		var proofLen, publicLen C.size_t
		err := call(func() C.vorpal_status {
			return C.vorpal_groth16_prover_sizes(prover, &proofLen, &publicLen)
		})
		if err != nil {
			return err
		}
		proof, public = make([]byte, proofLen), make([]byte, publicLen)
		err = pool.use(func(ctx *C.vorpal_ctx) C.vorpal_status {
			return C.vorpal_groth16_prove(ctx, prover, first(witness), C.size_t(len(witness)),
				first(proof), &proofLen, first(public), &publicLen)
		})
		if err != nil {
			proof, public = nil, nil
			return err
		}
		proof, public = proof[:proofLen], public[:publicLen]
		return nil
	})
	return proof, public, err
}

// Close frees the prover.
func (p Prover) Close() error { return p.handle.Close() }

// Verifier is a verification key of Groth16.
type Verifier struct{ handle *Handle }

// NewVerifier calls vorpal_groth16_verifier_new.
func NewVerifier(pool *Pool, key []byte, development bool) (Verifier, error) {
	return withPool(pool, func(ctx *C.vorpal_ctx) (Verifier, error) {
		handle, err := newHandle(
			func(p unsafe.Pointer) { C.vorpal_groth16_verifier_free((*C.vorpal_groth16_verifier)(p)) },
			func(out *unsafe.Pointer) C.vorpal_status {
				return C.vorpal_groth16_verifier_new(ctx, first(key), C.size_t(len(key)), flag(development),
					(**C.vorpal_groth16_verifier)(unsafe.Pointer(out)))
			})
		return Verifier{handle}, err
	})
}

// use runs a call with the verifier on a pool.
func (v Verifier) use(pool *Pool,
	f func(ctx *C.vorpal_ctx, verifier *C.vorpal_groth16_verifier) C.vorpal_status) error {
	handles := []*Handle{v.handle}
	if err := acquire(handles, "verifier"); err != nil {
		return err
	}
	defer release(handles)
	return pool.use(func(ctx *C.vorpal_ctx) C.vorpal_status {
		return f(ctx, (*C.vorpal_groth16_verifier)(v.handle.pointer))
	})
}

// Verify calls vorpal_groth16_verify.
func (v Verifier) Verify(pool *Pool, proof, public []byte) (bool, error) {
	var valid C.int32_t
	err := v.use(pool, func(ctx *C.vorpal_ctx, verifier *C.vorpal_groth16_verifier) C.vorpal_status {
		return C.vorpal_groth16_verify(ctx, verifier, first(proof), C.size_t(len(proof)),
			first(public), C.size_t(len(public)), &valid)
	})
	return valid != 0, err
}

// joined returns texts in a row, and where each begins and the last one ends.
func joined(texts [][]byte) ([]byte, []C.size_t) {
	bytes, offsets := []byte(nil), make([]C.size_t, 1, len(texts)+1)
	for _, text := range texts {
		bytes = append(bytes, text...)
		offsets = append(offsets, C.size_t(len(bytes)))
	}
	return bytes, offsets
}

// VerifyBatch calls vorpal_groth16_verify_batch. There are as many public signals as proofs, and as many items or none.
func (v Verifier) VerifyBatch(pool *Pool, proofs, publics [][]byte, items []byte) (bool, error) {
	var valid C.int32_t
	allProofs, ofProofs := joined(proofs)
	allPublics, ofPublics := joined(publics)
	err := v.use(pool, func(ctx *C.vorpal_ctx, verifier *C.vorpal_groth16_verifier) C.vorpal_status {
		return C.vorpal_groth16_verify_batch(ctx, verifier, C.size_t(len(proofs)),
			first(allProofs), unsafe.SliceData(ofProofs), first(allPublics), unsafe.SliceData(ofPublics),
			first(items), &valid)
	})
	return valid != 0, err
}

// Close frees the verifier.
func (v Verifier) Close() error { return v.handle.Close() }
