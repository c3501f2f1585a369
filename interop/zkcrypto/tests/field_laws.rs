//! The constants and functions of `ff` 0.14, checked by their definitions, for every prime.

#![cfg(feature = "ff014")]

mod common;

use common::{from_hex, integers};
use ff014::{BatchInvert, FromUniformBytes, PrimeField, PrimeFieldBits, WithSmallOrderMulGroup};
use vorpal_zkcrypto::{bls12_377, bls12_381, bn254, p256, secp256k1};

/// All integers below the modulus among the adversarial ones.
fn elements<F: PrimeField>(name: &str) -> Vec<F> {
    let length = F::Repr::default().as_ref().len();
    let encodings = integers(&from_hex(F::MODULUS), length, name);
    let elements: Vec<F> =
        encodings.iter().filter_map(|bytes| F::from_repr(repr::<F>(bytes)).into_option()).collect();
    assert!(elements.len() > 10, "{name}");
    elements
}

fn repr<F: PrimeField>(bytes: &[u8]) -> F::Repr {
    let mut repr = F::Repr::default();
    repr.as_mut().copy_from_slice(bytes);
    repr
}

/// The limbs of a little-endian integer.
fn limbs(bytes: &[u8]) -> Vec<u64> {
    bytes
        .chunks(8)
        .map(|chunk| chunk.iter().rev().fold(0, |limb, byte| limb << 8 | u64::from(*byte)))
        .collect()
}

/// `(p - 1) / 2^shift`.
fn odd_factor(modulus: &[u8], shift: u32) -> Vec<u64> {
    let mut limbs = limbs(modulus);
    limbs[0] -= 1;
    for _ in 0..shift {
        assert_eq!(limbs[0] & 1, 0);
        for i in 0..limbs.len() {
            limbs[i] = limbs[i] >> 1 | limbs.get(i + 1).map_or(0, |next| next << 63);
        }
    }
    limbs
}

fn constants<F: PrimeField + WithSmallOrderMulGroup<3>>(name: &str) {
    let modulus = from_hex(F::MODULUS);
    // The modulus is one more than the largest element.
    let mut last = (-F::ONE).to_repr().as_ref().to_vec();
    last[0] += 1;
    last.truncate(modulus.len());
    assert_eq!(last, modulus, "{name}: MODULUS");
    let bits = 8 * modulus.len() - modulus.last().map_or(0, |byte| byte.leading_zeros() as usize);
    assert_eq!((F::NUM_BITS as usize, F::CAPACITY), (bits, F::NUM_BITS - 1), "{name}");
    assert_eq!(F::TWO_INV.double(), F::ONE, "{name}: TWO_INV");
    let t = odd_factor(&modulus, F::S);
    assert_eq!(t[0] & 1, 1, "{name}: S");
    assert_eq!(F::ROOT_OF_UNITY, F::MULTIPLICATIVE_GENERATOR.pow_vartime(&t), "{name}: ROOT_OF_UNITY");
    let before = (1..F::S).fold(F::ROOT_OF_UNITY, |power, _| power.square());
    assert_eq!(before, -F::ONE, "{name}: the order of ROOT_OF_UNITY");
    assert_eq!(F::ROOT_OF_UNITY * F::ROOT_OF_UNITY_INV, F::ONE, "{name}: ROOT_OF_UNITY_INV");
    let delta = (0..F::S).fold(F::MULTIPLICATIVE_GENERATOR, |power, _| power.square());
    assert_eq!((F::DELTA, F::DELTA.pow_vartime(&t)), (delta, F::ONE), "{name}: DELTA");
    assert!(F::ZETA != F::ONE && F::ZETA.cube() == F::ONE, "{name}: ZETA");
}

fn laws<F: PrimeField>(name: &str) {
    let elements = elements::<F>(name);
    for a in &elements {
        let same = *a;
        assert_eq!((*a + F::ZERO, *a * F::ONE, *a - same, *a + -*a), (*a, *a, F::ZERO, F::ZERO), "{name}");
        assert_eq!((a.double(), a.square(), a.cube()), (*a + a, *a * a, *a * a * a), "{name}");
        assert_eq!(a.is_zero_vartime(), *a == F::ZERO);
        match a.invert().into_option() {
            Some(inverse) => assert_eq!(inverse * a, F::ONE, "{name}"),
            None => assert_eq!(*a, F::ZERO, "{name}"),
        }
        assert_eq!(a.square().sqrt().map(|root| root.square()).into_option(), Some(a.square()), "{name}");
        assert_eq!((a.pow([5, 0]), a.pow_vartime([5])), (a.square().square() * a, a.square().square() * a));
        assert_eq!(F::from_repr(a.to_repr()).into_option(), Some(*a), "{name}");
        assert_eq!(a.to_repr().as_ref()[0] & 1 == 1, bool::from(a.is_odd()));
        for b in &elements {
            assert_eq!((*a + b, *a * b, *a - b), (*b + a, *b * a, -(*b - a)), "{name}");
            assert_eq!((*a + b) * b, *a * b + b.square(), "{name}");
            let mut c = *a;
            c += b;
            c *= b;
            c -= *b;
            assert_eq!(c, (*a + b) * b - b, "{name}");
            ratio(a, b, name);
        }
    }
    let sum = elements.iter().fold(F::ZERO, |sum, a| sum + a);
    assert_eq!((elements.iter().sum::<F>(), elements.iter().copied().sum::<F>()), (sum, sum));
    assert_eq!(elements.iter().product::<F>(), F::ZERO);
    let mut inverses = elements.clone();
    inverses.iter_mut().batch_invert();
    for (a, inverse) in elements.iter().zip(inverses) {
        assert_eq!(inverse, a.invert().into_option().unwrap_or(F::ZERO), "{name}");
    }
    assert_eq!(F::from_u128(u128::MAX), F::from(u64::MAX) * (F::from(u64::MAX) + F::from(2)));
    assert_eq!(F::from_str_vartime("340282366920938463463374607431768211455"), Some(F::from_u128(u128::MAX)));
}

/// The four cases of `sqrt_ratio`.
fn ratio<F: PrimeField>(a: &F, b: &F, name: &str) {
    let (is_square, root) = F::sqrt_ratio(a, b);
    match (bool::from(is_square), *a == F::ZERO, *b == F::ZERO) {
        (is_square, true, _) => assert!(is_square && root == F::ZERO, "{name}: zero"),
        (is_square, false, true) => assert!(!is_square && root == F::ZERO, "{name}: division by zero"),
        (true, ..) => assert_eq!(root.square() * b, *a, "{name}: a square"),
        (false, ..) => assert_eq!(root.square() * b, F::ROOT_OF_UNITY * a, "{name}: not a square"),
    }
}

/// Integers from the modulus on are no encodings.
fn encodings<F: PrimeField>(name: &str) {
    let (modulus, length) = (from_hex(F::MODULUS), F::Repr::default().as_ref().len());
    for bytes in integers(&modulus, length, name) {
        let padded: Vec<u8> = (0..length).map(|i| modulus.get(i).copied().unwrap_or(0)).collect();
        let below = bytes.iter().rev().lt(padded.iter().rev());
        let element = F::from_repr(repr::<F>(&bytes)).into_option();
        assert_eq!(element.is_some(), below, "{name}: {bytes:x?}");
        if let Some(element) = element {
            assert_eq!(element.to_repr().as_ref(), bytes, "{name}");
        }
    }
}

/// By Horner's rule over bytes.
fn uniform<F: PrimeField + FromUniformBytes<64>>(name: &str) {
    for bytes in integers(&from_hex(F::MODULUS), 64, name) {
        let expected =
            bytes.iter().rev().fold(F::ZERO, |sum, byte| sum * F::from(256) + F::from(u64::from(*byte)));
        let bytes: [u8; 64] = std::array::from_fn(|i| bytes[i]);
        assert_eq!(F::from_uniform_bytes(&bytes), expected, "{name}");
    }
}

fn bits<F: PrimeFieldBits>(name: &str) {
    for a in elements::<F>(name) {
        let (bits, repr) = (a.to_le_bits(), a.to_repr());
        for i in 0..8 * repr.as_ref().len() {
            assert_eq!(bits[i], repr.as_ref()[i / 8] >> (i % 8) & 1 == 1, "{name}");
        }
    }
    let modulus = from_hex(F::MODULUS);
    for i in 0..8 * modulus.len() {
        assert_eq!(F::char_le_bits()[i], modulus[i / 8] >> (i % 8) & 1 == 1, "{name}");
    }
}

macro_rules! suites {
    ($($name:ident: $field:ty),+) => {$(
        #[test]
        fn $name() {
            constants::<$field>(stringify!($name));
            laws::<$field>(stringify!($name));
            encodings::<$field>(stringify!($name));
            uniform::<$field>(stringify!($name));
            bits::<$field>(stringify!($name));
        }
    )+};
}

suites! {
    bn254_base: bn254::Fq, bn254_scalar: bn254::Fr,
    bls12_381_base: bls12_381::Fq, bls12_381_scalar: bls12_381::Fr,
    bls12_377_base: bls12_377::Fq, bls12_377_scalar: bls12_377::Fr,
    secp256k1_base: secp256k1::Fp, secp256k1_scalar: secp256k1::Fq,
    p256_base: p256::Fp, p256_scalar: p256::Fq
}
