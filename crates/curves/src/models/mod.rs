//! Curve shapes: the formulas, generic over parameters.

pub mod edwards;
pub mod weierstrass;
