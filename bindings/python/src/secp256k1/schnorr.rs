//! Schnorr signatures of BIP 340.

use numpy::PyArray1;
use pyo3::prelude::*;
use vorpal::secp256k1::{SchnorrSignature, SchnorrVerification, XOnlyPublicKey, verify_schnorr_batch};
use vorpal_bindings::signatures::verdicts;

use super::AT_ONCE;
use crate::buffer::{Rows, any_bytes, fixed, output1};
use crate::context::Pool;
use crate::error::Failure;
use crate::messages::Messages;

/// Verifies Schnorr signatures of BIP 340.
///
/// ``messages``: an array of shape (n, 32), or a list of ``bytes`` of any lengths, or with ``offsets`` (n + 1 ascending
/// numbers of type ``uint64``) a flat buffer whose part from ``offsets[i]`` to ``offsets[i + 1]`` is message ``i``.
/// ``signatures``: (n, 64); ``keys``: (n, 32), the ``x`` coordinates. Returns the items of shape (n,), ``uint8``.
/// Variable time.
///
/// From 128 well-formed signatures on, a sum with random weights verifies up to 65,536 of them, and invalid ones are
/// found by parts. With fresh randomness, an invalid signature passes with a probability of at most 17 * 2^-128.
/// Without it, the bound is t times that for an attacker who computes t hashes. The randomness is the system's.
#[pyfunction]
#[pyo3(signature = (messages, signatures, keys, *, offsets = None, threads = None))]
pub(super) fn schnorr_verify_batch<'py>(
    py: Python<'py>,
    messages: &Bound<'py, PyAny>,
    signatures: &Bound<'py, PyAny>,
    keys: &Bound<'py, PyAny>,
    offsets: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray1<u8>>> {
    let pool = Pool::of(threads)?;
    let signature_rows = Rows::new(signatures, "signatures", 64)?;
    let key_rows = Rows::like(keys, "keys", 32, &signature_rows)?;
    let count = signature_rows.count();
    let messages = Messages::new(messages, offsets, "offsets", count)?;
    let messages = messages.slices();
    let (items, mut writer) = output1::<u8>(py, count);
    let targets = writer.as_slice_mut()?;
    let (signatures, keys) = (signature_rows.items::<64>(), key_rows.items::<32>());
    for start in (0..count).step_by(AT_ONCE) {
        let range = start..count.min(start + AT_ONCE);
        let (messages, signatures) = (&messages[range.clone()], &signatures[range.clone()]);
        let (keys, targets) = (&keys[range.clone()], &mut targets[range]);
        pool.run(py, || verify(messages, signatures, keys, targets));
        py.check_signals()?;
    }
    Ok(items)
}

fn verify(messages: &[&[u8]], signatures: &[[u8; 64]], keys: &[[u8; 32]], targets: &mut [u8]) {
    let parsed = messages.iter().zip(signatures).zip(keys).map(|((message, signature), key)| {
        let signature = SchnorrSignature::from_bytes(signature)?;
        Ok(Some(SchnorrVerification { message, signature, key: XOnlyPublicKey::from_be_bytes(key)? }))
    });
    verdicts(parsed, |verifications| verify_schnorr_batch(verifications), targets);
}

/// Whether a Schnorr signature of BIP 340 is valid. ``key``: the 32 bytes of ``x``; ``signature``: 64 bytes. Malformed
/// keys and signatures are errors. Variable time.
#[pyfunction]
pub(super) fn schnorr_verify(
    py: Python<'_>,
    key: &Bound<'_, PyAny>,
    message: &Bound<'_, PyAny>,
    signature: &Bound<'_, PyAny>,
) -> PyResult<bool> {
    let key = XOnlyPublicKey::from_be_bytes(&fixed(key, "key")?);
    let key = key.map_err(|error| Failure::from(error).of("key"))?;
    let signature = SchnorrSignature::from_bytes(&fixed(signature, "signature")?);
    let signature = signature.map_err(|error| Failure::from(error).of("signature"))?;
    let message = any_bytes(message, "message")?;
    let message = message.bytes();
    Ok(py.detach(|| key.verify_schnorr(message, &signature)))
}
