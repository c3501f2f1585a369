//! Secret keys.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use vorpal::secp256k1::{SchnorrKeyPair, SecretKey};

use super::{PyPublicKey, of_tweak};
use crate::buffer::{self, any_bytes, fixed};
use crate::error::Failure;

/// A secret key: 32 bytes, big-endian, above 0 and below the order. Operations take constant time.
///
/// Python keeps copies of ``bytes`` that nobody can wipe. The key in this object is wiped when the object is freed.
#[pyclass(frozen, module = "vorpal.secp256k1", name = "SecretKey")]
pub(crate) struct PySecretKey(SecretKey);

#[pymethods]
impl PySecretKey {
    #[new]
    fn new(secret: &Bound<'_, PyAny>) -> PyResult<Self> {
        let secret = SecretKey::from_be_bytes(&*buffer::secret(secret, "secret")?);
        Ok(Self(secret.map_err(|error| Failure::from(error).of("secret"))?))
    }

    /// The 32 bytes of the key, big-endian.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &*self.0.to_be_bytes())
    }

    /// The public key.
    fn public_key(&self, py: Python<'_>) -> PyPublicKey {
        PyPublicKey(py.detach(|| self.0.public_key()))
    }

    /// Signs a hash of 32 bytes: 65 bytes ``r || s || v`` with the lower ``s`` and the recovery identifier as ``v``.
    ///
    /// The nonce is that of RFC 6979. ``entropy`` is None or 32 bytes that enter the nonce (RFC 6979, section 3.6).
    #[pyo3(signature = (hash, *, entropy = None))]
    fn sign<'py>(
        &self,
        py: Python<'py>,
        hash: &Bound<'py, PyAny>,
        entropy: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let hash = fixed(hash, "hash")?;
        let entropy = entropy.map(|entropy| buffer::secret(entropy, "entropy")).transpose()?;
        let signature = py.detach(|| match entropy {
            None => self.0.sign(&hash),
            Some(entropy) => self.0.sign_with_entropy(&hash, &entropy),
        });
        Ok(PyBytes::new(py, &signature.to_rsv()))
    }

    /// Signs a message of any length with a Schnorr signature of BIP 340: 64 bytes. ``auxiliary`` is 32 fresh random
    /// bytes, or None for zeros.
    #[pyo3(signature = (message, *, auxiliary = None))]
    fn schnorr_sign<'py>(
        &self,
        py: Python<'py>,
        message: &Bound<'py, PyAny>,
        auxiliary: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let message = any_bytes(message, "message")?;
        let auxiliary = auxiliary
            .map(|auxiliary| buffer::secret(auxiliary, "auxiliary"))
            .transpose()?
            .unwrap_or_default();
        let message = message.bytes();
        let signature = py.detach(|| SchnorrKeyPair::new(&self.0).sign(message, &auxiliary));
        Ok(PyBytes::new(py, &signature.to_bytes()))
    }

    /// The shared secret with another party's public key: the 32 bytes of the ``x`` coordinate of the shared point, or
    /// with ``sha256`` the SHA-256 digest of its compressed encoding, as libsecp256k1 computes it.
    #[pyo3(signature = (key, *, sha256 = false))]
    fn ecdh<'py>(&self, py: Python<'py>, key: &Bound<'py, PyPublicKey>, sha256: bool) -> Bound<'py, PyBytes> {
        let key = &key.get().0;
        let shared = py.detach(|| self.0.diffie_hellman(key));
        if sha256 { PyBytes::new(py, &*shared.sha256()) } else { PyBytes::new(py, &*shared.x()) }
    }

    /// The key that is the sum of this key and a tweak of 32 bytes: an integer below the order, which may be zero. A
    /// sum of zero is an error.
    fn add_tweak(&self, py: Python<'_>, tweak: &Bound<'_, PyAny>) -> PyResult<Self> {
        let tweak = buffer::secret(tweak, "tweak")?;
        Ok(Self(of_tweak(py.detach(|| self.0.add_tweak(&tweak)))?))
    }

    /// The product of this key and a tweak of 32 bytes: an integer above 0 and below the order.
    fn mul_tweak(&self, py: Python<'_>, tweak: &Bound<'_, PyAny>) -> PyResult<Self> {
        let tweak = buffer::secret(tweak, "tweak")?;
        Ok(Self(of_tweak(py.detach(|| self.0.mul_tweak(&tweak)))?))
    }

    #[allow(clippy::unused_self, reason = "the key is not shown")]
    fn __repr__(&self) -> &'static str {
        "SecretKey(...)"
    }
}
