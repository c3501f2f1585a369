//! Elements of a quadratic extension in residues.

use super::constants::Lanes;
use crate::bound::Bound;

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
