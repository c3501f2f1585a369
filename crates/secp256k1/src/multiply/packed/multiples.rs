//! Multiples of sixteen points in packed values, and selection among them by digits.

#![allow(non_snake_case, reason = "projective coordinates are capitals in the literature")]

use vorpal_curves::models::weierstrass::{Affine, PackedJacobian, WeierstrassCurve};
use vorpal_fields::{Field, LANES, PackedField};

use super::hexagonal::{Digit, Integer, Row, ZERO, insert, windows};
use super::same_z::{Link, Summand};

type PackedOf<C> = <<C as WeierstrassCurve>::Base as Field>::Packed;

/// The number of bits of a window.
pub(super) const WIDTH: usize = 3;
/// The number of windows.
pub(super) const WINDOWS: usize = windows(WIDTH);

/// The multiples: one for each six digits to the base 8 that differ by a unit. The second is the double of the first.
/// Each of the following is the previous one plus a unit.
const PATH: [Integer; ENTRIES] = {
    // The numbers a - b omega with a, b >= 0 are a sixth of the plane.
    let steps = [(1, 0), (2, 0), (3, 0), (4, 0), (3, 1), (2, 1), (1, 1), (1, 2), (1, 3), (2, 2), (3, 2)];
    let mut path = [Integer { a: 0, b: 0 }; ENTRIES];
    let mut i = 0;
    while i < ENTRIES {
        path[i] = Integer { a: steps[i].0, b: -steps[i].1 };
        i += 1;
    }
    path
};
const ENTRIES: usize = 11;

/// The digits to the base 8, indexed by their classes.
pub(super) const DIGITS: [Digit; 1 << (2 * WIDTH)] = {
    let mut map = [Digit::NONE; 1 << (2 * WIDTH)];
    map[0] = ZERO;
    let mut entry = 0;
    while entry < ENTRIES {
        assert!(insert(&mut map, WIDTH, entry, PATH[entry]), "the entries have different digits");
        entry += 1;
    }
    map
};

/// The steps of the path after its doubling: the unit `+- omega^power`, as the power and whether the sign is negative.
const STEPS: [(usize, bool); ENTRIES] = {
    let mut steps = [(0, false); ENTRIES];
    let mut i = 2;
    while i < ENTRIES {
        let step = Integer { a: PATH[i].a - PATH[i - 1].a, b: PATH[i].b - PATH[i - 1].b };
        let (mut unit, mut power) = (Integer { a: 1, b: 0 }, 0);
        while power < 3 {
            if step.a == unit.a && step.b == unit.b {
                break;
            }
            if step.a == -unit.a && step.b == -unit.b {
                break;
            }
            (unit, power) = (unit.mul_by_omega(), power + 1);
        }
        assert!(power < 3, "a step is a unit");
        steps[i] = (power, step.a != unit.a || step.b != unit.b);
        i += 1;
    }
    assert!(steps[ENTRIES - 1].0 == 0 && !steps[ENTRIES - 1].1, "the last step adds the point");
    steps
};

/// A point with its images under the endomorphism, in raw coordinates: `x`, `beta x`, `beta^2 x` and `y`.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Images<F> {
    pub(super) x: [F; 3],
    pub(super) y: F,
}

/// The multiples of sixteen points by the entries of the digits, affine on the curve `y^2 = x^3 + common^6 b` (for raw
/// coordinates).
pub(super) struct HexagonalTable<C: WeierstrassCurve> {
    entries: [[Images<C::Base>; LANES]; ENTRIES],
    /// The common `Z` of the multiples. It is zero in lanes in which a formula met an exceptional case or the point is
    /// infinity.
    pub(super) common: PackedOf<C>,
    chain: [Link<C>; ENTRIES],
    /// `beta` and `beta^2`.
    roots: [PackedOf<C>; 2],
}

impl<C: WeierstrassCurve> HexagonalTable<C> {
    /// Storage for multiples, without valid contents before [`fill`](Self::fill).
    pub(super) fn new(beta: C::Base) -> Self {
        let one = PackedOf::<C>::one();
        let zero = C::Base::ZERO;
        let power = |beta| PackedOf::<C>::load(&[beta; LANES], |beta| beta);
        Self {
            entries: [[Images { x: [zero; 3], y: zero }; LANES]; ENTRIES],
            common: one,
            chain: [Link::new(); ENTRIES],
            roots: [power(beta), power(beta.square())],
        }
    }

    /// Computes the multiples of at most sixteen points, with 93M + 33S for each point.
    ///
    /// Each multiple is the previous one plus a unit times the point, of the same `Z` ([`Summand`]). Then, backwards,
    /// 4M + 1S for each multiple convert it to the `Z` of the last one. On the isomorphic curve for this `Z` the
    /// multiples are affine, so no inversion is necessary.
    pub(super) fn fill<T>(&mut self, items: &[T], point: impl Fn(&T) -> &Affine<C>) {
        let [x, y] = PackedJacobian::<C>::read_affine(items, point);
        let Self { entries, common, chain, roots } = self;
        let (double, mut summand) = Summand::<C>::double(&x, &y);
        chain[1] = double;
        let (mut power, mut negative) = (0, false);
        for i in 2..ENTRIES {
            if STEPS[i].0 != power {
                summand.X.mul_assign(&roots[(STEPS[i].0 + 2 - power) % 3]);
            }
            if STEPS[i].1 != negative {
                summand.Y.negate_lanes(u16::MAX);
            }
            (power, negative) = STEPS[i];
            let (before, after) = chain.split_at_mut(i);
            summand.add(&before[i - 1], &mut after[0]);
        }
        // The summand is the point with the Z of the last multiple.
        entries[0].put(&summand.X, &summand.Y, &roots[0]);
        let (last, before) = (ENTRIES - 1, ENTRIES - 2);
        entries[last].put(&chain[last].X, &chain[last].Y, &roots[0]);
        // The Z of the last multiple divided by the Z of multiple i.
        *common = chain[last].ratio;
        for i in (1..=before).rev() {
            summand.set_scaled(&chain[i], common);
            entries[i].put(&summand.X, &summand.Y, &roots[0]);
            common.mul_assign(&chain[i].ratio);
        }
    }

    /// Reads the multiple of each lane's point for the digit of the lane into `x` and `y`. Returns the lanes with a
    /// digit other than zero.
    #[inline]
    pub(super) fn read(&self, row: &Row, x: &mut PackedOf<C>, y: &mut PackedOf<C>) -> u16 {
        read(row, x, y, |lane| &self.entries[row.digits[lane].entry()][lane])
    }
}

/// Storage of packed points.
trait Put<B> {
    /// Stores the points and their images.
    fn put(&mut self, x: &B, y: &B, beta: &B);
}

impl<F: Field> Put<F::Packed> for [Images<F>; LANES] {
    fn put(&mut self, x: &F::Packed, y: &F::Packed, beta: &F::Packed) {
        let [mut once, mut twice] = [*x; 2];
        once.mul_assign(beta);
        // 1 + beta + beta^2 = 0.
        twice.add_assign(&once);
        twice.negate_lanes(u16::MAX);
        x.store_raw(self, |images| &mut images.x[0]);
        once.store_raw(self, |images| &mut images.x[1]);
        twice.store_raw(self, |images| &mut images.x[2]);
        y.store_raw(self, |images| &mut images.y);
    }
}

/// Reads the product of each lane's entry and digit into `x` and `y`. Returns the lanes with a digit other than zero.
#[inline]
pub(super) fn read<'a, F: Field>(
    row: &Row,
    x: &mut F::Packed,
    y: &mut F::Packed,
    entry: impl Fn(usize) -> &'a Images<F>,
) -> u16 {
    let entries: [&Images<F>; LANES] = core::array::from_fn(entry);
    let abscissas: [&F; LANES] =
        core::array::from_fn(|lane| &entries[lane].x[row.digits[lane].omega_power()]);
    x.read_raw(&abscissas, |x| x);
    y.read_raw(&entries, |entry| &entry.y);
    y.negate_lanes(row.negative);
    row.nonzero
}
