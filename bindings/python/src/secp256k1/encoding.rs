//! Encodings of ECDSA signatures: DER and 64 bytes.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use vorpal::secp256k1::Signature;

use crate::buffer::{any_bytes, fixed};
use crate::error::Failure;

/// The 64 bytes ``r || s`` of a signature in DER (strict: the distinguished encoding rules and nothing after it).
#[pyfunction]
pub(super) fn signature_from_der<'py>(
    py: Python<'py>,
    der: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyBytes>> {
    let parsed = Signature::from_der(any_bytes(der, "der")?.bytes());
    let parsed = parsed.map_err(|error| Failure::from(error).of("der"))?;
    Ok(PyBytes::new(py, &parsed.to_compact()))
}

/// The encoding in DER of a signature of 64 bytes ``r || s``.
#[pyfunction]
pub(super) fn signature_to_der<'py>(
    py: Python<'py>,
    signature: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyBytes>> {
    Ok(PyBytes::new(py, compact(signature)?.to_der().as_ref()))
}

/// The signature of 64 bytes with ``n - s`` in place of an ``s`` in the upper half of its range.
#[pyfunction]
pub(super) fn signature_to_low<'py>(
    py: Python<'py>,
    signature: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyBytes>> {
    Ok(PyBytes::new(py, &compact(signature)?.to_low().to_compact()))
}

/// The signature of 64 bytes `r || s`.
pub(super) fn compact(signature: &Bound<'_, PyAny>) -> PyResult<Signature> {
    let parsed = Signature::from_compact(&fixed(signature, "signature")?);
    Ok(parsed.map_err(|error| Failure::from(error).of("signature"))?)
}
