//! The curve Bandersnatch and the prime-order group Banderwagon made of it.

mod banderwagon;
mod encoding;
mod lanes;
mod parameters;

pub use banderwagon::{AffineBanderwagon, Banderwagon};
pub use lanes::{BanderwagonLanes, TableBanderwagon};
pub use parameters::Bandersnatch;
