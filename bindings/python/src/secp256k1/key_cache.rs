//! Tables for keys that verify many signatures.

use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use vorpal::secp256k1::KeyCache;

use super::PyPublicKey;
use super::encoding::compact;
use crate::buffer::fixed;
use crate::number::Integer;

/// Tables of keys that occur often, of at most ``memory`` bytes. Calls of several threads run one after the other.
#[pyclass(frozen, module = "vorpal.secp256k1", name = "KeyCache")]
pub(crate) struct PyKeyCache(Mutex<KeyCache>);

#[pymethods]
impl PyKeyCache {
    #[new]
    #[pyo3(signature = (memory = Integer::of(16_777_216)), text_signature = "(memory=16777216)")]
    fn new(memory: Integer) -> PyResult<Self> {
        Ok(Self(Mutex::new(KeyCache::new(memory.to("memory")?))))
    }

    /// As :meth:`PublicKey.verify`, with a table for the key if it has occurred often.
    #[pyo3(signature = (key, hash, signature, *, low_s = false))]
    fn verify(
        &self,
        py: Python<'_>,
        key: &Bound<'_, PyPublicKey>,
        hash: &Bound<'_, PyAny>,
        signature: &Bound<'_, PyAny>,
        low_s: bool,
    ) -> PyResult<bool> {
        let (key, hash, signature) = (&key.get().0, fixed(hash, "hash")?, compact(signature)?);
        // The GIL is released before the lock is taken, so that no thread waits for both.
        Ok(py.detach(|| {
            let mut cache = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if low_s {
                cache.verify_low(key, &hash, &signature)
            } else {
                cache.verify(key, &hash, &signature)
            }
        }))
    }

    /// The number of keys that have tables.
    #[getter]
    fn tables(&self, py: Python<'_>) -> usize {
        py.detach(|| self.0.lock().unwrap_or_else(PoisonError::into_inner).tables())
    }
}
