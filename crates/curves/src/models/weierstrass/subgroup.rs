//! Subgroup checks, and points that are known to lie in the subgroup of prime order.

use alloc::vec::Vec;
use core::slice::SliceIndex;

use vorpal_fields::{Fe, Field, Modulus, PrimeField};
use vorpal_limbs::Wide;
use vorpal_limbs::words::{add, less, sub};

use super::seed_multiples::mul_by_seed_vartime;
use super::subgroup_batch::outside_vartime;
use super::{Affine, FixedSlice, Jacobian, PrimeOrderCurve, WeierstrassCurve};
use crate::{BatchError, Error, PointFormat};

/// Points that all lie in the subgroup of prime order: a `Vec<Affine<C>>`, a `&[Affine<C>]` or another [`FixedSlice`]
/// of points.
///
/// Only in that subgroup are endomorphisms multiplications by a scalar, and some addition formulas free of exceptions.
/// Functions that rely on this take a `Subgroup`.
///
/// ```
/// use vorpal_curves::bls12_381::Affine;
/// use vorpal_curves::models::weierstrass::Subgroup;
/// use vorpal_curves::Error;
/// use vorpal_fields::primes::Bls12_381Base;
///
/// let outside = Affine::new(Bls12_381Base::ZERO, Bls12_381Base::from(2)).unwrap(); // of order three
/// assert!(Subgroup::new([Affine::GENERATOR, Affine::IDENTITY].as_slice()).is_ok());
/// assert_eq!(
///     Subgroup::new([Affine::GENERATOR, outside].as_slice()),
///     Err(Error::OutsideSubgroup { index: 1 })
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subgroup<P>(P);

impl<C: WeierstrassCurve, P: FixedSlice<Target = [Affine<C>]>> Subgroup<P> {
    /// The points, each of them checked as by [`Affine::is_in_subgroup_vartime`], sixteen at a time.
    ///
    /// # Errors
    /// [`Error::OutsideSubgroup`] with the index of the first point that is not in the subgroup.
    pub fn new(points: P) -> Result<Self, Error> {
        let first = outside_vartime(&points).next();
        match first {
            None => Ok(Self(points)),
            Some(index) => Err(Error::OutsideSubgroup { index }),
        }
    }

    /// The points of a curve of prime order, which are all in the subgroup. No arithmetic.
    #[inline]
    pub const fn of_prime_order(points: P) -> Self
    where
        C: PrimeOrderCurve,
    {
        Self(points)
    }

    /// The points, unchecked. The caller guarantees that each lies in the subgroup of prime order, for example because
    /// they come from a setup that was checked before. If one does not, sums of these points may be incorrect; there
    /// are no other consequences.
    #[inline]
    pub const fn unchecked(points: P) -> Self {
        Self(points)
    }

    /// The points.
    #[inline]
    pub fn points(&self) -> &[Affine<C>] {
        &self.0
    }

    /// The same points, borrowed.
    #[inline]
    pub fn borrowed(&self) -> Subgroup<&[Affine<C>]> {
        Subgroup(&self.0)
    }

    /// The points of a range; `None` if it ends after the last point.
    ///
    /// ```
    /// use vorpal_curves::bls12_381::Affine;
    /// use vorpal_curves::models::weierstrass::Subgroup;
    /// let points = Subgroup::new(vec![Affine::GENERATOR; 5])?;
    /// assert_eq!(points.get(1..3).map(|part| part.points().len()), Some(2));
    /// assert!(points.get(..6).is_none());
    /// # Ok::<(), vorpal_curves::Error>(())
    /// ```
    pub fn get(
        &self,
        range: impl SliceIndex<[Affine<C>], Output = [Affine<C>]>,
    ) -> Option<Subgroup<&[Affine<C>]>> {
        self.0.get(range).map(Subgroup)
    }

    /// The points in chunks of `size`; the last one may be shorter.
    ///
    /// # Panics
    /// If `size` is zero.
    pub fn chunks(&self, size: usize) -> impl Iterator<Item = Subgroup<&[Affine<C>]>> {
        self.0.chunks(size).map(Subgroup)
    }

    /// The container of the points.
    #[inline]
    pub fn into_inner(self) -> P {
        self.0
    }
}

impl<C: WeierstrassCurve> Subgroup<Vec<Affine<C>>> {
    /// The points with these encodings, each of them checked once by [`PointFormat::decode_all`].
    ///
    /// ```
    /// use vorpal_curves::bls12_377::{Affine, encoding::ARKWORKS};
    /// use vorpal_curves::models::weierstrass::Subgroup;
    /// use vorpal_curves::{BatchError, Error, PointFormat};
    /// let g = ARKWORKS.encode_compressed(&Affine::GENERATOR);
    /// assert_eq!(Subgroup::decode(&ARKWORKS, &[g; 3]).unwrap().points(), [Affine::GENERATOR; 3]);
    /// let bad = Subgroup::decode(&ARKWORKS, &[g, g, [0; 48]]);
    /// assert_eq!(bad, Err(BatchError { index: 2, error: Error::NotInSubgroup }));
    /// ```
    ///
    /// # Errors
    /// The first error and the index of its encoding.
    pub fn decode<F: PointFormat<Point = Affine<C>>>(
        format: &F,
        encodings: &[impl AsRef<[u8]>],
    ) -> Result<Self, BatchError> {
        format.decode_all(encodings).map(Self)
    }
}

impl<C: WeierstrassCurve> Affine<C> {
    /// The indices of all points outside the subgroup of prime order, in ascending order: each point is checked as by
    /// [`is_in_subgroup_vartime`](Self::is_in_subgroup_vartime), sixteen at a time. Time depends on the points.
    ///
    /// ```
    /// use vorpal_curves::bls12_381::Affine;
    /// use vorpal_fields::primes::Bls12_381Base;
    /// let outside = Affine::new(Bls12_381Base::ZERO, Bls12_381Base::from(2))?; // of order three
    /// let points = [outside, Affine::GENERATOR, Affine::IDENTITY, outside];
    /// assert_eq!(Affine::outside_subgroup_vartime(&points), [0, 3]);
    /// # Ok::<(), vorpal_curves::Error>(())
    /// ```
    #[must_use]
    pub fn outside_subgroup_vartime(points: &[Self]) -> Vec<usize> {
        outside_vartime(points).collect()
    }

    /// Whether the point lies in the subgroup of prime order, as infinity does. No arithmetic for a curve of prime
    /// order, two multiplications by a word for G1's curve of the BLS12 family, one for a sextic twist ([`Psi`]), else
    /// one by the order. Time depends on the point.
    ///
    /// [`Psi`]: super::Psi
    #[inline]
    pub fn is_in_subgroup_vartime(&self) -> bool {
        match (C::PSI, C::BLS12_SEED) {
            _ if C::HAS_PRIME_ORDER => true,
            (Some(psi), _) => psi.contains_vartime(self),
            (None, Some(seed)) => is_in_bls12_subgroup_vartime(self, seed.magnitude),
            (None, None) => order_annihilates_vartime(self),
        }
    }
}

/// `r point = infinity`, in the form `(r - 1) point = -point`, because `r - 1` is an element of the scalar field.
fn order_annihilates_vartime<C: WeierstrassCurve>(point: &Affine<C>) -> bool {
    let last = (-C::Scalar::ONE).to_limbs();
    Jacobian::from_affine(point).mul_limbs_vartime(last.as_ref()) == Jacobian::from_affine(&-*point)
}

/// The subgroup check for G1 of a curve of the BLS12 family with seed `x` and the order `r = x^4 - x^2 + 1`: whether
/// `phi(point) = -x^2 point`, for an endomorphism with `lambda = -x^2 mod r`.
///
/// * Points of the subgroup pass: there `phi` is multiplication by `lambda`.
/// * Other points fail. `P`, `phi(P)`, `phi(phi(P))` have the same `y`, and their three `x` are the cube roots of
///   `y^2 - b`, so they are the intersections of the curve with a line, and `phi^2 + phi + 1 = 0` on the whole curve.
///   If `phi(P) = -x^2 P`, then `phi(phi(P)) = x^4 P` and `0 = (x^4 - x^2 + 1) P = r P`. As `r` is prime and does not
///   divide the cofactor, which is less, the points with `r P = 0` are those of the subgroup.
///
/// Costs two multiplications by `|x|`, which has few set bits: 126 doublings, and twice an addition for each set bit
/// except the top one. Source: M. Scott, "A note on group membership tests for G1, G2 and GT on BLS pairing-friendly
/// curves", 2021, section 4; the argument above uses only the order.
fn is_in_bls12_subgroup_vartime<C: WeierstrassCurve>(point: &Affine<C>, seed: u64) -> bool {
    let Some(endomorphism) = &C::ENDOMORPHISM else { return order_annihilates_vartime(point) };
    let base = Jacobian::from_affine(point);
    let once = mul_by_seed_vartime(&base, seed, |sum| sum.add_affine_vartime(point));
    let twice = mul_by_seed_vartime(&once, seed, |sum| sum.add_vartime(&once));
    twice == Jacobian::from_affine(&-endomorphism.apply(point))
}

/// Compile-time check that `r = x^4 - x^2 + 1` and `lambda = -x^2 mod r`.
#[allow(clippy::panic, reason = "an incorrect constant must not build")]
pub(crate) const fn assert_bls12<M: Modulus<4>>(seed: u64, lambda: &Fe<M, 4>) {
    let square = Wide::square(&[seed, 0, 0, 0]).low;
    let fourth = Wide::square(&square).low; // below 2^256
    let (order, borrow) = sub(&fourth, &sub(&square, &[1, 0, 0, 0]).0);
    assert!(borrow == 0 && equal(&order, &M::P), "the order is x^4 - x^2 + 1");
    let (sum, carry) = add(&lambda.constant_limbs(), &square);
    assert!(carry == 0 && equal(&sum, &M::P), "lambda is -x^2");
}

const fn equal(a: &[u64; 4], b: &[u64; 4]) -> bool {
    less(a, b) == 0 && less(b, a) == 0
}
