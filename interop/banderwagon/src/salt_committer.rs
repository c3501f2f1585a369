//! Tables of multiples of fixed points for single products, as SALT commits with them.

use crate::tables::Tables;
use crate::{Element, Fr};

/// Tables of multiples of fixed points.
///
/// Windows of `w` bits take `ceil(253 / w)` additions for a full scalar and `ceil(253 / w) 2^(w - 1)` entries of 96
/// bytes for each base: with the 11 bits of [`DEFAULT_PRECOMP_WINDOW_SIZE`] 23 additions, and 552 MiB for 256 bases.
///
/// ```
/// use banderwagon::{Element, Fr, salt_committer::Committer};
/// let g = Element::prime_subgroup_generator();
/// let committer = Committer::new(&[g, g + g], 6);
/// assert_eq!(committer.mul_index(&Fr::from(5u64), 1), g * Fr::from(10u64));
/// ```
///
/// [`DEFAULT_PRECOMP_WINDOW_SIZE`]: crate::platform::DEFAULT_PRECOMP_WINDOW_SIZE
#[derive(Clone, Debug)]
pub struct Committer {
    tables: Tables,
}

impl Committer {
    /// Tables for these bases with windows of `window_size` bits, or of the nearest width from 2 to 16. Runs on the
    /// caller's rayon pool with feature `parallel`.
    ///
    /// # Panics
    /// If there are more than `2^31` entries.
    pub fn new(bases: &[Element], window_size: usize) -> Self {
        Self { tables: Tables::with_window(bases, window_size) }
    }

    /// `scalar bases[g_i]`. One addition for each nonzero digit of the scalar or of its negative, whichever is the
    /// smaller integer.
    ///
    /// # Panics
    /// If there is no base `g_i`.
    pub fn mul_index(&self, scalar: &Fr, g_i: usize) -> Element {
        self.tables.product(scalar, g_i)
    }
}
