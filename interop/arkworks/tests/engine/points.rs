//! Operations of points, beside those of arkworks.

use ark_ec::short_weierstrass as sw;
use ark_ec::{AdditiveGroup, AffineRepr, CurveGroup, PrimeGroup};
use ark_ff::{BigInteger, Field, PrimeField, ToConstraintField, UniformRand};
use ark_std::rand::rngs::StdRng;
use ark_std::rand::{RngCore, SeedableRng};
use ark_std::{One, Zero};
use vorpal_arkworks::engine::{Affine, EngineCurve, Projective};
use zeroize::Zeroize;

/// Calls a function for the curve of each group.
macro_rules! for_each_curve {
    ($function:ident) => {
        #[test]
        fn $function() {
            for_each_curve!($function:
                ark_bn254::g1, ark_bn254::g2, ark_bls12_381::g1, ark_bls12_381::g2, ark_bls12_377::g1,
                ark_bls12_377::g2);
        }
    };
    ($function:ident: $($curve:path),*) => {$({
        use $curve as curve;
        super::$function::<curve::Config>();
    })*};
}

/// Infinity, small multiples of the generator and of its opposite, random points, not normalised.
pub(crate) fn special_points<P: EngineCurve>(rng: &mut StdRng) -> Vec<sw::Projective<P>> {
    let g = sw::Projective::<P>::generator();
    let random = sw::Projective::rand(rng);
    vec![sw::Projective::ZERO, g, -g, g.double(), -g.double(), random, -random, random.double(), random + g]
}

/// A point of the curve outside the prime subgroup.
pub(crate) fn outside<P: EngineCurve>() -> Option<sw::Affine<P>> {
    if P::cofactor_is_one() {
        return None;
    }
    (1u64..).find_map(|x| {
        let point = sw::Affine::<P>::get_point_from_x_unchecked(P::BaseField::from(x), false)?;
        (!point.is_in_correct_subgroup_assuming_on_curve()).then_some(point)
    })
}

fn points_of_coordinates<P: EngineCurve>() {
    let mut found = [0; 2];
    for x in 0..40u64 {
        let x = P::BaseField::from(x);
        let both = sw::Affine::<P>::get_ys_from_x_unchecked(x);
        assert_eq!(Affine::<P>::get_ys_from_x_unchecked(x), both);
        found[usize::from(both.is_some())] += 1;
        for greatest in [false, true] {
            let point = Affine::<P>::get_point_from_x_unchecked(x, greatest);
            let y = both.map(|(smaller, larger)| if greatest { larger } else { smaller });
            assert_eq!(point.map(|point| (point.x, point.y)), y.map(|y| (x, y)));
            assert!(point.is_none_or(|point| point.is_on_curve()));
        }
    }
    assert!(found[0] > 0 && found[1] > 0, "{found:?}");
}

fn additions<P: EngineCurve>() {
    let points = special_points::<P>(&mut StdRng::seed_from_u64(1));
    for a in &points {
        for b in &points {
            let (affine_a, affine_b) = (a.into_affine(), b.into_affine());
            let (x, y) = (Projective::from(*a), Projective::from(*b));
            let (affine_x, affine_y) = (Affine::from(affine_a), Affine::from(affine_b));
            let (sum, difference) = (Projective::from(*a + b), Projective::from(*a - b));
            for result in
                [x + y, x + &y, x + affine_y, x + &affine_y, affine_x + y, affine_x + &y, affine_x + affine_y]
            {
                assert_eq!(result, sum);
            }
            for result in
                [x - y, x - &y, x - affine_y, x - &affine_y, affine_x - y, affine_x - &y, affine_x - affine_y]
            {
                assert_eq!(result, difference);
            }
            assert_eq!(x == y, a == b);
            assert_eq!(x == affine_y, a == b);
            assert_eq!(affine_x == y, a == b);
            assert_eq!([x, y].into_iter().sum::<Projective<P>>(), sum);
            assert_eq!([affine_x, affine_y].iter().sum::<Projective<P>>(), sum);
        }
        assert_eq!(Projective::from(*a).double(), Projective::from(a.double()));
        assert_eq!(-Projective::from(*a), Projective::from(-*a));
    }
}

fn multiples<P: EngineCurve>() {
    let rng = &mut StdRng::seed_from_u64(2);
    let order = P::ScalarField::MODULUS;
    let mut scalars: Vec<_> = [0u64, 1, 2, 3, u64::MAX].map(P::ScalarField::from).into();
    scalars.extend([-P::ScalarField::one(), P::ScalarField::one().double().inverse().unwrap()]);
    scalars.extend((0..4).map(|_| P::ScalarField::rand(rng)));
    for point in special_points::<P>(rng) {
        let (ours, affine) = (Projective::from(point), Affine::from(point.into_affine()));
        for scalar in &scalars {
            let expected = Projective::from(point * scalar);
            assert_eq!(ours * scalar, expected);
            assert_eq!(affine * scalar, expected);
            assert_eq!(affine.mul_bigint(scalar.into_bigint()), expected);
            assert_eq!(ours.mul_bits_be(ark_ff::BitIteratorBE::new(scalar.into_bigint())), expected);
            let mut assigned = ours;
            assigned *= *scalar;
            assert_eq!(assigned, expected);
        }
        // Integers at the order, of five limbs, with leading zeros, and without limbs.
        let mut more = order;
        more.add_with_carry(&1u64.into());
        assert!(ours.mul_bigint(order).is_zero());
        assert_eq!(ours.mul_bigint(more), ours);
        let mut long = order.as_ref().to_vec();
        long.extend([0, 0]);
        assert!(ours.mul_bigint(&long).is_zero());
        assert_eq!(ours.mul_bigint([0, 0, 0, 0, 1]), (0..256).fold(ours, |power, _| power.double()));
        assert_eq!(ours.mul_bigint([u64::MAX; 5]), ours.mul_bigint([0, 0, 0, 0, 0, 1]) - ours);
        assert!(ours.mul_bigint([0u64; 0]).is_zero());
        assert!(ours.mul_bits_be(std::iter::empty()).is_zero());
    }
}

/// Multiples by small and by large integers are correct outside the subgroup too, as are cofactors and checks.
fn points_outside_the_subgroup<P: EngineCurve>() {
    let Some(point) = outside::<P>() else { return };
    let ours = Affine::from(point);
    assert!(ours.is_on_curve());
    assert!(!ours.is_in_correct_subgroup_assuming_on_curve());
    for integer in [0, 1, 2, 77, u64::MAX] {
        let expected = ark_ec::scalar_mul::double_and_add_affine(&point, [integer]);
        assert_eq!(ours.mul_bigint([integer]), Projective::from(expected), "{integer}");
    }
    let order = P::ScalarField::MODULUS;
    let expected = ark_ec::scalar_mul::double_and_add_affine(&point, order);
    assert_eq!(ours.mul_bigint(order), Projective::from(expected));
    assert!(!ours.mul_bigint(order).is_zero());
    let cofactor = ark_ec::scalar_mul::double_and_add_affine(&point, P::COFACTOR);
    assert_eq!(ours.mul_by_cofactor_to_group(), Projective::from(cofactor));
    assert_eq!(ours.mul_by_cofactor(), Affine::from(cofactor.into_affine()));
    assert_eq!(ours.clear_cofactor(), Affine::from(point.clear_cofactor()));
    assert!(ours.clear_cofactor().is_in_correct_subgroup_assuming_on_curve());
}

fn conversions<P: EngineCurve>() {
    let rng = &mut StdRng::seed_from_u64(3);
    for number in [0, 1, 2, 15, 16, 17, 40] {
        let mut points: Vec<_> = (0..number).map(|_| sw::Projective::<P>::rand(rng).double()).collect();
        for (i, point) in special_points::<P>(rng).into_iter().enumerate().filter(|(i, _)| *i < number) {
            points[i] = point;
        }
        let ours: Vec<_> = points.iter().copied().map(Projective::from).collect();
        let expected: Vec<_> =
            sw::Projective::normalize_batch(&points).into_iter().map(Affine::from).collect();
        assert_eq!(Projective::normalize_batch(&ours), expected);
        for ((ours, theirs), affine) in ours.iter().zip(&points).zip(&expected) {
            assert_eq!(ours.into_affine(), *affine);
            assert_eq!(affine.into_group(), *ours);
            assert_eq!(affine.xy(), theirs.into_affine().xy());
            assert_eq!(sw::Projective::from(*ours), *theirs);
            assert_eq!(sw::Affine::from(*affine), theirs.into_affine());
            assert_eq!(format!("{ours} {affine} {affine:?}"), {
                let theirs = theirs.into_affine();
                format!("{theirs} {theirs} {theirs:?}")
            });
        }
    }
}

fn identities_and_random_points<P: EngineCurve>() {
    assert_eq!(Projective::<P>::default(), Projective::zero());
    assert_eq!(Affine::<P>::default(), Affine::zero());
    assert!(Affine::<P>::identity().is_zero() && Projective::<P>::ZERO.is_zero());
    assert_eq!(Affine::<P>::generator().0, P::GENERATOR);
    let seeds = || StdRng::seed_from_u64(4);
    let (ours, theirs) = (Projective::<P>::rand(&mut seeds()), sw::Projective::<P>::rand(&mut seeds()));
    assert_eq!(ours, Projective::from(theirs));
    let (ours, theirs) = (Affine::<P>::rand(&mut seeds()), sw::Affine::<P>::rand(&mut seeds()));
    assert_eq!(ours, Affine::from(theirs));
    let mut zeroized = (ours, ours.into_group());
    zeroized.0.zeroize();
    zeroized.1.zeroize();
    assert!(zeroized.0.is_zero() && zeroized.1.is_zero());
    let mut bytes = [0u8; 96];
    let rng = &mut seeds();
    for _ in 0..40 {
        rng.fill_bytes(&mut bytes);
        assert_eq!(Affine::<P>::from_random_bytes(&bytes), sw::Affine::from_random_bytes(&bytes).map(Affine));
    }
}

/// Hashes and field elements are those of arkworks' affine points.
#[test]
fn hashes_and_field_elements() {
    use std::hash::{DefaultHasher, Hash, Hasher};
    fn hash(value: &impl Hash) -> u64 {
        let mut hasher = DefaultHasher::new();
        value.hash(&mut hasher);
        hasher.finish()
    }
    let rng = &mut StdRng::seed_from_u64(5);
    for theirs in special_points::<ark_bn254::g1::Config>(rng) {
        let ours = Projective::from(theirs);
        assert_eq!(hash(&ours), hash(&theirs.into_affine()));
        assert_eq!(hash(&ours.into_affine()), hash(&theirs.into_affine()));
        let elements: Option<Vec<ark_bn254::Fq>> = ours.to_field_elements();
        assert_eq!(elements, theirs.into_affine().to_field_elements());
        assert_eq!(ours.into_affine().to_field_elements(), elements);
    }
}

#[test]
#[should_panic(expected = "in the prime subgroup")]
fn a_checked_constructor_panics() {
    let point = outside::<ark_bls12_381::g1::Config>().unwrap();
    let _ = Affine::<ark_bls12_381::g1::Config>::new(point.x, point.y);
}

mod curves {
    for_each_curve!(points_of_coordinates);
    for_each_curve!(additions);
    for_each_curve!(multiples);
    for_each_curve!(points_outside_the_subgroup);
    for_each_curve!(conversions);
    for_each_curve!(identities_and_random_points);
}
