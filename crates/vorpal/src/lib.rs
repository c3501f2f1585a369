//! Vorpal: the arithmetic engine for chains and provers, in one crate to add.
//!
//! Each module is a crate of its own; who needs only a part depends on that.
//!
//! * [`limbs`][]: words, carries, Montgomery multiplication, processor backends;
//! * [`fields`][]: prime fields;
//! * [`curves`][]: elliptic curves by shape;
//! * [`msm`][]: multi-scalar multiplication;
//! * [`secp256k1`][]: signatures;
//! * [`ipa`][]: Pedersen vector commitments over Banderwagon;
//! * [`tree`][]: the state tree of EIP-6800.
//!
//! Feature `count`: `limbs::count` counts field operations, for each thread, at an instruction each.

#![forbid(unsafe_code)]

#[cfg(any(doc, doctest, test))]
pub mod docs;

pub use vorpal_curves as curves;
pub use vorpal_fields as fields;
pub use vorpal_ipa as ipa;
pub use vorpal_limbs as limbs;
pub use vorpal_msm as msm;
pub use vorpal_secp256k1 as secp256k1;
pub use vorpal_tree as tree;

/// The README's code runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
