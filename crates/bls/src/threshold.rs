//! Threshold signatures: the signature of a group from those of enough shares (G. Blakley and A. Shamir, 1979;
//! A. Boldyreva, "Threshold signatures, multisignatures and blind signatures based on the gap-Diffie-Hellman-group
//! signature scheme", 2003).
//!
//! The secret key of the group is `f(0)` for a polynomial `f` of degree `t - 1`, and share `i` is `f(i)`, with `i > 0`.
//! The partial signatures are `f(i) H(m)`. By interpolation,
//!
//! ```text
//! f(0) = sum of l_i f(i),   l_i = prod over j != i of j / (j - i)
//! ```
//!
//! over any `t` shares, and the same holds for multiples of `H(m)`.

use alloc::vec::Vec;

use vorpal_curves::models::weierstrass::Subgroup;
use vorpal_fields::batch_invert;
use vorpal_fields::primes::Bls12_381Scalar as Scalar;
use vorpal_msm::msm_vartime;

use crate::sets::SignatureSet;
use crate::signature::{CheckedSignature, Signature};
use crate::suite::{Scheme, Suite};
use crate::variant::Variant;
use crate::{Error, PublicKey};

/// The signature of a share.
#[derive(Clone, Copy, Debug)]
pub struct PartialSignature<V: Variant> {
    /// The index of the share: the `i` of `f(i)`, not zero. Charon and SSV count from 1; drand's share 0 has index 1.
    pub index: u32,
    /// The public key of the share.
    pub key: PublicKey<V>,
    /// The signature with the share.
    pub signature: Signature<V>,
}

/// The result of [`Suite::combine_partials`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Combination<V: Variant> {
    /// The signature of the group, if there are enough valid partial signatures.
    pub signature: Option<CheckedSignature<V>>,
    /// The positions of the partial signatures that are not valid, in ascending order.
    pub invalid: Vec<usize>,
}

impl<V: Variant> CheckedSignature<V> {
    /// The signature of the group from partial signatures, each with the index of its share. The caller has verified
    /// them: one that is wrong makes the result wrong, and verification with the key of the group fails.
    ///
    /// # Errors
    /// [`Error::Empty`] for none, [`Error::ShareZero`], [`Error::ShareTwice`].
    pub fn combine(partials: &[(u32, Self)]) -> Result<Self, Error> {
        let indices: Vec<u32> = partials.iter().map(|(index, _)| *index).collect();
        let coefficients = coefficients_at_zero(&indices)?;
        let points: Vec<_> = partials.iter().map(|(_, signature)| *signature.point()).collect();
        let sum = msm_vartime(&Subgroup::unchecked(&points[..]), &coefficients);
        Ok(Self::of_member(sum.expect("a coefficient for each point").to_affine_vartime()))
    }
}

impl<V: Variant> Suite<V> {
    /// The signature of a group from at least `threshold` valid partial signatures of a message. All of them are
    /// verified in one batch, those that are not valid are named, and the first `threshold` valid ones are combined.
    ///
    /// ```
    /// use vorpal_bls::{MinPk, PartialSignature, SecretKey, Suite};
    /// // f(X) = 5 + 2 X: the key of the group is 5, shares 1, 2 and 3 are 7, 9 and 11.
    /// let key = |number| {
    ///     let mut bytes = [0; 32];
    ///     bytes[31] = number;
    ///     SecretKey::from_be_bytes(&bytes).unwrap()
    /// };
    /// let suite = Suite::<MinPk>::possession();
    /// let partial = |index, share| PartialSignature {
    ///     index,
    ///     key: key(share).public_key(),
    ///     signature: key(share).sign(&suite, b"duty").into(),
    /// };
    /// let mut partials = [partial(1, 7), partial(2, 9), partial(3, 11)];
    /// partials[0].signature = partials[1].signature;
    /// let combination = suite.combine_partials(b"duty", &partials, 2)?;
    /// assert_eq!(combination.signature, Some(key(5).sign(&suite, b"duty")));
    /// assert_eq!(combination.invalid, [0]);
    /// # Ok::<(), vorpal_bls::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Empty`] for no partial signatures or a threshold of zero, [`Error::ShareZero`], [`Error::ShareTwice`],
    /// [`Error::AugmentedShares`].
    pub fn combine_partials(
        &self,
        message: &[u8],
        partials: &[PartialSignature<V>],
        threshold: usize,
    ) -> Result<Combination<V>, Error> {
        let indices: Vec<u32> = partials.iter().map(|partial| partial.index).collect();
        check(&indices)?;
        if self.scheme() == Scheme::Augmentation {
            return Err(Error::AugmentedShares);
        }
        if threshold == 0 {
            return Err(Error::Empty);
        }
        let sets = partials.iter().map(|partial| {
            let keys = core::slice::from_ref(&partial.key);
            SignatureSet { signature: partial.signature, keys, message }
        });
        let verdict = self.verify_sets(&sets.collect::<Vec<_>>());
        let invalid = verdict.invalid().to_vec();
        let valid = (0..partials.len()).filter(|position| invalid.binary_search(position).is_err());
        // In the subgroup, as the batch has found.
        let member = |position: usize| {
            let PartialSignature { index, signature, .. } = &partials[position];
            (*index, CheckedSignature::of_member(*signature.point()))
        };
        let used: Vec<_> = valid.take(threshold).map(member).collect();
        let enough = used.len() == threshold;
        let signature = if enough { Some(CheckedSignature::combine(&used)?) } else { None };
        Ok(Combination { signature, invalid })
    }
}

/// The indices are those of a polynomial's values: not zero, and distinct.
fn check(indices: &[u32]) -> Result<(), Error> {
    if indices.is_empty() {
        return Err(Error::Empty);
    }
    let mut sorted: Vec<(u32, usize)> = indices.iter().copied().zip(0..).collect();
    sorted.sort_unstable();
    if let Some((0, position)) = sorted.first() {
        return Err(Error::ShareZero { position: *position });
    }
    match sorted.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        Some(pair) => Err(Error::ShareTwice { position: pair[1].1, index: pair[1].0 }),
        None => Ok(()),
    }
}

/// The `l_i` of the formula. `n^2` products for `n` indices.
fn coefficients_at_zero(indices: &[u32]) -> Result<Vec<Scalar>, Error> {
    check(indices)?;
    let points: Vec<Scalar> = indices.iter().map(|index| Scalar::from(u64::from(*index))).collect();
    let all: Scalar = points.iter().copied().product();
    // `i prod over j != i of (j - i)`, which is not zero.
    let mut denominators: Vec<Scalar> = (0..points.len())
        .map(|i| {
            let differences = points.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, x)| *x - points[i]);
            points[i] * differences.product::<Scalar>()
        })
        .collect();
    batch_invert(&mut denominators);
    Ok(denominators.into_iter().map(|inverse| all * inverse).collect())
}
