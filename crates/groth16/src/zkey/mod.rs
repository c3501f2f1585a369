//! Proving keys: files `.zkey` of snarkjs for Groth16.
//!
//! | Section | Contents |
//! |---|---|
//! | 1 | the protocol (`u32`): 1 for Groth16 |
//! | 2 | both primes, the numbers of signals, public signals and rows, and the points of the verification key |
//! | 3 | IC: a point of G1 for each public signal, after one for the constant signal |
//! | 4 | coefficients: [`Matrix`] |
//! | 5, 6, 7 | A and B1 in G1, B2 in G2: a point for each signal |
//! | 8 | C in G1: a point for each signal that is not public |
//! | 9 | H in G1: a point for each row |
//! | 10 | the contributions to the setup, which proofs do not need |
//!
//! Points are two coordinates in canonical Montgomery form, zeros for infinity.

mod check;
mod coefficients;
mod matrix;
pub(crate) mod read;
#[cfg(feature = "std")]
mod write;

use alloc::vec::Vec;

use vorpal_curves::models::weierstrass::Affine;

pub use check::PointError;
pub use matrix::{Builder, Matrix};

use crate::Curve;

/// The sections of the file.
pub(crate) mod sections {
    pub(crate) const PROTOCOL: u32 = 1;
    pub(crate) const HEADER: u32 = 2;
    pub(crate) const IC: u32 = 3;
    pub(crate) const COEFFICIENTS: u32 = 4;
    pub(crate) const A: u32 = 5;
    pub(crate) const B_G1: u32 = 6;
    pub(crate) const B_G2: u32 = 7;
    pub(crate) const C: u32 = 8;
    pub(crate) const H: u32 = 9;
    #[cfg(feature = "std")]
    pub(crate) const CONTRIBUTIONS: u32 = 10;
}

/// The protocol of section 1.
pub(crate) const GROTH16: u32 = 1;

/// A proving key: the contents of a file `.zkey`, but for the contributions.
///
/// Reading checks lengths, indices and that coordinates are below the prime. Whether points are on the curve and in the
/// subgroup is checked by [`check_points`](Self::check_points) alone: proofs of a wrong key are wrong, and have no
/// other consequences but that they may reveal the witness, as those of any key from an untrusted setup.
///
/// Signals are numbered from the constant signal 0, whose value is 1, through the public signals to the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zkey<C: Curve> {
    /// The number of signals, with the constant one.
    pub signals: u32,
    /// The number of public signals, without the constant one.
    pub public: u32,
    /// The number of rows of the matrices, a power of two.
    pub domain_size: u32,
    /// `alpha G`.
    pub alpha_g1: Affine<C::G1>,
    /// `beta G`.
    pub beta_g1: Affine<C::G1>,
    /// `beta H`.
    pub beta_g2: Affine<C::G2>,
    /// `gamma H`.
    pub gamma_g2: Affine<C::G2>,
    /// `delta G`.
    pub delta_g1: Affine<C::G1>,
    /// `delta H`.
    pub delta_g2: Affine<C::G2>,
    /// For the constant signal and the public ones, `(beta A_i + alpha B_i + C_i) / gamma G` at tau.
    pub ic: Vec<Affine<C::G1>>,
    /// The left factors of the constraints, followed by a row for each of the signals `0..=public`.
    pub matrix_a: Matrix<C::Scalar>,
    /// The right factors of the constraints.
    pub matrix_b: Matrix<C::Scalar>,
    /// For each signal, `A_i G` at tau.
    pub a: Vec<Affine<C::G1>>,
    /// For each signal, `B_i G` at tau.
    pub b_g1: Vec<Affine<C::G1>>,
    /// For each signal, `B_i H` at tau.
    pub b_g2: Vec<Affine<C::G2>>,
    /// For each signal that is not public, `(beta A_i + alpha B_i + C_i) / delta G` at tau.
    pub c: Vec<Affine<C::G1>>,
    /// For each row `i`, `L_(2 i + 1) / delta G` at tau, where `L` is the Lagrange basis of the domain of twice as many
    /// rows.
    pub h: Vec<Affine<C::G1>>,
}
