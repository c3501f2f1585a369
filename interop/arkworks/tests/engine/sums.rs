//! Sums of multiples, beside those of arkworks.

use ark_ec::short_weierstrass as sw;
use ark_ec::{AdditiveGroup, CurveGroup, ScalarMul, VariableBaseMSM};
use ark_ff::{BigInt, BigInteger, One, PrimeField, UniformRand, Zero};
use ark_std::rand::rngs::StdRng;
use ark_std::rand::{Rng, SeedableRng};
use vorpal_arkworks::engine::{Affine, EngineCurve, Projective};

use super::points::special_points;

/// Points with infinity, equal and opposite ones among random ones.
fn bases<P: EngineCurve>(rng: &mut StdRng, number: usize) -> Vec<sw::Affine<P>> {
    let mut points = special_points::<P>(rng);
    let mut next = sw::Projective::rand(rng);
    let step = sw::Projective::rand(rng);
    while points.len() < number {
        next += step;
        points.push(next);
    }
    points.truncate(number);
    sw::Projective::normalize_batch(&points)
}

/// Zeros, ones, small and large numbers of both signs, random ones.
fn scalars<F: PrimeField>(rng: &mut StdRng, number: usize) -> Vec<F> {
    let half = (F::MODULUS_MINUS_ONE_DIV_TWO, F::one());
    let half = F::from_bigint(half.0).unwrap();
    (0..number)
        .map(|i| match i % 8 {
            0 => F::zero(),
            1 => F::one(),
            2 => -F::one(),
            3 => F::from(rng.r#gen::<u32>()),
            4 => -F::from(rng.r#gen::<u64>()),
            5 => half + F::from(rng.r#gen::<bool>()),
            _ => F::rand(rng),
        })
        .collect()
}

fn naive<P: EngineCurve>(bases: &[sw::Affine<P>], scalars: &[P::ScalarField]) -> Projective<P> {
    let sum: sw::Projective<P> = bases.iter().zip(scalars).map(|(base, scalar)| *base * scalar).sum();
    sum.into()
}

fn check<P: EngineCurve>() {
    let rng = &mut StdRng::seed_from_u64(6);
    for number in [0, 1, 2, 3, 7, 8, 9, 31, 33, 100, 257, 1000] {
        let theirs = bases::<P>(rng, number);
        let ours: Vec<_> = theirs.iter().copied().map(Affine::from).collect();
        let scalars = scalars::<P::ScalarField>(rng, number);
        let integers: Vec<_> = scalars.iter().map(|scalar| scalar.into_bigint()).collect();
        let expected = naive(&theirs, &scalars);
        assert_eq!(Projective::msm(&ours, &scalars), Ok(expected));
        assert_eq!(Projective::msm_unchecked(&ours, &scalars), expected);
        assert_eq!(Projective::msm_bigint(&ours, &integers), expected);
        assert_eq!(Projective::from(sw::Projective::msm_bigint(&theirs, &integers)), expected);
        // The longer list is cut, and `msm` reports the difference.
        let shorter = number.saturating_sub(1);
        let less = naive(&theirs[..shorter], &scalars[..shorter]);
        assert_eq!(Projective::msm_unchecked(&ours[..shorter], &scalars), less);
        assert_eq!(Projective::msm_bigint(&ours, &integers[..shorter]), less);
        if number > 0 {
            assert_eq!(Projective::msm(&ours[..shorter], &scalars), Err(shorter));
        }
        let reversed: (Vec<_>, Vec<_>) = (ours.iter().rev().copied().collect(), scalars.clone());
        assert_eq!(Projective::msm_chunks(&&reversed.0[..], &&reversed.1[..]), {
            let theirs: Vec<_> = theirs.iter().rev().copied().collect();
            naive(&theirs, &scalars)
        });
    }
}

/// Integers from the order on, which `into_bigint` never yields.
fn large_integers<P: EngineCurve>() {
    let rng = &mut StdRng::seed_from_u64(7);
    let order = P::ScalarField::MODULUS;
    let mut integers = vec![order, BigInt([u64::MAX; 4])];
    for change in [1u64, 2, 1000] {
        let (mut above, mut below) = (order, order);
        above.add_with_carry(&change.into());
        below.sub_with_borrow(&change.into());
        integers.extend([above, below]);
    }
    let theirs = bases::<P>(rng, integers.len());
    let ours: Vec<_> = theirs.iter().copied().map(Affine::from).collect();
    let expected: sw::Projective<P> = theirs
        .iter()
        .zip(&integers)
        .map(|(base, integer)| ark_ec::scalar_mul::double_and_add_affine(base, integer))
        .sum();
    assert_eq!(Projective::msm_bigint(&ours, &integers), Projective::from(expected));
}

fn machine_integers<P: EngineCurve>() {
    let rng = &mut StdRng::seed_from_u64(8);
    let theirs = bases::<P>(rng, 300);
    let ours: Vec<_> = theirs.iter().copied().map(Affine::from).collect();
    macro_rules! check {
        ($($integer:ty: $function:ident, $special:expr),*) => {$(
            let mut integers: Vec<$integer> = (0..300).map(|_| rng.r#gen()).collect();
            integers[..3].copy_from_slice(&$special);
            let scalars: Vec<_> = integers.iter().map(|&integer| P::ScalarField::from(integer)).collect();
            assert_eq!(Projective::$function(&ours, &integers), naive(&theirs, &scalars));
            assert_eq!(Projective::$function(&ours[..2], &integers), naive(&theirs[..2], &scalars));
        )*};
    }
    check!(
        bool: msm_u1, [true, false, true],
        u8: msm_u8, [0, 1, u8::MAX],
        u16: msm_u16, [0, 1, u16::MAX],
        u32: msm_u32, [0, 1, u32::MAX],
        u64: msm_u64, [0, 1, u64::MAX]
    );
}

/// Sums whose buckets are very unequal: nearly all scalars are one, or the same.
fn unequal_buckets<P: EngineCurve>() {
    let rng = &mut StdRng::seed_from_u64(9);
    let theirs = bases::<P>(rng, 3000);
    let ours: Vec<_> = theirs.iter().copied().map(Affine::from).collect();
    let random = P::ScalarField::rand(rng);
    for repeated in [P::ScalarField::zero(), P::ScalarField::one(), -P::ScalarField::one(), random] {
        let mut scalars = vec![repeated; 3000];
        scalars[1700] = P::ScalarField::rand(rng);
        let sum: sw::Projective<P> = theirs.iter().sum();
        let expected = sum * repeated + theirs[1700] * (scalars[1700] - repeated);
        assert_eq!(Projective::msm_unchecked(&ours, &scalars), Projective::from(expected));
    }
}

fn multiples_of_one_point<P: EngineCurve>() {
    let rng = &mut StdRng::seed_from_u64(10);
    for (number, base) in [0, 1, 2, 9, 100, 700, 1, 5, 40].into_iter().zip(special_points::<P>(rng)) {
        let scalars = scalars::<P::ScalarField>(rng, number);
        let expected: Vec<_> =
            scalars.iter().map(|scalar| Affine::from((base * scalar).into_affine())).collect();
        assert_eq!(Projective::from(base).batch_mul(&scalars), expected);
        let table = ark_ec::scalar_mul::BatchMulPreprocessing::new(Projective::from(base), number);
        assert_eq!(table.batch_mul(&scalars), expected);
    }
    assert_eq!(Projective::<P>::ZERO.batch_mul(&[P::ScalarField::one()]), [Affine::identity()]);
}

macro_rules! for_each_curve {
    ($($name:ident: $curve:ty),*) => {$(
        mod $name {
            #[test]
            fn sums() {
                super::check::<$curve>();
                super::large_integers::<$curve>();
                super::machine_integers::<$curve>();
                super::unequal_buckets::<$curve>();
                super::multiples_of_one_point::<$curve>();
            }
        }
    )*};
}

for_each_curve! {
    bn254_g1: ark_bn254::g1::Config,
    bn254_g2: ark_bn254::g2::Config,
    bls12_381_g1: ark_bls12_381::g1::Config,
    bls12_381_g2: ark_bls12_381::g2::Config,
    bls12_377_g1: ark_bls12_377::g1::Config,
    bls12_377_g2: ark_bls12_377::g2::Config
}
