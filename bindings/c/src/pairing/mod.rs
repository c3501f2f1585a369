//! Pairings on BLS12-377, BLS12-381 and BN254: products, the check that a product is one, prepared points of G2.

mod check;
mod engine;
mod lines;
mod points;
mod product;
