//! The group law in lanes against that of single points.

use core::marker::PhantomData;

use vorpal_fields::PrimeField;
use vorpal_fields::subtle::Choice;
use vorpal_limbs::quads::{PortableQuads, QuadBackend, QuadProgram, QuadVectors};
use vorpal_oracle::data::report_skipped;

use super::super::{Affine, Jacobian, PrimeOrderCurve, Projective, QuadGroup, WeierstrassCurve};
use super::QuadFormulas;
use crate::p256::P256;
use crate::secp256k1::Secp256k1;

/// A curve of prime order with formulas for quads.
trait Curve: PrimeOrderCurve<Base: PrimeField<Limbs = [u64; 4]>> {}

impl Curve for Secp256k1 {}
impl Curve for P256 {}

/// Points with all kinds of differences: infinity, the generator, its small and large multiples, their opposites, and
/// other coordinates of the same points.
fn points<C: Curve>() -> Vec<Projective<C>> {
    let multiples =
        [[1, 0, 0, 0], [2, 0, 0, 0], [3, 0, 0, 0], [7, 11, 13, 17], [u64::MAX, u64::MAX, 5, 1 << 63]];
    let mut points = vec![Projective::IDENTITY, Projective::new_unchecked(0.into(), 5.into(), 0.into())];
    for multiple in multiples {
        let point = Projective::from(&Jacobian::GENERATOR.mul_limbs_vartime(&multiple));
        let affine = Projective::from_affine(&point.to_affine());
        points.extend([point, affine, point.neg(), affine.neg()]);
    }
    points
}

/// All operations on all points.
struct Everything<'a, C: Curve>(&'a [Projective<C>]);

impl<C: Curve> QuadProgram for Everything<'_, C> {
    type Output = ();

    #[inline(always)]
    fn run<K: QuadBackend>(self, lanes: K) {
        let group = QuadFormulas::<C, K>::new(lanes).unwrap();
        assert_eq!(group.store(group.identity()), Projective::IDENTITY);
        for a in self.0 {
            let loaded = group.load(a);
            assert_eq!(group.store(loaded), *a);
            assert_eq!(group.store(group.read(&group.write(loaded))), *a);
            assert_eq!(group.store(group.neg(loaded)), a.neg());
            assert_eq!(group.store(group.negate_if(loaded, Choice::from(1))), a.neg());
            assert_eq!(group.store(group.negate_if(loaded, Choice::from(0))), *a);
            assert_eq!(group.store(group.double(loaded)), a.double());
            if !bool::from(a.is_identity()) {
                assert_eq!(group.store(group.load_affine(&a.to_affine())), *a);
            }
            for b in self.0 {
                assert_eq!(group.store(group.add(loaded, group.load(b))), a.add(b));
            }
        }
    }
}

/// A long chain of dependent operations, whose coordinates are close to random.
struct Chain<C>(PhantomData<C>);

impl<C: Curve> QuadProgram for Chain<C> {
    type Output = ();

    #[inline(always)]
    fn run<K: QuadBackend>(self, lanes: K) {
        let group = QuadFormulas::<C, K>::new(lanes).unwrap();
        let generator = group.load_affine(&Affine::GENERATOR);
        let (mut point, mut expected) = (group.identity(), Projective::<C>::IDENTITY);
        for step in 0..2000u32 {
            (point, expected) = if step.is_multiple_of(3) {
                (group.add(point, generator), expected.add_affine(&Affine::GENERATOR))
            } else {
                (group.double(point), expected.double())
            };
            if step.is_multiple_of(64) {
                assert_eq!(group.store(point), expected, "step {step}");
            }
        }
        assert_eq!(group.store(point), expected);
    }
}

fn check<C: Curve>(lanes: impl QuadBackend) {
    lanes.run(Everything(&points::<C>()));
    lanes.run(Chain::<C>(PhantomData));
}

#[test]
fn operations_equal_those_of_single_points() {
    check::<Secp256k1>(PortableQuads);
    check::<P256>(PortableQuads);
    match QuadVectors::detect() {
        Some(vectors) => {
            check::<Secp256k1>(vectors);
            check::<P256>(vectors);
        }
        None => report_skipped("points in vectors: the processor has no 52-bit multipliers"),
    }
}

#[test]
fn three_b_is_that_of_the_curve() {
    let three_b = Secp256k1::QUADS.unwrap().three_b;
    assert_eq!(Secp256k1::times_three_b(&1.into()), u64::from(three_b).into());
}

/// The bounds of sums do not depend on values, so one run with the largest `3 b` proves the formulas for it.
#[cfg(debug_assertions)]
#[test]
fn the_largest_three_b_is_that_of_the_bounds() {
    let operations = |three_b| {
        let mut group = QuadFormulas::<Secp256k1, _>::new(PortableQuads).unwrap();
        group.three_b = three_b;
        let point = group.load_affine(&Affine::GENERATOR);
        group.write(group.add(group.double(point), point));
    };
    operations(super::LARGEST_THREE_B);
    assert!(std::panic::catch_unwind(|| operations(super::LARGEST_THREE_B + 1)).is_err());
}
