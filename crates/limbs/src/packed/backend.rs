//! The interface of a backend for packed values: a table of kernels. [`PackedMontgomery`] derives all operations from
//! it, once for all backends.
//!
//! [`PackedMontgomery`]: crate::PackedMontgomery

use core::fmt::Debug;

use super::{KernelTable, Sealed};

/// A backend for sixteen residues side by side. Backends with vectors of doubles or of 52-bit multipliers support `N`
/// of four and six.
///
/// All packed values must come from the same backend and modulus.
pub trait PackedBackend: Copy + Debug + Send + Sync + Sealed + 'static {
    /// The kernels for `N` limbs.
    ///
    /// # Panics
    /// If the backend does not support `N` limbs.
    fn kernels<const N: usize>(self) -> &'static KernelTable<N>;
}
