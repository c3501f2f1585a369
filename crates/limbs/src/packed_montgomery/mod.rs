//! Packed arithmetic for callers: the backend in use, and the operations that follow from its kernels.

mod active;
mod gather;
mod montgomery;

pub use active::Active;
pub use montgomery::PackedMontgomery;
