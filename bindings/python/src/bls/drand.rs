//! Rounds of drand.

use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use vorpal::bls::drand::{Chain, Round};
use vorpal::bls::{MinPk, MinSig, PublicKey, Signature, Variant};

use super::sets::validity;
use super::{Either, items, key_of, signature_of, with_variant};
use crate::buffer::{Rows, any_bytes, numbers};
use crate::context::Pool;
use crate::error::Failure;
use crate::number::Integer;

/// A chain of drand, a network that publishes randomness: its key, and how its rounds are signed. ``scheme`` is one of
/// drand's: ``pedersen-bls-chained``, ``pedersen-bls-unchained`` (keys of 48 bytes, signatures of 96 bytes),
/// ``bls-unchained-on-g1`` or ``bls-unchained-g1-rfc9380`` (keys of 96 bytes, signatures of 48 bytes).
#[pyclass(frozen, module = "vorpal.bls", name = "DrandChain")]
#[derive(Debug)]
pub(crate) struct PyChain(Either<Chain<MinPk>, Chain<MinSig>>);

/// The number of bytes of a signature.
fn width<V: Variant>(_: &Chain<V>) -> usize {
    Signature::<V>::BYTES
}

/// Which rounds are valid. The message of round `i` has the signature of the round before, `previous[i]`.
fn verify_rounds<V: Variant>(
    chain: &Chain<V>,
    rounds: &[u64],
    signatures: &[&[u8]],
    previous: Option<&[&[u8]]>,
) -> Vec<bool> {
    validity(signatures, |members| {
        let round = |(i, signature): &(usize, Signature<V>)| Round {
            number: rounds[*i],
            previous: previous.map_or(&[][..], |previous| previous[*i]),
            signature: *signature,
        };
        chain.verify_rounds(&members.iter().map(round).collect::<Vec<_>>())
    })
}

#[pymethods]
impl PyChain {
    #[new]
    fn new(key: &Bound<'_, PyAny>, scheme: &str) -> PyResult<Self> {
        fn of<V: Variant>(
            key: &Bound<'_, PyAny>,
            chain: impl Fn(PublicKey<V>) -> Chain<V>,
        ) -> PyResult<Chain<V>> {
            Ok(chain(key_of(key, "key")?))
        }
        Ok(Self(match scheme {
            "pedersen-bls-chained" => Either::G1(of(key, Chain::chained)?),
            "pedersen-bls-unchained" => Either::G1(of(key, Chain::unchained)?),
            "bls-unchained-on-g1" => Either::G2(of(key, Chain::unchained_in_g1_under_tag_of_g2)?),
            "bls-unchained-g1-rfc9380" => Either::G2(of(key, Chain::unchained_in_g1)?),
            other => {
                let message = format!(
                    "scheme: {other:?}; there are pedersen-bls-chained, pedersen-bls-unchained, \
                     bls-unchained-on-g1, bls-unchained-g1-rfc9380"
                );
                return Err(Failure::argument(message).into());
            }
        }))
    }

    /// The 32 bytes that are signed in a round. ``previous`` is the signature of the round before, or the seed of the
    /// chain for round 1; only ``pedersen-bls-chained`` uses it.
    #[pyo3(signature = (round, previous = None))]
    fn message<'py>(
        &self,
        py: Python<'py>,
        round: Integer,
        previous: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (round, previous) =
            (round.to("round")?, previous.map(|bytes| any_bytes(bytes, "previous")).transpose()?);
        let previous = previous.as_ref().map_or(&[][..], |previous| previous.bytes());
        Ok(PyBytes::new(py, &with_variant!(&self.0, |chain| chain.message(round, previous))))
    }

    /// The randomness of a round, 32 bytes, if this is its signature; else None.
    #[pyo3(signature = (round, signature, previous = None))]
    fn verify<'py>(
        &self,
        py: Python<'py>,
        round: Integer,
        signature: &Bound<'py, PyAny>,
        previous: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let (pool, round) = (Pool::of(None)?, round.to("round")?);
        let previous = previous.map(|bytes| any_bytes(bytes, "previous")).transpose()?;
        let previous = previous.as_ref().map_or(&[][..], |previous| previous.bytes());
        with_variant!(&self.0, |chain| {
            let signature = signature_of(signature, "signature")?;
            let randomness = pool.run(py, || chain.verify(round, previous, signature));
            Ok(randomness.map(|randomness| PyBytes::new(py, &*randomness)))
        })
    }

    /// Whether each of ``n`` rounds is valid, in one batch: an array of truth values of shape (n,). ``rounds`` has
    /// their numbers: a list or ``uint64`` of shape (n,). ``signatures``: (n, 96) or (n, 48). ``previous`` has the
    /// signatures of the rounds before, of the same shape, so round 1, whose predecessor is the seed, is not among
    /// them; only ``pedersen-bls-chained`` uses them.
    #[pyo3(signature = (rounds, signatures, previous = None, *, threads = None))]
    fn verify_rounds<'py>(
        &self,
        py: Python<'py>,
        rounds: &Bound<'py, PyAny>,
        signatures: &Bound<'py, PyAny>,
        previous: Option<&Bound<'py, PyAny>>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let (pool, rounds) = (Pool::of(threads)?, numbers(rounds, "rounds")?);
        with_variant!(&self.0, |chain| {
            let rows = Rows::new(signatures, "signatures", width(chain))?;
            if rounds.len() != rows.count() {
                let message = format!("rounds: {} numbers; signatures has {}", rounds.len(), rows.count());
                return Err(Failure::argument(message).into());
            }
            let before =
                previous.map(|given| Rows::like(given, "previous", width(chain), &rows)).transpose()?;
            let (encoded, before) = (items(&rows), before.as_ref().map(items));
            let valid = pool.run(py, || verify_rounds(chain, &rounds, &encoded, before.as_deref()));
            Ok(valid.into_pyarray(py))
        })
    }
}
