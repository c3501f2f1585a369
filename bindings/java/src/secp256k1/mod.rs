//! secp256k1: keys, ECDSA, recovery, BIP 340, shared secrets.

mod batch;
mod keys;
mod single;

use vorpal::secp256k1::{Error, PublicKey};

pub(crate) use batch::{verdicts, width_of_keys};

use crate::error::{Failure, Kind};

/// The result of an item of a batch of signatures: `io.vorpal.Item` has the same numbers, and so do the other bindings.
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

    pub(crate) fn of_verdict(is_valid: bool) -> Self {
        if is_valid { Self::Ok } else { Self::Invalid }
    }
}

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

/// The recovery identifier of the byte `v`.
fn recovery_id(v: u8) -> Option<u8> {
    match v {
        0..=3 => Some(v),
        27..=30 => Some(v - 27),
        _ => None,
    }
}
