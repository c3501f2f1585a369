//! Points in affine coordinates.

use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::Deref;

use ark_ec::short_weierstrass as sw;
use ark_ec::{AffineRepr, PrimeGroup};
use ark_ff::{Field, One, ToConstraintField, UniformRand};
use ark_serialize::{
    CanonicalDeserialize, CanonicalSerialize, Compress, Read, SerializationError, Valid, Validate, Write,
};
use ark_std::rand::Rng;
use ark_std::rand::distributions::{Distribution, Standard};
use vorpal_curves::models::weierstrass::{Jacobian, Subgroup};
use zeroize::Zeroize;

use super::{EngineCurve, Projective, VorpalAffine};
use crate::convert::Counterpart;

/// A point in affine coordinates: arkworks' [`Affine`](sw::Affine), to which it dereferences, with Vorpal's multiples
/// and checks.
///
/// ```
/// # #[cfg(feature = "bn254")] {
/// use ark_ec::AffineRepr;
/// use vorpal_arkworks::engine::bn254::{Fq, G1Affine};
/// let generator = G1Affine::GENERATOR;
/// assert_eq!((generator.x, generator.y), (Fq::from(1), Fq::from(2)));
/// assert_eq!(ark_bn254::G1Affine::from(generator), ark_bn254::G1Affine::GENERATOR);
/// # }
/// ```
#[must_use]
pub struct Affine<P: EngineCurve>(pub sw::Affine<P>);

impl<P: EngineCurve> Clone for Affine<P> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: EngineCurve> Copy for Affine<P> {}

impl<P: EngineCurve> Affine<P> {
    /// The point with these coordinates.
    ///
    /// # Panics
    /// If it is not on the curve or not in the prime subgroup.
    pub fn new(x: P::BaseField, y: P::BaseField) -> Self {
        let point = Self::new_unchecked(x, y);
        assert!(point.check().is_ok(), "the point is on the curve and in the prime subgroup");
        point
    }

    /// The point with these coordinates, unchecked.
    pub const fn new_unchecked(x: P::BaseField, y: P::BaseField) -> Self {
        Self(sw::Affine::new_unchecked(x, y))
    }

    /// The point at infinity.
    pub const fn identity() -> Self {
        Self(sw::Affine::identity())
    }

    /// The point of the curve with this `x` and the larger or smaller `y`, which may lie outside the prime subgroup.
    pub fn get_point_from_x_unchecked(x: P::BaseField, greatest: bool) -> Option<Self> {
        sw::Affine::get_point_from_x_unchecked(x, greatest).map(Self)
    }

    /// Both `y` of this `x`, the smaller one first, if there are any.
    pub fn get_ys_from_x_unchecked(x: P::BaseField) -> Option<(P::BaseField, P::BaseField)> {
        sw::Affine::<P>::get_ys_from_x_unchecked(x)
    }

    /// Whether a point of the curve is in the prime subgroup.
    pub fn is_in_correct_subgroup_assuming_on_curve(&self) -> bool {
        self.to_vorpal().is_in_subgroup_vartime()
    }

    /// The same point as one of Vorpal.
    #[inline(always)]
    pub(crate) fn to_vorpal(self) -> VorpalAffine<P> {
        self.0.to_vorpal()
    }

    /// The same point, given as one of Vorpal.
    #[inline(always)]
    pub(crate) fn from_vorpal(point: &VorpalAffine<P>) -> Self {
        Self(sw::Affine::from_vorpal(point))
    }
}

impl<P: EngineCurve> Deref for Affine<P> {
    type Target = sw::Affine<P>;

    #[inline]
    fn deref(&self) -> &sw::Affine<P> {
        &self.0
    }
}

impl<P: EngineCurve> From<sw::Affine<P>> for Affine<P> {
    #[inline]
    fn from(point: sw::Affine<P>) -> Self {
        Self(point)
    }
}

impl<P: EngineCurve> From<Affine<P>> for sw::Affine<P> {
    #[inline]
    fn from(point: Affine<P>) -> Self {
        point.0
    }
}

impl<P: EngineCurve> From<Projective<P>> for Affine<P> {
    fn from(point: Projective<P>) -> Self {
        if point.0.z.is_one() {
            return Self::new_unchecked(point.0.x, point.0.y);
        }
        Self::from_vorpal(&point.0.to_vorpal().to_affine_vartime())
    }
}

impl<P: EngineCurve> From<Affine<P>> for sw::Bucket<P> {
    #[inline]
    fn from(point: Affine<P>) -> Self {
        point.0.into()
    }
}

impl<P: EngineCurve> PartialEq for Affine<P> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<P: EngineCurve> Eq for Affine<P> {}

impl<P: EngineCurve> PartialEq<Projective<P>> for Affine<P> {
    fn eq(&self, other: &Projective<P>) -> bool {
        self.0 == other.0
    }
}

impl<P: EngineCurve> Hash for Affine<P> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl<P: EngineCurve> fmt::Debug for Affine<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl<P: EngineCurve> fmt::Display for Affine<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl<P: EngineCurve> Default for Affine<P> {
    #[inline]
    fn default() -> Self {
        Self::identity()
    }
}

impl<P: EngineCurve> Zeroize for Affine<P> {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

/// The points that arkworks draws from the same generator.
impl<P: EngineCurve> Distribution<Affine<P>> for Standard {
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Affine<P> {
        Affine(sw::Affine::rand(rng))
    }
}

impl<P: EngineCurve> AffineRepr for Affine<P> {
    type Config = P;
    type BaseField = P::BaseField;
    type ScalarField = P::ScalarField;
    type Group = Projective<P>;

    const GENERATOR: Self = Self(P::GENERATOR);
    const ZERO: Self = Self::identity();

    #[inline]
    fn xy(&self) -> Option<(P::BaseField, P::BaseField)> {
        self.0.xy()
    }

    #[inline]
    fn zero() -> Self {
        Self::ZERO
    }

    #[inline]
    fn is_zero(&self) -> bool {
        self.0.is_zero()
    }

    #[inline]
    fn generator() -> Self {
        Self::GENERATOR
    }

    fn from_random_bytes(bytes: &[u8]) -> Option<Self> {
        sw::Affine::from_random_bytes(bytes).map(Self)
    }

    /// As [`mul_bigint`](Projective::mul_bigint) of [`Projective`].
    fn mul_bigint(&self, by: impl AsRef<[u64]>) -> Projective<P> {
        self.into_group().mul_bigint(by)
    }

    fn clear_cofactor(&self) -> Self {
        Self(self.0.clear_cofactor())
    }

    /// The multiple by the cofactor, for any point of the curve.
    fn mul_by_cofactor_to_group(&self) -> Projective<P> {
        let multiple = Jacobian::from_affine(&self.to_vorpal()).mul_limbs_vartime(P::COFACTOR);
        Projective(sw::Projective::from_vorpal(&multiple))
    }
}

impl<P: EngineCurve> CanonicalSerialize for Affine<P> {
    fn serialize_with_mode<W: Write>(&self, writer: W, compress: Compress) -> Result<(), SerializationError> {
        self.0.serialize_with_mode(writer, compress)
    }

    fn serialized_size(&self, compress: Compress) -> usize {
        P::serialized_size(compress)
    }
}

impl<P: EngineCurve> Valid for Affine<P> {
    fn check(&self) -> Result<(), SerializationError> {
        let valid = self.0.is_on_curve() && self.is_in_correct_subgroup_assuming_on_curve();
        if valid { Ok(()) } else { Err(SerializationError::InvalidData) }
    }

    /// Checks sixteen points at a time.
    fn batch_check<'a>(batch: impl Iterator<Item = &'a Self> + Send) -> Result<(), SerializationError>
    where
        Self: 'a,
    {
        let on_curve = |point: &&Self| point.0.is_on_curve();
        let points: Option<Vec<_>> = batch.map(|point| on_curve(&point).then(|| point.to_vorpal())).collect();
        let points = points.ok_or(SerializationError::InvalidData)?;
        Subgroup::new(&points[..]).map(|_| ()).map_err(|_| SerializationError::InvalidData)
    }
}

/// The encodings of arkworks. A point that is not on the curve is an error if it is validated, for BLS12-381 too.
impl<P: EngineCurve> CanonicalDeserialize for Affine<P> {
    fn deserialize_with_mode<R: Read>(
        reader: R,
        compress: Compress,
        validate: Validate,
    ) -> Result<Self, SerializationError> {
        let point = sw::Affine::deserialize_with_mode(reader, compress, Validate::No).map(Self)?;
        if validate == Validate::Yes {
            point.check()?;
        }
        Ok(point)
    }
}

impl<P: EngineCurve, F: Field> ToConstraintField<F> for Affine<P>
where
    sw::Affine<P>: ToConstraintField<F>,
{
    fn to_field_elements(&self) -> Option<Vec<F>> {
        self.0.to_field_elements()
    }
}
