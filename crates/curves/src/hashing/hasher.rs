use alloc::vec::Vec;
use core::marker::PhantomData;

use vorpal_fields::{Field, HashField};

use super::expand::{Expander, Tag, check_length};
use super::{HashableCurve, batch};
use crate::Error;
use crate::models::weierstrass::{Affine, Jacobian, Projective};

/// The number of uniform bytes on the stack.
const BUFFER: usize = 512;

/// A suite of RFC 9380 with a domain separation tag: the curve and its map `C`, the expansion of messages `X`.
///
/// All functions return points of the prime subgroup. Costs are given for the prime field.
#[derive(Debug)]
pub struct Hasher<C, X> {
    tag: Tag,
    suite: PhantomData<fn() -> (C, X)>,
}

impl<C, X> Clone for Hasher<C, X> {
    fn clone(&self) -> Self {
        Self { tag: self.tag, suite: PhantomData }
    }
}

impl<C: HashableCurve, X: Expander> Hasher<C, X> {
    /// The suite with this tag, which should name the protocol and the suite (RFC 9380, section 3.1).
    ///
    /// # Errors
    /// [`Error::EmptyTag`]; [`Error::ExpansionLength`] if the hash function cannot yield enough bytes.
    pub fn new(tag: &[u8]) -> Result<Self, Error> {
        let tag = X::tag(tag)?;
        check_length::<X>(2 * C::Base::DEGREE * C::BYTES)?;
        Ok(Self { tag, suite: PhantomData })
    }

    /// The field elements to which the message is hashed.
    fn elements<const COUNT: usize>(&self, message: &[u8]) -> [C::Base; COUNT] {
        let part = C::Base::DEGREE * C::BYTES;
        const { assert!(COUNT * C::Base::DEGREE * C::BYTES <= BUFFER, "the buffer is large enough") };
        let mut bytes = [0; BUFFER];
        X::fill(message, &self.tag, &mut bytes[..COUNT * part]);
        core::array::from_fn(|i| C::Base::from_parts_reduced(&bytes[i * part..(i + 1) * part]))
    }

    /// A point that is indistinguishable from the output of a random oracle (`hash_to_curve`). Constant time.
    #[must_use]
    pub fn hash_to_curve(&self, message: &[u8]) -> Affine<C> {
        let map = C::MAP;
        let points = self.elements::<2>(message).map(|u| Projective::from(&map.curve_point(&map.map(&u))));
        points[0].add(&points[1]).clear_cofactor().to_affine()
    }

    /// [`hash_to_curve`](Self::hash_to_curve) of a public message, not normalised.
    #[must_use]
    pub fn hash_to_curve_vartime(&self, message: &[u8]) -> Jacobian<C> {
        let map = C::MAP;
        let points = self.elements::<2>(message).map(|u| map.map(&u));
        map.sum_vartime(&points).clear_cofactor_vartime()
    }

    /// A point that is not uniformly distributed (`encode_to_curve`). Constant time.
    #[must_use]
    pub fn encode_to_curve(&self, message: &[u8]) -> Affine<C> {
        let map = C::MAP;
        let [u] = self.elements::<1>(message);
        Projective::from(&map.curve_point(&map.map(&u))).clear_cofactor().to_affine()
    }

    /// [`encode_to_curve`](Self::encode_to_curve) of a public message, not normalised.
    #[must_use]
    pub fn encode_to_curve_vartime(&self, message: &[u8]) -> Jacobian<C> {
        let map = C::MAP;
        let [u] = self.elements::<1>(message);
        map.curve_point::<C>(&map.map(&u)).clear_cofactor_vartime()
    }

    /// [`hash_to_curve`](Self::hash_to_curve) of each message: maps, isogenies, sums and multiples by the cofactor in
    /// packed values, and one inversion. For maps of Shallue and van de Woestijne, packed values serve the square roots
    /// and the cofactor only. Time depends on the messages.
    #[must_use]
    pub fn hash_to_curve_batch_vartime(&self, messages: &[impl AsRef<[u8]>]) -> Vec<Affine<C>> {
        batch::points_vartime(messages, |message| self.elements::<2>(message.as_ref()))
    }

    /// [`encode_to_curve`](Self::encode_to_curve) of each message, as
    /// [`hash_to_curve_batch_vartime`](Self::hash_to_curve_batch_vartime).
    #[must_use]
    pub fn encode_to_curve_batch_vartime(&self, messages: &[impl AsRef<[u8]>]) -> Vec<Affine<C>> {
        batch::points_vartime(messages, |message| self.elements::<1>(message.as_ref()))
    }
}

/// `COUNT` field elements whose coefficients are residues of `L` uniform bytes each: `hash_to_field` (RFC 9380, section
/// 5.2). With `L = ceil((log2 p + k) / 8)` their distance from uniform elements is at most `2^-k`. Constant time.
///
/// ```
/// use sha2::Sha256;
/// use vorpal_curves::hashing::{Xmd, hash_to_field};
/// use vorpal_fields::primes::Bls12_381Scalar as F;
/// let [a, b] = hash_to_field::<F, Xmd<Sha256>, 2, 48>(b"message", b"MY-PROTOCOL-V01-scalars")?;
/// assert_ne!(a, b);
/// # Ok::<(), vorpal_curves::Error>(())
/// ```
///
/// # Errors
/// [`Error::EmptyTag`], [`Error::ExpansionLength`].
pub fn hash_to_field<F: HashField, X: Expander, const COUNT: usize, const L: usize>(
    message: &[u8],
    tag: &[u8],
) -> Result<[F; COUNT], Error> {
    let tag = X::tag(tag)?;
    let mut bytes = alloc::vec![0; COUNT * F::DEGREE * L];
    check_length::<X>(bytes.len())?;
    X::fill(message, &tag, &mut bytes);
    Ok(core::array::from_fn(|i| F::from_parts_reduced(&bytes[i * F::DEGREE * L..(i + 1) * F::DEGREE * L])))
}
