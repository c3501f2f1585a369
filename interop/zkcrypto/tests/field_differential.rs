//! Fields beside those of `halo2curves` 0.10 and `bls12_381` 0.9: constants, functions, bytes, random elements, text.

#![cfg(all(feature = "halo2curves010", feature = "ff014"))]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::fmt::Debug;

use common::{from_hex, generator, integers};
use ff013::{Field, FromUniformBytes, PrimeField, PrimeFieldBits, WithSmallOrderMulGroup};
use halo2curves::serde::SerdeObject;
use halo2curves::{bls12381, bn256, secp256k1 as their_secp256k1, secp256r1};
use vorpal_zkcrypto::{bls12_381, bn254, p256, secp256k1};

fn repr<F: PrimeField>(bytes: &[u8]) -> F::Repr {
    let mut repr = F::Repr::default();
    repr.as_mut().copy_from_slice(bytes);
    repr
}

/// Both elements have the same encoding.
fn same<A: PrimeField, B: PrimeField>(ours: A, theirs: B, what: &str) {
    assert_eq!(ours.to_repr().as_ref(), theirs.to_repr().as_ref(), "{what}");
}

fn constants<A, B>()
where
    A: PrimeField + WithSmallOrderMulGroup<3>,
    B: PrimeField + WithSmallOrderMulGroup<3>,
{
    assert_eq!(A::MODULUS.trim_start_matches("0x"), B::MODULUS.trim_start_matches("0x"));
    assert_eq!((A::S, A::NUM_BITS, A::CAPACITY), (B::S, B::NUM_BITS, B::CAPACITY));
    same(A::MULTIPLICATIVE_GENERATOR, B::MULTIPLICATIVE_GENERATOR, "MULTIPLICATIVE_GENERATOR");
    same(A::ROOT_OF_UNITY, B::ROOT_OF_UNITY, "ROOT_OF_UNITY");
    same(A::ROOT_OF_UNITY_INV, B::ROOT_OF_UNITY_INV, "ROOT_OF_UNITY_INV");
    same(A::DELTA, B::DELTA, "DELTA");
    same(A::TWO_INV, B::TWO_INV, "TWO_INV");
    same(A::ZETA, B::ZETA, "ZETA");
}

fn functions<A, B>(name: &str)
where
    A: PrimeField + PrimeFieldBits + Ord + Debug + SerdeObject + FromUniformBytes<64>,
    B: PrimeField + PrimeFieldBits + Ord + Debug + SerdeObject + FromUniformBytes<64>,
{
    let length = A::Repr::default().as_ref().len();
    let mut pairs = vec![];
    for bytes in integers(&from_hex(A::MODULUS), length, name) {
        let (ours, theirs) = (A::from_repr(repr::<A>(&bytes)), B::from_repr(repr::<B>(&bytes)));
        assert_eq!(bool::from(ours.is_some()), bool::from(theirs.is_some()));
        let raw = A::from_raw_bytes(&bytes).map(|value| value.to_repr().as_ref().to_vec());
        assert_eq!(raw, B::from_raw_bytes(&bytes).map(|value| value.to_repr().as_ref().to_vec()));
        pairs.extend(Option::from(ours).zip(Option::<B>::from(theirs)));
    }
    assert!(A::from_raw_bytes(&[0; 31]).is_none());
    let pairs: Vec<(A, B)> = pairs;
    for (a, b) in &pairs {
        assert_eq!(format!("{a:?}"), format!("{b:?}"));
        assert_eq!(a.to_raw_bytes(), b.to_raw_bytes());
        assert_eq!(A::read_raw(&mut &b.to_raw_bytes()[..]).unwrap(), *a);
        assert_eq!(A::read_raw_unchecked(&mut &b.to_raw_bytes()[..]), *a);
        assert_eq!(bool::from(a.is_odd()), bool::from(b.is_odd()));
        assert_eq!(bool::from(a.sqrt().is_some()), bool::from(b.sqrt().is_some()));
        assert!(a.to_le_bits().iter().zip(b.to_le_bits().iter()).all(|(a, b)| *a == *b));
        same(-*a, -*b, "negation");
        same(a.square(), b.square(), "square");
        same(a.invert().unwrap_or(A::ZERO), b.invert().unwrap_or(B::ZERO), "inverse");
        same(a.pow_vartime([u64::MAX, 7]), b.pow_vartime([u64::MAX, 7]), "power");
        for (c, d) in &pairs {
            same(*a + c, *b + d, "sum");
            same(*a - c, *b - d, "difference");
            same(*a * c, *b * d, "product");
            assert_eq!(a.cmp(c), b.cmp(d));
        }
    }
    for bytes in integers(&from_hex(A::MODULUS), 64, name) {
        let bytes: [u8; 64] = std::array::from_fn(|i| bytes[i]);
        same(A::from_uniform_bytes(&bytes), B::from_uniform_bytes(&bytes), "uniform bytes");
    }
    let (mut one, mut other) = (generator(name), generator(name));
    for _ in 0..8 {
        same(A::random(&mut one), B::random(&mut other), "random elements");
    }
}

macro_rules! pairs {
    ($($name:ident: $ours:ty, $theirs:ty);+) => {$(
        #[test]
        fn $name() {
            constants::<$ours, $theirs>();
            functions::<$ours, $theirs>(stringify!($name));
        }
    )+};
}

pairs! {
    bn254_base: bn254::Fq, bn256::Fq;
    bn254_scalar: bn254::Fr, bn256::Fr;
    bls12_381_base: bls12_381::Fq, bls12381::Fq;
    bls12_381_scalar: bls12_381::Fr, bls12381::Fr;
    secp256k1_base: secp256k1::Fp, their_secp256k1::Fp;
    secp256k1_scalar: secp256k1::Fq, their_secp256k1::Fq;
    p256_base: p256::Fp, secp256r1::Fp;
    p256_scalar: p256::Fq, secp256r1::Fq
}

/// Fewer uniform bytes, and the extension fields of G2.
#[test]
fn further_uniform_bytes_and_extensions() {
    for name in ["one", "other", "third"] {
        for bytes in integers(&[], 96, name) {
            let bytes: [u8; 96] = std::array::from_fn(|i| bytes[i]);
            let short: [u8; 48] = std::array::from_fn(|i| bytes[i]);
            same(bn254::Fr::from_uniform_bytes(&short), bn256::Fr::from_uniform_bytes(&short), "48 bytes");
            same(
                bls12_381::Fq::from_uniform_bytes(&bytes),
                bls12381::Fq::from_uniform_bytes(&bytes),
                "96 bytes",
            );
            same(
                bn254::Fq2::from_uniform_bytes(&bytes),
                bn256::Fq2::from_uniform_bytes(&bytes),
                "BN254's extension",
            );
        }
    }
    constants_of_extension::<bn254::Fq2, bn256::Fq2>();
    constants_of_extension::<bls12_381::Fq2, bls12381::Fq2>();
    let mut rng = generator("extension");
    for _ in 0..8 {
        let (a, b) = (bn254::Fq2::random(&mut rng), bn254::Fq2::random(&mut rng));
        let theirs = [a, b].map(|x| bn256::Fq2::from_repr(repr::<bn256::Fq2>(x.to_repr().as_ref())).unwrap());
        same(a * b, theirs[0] * theirs[1], "product");
        same(a.invert().unwrap(), theirs[0].invert().unwrap(), "inverse");
        assert_eq!(bool::from(a.sqrt().is_some()), bool::from(theirs[0].sqrt().is_some()));
        assert_eq!(a.square().sqrt().unwrap().square(), a.square());
        assert_eq!(a.cmp(&b), theirs[0].cmp(&theirs[1]));
        assert_eq!(a.to_raw_bytes(), theirs[0].to_raw_bytes());
        let (is_square, root) = bn254::Fq2::sqrt_ratio(&a, &b);
        if is_square.into() {
            assert_eq!(root.square() * b, a);
        }
        assert!(!bool::from(bn254::Fq2::sqrt_ratio(&a, &Field::ZERO).0));
        assert!(bool::from(bn254::Fq2::sqrt_ratio(&Field::ZERO, &Field::ZERO).0));
    }
}

fn constants_of_extension<A, B>()
where
    A: PrimeField + WithSmallOrderMulGroup<3>,
    B: PrimeField + WithSmallOrderMulGroup<3>,
{
    same(A::ROOT_OF_UNITY, B::ROOT_OF_UNITY, "ROOT_OF_UNITY");
    same(A::DELTA, B::DELTA, "DELTA");
    same(A::TWO_INV, B::TWO_INV, "TWO_INV");
    same(A::ZETA, B::ZETA, "ZETA");
    assert_eq!((A::S, A::NUM_BITS, A::CAPACITY), (B::S, B::NUM_BITS, B::CAPACITY));
}

/// `bls12_381` has the same constants and encodings under `ff` 0.14.
#[test]
fn bls12_381_scalars() {
    type Theirs = ::bls12_381::Scalar;
    type Ours = bls12_381::Fr;
    fn check(ours: Ours, theirs: Theirs) {
        assert_eq!(ff014::PrimeField::to_repr(&ours).as_ref(), ff014::PrimeField::to_repr(&theirs).as_ref());
    }
    check(<Ours as ff014::PrimeField>::ROOT_OF_UNITY, <Theirs as ff014::PrimeField>::ROOT_OF_UNITY);
    check(<Ours as ff014::PrimeField>::DELTA, <Theirs as ff014::PrimeField>::DELTA);
    check(
        <Ours as ff014::PrimeField>::MULTIPLICATIVE_GENERATOR,
        <Theirs as ff014::PrimeField>::MULTIPLICATIVE_GENERATOR,
    );
    for bytes in integers(&from_hex(<Ours as ff014::PrimeField>::MODULUS), 64, "bls12_381") {
        let bytes: [u8; 64] = std::array::from_fn(|i| bytes[i]);
        let theirs = Theirs::from_bytes_wide(&bytes);
        let ours = <Ours as ff014::FromUniformBytes<64>>::from_uniform_bytes(&bytes);
        check(ours, theirs);
        check(ff014::Field::square(&ours) + ours, theirs.square() + theirs);
    }
}
