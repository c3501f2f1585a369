//! Odd multiples of a point in affine coordinates on an isomorphic curve, without an inversion.

#![allow(non_snake_case, reason = "projective coordinates are capitals in the literature")]

use vorpal_fields::Field;

use super::{Affine, Jacobian, LinearTerm, WeierstrassCurve};

/// The odd multiples `P, 3 P, .., (2 N - 1) P`, as points of a curve that is isomorphic to the curve of `P`.
///
/// For `Z != 0` the map `(x, y) -> (x Z^2, y Z^3)` is an isomorphism from `y^2 = x^3 + a x + b` to
/// `y^2 = x^3 + a Z^4 x + b Z^6`. The formulas for sums of different points do not use `a` and `b`, so they are the
/// same on both curves. Doublings use `a`: they are the same only if `a = 0`, and for `a = -3` the multiples must be
/// [mapped back](Self::normalise_vartime). Points in Jacobian coordinates with the same `Z` are affine points `(X, Y)`
/// of the second curve. (P. Longa, A. Miri, "New composite operations and precomputation scheme for elliptic curve
/// cryptosystems over prime fields", 2008: the quotients of neighbouring `Z` convert all points to the same `Z`.)
///
/// ```
/// use vorpal_curves::models::weierstrass::OddMultiples;
/// use vorpal_curves::secp256k1::{Affine, Jacobian, Secp256k1};
/// let multiples = OddMultiples::<Secp256k1, 4>::of(&Affine::GENERATOR).unwrap();
/// // 5 G + 7 G on the isomorphic curve, mapped back to the original curve.
/// let sum = Jacobian::from_affine(multiples.get(2)).add_affine_vartime(multiples.get(3));
/// assert_eq!(multiples.isomorphism().undo(&sum), Jacobian::GENERATOR.mul_limbs_vartime(&[12]));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct OddMultiples<C: WeierstrassCurve, const N: usize> {
    points: [Affine<C>; N],
    z: C::Base,
}

impl<C: WeierstrassCurve, const N: usize> OddMultiples<C, N> {
    /// The multiples of a point. The doubling costs 2M + 4S and also gives the point itself with the `Z` of the double.
    /// Then follow `N - 1` sums of points with the same `Z`, 5M + 2S each (N. Meloni, "New point addition formulae for
    /// ECC applications", 2007), and `N - 1` conversions to the `Z` of the last multiple, 4M + 1S each.
    ///
    /// Returns `None` if an intermediate sum is at infinity or adds equal points, which happens only if the point is
    /// infinity, or has order two or an odd order below `2 N`. Time depends on that.
    pub fn of(point: &Affine<C>) -> Option<Self> {
        let (sum, double) = point.doubled_with_same_z();
        Self::from_steps([sum; N], 1, double, point.y)
    }

    /// Adds the step to the last of the first `number` points, again and again, and converts all points to the `Z` of
    /// the last sum. All points and the step have the coordinate `z`.
    fn from_steps(
        mut points: [Affine<C>; N],
        number: usize,
        mut step: Affine<C>,
        mut z: C::Base,
    ) -> Option<Self> {
        let mut sum = points[number - 1];
        let mut ratios = [C::Base::ONE; N];
        for i in number..N {
            (sum, step, ratios[i]) = sum.add_same_z(&step);
            points[i] = sum;
            z *= ratios[i];
        }
        if z.is_zero_vartime() {
            return None;
        }
        // From the last point to the first: `missing` is the quotient of the last Z by the Z of point i.
        let mut missing = C::Base::ONE;
        for i in (0..N - 1).rev() {
            missing *= ratios[i + 1];
            let square = missing.square();
            let Affine { x, y } = points[i];
            points[i] = Affine { x: x * square, y: y * square * missing };
        }
        Some(Self { points, z })
    }

    /// `(2 i + 1) P` on the isomorphic curve.
    #[inline]
    pub fn get(&self, i: usize) -> &Affine<C> {
        &self.points[i]
    }

    /// All multiples, in order.
    #[inline]
    pub fn points(&self) -> &[Affine<C>; N] {
        &self.points
    }

    /// The multiples as points of the curve of the point. One inversion + 1M + 1S, and 2M for each multiple. Time
    /// depends on the point.
    pub fn normalise_vartime(&self) -> [Affine<C>; N] {
        // No Z is zero: `of` has checked it.
        let z = self.z.invert_vartime().unwrap_or(C::Base::ZERO);
        let square = z.square();
        let back = Isomorphism { z, square, cube: square * z };
        self.points.map(|point| back.apply(&point))
    }

    /// Moves the lists to one curve, isomorphic to that of their points, and returns the isomorphism: to the curve of
    /// the product of all `Z` if `a = 0`, so that doublings stay the same, else to the original one, with an inversion.
    /// `2 N + 4` M + 1S for each list, and 1M + 1S; for a single one with `a = 0`, 1M + 1S. Time depends on the lists.
    ///
    /// ```
    /// use vorpal_curves::models::weierstrass::OddMultiples;
    /// use vorpal_curves::secp256k1::{Affine, Jacobian, Secp256k1};
    /// let other = Jacobian::GENERATOR.mul_limbs_vartime(&[100]).to_affine();
    /// let mut lists = [Affine::GENERATOR, other].map(|point| OddMultiples::<Secp256k1, 2>::of(&point));
    /// let isomorphism = OddMultiples::to_one_curve_vartime(&mut lists);
    /// let [first, second] = lists.map(Option::unwrap);
    /// let sum = Jacobian::from_affine(first.get(1)).add_affine_vartime(second.get(0));
    /// assert_eq!(isomorphism.undo(&sum), Jacobian::GENERATOR.mul_limbs_vartime(&[103]));
    /// ```
    pub fn to_one_curve_vartime<const K: usize>(lists: &mut [Option<Self>; K]) -> Isomorphism<C> {
        let has_other_curves = C::A != LinearTerm::Zero || lists.iter().flatten().count() > 1;
        // The products of the Z of the lists before each one.
        let (mut before, mut product) = ([C::Base::ONE; K], C::Base::ONE);
        for (before, list) in before.iter_mut().zip(lists.iter()) {
            *before = product;
            if let Some(list) = list {
                product *= list.z;
            }
        }
        // No Z is zero: `of` has checked it.
        let (mut after, z) = match C::A {
            LinearTerm::Zero => (C::Base::ONE, product),
            LinearTerm::MinusThree => (product.invert_vartime().unwrap_or(C::Base::ZERO), C::Base::ONE),
        };
        if has_other_curves {
            for (list, before) in lists.iter_mut().zip(before).rev() {
                let Some(list) = list else { continue };
                // The product of the Z of all other lists, or the inverse of this Z.
                let points = list.scaled_by(&(before * after));
                after *= list.z;
                *list = Self { points, z };
            }
        }
        let square = z.square();
        Isomorphism { z, square, cube: square * z }
    }

    /// The `Z` of the isomorphism.
    pub(super) const fn scale(&self) -> C::Base {
        self.z
    }

    /// The multiples on the isomorphic curve of `Z factor`; for the inverse of `Z`, the affine points. `2 N + 1` M +
    /// 1S.
    pub(super) fn scaled_by(&self, factor: &C::Base) -> [Affine<C>; N] {
        let square = factor.square();
        let isomorphism = Isomorphism { z: *factor, square, cube: square * *factor };
        self.points.map(|point| isomorphism.apply(&point))
    }

    /// The isomorphism to the curve of the multiples, for mapping other points.
    #[inline]
    pub fn isomorphism(&self) -> Isomorphism<C> {
        let square = self.z.square();
        Isomorphism { z: self.z, square, cube: square * self.z }
    }
}

/// The multiples `P, 2 P, .., N P`, as points of a curve that is isomorphic to the curve of `P`, as [`OddMultiples`].
///
/// ```
/// use vorpal_curves::models::weierstrass::Multiples;
/// use vorpal_curves::secp256k1::{Affine, Jacobian, Secp256k1};
/// let multiples = Multiples::<Secp256k1, 4>::of(&Affine::GENERATOR).unwrap();
/// let four = Jacobian::from_affine(&multiples.points()[3]);
/// assert_eq!(multiples.isomorphism().undo(&four), Jacobian::GENERATOR.double().double());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Multiples<C: WeierstrassCurve, const N: usize>(OddMultiples<C, N>);

impl<C: WeierstrassCurve, const N: usize> Multiples<C, N> {
    /// The multiples of a point, for `N >= 2`. The doubling costs 2M + 4S, the `N - 2` sums 5M + 2S each, and the
    /// `N - 1` conversions 4M + 1S each.
    ///
    /// Returns `None` if an intermediate sum is at infinity or adds equal points, which happens only if the point is
    /// infinity or has an order of at most `N`. Time depends on that.
    pub fn of(point: &Affine<C>) -> Option<Self> {
        const { assert!(N >= 2, "the first step adds the point to its double") };
        let (first, double) = point.doubled_with_same_z();
        let mut points = [double; N];
        points[0] = first;
        OddMultiples::from_steps(points, 2, first, point.y).map(Self)
    }

    /// All multiples, in order.
    #[inline]
    pub fn points(&self) -> &[Affine<C>; N] {
        self.0.points()
    }

    /// The isomorphism to the curve of the multiples.
    #[inline]
    pub fn isomorphism(&self) -> Isomorphism<C> {
        self.0.isomorphism()
    }
}

/// `(x, y) -> (x Z^2, y Z^3)`, from a curve to an isomorphic one.
///
/// ```
/// use vorpal_curves::models::weierstrass::OddMultiples;
/// use vorpal_curves::secp256k1::{Affine, Jacobian, Secp256k1};
/// let multiples = OddMultiples::<Secp256k1, 2>::of(&Affine::GENERATOR).unwrap();
/// let isomorphism = multiples.isomorphism();
/// assert_eq!(isomorphism.apply(&Affine::GENERATOR), *multiples.get(0));
/// assert_eq!(isomorphism.undo(&Jacobian::from_affine(multiples.get(0))), Jacobian::GENERATOR);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Isomorphism<C: WeierstrassCurve> {
    z: C::Base,
    square: C::Base,
    cube: C::Base,
}

impl<C: WeierstrassCurve> Isomorphism<C> {
    /// The image of a point. 2M.
    #[inline]
    #[must_use]
    pub fn apply(&self, point: &Affine<C>) -> Affine<C> {
        Affine { x: point.x * self.square, y: point.y * self.cube }
    }

    /// The point whose image this is. 1M.
    #[inline]
    #[must_use]
    pub fn undo(&self, point: &Jacobian<C>) -> Jacobian<C> {
        Jacobian { Z: point.Z * self.z, ..*point }
    }
}

impl<C: WeierstrassCurve> Affine<C> {
    /// The point and its double, both with the `Z` of the double, which is `y`. 2M + 4S.
    ///
    /// The formula of [`Jacobian::double`] with `Z = 1`; with the new `Z` the point is `(x y^2, y^4)`.
    #[inline]
    fn doubled_with_same_z(&self) -> (Self, Self) {
        let B = self.y.square();
        let point = Self { x: self.x * B, y: B.square() };
        let L = self.tangent().halve();
        let x = L.square() - point.x.double();
        (point, Self { x, y: L * (point.x - x) - point.y })
    }

    /// For points with the same `Z`: the sum `self + step` and `step`, both with the same new `Z`, and the quotient of
    /// the new `Z` by the old one. The quotient is zero for equal and opposite points. 4M + 2S.
    #[inline]
    fn add_same_z(&self, step: &Self) -> (Self, Self, C::Base) {
        let H = step.x - self.x;
        let HH = H.square();
        let (W, V) = (step.x * HH, self.x * HH);
        let R = step.y - self.y;
        let y = step.y * (W - V);
        let x = R.square() - W - V;
        (Self { x, y: R * (W - x) - y }, Self { x: W, y }, H)
    }
}
