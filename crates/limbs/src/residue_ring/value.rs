//! Elements of a quadratic extension in residues.

use super::LANES;
use crate::bound::Bound;

/// A constant for each lane.
pub(crate) type Lanes = [u64; LANES];

/// A number in both bases.
pub(crate) type Residues = [Lanes; 2];

/// An element `c0 + c1 u` with `u^2 = -q`, in residues.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct Quadratic {
    pub(crate) c0: Residues,
    pub(crate) c1: Residues,
    /// `c0 + c1`, not reduced: the third factor of a product.
    pub(crate) sum: Residues,
    /// Of the integers: `|c0|, |c1| < B p`.
    pub(crate) bound: Bound,
}

impl Quadratic {
    /// Zero.
    pub const ZERO: Self = Self { c0: [[0; 8]; 2], c1: [[0; 8]; 2], sum: [[0; 8]; 2], bound: Bound::new(0) };
}
