//! The curve Bandersnatch and the prime-order group Banderwagon made of it.

mod banderwagon;
mod encoding;
mod parameters;

pub use banderwagon::{AffineBanderwagon, Banderwagon};
pub use parameters::Bandersnatch;
