//! Forged witnesses of a prover that knows all vectors: forgeries that verifiers reject, and forgeries that the plain
//! version cannot detect.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops at the first surprise")]

mod bound;
mod forgery;
mod leaf_as_branch;
#[path = "../witness_trees/mod.rs"]
mod witness_trees;
mod zero_vectors;
