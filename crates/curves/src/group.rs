//! The group interface that multi-scalar multiplication requires of a curve.

use alloc::vec::Vec;
use core::fmt::Debug;

use vorpal_fields::PrimeField;

use crate::PackedGroup;

/// A group of prime order, written additively, whose points can be normalised in batches.
///
/// Every element except the neutral one has the order `r` of `Scalar`, so `s P = -(r - s) P` for every scalar `s`.
/// Implementations are total: any points, the identity included, may be added.
///
/// ```
/// use vorpal_curves::{Group, bandersnatch::Banderwagon, secp256k1};
/// fn sum<G: Group>(points: &[G::Affine]) -> G {
///     points.iter().fold(G::IDENTITY, |sum, point| sum.add_affine_vartime(point))
/// }
/// let g = Banderwagon::generator();
/// assert_eq!(sum::<Banderwagon>(&[g.to_affine(); 2]), g.double());
/// let g = secp256k1::Jacobian::GENERATOR;
/// assert_eq!(sum::<secp256k1::Jacobian>(&[g.to_affine(); 2]), g.double());
/// ```
pub trait Group: Copy + Debug + Eq + Send + Sync + 'static {
    /// The integers modulo the order.
    type Scalar: PrimeField;
    /// A normalised point, in the form that is cheapest to add.
    type Affine: Copy + Debug + Send + Sync + 'static;
    /// Sixteen packed points: in vector registers, or processed [one after the other](crate::PackedSequential).
    type Packed: PackedGroup<Group = Self>;

    /// The neutral element.
    const IDENTITY: Self;

    /// `2 self`.
    #[must_use]
    fn double(&self) -> Self;
    /// `-self`.
    #[must_use]
    fn neg(&self) -> Self;
    /// `self + other`. Time may depend on the points.
    #[must_use]
    fn add_vartime(&self, other: &Self) -> Self;
    /// `self + other`. Time may depend on the points.
    #[must_use]
    fn add_affine_vartime(&self, other: &Self::Affine) -> Self;
    /// `self - other`. Time may depend on the points.
    #[must_use]
    fn sub_affine_vartime(&self, other: &Self::Affine) -> Self;
    /// The same point, not normalised.
    fn from_affine(affine: &Self::Affine) -> Self;
    /// Normalises all points with one inversion.
    fn normalise_batch(points: &[Self]) -> Vec<Self::Affine>;

    /// `scalar self` by windows of four bits. Time depends on the scalar.
    ///
    /// For a single point; the crate `vorpal-msm` is faster for many points or a fixed one.
    #[must_use]
    fn mul_vartime(&self, scalar: &Self::Scalar) -> Self {
        self.mul_limbs_vartime(scalar.to_limbs().as_ref())
    }

    /// `integer self` for an integer in little-endian limbs, which may exceed the order. Time depends on the integer.
    #[must_use]
    fn mul_limbs_vartime(&self, integer: &[u64]) -> Self {
        mul_limbs_vartime(*self, integer, Self::IDENTITY, Self::double, Self::add_vartime)
    }
}

/// `integer point`, given doubling and addition: windows of four bits, the most significant first.
pub(crate) fn mul_limbs_vartime<G: Copy>(
    point: G,
    integer: &[u64],
    identity: G,
    double: impl Fn(&G) -> G,
    add: impl Fn(&G, &G) -> G,
) -> G {
    let mut multiples = [identity; 16];
    for i in 1..16 {
        multiples[i] = add(&multiples[i - 1], &point);
    }
    let mut sum = identity;
    for limb in integer.iter().rev() {
        for window in (0..16).rev() {
            for _ in 0..4 {
                sum = double(&sum);
            }
            let digit = (limb >> (4 * window)) & 15;
            if digit != 0 {
                sum = add(&sum, &multiples[digit as usize]);
            }
        }
    }
    sum
}
