//! Tables of multiples of fixed points for sums: rust-verkle's tables of non-adjacent forms.

use crate::tables::Tables;
use crate::{Element, Fr};

/// Tables of multiples of fixed points.
///
/// The tables take at most as much memory as the `2^(w - 1)` odd multiples of 128 bytes for each base that the replaced
/// type has with windows of `w` bits, or 24 KiB for each base. They contain multiples for every window instead, so
/// that products have no doublings: 37 additions for a full scalar with `w = 12`.
#[derive(Clone, Debug)]
pub struct MSMPrecompWnaf {
    tables: Tables,
}

impl MSMPrecompWnaf {
    /// Tables for these bases, of the size that windows of `window_size` bits have. Runs on the caller's rayon pool
    /// with feature `parallel`.
    ///
    /// # Panics
    /// If there are more than `2^31` entries.
    pub fn new(bases: &[Element], window_size: usize) -> Self {
        Self { tables: Tables::within(bases, 128 << window_size.clamp(1, 20).saturating_sub(1)) }
    }

    /// `scalar bases[index]`.
    ///
    /// # Panics
    /// If there is no such base.
    pub fn mul_index(&self, scalar: Fr, index: usize) -> Element {
        self.tables.product(&scalar, index)
    }

    /// `sum of scalars[i] bases[i]`; missing scalars are zero.
    ///
    /// # Panics
    /// If there are more scalars than bases.
    pub fn mul(&self, scalars: &[Fr]) -> Element {
        self.tables.sum(scalars)
    }

    /// As [`mul`](Self::mul). Sixteen additions run in parallel in the vectors of the calling thread.
    ///
    /// # Panics
    /// If there are more scalars than bases.
    pub fn mul_par(&self, scalars: &[Fr]) -> Element {
        self.mul(scalars)
    }
}
