//! Batches of ECDSA signatures.

use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use rayon::prelude::*;
use vorpal::secp256k1::{
    Error, PublicKey, Recovery, Signature, Verification, recover_addresses_batch, verify_batch as verify_all,
};
use vorpal_bindings::signatures::{recovered, recovery, verdicts};

use super::AT_ONCE;
use crate::buffer::{Rows, output1, output2};
use crate::context::Pool;

/// The smallest number of results, each encoded or hashed, in one parallel task.
const RESULTS_PER_TASK: usize = 64;

type Recovered<'py> =
    (Option<Bound<'py, PyArray2<u8>>>, Option<Bound<'py, PyArray2<u8>>>, Bound<'py, PyArray1<u8>>);

/// Recovers the public keys of signatures: keys of shape (n, 65), addresses of shape (n, 20), items of shape (n,).
#[pyfunction]
#[pyo3(signature = (hashes, signatures, *, keys = true, addresses = false, threads = None))]
pub(super) fn recover_batch<'py>(
    py: Python<'py>,
    hashes: &Bound<'py, PyAny>,
    signatures: &Bound<'py, PyAny>,
    keys: bool,
    addresses: bool,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Recovered<'py>> {
    let pool = Pool::of(threads)?;
    let hash_rows = Rows::new(hashes, "hashes", 32)?;
    let signature_rows = Rows::like(signatures, "signatures", 65, &hash_rows)?;
    let count = hash_rows.count();
    let mut keys = keys.then(|| output2::<u8>(py, count, 65));
    let mut addresses = addresses.then(|| output2::<u8>(py, count, 20));
    let (items, mut items_writer) = output1::<u8>(py, count);
    let (hashes, signatures) = (hash_rows.items::<32>(), signature_rows.items::<65>());
    {
        let key_bytes = keys.as_mut().and_then(|(_, writer)| writer.as_slice_mut().ok());
        let address_bytes = addresses.as_mut().and_then(|(_, writer)| writer.as_slice_mut().ok());
        let mut key_rows = key_bytes.map(|bytes| bytes.as_chunks_mut::<65>().0);
        let mut address_rows = address_bytes.map(|bytes| bytes.as_chunks_mut::<20>().0);
        let items = items_writer.as_slice_mut()?;
        for start in (0..count).step_by(AT_ONCE) {
            let range = start..count.min(start + AT_ONCE);
            let part = Part {
                hashes: &hashes[range.clone()],
                signatures: &signatures[range.clone()],
                keys: key_rows.as_mut().map(|rows| &mut rows[range.clone()]),
                addresses: address_rows.as_mut().map(|rows| &mut rows[range.clone()]),
                items: &mut items[range.clone()],
            };
            pool.run(py, || part.recover());
            py.check_signals()?;
        }
    }
    Ok((keys.map(|(array, _)| array), addresses.map(|(array, _)| array), items))
}

/// A part of a batch of recoveries.
struct Part<'a> {
    hashes: &'a [[u8; 32]],
    signatures: &'a [[u8; 65]],
    keys: Option<&'a mut [[u8; 65]]>,
    addresses: Option<&'a mut [[u8; 20]]>,
    items: &'a mut [u8],
}

impl Part<'_> {
    fn recover(self) {
        let recoveries: Vec<Recovery> = self
            .hashes
            .iter()
            .zip(self.signatures)
            .map(|(hash, signature)| recovery(hash, signature))
            .collect();
        match (self.keys, self.addresses) {
            (None, Some(addresses)) => {
                let found = recover_addresses_batch(&recoveries);
                write_items(self.items, self.signatures, &found);
                write(addresses, &found, |address| *address);
            }
            (keys, addresses) => {
                let found = vorpal::secp256k1::recover_batch(&recoveries);
                write_items(self.items, self.signatures, &found);
                if let Some(keys) = keys {
                    write(keys, &found, PublicKey::to_uncompressed);
                }
                if let Some(addresses) = addresses {
                    write(addresses, &found, PublicKey::ethereum_address);
                }
            }
        }
    }
}

fn write_items<T>(items: &mut [u8], signatures: &[[u8; 65]], results: &[Result<T, Error>]) {
    for ((target, signature), result) in items.iter_mut().zip(signatures).zip(results) {
        *target = recovered(signature, result) as u8;
    }
}

/// Writes what each result stands for, zeros for errors.
fn write<T: Sync, const N: usize>(
    targets: &mut [[u8; N]],
    results: &[Result<T, Error>],
    bytes: impl Fn(&T) -> [u8; N] + Sync,
) {
    let pairs = targets.par_iter_mut().zip(results).with_min_len(RESULTS_PER_TASK);
    pairs.for_each(|(target, result)| *target = result.as_ref().map_or([0; N], &bytes));
}

/// Verifies ECDSA signatures.
///
/// ``hashes``: (n, 32); ``signatures``: (n, 64), ``r || s``; ``keys``: (n, 33), compressed, or (n, 65), ``04 || x ||
/// y``. With ``low_s``, an ``s`` in the upper half of its range is invalid, as in transactions of Ethereum since
/// Homestead and by Bitcoin's rules of relay. Bitcoin's consensus accepts both halves. Returns the items of shape (n,),
/// ``uint8``: numbers of :class:`Item`. Variable time.
#[pyfunction]
#[pyo3(signature = (hashes, signatures, keys, *, low_s = false, threads = None))]
pub(super) fn verify_batch<'py>(
    py: Python<'py>,
    hashes: &Bound<'py, PyAny>,
    signatures: &Bound<'py, PyAny>,
    keys: &Bound<'py, PyAny>,
    low_s: bool,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray1<u8>>> {
    let pool = Pool::of(threads)?;
    let hash_rows = Rows::new(hashes, "hashes", 32)?;
    let signature_rows = Rows::like(signatures, "signatures", 64, &hash_rows)?;
    let count = hash_rows.count();
    let key_rows = Rows::of_widths(keys, "keys", &[33, 65], Some(count))?;
    key_rows.check_count(count, "hashes")?;
    let (items, mut writer) = output1::<u8>(py, count);
    let targets = writer.as_slice_mut()?;
    let (hashes, signatures) = (hash_rows.items::<32>(), signature_rows.items::<64>());
    let (keys, width) = (key_rows.bytes(), key_rows.width());
    for start in (0..count).step_by(AT_ONCE) {
        let range = start..count.min(start + AT_ONCE);
        let (hashes, signatures) = (&hashes[range.clone()], &signatures[range.clone()]);
        let keys = &keys[width * range.start..width * range.end];
        let targets = &mut targets[range];
        pool.run(py, || verify(hashes, signatures, keys, width, low_s, targets));
        py.check_signals()?;
    }
    Ok(items)
}

fn verify(
    hashes: &[[u8; 32]],
    signatures: &[[u8; 64]],
    keys: &[u8],
    width: usize,
    low_s: bool,
    targets: &mut [u8],
) {
    let inputs = hashes.par_iter().zip(signatures).zip(keys.par_chunks_exact(width));
    let parsed: Vec<Result<Verification, Error>> = inputs
        .with_min_len(RESULTS_PER_TASK)
        .map(|((hash, signature), key)| {
            let signature = Signature::from_compact(signature)?;
            Ok(Verification { hash: *hash, signature, key: PublicKey::from_sec1_bytes(key)? })
        })
        .collect();
    let is_refused = |one: &Verification| low_s && !one.signature.is_low();
    let parsed = parsed.into_iter().map(|one| one.map(|one| (!is_refused(&one)).then_some(one)));
    verdicts(parsed, verify_all, targets);
}
