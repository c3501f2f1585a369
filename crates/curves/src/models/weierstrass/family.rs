//! The families of pairing-friendly curves and their seeds.

/// The family of a pairing-friendly curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Barreto, Lynn, Scott, with embedding degree 12: `r = x^4 - x^2 + 1`.
    Bls12,
    /// Barreto, Naehrig: `r = 36 x^4 + 36 x^3 + 18 x^2 + 6 x + 1`.
    Bn,
}

/// The seed `x` of a pairing-friendly curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seed {
    /// The absolute value.
    pub magnitude: u64,
    /// Whether the seed is negative.
    pub negative: bool,
}
