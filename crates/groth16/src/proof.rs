//! Proofs.

use vorpal_curves::models::weierstrass::Affine;

use crate::Curve;

/// A proof. Nothing is known about its points but what [`Verifier`](crate::Verifier) checks.
///
/// Anybody can turn a valid proof into other valid proofs of the same signals: programs that must not accept a proof
/// twice have to remember signals, not proofs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof<C: Curve> {
    /// The point `A` of G1.
    pub a: Affine<C::G1>,
    /// The point `B` of G2.
    pub b: Affine<C::G2>,
    /// The point `C` of G1.
    pub c: Affine<C::G1>,
}
