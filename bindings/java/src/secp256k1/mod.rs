//! secp256k1: keys, ECDSA, recovery, BIP 340, shared secrets.

mod batch;
mod keys;
mod mixed;
mod senders;
mod single;

use vorpal::secp256k1::{Error, PublicKey};

pub(crate) use batch::{verdicts, width_of_keys};

use crate::error::{Failure, Kind};

/// The failure of an argument that is no key or signature.
pub(crate) fn malformed(argument: &'static str) -> impl FnOnce(Error) -> Failure {
    move |error| {
        let kind = if matches!(error, Error::Length { .. }) { Kind::Argument } else { Kind::Input };
        Failure::of(kind, argument, error)
    }
}

/// The key that bytes encode.
fn decode_key(bytes: &[u8], argument: &'static str) -> Result<PublicKey, Failure> {
    PublicKey::from_sec1_bytes(bytes).map_err(malformed(argument))
}
