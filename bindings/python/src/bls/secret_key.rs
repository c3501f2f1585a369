//! Secret keys.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use vorpal::bls::{CheckedSignature, PublicKey, SecretKey, Suite, Variant};

use super::suite::PySuite;
use super::with_variant;
use crate::buffer::{any_bytes, fixed};
use crate::error::Failure;
use crate::number::Integer;

/// A secret key: 32 bytes, big-endian, above 0 and below the order. Operations take constant time. One secret key has
/// public keys and signatures in both groups.
///
/// Python keeps copies of ``bytes`` that nobody can wipe. The key in this object is wiped when the object is freed.
#[pyclass(frozen, module = "vorpal.bls", name = "SecretKey")]
pub(crate) struct PySecretKey(SecretKey);

/// The public key in the group of a suite.
fn public_key<V: Variant>(secret: &SecretKey, _: &Suite<V>) -> PublicKey<V> {
    secret.public_key()
}

/// The proof of possession in the group of a suite.
fn proof<V: Variant>(secret: &SecretKey, _: &Suite<V>) -> CheckedSignature<V> {
    secret.prove_possession()
}

impl PySecretKey {
    fn of(key: Result<SecretKey, vorpal::bls::Error>, name: &str) -> PyResult<Self> {
        Ok(Self(key.map_err(|error| Failure::from(error).of(name))?))
    }
}

#[pymethods]
impl PySecretKey {
    #[new]
    fn new(secret: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::of(SecretKey::from_be_bytes(&fixed(secret, "secret")?), "secret")
    }

    /// The key of at least 32 secret bytes: ``KeyGen`` of draft-irtf-cfrg-bls-signature. ``info`` tells the keys of one
    /// material apart. Without ``salt`` it is draft 4, whose salt is SHA-256 of ``BLS-SIG-KEYGEN-SALT-``; with a salt,
    /// draft 5.
    #[staticmethod]
    #[pyo3(signature = (material, *, info = None, salt = None))]
    fn key_gen(
        material: &Bound<'_, PyAny>,
        info: Option<&Bound<'_, PyAny>>,
        salt: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let material = any_bytes(material, "material")?;
        let info = info.map(|info| any_bytes(info, "info")).transpose()?;
        let info = info.as_ref().map_or(&[][..], |info| info.bytes());
        let key = match salt {
            None => SecretKey::key_gen(material.bytes(), info),
            Some(salt) => {
                let salt = any_bytes(salt, "salt")?;
                SecretKey::key_gen_with_salt(material.bytes(), salt.bytes(), info)
            }
        };
        Self::of(key, "material")
    }

    /// The root of a tree of keys, from at least 32 secret bytes: ``derive_master_SK`` of EIP-2333.
    #[staticmethod]
    fn derive_master(seed: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::of(SecretKey::derive_master(any_bytes(seed, "seed")?.bytes()), "seed")
    }

    /// The child with an index below 2^32: ``derive_child_SK`` of EIP-2333.
    fn derive_child(&self, py: Python<'_>, index: Integer) -> PyResult<Self> {
        let index = index.to("index")?;
        Ok(Self(py.detach(|| self.0.derive_child(index))))
    }

    /// The 32 bytes of the key, big-endian.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &*self.0.to_be_bytes())
    }

    /// The public key in the group of the suite's keys: 48 bytes in G1, 96 bytes in G2.
    fn public_key<'py>(&self, py: Python<'py>, suite: &Bound<'py, PySuite>) -> Bound<'py, PyBytes> {
        with_variant!(&suite.get().0, |suite| {
            let key = py.detach(|| public_key(&self.0, suite));
            PyBytes::new(py, key.to_bytes().as_ref())
        })
    }

    /// The signature of a message: 96 bytes in G2 for keys in G1, else 48 bytes. Time may depend on the message.
    fn sign<'py>(
        &self,
        py: Python<'py>,
        suite: &Bound<'py, PySuite>,
        message: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let message = any_bytes(message, "message")?;
        let message = message.bytes();
        with_variant!(&suite.get().0, |suite| {
            let signature = py.detach(|| self.0.sign(suite, message));
            Ok(PyBytes::new(py, signature.to_bytes().as_ref()))
        })
    }

    /// The proof that the caller has this secret key: the signature of the public key under the tag of proofs
    /// (``PopProve`` of the draft).
    fn prove_possession<'py>(&self, py: Python<'py>, suite: &Bound<'py, PySuite>) -> Bound<'py, PyBytes> {
        with_variant!(&suite.get().0, |suite| {
            let proof = py.detach(|| proof(&self.0, suite));
            PyBytes::new(py, proof.to_bytes().as_ref())
        })
    }

    #[allow(clippy::unused_self, reason = "the key is not shown")]
    fn __repr__(&self) -> &'static str {
        "SecretKey(...)"
    }
}
