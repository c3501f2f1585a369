//! The names that `halo2curves` 0.10 and `halo2curves-axiom` 0.7 have without a trait, and their smaller traits.

#![cfg(all(feature = "halo2curves010", feature = "halo2curves_axiom07"))]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{from_hex, generator, integers};
use ff013::{Field, PrimeField, WithSmallOrderMulGroup};
use halo2curves::ff_ext::{ExtField, Legendre};
use halo2curves::{bls12381, bn256};
use halo2curves_axiom::ff_ext::Legendre as AxiomLegendre;
use pairing023::{MillerLoopResult, MultiMillerLoop};
use vorpal_zkcrypto::{axiom, bls12_381, bn254, p256, secp256k1};

/// Zero, one, small integers, those around the prime and its half, random ones.
fn elements<F: PrimeField>(name: &str) -> Vec<F> {
    let length = F::Repr::default().as_ref().len();
    let decoded = integers(&from_hex(F::MODULUS), length, name).into_iter().filter_map(|bytes| {
        let mut repr = F::Repr::default();
        repr.as_mut().copy_from_slice(&bytes);
        Option::from(F::from_repr(repr))
    });
    decoded.collect()
}

/// The symbol by Euler's criterion.
fn euler<F: PrimeField>(element: &F) -> i64 {
    // Half of the order: `(p - 1) / 2` is the opposite of the inverse of two, as an integer.
    let half = -F::TWO_INV;
    let power = half.to_repr().as_ref().iter().rev().fold(F::ONE, |power, byte| {
        (0..8)
            .rev()
            .fold(power, |power, bit| power.square() * if byte >> bit & 1 == 1 { *element } else { F::ONE })
    });
    if power == F::ONE { 1 } else { -i64::from(power != F::ZERO) }
}

fn symbols<F: PrimeField + Legendre + AxiomLegendre>(name: &str) {
    let mut found = [0; 3];
    for element in elements::<F>(name) {
        let symbol = Legendre::legendre(&element);
        assert_eq!(symbol, euler(&element), "{name}: {element:?}");
        assert_eq!(AxiomLegendre::legendre(&element), symbol);
        assert_eq!(
            bool::from(Legendre::ct_quadratic_residue(&element)),
            bool::from(element.sqrt().is_some())
        );
        found[usize::try_from(symbol + 1).unwrap()] += 1;
    }
    assert!(found.iter().all(|count| *count > 0), "{name}: {found:?}");
}

#[test]
fn symbols_of_legendre() {
    symbols::<bn254::Fr>("bn254::Fr");
    symbols::<bn254::Fq>("bn254::Fq");
    symbols::<bls12_381::Fr>("bls12_381::Fr");
    symbols::<bls12_381::Fq>("bls12_381::Fq");
    symbols::<secp256k1::Fp>("secp256k1::Fp");
    symbols::<secp256k1::Fq>("secp256k1::Fq");
    symbols::<p256::Fp>("p256::Fp");
    symbols::<p256::Fq>("p256::Fq");
}

/// Extensions beside those of `halo2curves`.
macro_rules! extension {
    ($test:ident, $ours:ident, $theirs:ident) => {
        #[test]
        fn $test() {
            type Ours = $ours::Fq2;
            let values = elements::<$ours::Fq>(stringify!($test));
            for ours in &values {
                let theirs = $theirs::Fq::from_repr(ours.to_repr().as_ref().try_into().unwrap()).unwrap();
                let (one, other) = (ours.mul_by_nonresidue(), theirs.mul_by_nonresidue());
                assert_eq!(one.to_repr().as_ref(), other.to_repr().as_ref());
                let mut image = *ours;
                image.frobenius_map(1);
                assert_eq!(image, *ours);
            }
            let non_residue = <$theirs::Fq as ExtField>::NON_RESIDUE;
            assert_eq!(
                <$ours::Fq as ExtField>::NON_RESIDUE.to_repr().as_ref(),
                non_residue.to_repr().as_ref()
            );
            let mut residues = [0; 2];
            for (i, c0) in values.iter().enumerate() {
                let ours = Ours { c0: *c0, c1: values[values.len() - 1 - i] };
                assert_eq!((ours.c0(), ours.c1()), (ours.c0, ours.c1));
                let mut theirs = <$theirs::Fq2 as PrimeField>::Repr::default();
                theirs.as_mut().copy_from_slice(ours.to_repr().as_ref());
                let theirs = $theirs::Fq2::from_repr(theirs).unwrap();
                assert_eq!(Legendre::legendre(&ours), Legendre::legendre(&theirs));
                assert_eq!(AxiomLegendre::legendre(&ours), Legendre::legendre(&theirs));
                residues[usize::from(Legendre::legendre(&ours) == 1)] += 1;
                let (one, other) = (ours.mul_by_nonresidue(), theirs.mul_by_nonresidue());
                assert_eq!(one.to_repr().as_ref(), other.to_repr().as_ref());
                for power in 0..4 {
                    let (mut one, mut other) = (ours, theirs);
                    one.frobenius_map(power);
                    other.frobenius_map(power);
                    assert_eq!(one.to_repr().as_ref(), other.to_repr().as_ref(), "{power}");
                }
            }
            assert!(residues[0] > 0 && residues[1] > 0);
            let non_residue = <$theirs::Fq2 as ExtField>::NON_RESIDUE;
            assert_eq!(<Ours as ExtField>::NON_RESIDUE.to_repr().as_ref(), non_residue.to_repr().as_ref());
            assert_eq!((Ours::zero(), Ours::one()), (Ours::ZERO, Ours::ONE));
            assert_eq!(($ours::Fq::zero(), $ours::Fq::one()), ($ours::Fq::ZERO, $ours::Fq::ONE));
            assert_eq!(($ours::Fr::zero(), $ours::Fr::one()), (Field::ZERO, Field::ONE));
            let digits = $ours::Fq::MODULUS.trim_start_matches("0x");
            assert_eq!(digits, <$theirs::Fq as PrimeField>::MODULUS.trim_start_matches("0x"));
        }
    };
}

extension!(the_extension_of_bn254, bn254, bn256);
extension!(the_extension_of_bls12_381, bls12_381, bls12381);

/// Halves of scalars, by the equation that `halo2curves` tests: `k = k1 - k2 ZETA` with signed numbers.
macro_rules! halves {
    ($($test:ident, $point:ty, $scalar:ty);+) => {$(
        #[test]
        fn $test() {
            let mut rng = generator(stringify!($test));
            let mut scalars = elements::<$scalar>(stringify!($test));
            scalars.extend((0..500).map(|_| <$scalar>::random(&mut rng)));
            // The scalars whose first half is zero.
            scalars.extend((0..5).map(|i| <$scalar>::ZETA * <$scalar>::from(i)));
            for scalar in scalars {
                let (k1, k1_is_negative, k2, k2_is_negative) = <$point>::decompose_scalar(&scalar);
                let number = |magnitude: u128, is_negative: bool| {
                    let number = <$scalar>::from_u128(magnitude);
                    if is_negative { -number } else { number }
                };
                assert_eq!(number(k1, k1_is_negative) - <$scalar>::ZETA * number(k2, k2_is_negative), scalar);
                assert!(!(k1 == 0 && k1_is_negative) && !(k2 == 0 && k2_is_negative));
            }
            assert_eq!(<$point>::decompose_scalar(&<$scalar>::from(7)), (7, false, 0, false));
        }
    )+};
}

halves! {
    halves_on_bn254, bn254::G1, bn254::Fr;
    halves_on_axioms_bn254, axiom::bn254::G1, axiom::bn254::Fr;
    halves_on_bls12_381, bls12_381::G1, bls12_381::Fr;
    halves_on_secp256k1, secp256k1::Secp256k1, secp256k1::Fq
}

/// The neutral value and equality of Miller loops.
#[test]
fn values_of_miller_loops() {
    use group013::prime::PrimeCurveAffine;
    use vorpal_zkcrypto::bn254::{Bn254, G1Affine, G2Affine};
    type Value = <Bn254 as MultiMillerLoop>::Result;

    let (g, h) = (G1Affine::generator(), G2Affine::generator());
    let value = |terms: &[(&G1Affine, &G2Affine)]| Bn254::multi_miller_loop(terms);
    assert_eq!((Value::ONE, Value::one()), (Value::default(), value(&[])));
    assert_eq!(value(&[(&G1Affine::identity(), &h)]), Value::ONE);
    assert_eq!(value(&[(&g, &G2Affine::identity())]), Value::one());
    assert_eq!(value(&[(&g, &h)]), value(&[(&g, &h)]));
    // The value of a product that is one, which the final exponentiation finds.
    let opposite = value(&[(&g, &h), (&-g, &h)]);
    assert_ne!(opposite, Value::ONE);
    assert_eq!(opposite.final_exponentiation(), Value::ONE.final_exponentiation());
    assert_ne!(value(&[(&g, &h)]), Value::ONE);
}
