//! Curve models: the formulas, generic over the parameters of a curve.

pub mod edwards;
pub mod weierstrass;
