//! Verification of Groth16 proofs of circuits of circom, with the JSON of snarkjs.

use alloc::vec::Vec;

use vorpal_groth16::{Bls12_381, Bn254, Curve, CurveId, Proof, VerificationKey, Verifier, VerifyError, json};

use crate::memory::{Failure, LAYOUT, call, of};

/// Whether a proof is valid. Input: the verification key of `key` bytes, the public signals of `signals` bytes and the
/// proof, each JSON of snarkjs. `development` is 1 to accept a key that nobody contributed to. Result: a byte, 1 or 0.
#[unsafe(no_mangle)]
pub extern "C" fn vorpal_groth16_verify(key: usize, signals: usize, development: u32) -> u32 {
    call(|input| {
        let (key, rest) = input.split_at_checked(key).ok_or(LAYOUT)?;
        let (signals, proof) = rest.split_at_checked(signals).ok_or(LAYOUT)?;
        let text = |bytes| core::str::from_utf8(bytes).map_err(|_| LAYOUT);
        let texts = [text(key)?, text(signals)?, text(proof)?];
        let is_valid = match json::curve_of(texts[0]).map_err(|error| of("key", error))? {
            CurveId::Bn254 => verify::<Bn254>(texts, development == 1),
            CurveId::Bls12_381 => verify::<Bls12_381>(texts, development == 1),
        }?;
        Ok(Vec::from([u8::from(is_valid)]))
    })
}

fn verify<C: Curve>([key, signals, proof]: [&str; 3], development: bool) -> Result<bool, Failure> {
    let key = VerificationKey::<C>::from_json(key).map_err(|error| of("key", error))?;
    let verifier = if development { Verifier::for_development(key) } else { Verifier::new(key) };
    let verifier = verifier.map_err(|error| of("key", error))?;
    let signals = json::read_public::<C>(signals).map_err(|error| of("publicSignals", error))?;
    let proof = Proof::from_json(proof).map_err(|error| of("proof", error))?;
    let verdict = verifier.verify(&signals, &proof).map_err(|error| match error {
        VerifyError::Signals { .. } => of("publicSignals", error),
        error => of("proof", error),
    })?;
    Ok(verdict)
}
