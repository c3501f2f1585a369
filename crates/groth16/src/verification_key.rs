//! Verification keys.

use alloc::vec::Vec;

use vorpal_curves::models::weierstrass::Affine;

use crate::{Curve, Zkey};

/// What is needed to verify proofs of one circuit. [`Verifier`](crate::Verifier) checks the points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerificationKey<C: Curve> {
    /// `alpha G`.
    pub alpha_g1: Affine<C::G1>,
    /// `beta H`.
    pub beta_g2: Affine<C::G2>,
    /// `gamma H`.
    pub gamma_g2: Affine<C::G2>,
    /// `delta H`.
    pub delta_g2: Affine<C::G2>,
    /// For the constant signal and each public one, a point of G1.
    pub ic: Vec<Affine<C::G1>>,
}

impl<C: Curve> VerificationKey<C> {
    /// Whether `delta H` is `gamma H` or its opposite, as in a key without contributions. Then everybody can prove
    /// everything: the proof `(alpha G, beta H, -IC(x))`, or `(alpha G, beta H, IC(x))`, is valid for all signals `x`.
    pub fn is_forgeable(&self) -> bool {
        self.delta_g2 == self.gamma_g2 || self.delta_g2 == -self.gamma_g2
    }
}

impl<C: Curve> Zkey<C> {
    /// The verification key that the proving key contains.
    pub fn verification_key(&self) -> VerificationKey<C> {
        VerificationKey {
            alpha_g1: self.alpha_g1,
            beta_g2: self.beta_g2,
            gamma_g2: self.gamma_g2,
            delta_g2: self.delta_g2,
            ic: self.ic.clone(),
        }
    }
}
