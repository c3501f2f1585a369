//! Senders of transactions that arrive one by one. A Python thread takes the results of a pool (`_senders.py`), so that
//! no thread of the library enters the interpreter.

use std::time::Duration;

use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use vorpal::secp256k1::pool::{PoolError, PoolOptions};
use vorpal_bindings::senders::{Found, Senders, SendersError};
use vorpal_bindings::signatures::{Item, recovered};

use super::AT_ONCE;
use crate::buffer::{Rows, fixed, output1, output2};
use crate::context::Pool;
use crate::error::{Failure, Kind};
use crate::number::{Integer, Seconds};

/// The most results that a call takes.
const RESULTS: usize = 256;

impl From<SendersError> for Failure {
    fn from(error: SendersError) -> Self {
        let kind = match error {
            SendersError::Full | SendersError::Forked | SendersError::Options(PoolError::Thread(_)) => {
                Kind::NotPossible
            }
            SendersError::Options(_) | SendersError::Token(_) => Kind::Argument,
            SendersError::Closed => Kind::Cancelled,
        };
        Self::new(kind, error)
    }
}

/// The pool of a ``SenderPool``: results by tokens.
#[pyclass(frozen, module = "vorpal._vorpal", name = "Senders")]
#[derive(Debug)]
pub(crate) struct PySenders(Senders);

/// Tokens, senders and items of results.
type Taken<'py> = Vec<(u64, Bound<'py, PyBytes>, u8)>;

#[pymethods]
impl PySenders {
    #[new]
    fn new(
        py: Python<'_>,
        wait: Seconds,
        group: Integer,
        threads: Integer,
        queue: Integer,
        cache: Integer,
    ) -> PyResult<Self> {
        let options = PoolOptions {
            wait: wait.duration("wait")?,
            group: group.to("group")?,
            threads: threads.to("threads")?,
            queue: queue.to("queue")?,
            cache: cache.to("cache")?,
        };
        Ok(Self(py.detach(|| Senders::new(options)).map_err(Failure::from)?))
    }

    /// Submits a signature. Returns whether there was space in time.
    fn submit(
        &self,
        py: Python<'_>,
        token: Integer,
        hash: &Bound<'_, PyAny>,
        signature: &Bound<'_, PyAny>,
        wait: Seconds,
    ) -> PyResult<bool> {
        let (token, wait) = (token.to("token")?, wait.duration("wait")?);
        let (hash, signature) = (fixed(hash, "hash")?, fixed(signature, "signature")?);
        match py.detach(|| self.0.submit(token, &hash, &signature, wait)) {
            Err(SendersError::Full) => Ok(false),
            result => Ok(result.map(|()| true).map_err(Failure::from)?),
        }
    }

    /// Waits for results: token, sender and item of each. None if the pool is closed and there are no more.
    fn take<'py>(&self, py: Python<'py>) -> PyResult<Option<Taken<'py>>> {
        let found = match py.detach(|| self.0.take(RESULTS, Duration::MAX)) {
            Err(SendersError::Closed) => return Ok(None),
            found => found.map_err(Failure::from)?,
        };
        let result = |one: &Found| {
            let item = one.sender.as_ref().map_or_else(Item::of, |_| Item::Ok);
            (one.token, PyBytes::new(py, &one.sender.unwrap_or_default()), item as u8)
        };
        Ok(Some(found.iter().map(result).collect()))
    }

    /// Cancels a signature. Returns whether its token has no result; in a forked child it has none.
    fn cancel(&self, py: Python<'_>, token: Integer) -> PyResult<bool> {
        let token = token.to("token")?;
        match py.detach(|| self.0.cancel(token)) {
            Err(SendersError::Forked) => Ok(true),
            result => Ok(result.map_err(Failure::from)?),
        }
    }

    /// Addresses of shape (n, 20), items of shape (n,).
    #[pyo3(signature = (hashes, signatures, threads = None))]
    #[allow(clippy::type_complexity, reason = "two arrays")]
    fn recover_block<'py>(
        &self,
        py: Python<'py>,
        hashes: &Bound<'py, PyAny>,
        signatures: &Bound<'py, PyAny>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyArray2<u8>>, Bound<'py, PyArray1<u8>>)> {
        let pool = Pool::of(threads)?;
        let hash_rows = Rows::new(hashes, "hashes", 32)?;
        let signature_rows = Rows::like(signatures, "signatures", 65, &hash_rows)?;
        let (hashes, signatures) = (hash_rows.items::<32>(), signature_rows.items::<65>());
        let (addresses, mut address_writer) = output2::<u8>(py, hashes.len(), 20);
        let (items, mut item_writer) = output1::<u8>(py, hashes.len());
        let address_rows = address_writer.as_slice_mut()?.as_chunks_mut::<20>().0;
        let item_rows = item_writer.as_slice_mut()?;
        for start in (0..hashes.len()).step_by(AT_ONCE) {
            let range = start..hashes.len().min(start + AT_ONCE);
            let (hashes, signatures) = (&hashes[range.clone()], &signatures[range.clone()]);
            let found = pool.run(py, || self.0.recover_block(hashes, signatures)).map_err(Failure::from)?;
            let places = address_rows[range.clone()].iter_mut().zip(&mut item_rows[range]);
            for ((sender, signature), (address, item)) in found.iter().zip(signatures).zip(places) {
                *address = sender.unwrap_or_default();
                *item = recovered(signature, sender) as u8;
            }
            py.check_signals()?;
        }
        Ok((addresses, items))
    }

    /// The numbers of the pool, and latencies in seconds, None if there are none.
    fn metrics(&self, percents: Vec<f64>) -> PyResult<(Vec<u64>, Vec<Option<f64>>)> {
        let (found, ready) = self.0.metrics().map_err(Failure::from)?;
        let numbers = vec![
            found.queued as u64,
            found.capacity as u64,
            ready as u64,
            found.submitted,
            found.answered,
            found.cached,
            found.cancelled,
            found.refused,
            found.groups,
        ];
        let seconds = |percent: &f64| found.latencies.percentile(*percent).map(|bound| bound.as_secs_f64());
        Ok((numbers, percents.iter().map(seconds).collect()))
    }

    /// Closes the pool; in a forked child nothing.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        match py.detach(|| self.0.close()) {
            Err(SendersError::Forked) => Ok(()),
            result => Ok(result.map_err(Failure::from)?),
        }
    }
}
