//! `bn254.rs`, the file of docs/jolt.md, against big integers. `.ci/jolt` runs Jolt's own tests on the same file.

#![allow(clippy::op_ref, reason = "operators of references are tested too")]

mod stub;

#[allow(dead_code, unreachable_pub, reason = "Jolt calls more than this test")]
mod bn254 {
    use super::stub as jolt_field;
    use super::stub::rand_core;

    include!("bn254.rs");
}

use num_bigint::{BigInt, BigUint, Sign};

use bn254::{Fq, Fr};
use stub::signed::{Magnitude, S256};
use stub::{Accumulator, CanonicalBytes, CanonicalEncoding, Field, Ring, WithAccumulator};

/// Elements with the canonical value of each.
trait Known: Field + CanonicalBytes + CanonicalEncoding + WithAccumulator {
    /// The prime in hexadecimal digits, from the page of the curve.
    const PRIME: &str;

    fn prime() -> BigUint {
        BigUint::parse_bytes(Self::PRIME.as_bytes(), 16).unwrap()
    }

    fn value(&self) -> BigUint {
        let mut bytes = [0; 32];
        self.to_bytes_le(&mut bytes);
        BigUint::from_bytes_le(&bytes)
    }

    /// The remainder of an integer.
    fn of(integer: impl Into<BigInt>) -> BigUint {
        let prime = BigInt::from(Self::prime());
        let remainder: BigInt = integer.into() % &prime;
        ((remainder + &prime) % &prime).to_biguint().unwrap()
    }
}

impl Known for Fr {
    const PRIME: &str = "30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001";
}

impl Known for Fq {
    const PRIME: &str = "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47";
}

/// A generator of a fixed sequence.
struct Sequence(u64);

impl stub::rand_core::RngCore for Sequence {
    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        for byte in bytes {
            self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            *byte = (self.0 >> 56) as u8;
        }
    }
}

fn elements<F: Known>() -> Vec<F> {
    let mut sequence = Sequence(1);
    let edges = [F::zero(), F::one(), -F::one(), F::two_inv(), F::from(u64::MAX), F::from(i128::MIN)];
    edges.into_iter().chain((0..8).map(|_| F::random(&mut sequence))).collect()
}

fn conversions<F: Known>() {
    for integer in [0, 1, 5, (1 << 14) - 1, 1 << 14, u64::MAX] {
        assert_eq!(F::from(integer).value(), F::of(integer));
        assert_eq!(<F as Ring>::from_u64(integer).to_u128_checked(), Some(integer.into()));
    }
    for integer in [0, -1, i64::MIN, i64::MAX] {
        assert_eq!(F::from(integer).value(), F::of(integer));
    }
    for integer in [0, -1, i128::MIN, i128::MAX] {
        assert_eq!(F::from(integer).value(), F::of(integer));
    }
    assert_eq!(F::from_u128_checked(u128::MAX).unwrap().value(), F::of(u128::MAX));
    assert_eq!(F::from_u128_reduced(u128::MAX), F::from(u128::MAX));
    assert_eq!((F::from(true), F::from(false)), (F::one(), F::zero()));
    for exponent in [0, 1, 200, 254, 300] {
        assert_eq!(F::pow2(exponent).value(), F::of(BigInt::from(1) << exponent));
    }
    let bytes: Vec<u8> = (1..=100).collect();
    assert_eq!(F::from_bytes_le_reduced(&bytes).value(), BigUint::from_bytes_le(&bytes) % F::prime());
    assert_eq!(F::from_scalar_challenge_bytes(&bytes).value(), BigUint::from_bytes_be(&bytes) % F::prime());
    let mut prime = F::prime().to_bytes_le();
    assert_eq!(F::from_bytes_le_checked(&prime), None);
    prime[0] -= 1;
    assert_eq!(F::from_bytes_le_checked(&prime), Some(-F::one()));
    assert_eq!(u64::from(F::MODULUS_BITS), F::prime().bits());
    for element in elements::<F>() {
        assert_eq!(u64::from(element.num_bits()), element.value().bits());
        assert_eq!(element.to_u128_checked(), u128::try_from(element.value()).ok());
    }
}

fn operations<F: Known>() {
    let elements = elements::<F>();
    for &a in &elements {
        let value = BigInt::from(a.value());
        let products = [
            (a.mul_u64(u64::MAX), BigInt::from(u64::MAX)),
            (a.mul_i64(i64::MIN), BigInt::from(i64::MIN)),
            (a.mul_u128(u128::MAX), BigInt::from(u128::MAX)),
            (a.mul_i128(i128::MIN), BigInt::from(i128::MIN)),
            (a.mul_pow_2(77), BigInt::from(1) << 77),
            (a.square(), value.clone()),
            (-a, BigInt::from(-1)),
        ];
        for (product, factor) in products {
            assert_eq!(product.value(), F::of(&value * factor));
        }
        assert_eq!(a.half() + a.half(), a);
        assert_eq!(a.half(), a * F::two_inv());
        assert_eq!(a.inverse().map(|inverse| inverse * a), (a != F::zero()).then(F::one));
        for &b in &elements {
            let other = BigInt::from(b.value());
            assert_eq!((a + b).value(), F::of(&value + &other));
            assert_eq!((a - b).value(), F::of(&value - &other));
            assert_eq!((a * b).value(), F::of(&value * &other));
            if b != F::zero() {
                assert_eq!((a / b * b, a / &b), (a, a / b));
            }
        }
    }
}

/// Sums by an accumulator of all kinds of products that its fields have.
fn sums<F: Known, A: Accumulator<Element = F>>(has_signed: bool) {
    let (mut parts, mut expected) = ([A::default(); 2], BigInt::ZERO);
    let limbs = [1, u64::MAX, 0, u64::MAX];
    let bytes: Vec<u8> = limbs.iter().flat_map(|limb| limb.to_le_bytes()).collect();
    for (i, &a) in elements::<F>().iter().enumerate() {
        let (part, b) = (&mut parts[i % 2], a + F::one());
        let value = BigInt::from(a.value());
        part.add(a);
        part.fmadd(a, b);
        part.fmadd_u8(a, 200);
        part.fmadd_u64(a, u64::MAX);
        part.fmadd_i64(a, i64::MIN);
        let small = BigInt::from(201) + u64::MAX + i64::MIN + BigInt::from(b.value());
        expected += small * &value;
        if has_signed {
            let is_positive = i % 3 == 0;
            part.fmadd_s256(a, &S256 { magnitude: Magnitude(limbs), is_positive });
            let sign = if is_positive { Sign::Plus } else { Sign::Minus };
            expected += BigInt::from_bytes_le(sign, &bytes) * value;
        }
    }
    let [mut first, second] = parts;
    first.merge(second);
    assert_eq!(first.reduce().value(), F::of(expected));
}

#[test]
fn jolts_fields_agree_with_integers() {
    conversions::<Fr>();
    conversions::<Fq>();
    operations::<Fr>();
    operations::<Fq>();
}

#[test]
fn jolts_sums_agree_with_integers() {
    sums::<Fr, <Fr as WithAccumulator>::Accumulator>(true);
    sums::<Fr, <Fr as WithAccumulator>::SignedProductAccumulator>(true);
    sums::<Fr, <Fr as WithAccumulator>::SmallScalarAccumulator>(false);
    sums::<Fq, <Fq as WithAccumulator>::Accumulator>(true);
    sums::<Fq, <Fq as WithAccumulator>::SmallScalarAccumulator>(false);
}

/// A challenge of `Fr` is Jolt's: its 125 bits are the upper limbs in Montgomery form. One of `Fq` is the integer with
/// these limbs.
#[test]
fn jolts_challenges_are_upper_limbs() {
    let bytes = [0xff; 20];
    let integer: BigInt = BigInt::from(u128::MAX >> 3) << 128;
    assert_eq!(Fq::from_challenge_bytes(&bytes).value(), Fq::of(integer.clone()));
    let challenge = BigInt::from(Fr::from_challenge_bytes(&bytes).value()) << 256;
    assert_eq!(Fr::of(challenge), Fr::of(integer));
    assert_eq!(Fr::from_challenge_bytes(&bytes[..16]), Fr::from_challenge_bytes(&bytes));
    assert_ne!(Fr::from_challenge_bytes(&bytes[..15]), Fr::from_challenge_bytes(&bytes));
}
