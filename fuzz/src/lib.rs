//! What must hold for any bytes. Each function takes bytes from the fuzzer and panics where a property fails.

#![forbid(unsafe_code)]

mod parsers;
mod seeds;
mod verification;
mod witness;

pub use parsers::{der, keys, signatures};
pub use seeds::seeds;
pub use verification::{ecdsa, schnorr};
pub use witness::witness;

/// A name, and what the fuzzer calls.
pub type Target = (&'static str, fn(&[u8]));

/// All targets.
pub const TARGETS: [Target; 6] = [
    ("der", der),
    ("signatures", signatures),
    ("keys", keys),
    ("ecdsa", ecdsa),
    ("schnorr", schnorr),
    ("witness", witness),
];

/// The first bytes, zeros where there are not so many.
fn array<const N: usize>(bytes: &[u8]) -> [u8; N] {
    core::array::from_fn(|i| bytes.get(i).copied().unwrap_or(0))
}
