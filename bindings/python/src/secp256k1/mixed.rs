//! Lists with signatures on both curves.

use std::ops::Range;

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use vorpal_bindings::mixed::{Claim, List, claims as claims_of};

use super::AT_ONCE;
use crate::buffer::{Rows, any_bytes, numbers, output1};
use crate::context::Pool;
use crate::error::Failure;

/// Verifies a list with ECDSA signatures on secp256k1 and P-256: such as those of a transaction of type 6 (EIP-8141, a
/// draft).
///
/// ``claims``: (n,), a list of :class:`Claim` or their numbers as ``uint8``; ``hashes``: (n, 32); ``signatures``: (n,
/// 65), ``r || s || v``, where ``v``, the recovery identifier or this plus 27, counts for ``Claim.SECP256K1_SIGNER``
/// alone; ``keys``: (n, 65), ``04 || x || y``, or None if all claims are that one; ``addresses``: (n, 20), or None if
/// no claim has an address. Rows of claims that do not use them are not read. ``prefix`` is the prefix of addresses on
/// P-256, since drafts of EIP-8141 differ in it. Returns the items of shape (n,), ``uint8``: numbers of :class:`Item`.
/// There is no error probability. Variable time.
#[pyfunction]
#[pyo3(signature = (claims, hashes, signatures, keys, addresses, *, prefix = None, threads = None))]
#[allow(clippy::too_many_arguments, reason = "a list has five columns")]
pub(super) fn verify_mixed_batch<'py>(
    py: Python<'py>,
    claims: &Bound<'py, PyAny>,
    hashes: &Bound<'py, PyAny>,
    signatures: &Bound<'py, PyAny>,
    keys: Option<&Bound<'py, PyAny>>,
    addresses: Option<&Bound<'py, PyAny>>,
    prefix: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray1<u8>>> {
    let pool = Pool::of(threads)?;
    let claims = read_claims(claims)?;
    let hash_rows = Rows::new(hashes, "hashes", 32)?;
    hash_rows.check_count(claims.len(), "claims")?;
    let signature_rows = Rows::like(signatures, "signatures", 65, &hash_rows)?;
    let key_rows = optional(keys, "keys", 65, &hash_rows, &claims, Claim::has_key)?;
    let address_rows = optional(addresses, "addresses", 20, &hash_rows, &claims, Claim::has_address)?;
    let prefix = prefix.map(|prefix| any_bytes(prefix, "prefix")).transpose()?;
    let list = List {
        claims: &claims,
        hashes: hash_rows.items::<32>(),
        signatures: signature_rows.items::<65>(),
        keys: key_rows.as_ref().map_or(&[], |rows| rows.items::<65>()),
        addresses: address_rows.as_ref().map_or(&[], |rows| rows.items::<20>()),
        prefix: prefix.as_ref().map_or(&[], |prefix| prefix.bytes()),
    };
    let (items, mut writer) = output1::<u8>(py, claims.len());
    let targets = writer.as_slice_mut()?;
    for start in (0..claims.len()).step_by(AT_ONCE) {
        let range = start..claims.len().min(start + AT_ONCE);
        let (list, targets) = (part(&list, range.clone()), &mut targets[range]);
        pool.run(py, || list.verify(targets));
        py.check_signals()?;
    }
    Ok(items)
}

/// The claims of a list of numbers, or of an array or buffer of bytes.
fn read_claims(value: &Bound<'_, PyAny>) -> PyResult<Vec<Claim>> {
    let unknown = |i: usize, found: u64| -> PyErr {
        Failure::argument(format_args!("claims: number {i} is {found}; 0 to 3 are possible")).into()
    };
    if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        let of = |number: u64| u8::try_from(number).ok().and_then(Claim::of);
        let claims = numbers(value, "claims")?.into_iter().enumerate();
        return claims.map(|(i, number)| of(number).ok_or_else(|| unknown(i, number))).collect();
    }
    let rows = any_bytes(value, "claims")?;
    claims_of(rows.bytes()).map_err(|i| unknown(i, rows.bytes()[i].into()))
}

/// A column that may be None if no claim uses it.
fn optional<'py>(
    value: Option<&Bound<'py, PyAny>>,
    name: &'static str,
    width: usize,
    hashes: &Rows<'py>,
    claims: &[Claim],
    uses: impl Fn(Claim) -> bool,
) -> PyResult<Option<Rows<'py>>> {
    match (value, claims.iter().position(|claim| uses(*claim))) {
        (Some(value), _) => Ok(Some(Rows::like(value, name, width, hashes)?)),
        (None, None) => Ok(None),
        (None, Some(i)) => {
            Err(Failure::argument(format_args!("{name}: None, but claim {i} uses them")).into())
        }
    }
}

/// The entries of a range. A column without rows has none in any range.
fn part<'a>(list: &List<'a>, range: Range<usize>) -> List<'a> {
    List {
        claims: &list.claims[range.clone()],
        hashes: &list.hashes[range.clone()],
        signatures: &list.signatures[range.clone()],
        keys: list.keys.get(range.clone()).unwrap_or(&[]),
        addresses: list.addresses.get(range).unwrap_or(&[]),
        prefix: list.prefix,
    }
}
