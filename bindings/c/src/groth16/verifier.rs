//! Verification of proofs.

use vorpal::groth16::{
    Curve, CurveId, Proof, Statement, Verdict, VerificationKey, Verifier, VerifyError, json,
};

use super::{Any, AnyVerifier, flag, text, with};
use crate::buffer::Buffers;
use crate::context::vorpal_ctx;
use crate::entry::{call, enter};
use crate::error::Failure;
use crate::handle::{Handle, free, give};
use crate::status::vorpal_item::{VORPAL_ITEM_INVALID, VORPAL_ITEM_OK};
use crate::status::vorpal_status;
use crate::verdict::{refuse, refuse_items};

/// A verification key of Groth16 with checked points and prepared lines. Several threads may use a verifier at the same
/// time.
#[derive(Debug)]
pub struct vorpal_groth16_verifier {
    verifier: AnyVerifier,
}

impl Handle for vorpal_groth16_verifier {}

fn malformed(name: &str, error: impl std::fmt::Display) -> Failure {
    Failure::input(format_args!("{name}: {error}"))
}

fn prepare<C: Curve>(key: &str, development: bool) -> Result<Verifier<C>, Failure> {
    let key = VerificationKey::from_json(key).map_err(|error| malformed("key", error))?;
    let verifier = if development { Verifier::for_development(key) } else { Verifier::new(key) };
    verifier.map_err(|error| malformed("key", error))
}

/// Creates a verifier of a key as JSON of snarkjs, of `key_len` bytes, on BN254 or BLS12-381. All points are checked.
///
/// With `development` 0, a key that nobody contributed to is refused, since everybody can forge its proofs; with 1 it
/// is not.
///
/// # Safety
/// `ctx` is null or a context; `key` is null or to `key_len` bytes; `out` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_groth16_verifier_new(
    ctx: *const vorpal_ctx,
    key: *const u8,
    key_len: usize,
    development: i32,
    out: *mut *mut vorpal_groth16_verifier,
) -> vorpal_status {
    call!([ctx: vorpal_ctx], |buffers| {
        buffers.check_out(out)?;
        let key = text(buffers.input(key, key_len, "key")?, "key")?;
        let development = flag(development, "development")?;
        let verifier = ctx.run(|| {
            Ok::<_, Failure>(match json::curve_of(key).map_err(|error| malformed("key", error))? {
                CurveId::Bn254 => Any::Bn254(prepare(key, development)?),
                CurveId::Bls12_381 => Any::Bls12_381(prepare(key, development)?),
            })
        })??;
        give(out, vorpal_groth16_verifier { verifier });
    })
}

/// Whether a proof is valid for public signals, both as JSON of snarkjs. `*valid` receives 1 or 0. Malformed JSON,
/// another number of signals, a number that is not below its prime, and a point that is not in its group are
/// `VORPAL_ERROR_INPUT`. Variable time.
///
/// # Safety
/// `ctx` is null or a context, `verifier` null or a verifier; each other pointer is null or to memory of the stated
/// length; `valid` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_groth16_verify(
    ctx: *const vorpal_ctx,
    verifier: *const vorpal_groth16_verifier,
    proof: *const u8,
    proof_len: usize,
    signals: *const u8,
    signals_len: usize,
    valid: *mut i32,
) -> vorpal_status {
    // SAFETY: the contract of the function.
    unsafe { refuse(valid) };
    call!([ctx: vorpal_ctx, verifier: vorpal_groth16_verifier], |buffers| {
        let proof = text(buffers.input(proof, proof_len, "proof")?, "proof")?;
        let signals = text(buffers.input(signals, signals_len, "signals")?, "signals")?;
        let valid = buffers.place(valid, "valid")?;
        let verdict = ctx.run(|| with!(&verifier.verifier, |verifier, C| verify::<C>(verifier, proof, signals)))?;
        *valid = i32::from(verdict?);
    })
}

fn verify<C: Curve>(verifier: &Verifier<C>, proof: &str, signals: &str) -> Result<bool, Failure> {
    let proof = Proof::from_json(proof).map_err(|error| malformed("proof", error))?;
    let signals = json::read_public::<C>(signals).map_err(|error| malformed("signals", error))?;
    verifier.verify(&signals, &proof).map_err(|error| match error {
        VerifyError::Signals { .. } => malformed("signals", error),
        error => malformed("proof", error),
    })
}

/// Whether `count` proofs are valid, each for its public signals; all are verified together. Proof `i` is the JSON of
/// `proofs` from `proof_offsets[i]` to `proof_offsets[i + 1]`, and its signals are those of `signals` by
/// `signal_offsets`; both lists of offsets have `count + 1` numbers. `*valid` receives 1 if all are valid and there is
/// one at least, else 0.
///
/// `items` is null, or receives a `vorpal_item` for each proof. Malformed JSON is `VORPAL_ERROR_INPUT`, and the message
/// has the index. Another number of signals, and a point that is not in its group, make a proof invalid. A wrong
/// verdict on `n` proofs has a probability of `(2 n + 2) 2^-128` at most. Variable time.
///
/// # Safety
/// `ctx` is null or a context, `verifier` null or a verifier; `items` is null or to `count` bytes; each other pointer
/// is null or to memory of the stated length; `valid` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_groth16_verify_batch(
    ctx: *const vorpal_ctx,
    verifier: *const vorpal_groth16_verifier,
    count: usize,
    proofs: *const u8,
    proof_offsets: *const usize,
    signals: *const u8,
    signal_offsets: *const usize,
    items: *mut u8,
    valid: *mut i32,
) -> vorpal_status {
    // SAFETY: the contract of the function.
    unsafe { refuse(valid) };
    // SAFETY: the contract of the function.
    unsafe { refuse_items(items, count, size_of::<usize>()) };
    call!([ctx: vorpal_ctx, verifier: vorpal_groth16_verifier], |buffers| {
        let proofs = texts(&mut buffers, (proofs, "proofs"), (proof_offsets, "proof_offsets"), count)?;
        let signals = texts(&mut buffers, (signals, "signals"), (signal_offsets, "signal_offsets"), count)?;
        let items = buffers.optional_output::<1>(items, count, "items")?;
        let valid = buffers.place(valid, "valid")?;
        let pairs: Vec<(&str, &str)> = proofs.into_iter().zip(signals).collect();
        let verdict = ctx.run(|| with!(&verifier.verifier, |verifier, C| verify_all::<C>(verifier, &pairs)))??;
        if let Some(items) = items {
            items.fill([VORPAL_ITEM_OK as u8]);
            verdict.invalid().iter().for_each(|index| items[*index] = [VORPAL_ITEM_INVALID as u8]);
        }
        *valid = i32::from(verdict.is_valid());
    })
}

fn verify_all<C: Curve>(verifier: &Verifier<C>, pairs: &[(&str, &str)]) -> Result<Verdict, Failure> {
    let read = |(index, (proof, signals)): (usize, &(&str, &str))| {
        let at = |name: &str| format!("{name} {index}");
        let proof = Proof::from_json(proof).map_err(|error| malformed(&at("proof"), error))?;
        let signals = json::read_public::<C>(signals).map_err(|error| malformed(&at("signals"), error))?;
        Ok((signals, proof))
    };
    let read = pairs.iter().enumerate().map(read).collect::<Result<Vec<_>, Failure>>()?;
    let statements: Vec<Statement<'_, C>> =
        read.iter().map(|(signals, proof)| Statement { signals, proof: *proof }).collect();
    Ok(verifier.verify_batch(&statements))
}

/// `count` texts in flat memory.
///
/// # Safety
/// `offsets` is null or to `count + 1` numbers, and `bytes` null or to as many bytes as the last one says, as for
/// [`Buffers::input`].
unsafe fn texts<'a>(
    buffers: &mut Buffers,
    bytes: (*const u8, &'static str),
    offsets: (*const usize, &'static str),
    count: usize,
) -> Result<Vec<&'a str>, Failure> {
    let number = count.checked_add(1).ok_or_else(|| Failure::argument("count is too large"))?;
    // SAFETY: the caller's promise.
    let places = unsafe { buffers.input(offsets.0, if count == 0 { 0 } else { number }, offsets.1) }?;
    if let Some(i) = places.windows(2).position(|pair| pair[0] > pair[1]) {
        return Err(Failure::argument(format_args!("{}: number {} is below number {i}", offsets.1, i + 1)));
    }
    // SAFETY: the caller's promise.
    let bytes_of = unsafe { buffers.input(bytes.0, places.last().copied().unwrap_or(0), bytes.1) }?;
    let pairs = places.windows(2).enumerate();
    pairs.map(|(i, pair)| text(&bytes_of[pair[0]..pair[1]], &format!("{} {i}", bytes.1))).collect()
}

/// Frees a verifier; null is ignored.
///
/// # Safety
/// `verifier` is null or a verifier that nobody uses afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_groth16_verifier_free(verifier: *mut vorpal_groth16_verifier) {
    enter(|| {
        // SAFETY: the caller's promise.
        unsafe { free(verifier) };
        Ok(())
    });
}
