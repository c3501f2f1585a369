//! Addition in extended coordinates on `-x^2 + y^2 = 1 + d x^2 y^2`.

use vorpal_fields::Field;
use vorpal_fields::subtle::{Choice, ConstantTimeEq};

use super::EdwardsForm;
use crate::models::weierstrass::WeierstrassCurve;

/// The image `(x, y)` of a point of the prime subgroup as `(y - x, y + x, 2 d x y)`. Adding it costs 7M. Such triples
/// are named after Niels Duif (D. Bernstein, N. Duif, T. Lange, P. Schwabe, B. Yang, "High-speed high-security
/// signatures", 2011).
///
/// ```
/// use vorpal_curves::bls12_377::{Affine, Bls12_377G1};
/// use vorpal_curves::models::weierstrass::{EdwardsPoint, Subgroup, WeierstrassCurve};
/// let form = Bls12_377G1::EDWARDS.unwrap();
/// let g = form.to_edwards(Subgroup::new([Affine::GENERATOR].as_slice())?)[0];
/// let sum = EdwardsPoint::IDENTITY.add_niels(&g);
/// assert_eq!(sum.add_niels(&g.neg()), EdwardsPoint::IDENTITY);
/// # Ok::<(), vorpal_curves::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct NielsPoint<C: WeierstrassCurve> {
    difference: C::Base,
    sum: C::Base,
    scaled_product: C::Base,
}

impl<C: WeierstrassCurve> NielsPoint<C> {
    /// The neutral element `(0, 1)`.
    pub const IDENTITY: Self =
        Self { difference: C::Base::ONE, sum: C::Base::ONE, scaled_product: C::Base::ZERO };

    /// `[y - x, y + x, 2 d x y]`.
    #[inline]
    pub const fn coordinates(&self) -> [C::Base; 3] {
        [self.difference, self.sum, self.scaled_product]
    }

    #[inline(always)]
    pub(super) fn new(x: C::Base, y: C::Base, scaled_product: C::Base) -> Self {
        Self { difference: y - x, sum: y + x, scaled_product }
    }

    /// `-self`, that is `(-x, y)`.
    #[inline]
    #[must_use]
    pub fn neg(&self) -> Self {
        Self { difference: self.sum, sum: self.difference, scaled_product: -self.scaled_product }
    }
}

/// A point as `(Y - X, Y + X, 2 d T, 2 Z)`, for repeated additions of 8M each.
///
/// ```
/// use vorpal_curves::bls12_377::{Affine, Bls12_377G1};
/// use vorpal_curves::models::weierstrass::{EdwardsPoint, Subgroup, WeierstrassCurve};
/// let form = Bls12_377G1::EDWARDS.unwrap();
/// let g = form.to_edwards(Subgroup::new([Affine::GENERATOR].as_slice())?)[0];
/// let sum = EdwardsPoint::IDENTITY.add_niels(&g);
/// let prepared = sum.prepare(&form);
/// assert_eq!(sum.add_prepared(&prepared), sum.double());
/// assert_eq!(sum.sub_prepared(&prepared), EdwardsPoint::IDENTITY);
/// # Ok::<(), vorpal_curves::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PreparedPoint<C: WeierstrassCurve> {
    affine: NielsPoint<C>,
    twice_Z: C::Base,
}

/// A point in extended coordinates: `x = X / Z`, `y = Y / Z`, `T = X Y / Z`. It has odd order, so `Z` is never zero
/// (the proof is in the source of the module).
///
/// Formulas from H. Hisil, K. Wong, G. Carter, E. Dawson, "Twisted Edwards curves revisited", 2008, for `a = -1`: the
/// unified addition of section 3.1, which is also correct for equal and opposite points and the neutral element, and
/// the doubling of section 3.3. No branches: the time does not depend on the points.
///
/// ```
/// use vorpal_curves::bls12_377::{Affine, Bls12_377G1, Jacobian};
/// use vorpal_curves::models::weierstrass::{EdwardsPoint, Subgroup, WeierstrassCurve};
/// let form = Bls12_377G1::EDWARDS.unwrap();
/// let g = form.to_edwards(Subgroup::new([Affine::GENERATOR].as_slice())?)[0];
/// let twice = EdwardsPoint::IDENTITY.add_niels(&g).double();
/// assert_eq!(form.to_weierstrass(&twice.add_niels(&g)), Jacobian::GENERATOR.mul_limbs_vartime(&[3]));
/// # Ok::<(), vorpal_curves::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct EdwardsPoint<C: WeierstrassCurve> {
    X: C::Base,
    Y: C::Base,
    T: C::Base,
    Z: C::Base,
}

impl<C: WeierstrassCurve> EdwardsPoint<C> {
    /// The neutral element `(0, 1)`.
    pub const IDENTITY: Self = Self { X: C::Base::ZERO, Y: C::Base::ONE, T: C::Base::ZERO, Z: C::Base::ONE };

    /// The point with the coordinates `[X, Y, T, Z]`, unchecked. The caller guarantees that they are projective
    /// coordinates of the image of a point of the prime subgroup.
    #[inline]
    #[allow(clippy::many_single_char_names, reason = "coordinates")]
    pub const fn new_unchecked([X, Y, T, Z]: [C::Base; 4]) -> Self {
        Self { X, Y, T, Z }
    }

    /// `[X, Y, T, Z]`.
    #[inline]
    pub fn coordinates(&self) -> [C::Base; 4] {
        [self.X, self.Y, self.T, self.Z]
    }

    /// `X = E F`, `Y = G H`, `T = E H`, `Z = F G`. 4M.
    #[inline(always)]
    fn from_factors(E: C::Base, F: C::Base, G: C::Base, H: C::Base) -> Self {
        Self { X: E * F, Y: G * H, T: E * H, Z: F * G }
    }

    /// `self + other`, given `2 Z1 Z2`. 7M.
    #[inline(always)]
    fn unified(&self, other: &NielsPoint<C>, D: C::Base) -> Self {
        let A = (self.Y - self.X) * other.difference;
        let B = (self.Y + self.X) * other.sum;
        let C_ = self.T * other.scaled_product;
        Self::from_factors(B - A, D - C_, D + C_, B + A)
    }

    /// `self - other`: as [`unified`](Self::unified) with `X` and `T` of the other point negated.
    #[inline(always)]
    fn unified_difference(&self, other: &NielsPoint<C>, D: C::Base) -> Self {
        let A = (self.Y - self.X) * other.sum;
        let B = (self.Y + self.X) * other.difference;
        let C_ = self.T * other.scaled_product;
        Self::from_factors(B - A, D + C_, D - C_, B + A)
    }

    /// `self + other`. 7M.
    #[inline]
    #[must_use]
    pub fn add_niels(&self, other: &NielsPoint<C>) -> Self {
        self.unified(other, self.Z.double())
    }

    /// `self - other`. 7M.
    #[inline]
    #[must_use]
    pub fn sub_niels(&self, other: &NielsPoint<C>) -> Self {
        self.unified_difference(other, self.Z.double())
    }

    /// The point in the form for repeated additions. 1M.
    #[inline]
    pub fn prepare(&self, form: &EdwardsForm<C>) -> PreparedPoint<C> {
        PreparedPoint {
            affine: NielsPoint::new(self.X, self.Y, form.twice_d() * self.T),
            twice_Z: self.Z.double(),
        }
    }

    /// `self + other`. 8M.
    #[inline]
    #[must_use]
    pub fn add_prepared(&self, other: &PreparedPoint<C>) -> Self {
        self.unified(&other.affine, self.Z * other.twice_Z)
    }

    /// `self - other`. 8M.
    #[inline]
    #[must_use]
    pub fn sub_prepared(&self, other: &PreparedPoint<C>) -> Self {
        self.unified_difference(&other.affine, self.Z * other.twice_Z)
    }

    /// `self + other`. 9M.
    #[inline]
    #[must_use]
    pub fn add(&self, other: &Self, form: &EdwardsForm<C>) -> Self {
        self.add_prepared(&other.prepare(form))
    }

    /// `2 self`. 4M + 4S.
    #[inline]
    #[must_use]
    pub fn double(&self) -> Self {
        let (A, B) = (self.X.square(), self.Y.square());
        let E = (self.X + self.Y).square() - A - B;
        let G = B - A;
        Self::from_factors(E, G - self.Z.square().double(), G, -A - B)
    }

    /// `-self`, that is `(-x, y)`.
    #[inline]
    #[must_use]
    pub fn neg(&self) -> Self {
        Self { X: -self.X, Y: self.Y, T: -self.T, Z: self.Z }
    }
}

impl<C: WeierstrassCurve> ConstantTimeEq for NielsPoint<C> {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.difference.ct_eq(&other.difference) & self.sum.ct_eq(&other.sum)
    }
}

impl<C: WeierstrassCurve> PartialEq for NielsPoint<C> {
    fn eq(&self, other: &Self) -> bool {
        self.ct_eq(other).into()
    }
}

impl<C: WeierstrassCurve> Eq for NielsPoint<C> {}

impl<C: WeierstrassCurve> ConstantTimeEq for EdwardsPoint<C> {
    /// `X1 Z2 = X2 Z1` and `Y1 Z2 = Y2 Z1`. 4M. Coordinates with `Z = 0`, which no point has, equal no point.
    fn ct_eq(&self, other: &Self) -> Choice {
        let same_x = (self.X * other.Z).ct_eq(&(other.X * self.Z));
        let same_y = (self.Y * other.Z).ct_eq(&(other.Y * self.Z));
        same_x & same_y & !(self.Z.is_zero() ^ other.Z.is_zero())
    }
}

impl<C: WeierstrassCurve> PartialEq for EdwardsPoint<C> {
    fn eq(&self, other: &Self) -> bool {
        self.ct_eq(other).into()
    }
}

impl<C: WeierstrassCurve> Eq for EdwardsPoint<C> {}
