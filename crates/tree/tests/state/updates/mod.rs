//! Streams of writes and removals against a plain model that applies them one at a time and commits from scratch.

mod errors;
mod model;
mod streams;
mod threads;

use vorpal_tree::{Key, Value};

/// A key whose stem begins with the given bytes.
pub(crate) fn at(prefix: &[u8], suffix: u8) -> Key {
    let mut stem = [0; 31];
    stem[..prefix.len()].copy_from_slice(prefix);
    Key { stem, suffix }
}

/// Writes to 400 keys, enough for several threads. Stems share prefixes of up to four bytes.
pub(crate) fn many(seed: u32) -> Vec<(Key, Value)> {
    let write = |i: u32| {
        let [a, b, c, d] = (i.wrapping_add(seed).wrapping_mul(0x9e37_79b1) >> 7).to_le_bytes();
        (at(&[a % 16 * 16, b % 8, c % 2, d % 4, a, b], c), [d ^ a; 32])
    };
    (0..400).map(write).collect()
}
