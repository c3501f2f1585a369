//! Sums of multiples of points on G1 of BLS12-377, BLS12-381 and BN254.
//!
//! `curve` has the curves and formats, `bases` the points that are read once, `sum` the sums.

mod bases;
mod curve;
mod sum;
