//! Recovery of public keys from ECDSA signatures.

use vorpal_curves::models::weierstrass::Affine;
use vorpal_curves::secp256k1::Secp256k1;
use vorpal_fields::{Field, PrimeField};

use super::Signature;
use super::verify::candidates;
use crate::Error;
use crate::curve::FourLimbCurve;
use crate::multiply::CHUNK;
use crate::multiply::{SignatureCurve, Term, invert_all_vartime, lincomb_batch_vartime, lincomb_vartime};
use crate::public_key::PublicKey;
use crate::secret_key::limbs_of;

/// A signature from which a public key is recovered, with its hash. Numbers are big-endian; `n` is the group order.
///
/// Of an Ethereum transaction, the hash is the signing hash, and the recovery identifier is its `yParity`. A
/// transaction without one has `v`, which is the identifier plus 27, or plus `35 + 2 chain_id` (EIP-155). Since
/// Homestead a transaction with an `s` in the upper half is invalid (EIP-2), although a key can be recovered:
/// [`Signature::is_low`].
///
/// ```
/// use vorpal_secp256k1::{SecretKey, Signature, recover};
/// let (key, hash) = (SecretKey::from_be_bytes(&[1; 32])?, [2; 32]);
/// let recovery = key.sign(&hash).to_recovery(&hash);
/// assert!(Signature::new(&recovery.r, &recovery.s)?.is_low());
/// assert_eq!(recover(&recovery)?, key.public_key());
/// # Ok::<(), vorpal_secp256k1::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recovery {
    /// The signed hash.
    pub hash: [u8; 32],
    /// The signature's `r`.
    pub r: [u8; 32],
    /// The signature's `s`, in the lower or upper half of its range.
    pub s: [u8; 32],
    /// The recovery identifier, which selects the point `R`: bit 0 is set if its `y` is odd, bit 1 if its `x` is
    /// `r + n` instead of `r`.
    pub recovery_id: u8,
}

/// Recovers the public key under which the signature of the hash is valid.
///
/// The key is `Q = r^-1 (s R - z G)`, where `R` is the point with `x = r` or `r + n` and the parity of `y` that the
/// recovery identifier determines, and `z` is the hash modulo `n` (SEC 1, version 2, section 4.1.6). Both halves of the
/// range of `s` are accepted, as by Ethereum's `ecrecover`. Variable time.
///
/// # Errors
/// [`Error::R`] or [`Error::S`] if the number is out of range, [`Error::RecoveryId`], [`Error::NoPoint`],
/// [`Error::Infinity`].
#[doc(alias("ecrecover", "recover_from_prehash"))]
pub fn recover(recovery: &Recovery) -> Result<PublicKey<Secp256k1>, Error> {
    PublicKey::from_affine(&recover_vartime(&Candidate::new(recovery)?)?)
}

/// A signature whose numbers are in range, with the `x` of its point `R`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate<C: FourLimbCurve> {
    pub(crate) z: C::Scalar,
    pub(crate) r: C::Scalar,
    pub(crate) s: C::Scalar,
    pub(crate) x: C::Base,
    pub(crate) y_is_odd: bool,
}

impl Candidate<Secp256k1> {
    pub(super) fn new(recovery: &Recovery) -> Result<Self, Error> {
        let Signature { r, s } = Signature::<Secp256k1>::new(&recovery.r, &recovery.s)?;
        let z = Secp256k1::reduced(&limbs_of(&recovery.hash));
        Self::of(z, r, s, recovery.recovery_id)
    }
}

impl<C: FourLimbCurve> Candidate<C> {
    /// The candidate of `z`, `r`, `s` and a recovery identifier. `r` and `s` must not be zero.
    pub(crate) fn of(z: C::Scalar, r: C::Scalar, s: C::Scalar, recovery_id: u8) -> Result<Self, Error> {
        if recovery_id > 3 {
            return Err(Error::RecoveryId { found: recovery_id });
        }
        let x = candidates::<C>(&r)[usize::from(recovery_id >> 1)].ok_or(Error::NoPoint)?;
        Ok(Self { z, r, s, x, y_is_odd: recovery_id & 1 == 1 })
    }

    /// The term `Q = (-z / r) G + (s / r) R`, from the inverse of `r` and one of the two points with this `x`.
    fn term(&self, inverse: C::Scalar, point: Affine<C>) -> Term<C> {
        Term { u1: -(self.z * inverse), u2: self.s * inverse, point: self.nonce(point) }
    }

    /// The point `R`, from one of the two points with this `x`.
    pub(super) fn nonce(&self, point: Affine<C>) -> Affine<C> {
        let is_odd = point.coordinates().is_some_and(|(_, y)| y.is_odd().into());
        if is_odd == self.y_is_odd { point } else { -point }
    }
}

/// Recovers one key, which is a point other than infinity.
pub(crate) fn recover_vartime<C: SignatureCurve>(candidate: &Candidate<C>) -> Result<Affine<C>, Error> {
    let (point, _) = Affine::lift_x_vartime(candidate.x).ok_or(Error::NoPoint)?;
    let inverse = candidate.r.invert_vartime().ok_or(Error::R)?;
    let term = candidate.term(inverse, point);
    let key = lincomb_vartime(&term.u1, &term.u2, &term.point).to_affine_vartime();
    if key.is_identity().into() { Err(Error::Infinity) } else { Ok(key) }
}

/// Recovers the key of each of at most [`CHUNK`] signatures, as [`recover_vartime`], with packed square roots, one
/// inversion of all `r`, and packed sums.
pub(crate) fn recover_chunk_vartime<C: SignatureCurve>(
    candidates: &[Result<Candidate<C>, Error>],
    keys: &mut [Result<Affine<C>, Error>],
) {
    let mut coordinates = [C::Base::ZERO; CHUNK];
    let mut points = [None; CHUNK];
    let (coordinates, points) = (&mut coordinates[..candidates.len()], &mut points[..candidates.len()]);
    for (coordinate, candidate) in coordinates.iter_mut().zip(candidates) {
        *coordinate = candidate.map_or(C::Base::ZERO, |candidate| candidate.x);
    }
    Affine::lift_x_batch_vartime(coordinates, points);

    let mut inverses = [C::Scalar::ZERO; CHUNK];
    let inverses = &mut inverses[..candidates.len()];
    for (inverse, candidate) in inverses.iter_mut().zip(candidates) {
        *inverse = candidate.map_or(C::Scalar::ZERO, |candidate| candidate.r);
    }
    invert_all_vartime(inverses);

    // Only candidates with a point R have a term, and the terms are contiguous.
    let mut terms = [Term::ZERO; CHUNK];
    let mut number = 0;
    for (((key, candidate), point), inverse) in keys.iter_mut().zip(candidates).zip(points).zip(inverses) {
        match (candidate, point) {
            (Ok(candidate), Some(point)) => {
                terms[number] = candidate.term(*inverse, *point);
                number += 1;
                *key = Ok(Affine::IDENTITY);
            }
            (Ok(_), None) => *key = Err(Error::NoPoint),
            (Err(error), _) => *key = Err(*error),
        }
    }
    let mut sums = [Affine::IDENTITY; CHUNK];
    lincomb_batch_vartime(&terms[..number], &mut sums[..number]);
    for (key, sum) in keys.iter_mut().filter(|key| key.is_ok()).zip(sums) {
        *key = if sum.is_identity().into() { Err(Error::Infinity) } else { Ok(sum) };
    }
}
