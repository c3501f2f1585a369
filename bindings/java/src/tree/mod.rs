//! State trees of EIP-6800: in memory or on disk, with history and witnesses.
//!
//! `store` has the trees and the tables, `write` and `read` their methods, `witness` the proofs.

mod read;
mod store;
mod witness;
mod write;

use vorpal::tree::{Key, Value};

use crate::error::{Failure, Kind};

/// Keys and values side by side.
fn entries<'a>(keys: &'a [[u8; 32]], values: &'a [[u8; 32]]) -> impl Iterator<Item = (Key, Value)> + 'a {
    keys.iter().zip(values).map(|(key, value)| (Key::from(*key), *value))
}

/// Values as bytes: 33 for each, of which the first tells whether the value is present.
fn encoded(found: &[Option<Value>]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(33 * found.len());
    for value in found {
        bytes.push(value.is_some().into());
        bytes.extend_from_slice(&value.unwrap_or([0; 32]));
    }
    bytes
}

impl From<vorpal::tree::Error> for Failure {
    fn from(error: vorpal::tree::Error) -> Self {
        use vorpal::tree::Error;
        let kind = match &error {
            Error::WitnessRefused | Error::Unbound { .. } => Kind::Refused,
            Error::Witness { .. }
            | Error::NotInWitness { .. }
            | Error::NodeNotInWitness { .. }
            | Error::Root { .. } => Kind::Input,
            Error::NoKeys
            | Error::TooManyKeys { .. }
            | Error::Label { .. }
            | Error::Uncommitted
            | Error::Block { .. }
            | Error::Rollback { .. }
            | Error::CodeSize { .. }
            | Error::HashInput { .. }
            | Error::WitnessBasis { .. } => Kind::Argument,
            _ => Kind::Store,
        };
        Self::new(kind, error)
    }
}
