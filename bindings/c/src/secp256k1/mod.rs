//! secp256k1: ECDSA, recovery, BIP 340, shared secrets.

pub(crate) mod batch;
mod encoding;
mod key_cache;
mod mixed;
mod single;

use vorpal::secp256k1::PublicKey;

use crate::error::Failure;

/// Checks the length of encoded public keys.
pub(crate) fn check_key_length(key_len: usize) -> Result<(), Failure> {
    check_length(key_len, "key_len")
}

/// Checks the length of encoded public keys in the argument of this name.
fn check_length(length: usize, name: &str) -> Result<(), Failure> {
    if length == 33 || length == 65 {
        return Ok(());
    }
    Err(Failure::argument(format_args!("{name} is {length}, not 33 or 65")))
}

/// The key that bytes encode.
fn key(bytes: &[u8]) -> Result<PublicKey, Failure> {
    check_key_length(bytes.len())?;
    PublicKey::from_sec1_bytes(bytes).map_err(Failure::from)
}
