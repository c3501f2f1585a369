use alloc::vec::Vec;
use core::hash::{Hash, Hasher};

use vorpal_fields::batch_invert;
use vorpal_fields::primes::{BandersnatchScalar, Bls12_381Scalar};
use vorpal_fields::subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

use super::{Bandersnatch, PackedBanderwagon};
use crate::Group;
use crate::models::edwards::{AffineEdwards, EdwardsCurve, ExtendedEdwards};

/// An element of Banderwagon, a group of prime order `r` without cofactor.
///
/// The points of Bandersnatch for which `1 - a x^2` is a square form a subgroup of order `2 r`: the prime subgroup and
/// its translate by `(0, -1)`. Banderwagon is this subgroup modulo `(0, -1)`, so `(x, y)` and `(-x, -y)` represent the
/// same element (the Banderwagon specification in `crate-crypto/verkle-trie-ref`, after M. Hamburg, "Decaf:
/// eliminating cofactors through point compression", 2015).
///
/// The subgroup contains no point at infinity: the two that Bandersnatch has are of order two, and the subgroup's only
/// point of order two is `(0, -1)`. Where the first addition law gives a point, that point is the sum. The law fails
/// or gives a point at infinity only if `1 +- d x1 x2 y1 y2 = 0`, that is, if the sum or the difference of the points
/// is at infinity. Both are in the subgroup, so the law is complete for elements of this type, and always `Z != 0`.
/// Likewise always `Y != 0`, since `y = 0` requires `a x^2 = 1` and `a` is not a square.
///
/// ```
/// use vorpal_curves::{Group, bandersnatch::Banderwagon};
/// let g = Banderwagon::generator();
/// assert_eq!(Banderwagon::decode(&g.encode()), Ok(g));
/// assert_eq!(g.double() - g, g);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Banderwagon(pub(super) ExtendedEdwards<Bandersnatch>);

/// A normalised element, in the form that is cheapest to add.
///
/// ```
/// use vorpal_curves::{Group, bandersnatch::Banderwagon};
/// let g = Banderwagon::generator();
/// let affine = g.to_affine();
/// assert_eq!(g.add_affine_vartime(&affine), g.double());
/// assert_eq!(Banderwagon::from(affine), g);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct AffineBanderwagon(pub(super) AffineEdwards<Bandersnatch>);

impl AffineBanderwagon {
    /// The neutral element.
    pub const IDENTITY: Self = Self(AffineEdwards::IDENTITY);
}

impl Banderwagon {
    /// The neutral element.
    pub const IDENTITY: Self = Self(ExtendedEdwards::IDENTITY);

    /// The generator of Bandersnatch's prime subgroup.
    pub fn generator() -> Self {
        Self(ExtendedEdwards::generator())
    }

    /// The element of a point of Bandersnatch, or `None` if `1 - a x^2` is not a square. One Legendre symbol.
    pub fn from_point(point: &ExtendedEdwards<Bandersnatch>) -> Option<Self> {
        // 1 - a X^2 / Z^2 is a square if and only if Z^2 - a X^2 is; at infinity Z = 0, and -a is not a square.
        let norm = point.Z.square() - Bandersnatch::mul_by_a(point.X.square());
        (norm.legendre() == 1).then_some(Self(*point))
    }

    /// One of the two points that represent the element.
    pub fn to_point(&self) -> ExtendedEdwards<Bandersnatch> {
        self.0
    }

    /// Whether this is the neutral element. Coordinates with `Y = 0`, which no element has, are not: a sum with
    /// `X = Y = 0` has these coordinates too.
    #[inline]
    pub fn is_identity(&self) -> Choice {
        self.0.X.is_zero() & !self.0.Y.is_zero()
    }

    /// The map to the scalar field that commitments use: the integer `x / y` modulo `r`. Both points that represent the
    /// element have the same image. The image of the identity is zero. One inversion + 3M.
    pub fn map_to_scalar_field(&self) -> BandersnatchScalar {
        // Y is nonzero for every element.
        Self::ratio_to_scalar(self.0.X * self.0.Y.invert().unwrap_or(Bls12_381Scalar::ZERO))
    }

    /// [`map_to_scalar_field`](Self::map_to_scalar_field) of each element, with one inversion: + 6M each.
    pub fn map_to_scalar_field_batch(elements: &[Self]) -> Vec<BandersnatchScalar> {
        let inverses = inverses(elements, |point| point.Y);
        elements.iter().zip(inverses).map(|(element, y)| Self::ratio_to_scalar(element.0.X * y)).collect()
    }

    /// [`map_to_scalar_field`](Self::map_to_scalar_field) of each element, with one inversion for all of them, on the
    /// threads of the caller's rayon pool: + 6M each. Faster than one thread from some hundreds of elements on.
    #[cfg(feature = "parallel")]
    pub fn map_to_scalar_field_batch_parallel(elements: &[Self]) -> Vec<BandersnatchScalar> {
        map_with_inverses(elements, |point| point.Y, |element, y| Self::ratio_to_scalar(element.0.X * y))
    }

    /// The normalised form of each element, with one inversion for all of them, on the threads of the caller's rayon
    /// pool: + 7M each.
    #[cfg(feature = "parallel")]
    pub fn normalise_batch_parallel(elements: &[Self]) -> Vec<AffineBanderwagon> {
        map_with_inverses(elements, |point| point.Z, Self::scaled_by)
    }

    fn ratio_to_scalar(ratio: Bls12_381Scalar) -> BandersnatchScalar {
        BandersnatchScalar::from_limbs_reduced(&ratio.to_limbs())
    }

    /// The normalised form. One inversion + 4M.
    pub fn to_affine(&self) -> AffineBanderwagon {
        self.scaled_by(self.0.Z.invert().unwrap_or(Bls12_381Scalar::ZERO))
    }

    fn scaled_by(&self, inverse: Bls12_381Scalar) -> AffineBanderwagon {
        AffineBanderwagon(AffineEdwards::from_coordinates(self.0.X * inverse, self.0.Y * inverse))
    }
}

/// The inverses of one coordinate of each point, by one inversion.
fn inverses(
    elements: &[Banderwagon],
    coordinate: impl Fn(&ExtendedEdwards<Bandersnatch>) -> Bls12_381Scalar,
) -> Vec<Bls12_381Scalar> {
    let mut values: Vec<_> = elements.iter().map(|element| coordinate(&element.0)).collect();
    batch_invert(&mut values);
    values
}

/// `f` of each element and the inverse of one of its coordinates, by one inversion, on the caller's rayon pool.
#[cfg(feature = "parallel")]
fn map_with_inverses<T: Clone + Send>(
    elements: &[Banderwagon],
    coordinate: impl Fn(&ExtendedEdwards<Bandersnatch>) -> Bls12_381Scalar,
    f: impl Fn(&Banderwagon, Bls12_381Scalar) -> T + Sync,
) -> Vec<T> {
    /// The smallest number of elements for which another task is faster.
    const AT_ONCE: usize = 128;
    let mut inverses: Vec<_> = elements.iter().map(|element| coordinate(&element.0)).collect();
    vorpal_fields::batch_invert_parallel(&mut inverses);
    let parts: Vec<_> = elements.chunks(AT_ONCE).zip(inverses.chunks(AT_ONCE)).collect();
    let results = vorpal_threads::map(&parts, |(elements, inverses)| {
        elements.iter().zip(*inverses).map(|(element, inverse)| f(element, *inverse)).collect::<Vec<_>>()
    });
    results.concat()
}

impl Group for Banderwagon {
    type Scalar = BandersnatchScalar;
    type Affine = AffineBanderwagon;
    type Packed = PackedBanderwagon;

    const IDENTITY: Self = Self(ExtendedEdwards::IDENTITY);

    #[inline]
    fn double(&self) -> Self {
        Self(self.0.double())
    }

    #[inline]
    fn neg(&self) -> Self {
        Self(-self.0)
    }

    #[inline]
    fn add_vartime(&self, other: &Self) -> Self {
        Self(self.0.add_unchecked(&other.0))
    }

    #[inline]
    fn add_affine_vartime(&self, other: &AffineBanderwagon) -> Self {
        Self(self.0.add_affine_unchecked(&other.0))
    }

    #[inline]
    fn sub_affine_vartime(&self, other: &AffineBanderwagon) -> Self {
        Self(self.0.add_affine_unchecked(&-other.0))
    }

    #[inline]
    fn from_affine(affine: &AffineBanderwagon) -> Self {
        Self(affine.0.into())
    }

    /// One inversion + 7M per element.
    fn normalise_batch(elements: &[Self]) -> Vec<AffineBanderwagon> {
        let inverses = inverses(elements, |point| point.Z);
        elements.iter().zip(inverses).map(|(element, inverse)| element.scaled_by(inverse)).collect()
    }
}

impl ConstantTimeEq for Banderwagon {
    /// `x1 y2 = x2 y1`: two points of the subgroup have the same ratio `x / y` if and only if they are equal or differ
    /// by `(0, -1)`. 2M. Coordinates with `Y = 0`, which no element has, equal no element.
    fn ct_eq(&self, other: &Self) -> Choice {
        let same_ratio = (self.0.X * other.0.Y).ct_eq(&(other.0.X * self.0.Y));
        same_ratio & !(self.0.Y.is_zero() ^ other.0.Y.is_zero())
    }
}

impl From<AffineBanderwagon> for Banderwagon {
    fn from(affine: AffineBanderwagon) -> Self {
        Self(affine.0.into())
    }
}

impl ConstantTimeEq for AffineBanderwagon {
    /// `x1 y2 = x2 y1`, as for [`Banderwagon`]. 2M.
    fn ct_eq(&self, other: &Self) -> Choice {
        let same_ratio = (self.0.x() * other.0.y()).ct_eq(&(other.0.x() * self.0.y()));
        same_ratio & !(self.0.y().is_zero() ^ other.0.y().is_zero())
    }
}

impl Default for AffineBanderwagon {
    /// The neutral element.
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl PartialEq for AffineBanderwagon {
    fn eq(&self, other: &Self) -> bool {
        self.ct_eq(other).into()
    }
}

impl Eq for AffineBanderwagon {}

impl Hash for AffineBanderwagon {
    /// The hash of the encoding, which is the same for both points that represent the element. 2M.
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.encode().hash(state);
    }
}

impl ConditionallySelectable for Banderwagon {
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self(ExtendedEdwards::conditional_select(&a.0, &b.0, choice))
    }
}

impl Default for Banderwagon {
    /// The neutral element.
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl PartialEq for Banderwagon {
    fn eq(&self, other: &Self) -> bool {
        self.ct_eq(other).into()
    }
}

impl Eq for Banderwagon {}
