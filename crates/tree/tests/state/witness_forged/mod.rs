//! Forged witnesses of a prover that knows all vectors: forgeries that verifiers reject, and forgeries that the plain
//! version cannot detect.

mod bound;
mod forgery;
mod leaf_as_branch;
mod zero_vectors;
