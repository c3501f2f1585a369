//! The protocol and the timed loops that Rust contenders share. `../PROTOCOL.md` is the specification.
//!
//! A contender is a `main` function with a few lines per workload:
//!
//! ```no_run
//! use contender::{Contender, Field};
//!
//! #[global_allocator]
//! static ALLOCATOR: contender::CountingAllocator = contender::CountingAllocator;
//!
//! # fn decode(_: &[u8]) -> Option<u64> { None }
//! # fn encode(_: &u64) -> Vec<u8> { Vec::new() }
//! let mut contender = Contender::new("example", "1.0");
//! Field::new(&mut contender, "bn254_scalar", decode, encode).mul("a * b", |a, b| a * b);
//! contender.serve();
//! ```
//!
//! The timed loops are in this crate and generic over the operation. So the same code measures all Rust contenders, and
//! the compiler can inline the operation as it would for a user. Some workloads of one contender or two have loops
//! of their own there, such as trees, openings, and variants of Montgomery multiplication.

mod allocations;
pub mod bls;
mod columns;
mod ecdsa;
mod evm;
mod field;
pub mod groth16;
mod group;
mod hashing;
pub mod kzg;
mod membership;
pub mod message;
pub mod modulus;
mod pairing;
mod points;
mod prepared;
mod registry;
pub mod rows;
mod schnorr;
mod server;
mod transform;

pub use allocations::CountingAllocator;
pub use columns::{Column, Columns, ColumnsError};
pub use ecdsa::Ecdsa;
pub use evm::Evm;
pub use field::Field;
pub use group::{Group, number};
pub use hashing::{HashToG2, map_to_curve};
pub use pairing::{PAIRS, Pairing};
pub use points::Described;
pub use prepared::{Clock, Prepared};
pub use registry::{Contender, Input, Refusal};
pub use schnorr::Schnorr;
pub use transform::{LOG_SIZES, transforms};
