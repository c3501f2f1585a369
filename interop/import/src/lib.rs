//! The import of a chain of blocks, as a client does it: blocks in, state roots out.
//!
//! [`import`] reads the blocks that a client exported, recovers the senders by Vorpal's batch recovery, executes the
//! transactions by revm on Vorpal's precompiled contracts, and writes accounts, storage and code into Vorpal's state
//! tree (EIP-6800), block by block. After each block it reads the writes from the tree again, and compares the
//! Merkle-Patricia root of what it read with the header's state root.

#![forbid(unsafe_code)]

mod chain;
mod check;
mod era;
mod execution;
mod export;
mod failure;
mod headstate;
mod import;
mod interrupt;
mod merkle;
mod report;
mod snapshot;
mod spec;
mod state;
mod times;
mod tree;

#[cfg(test)]
mod tests;

pub use failure::Failure;
pub use import::{Options, import};
pub use report::Report;
pub use times::PartReport;
