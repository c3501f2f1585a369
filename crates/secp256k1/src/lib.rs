//! secp256k1: who signed this?
//!
//! Public-key recovery from ECDSA signatures (SEC 1, version 2, section 4.1.6), one at a time or a block at once, and
//! Ethereum addresses. Bytes in, bytes out.
//!
//! ```
//! use vorpal_secp256k1::{Recovery, recover};
//! # fn bytes(hex: &str) -> [u8; 32] {
//! #     core::array::from_fn(|i| u8::from_str_radix(&hex[2 * i..][..2], 16).unwrap())
//! # }
//! // The first transaction of Ethereum's mainnet, block 46147.
//! let recovery = Recovery {
//!     hash: bytes("19b1e28c14f33e74b96b88eba97d4a4fc8a97638d72e972310025b7e1189b049"),
//!     r: bytes("88ff6cf0fefd94db46111149ae4bfc179e9b94721fffd821d38d16464b3f71d0"),
//!     s: bytes("45e0aff800961cfce805daef7016b9b675c137a6a41a548f7b60a3484c06a33a"),
//!     recovery_id: 1,
//! };
//! let sender = recover(&recovery)?.ethereum_address();
//! assert_eq!(sender[..4], [0xa1, 0xe4, 0x38, 0x0a]);
//! # Ok::<(), vorpal_secp256k1::Error>(())
//! ```
//!
//! Everything in this crate so far works on public data and takes variable time.

#![forbid(unsafe_code)]

mod error;
mod key;
mod multiply;
mod recover;

pub use error::Error;
pub use key::PublicKey;
pub use recover::{Recovery, recover, recover_batch};
