//! Shares of a key: their partial signatures, and the signature of the group.

use std::collections::BTreeSet;

use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use vorpal::bls::{CheckedSignature, Error, PartialSignature, PublicKey, Signature, Suite, Variant};

use super::suite::{PySuite, widths};
use super::{all, items, with_variant};
use crate::buffer::{Rows, any_bytes, numbers};
use crate::context::Pool;
use crate::error::Failure;
use crate::number::Integer;

/// The indices of shares, one for each of some rows.
fn shares(value: &Bound<'_, PyAny>, rows: &Rows<'_>) -> PyResult<Vec<u32>> {
    let list = numbers(value, "indices")?;
    if list.len() != rows.count() {
        let message = format!("indices: {} numbers; signatures has {}", list.len(), rows.count());
        return Err(Failure::argument(message).into());
    }
    let index = |(i, index): (usize, u64)| {
        u32::try_from(index).map_err(|_| {
            let most = u32::MAX;
            Failure::argument(format_args!("indices: number {i} is {index}; 1 to {most} are possible")).into()
        })
    };
    list.into_iter().enumerate().map(index).collect()
}

fn combine<V: Variant>(
    _: &Suite<V>,
    indices: &[u32],
    signatures: &[&[u8]],
) -> Result<CheckedSignature<V>, Failure> {
    let decoded = Signature::<V>::decode_batch(signatures).into_iter();
    let checked = all(decoded.map(|signature| signature?.check()).collect(), "signatures")?;
    let partials: Vec<_> = indices.iter().copied().zip(checked).collect();
    check(indices)?;
    CheckedSignature::combine(&partials).map_err(|error| Failure::from(error).of("indices"))
}

/// The indices are those of shares: there are some, not zero, and distinct. Also those of malformed signatures, which
/// are not combined.
fn check(indices: &[u32]) -> Result<(), Failure> {
    let mut seen = BTreeSet::new();
    if indices.is_empty() {
        return Err(Failure::from(Error::Empty).of("signatures"));
    }
    for (position, &index) in indices.iter().enumerate() {
        let error = match index {
            0 => Error::ShareZero { position },
            _ if seen.insert(index) => continue,
            _ => Error::ShareTwice { position, index },
        };
        return Err(Failure::from(error).of("indices"));
    }
    Ok(())
}

/// The signature of the group, if there is one, and which partial signatures are valid.
type Combined<V> = (Option<CheckedSignature<V>>, Vec<bool>);

fn combine_partials<V: Variant>(
    suite: &Suite<V>,
    message: &[u8],
    indices: &[u32],
    keys: &[&[u8]],
    signatures: &[&[u8]],
    threshold: usize,
) -> Result<Combined<V>, Failure> {
    check(indices)?;
    if threshold == 0 {
        return Err(Failure::argument("threshold: 0; at least 1 is needed"));
    }
    // Those whose bytes are a key and a signature, with their numbers.
    let pairs = PublicKey::decode_batch(keys).into_iter().zip(Signature::decode_batch(signatures));
    let partial = |(i, (key, signature)): (usize, (Result<_, _>, Result<_, _>))| {
        Some((i, PartialSignature { index: indices[i], key: key.ok()?, signature: signature.ok()? }))
    };
    let (places, partials): (Vec<usize>, Vec<_>) = pairs.enumerate().filter_map(partial).unzip();
    let mut valid = vec![false; indices.len()];
    if partials.is_empty() {
        return Ok((None, valid));
    }
    let found = suite.combine_partials(message, &partials, threshold)?;
    places.iter().for_each(|place| valid[*place] = true);
    found.invalid.iter().for_each(|i| valid[places[*i]] = false);
    Ok((found.signature, valid))
}

type Combination<'py> = (Option<Bound<'py, PyBytes>>, Bound<'py, PyArray1<bool>>);

#[pymethods]
impl PySuite {
    /// The signature of a group from the partial signatures of shares of its key: those of ``n`` shares with their
    /// ``indices``, which are not 0 and distinct. The caller has verified them, and they are as many as the threshold:
    /// one that is wrong makes the result wrong. One that is malformed or outside the subgroup is an error.
    #[pyo3(signature = (indices, signatures, *, threads = None))]
    fn combine<'py>(
        &self,
        py: Python<'py>,
        indices: &Bound<'py, PyAny>,
        signatures: &Bound<'py, PyAny>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let pool = Pool::of(threads)?;
        with_variant!(&self.0, |suite| {
            let rows = Rows::new(signatures, "signatures", widths(suite).1)?;
            let (indices, encoded) = (shares(indices, &rows)?, items(&rows));
            let sum = pool.run(py, || combine(suite, &indices, &encoded))?;
            Ok(PyBytes::new(py, sum.to_bytes().as_ref()))
        })
    }

    /// The signature of a group from at least ``threshold`` valid partial signatures of a message: ``(signature,
    /// valid)``. ``keys`` has the public keys of the shares. All are verified in one batch, and the first valid ones
    /// are combined. ``valid`` is an array of truth values of shape (n,); ``signature`` is None if too few are valid.
    #[pyo3(signature = (message, indices, keys, signatures, threshold, *, threads = None))]
    #[allow(clippy::too_many_arguments, reason = "the arguments of Python")]
    fn combine_partials<'py>(
        &self,
        py: Python<'py>,
        message: &Bound<'py, PyAny>,
        indices: &Bound<'py, PyAny>,
        keys: &Bound<'py, PyAny>,
        signatures: &Bound<'py, PyAny>,
        threshold: Integer,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Combination<'py>> {
        let (pool, message) = (Pool::of(threads)?, any_bytes(message, "message")?);
        let (message, threshold) = (message.bytes(), threshold.to("threshold")?);
        with_variant!(&self.0, |suite| {
            let (key_width, width) = widths(suite);
            let rows = Rows::new(signatures, "signatures", width)?;
            let key_rows = Rows::like(keys, "keys", key_width, &rows)?;
            let (indices, keys, encoded) = (shares(indices, &rows)?, items(&key_rows), items(&rows));
            let work = || combine_partials(suite, message, &indices, &keys, &encoded, threshold);
            let (signature, valid) = pool.run(py, work)?;
            let signature = signature.map(|signature| PyBytes::new(py, signature.to_bytes().as_ref()));
            Ok((signature, valid.into_pyarray(py)))
        })
    }
}
