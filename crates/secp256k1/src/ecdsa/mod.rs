//! ECDSA (SEC 1, version 2, sections 4.1.3, 4.1.4 and 4.1.6).
//!
//! Let `n` be the order of the group, `G` its generator, `d` the secret key, `Q = d G` the public one and `z` the hash,
//! an integer modulo `n`. A signature is `(r, s)` with a secret nonce `k`:
//!
//! ```text
//! R = k G,   r = x(R) mod n,   s = k^-1 (z + r d) mod n.
//! ```
//!
//! It is valid if `r` and `s` are neither zero nor `n` or more and
//!
//! ```text
//! R = u1 G + u2 Q,   u1 = z s^-1,   u2 = r s^-1
//! ```
//!
//! is not infinity and has `x(R) mod n = r`. Given which of at most four points `R` is, `Q = r^-1 (s R - z G)`.
//!
//! `(r, n - s)` is as valid as `(r, s)`, with `-R`: the one with the lower `s` is made here. Ethereum's recovery takes
//! both, Bitcoin's verification the lower.

mod batch;
mod compact;
mod der;
mod nonce;
mod recover;
mod sign;
mod signature;
mod verify;

pub use batch::{Verification, recover_addresses_batch, recover_batch, verify_batch};
pub use der::DerSignature;
pub use recover::{Recovery, recover};
pub use signature::{RecoverableSignature, Signature};
pub(crate) use verify::Check;
#[cfg(test)]
pub(crate) use {
    recover::{Candidate, recover_chunk_vartime, recover_vartime},
    sign::sign_with_nonce,
    verify::verify_chunk_vartime,
};

/// How many signatures share inversions and batches of square roots: what is kept of them lies on the stack.
pub(crate) const CHUNK: usize = 64;
