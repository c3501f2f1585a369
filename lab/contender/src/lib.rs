//! What every Rust contender shares. `../PROTOCOL.md` is the specification.
//!
//! A contender is a `main` of a few lines per workload:
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
//! The loops that are timed are here, generic over the operation, so that every Rust contender is measured by the same
//! code and the compiler may inline what it would inline for a user.

mod allocations;
pub mod block;
mod columns;
mod ecdsa;
mod field;
mod group;
pub mod message;
pub mod modulus;
mod prepared;
mod registry;
mod schnorr;
mod server;

pub use allocations::CountingAllocator;
pub use columns::{Column, Columns, ColumnsError};
pub use ecdsa::Ecdsa;
pub use field::Field;
pub use group::{Group, number};
pub use prepared::{Clock, Prepared};
pub use registry::{Contender, Input, Refusal};
pub use schnorr::Schnorr;
