//! Committees, most of whose members sign.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use vorpal::bls::{Committee, MinPk, MinSig};

use super::suite::{PySuite, widths};
use super::{Either, flags, items, keys_of, signature_of, with_suite, with_variant};
use crate::buffer::{Rows, any_bytes};
use crate::context::Pool;
use crate::error::Failure;

/// The keys of a committee, such as Ethereum's sync committee, and their sum: the absent members are subtracted from it
/// if they are fewer. ``keys``: (n, 48) in G1 or (n, 96) in G2, as those of the suite. A key may occur several times.
#[pyclass(frozen, module = "vorpal.bls", name = "Committee")]
#[derive(Debug)]
pub(crate) struct PyCommittee(Either<Committee<MinPk>, Committee<MinSig>>);

#[pymethods]
impl PyCommittee {
    #[new]
    #[pyo3(signature = (suite, keys, *, threads = None))]
    fn new(
        py: Python<'_>,
        suite: &Bound<'_, PySuite>,
        keys: &Bound<'_, PyAny>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let (pool, suite) = (Pool::of(threads)?, &suite.get().0);
        let rows = Rows::new(keys, "keys", with_variant!(suite, |suite| widths(suite).0))?;
        let encoded = items(&rows);
        let committee = pool.run(py, || -> Result<_, Failure> {
            Ok(match suite {
                Either::G1(_) => Either::G1(Committee::new(&keys_of(&encoded)?)),
                Either::G2(_) => Either::G2(Committee::new(&keys_of(&encoded)?)),
            })
        });
        Ok(Self(committee?))
    }

    /// The sum of the keys of the members that are present: a truth value for each, as a list or an array of ``bool``.
    /// An error if none is present, or if the sum is infinity.
    #[pyo3(signature = (present, *, threads = None))]
    fn sum<'py>(
        &self,
        py: Python<'py>,
        present: &Bound<'py, PyAny>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (pool, present) = (Pool::of(threads)?, flags(present, "present")?);
        with_variant!(&self.0, |committee| {
            let sum = pool.run(py, || committee.sum(&present)).map_err(Failure::from);
            Ok(PyBytes::new(py, sum.map_err(|failure| failure.of("present"))?.to_bytes().as_ref()))
        })
    }

    /// Whether this is the signature of the members that are present: False if none is.
    #[pyo3(signature = (suite, present, message, signature, *, threads = None))]
    #[allow(clippy::too_many_arguments, reason = "the arguments of Python")]
    fn verify(
        &self,
        py: Python<'_>,
        suite: &Bound<'_, PySuite>,
        present: &Bound<'_, PyAny>,
        message: &Bound<'_, PyAny>,
        signature: &Bound<'_, PyAny>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<bool> {
        let (pool, present) = (Pool::of(threads)?, flags(present, "present")?);
        let message = any_bytes(message, "message")?;
        let message = message.bytes();
        with_suite!(&self.0, &suite.get().0, |committee, suite| {
            if present.len() != committee.len() {
                let (found, members) = (present.len(), committee.len());
                let message = format!("present: {found} truth values for {members} members");
                return Err(Failure::argument(message).into());
            }
            let signature = signature_of(signature, "signature")?;
            Ok(pool.run(py, || committee.verify(suite, &present, message, signature)))
        })
    }

    fn __len__(&self) -> usize {
        with_variant!(&self.0, |committee| committee.len())
    }

    fn __repr__(&self) -> String {
        format!("<Committee: {} members>", self.__len__())
    }
}
