//! Points beside those of `halo2curves-axiom` 0.7: hashes, encodings, raw bytes, coordinates.

#![cfg(feature = "halo2curves_axiom07")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::panic::{AssertUnwindSafe, catch_unwind};

mod common;

use common::generator;
use ff013::{Field, FromUniformBytes, PrimeField, WithSmallOrderMulGroup};
use group013::prime::PrimeCurveAffine;
use group013::{Curve, Group, GroupEncoding, UncompressedEncoding};
use halo2curves_axiom::serde::SerdeObject;
use halo2curves_axiom::{
    CurveExt, bls12_381 as their_bls12_381, bn256, secp256k1 as their_secp256k1, secp256r1,
};
use rand_chacha::rand_core::RngCore;
use vorpal_zkcrypto::{axiom, bls12_381, p256, secp256k1};

/// The coordinates as bytes: encodings differ for secp256k1 and P-256.
fn coordinates<G: CurveExt<AffineExt: SerdeObject>>(point: &G) -> Vec<u8> {
    point.to_affine().to_raw_bytes()
}

fn encoded<G: GroupEncoding>(point: &G) -> Vec<u8> {
    point.to_bytes().as_ref().to_vec()
}

/// The bytes of BLS12-381 in the other crate are those of Zcash in the reverse order.
fn reversed<G: GroupEncoding>(point: &G) -> Vec<u8> {
    point.to_bytes().as_ref().iter().rev().copied().collect()
}

fn hashes<A: CurveExt, B: CurveExt>(bytes: fn(&A) -> Vec<u8>, their_bytes: fn(&B) -> Vec<u8>) {
    for prefix in ["Halo2-Parameters", "a", "a longer prefix with spaces"] {
        let (ours, theirs) = (A::hash_to_curve(prefix), B::hash_to_curve(prefix));
        for message in [&b""[..], b"message", &[0xff; 200], &[0, 0, 0, 0, 7]] {
            assert_eq!(bytes(&ours(message)), their_bytes(&theirs(message)), "{} {prefix}", A::CURVE_ID);
        }
    }
}

/// RFC 9380 forbids an empty tag, and on BLS12-381 the tag is the prefix. The identity would be no hash.
#[test]
#[should_panic(expected = "an empty tag")]
fn an_empty_prefix_has_no_hash() {
    let _ = <bls12_381::G1 as CurveExt>::hash_to_curve("");
}

/// Hashes, from which halo2 derives the generators of commitments.
#[test]
fn hashes_to_curves() {
    hashes::<axiom::bn254::G1, bn256::G1>(coordinates, coordinates);
    hashes::<secp256k1::Secp256k1, their_secp256k1::Secp256k1>(coordinates, coordinates);
    hashes::<p256::P256, secp256r1::Secp256r1>(coordinates, coordinates);
    hashes::<bls12_381::G1, their_bls12_381::G1>(encoded, reversed);
    hashes::<bls12_381::G2, their_bls12_381::G2>(encoded, reversed);
}

/// The result for an encoding of BN254, also an altered one. Only we refuse points outside the subgroup of G2, and
/// second encodings of points: those with the flag of infinity and a coordinate.
fn decode<A: GroupEncoding, B: GroupEncoding>(encoding: &[u8], is_subgroup: impl Fn(&B) -> bool) {
    let (mut ours, mut theirs) = (A::Repr::default(), B::Repr::default());
    ours.as_mut().copy_from_slice(encoding);
    theirs.as_mut().copy_from_slice(encoding);
    let ours = Option::<A>::from(A::from_bytes(&ours));
    // A coordinate of G2 that is not below the prime is a panic there.
    let theirs = catch_unwind(AssertUnwindSafe(|| Option::<B>::from(B::from_bytes(&theirs)))).ok().flatten();
    assert_eq!(
        ours.map(|point| encoded(&point)),
        theirs.filter(is_subgroup).map(|point| encoded(&point)).filter(|bytes| bytes == encoding),
        "{encoding:x?}"
    );
}

fn encodings<A, B>(name: &str, is_subgroup: impl Fn(&B) -> bool)
where
    A: CurveExt<AffineExt: SerdeObject> + SerdeObject,
    B: CurveExt<AffineExt: SerdeObject> + SerdeObject,
{
    let mut rng = generator(name);
    let mut points = vec![A::identity(), A::generator(), -A::generator()];
    points.extend((0..4).map(|_| A::random(&mut rng)));
    for point in &points {
        let encoding = encoded(point);
        decode::<A, B>(&encoding, &is_subgroup);
        for position in 0..encoding.len() {
            for change in [1, 0x20, 0x40, 0x80, 0xc0, 0xff] {
                let mut altered = encoding.clone();
                altered[position] ^= change;
                decode::<A, B>(&altered, &is_subgroup);
            }
        }
        // Raw bytes of both are those of the other.
        let theirs = B::from_raw_bytes(&point.to_raw_bytes()).unwrap();
        assert_eq!(theirs.to_bytes().as_ref(), encoding);
        assert_eq!(coordinates(point), coordinates(&theirs));
        assert_eq!(A::from_raw_bytes(&theirs.to_raw_bytes()), Some(*point));
        let (x, y, z) = point.jacobian_coordinates();
        assert_eq!(A::new_jacobian(x, y, z).unwrap(), *point);
        assert_eq!(coordinates(&point.endo()), coordinates(&theirs.endo()));
    }
    let mut encoding = vec![0; A::Repr::default().as_ref().len()];
    for filler in [0, 0x40, 0x80, 0xc0, 0xff] {
        encoding.fill(filler);
        decode::<A, B>(&encoding, &is_subgroup);
        encoding.fill(0);
        *encoding.last_mut().unwrap() = filler;
        decode::<A, B>(&encoding, &is_subgroup);
    }
    for _ in 0..100 {
        rng.fill_bytes(&mut encoding);
        decode::<A, B>(&encoding, &is_subgroup);
    }
    assert_eq!((A::a().is_zero().unwrap_u8(), A::CURVE_ID), (1, B::CURVE_ID));
    let generator = A::AffineExt::generator().to_raw_bytes();
    assert_eq!(generator, B::AffineExt::generator().to_raw_bytes());
}

#[test]
fn encodings_of_bn254() {
    encodings::<axiom::bn254::G1, bn256::G1>("axiom G1", |_| true);
    encodings::<axiom::bn254::G2, bn256::G2>("axiom G2", |point| {
        bool::from(group013::cofactor::CofactorGroup::is_torsion_free(point))
    });
}

/// Infinity has its flag in uncompressed encodings, and other points have not. Raw bytes have one length.
#[test]
fn malformed_bytes_are_no_points() {
    type Point = axiom::bn254::G1Affine;
    type Bytes = <Point as UncompressedEncoding>::Uncompressed;
    let decoded = |bytes: &Bytes| Option::<Point>::from(Point::from_uncompressed(bytes));
    for point in [Point::identity(), Point::generator()] {
        let mut bytes = point.to_uncompressed();
        assert_eq!(decoded(&bytes), Some(point));
        bytes.as_mut()[63] ^= 0x40;
        assert_eq!(decoded(&bytes), None, "{point:?}");
        let raw = point.to_raw_bytes();
        assert_eq!(Point::from_raw_bytes(&raw), Some(point));
        for other in [&raw[..63], &[&raw[..], &[0]].concat()] {
            assert_eq!(Point::from_raw_bytes(other), None, "{point:?} in {} bytes", other.len());
        }
    }
}

/// Random bytes, except for those that are asked for one by one: the sign of a random point.
struct WithSign(rand_chacha::ChaCha20Rng, u8);

impl RngCore for WithSign {
    fn next_u32(&mut self) -> u32 {
        self.0.next_u32()
    }
    fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }
    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        self.0.fill_bytes(bytes);
        if let [sign] = bytes {
            *sign = self.1;
        }
    }
    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), rand_chacha::rand_core::Error> {
        self.fill_bytes(bytes);
        Ok(())
    }
}

/// A random byte selects the sign of a random point, and each of many points is normalised.
#[test]
fn many_points() {
    let with_sign = |sign| axiom::bn254::G1::random(WithSign(generator("many points"), sign));
    assert_eq!(with_sign(0), -with_sign(1));
    assert_eq!(with_sign(0), with_sign(2));
    let mut points: Vec<axiom::bn254::G1> = vec![with_sign(0)];
    let first = points[0];
    while points.len() < 1100 {
        points.push(points[points.len() - 1] + first);
    }
    let mut affine = vec![axiom::bn254::G1Affine::identity(); points.len()];
    axiom::bn254::G1::batch_normalize(&points, &mut affine);
    for (index, (point, affine)) in points.iter().zip(&affine).enumerate() {
        assert_eq!(point.to_affine(), *affine, "{index}");
    }
}

/// Constants of coordinates, for which halo2 has no domains, are placeholders in the other crate.
fn field<A, B>(name: &str, has_constants: bool)
where
    A: PrimeField + WithSmallOrderMulGroup<3> + FromUniformBytes<64> + Ord,
    B: PrimeField + WithSmallOrderMulGroup<3> + FromUniformBytes<64> + Ord,
{
    let same = |ours: A, theirs: B, what: &str| {
        assert_eq!(ours.to_repr().as_ref(), theirs.to_repr().as_ref(), "{name}: {what}");
    };
    if has_constants {
        assert_eq!((A::S, A::NUM_BITS), (B::S, B::NUM_BITS), "{name}");
        same(A::MULTIPLICATIVE_GENERATOR, B::MULTIPLICATIVE_GENERATOR, "MULTIPLICATIVE_GENERATOR");
        same(A::ROOT_OF_UNITY, B::ROOT_OF_UNITY, "ROOT_OF_UNITY");
        same(A::ROOT_OF_UNITY_INV, B::ROOT_OF_UNITY_INV, "ROOT_OF_UNITY_INV");
        same(A::DELTA, B::DELTA, "DELTA");
    }
    same(A::TWO_INV, B::TWO_INV, "TWO_INV");
    same(A::ZETA, B::ZETA, "ZETA");
    let (mut one, mut other) = (generator(name), generator(name));
    let (mut a, mut b) = (A::ONE, B::ONE);
    for _ in 0..8 {
        let (c, d) = (A::random(&mut one), B::random(&mut other));
        same(c, d, "random elements");
        assert_eq!(a.cmp(&c), b.cmp(&d), "{name}");
        (a, b) = (c, d);
    }
    let mut bytes = [0xff; 64];
    for _ in 0..8 {
        same(A::from_uniform_bytes(&bytes), B::from_uniform_bytes(&bytes), "uniform bytes");
        one.fill_bytes(&mut bytes);
    }
}

/// Constants and random elements, from which keys and domains follow.
#[test]
fn fields() {
    field::<axiom::bn254::Fr, bn256::Fr>("BN254's scalars", true);
    field::<axiom::bn254::Fq, bn256::Fq>("BN254's coordinates", false);
    field::<secp256k1::Fp, their_secp256k1::Fp>("secp256k1's coordinates", false);
    field::<secp256k1::Fq, their_secp256k1::Fq>("secp256k1's scalars", true);
    field::<p256::Fp, secp256r1::Fp>("P-256's coordinates", false);
    field::<p256::Fq, secp256r1::Fq>("P-256's scalars", true);
}
