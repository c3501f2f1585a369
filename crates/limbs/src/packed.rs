//! Packed values: sixteen numbers side by side, in the representation of the backend's vectors.
//!
//! They are intended for long dependent chains (powers, roots) of many numbers, and for running products over batches.
//! The conversion to vectors is done once, because a [`Packed`] keeps its representation until it is
//! [stored](crate::PackedMontgomery::store).
//!
//! The backend defines the representation. Vectors hold numbers in limbs of 52 bits with a Montgomery radix
//! `S = 2^(52 L)`, `L = ceil((64 N + 4) / 52)`, and below `2 p` instead of `p`. With 52-bit multipliers `S` is 1 for
//! primes `2^256 - c` with `c < 2^48`. Scalar code has `S = R = 2^(64 N)` and canonical limbs. Row `j` holds limb `j`
//! of all sixteen numbers.
//!
//! The backend is chosen once per process ([`Active`]), so values of different representations are never mixed. Tests
//! name a backend as a type parameter of [`PackedMontgomery`].
//!
//! [`Active`]: crate::Active
//! [`PackedMontgomery`]: crate::PackedMontgomery

mod backend;
mod constants;
mod conversion;
mod kernels;
mod modulus;

pub use backend::PackedBackend;
pub use conversion::Conversion;
pub use kernels::{KernelTable, PackedKernels};
pub use modulus::PackedModulus;

#[allow(unused_imports, reason = "unused on targets without vectors")]
pub(crate) use constants::{Constants, Doubles, Limbs52, PseudoMersenne, SignedConstants, limbs_52};
pub(crate) use conversion::Sealed;
pub(crate) use kernels::Tables;
#[allow(unused_imports, reason = "unused on targets without vectors")]
pub(crate) use kernels::mul_each;

/// The number of lanes of a [`Packed`].
pub const LANES: usize = 16;

/// Sixteen residues modulo the `p` of the `PackedMontgomery` that made them. At most 1 KiB for up to six limbs.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct Packed<const N: usize> {
    // N + 2 rows, which stable Rust cannot declare as one array.
    low: [[u64; LANES]; N],
    high: [[u64; LANES]; 2],
}

impl<const N: usize> Packed<N> {
    /// Sixteen zeros, in every representation.
    pub const ZERO: Self = Self { low: [[0; LANES]; N], high: [[0; LANES]; 2] };

    /// Limb `j` of all numbers.
    #[inline(always)]
    pub(crate) fn row(&self, j: usize) -> &[u64; LANES] {
        if j < N { &self.low[j] } else { &self.high[j - N] }
    }

    /// Limb `j` of all numbers, mutable.
    #[inline(always)]
    pub(crate) fn row_mut(&mut self, j: usize) -> &mut [u64; LANES] {
        if j < N { &mut self.low[j] } else { &mut self.high[j - N] }
    }

    /// Assigns the numbers of `other` in the lanes of the mask: lane `i` where bit `i` is set.
    #[inline]
    pub fn assign_lanes(&mut self, other: &Self, lanes: u16) {
        let masks: [u64; LANES] = core::array::from_fn(|i| 0u64.wrapping_sub(u64::from(lanes >> i & 1)));
        for j in 0..N + 2 {
            let (row, from) = (self.row_mut(j), other.row(j));
            for i in 0..LANES {
                row[i] ^= (row[i] ^ from[i]) & masks[i];
            }
        }
    }

    /// Copies lane `from` of `other` to lane `to`.
    #[inline]
    pub fn copy_lane(&mut self, to: usize, other: &Self, from: usize) {
        for j in 0..N + 2 {
            self.row_mut(j)[to] = other.row(j)[from];
        }
    }
}
