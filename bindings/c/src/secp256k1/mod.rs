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
    if key_len == 33 || key_len == 65 {
        return Ok(());
    }
    Err(Failure::argument(format_args!("key_len is {key_len}, not 33 or 65")))
}

/// The key that bytes encode.
fn key(bytes: &[u8]) -> Result<PublicKey, Failure> {
    check_key_length(bytes.len())?;
    PublicKey::from_sec1_bytes(bytes).map_err(Failure::from)
}
