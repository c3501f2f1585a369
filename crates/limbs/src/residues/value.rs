//! Elements of a quadratic extension in residues.

use super::constants::Lanes;

/// A number in both bases.
pub(crate) type Residues = [Lanes; 2];

/// An element `c0 + c1 u` with `u^2 = -q`, in residues.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct Quadratic {
    pub(crate) c0: Residues,
    pub(crate) c1: Residues,
    /// `-q c1`, the third factor of a product.
    pub(crate) rest: Residues,
    /// Of the integers: `|c0|, |c1| < B p`.
    pub(crate) bound: Bound,
}

impl Quadratic {
    /// Zero.
    pub const ZERO: Self = Self { c0: [[0; 8]; 2], c1: [[0; 8]; 2], rest: [[0; 8]; 2], bound: Bound::new(0) };
}

/// A bound `B`. Only debug builds have it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bound {
    #[cfg(debug_assertions)]
    bound: u64,
}

impl Bound {
    #[cfg_attr(not(debug_assertions), allow(unused_variables, reason = "release code has no bounds"))]
    pub(crate) const fn new(bound: u64) -> Self {
        Self {
            #[cfg(debug_assertions)]
            bound,
        }
    }

    /// The bound, 0 in release builds.
    pub(crate) const fn get(self) -> u64 {
        #[cfg(debug_assertions)]
        return self.bound;
        #[cfg(not(debug_assertions))]
        return 0;
    }
}
