//! The group law of one point in quads: the independent products of a step side by side.

#![allow(non_snake_case, reason = "projective coordinates are capitals in the literature")]

use core::marker::PhantomData;

use vorpal_fields::subtle::Choice;
use vorpal_fields::{Field, PrimeField};
use vorpal_limbs::quads::{Quad, QuadArithmetic, QuadBackend, QuadLimbs, QuadRing, QuadSum, order};
use vorpal_limbs::words::equality_mask;

use super::{Affine, LinearTerm, Projective, QuadGroup, WeierstrassCurve};

/// What the formulas for quads need of a curve.
#[derive(Clone, Copy, Debug)]
pub struct QuadCurve {
    /// The constants of the base field.
    pub ring: QuadRing,
    /// `3 b` of a curve with `a = 0`, between 1 and 22. Not used with `a = -3`, where `b` is any number.
    pub three_b: u32,
}

/// The largest `3 b`: a doubling subtracts `9 b Z^2` from `Y^2`, and `13 + 3 * 13 * 22` is the largest such bound of a
/// sum that can be normalised.
const LARGEST_THREE_B: u32 = 22;

/// A point in homogeneous coordinates: the lanes are `X`, `Y`, `Z` and any number.
#[derive(Clone, Copy, Debug)]
pub struct QuadPoint<V>(Quad<V>);

/// The group law of a curve with the vectors of a backend.
///
/// The formulas are those of [`Projective`], complete for the same points and with the same proof. There a doubling has
/// 8M of which some wait for others; here it has two steps of four products, one in each lane. Steps of an addition
/// have sums of two products in three lanes. With `a = -3` there is a step for products by `b`. Everything takes
/// constant time.
///
/// Coordinates are read and written in Montgomery form without a change of radix. This multiplies `X`, `Y`, `Z` by the
/// same number, so they are those of the same point.
#[derive(Clone, Copy, Debug)]
pub struct QuadFormulas<C: WeierstrassCurve, K> {
    arithmetic: QuadArithmetic<K>,
    three_b: u32,
    /// `3 b` in all lanes, in the radix of products.
    three_b_lanes: QuadLimbs,
    /// `Z = 1` in Montgomery form, in lane 2 of otherwise zero limbs.
    unit: QuadLimbs,
    curve: PhantomData<fn() -> C>,
}

impl<C, K> QuadFormulas<C, K>
where
    C: WeierstrassCurve<Base: PrimeField<Limbs = [u64; 4]>>,
    K: QuadBackend,
{
    /// The group, if the curve has these formulas. A curve whose `3 b` exceeds their bounds does not build.
    #[inline(always)]
    pub fn new(lanes: K) -> Option<Self> {
        const {
            if let (Some(quads), LinearTerm::Zero) = (&C::QUADS, C::A) {
                assert!(quads.three_b >= 1 && quads.three_b <= LARGEST_THREE_B, "3 b is between 1 and 22");
            }
        }
        let curve: &'static Option<QuadCurve> = const { &C::QUADS };
        let QuadCurve { ring, three_b } = curve.as_ref()?;
        let arithmetic = QuadArithmetic::new(lanes, ring);
        let unit = QuadRing::limbs(&C::Base::ONE.to_montgomery()).map(|limb| [0, 0, limb, 0]);
        // A Montgomery product divides by 2^260: (3 b 2^4) 2^256.
        let three_b_radix = (0..4).fold(C::times_three_b(&C::Base::ONE), |factor, _| factor.double());
        let three_b_lanes = QuadRing::limbs(&three_b_radix.to_montgomery()).map(|limb| [limb; 4]);
        Some(Self { arithmetic, three_b: *three_b, three_b_lanes, unit, curve: PhantomData })
    }

    /// Two steps: `Y^2`, `Y Z`, `Z^2`, `X Y`, then with `u = 3 b Z^2` the products `u 8 Y^2`, `Y Z 8 Y^2`,
    /// `(Y^2 - 3 u) (Y^2 + u)`, `(Y^2 - 3 u) X Y`.
    #[inline(always)]
    fn double_without_a(&self, point: QuadPoint<K::Vector>) -> QuadPoint<K::Vector> {
        let f = self.arithmetic;
        let a = f.permuted::<{ order([1, 1, 2, 0]) }>(point.0);
        let b = f.permuted::<{ order([1, 2, 2, 1]) }>(point.0);
        let products = f.product(a, b);
        let YY = f.permute::<{ order([0, 0, 0, 0]) }>(products);
        let u = f.times(f.permute::<{ order([2, 2, 2, 2]) }>(products), self.three_b);
        let difference = f.sub(YY, f.times(u, 3));
        // The lanes 1 of the left factors and 3 of the right ones are Y Z and X Y, where the products have them.
        let left = f.blend::<0b0010>(f.blend::<0b1100>(u, difference), products);
        let right = f.blend::<0b1000>(f.blend::<0b0100>(f.times(YY, 8), f.add(YY, u)), products);
        let products = f.product(f.normalise(left), f.normalise(right));
        // (2 c_3, c_0 + c_2, c_1)
        let first = f.permute::<{ order([3, 0, 1, 1]) }>(products);
        let second = f.permute::<{ order([3, 2, 1, 1]) }>(products);
        QuadPoint(f.normalise(f.blend::<0b0011>(first, f.add(first, second))))
    }

    /// The sum, given `XX`, `YY`, `ZZ` and the mixed sums `XY`, `YZ`, `XZ` of the coordinates in the lanes. `u`, `t`
    /// and `m` are those of [`Projective::add`].
    #[inline(always)]
    fn sum(&self, products: QuadSum<K::Vector>, mixed: QuadSum<K::Vector>) -> QuadPoint<K::Vector> {
        let f = self.arithmetic;
        let XX = f.permute::<{ order([0, 0, 0, 0]) }>(products);
        let YY = f.permute::<{ order([1, 1, 1, 1]) }>(products);
        let ZZ = f.permute::<{ order([2, 2, 2, 2]) }>(products);
        // XY, XY, XY, YZ, and XZ, XZ, YZ, XY.
        let ends = f.permute::<{ order([0, 0, 0, 1]) }>(mixed);
        let mixed = f.permute::<{ order([2, 2, 1, 0]) }>(mixed);
        let (minus_u, t, m) = match C::A {
            LinearTerm::Zero => (f.times(ZZ, self.three_b), f.times(mixed, self.three_b), f.times(XX, 3)),
            LinearTerm::MinusThree => {
                // 3 b XZ and 3 b ZZ in lanes 0 and 1.
                let factors = f.normalise(f.blend::<0b0010>(mixed, ZZ));
                let multiples = f.product(factors, f.load(&self.three_b_lanes));
                let XZ = f.permute::<{ order([0, 0, 0, 0]) }>(mixed);
                (
                    f.sub(f.permute::<{ order([1, 1, 1, 1]) }>(multiples), f.times(XZ, 3)),
                    f.sub(multiples, f.times(f.add(f.times(ZZ, 3), XX), 3)),
                    f.times(f.sub(XX, ZZ), 3),
                )
            }
        };
        // XY, YY + u, YY - u, YZ with u = -minus_u
        let first = f.blend::<0b0100>(f.blend::<0b0010>(ends, f.sub(YY, minus_u)), f.add(YY, minus_u));
        // t, m, -YZ, XY
        let second = f.blend::<0b0010>(f.blend::<0b0001>(mixed, t), m);
        let second = f.blend::<0b0100>(second, f.negative(mixed));
        let (first, second) = (f.normalise(first), f.normalise(second));
        // XY (YY + u) - YZ t,  (YY + u) (YY - u) + m t,  (YY - u) YZ + XY m
        let sums = f.sum_of_products(
            [first, f.permuted::<{ order([2, 0, 1, 1]) }>(second)],
            [f.permuted::<{ order([1, 2, 3, 3]) }>(first), f.permuted::<{ order([0, 1, 3, 3]) }>(second)],
        );
        QuadPoint(f.normalise(sums))
    }
}

impl<C, K> QuadGroup<C> for QuadFormulas<C, K>
where
    C: WeierstrassCurve<Base: PrimeField<Limbs = [u64; 4]>>,
    K: QuadBackend,
{
    type Point = QuadPoint<K::Vector>;
    type Factor = Quad<K::Vector>;

    #[inline(always)]
    fn identity(&self) -> Self::Point {
        let mut limbs = [[0; 4]; 5];
        limbs[0] = [0, 1, 0, 0];
        QuadPoint(self.arithmetic.load(&limbs))
    }

    #[inline(always)]
    fn load_affine(&self, point: &Affine<C>) -> Self::Point {
        let (x, y) = (point.x.to_montgomery(), point.y.to_montgomery());
        QuadPoint(self.arithmetic.load_pair(&x, &y, &self.unit))
    }

    #[inline(always)]
    fn load(&self, point: &Projective<C>) -> Self::Point {
        let z = QuadRing::limbs(&point.Z.to_montgomery()).map(|limb| [0, 0, limb, 0]);
        let (x, y) = (point.X.to_montgomery(), point.Y.to_montgomery());
        QuadPoint(self.arithmetic.load_pair(&x, &y, &z))
    }

    #[inline(always)]
    fn store(&self, point: Self::Point) -> Projective<C> {
        let limbs = self.write(point);
        let [X, Y, Z] =
            [0, 1, 2].map(|lane| C::Base::from_montgomery_unchecked(self.arithmetic.residue(&limbs, lane)));
        Projective { X, Y, Z }
    }

    #[inline(always)]
    fn write(&self, point: Self::Point) -> QuadLimbs {
        self.arithmetic.store(point.0)
    }

    #[inline(always)]
    fn read(&self, limbs: &QuadLimbs) -> Self::Point {
        QuadPoint(self.arithmetic.load(limbs))
    }

    #[inline(always)]
    fn double(&self, point: Self::Point) -> Self::Point {
        match C::A {
            LinearTerm::Zero => self.double_without_a(point),
            LinearTerm::MinusThree => {
                let f = self.arithmetic;
                let a = f.permuted::<{ order([0, 1, 0, 3]) }>(point.0);
                let b = f.permuted::<{ order([1, 2, 2, 3]) }>(point.0);
                self.sum(f.product(point.0, point.0), f.times(f.product(a, b), 2))
            }
        }
    }

    #[inline(always)]
    fn add(&self, a: Self::Point, b: Self::Point) -> Self::Point {
        let f = self.arithmetic;
        let mixed = f.sum_of_products(
            [f.permuted::<{ order([0, 1, 0, 3]) }>(a.0), f.permuted::<{ order([1, 2, 2, 3]) }>(a.0)],
            [f.permuted::<{ order([1, 2, 2, 3]) }>(b.0), f.permuted::<{ order([0, 1, 0, 3]) }>(b.0)],
        );
        self.sum(f.product(a.0, b.0), mixed)
    }

    #[inline(always)]
    fn scale(&self, factor: &C::Base) -> Self::Factor {
        let mut limbs = QuadRing::limbs(&factor.to_limbs()).map(|limb| [limb, 0, 0, 0]);
        limbs[0] = [limbs[0][0], 1, 1, 0];
        self.arithmetic.load(&limbs)
    }

    #[inline(always)]
    fn scale_x(&self, point: Self::Point, factor: Self::Factor) -> Self::Point {
        QuadPoint(self.arithmetic.normalise(self.arithmetic.product(point.0, factor)))
    }

    #[inline(always)]
    fn lookup(&self, table: &[QuadLimbs], index: u64) -> Self::Point {
        QuadPoint(self.arithmetic.lookup(table, index))
    }

    #[inline(always)]
    fn lookup_affine(&self, table: &[Affine<C>], number: u64) -> Self::Point {
        let pairs = table.iter().map(|point| [point.x.to_montgomery(), point.y.to_montgomery()]);
        let point = self.arithmetic.lookup_pair(pairs, number.wrapping_sub(1), &self.unit);
        let is_zero = equality_mask(number, 0);
        QuadPoint(self.arithmetic.select(point, self.identity().0, is_zero))
    }

    #[inline(always)]
    fn neg(&self, point: Self::Point) -> Self::Point {
        let f = self.arithmetic;
        let negated = f.normalise(f.negative(point.0.into()));
        QuadPoint(f.blended::<0b0010>(point.0, negated))
    }

    #[inline(always)]
    fn negate_if(&self, point: Self::Point, choice: Choice) -> Self::Point {
        let mask = 0u64.wrapping_sub(u64::from(choice.unwrap_u8()));
        QuadPoint(self.arithmetic.normalise(self.arithmetic.negate(point.0.into(), &[0, mask, 0, 0])))
    }
}

#[cfg(test)]
mod tests;
