//! Many signatures in one call.

use std::ops::Range;

use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use vorpal::bls::{PublicKey, Signature, SignatureSet, Suite, Variant, Verdict};

use super::suite::{PySuite, are_keys, widths};
use super::{items, with_variant};
use crate::buffer::{Numbers, Rows, parts};
use crate::context::Pool;
use crate::error::Failure;
use crate::messages::Messages;

/// Where the items of each set begin and end.
pub(super) enum Groups {
    /// One item for each set.
    One,
    /// The offsets.
    Parts(Vec<usize>),
}

impl Groups {
    /// The groups of `items` items of an argument for `count` sets.
    pub(super) fn new(
        offsets: Option<&Bound<'_, PyAny>>,
        count: usize,
        items: usize,
        of: &str,
    ) -> PyResult<Self> {
        let Some(offsets) = offsets else {
            if items != count {
                let message = format!("{of}: {items} of them for {count} signatures, without key_offsets");
                return Err(Failure::argument(message).into());
            }
            return Ok(Self::One);
        };
        let offsets = Numbers::<u64>::new(offsets, "key_offsets", &[&[]])?;
        Ok(Self::Parts(parts(offsets.slice(), "key_offsets", count, items, of)?))
    }

    pub(super) fn range(&self, set: usize) -> Range<usize> {
        match self {
            Self::One => set..set + 1,
            Self::Parts(offsets) => offsets[set]..offsets[set + 1],
        }
    }
}

/// The keys of sets.
pub(super) struct Keys<V: Variant> {
    keys: Vec<PublicKey<V>>,
    ranges: Vec<Range<usize>>,
}

impl<V: Variant> Keys<V> {
    /// Decodes the keys of `count` sets. A set with a malformed key has none, so it is invalid.
    pub(super) fn decode(encoded: &[&[u8]], groups: &Groups, count: usize) -> Self {
        let decoded = PublicKey::decode_batch(encoded);
        let mut keys = Vec::with_capacity(encoded.len());
        let range = |set| {
            let start = keys.len();
            for key in &decoded[groups.range(set)] {
                match key {
                    Ok(key) => keys.push(*key),
                    Err(_) => {
                        keys.truncate(start);
                        break;
                    }
                }
            }
            start..keys.len()
        };
        let ranges = (0..count).map(range).collect();
        Self { keys, ranges }
    }

    pub(super) fn of(&self, set: usize) -> &[PublicKey<V>] {
        &self.keys[self.ranges[set].clone()]
    }
}

/// Which sets are valid: those with a well-formed signature that `verify` does not name. It gets the numbers of these
/// sets and their signatures.
pub(super) fn validity<V: Variant>(
    signatures: &[&[u8]],
    verify: impl FnOnce(&[(usize, Signature<V>)]) -> Verdict,
) -> Vec<bool> {
    let decoded = Signature::<V>::decode_batch(signatures).into_iter().enumerate();
    let members: Vec<_> = decoded.filter_map(|(set, signature)| Some((set, signature.ok()?))).collect();
    let mut valid = vec![false; signatures.len()];
    members.iter().for_each(|(set, _)| valid[*set] = true);
    for member in verify(&members).invalid() {
        valid[members[*member].0] = false;
    }
    valid
}

fn verify_sets<V: Variant>(
    suite: &Suite<V>,
    signatures: &[&[u8]],
    messages: &[&[u8]],
    keys: &[&[u8]],
    groups: &Groups,
) -> Vec<bool> {
    let keys = Keys::decode(keys, groups, signatures.len());
    validity(signatures, |members| {
        let set = |(set, signature): &(usize, Signature<V>)| SignatureSet {
            signature: *signature,
            keys: keys.of(*set),
            message: messages[*set],
        };
        suite.verify_sets(&members.iter().map(set).collect::<Vec<_>>())
    })
}

#[pymethods]
impl PySuite {
    /// Whether each of ``n`` signature sets is valid: an array of truth values of shape (n,). A set has a signature, a
    /// message and keys, and is valid if :meth:`fast_aggregate_verify` is True. All are verified together; if that
    /// fails, the wrong ones are searched, which takes about ``log2(n)`` further products for each. A wrong verdict has
    /// a probability of at most ``(2 n + k) 2^-128``, with ``k`` keys in all. A set with a malformed signature or key
    /// is not valid.
    ///
    /// ``signatures``: (n, 96) in G2 or (n, 48) in G1. ``messages``, ``message_offsets``: as for
    /// :meth:`aggregate_verify`. ``keys``: one key for each set, or with ``key_offsets`` (n + 1 ascending numbers of
    /// type ``uint64``) those from ``key_offsets[i]`` to ``key_offsets[i + 1]`` for set ``i``.
    #[pyo3(signature = (signatures, messages, keys, *, message_offsets = None, key_offsets = None, threads = None))]
    #[allow(clippy::too_many_arguments, reason = "the arguments of Python")]
    fn verify_sets<'py>(
        &self,
        py: Python<'py>,
        signatures: &Bound<'py, PyAny>,
        messages: &Bound<'py, PyAny>,
        keys: &Bound<'py, PyAny>,
        message_offsets: Option<&Bound<'py, PyAny>>,
        key_offsets: Option<&Bound<'py, PyAny>>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let pool = Pool::of(threads)?;
        with_variant!(&self.0, |suite| {
            let (key_width, width) = widths(suite);
            let rows = Rows::new(signatures, "signatures", width)?;
            let count = rows.count();
            let messages = Messages::new(messages, message_offsets, "message_offsets", count)?;
            let key_rows = Rows::new(keys, "keys", key_width)?;
            let groups = Groups::new(key_offsets, count, key_rows.count(), "keys")?;
            let (signatures, messages, keys) = (items(&rows), messages.slices(), items(&key_rows));
            let valid = pool.run(py, || verify_sets(suite, &signatures, &messages, &keys, &groups));
            Ok(valid.into_pyarray(py))
        })
    }

    /// Whether each of ``n`` encodings is that of a key: on the curve, in the subgroup and not infinity
    /// (``KeyValidate`` of the draft). An array of truth values of shape (n,).
    #[pyo3(signature = (keys, *, threads = None))]
    fn are_keys<'py>(
        &self,
        py: Python<'py>,
        keys: &Bound<'py, PyAny>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let pool = Pool::of(threads)?;
        with_variant!(&self.0, |suite| {
            let rows = Rows::new(keys, "keys", widths(suite).0)?;
            let encoded = items(&rows);
            Ok(pool.run(py, || are_keys(suite, &encoded)).into_pyarray(py))
        })
    }
}
