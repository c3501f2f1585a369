//! Points in Jacobian coordinates.

use core::fmt;
use core::hash::{Hash, Hasher};

use ark_ec::short_weierstrass as sw;
use ark_ec::{AdditiveGroup, AffineRepr, CurveGroup, PrimeGroup};
use ark_ff::{Field, ToConstraintField, UniformRand};
use ark_serialize::{
    CanonicalDeserialize, CanonicalSerialize, Compress, Read, SerializationError, Valid, Validate, Write,
};
use ark_std::Zero;
use ark_std::rand::Rng;
use ark_std::rand::distributions::{Distribution, Standard};
use vorpal_curves::models::weierstrass::Jacobian;
use zeroize::Zeroize;

use super::{Affine, EngineCurve, sums};
use crate::convert::Counterpart;

/// A point in Jacobian coordinates: arkworks' [`Projective`](sw::Projective), with Vorpal's sums and multiples.
///
/// ```
/// # #[cfg(feature = "bn254")] {
/// use ark_ec::{CurveGroup, PrimeGroup};
/// use vorpal_arkworks::engine::bn254::G1Projective;
/// let double = G1Projective::generator() + G1Projective::generator();
/// let of_arkworks = ark_bn254::G1Projective::from(double);
/// assert_eq!(ark_bn254::G1Affine::from(double.into_affine()), of_arkworks.into_affine());
/// # }
/// ```
#[must_use]
pub struct Projective<P: EngineCurve>(pub sw::Projective<P>);

impl<P: EngineCurve> Clone for Projective<P> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: EngineCurve> Copy for Projective<P> {}

impl<P: EngineCurve> Projective<P> {
    /// The point with these coordinates.
    ///
    /// # Panics
    /// If it is not on the curve or not in the prime subgroup.
    pub fn new(x: P::BaseField, y: P::BaseField, z: P::BaseField) -> Self {
        let point = Self::new_unchecked(x, y, z);
        assert!(point.check().is_ok(), "the point is on the curve and in the prime subgroup");
        point
    }

    /// The point with these coordinates, unchecked.
    pub const fn new_unchecked(x: P::BaseField, y: P::BaseField, z: P::BaseField) -> Self {
        Self(sw::Projective::new_unchecked(x, y, z))
    }
}

impl<P: EngineCurve> From<sw::Projective<P>> for Projective<P> {
    #[inline]
    fn from(point: sw::Projective<P>) -> Self {
        Self(point)
    }
}

impl<P: EngineCurve> From<Projective<P>> for sw::Projective<P> {
    #[inline]
    fn from(point: Projective<P>) -> Self {
        point.0
    }
}

impl<P: EngineCurve> From<Affine<P>> for Projective<P> {
    #[inline]
    fn from(point: Affine<P>) -> Self {
        Self(point.0.into())
    }
}

impl<P: EngineCurve> From<sw::Bucket<P>> for Projective<P> {
    #[inline]
    fn from(bucket: sw::Bucket<P>) -> Self {
        Self(bucket.into())
    }
}

impl<P: EngineCurve> PartialEq for Projective<P> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<P: EngineCurve> Eq for Projective<P> {}

impl<P: EngineCurve> PartialEq<Affine<P>> for Projective<P> {
    fn eq(&self, other: &Affine<P>) -> bool {
        self.0 == other.0
    }
}

impl<P: EngineCurve> Hash for Projective<P> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.into_affine().hash(state);
    }
}

impl<P: EngineCurve> fmt::Debug for Projective<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl<P: EngineCurve> fmt::Display for Projective<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.into_affine(), f)
    }
}

impl<P: EngineCurve> Default for Projective<P> {
    #[inline]
    fn default() -> Self {
        Self::ZERO
    }
}

impl<P: EngineCurve> Zeroize for Projective<P> {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

/// The points that arkworks draws from the same generator.
impl<P: EngineCurve> Distribution<Projective<P>> for Standard {
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Projective<P> {
        Projective(sw::Projective::rand(rng))
    }
}

impl<P: EngineCurve> Zero for Projective<P> {
    #[inline]
    fn zero() -> Self {
        Self::ZERO
    }

    #[inline]
    fn is_zero(&self) -> bool {
        self.0.is_zero()
    }
}

impl<P: EngineCurve> AdditiveGroup for Projective<P> {
    type Scalar = P::ScalarField;

    const ZERO: Self = Self(sw::Projective::ZERO);

    #[inline]
    fn double_in_place(&mut self) -> &mut Self {
        self.0.double_in_place();
        self
    }
}

impl<P: EngineCurve> PrimeGroup for Projective<P> {
    type ScalarField = P::ScalarField;

    #[inline]
    fn generator() -> Self {
        Affine::GENERATOR.into()
    }

    /// The multiple by any integer. Points outside the prime subgroup have correct multiples by integers from the order
    /// on, and by integers of at most 64 bits.
    fn mul_bigint(&self, other: impl AsRef<[u64]>) -> Self {
        sums::multiple(self, other.as_ref())
    }

    fn mul_bits_be(&self, other: impl Iterator<Item = bool>) -> Self {
        let mut bits: Vec<bool> = other.collect();
        bits.reverse();
        let limbs: Vec<u64> = bits
            .chunks(64)
            .map(|bits| bits.iter().rev().fold(0, |limb, &bit| limb << 1 | u64::from(bit)))
            .collect();
        self.mul_bigint(limbs)
    }
}

impl<P: EngineCurve> CurveGroup for Projective<P> {
    type Config = P;
    type BaseField = P::BaseField;
    type Affine = Affine<P>;
    type FullGroup = Affine<P>;

    fn normalize_batch(v: &[Self]) -> Vec<Affine<P>> {
        let points: Vec<Jacobian<P::Model>> = v.iter().map(|point| point.0.to_vorpal()).collect();
        Jacobian::normalise_batch(&points).iter().map(Affine::from_vorpal).collect()
    }
}

impl<P: EngineCurve> CanonicalSerialize for Projective<P> {
    fn serialize_with_mode<W: Write>(&self, writer: W, compress: Compress) -> Result<(), SerializationError> {
        self.into_affine().serialize_with_mode(writer, compress)
    }

    fn serialized_size(&self, compress: Compress) -> usize {
        P::serialized_size(compress)
    }
}

impl<P: EngineCurve> Valid for Projective<P> {
    fn check(&self) -> Result<(), SerializationError> {
        self.into_affine().check()
    }

    fn batch_check<'a>(batch: impl Iterator<Item = &'a Self> + Send) -> Result<(), SerializationError>
    where
        Self: 'a,
    {
        let points: Vec<Self> = batch.copied().collect();
        Affine::batch_check(Self::normalize_batch(&points).iter())
    }
}

impl<P: EngineCurve> CanonicalDeserialize for Projective<P> {
    fn deserialize_with_mode<R: Read>(
        reader: R,
        compress: Compress,
        validate: Validate,
    ) -> Result<Self, SerializationError> {
        Affine::deserialize_with_mode(reader, compress, validate).map(Self::from)
    }
}

impl<P: EngineCurve, F: Field> ToConstraintField<F> for Projective<P>
where
    sw::Affine<P>: ToConstraintField<F>,
{
    fn to_field_elements(&self) -> Option<Vec<F>> {
        self.into_affine().to_field_elements()
    }
}
