//! secp256k1: ECDSA, recovery, BIP 340, shared secrets.

mod batch;
mod encoding;
mod key_cache;
mod mixed;
mod public_key;
mod schnorr;
mod secret_key;
mod senders;

use pyo3::prelude::*;
use vorpal::secp256k1::{Error, PublicKey};

pub(crate) use public_key::PyPublicKey;
pub(crate) use vorpal_bindings::signatures::Item;

use crate::error::Failure;

/// The number of signatures between checks for an interrupt.
pub(crate) const AT_ONCE: usize = 1 << 16;

/// The key that bytes encode.
fn decode_key(bytes: &[u8], name: &str) -> Result<PublicKey, Failure> {
    PublicKey::from_sec1_bytes(bytes).map_err(|error| Failure::from(error).of(name))
}

/// The result of a tweak of a key.
fn of_tweak<T>(result: Result<T, Error>) -> Result<T, Failure> {
    result.map_err(|error| Failure::from(error).of("tweak"))
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(batch::recover_batch, module)?)?;
    module.add_function(wrap_pyfunction!(batch::verify_batch, module)?)?;
    module.add_function(wrap_pyfunction!(mixed::verify_mixed_batch, module)?)?;
    module.add_function(wrap_pyfunction!(schnorr::schnorr_verify_batch, module)?)?;
    module.add_function(wrap_pyfunction!(schnorr::schnorr_verify, module)?)?;
    module.add_function(wrap_pyfunction!(encoding::signature_from_der, module)?)?;
    module.add_function(wrap_pyfunction!(encoding::signature_to_der, module)?)?;
    module.add_function(wrap_pyfunction!(encoding::signature_to_low, module)?)?;
    module.add_function(wrap_pyfunction!(public_key::recover, module)?)?;
    module.add_class::<secret_key::PySecretKey>()?;
    module.add_class::<PyPublicKey>()?;
    module.add_class::<senders::PySenders>()?;
    module.add_class::<key_cache::PyKeyCache>()
}
