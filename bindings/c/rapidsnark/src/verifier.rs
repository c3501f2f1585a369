//! The verification.

use std::ffi::{c_char, c_int, c_ulong};

use vorpal_groth16::{Bn254, Proof, VerificationKey, Verifier, json};

use crate::call::{Failure, Message, OK, VERIFIER_ERROR, VERIFIER_INVALID_PROOF, call};
use crate::memory::text;

/// Verifies a proof.
///
/// # Safety
/// Each of the first three pointers is null or to a text with a final zero. `error_msg` is null or has so many bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn groth16_verify(
    proof: *const c_char,
    inputs: *const c_char,
    verification_key: *const c_char,
    error_msg: *mut c_char,
    error_msg_maxsize: c_ulong,
) -> c_int {
    // SAFETY: the contract of the function.
    unsafe {
        call(Message::new(error_msg, error_msg_maxsize), VERIFIER_ERROR, || {
            let in_text = |name| move |error| Failure::new(format_args!("{name}: {error}"));
            let proof = Proof::<Bn254>::from_json(text(proof, "proof")?).map_err(in_text("proof"))?;
            let signals = json::read_public::<Bn254>(text(inputs, "inputs")?).map_err(in_text("inputs"))?;
            let key = text(verification_key, "verification_key")?;
            let key = VerificationKey::from_json(key).map_err(in_text("verification_key"))?;
            let verifier = Verifier::new(key).map_err(Failure::new)?;
            // On this thread: a child that was forked after a call has no other threads of rayon's.
            let is_valid =
                vorpal_threads::alone(|| verifier.verify(&signals, &proof)).map_err(Failure::new)?;
            Ok(if is_valid { OK } else { VERIFIER_INVALID_PROOF })
        })
    }
}
