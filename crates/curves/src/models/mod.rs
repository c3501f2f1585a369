//! Curve models: the formulas, generic over the parameters of a curve.

mod digits;
pub mod edwards;
pub mod weierstrass;
