// Package groth16 proves and verifies by Groth16 with the files and the JSON of circom and snarkjs, on BN254 and
// BLS12-381.
//
//   - Prover has a proving key that is ready for proofs: a file .zkey of snarkjs. Witnesses are files .wtns of circom.
//   - Verifier has a verification key. It verifies one proof, or names the wrong ones of many.
//
// Proofs, public signals and verification keys are JSON like that of snarkjs, byte for byte. Proofs take variable time
// in the witness. The package requires cgo, and is empty without it.
package groth16
