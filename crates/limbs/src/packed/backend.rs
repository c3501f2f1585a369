//! The interface of a backend for packed values: the kernels that a backend implements. [`PackedMontgomery`] derives
//! all other operations, once for all backends.
//!
//! [`PackedMontgomery`]: super::PackedMontgomery

use core::fmt::Debug;

use super::{LANES, Packed, PackedModulus};

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

/// Kernels for sixteen residues side by side. Backends with vectors of doubles or of 52-bit multipliers support `N` of
/// four and six; they panic on others. Constant time, except [`zero_lanes`](Self::zero_lanes).
///
/// All packed values must come from the same backend and modulus. Each number is below `2 p` in the backend's
/// representation, or below another bound that the backend maintains.
pub trait PackedBackend: Copy + Debug + Send + Sync + Sealed + 'static {
    /// The least count of numbers of `n` limbs for which packed arithmetic is faster than one number at a time.
    fn pays_from(self, n: usize) -> usize;

    /// Loads sixteen numbers below `p`.
    fn load<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        packed: &mut Packed<N>,
        numbers: &[&[u64; N]; LANES],
        conversion: Conversion,
    );

    /// Stores the sixteen numbers, reduced below `p`.
    fn store<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        packed: &Packed<N>,
        numbers: &mut [&mut [u64; N]; LANES],
        conversion: Conversion,
    );

    /// Sets all lanes to one.
    fn fill_one<const N: usize>(self, modulus: &PackedModulus<N>, packed: &mut Packed<N>);

    /// `product_i = a_i b_i`.
    ///
    /// # Safety
    /// `a` and `b` are valid for reads. `product` is valid for writes, and may be `a` or `b`.
    unsafe fn mul<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        product: *mut Packed<N>,
        a: *const Packed<N>,
        b: *const Packed<N>,
    );

    /// `power_i = a_i^(2^times)`.
    ///
    /// # Safety
    /// As for [`mul`](Self::mul).
    unsafe fn square_times<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        power: *mut Packed<N>,
        a: *const Packed<N>,
        times: usize,
    );

    /// `sum_i = a_i + b_i`.
    ///
    /// # Safety
    /// As for [`mul`](Self::mul).
    unsafe fn add<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        sum: *mut Packed<N>,
        a: *const Packed<N>,
        b: *const Packed<N>,
    );

    /// `difference_i = a_i - b_i`.
    ///
    /// # Safety
    /// As for [`mul`](Self::mul).
    unsafe fn sub<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        difference: *mut Packed<N>,
        a: *const Packed<N>,
        b: *const Packed<N>,
    );

    /// `a_i = -a_i` in the lanes of the mask.
    fn negate_lanes<const N: usize>(self, modulus: &PackedModulus<N>, a: &mut Packed<N>, lanes: u16);

    /// The lanes with `a_i = 0`. Time may depend on which lanes are zero.
    fn zero_lanes<const N: usize>(self, modulus: &PackedModulus<N>, a: &Packed<N>) -> u16;

    /// `a_i = v a_i`, where `v^2 = R / S`.
    fn scale_raw<const N: usize>(self, modulus: &PackedModulus<N>, a: &mut Packed<N>);

    /// `a_i = a_i / v`, where `v^2 = R / S`.
    fn unscale_raw<const N: usize>(self, modulus: &PackedModulus<N>, a: &mut Packed<N>);
}
