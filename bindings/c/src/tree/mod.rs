//! State trees of EIP-6800: in memory or on disk, with history and witnesses.

mod keys;
mod partial_tree;
mod read;
mod store;
mod witness;
mod write;

use vorpal::tree::Value;

/// Writes optional values: zeros and a 0 for an absent one.
fn write_values(found: Vec<Option<Value>>, values: &mut [[u8; 32]], present: &mut [u8]) {
    for ((found, value), present) in found.into_iter().zip(values).zip(present) {
        *present = u8::from(found.is_some());
        *value = found.unwrap_or([0; 32]);
    }
}
