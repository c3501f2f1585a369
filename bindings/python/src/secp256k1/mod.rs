//! secp256k1: ECDSA, recovery, BIP 340, shared secrets.

mod batch;
mod encoding;
mod key_cache;
mod public_key;
mod schnorr;
mod secret_key;

use pyo3::prelude::*;
use vorpal::secp256k1::{Error, PublicKey};

pub(crate) use public_key::PyPublicKey;

use crate::error::Failure;

/// The result of an item of a batch of signatures: `vorpal.secp256k1.Item` has the same numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Item {
    Ok = 0,
    Invalid = 1,
    Signature = 2,
    RecoveryId = 3,
    NoPoint = 4,
    Infinity = 5,
    Key = 6,
    Transaction = 7,
    HighS = 8,
}

impl Item {
    /// The result of an item that is malformed or yields no key.
    pub(crate) fn of(error: &Error) -> Self {
        match error {
            Error::RecoveryId { .. } | Error::RecoveryByte { .. } => Self::RecoveryId,
            Error::NoPoint => Self::NoPoint,
            Error::Infinity => Self::Infinity,
            Error::PublicKey(_) => Self::Key,
            _ => Self::Signature,
        }
    }

    fn of_verdict(is_valid: bool) -> Self {
        if is_valid { Self::Ok } else { Self::Invalid }
    }
}

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
    module.add_function(wrap_pyfunction!(schnorr::schnorr_verify_batch, module)?)?;
    module.add_function(wrap_pyfunction!(schnorr::schnorr_verify, module)?)?;
    module.add_function(wrap_pyfunction!(encoding::signature_from_der, module)?)?;
    module.add_function(wrap_pyfunction!(encoding::signature_to_der, module)?)?;
    module.add_function(wrap_pyfunction!(encoding::signature_to_low, module)?)?;
    module.add_function(wrap_pyfunction!(public_key::recover, module)?)?;
    module.add_class::<secret_key::PySecretKey>()?;
    module.add_class::<PyPublicKey>()?;
    module.add_class::<key_cache::PyKeyCache>()
}
