//! Verification.

#![allow(non_snake_case, reason = "projective coordinates are capitals in the literature")]

use vorpal_curves::models::weierstrass::{Affine, Jacobian};
use vorpal_curves::secp256k1::Secp256k1;
use vorpal_fields::primes::Secp256k1Scalar;
use vorpal_fields::{Field, PrimeField, batch_invert};
use vorpal_limbs::words;

use super::{CHUNK, Signature};
use crate::PublicKey;
use crate::curve::SignatureCurve;
use crate::multiply::{Term, lincomb_batch_vartime, lincomb_vartime};

impl PublicKey {
    /// Whether the signature of the hash is valid under this key, with `s` in the lower or upper half of its range.
    /// Time depends on everything.
    ///
    /// Bitcoin asks for the lower half: see [`verify_low`](Self::verify_low).
    pub fn verify(&self, hash: &[u8; 32], signature: &Signature) -> bool {
        let check = Check::new(hash, signature, self);
        check.is_valid_vartime(|u1, u2| lincomb_vartime(u1, u2, &check.key))
    }

    /// As [`verify`](Self::verify), and whether the signature is [low](Signature::is_low): of the two forms that
    /// anybody can turn into one another, one.
    pub fn verify_low(&self, hash: &[u8; 32], signature: &Signature) -> bool {
        signature.is_low() && self.verify(hash, signature)
    }
}

/// What is to be verified: neither `r` nor `s` is zero, and the key is not infinity.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Check<C: SignatureCurve> {
    pub(crate) z: C::Scalar,
    pub(crate) r: C::Scalar,
    pub(crate) s: C::Scalar,
    pub(crate) key: Affine<C>,
}

impl Check<Secp256k1> {
    pub(crate) fn new(hash: &[u8; 32], signature: &Signature, key: &PublicKey) -> Self {
        let Signature { r, s } = *signature;
        Self { z: Secp256k1Scalar::from_be_bytes_reduced(hash), r, s, key: key.point() }
    }
}

impl<C: SignatureCurve> Check<C> {
    /// What fills the places of a chunk that is not full.
    pub(crate) const NOTHING: Self =
        Self { z: C::Scalar::ZERO, r: C::Scalar::ZERO, s: C::Scalar::ZERO, key: Affine::INFINITY };

    /// Whether the signature is valid, given how `u1 G + u2 Q` is computed. No inversion in the base field.
    pub(crate) fn is_valid_vartime(&self, sum: impl Fn(&C::Scalar, &C::Scalar) -> Jacobian<C>) -> bool {
        let Some(inverse) = self.s.invert_vartime() else { return false };
        let term = self.term(inverse);
        has_x(&sum(&term.u1, &term.u2), &self.r)
    }

    /// `u1` and `u2` with the key.
    fn term(&self, inverse: C::Scalar) -> Term<C> {
        Term { u1: self.z * inverse, u2: self.r * inverse, point: self.key }
    }
}

/// Whether the point is finite and `x mod n = r`: `X = r Z^2`, or `X = (r + n) Z^2` where `r + n < p`.
pub(crate) fn has_x<C: SignatureCurve>(point: &Jacobian<C>, r: &C::Scalar) -> bool {
    if point.is_infinity().into() {
        return false;
    }
    let (X, _, Z) = point.projective_coordinates();
    let square = Z.square();
    candidates::<C>(r).into_iter().flatten().any(|x| x * square == *X)
}

/// The coordinates that give `r`: itself and `r + n`, if they are below `p`.
pub(super) fn candidates<C: SignatureCurve>(r: &C::Scalar) -> [Option<C::Base>; 2] {
    let r = r.to_limbs();
    let (sum, carry) = words::add(&r, &C::ORDER);
    let sum = if carry == 0 { coordinate::<C>(&sum) } else { None };
    [coordinate::<C>(&r), sum]
}

/// The element of an integer, `None` if it is not below `p`.
fn coordinate<C: SignatureCurve>(limbs: &[u64; 4]) -> Option<C::Base> {
    let mut bytes = [0; 32];
    for (bytes, limb) in bytes.chunks_exact_mut(8).zip(limbs) {
        bytes.copy_from_slice(&limb.to_le_bytes());
    }
    C::Base::from_le_bytes(&bytes).ok()
}

/// The verdict on each of at most [`CHUNK`] signatures: one inversion of all `s`, sums side by side.
pub(crate) fn verify_chunk_vartime<C: SignatureCurve>(checks: &[Check<C>], verdicts: &mut [bool]) {
    let mut inverses = [C::Scalar::ZERO; CHUNK];
    let inverses = &mut inverses[..checks.len()];
    for (inverse, check) in inverses.iter_mut().zip(checks) {
        *inverse = check.s;
    }
    batch_invert(inverses);
    let mut terms = [Term::NOTHING; CHUNK];
    let terms = &mut terms[..checks.len()];
    for ((term, check), inverse) in terms.iter_mut().zip(checks).zip(inverses) {
        *term = check.term(*inverse);
    }
    let mut sums = [Affine::INFINITY; CHUNK];
    let sums = &mut sums[..checks.len()];
    lincomb_batch_vartime(terms, sums);
    for ((verdict, sum), check) in verdicts.iter_mut().zip(sums).zip(checks) {
        *verdict = sum.coordinates().is_some_and(|(x, _)| {
            candidates::<C>(&check.r).into_iter().flatten().any(|candidate| candidate == x)
        });
    }
}
