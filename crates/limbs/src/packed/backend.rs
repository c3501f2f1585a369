//! The interface of a backend for packed values: a table of kernels. [`PackedMontgomery`] derives all operations from
//! it, once for all backends.
//!
//! [`PackedMontgomery`]: super::PackedMontgomery

use core::fmt::Debug;

use super::KernelTable;

/// Prevents implementations outside this crate.
pub trait Sealed {}

/// The relation between numbers in memory and residues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conversion {
    /// The number `a R mod p` is the residue `a`. Costs about one multiplication where `S` differs from `R`.
    Montgomery,
    /// The number `x` is the residue `x / S`, without arithmetic: for computations in which the radix cancels, such as
    /// inverses by running products.
    Raw,
    /// As [`Raw`](Self::Raw), for units: loading replaces zeros by the number 1, and storing skips destinations that
    /// hold zero.
    Units,
}

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
