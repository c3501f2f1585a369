//! Tables of multiples of fixed points for sums: rust-verkle's tables of signed windows.

use crate::tables::Tables;
use crate::{Element, Fr};

/// Tables of multiples of fixed points in signed windows: `ceil(253 / w) 2^(w - 1)` entries of 96 bytes for each base.
#[derive(Clone, Debug)]
pub struct MSMPrecompWindowSigned {
    tables: Tables,
}

impl MSMPrecompWindowSigned {
    /// Tables for these bases with windows of `window_size` bits, or of the nearest width from 2 to 16. Runs on the
    /// caller's rayon pool with feature `parallel`.
    ///
    /// # Panics
    /// If there are more than `2^31` entries.
    pub fn new(bases: &[Element], window_size: usize) -> Self {
        Self { tables: Tables::with_window(bases, window_size) }
    }

    /// `sum of scalars[i] bases[i]`; missing scalars are zero.
    ///
    /// # Panics
    /// If there are more scalars than bases.
    pub fn mul(&self, scalars: &[Fr]) -> Element {
        self.tables.sum(scalars)
    }
}
