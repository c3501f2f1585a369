//! Public keys.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use vorpal::secp256k1::{PublicKey, RecoverableSignature};

use super::encoding::compact;
use super::{decode_key, of_tweak};
use crate::buffer::{any_bytes, fixed, secret, sequence};
use crate::error::Failure;

/// A public key: a point of the curve other than infinity.
///
/// ``encoded`` has 33 bytes (compressed) or 65 bytes (``04 || x || y``). Other bytes are an error.
#[pyclass(frozen, eq, hash, module = "vorpal.secp256k1", name = "PublicKey")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PyPublicKey(pub(super) PublicKey);

impl std::hash::Hash for PyPublicKey {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.to_compressed().hash(state);
    }
}

#[pymethods]
impl PyPublicKey {
    #[new]
    fn new(encoded: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self(decode_key(any_bytes(encoded, "encoded")?.bytes(), "encoded")?))
    }

    /// The encoding: 33 bytes, or 65 bytes if not ``compressed``.
    #[pyo3(signature = (compressed = true))]
    fn to_bytes<'py>(&self, py: Python<'py>, compressed: bool) -> Bound<'py, PyBytes> {
        if compressed {
            PyBytes::new(py, &self.0.to_compressed())
        } else {
            PyBytes::new(py, &self.0.to_uncompressed())
        }
    }

    /// The 32 bytes of ``x`` that BIP 340 uses as a key.
    fn x_only<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.x_only().0.to_be_bytes())
    }

    /// The Ethereum address: 20 bytes.
    fn address<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.ethereum_address())
    }

    /// The key ``Q + tweak G`` of this key ``Q``. ``tweak``: 32 bytes, an integer below the order, which may be zero.
    /// The point at infinity is an error. Constant time.
    fn add_tweak(&self, py: Python<'_>, tweak: &Bound<'_, PyAny>) -> PyResult<Self> {
        let tweak = secret(tweak, "tweak")?;
        Ok(Self(of_tweak(py.detach(|| self.0.add_tweak(&tweak)))?))
    }

    /// The key ``tweak Q`` of this key ``Q``. ``tweak``: 32 bytes, an integer above 0 and below the order. Constant
    /// time.
    fn mul_tweak(&self, py: Python<'_>, tweak: &Bound<'_, PyAny>) -> PyResult<Self> {
        let tweak = secret(tweak, "tweak")?;
        Ok(Self(of_tweak(py.detach(|| self.0.mul_tweak(&tweak)))?))
    }

    /// The sum of a list of keys. The point at infinity is an error, and so is an empty list.
    #[staticmethod]
    fn sum(py: Python<'_>, keys: &Bound<'_, PyAny>) -> PyResult<Self> {
        let keys: Vec<Bound<'_, Self>> = sequence(keys, "keys")?;
        let keys: Vec<PublicKey> = keys.iter().map(|key| key.get().0).collect();
        let sum = py.detach(|| PublicKey::sum(&keys));
        Ok(Self(sum.map_err(|error| Failure::from(error).of("keys"))?))
    }

    /// Whether an ECDSA signature of 64 bytes ``r || s`` of a hash of 32 bytes is valid. With ``low_s``, an ``s`` in
    /// the upper half of its range is invalid. A malformed signature is an error. Variable time.
    #[pyo3(signature = (hash, signature, *, low_s = false))]
    fn verify(
        &self,
        py: Python<'_>,
        hash: &Bound<'_, PyAny>,
        signature: &Bound<'_, PyAny>,
        low_s: bool,
    ) -> PyResult<bool> {
        let (hash, signature) = (fixed(hash, "hash")?, compact(signature)?);
        Ok(py.detach(|| {
            if low_s { self.0.verify_low(&hash, &signature) } else { self.0.verify(&hash, &signature) }
        }))
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.to_bytes(py, true)
    }

    fn __repr__(&self) -> String {
        let digits: String = self.0.to_compressed().iter().map(|byte| format!("{byte:02x}")).collect();
        format!("PublicKey({digits})")
    }
}

/// The public key of a signature of 65 bytes ``r || s || v`` of a hash of 32 bytes, as Ethereum's ``ecrecover``: ``v``
/// is the recovery identifier, or this plus 27. Variable time.
#[pyfunction]
pub(super) fn recover(
    py: Python<'_>,
    hash: &Bound<'_, PyAny>,
    signature: &Bound<'_, PyAny>,
) -> PyResult<PyPublicKey> {
    let (hash, signature) = (fixed(hash, "hash")?, fixed(signature, "signature")?);
    let recovered = py.detach(|| RecoverableSignature::from_rsv(&signature)?.recover(&hash));
    Ok(PyPublicKey(recovered.map_err(|error| Failure::from(error).of("signature"))?))
}
