//! The constants of arithmetic in residue number systems, and the interface of its backends.

pub(crate) mod backend;
pub(crate) mod constants;
pub(crate) mod moduli;
pub(crate) mod value;

pub use backend::{Factors, ProductKind, ResidueBackend, Terms};
pub use constants::ResidueRing;
pub use value::Quadratic;

/// The lanes of a vector: the largest number of moduli of a base.
pub(crate) const LANES: usize = 8;

/// What lanes of either base are at most, as multiples of the modulus.
pub(crate) const MULTIPLES: [u64; 2] = [3, 2];

/// The most products in a sum.
pub(crate) const MOST_PRODUCTS: usize = 7;

/// The most sums that a kernel computes at once.
pub(crate) const AT_ONCE: usize = 12;

/// The bound of reduced numbers, in multiples of `p`.
pub const REDUCED: u64 = 15;
