//! The curve Bandersnatch, and the prime-order group Banderwagon, a quotient of one of its subgroups.

mod banderwagon;
pub mod encoding;
mod operators;
mod packed;
mod parameters;
mod projective;

pub use banderwagon::{AffineBanderwagon, Banderwagon};
pub use packed::{PackedBanderwagon, TableBanderwagon};
pub use parameters::Bandersnatch;

/// A scalar: an integer modulo the order of Banderwagon.
#[doc(alias = "Fr")]
pub type Scalar = vorpal_fields::primes::BandersnatchScalar;
