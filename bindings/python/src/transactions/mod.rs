//! Senders of raw transactions.

mod envelope;
mod rlp;

use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use rayon::prelude::*;
use vorpal::secp256k1::{Recovery, Signature, recover_addresses_batch};

use crate::buffer::{Numbers, any_bytes, output1, output2, parts};
use crate::context::Pool;
use crate::error::Failure;
use crate::secp256k1::{AT_ONCE, Item};
use rlp::Malformed;

/// The smallest number of transactions in one parallel task.
const PER_TASK: usize = 64;

type Senders<'py> = (Bound<'py, PyArray2<u8>>, Bound<'py, PyArray2<u8>>, Bound<'py, PyArray1<u8>>);

/// Recovers the senders of signed transactions. Returns addresses (n, 20), signed hashes (n, 32) and items (n,).
///
/// ``transactions`` is a flat buffer, and ``offsets`` are n + 1 ascending numbers of type ``uint64``: transaction ``i``
/// is the part from ``offsets[i]`` to ``offsets[i + 1]``. With ``high_s``, an ``s`` in the upper half of its range is
/// accepted, as before Homestead.
#[pyfunction]
#[pyo3(signature = (transactions, offsets, *, high_s = false, threads = None))]
fn recover_transactions<'py>(
    py: Python<'py>,
    transactions: &Bound<'py, PyAny>,
    offsets: &Bound<'py, PyAny>,
    high_s: bool,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Senders<'py>> {
    let pool = Pool::of(threads)?;
    let bytes = any_bytes(transactions, "transactions")?;
    let offsets = Numbers::<u64>::new(offsets, "offsets", &[&[]])?;
    let Some(count) = offsets.slice().len().checked_sub(1) else {
        return Err(Failure::argument("offsets: no numbers; there is one more than transactions").into());
    };
    let offsets = parts(offsets.slice(), "offsets", count, bytes.bytes().len(), "transactions")?;
    let (addresses, mut address_writer) = output2::<u8>(py, count, 20);
    let (hashes, mut hash_writer) = output2::<u8>(py, count, 32);
    let (items, mut item_writer) = output1::<u8>(py, count);
    let address_rows = address_writer.as_slice_mut()?.as_chunks_mut::<20>().0;
    let hash_rows = hash_writer.as_slice_mut()?.as_chunks_mut::<32>().0;
    let item_rows = item_writer.as_slice_mut()?;
    let all = bytes.bytes();
    for start in (0..count).step_by(AT_ONCE) {
        let range = start..count.min(start + AT_ONCE);
        let part = Part {
            bytes: all,
            offsets: &offsets[range.start..=range.end],
            high_s,
            addresses: &mut address_rows[range.clone()],
            hashes: &mut hash_rows[range.clone()],
            items: &mut item_rows[range],
        };
        pool.run(py, || part.recover());
        py.check_signals()?;
    }
    Ok((addresses, hashes, items))
}

/// A part of a batch of transactions.
struct Part<'a> {
    bytes: &'a [u8],
    offsets: &'a [usize],
    high_s: bool,
    addresses: &'a mut [[u8; 20]],
    hashes: &'a mut [[u8; 32]],
    items: &'a mut [u8],
}

impl Part<'_> {
    fn recover(self) {
        let pairs = self.offsets.par_windows(2).with_min_len(PER_TASK);
        let parsed: Vec<Result<Recovery, Malformed>> =
            pairs.map(|pair| envelope::parse(&self.bytes[pair[0]..pair[1]])).collect();
        let (mut recoveries, mut indices) =
            (Vec::with_capacity(parsed.len()), Vec::with_capacity(parsed.len()));
        for (i, parsed) in parsed.into_iter().enumerate() {
            let Ok(recovery) = parsed else {
                self.items[i] = Item::Transaction as u8;
                continue;
            };
            self.hashes[i] = recovery.hash;
            if !self.high_s && is_high(&recovery) {
                self.items[i] = Item::HighS as u8;
                continue;
            }
            recoveries.push(recovery);
            indices.push(i);
        }
        for (i, result) in indices.into_iter().zip(recover_addresses_batch(&recoveries)) {
            match result {
                Ok(address) => self.addresses[i] = address,
                Err(error) => self.items[i] = Item::of(&error) as u8,
            }
        }
    }
}

/// Whether `s` is in the upper half of its range. Numbers out of range are not: recovery refuses them.
fn is_high(recovery: &Recovery) -> bool {
    let mut compact = [0; 64];
    compact[..32].copy_from_slice(&recovery.r);
    compact[32..].copy_from_slice(&recovery.s);
    Signature::from_compact(&compact).is_ok_and(|signature| !signature.is_low())
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(recover_transactions, module)?)
}
