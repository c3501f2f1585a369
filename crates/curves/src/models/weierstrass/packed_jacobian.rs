//! Sixteen packed points in Jacobian coordinates.

#![allow(non_snake_case, reason = "projective coordinates are capitals in the literature")]

use vorpal_fields::{Field, LANES, PackedField};

use super::{Affine, Jacobian, LinearTerm, WeierstrassCurve};

/// The packed values of a curve's coordinates.
type PackedOf<C> = <<C as WeierstrassCurve>::Base as Field>::Packed;

/// Sixteen points in Jacobian coordinates, `x = X / Z^2`, `y = Y / Z^3`, one per lane of three packed values.
///
/// # The isomorphic curve
///
/// With `a = 0`, the points lie on the curve `y^2 = x^3 + v^6 b` of the *raw* coordinates that packed values read
/// without a change of radix ([`PackedField`]). No formula here uses `b`. [`read`](Self::read) maps points to this
/// curve and [`store`](Self::store) maps them back. Affine points are also two packed values of raw coordinates: `x` as
/// it is read, `y` [scaled](PackedField::scale_raw).
///
/// Doublings use `a`, and the isomorphic curve has `v^4 a`. So with `a = -3` the points and coordinates are those of
/// the curve itself: the change of radix costs 2M when a point is read and 3M when it is stored.
///
/// # Exceptions
///
/// No formula here has branches. In exceptional cases `Z` becomes zero, and a zero `Z` remains zero:
///
/// * Doubling gives `Z3 = Y Z`. It is zero for infinity and points of order two, whose double is infinity.
/// * Additions give `Z3 = Z H` or `Z3 = Z1 Z2 H`, where `H` is the difference of the two `x`, times powers of `Z`.
///   If no `Z` is zero, `H` is zero for equal and opposite points only, and for all other pairs the formulas are
///   correct.
///
/// So if every affine summand of a lane is a point of the curve other than infinity, and the final `Z` is not zero, the
/// lane has the correct sum. A lane with `Z = 0` ([`zero_lanes`](Self::zero_lanes)) is unspecified; its sum must be
/// computed by other formulas.
///
/// ```
/// use vorpal_curves::models::weierstrass::PackedJacobian;
/// use vorpal_curves::secp256k1::{Affine, Jacobian};
/// let mut points = PackedJacobian::read(&[Affine::GENERATOR; 16]);
/// points.double();
/// assert_eq!(points.zero_lanes(), 0);
/// let mut stored = [Jacobian::GENERATOR; 16];
/// points.store(&mut stored);
/// assert_eq!(stored, [Jacobian::GENERATOR.double(); 16]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PackedJacobian<C: WeierstrassCurve> {
    X: PackedOf<C>,
    Y: PackedOf<C>,
    Z: PackedOf<C>,
    /// 3 / 2, for doublings in a prime field; unused in an extension field.
    three_halves: PackedOf<C>,
    /// Temporary values of the formulas, kept here so that the formulas do not begin with copies.
    scratch: [PackedOf<C>; 4],
}

/// Loads and stores.
impl<C: WeierstrassCurve> PackedJacobian<C> {
    /// Reads at most sixteen points. The remaining lanes and lanes of infinity are unspecified. 16M, or 48M with
    /// `a = -3`.
    pub fn read(points: &[Affine<C>]) -> Self {
        let [x, y] = Self::read_affine(points, |point| point);
        Self::from_affine(&x, &y)
    }

    /// The packed values `x` and `y` of at most sixteen affine points; the remaining lanes are unspecified. Costs
    /// fractions of multiplications, or 32M with `a = -3`.
    pub fn read_affine<T>(items: &[T], point: impl Fn(&T) -> &Affine<C>) -> [PackedOf<C>; 2] {
        if let LinearTerm::MinusThree = C::A {
            return [
                PackedOf::<C>::load(items, |item| &point(item).x),
                PackedOf::<C>::load(items, |item| &point(item).y),
            ];
        }
        let [mut x, mut y] = [PackedOf::<C>::one(); 2];
        x.read_raw(items, |item| &point(item).x);
        y.read_raw(items, |item| &point(item).y);
        y.scale_raw();
        [x, y]
    }

    /// The affine points `(x, y)`, in the coordinates of [`read_affine`](Self::read_affine). 16M.
    pub fn from_affine(x: &PackedOf<C>, y: &PackedOf<C>) -> Self {
        let one = PackedOf::<C>::one();
        let three_halves = if C::Base::DEGREE > 1 {
            one
        } else {
            PackedOf::<C>::splat(&(C::Base::ONE + C::Base::ONE.halve()))
        };
        Self { X: *x, Y: *y, Z: one, three_halves, scratch: [one; 4] }
    }

    /// Reads at most sixteen points; the remaining lanes are unspecified. At most 64M.
    ///
    /// Infinity has `Z = 0`.
    pub(super) fn read_jacobian(points: &[Jacobian<C>]) -> Self {
        let mut read = Self::from_coordinates([
            &PackedOf::<C>::load(points, |point| &point.X),
            &PackedOf::<C>::load(points, |point| &point.Y),
            &PackedOf::<C>::load(points, |point| &point.Z),
        ]);
        read.unscale();
        read
    }

    /// The points `(X : Y : Z)` of the curve itself instead of the isomorphic one, on which they are after
    /// [`unscale`](Self::unscale). Before it they must not be stored.
    pub(crate) fn from_coordinates([X, Y, Z]: [&PackedOf<C>; 3]) -> Self {
        let mut points = Self::from_affine(X, Y);
        points.Z = *Z;
        points
    }

    /// Replaces points of the curve by the raw ones `(X : Y : Z / v)`, for which `v^2 x = X / (Z / v)^2` and
    /// `v^3 y = Y / (Z / v)^3`. With a linear term, points are not raw, and nothing changes. At most 16M.
    pub(crate) fn unscale(&mut self) {
        if matches!(C::A, LinearTerm::Zero) {
            self.Z.unscale_raw();
        }
    }

    /// The packed values `X`, `Y` and `Z`.
    #[inline]
    pub fn coordinates(&self) -> [&PackedOf<C>; 3] {
        [&self.X, &self.Y, &self.Z]
    }

    /// The lanes with `Z = 0`. Time may depend on which they are.
    #[inline]
    pub fn zero_lanes(&self) -> u16 {
        self.Z.zero_lanes()
    }

    /// Assigns the affine points `(x, y)` to the lanes of the mask.
    pub fn assign_affine_lanes(&mut self, x: &PackedOf<C>, y: &PackedOf<C>, lanes: u16) {
        self.X.assign_lanes(x, lanes);
        self.Y.assign_lanes(y, lanes);
        self.Z.assign_lanes(&PackedOf::<C>::one(), lanes);
    }

    /// Replaces the points by `(X : Y : scale Z)`. This maps points of `y^2 = x^3 + scale^6 b` to `y^2 = x^3 + b`. 16M.
    /// With `a = -3`, points with another scale than 1 must not be doubled before this.
    #[inline]
    pub fn scale(&mut self, scale: &PackedOf<C>) {
        self.Z.mul_assign(scale);
    }

    /// Replaces the points by `(X^p : Y^p : Z^p)` for the characteristic `p`.
    pub(super) fn frobenius(&mut self) {
        self.X.frobenius();
        self.Y.frobenius();
        self.Z.frobenius();
    }

    /// Replaces the points by `(a X : b Y : Z)`. 32M.
    pub(super) fn scale_coordinates(&mut self, a: &C::Base, b: &C::Base) {
        self.X.mul_assign(&PackedOf::<C>::splat(a));
        self.Y.mul_assign(&PackedOf::<C>::splat(b));
    }

    /// Replaces the points by their opposites.
    pub(super) fn negate(&mut self) {
        self.Y.negate_lanes(u16::MAX);
    }

    /// The lanes in which both points are the same and no `Z` is zero. 7M + 2S in each lane. Time may depend on which
    /// they are.
    pub(super) fn equal_lanes(&self, other: &Self) -> u16 {
        let [mut U, mut S] = [self.Z; 2];
        numerators(&self.Z, &other.X, &other.Y, &mut U, &mut S);
        let [mut V, mut T] = [other.Z; 2];
        numerators(&other.Z, &self.X, &self.Y, &mut V, &mut T);
        U.sub_assign(&V);
        S.sub_assign(&T);
        U.zero_lanes() & S.zero_lanes() & !self.zero_lanes() & !other.zero_lanes()
    }

    /// Stores the points of the first lanes in the slice, infinity for `Z = 0`. Costs three fractions of a
    /// multiplication each.
    ///
    /// A raw point `(X : Y : Z)` has `v^2 x = X / Z^2` and `v^3 y = Y / Z^3`, so the point is `(X : Y : v Z)`.
    ///
    /// # Panics
    /// If the slice is longer than sixteen.
    #[allow(clippy::panic, reason = "a program that passes more is wrong")]
    pub fn store(&self, points: &mut [Jacobian<C>]) {
        let number = points.len();
        assert!(number <= LANES, "sixteen points at most");
        let mut scaled = self.Z;
        if let LinearTerm::Zero = C::A {
            scaled.scale_raw();
        }
        let [mut X, mut Y, mut Z] = [[C::Base::ZERO; LANES]; 3];
        self.X.store(&mut X[..number]);
        self.Y.store(&mut Y[..number]);
        scaled.store(&mut Z[..number]);
        for (lane, point) in points.iter_mut().enumerate() {
            *point = Jacobian { X: X[lane], Y: Y[lane], Z: Z[lane] };
        }
    }

    /// Normalises the points of the first lanes and stores them in the slice, infinity for `Z = 0`. One inversion, and
    /// about 7M + 1S each. Time depends on the points.
    ///
    /// # Panics
    /// If the slice is longer than sixteen.
    #[allow(clippy::panic, reason = "a program that passes more is wrong")]
    pub fn store_affine_vartime(&self, points: &mut [Affine<C>]) {
        let number = points.len();
        assert!(number <= LANES, "sixteen points at most");
        let (mut inverse, mut square) = (self.Z, self.Z);
        inverse.invert_vartime();
        square.square_into(&inverse);
        let (mut x, mut y) = (self.X, self.Y);
        x.mul_assign(&square);
        y.mul_assign(&square);
        y.mul_assign(&inverse);
        if let LinearTerm::MinusThree = C::A {
            let [mut xs, mut ys] = [[C::Base::ZERO; LANES]; 2];
            x.store(&mut xs[..number]);
            y.store(&mut ys[..number]);
            for i in 0..number {
                points[i] = Affine { x: xs[i], y: ys[i] };
            }
            return;
        }
        y.unscale_raw();
        x.store_raw(points, |point| &mut point.x);
        y.store_raw(points, |point| &mut point.y);
    }
}

/// The group law, except for the exceptional cases above.
impl<C: WeierstrassCurve> PackedJacobian<C> {
    /// `2 self`, by the formula of [`Jacobian::double`]: 3M + 4S, or 4M + 4S and two more additions with `a = -3`, four
    /// subtractions and a multiplication by the constant 3/2, which takes the time of two or three additions.
    ///
    /// In an extension field that product costs more than the six additions without it: with `L = 3 X^2 + a Z^4` and
    /// `T = 4 X Y^2`, `X3 = L^2 - 2 T`, `Y3 = L (T - X3) - 8 Y^4`, `Z3 = 2 Y Z`.
    pub fn double(&mut self) {
        if C::Base::DEGREE > 1 {
            return self.double_by_additions();
        }
        let Self { X, Y, Z, three_halves, scratch: [L, S, T, _] } = self;
        match C::A {
            LinearTerm::Zero => L.square_into(X),
            LinearTerm::MinusThree => {
                S.square_into(Z);
                L.add_into(X, S);
                T.sub_into(X, S);
                L.mul_assign(T);
            }
        }
        Z.mul_assign(Y);
        L.mul_assign(three_halves);
        S.square_into(Y);
        T.mul_into(X, S);
        X.square_into(L);
        X.sub_assign(T);
        X.sub_assign(T);
        T.sub_assign(X);
        Y.mul_into(L, T);
        T.square_into(S);
        Y.sub_assign(T);
    }

    /// [`double`](Self::double) without the constant 3/2.
    fn double_by_additions(&mut self) {
        let Self { X, Y, Z, scratch: [L, S, T, _], .. } = self;
        match C::A {
            LinearTerm::Zero => S.square_into(X),
            LinearTerm::MinusThree => {
                T.square_into(Z);
                S.sub_into(X, T);
                T.add_assign(X);
                S.mul_assign(T);
            }
        }
        L.add_into(S, S);
        L.add_assign(S);
        Z.mul_assign(Y);
        Z.double();
        S.square_into(Y);
        S.double();
        T.mul_into(X, S);
        T.double();
        X.square_into(L);
        X.sub_assign(T);
        X.sub_assign(T);
        T.sub_assign(X);
        Y.mul_into(L, T);
        T.square_into(S);
        T.double();
        Y.sub_assign(T);
    }

    /// `self + (x, y)`, in the coordinates of [`read_affine`](Self::read_affine): 8M + 3S and seven subtractions.
    ///
    /// With `H = x Z^2 - X`, `r = y Z^3 - Y` and `V = X H^2`: `X3 = r^2 - H^3 - 2 V`, `Y3 = r (V - X3) - Y H^3`,
    /// `Z3 = Z H`. `madd-2007-bl` trades one multiplication for a square and six more additions.
    pub fn add_affine(&mut self, x: &PackedOf<C>, y: &PackedOf<C>) {
        let Self { Z, scratch: [U, S, ..], .. } = self;
        numerators(Z, x, y, U, S);
        self.add_numerators();
    }

    /// [`add_affine`](Self::add_affine) in the lanes of the mask; the other lanes are unchanged.
    pub fn add_affine_lanes(&mut self, x: &PackedOf<C>, y: &PackedOf<C>, lanes: u16) {
        self.in_lanes(lanes, |points| points.add_affine(x, y));
    }

    /// Adds `(scale^2 x, scale^3 y)`: points of `y^2 = x^3 + b` to points of `y^2 = x^3 + scale^6 b`, in the lanes of
    /// the mask. 9M + 3S. With `a = -3`, sums with another scale than 1 must not be doubled.
    pub fn add_scaled_affine_lanes(
        &mut self,
        scale: &PackedOf<C>,
        x: &PackedOf<C>,
        y: &PackedOf<C>,
        lanes: u16,
    ) {
        self.in_lanes(lanes, |points| {
            let Self { Z, scratch: [U, S, scaled, _], .. } = points;
            scaled.mul_into(Z, scale);
            numerators(scaled, x, y, U, S);
            points.add_numerators();
        });
    }

    /// `self + other`: 12M + 4S and seven subtractions. `add-2007-bl` replaces one multiplication by a square, with
    /// more additions.
    pub fn add(&mut self, other: &Self) {
        let Self { X, Y, Z, scratch: [U, S, power, _], .. } = self;
        numerators(Z, &other.X, &other.Y, U, S);
        // The numerators of both points over the common denominator Z1 Z2.
        power.square_into(&other.Z);
        X.mul_assign(power);
        power.mul_assign(&other.Z);
        Y.mul_assign(power);
        Z.mul_assign(&other.Z);
        self.add_numerators();
    }

    /// Applies a change in the lanes of the mask; the other lanes are unchanged.
    #[inline]
    fn in_lanes(&mut self, lanes: u16, change: impl FnOnce(&mut Self)) {
        if lanes == u16::MAX {
            return change(self);
        }
        let (X, Y, Z) = (self.X, self.Y, self.Z);
        change(self);
        self.X.assign_lanes(&X, !lanes);
        self.Y.assign_lanes(&Y, !lanes);
        self.Z.assign_lanes(&Z, !lanes);
    }

    /// `self + (U / Z^2, S / Z^3)`, where `U` and `S` are the first two scratch values. 5M + 2S.
    #[inline]
    fn add_numerators(&mut self) {
        let Self { X, Y, Z, scratch: [H, r, V, HHH], .. } = self;
        H.sub_assign(X);
        r.sub_assign(Y);
        Z.mul_assign(H);
        V.square_into(H);
        HHH.mul_into(V, H);
        V.mul_assign(X);
        X.square_into(r);
        X.sub_assign(HHH);
        X.sub_assign(V);
        X.sub_assign(V);
        V.sub_assign(X);
        HHH.mul_assign(Y);
        Y.mul_into(V, r);
        Y.sub_assign(HHH);
    }
}

/// `U = x Z^2`, `S = y Z^3`. 3M + 1S.
#[inline]
fn numerators<B: PackedField>(Z: &B, x: &B, y: &B, U: &mut B, S: &mut B) {
    S.square_into(Z);
    U.mul_into(S, x);
    S.mul_assign(Z);
    S.mul_assign(y);
}

#[cfg(test)]
mod tests {
    use super::PackedJacobian;
    use crate::models::weierstrass::{Jacobian, WeierstrassCurve};
    use crate::p256::P256;
    use crate::secp256k1::Secp256k1;

    /// Points with a `Z` other than one are read, doubled and stored, with a linear term and without.
    fn doubles_of_jacobian_points<C: WeierstrassCurve>() {
        let points: [Jacobian<C>; 5] =
            core::array::from_fn(|i| Jacobian::GENERATOR.mul_limbs_vartime(&[i as u64 + 2]));
        let mut packed = PackedJacobian::read_jacobian(&points);
        packed.double();
        let mut doubles = [Jacobian::IDENTITY; 5];
        packed.store(&mut doubles);
        assert_eq!(doubles, points.map(|point| point.double()));
        // The formula for extension fields, with both linear terms.
        let mut packed = PackedJacobian::from_coordinates(packed.coordinates());
        packed.double_by_additions();
        packed.store(&mut doubles);
        assert_eq!(doubles, points.map(|point| point.double().double()));
    }

    #[test]
    fn jacobian_points_are_read() {
        doubles_of_jacobian_points::<Secp256k1>();
        doubles_of_jacobian_points::<P256>();
    }
}
