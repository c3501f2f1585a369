//! ECDSA verification.

#![allow(non_snake_case, reason = "projective coordinates are capitals in the literature")]

use alloc::vec::Vec;

use vorpal_curves::models::weierstrass::{Affine, Jacobian};
use vorpal_fields::{EncodableField, Field, PrimeField};
use vorpal_limbs::words;

use super::Signature;
use crate::curve::FourLimbCurve;
use crate::multiply::CHUNK;
use crate::multiply::{SignatureCurve, Term, invert_all_vartime, lincomb_packed_vartime, lincomb_vartime};
use crate::public_key::PublicKey;
use crate::secret_key::limbs_of;
use crate::threads::map_chunks;

impl<C: SignatureCurve> PublicKey<C> {
    /// Whether the signature of the hash is valid under this key, with `s` in the lower or upper half of its range.
    /// Variable time.
    ///
    /// The hash has 256 bits: of a longer one, the leftmost 256 bits (FIPS 186-5, section 6.4.2). A shorter one has
    /// leading zeros.
    ///
    /// This is the rule of Bitcoin's consensus, whose nodes normalise `s` before they verify. libsecp256k1 and `k256`
    /// reject the upper half, as [`verify_low`](Self::verify_low) does.
    #[doc(alias("verify_prehash", "ecdsa_verify"))]
    pub fn verify(&self, hash: &[u8; 32], signature: &Signature<C>) -> bool {
        let check = Check::new(hash, signature, self);
        check.is_valid_vartime(|u1, u2| lincomb_vartime(u1, u2, &check.key))
    }

    /// Whether the signature is [valid](Self::verify) and [low](Signature::is_low). This excludes one of the two
    /// signatures `(r, s)` and `(r, n - s)`, which anyone can convert into each other.
    ///
    /// This is the rule of Bitcoin's policy for relaying transactions, and the behaviour of libsecp256k1 and `k256`. It
    /// is not a rule of Bitcoin's consensus: a node that validates blocks with it rejects valid ones.
    pub fn verify_low(&self, hash: &[u8; 32], signature: &Signature<C>) -> bool {
        signature.is_low() && self.verify(hash, signature)
    }
}

/// A signature to verify, with its hash and key. `r` and `s` are not zero, and the key is not infinity.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Check<C: FourLimbCurve> {
    pub(crate) z: C::Scalar,
    pub(crate) r: C::Scalar,
    pub(crate) s: C::Scalar,
    pub(crate) key: Affine<C>,
}

impl<C: SignatureCurve> Check<C> {
    /// The check of a signature of a hash.
    pub(crate) fn new(hash: &[u8; 32], signature: &Signature<C>, key: &PublicKey<C>) -> Self {
        let Signature { r, s } = *signature;
        Self { z: C::reduced(&limbs_of(hash)), r, s, key: key.point() }
    }
}

impl<C: FourLimbCurve> Check<C> {
    /// The initial value of the elements of a chunk.
    pub(crate) const BLANK: Self =
        Self { z: C::Scalar::ZERO, r: C::Scalar::ZERO, s: C::Scalar::ZERO, key: Affine::IDENTITY };

    /// Whether the signature is valid. `sum` computes `u1 G + u2 Q`. The comparison needs no inversion in the
    /// base field.
    pub(crate) fn is_valid_vartime(&self, sum: impl Fn(&C::Scalar, &C::Scalar) -> Jacobian<C>) -> bool {
        let Some(inverse) = self.s.invert_vartime() else {
            return false;
        };
        let term = self.term(inverse);
        has_x(&sum(&term.u1, &term.u2), &self.r)
    }

    /// The term `u1 G + u2 Q`, from the inverse of `s`.
    pub(super) fn term(&self, inverse: C::Scalar) -> Term<C> {
        Term { u1: self.z * inverse, u2: self.r * inverse, point: self.key }
    }
}

/// Whether the point is not infinity and `x mod n = r`: `X = r Z^2`, or `X = (r + n) Z^2` if `r + n < p`.
pub(crate) fn has_x<C: FourLimbCurve>(point: &Jacobian<C>, r: &C::Scalar) -> bool {
    if point.is_identity().into() {
        return false;
    }
    let (X, _, Z) = point.projective_coordinates();
    let square = Z.square();
    candidates::<C>(r).into_iter().flatten().any(|x| x * square == *X)
}

/// The coordinates `x` with `x mod n = r`: `r` and `r + n`, each if it is below `p`.
pub(super) fn candidates<C: FourLimbCurve>(r: &C::Scalar) -> [Option<C::Base>; 2] {
    let r = r.to_limbs();
    let (sum, carry) = words::add(&r, &C::ORDER);
    let sum = if carry == 0 { coordinate::<C>(&sum) } else { None };
    [coordinate::<C>(&r), sum]
}

/// The field element of an integer, or `None` if the integer is not below `p`.
fn coordinate<C: FourLimbCurve>(limbs: &[u64; 4]) -> Option<C::Base> {
    let mut bytes = [0; 32];
    for (bytes, limb) in bytes.chunks_exact_mut(8).zip(limbs) {
        bytes.copy_from_slice(&limb.to_le_bytes());
    }
    C::Base::from_le_bytes(&bytes).ok()
}

/// Verifies each signature, in chunks.
pub(crate) fn verify_batch_vartime<T: Sync, C: SignatureCurve>(
    items: &[T],
    check: impl Fn(&T) -> Check<C> + Sync,
) -> Vec<bool> {
    map_chunks(items, CHUNK, false, |items, verdicts| {
        let mut checks = [Check::BLANK; CHUNK];
        let checks = &mut checks[..items.len()];
        for (slot, item) in checks.iter_mut().zip(items) {
            *slot = check(item);
        }
        verify_chunk_vartime(checks, verdicts);
    })
}

/// Verifies each of at most [`CHUNK`] signatures, with one inversion of all `s` and packed sums.
pub(crate) fn verify_chunk_vartime<C: SignatureCurve>(checks: &[Check<C>], verdicts: &mut [bool]) {
    let mut inverses = [C::Scalar::ZERO; CHUNK];
    let inverses = &mut inverses[..checks.len()];
    for (inverse, check) in inverses.iter_mut().zip(checks) {
        *inverse = check.s;
    }
    invert_all_vartime(inverses);
    let mut terms = [Term::ZERO; CHUNK];
    let terms = &mut terms[..checks.len()];
    for ((term, check), inverse) in terms.iter_mut().zip(checks).zip(inverses) {
        *term = check.term(*inverse);
    }
    let mut sums = [Affine::IDENTITY; CHUNK];
    let sums = &mut sums[..checks.len()];
    let packed = lincomb_packed_vartime(terms, sums);
    for ((verdict, sum), check) in verdicts.iter_mut().zip(&sums[..packed]).zip(checks) {
        *verdict = sum.coordinates().is_some_and(|(x, _)| {
            candidates::<C>(&check.r).into_iter().flatten().any(|candidate| candidate == x)
        });
    }
    for ((verdict, term), check) in verdicts.iter_mut().zip(terms).zip(checks).skip(packed) {
        *verdict = has_x(&term.sum_vartime(), &check.r);
    }
}
