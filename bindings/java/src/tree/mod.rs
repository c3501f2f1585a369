//! State trees of EIP-6800: in memory or on disk, with history and witnesses.
//!
//! `store` has the trees and the tables, `write` and `read` their methods, `witness` the proofs.

mod read;
mod store;
mod witness;
mod write;

use vorpal::tree::Value;

/// Values as bytes: 33 for each, of which the first tells whether the value is present.
fn encoded(found: &[Option<Value>]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(33 * found.len());
    for value in found {
        bytes.push(value.is_some().into());
        bytes.extend_from_slice(&value.unwrap_or([0; 32]));
    }
    bytes
}
