//! Sums of points and normalisation, compared with arkworks' own.

#![allow(clippy::unwrap_used, clippy::cast_possible_truncation, reason = "a failure fails the test")]

use ark_ec::short_weierstrass::{Affine, Projective};
use ark_ec::{AdditiveGroup, AffineRepr, CurveGroup, PrimeGroup, VariableBaseMSM};
use ark_ff::{BigInteger, BitIteratorBE, PrimeField, UniformRand, Zero};
use ark_std::rand::{Rng, SeedableRng, rngs::StdRng};
use vorpal_arkworks::convert::{Curve, into_arkworks, into_vorpal};
use vorpal_arkworks::functions::*;

/// Points of the prime subgroup: infinity, equal and opposite points among random ones.
fn points<P: Curve>(length: usize, random: &mut StdRng) -> Vec<Affine<P>> {
    let g = Affine::<P>::generator();
    let random: Vec<_> =
        (0..length.div_ceil(4)).map(|_| Projective::<P>::rand(random).into_affine()).collect();
    (0..length)
        .map(|i| match i % 8 {
            0 => random[i / 4],
            1 => Affine::identity(),
            2 => -random[(i - 2) / 4],
            3 => g,
            4 => random[i / 4],
            5 => random[(i - 5) / 4],
            6 => -g,
            _ => (random[(i - 7) / 4] + g).into_affine(),
        })
        .collect()
}

/// Scalars: 0, 1, -1, 2, small, of half the length, and random ones.
fn scalars<F: PrimeField>(length: usize, random: &mut StdRng) -> Vec<F> {
    (0..length)
        .map(|i| match i % 9 {
            0 => F::ZERO,
            1 => F::ONE,
            2 => -F::ONE,
            3 => F::from(random.r#gen::<u8>()),
            4 => -F::from(random.r#gen::<u64>()),
            5 => F::from(random.r#gen::<u128>()),
            6 => F::from(2u64).inverse().unwrap(),
            _ => F::rand(random),
        })
        .collect()
}

/// The sum of arkworks' multiples, one by one.
fn by_terms<P: Curve>(bases: &[Affine<P>], scalars: &[P::ScalarField]) -> Projective<P> {
    bases.iter().zip(scalars).map(|(base, scalar)| base.mul_bigint(scalar.into_bigint())).sum()
}

fn curve<P: Curve>(lengths: &[usize]) {
    let mut random = StdRng::seed_from_u64(3);
    for &length in lengths {
        let (bases, scalars) = (points::<P>(length, &mut random), scalars(length, &mut random));
        let expected = by_terms(&bases, &scalars);
        assert_eq!(msm_unchecked(&bases, &scalars), expected, "{length} terms");
        assert_eq!(msm_of_any_points(&bases, &scalars), expected);
        assert_eq!(msm(&bases, &scalars), Ok(expected));
        let integers: Vec<_> = scalars.iter().map(|scalar| scalar.into_bigint()).collect();
        assert_eq!(msm_bigint(&bases, &integers), expected);
        small(&bases, &mut random);
        // The longer list is cut.
        let mut more = bases.clone();
        more.push(Affine::generator());
        assert_eq!(msm_unchecked(&more, &scalars), expected);
        assert_eq!(msm(&more, &scalars), Err(length));
        if let [first @ .., _] = &scalars[..] {
            assert_eq!(msm_unchecked(&bases, first), by_terms(&bases, first));
            assert_eq!(msm(&bases, first), Err(length - 1));
        }
    }
    long_integers::<P>();
}

fn small<P: Curve>(bases: &[Affine<P>], random: &mut StdRng) {
    let mut integers: Vec<u64> = bases.iter().map(|_| random.r#gen()).collect();
    for (integer, edge) in integers.iter_mut().zip([u64::MAX, 0, 1]) {
        *integer = edge;
    }
    let narrow = |mask: u64| integers.iter().map(|integer| integer & mask).collect::<Vec<_>>();
    let expected = |integers: &[u64]| {
        let terms = bases.iter().zip(integers);
        terms.map(|(base, integer)| base.mul_bigint([*integer])).sum::<Projective<P>>()
    };
    assert_eq!(msm_u64(bases, &integers), expected(&integers));
    let narrow32 = narrow(u32::MAX.into());
    assert_eq!(msm_u32(bases, &narrow32.iter().map(|&x| x as u32).collect::<Vec<_>>()), expected(&narrow32));
    let narrow16 = narrow(u16::MAX.into());
    assert_eq!(msm_u16(bases, &narrow16.iter().map(|&x| x as u16).collect::<Vec<_>>()), expected(&narrow16));
    let narrow8 = narrow(u8::MAX.into());
    assert_eq!(msm_u8(bases, &narrow8.iter().map(|&x| x as u8).collect::<Vec<_>>()), expected(&narrow8));
    let bits = narrow(1);
    assert_eq!(msm_u1(bases, &bits.iter().map(|&x| x == 1).collect::<Vec<_>>()), expected(&bits));
}

/// Integers from the order on.
fn long_integers<P: Curve>() {
    type Integer<P> = <<P as ark_ec::CurveConfig>::ScalarField as PrimeField>::BigInt;
    let order = P::ScalarField::MODULUS;
    let (mut next, mut largest) = (order, Integer::<P>::default());
    next.add_with_carry(&1u64.into());
    largest.sub_with_borrow(&1u64.into());
    let g = Affine::<P>::generator();
    for integer in [order, next, largest] {
        for length in [1, 3, 100] {
            let sum = msm_bigint(&vec![g; length], &vec![integer; length]);
            let expected = Projective::<P>::generator().mul_bigint(integer);
            assert_eq!(sum, expected.mul_bigint([length as u64]));
        }
    }
}

const LENGTHS: [usize; 10] = [0, 1, 2, 3, 4, 5, 8, 33, 100, 501];

#[test]
fn bn254_g1() {
    curve::<ark_bn254::g1::Config>(&LENGTHS);
}

#[test]
fn bn254_g2() {
    curve::<ark_bn254::g2::Config>(&LENGTHS);
}

#[test]
fn bls12_381_g1() {
    curve::<ark_bls12_381::g1::Config>(&LENGTHS);
}

#[test]
fn bls12_381_g2() {
    curve::<ark_bls12_381::g2::Config>(&LENGTHS);
}

#[test]
fn bls12_377_g1() {
    curve::<ark_bls12_377::g1::Config>(&LENGTHS);
}

#[test]
fn bls12_377_g2() {
    curve::<ark_bls12_377::g2::Config>(&LENGTHS);
}

#[test]
fn secp256k1() {
    curve::<ark_secp256k1::Config>(&LENGTHS);
}

#[test]
fn secp256r1() {
    curve::<ark_secp256r1::Config>(&LENGTHS);
}

/// A long sum: other windows and algorithms than those of short ones.
#[test]
fn long() {
    let mut random = StdRng::seed_from_u64(14);
    let length = 4097;
    let (bases, scalars) = (points(length, &mut random), scalars(length, &mut random));
    let expected = ark_bn254::G1Projective::msm_unchecked(&bases, &scalars);
    assert_eq!(msm_unchecked(&bases, &scalars), expected);
    let integers: Vec<_> = scalars.iter().map(|scalar| scalar.into_bigint()).collect();
    assert_eq!(msm_bigint(&bases, &integers), expected);
}

/// Points outside the prime subgroup.
#[test]
fn any_points() {
    use ark_bls12_381::{Fq, Fr, G1Affine, G1Projective};
    let mut random = StdRng::seed_from_u64(4);
    let outside = core::iter::from_fn(|| Some(Fq::rand(&mut random)))
        .filter_map(|x| G1Affine::get_point_from_x_unchecked(x, true))
        .filter(|point| !point.is_in_correct_subgroup_assuming_on_curve());
    let bases: Vec<_> = outside.take(50).collect();
    for length in [1, 2, 10, 50] {
        let scalars: Vec<Fr> = scalars(length, &mut StdRng::seed_from_u64(5));
        let mut expected = G1Projective::ZERO;
        for (base, scalar) in bases.iter().zip(&scalars) {
            // Not by arkworks' multiples, which use the endomorphism.
            let mut multiple = G1Projective::ZERO;
            for bit in BitIteratorBE::new(scalar.into_bigint()) {
                multiple.double_in_place();
                if bit {
                    multiple += base;
                }
            }
            expected += multiple;
        }
        assert_eq!(msm_of_any_points(&bases[..length], &scalars), expected);
    }
}

fn normalisation<P: Curve>() {
    let mut random = StdRng::seed_from_u64(8);
    for length in [0, 1, 2, 31, 33, 515] {
        let mut points: Vec<_> = (0..length).map(|_| Projective::<P>::rand(&mut random)).collect();
        for point in points.iter_mut().step_by(3) {
            *point = Projective::ZERO;
        }
        if let [_, point, ..] = &mut points[..] {
            // Infinity with other coordinates.
            *point =
                Projective::new_unchecked(P::BaseField::ZERO, P::BaseField::from(7u64), P::BaseField::ZERO);
        }
        let affine = normalize_batch(&points);
        assert_eq!(affine, Projective::<P>::normalize_batch(&points));
        assert!(affine.iter().zip(&points).all(|(a, b)| a.is_zero() == b.is_zero()));
    }
}

#[test]
fn normalise() {
    normalisation::<ark_bn254::g1::Config>();
    normalisation::<ark_bn254::g2::Config>();
    normalisation::<ark_bls12_381::g1::Config>();
    normalisation::<ark_bls12_377::g2::Config>();
    normalisation::<ark_secp256k1::Config>();
    normalisation::<ark_secp256r1::Config>();
}

/// Conversions of vectors keep their memory.
#[test]
fn same_memory() {
    let points = points::<ark_bls12_381::g2::Config>(100, &mut StdRng::seed_from_u64(9));
    let (copy, address) = (points.clone(), points.as_ptr().addr());
    let converted = into_vorpal(points);
    assert_eq!(converted.as_ptr().addr(), address);
    let back: Vec<Affine<ark_bls12_381::g2::Config>> = into_arkworks(converted);
    assert_eq!(back.as_ptr().addr(), address);
    assert_eq!(back, copy);
}
