//! Suites: the tag and the scheme of a protocol, and the functions for one signature.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use vorpal::bls::{CheckedSignature, MinPk, MinSig, PublicKey, Scheme, Signature, Suite, Variant};

use super::{Either, all, group, items, key_of, keys_of, signature_of, with_variant};
use crate::buffer::{Rows, any_bytes};
use crate::context::Pool;
use crate::error::Failure;
use crate::messages::Messages;

/// The tag and the scheme of the signatures of one protocol, and the group of its keys.
///
/// ``scheme`` is how the protocol excludes keys that are functions of other keys: ``basic`` (the messages of an
/// aggregate are distinct), ``augmentation`` (a message begins with the key), or ``possession`` (each key comes with a
/// proof). ``keys`` is ``G1``, with signatures in G2, or ``G2``, with signatures in G1. A point has 48 bytes in G1, 96
/// bytes in G2. ``tag`` is None for that of draft-irtf-cfrg-bls-signature for this scheme, or the bytes of another one.
/// Ethereum's suite is ``Suite("possession")``.
///
/// A malformed key or signature is an error in functions of one signature, and a verdict in those of many.
#[pyclass(frozen, module = "vorpal.bls", name = "Suite")]
#[derive(Debug)]
pub(crate) struct PySuite(pub(super) Either<Suite<MinPk>, Suite<MinSig>>);

fn scheme_of(name: &str) -> Result<Scheme, Failure> {
    match name {
        "basic" => Ok(Scheme::Basic),
        "augmentation" => Ok(Scheme::Augmentation),
        "possession" => Ok(Scheme::Possession),
        other => Err(Failure::argument(format_args!(
            "scheme: {other:?}; there are basic, augmentation, possession"
        ))),
    }
}

fn suite_of<V: Variant>(scheme: Scheme, tag: Option<&[u8]>) -> Result<Suite<V>, Failure> {
    match (tag, scheme) {
        (Some(tag), _) => Suite::new(tag, scheme).map_err(|error| Failure::from(error).of("tag")),
        (None, Scheme::Basic) => Ok(Suite::basic()),
        (None, Scheme::Augmentation) => Ok(Suite::augmentation()),
        (None, Scheme::Possession) => Ok(Suite::possession()),
    }
}

fn of_signatures<V: Variant>(_: &Suite<V>, signatures: &[&[u8]]) -> Result<CheckedSignature<V>, Failure> {
    let decoded = Signature::<V>::decode_batch(signatures).into_iter();
    let checked = decoded.map(|signature| signature?.check()).collect();
    CheckedSignature::aggregate(&all(checked, "signatures")?)
        .map_err(|error| Failure::from(error).of("signatures"))
}

fn of_keys<V: Variant>(_: &Suite<V>, keys: &[&[u8]]) -> Result<PublicKey<V>, Failure> {
    PublicKey::aggregate(&keys_of::<V>(keys)?).map_err(|error| Failure::from(error).of("keys"))
}

/// Whether bytes are keys.
pub(super) fn are_keys<V: Variant>(_: &Suite<V>, keys: &[&[u8]]) -> Vec<bool> {
    PublicKey::<V>::decode_batch(keys).iter().map(Result::is_ok).collect()
}

/// The number of bytes of a key and of a signature.
pub(super) fn widths<V: Variant>(_: &Suite<V>) -> (usize, usize) {
    (PublicKey::<V>::BYTES, Signature::<V>::BYTES)
}

#[pymethods]
impl PySuite {
    #[new]
    #[pyo3(signature = (scheme, *, keys = "G1", tag = None))]
    fn new(scheme: &str, keys: &str, tag: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let scheme = scheme_of(scheme)?;
        let tag = tag.map(|tag| any_bytes(tag, "tag")).transpose()?;
        let tag = tag.as_ref().map(Rows::bytes);
        Ok(Self(match group(keys)? {
            Either::G1(()) => Either::G1(suite_of(scheme, tag)?),
            Either::G2(()) => Either::G2(suite_of(scheme, tag)?),
        }))
    }

    /// The tag.
    #[getter]
    fn tag<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        with_variant!(&self.0, |suite| PyBytes::new(py, suite.tag()))
    }

    /// The scheme.
    #[getter]
    fn scheme(&self) -> &'static str {
        match with_variant!(&self.0, |suite| suite.scheme()) {
            Scheme::Basic => "basic",
            Scheme::Augmentation => "augmentation",
            Scheme::Possession => "possession",
        }
    }

    /// The group of the keys.
    #[getter]
    fn keys(&self) -> &'static str {
        self.0.keys()
    }

    /// Whether this is the signature of a key and a message.
    fn verify(
        &self,
        py: Python<'_>,
        key: &Bound<'_, PyAny>,
        message: &Bound<'_, PyAny>,
        signature: &Bound<'_, PyAny>,
    ) -> PyResult<bool> {
        let (pool, message) = (Pool::of(None)?, any_bytes(message, "message")?);
        let message = message.bytes();
        with_variant!(&self.0, |suite| {
            let (key, signature) = (key_of(key, "key")?, signature_of(signature, "signature")?);
            Ok(pool.run(py, || suite.verify(&key, message, signature)))
        })
    }

    /// Whether this is the sum of the signatures of ``n`` keys, each of its own message: ``AggregateVerify`` of the
    /// draft. False for no keys. With the scheme ``basic``, False if two messages are equal.
    ///
    /// ``messages``: an array of shape (n, 32), or a list of ``bytes`` of any lengths, or with ``message_offsets``
    /// (n + 1 ascending numbers of type ``uint64``) a flat buffer whose part from ``message_offsets[i]`` to
    /// ``message_offsets[i + 1]`` is message ``i``.
    #[pyo3(signature = (keys, messages, signature, *, message_offsets = None, threads = None))]
    fn aggregate_verify(
        &self,
        py: Python<'_>,
        keys: &Bound<'_, PyAny>,
        messages: &Bound<'_, PyAny>,
        signature: &Bound<'_, PyAny>,
        message_offsets: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<bool> {
        let pool = Pool::of(threads)?;
        with_variant!(&self.0, |suite| {
            let rows = Rows::new(keys, "keys", widths(suite).0)?;
            let messages = Messages::new(messages, message_offsets, "message_offsets", rows.count())?;
            let signature = signature_of(signature, "signature")?;
            let (encoded, messages) = (items(&rows), messages.slices());
            Ok(pool.run(py, || -> Result<bool, Failure> {
                let members: Vec<_> = keys_of(&encoded)?.into_iter().zip(messages).collect();
                Ok(suite.aggregate_verify(&members, signature))
            })?)
        })
    }

    /// Whether this is the sum of the signatures of all keys, (n, 48) or (n, 96), of one message:
    /// ``FastAggregateVerify`` of the draft. False for no keys, for keys whose sum is infinity, and with the scheme
    /// ``augmentation`` unless there is one key. It is safe only for keys whose owners have proved that they have the
    /// secret keys.
    #[pyo3(signature = (keys, message, signature, *, threads = None))]
    fn fast_aggregate_verify(
        &self,
        py: Python<'_>,
        keys: &Bound<'_, PyAny>,
        message: &Bound<'_, PyAny>,
        signature: &Bound<'_, PyAny>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<bool> {
        let (pool, message) = (Pool::of(threads)?, any_bytes(message, "message")?);
        let message = message.bytes();
        with_variant!(&self.0, |suite| {
            let rows = Rows::new(keys, "keys", widths(suite).0)?;
            let (encoded, signature) = (items(&rows), signature_of(signature, "signature")?);
            Ok(pool.run(py, || -> Result<bool, Failure> {
                Ok(suite.fast_aggregate_verify(&keys_of(&encoded)?, message, signature))
            })?)
        })
    }

    /// Whether this proves that the owner of a key has its secret key: ``PopVerify`` of the draft, whatever the suite's
    /// own tag.
    fn verify_possession(
        &self,
        py: Python<'_>,
        key: &Bound<'_, PyAny>,
        proof: &Bound<'_, PyAny>,
    ) -> PyResult<bool> {
        fn valid<V: Variant>(_: &Suite<V>, key: &PublicKey<V>, proof: &Signature<V>) -> bool {
            Suite::verify_possession(key, proof)
        }
        let pool = Pool::of(None)?;
        with_variant!(&self.0, |suite| {
            let (key, proof) = (key_of(key, "key")?, signature_of(proof, "proof")?);
            Ok(pool.run(py, || valid(suite, &key, &proof)))
        })
    }

    /// The sum of signatures, ``Aggregate`` of the draft. One that is malformed or outside the subgroup is an error.
    /// The sum may be infinity.
    #[pyo3(signature = (signatures, *, threads = None))]
    fn aggregate<'py>(
        &self,
        py: Python<'py>,
        signatures: &Bound<'py, PyAny>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let pool = Pool::of(threads)?;
        with_variant!(&self.0, |suite| {
            let rows = Rows::new(signatures, "signatures", widths(suite).1)?;
            let encoded = items(&rows);
            let sum = pool.run(py, || of_signatures(suite, &encoded))?;
            Ok(PyBytes::new(py, sum.to_bytes().as_ref()))
        })
    }

    /// The sum of keys. No keys, and keys whose sum is infinity, are an error.
    #[pyo3(signature = (keys, *, threads = None))]
    fn aggregate_keys<'py>(
        &self,
        py: Python<'py>,
        keys: &Bound<'py, PyAny>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let pool = Pool::of(threads)?;
        with_variant!(&self.0, |suite| {
            let rows = Rows::new(keys, "keys", widths(suite).0)?;
            let encoded = items(&rows);
            let sum = pool.run(py, || of_keys(suite, &encoded))?;
            Ok(PyBytes::new(py, sum.to_bytes().as_ref()))
        })
    }

    fn __repr__(&self) -> String {
        format!("Suite({:?}, keys={:?})", self.scheme(), self.keys())
    }
}
