//! Residues in exceptional cases: powers whose compressed squares have no inverse, elements of small orders, exponents
//! of every structure, and loops of points of small orders.

use num_bigint::BigUint;
use vorpal_curves::models::weierstrass::{Affine, Jacobian, WeierstrassCurve};
use vorpal_fields::tower::{Cyclotomic, Fp2, Fp12, TowerModulus};
use vorpal_fields::{Field, Modulus, PrimeField};
use vorpal_limbs::residues::{PortableResidues, ResidueBackend, ResidueKernels};
use vorpal_oracle::data::report_skipped;
use vorpal_oracle::effort::{every, sample};

use super::Residues;
use super::tests::{check_multiple, check_value};
use crate::Engine;
use crate::bls12_377::Bls12_377;
use crate::bls12_381::Bls12_381;
use crate::bn254::Bn254;
use crate::exponentiation::{CyclotomicArithmetic, hard_part_vartime};
use crate::line_product::LineProduct;
use crate::miller;
use crate::towers::Towers;

fn integer(limbs: &[u64]) -> BigUint {
    limbs.iter().rev().fold(BigUint::ZERO, |integer, limb| (integer << 64) + limb)
}

/// `p^4 - p^2 + 1`, the order of the cyclotomic subgroup.
fn order<M: Modulus<N>, const N: usize>() -> BigUint {
    let square = integer(&M::P).pow(2);
    &square * &square - &square + 1u8
}

/// The power by squares and products of `Fp12`, which hold for all elements.
fn power<M: TowerModulus<N>, const N: usize>(a: &Fp12<M, N>, exponent: &BigUint) -> Fp12<M, N> {
    (0..exponent.bits()).rev().fold(Fp12::ONE, |power, bit| {
        let square = power.square();
        if exponent.bit(bit) { square.mul(a) } else { square }
    })
}

/// An element without structure.
fn random<M: TowerModulus<N>, const N: usize>(seed: u64) -> Cyclotomic<M, N> {
    let c =
        |i: u64| Fp2::new((seed + i).into(), (seed * i + 7).into()).pow_vartime(&[0x1234_5678_9abc_def1 + i]);
    Cyclotomic::project_vartime(&Fp12::from_coefficients([1, 2, 3, 4, 5, 6].map(c))).expect("not zero")
}

/// Elements with `b0 = 0`, whose other coefficients are not zero.
///
/// By the equations of [`compressed`](super::compressed), `b0 = 0` yields `b1 = (3 c0^2 + xi c1^2) / 2` and
/// `a0 = (xi c1^2 - c0^2) / (2 b1)`. The coefficients of `w^2` in both squares yield `A C = B^2 - C'`, so
/// `a1 c0 = c1 (1 - a0)`. With `X = xi (c1 / c0)^2`, the equation for `a0` becomes
/// `(c0 (3 + X) / 2)^3 = (1 + 3 X) / xi`. So a number `y` for this cube's root yields `X`, and all others.
fn without_inverse<M: TowerModulus<N>, const N: usize>() -> Vec<Cyclotomic<M, N>> {
    let xi = Fp2::<M, N>::ONE.mul_by_xi();
    let (by_xi, three) = (xi.invert_vartime().expect("not zero"), Fp2::<M, N>::from(3u64));
    let third = three.invert_vartime().expect("not zero");
    let element = |y: u64| {
        let y = Fp2::<M, N>::new(y.into(), 1.into());
        let x = (xi * y.square() * y - Fp2::ONE) * third;
        let quotient = (x * by_xi).sqrt_vartime()?;
        let inverse = (x + three).invert_vartime()?;
        let c0 = y.double() * inverse;
        let b1 = c0.square() * (x + three).halve();
        let a0 = (x - Fp2::ONE) * inverse;
        let a1 = quotient * (Fp2::ONE - a0);
        let value = Fp12::from_coefficients([a0, Fp2::ZERO, c0, a1, b1, quotient * c0]);
        Some(Cyclotomic::new(&value).expect("an element of the cyclotomic subgroup"))
    };
    (2..40).filter_map(element).take(2).collect()
}

/// Both powers against the definition.
fn check_powers<E: Engine<N>, const N: usize, K: ResidueBackend>(
    residues: &Residues<E, N, K>,
    f: &Cyclotomic<E::Modulus, N>,
    exponents: impl IntoIterator<Item = u64>,
) {
    let x = residues.load_element(f.value());
    for exponent in exponents {
        let expected = power(f.value(), &exponent.into());
        let windows = residues.power_by_windows_vartime(&x, exponent);
        assert_eq!(residues.store_element(&windows), expected, "{exponent:#x}");
        if let Some(compressed) = residues.compressed_power_vartime(&x, exponent) {
            assert_eq!(residues.store_element(&compressed), expected, "{exponent:#x}");
        }
    }
    let (seed, family) = (E::PSI.seed(), E::PSI.family());
    let (found, expected) =
        (hard_part_vartime(residues, &x, seed, family), hard_part_vartime(&Towers::NEW, f, seed, family));
    assert_eq!(residues.store_element(&found), *expected.value());
    let by_seed = power(f.value(), &seed.magnitude.into());
    let by_seed = if seed.negative { by_seed.conjugate() } else { by_seed };
    assert_eq!(residues.store_element(&residues.power_vartime(&x, seed)), by_seed);
}

/// Exponents with few and many blocks, short and long gaps, and bits at both ends.
fn exponents() -> Vec<u64> {
    let mut exponents =
        vec![1, 2, 3, 1 << 15, 1 << 16, 1 << 17 | 1, 1 << 16 | 1, 1 << 63, u64::MAX, u64::MAX << 17];
    exponents.extend([
        0x8000_0001_0000_0001,
        0x8000_4000_2000_1000,
        0xffff_0000_0000_ffff,
        0x1_0001_0001_0001,
    ]);
    let mut state = 1u64;
    for _ in 0..8 {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        let dense = state ^ state >> 31;
        let sparse = 1 << (state >> 58) | 1 << (state >> 52 & 63) | (state >> 46 & 63) << (state >> 40 & 31);
        exponents.extend([dense, sparse]);
    }
    exponents
}

fn cyclotomic<E: Engine<N>, const N: usize, K: ResidueBackend>(residues: &Residues<E, N, K>) {
    let order = order::<E::Modulus, N>();
    check_powers(residues, &random(3), sample(exponents(), 3, 0));
    check_powers(residues, &Cyclotomic::ONE, [1, 1 << 16, u64::MAX]);
    for small in [73u64, 733, 4513] {
        if &order % small == BigUint::ZERO {
            let f = random::<E::Modulus, N>(5).pow_vartime(&(&order / small).to_u64_digits());
            assert_ne!(f, Cyclotomic::ONE);
            assert_eq!(power(f.value(), &small.into()), Fp12::ONE);
            check_powers(residues, &f, [small, small << 20, 1 << 40 | 1 << 20, 1 << 40 | 1]);
        }
    }
    let elements = without_inverse::<E::Modulus, N>();
    assert!(!elements.is_empty(), "no element was found");
    let half: BigUint = (&order + 1u8) >> 1;
    for (i, f) in elements.iter().enumerate() {
        check_powers(residues, f, [1, 1 << 16, 1 << 40 | 1 << 20 | 1]);
        // Elements whose power of two is without inverse: one of two bases, then the only one.
        for (_, zero) in [16u32, 46, 48, 57].into_iter().enumerate().filter(|(j, _)| every(2, i + j)) {
            let root = f.pow_vartime(&half.modpow(&BigUint::from(zero), &order).to_u64_digits());
            assert_eq!(power(root.value(), &(BigUint::from(1u8) << zero)), *f.value());
            let x = residues.load_element(root.value());
            let other = if zero > 30 { zero - 20 } else { zero + 20 };
            for exponent in
                [1 << zero, 1 << zero | 1 << other, 1 << zero | 1 << other | 1 << other.abs_diff(20)]
            {
                assert!(residues.compressed_power_vartime(&x, exponent).is_none(), "{exponent:#x} at {zero}");
            }
            assert!(residues.compressed_power_vartime(&x, 1 << other | 1).is_some());
            check_powers(residues, &root, [1 << zero | 1 << other, 1 << other | 1]);
        }
    }
}

/// No points, one, and more, with a point of the smallest order that the twist has, and with equal and opposite
/// points.
fn loops<E: Engine<N>, const N: usize, K: ResidueBackend>(residues: &Residues<E, N, K>) {
    let mul = |point: &Affine<E::G2>, k: &BigUint| {
        Jacobian::<E::G2>::from_affine(point).mul_limbs_vartime(&k.to_u64_digits()).to_affine()
    };
    let cofactor = integer(E::G2::COFACTOR);
    let mut rest = &cofactor * (integer(&(-E::Scalar::ONE).to_limbs()) + 1u8);
    let primes = [13, 10_069, 5_864_401, 85_752_112_189u64];
    let small = primes.into_iter().find(|prime| &cofactor % *prime == BigUint::ZERO).expect("a prime factor");
    // The group of points of this order need not be cyclic: only a part of the cofactor is removed.
    while &rest % small == BigUint::ZERO {
        rest /= small;
    }
    let mut points: Vec<Affine<E::G2>> = (1..40u64)
        .filter_map(|x| Affine::<E::G2>::lift_x_vartime(Fp2::new(x.into(), 1.into())))
        .map(|pair| mul(&pair.0, &rest))
        .filter(|point| !point.is_identity_vartime())
        .take(1)
        .collect();
    let (generator, generator_1) = (Affine::<E::G2>::GENERATOR, Affine::<E::G1>::GENERATOR);
    while !mul(&points[0], &small.into()).is_identity_vartime() {
        points[0] = mul(&points[0], &small.into());
    }
    points.extend([generator, generator, -generator]);
    assert_eq!(points.len(), 4);
    let left: Vec<_> =
        [5, 5, 5, 7].map(|k| Jacobian::<E::G1>::GENERATOR.mul_limbs_vartime(&[k]).to_affine()).into();
    let lines = crate::PreparedG2::<E, N>::new(&generator).expect("a point of G2");
    let prepared = [(generator_1, &lines), (-generator_1, &lines)];
    for n in 0..=points.len() {
        let some = [&prepared[..0], &prepared[..1], &prepared];
        for (_, prepared) in some.into_iter().enumerate().filter(|(i, _)| every(2, n + i)) {
            let mut value = LineProduct::<E, N>::new(&left[..n], prepared);
            let expected = miller::run(&Towers::NEW, &points[..n], &mut value);
            let (found, multiples) = residues.miller_loop(&left[..n], &points[..n], prepared);
            check_value::<E, N>(&found, &value.into_inner());
            assert_eq!(multiples.len(), n);
            multiples.iter().zip(&expected).for_each(|(found, expected)| check_multiple(found, expected));
            for (point, multiple) in points.iter().zip(&multiples) {
                assert_eq!(miller::is_in_g2(point, multiple), *point == generator || *point == -generator);
            }
        }
    }
}

fn check<E: Engine<N>, const N: usize>() {
    let portable = Residues::<E, N, _>::new(PortableResidues).expect("residues support the tower");
    check_powers(&portable, &random(3), [1 << 40 | 1 << 20 | 7]);
    check_powers(&portable, &without_inverse()[0], [1 << 40 | 1 << 20 | 7]);
    loops(&portable);
    let Some(kernels) = ResidueKernels::detect() else {
        report_skipped("the processor has no kernels for residues");
        return;
    };
    let residues = Residues::<E, N, _>::new(kernels).expect("residues support the tower");
    cyclotomic(&residues);
    loops(&residues);
}

#[test]
fn exceptions_of_bls12_381_in_residues() {
    check::<Bls12_381, 6>();
}

#[test]
fn exceptions_of_bls12_377_in_residues() {
    check::<Bls12_377, 6>();
}

#[test]
fn exceptions_of_bn254_in_residues() {
    check::<Bn254, 4>();
}
