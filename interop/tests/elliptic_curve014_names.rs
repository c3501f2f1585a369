//! The methods of `k256` and `p256` that need no trait, with both traits of the same methods imported, beside those
//! crates: the results have the same bytes.

#![cfg(feature = "elliptic_curve014")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

// A method of two of these traits is an error without one of the type itself.
#[allow(unused_imports, reason = "that there are two traits is what is tested")]
use vorpal_interop::elliptic_curve014::ecdsa::elliptic_curve::{
    BatchNormalize, CurveGroup, Field, Generate, Group, PrimeField,
    array::{Array, sizes::U64},
    bigint::{ArrayEncoding, U256, U512},
    ff::FromUniformBytes,
    ops::{Double, Invert, LinearCombination, MulByGeneratorVartime, MulVartime, Reduce, ReduceNonZero},
    point::{AffineCoordinates, DecompactPoint},
    sec1::{FromSec1Point, ToCompactSec1Point, ToSec1Point},
};
use vorpal_interop::elliptic_curve014::{P256, Secp256k1, p256 as ours_p256, secp256k1 as ours_k256};

use common::Stream;

/// Integers of 512 bits around the order `n`, multiples of it and of `n - 1`, and random ones.
fn wide_integers(order: U256) -> Vec<U512> {
    let widen = |integer: &U256| U512::from(integer);
    let (n, one) = (widen(&order), U512::ONE);
    let smaller = widen(&order.wrapping_sub(&U256::ONE));
    let mut found = vec![U512::ZERO, U512::MAX];
    for base in [n, smaller, n.wrapping_mul(&smaller), n.wrapping_mul(&n), smaller.wrapping_mul(&smaller)] {
        found.extend([base.wrapping_sub(&one), base, base.wrapping_add(&one)]);
    }
    let mut stream = Stream::new("wide");
    found.extend((0..40).map(|_| U512::from_be_slice(&[stream.block(), stream.block()].concat())));
    found
}

fn scalars_of(wide: &[U512]) -> Vec<[u8; 32]> {
    let mut found: Vec<[u8; 32]> =
        (0..4).map(|i| std::array::from_fn(|j| if j == 31 { i } else { 0 })).collect();
    let low = |integer: &U512| -> [u8; 32] { integer.to_be_byte_array()[32..].try_into().unwrap() };
    found.extend(wide.iter().map(low));
    found
}

/// The names that both crates have.
macro_rules! both_have {
    ($test:ident, $ours:ident, $theirs:ident, $curve:ty) => {
        #[test]
        fn $test() {
            use ours::Scalar as Ours;
            use $ours as ours;
            use $theirs::Scalar as Theirs;

            let wide = wide_integers(
                *<$curve as vorpal_interop::elliptic_curve014::ecdsa::elliptic_curve::Curve>::ORDER.as_ref(),
            );
            let all: Vec<(Ours, Theirs)> = scalars_of(&wide)
                .iter()
                .map(|bytes| {
                    (Ours::reduce(&U256::from_be_slice(bytes)), Theirs::reduce(&U256::from_be_slice(bytes)))
                })
                .collect();
            for (i, (a, b)) in all.iter().enumerate() {
                assert_eq!(a.to_bytes(), b.to_bytes());
                assert_eq!(bool::from(a.is_zero()), i == 0 || *a == Ours::ZERO);
                assert_eq!(a.square().to_bytes(), b.square().to_bytes());
                let (one, other) = (Option::from(a.invert()), Option::from(b.invert()));
                assert_eq!(one.map(|s: Ours| s.to_bytes()), other.map(|s: Theirs| s.to_bytes()));
                assert_eq!(Option::<Ours>::from(a.invert_vartime()), one);
                let (c, d) = &all[all.len() - 1 - i];
                assert_eq!(a.add(c).to_bytes(), b.add(d).to_bytes());
                assert_eq!(a.sub(c).to_bytes(), b.sub(d).to_bytes());
                for shift in [0, 1, 31, 32, 63, 64, 65, 128, 255] {
                    assert_eq!(a.shr_vartime(shift).to_bytes(), b.shr_vartime(shift).to_bytes(), "{shift}");
                }
                assert_eq!(a.shr_vartime(u32::MAX), Ours::ZERO);

                let (p, q) = (
                    ours::ProjectivePoint::mul_by_generator(a),
                    $theirs::ProjectivePoint::mul_by_generator(b),
                );
                let (affine, theirs) = (p.to_affine(), q.to_affine());
                assert_eq!(affine.to_sec1_point(false).as_bytes(), theirs.to_sec1_point(false).as_bytes());
                assert_eq!(p, ours::ProjectivePoint::GENERATOR * a);
                assert_eq!(ours::ProjectivePoint::mul_by_generator_vartime(a), p);
                assert_eq!(
                    p.double().to_affine().to_sec1_point(true).as_bytes(),
                    (q + q).to_affine().to_sec1_point(true).as_bytes()
                );
                assert!(p == affine && affine == p && bool::from(p.eq_affine(&affine)));
                let next = (p + ours::ProjectivePoint::GENERATOR).to_affine();
                assert!(p != next && next != p && !bool::from(p.eq_affine(&next)));
                let mut doubled = p;
                doubled.double_in_place();
                assert_eq!(doubled, p.double());
                assert_eq!(bool::from(affine.is_identity()), *a == Ours::ZERO);
                let encoding = ours::Sec1Point::from(affine);
                assert_eq!(encoding.as_bytes(), $theirs::Sec1Point::from(theirs).as_bytes());
                assert_eq!(ours::Sec1Point::from(&affine), encoding);
                let secret = ours::ecdh::SharedSecret::from(&affine);
                assert_eq!(secret.raw_secret_bytes(), &theirs.x());
            }
            for value in [0, 1, 7, u32::MAX] {
                assert_eq!(Ours::from(value).to_bytes(), Theirs::from(value).to_bytes());
            }
            for value in [0, 1, u128::from(u64::MAX) + 1, u128::MAX] {
                let expected = Theirs::reduce(&U256::from(value));
                assert_eq!(Ours::from(value).to_bytes(), expected.to_bytes());
            }
        }
    };
}
both_have!(k256_and_this_have, ours_k256, k256, Secp256k1);
both_have!(p256_and_this_have, ours_p256, p256, P256);

#[test]
fn residues_of_64_bytes_are_those_of_k256() {
    use k256::Scalar as Theirs;
    use ours_k256::Scalar as Ours;
    let order = U256::from_be_slice(&(-Ours::ONE).to_bytes()).wrapping_add(&U256::ONE);
    for wide in wide_integers(order) {
        let bytes: Array<u8, U64> = wide.to_be_byte_array();
        assert_eq!(Ours::reduce(&wide).to_bytes(), Theirs::reduce(&wide).to_bytes());
        assert_eq!(Ours::reduce(&bytes).to_bytes(), Theirs::reduce(&bytes).to_bytes());
        let uniform =
            [Ours::from_uniform_bytes(&bytes.0).to_bytes(), Theirs::from_uniform_bytes(&bytes.0).to_bytes()];
        assert_eq!(uniform[0], uniform[1]);
        let (one, other) = (Ours::reduce_nonzero(&wide), Theirs::reduce_nonzero(&wide));
        assert_eq!(one.to_bytes(), other.to_bytes(), "{wide:x}");
        assert_eq!(Ours::reduce_nonzero(&bytes).to_bytes(), Theirs::reduce_nonzero(&bytes).to_bytes());
    }
    for _ in 0..4 {
        let ours = Ours::try_generate_biased_from_rng(&mut Stream::new("biased")).unwrap();
        let theirs = Theirs::try_generate_biased_from_rng(&mut Stream::new("biased")).unwrap();
        assert_eq!(ours.to_bytes(), theirs.to_bytes());
        assert_eq!(Ours::generate_biased_from_rng(&mut Stream::new("biased")), ours);
    }
}

/// The residue modulo `n - 1`, plus one, by big integers.
#[test]
fn residues_of_64_bytes_on_p256() {
    use num_bigint::BigUint;
    use ours_p256::Scalar;
    let order = U256::from_be_slice(&(-Scalar::ONE).to_bytes()).wrapping_add(&U256::ONE);
    let n = BigUint::from_bytes_be(&order.to_be_byte_array());
    for wide in wide_integers(order) {
        let integer = BigUint::from_bytes_be(&wide.to_be_byte_array());
        let number = |scalar: Scalar| BigUint::from_bytes_be(&scalar.to_bytes());
        assert_eq!(number(Scalar::reduce(&wide)), &integer % &n);
        let bytes: [u8; 64] = wide.to_be_byte_array().0;
        let uniform = p256::Scalar::from_uniform_bytes(&bytes).to_bytes();
        assert_eq!(Scalar::from_uniform_bytes(&bytes).to_bytes(), uniform);
        assert_eq!(number(Scalar::reduce_nonzero(&wide)), integer % (&n - 1u8) + 1u8);
    }
}

/// The methods of `p256`'s points beside the operators, whose results other tests compare with `p256`.
fn methods_of_points_on_p256(seed: u64) {
    use ours_p256::{ProjectivePoint, Scalar};
    let [one, other] = [seed, seed + 3].map(|seed| ProjectivePoint::mul_by_generator(&Scalar::from(seed)));
    let all = [one, other, ProjectivePoint::IDENTITY, ProjectivePoint::neg(&one)];
    for (i, a) in all.iter().enumerate() {
        assert_eq!(ProjectivePoint::neg(a), -*a);
        for b in &all {
            assert_eq!(ProjectivePoint::add(a, b), *a + *b);
            assert_eq!(ProjectivePoint::sub(a, b), *a - *b);
        }
        for scalar in
            [Scalar::ZERO, Scalar::ONE, -Scalar::ONE, Scalar::from(seed + 7) * -Scalar::from(i as u64)]
        {
            assert_eq!(ProjectivePoint::mul(a, &scalar), *a * scalar);
            assert_eq!(ProjectivePoint::mul_vartime(a, &scalar), *a * scalar);
        }
    }
}

/// The endomorphism of `k256`, and its eigenvalue.
fn endomorphism(seed: u64) {
    let ours = ours_k256::ProjectivePoint::mul_by_generator(&seed.into());
    let theirs = k256::ProjectivePoint::mul_by_generator(&seed.into()).endomorphism();
    let image = ours.endomorphism();
    assert_eq!(
        image.to_affine().to_sec1_point(true).as_bytes(),
        theirs.to_affine().to_sec1_point(true).as_bytes()
    );
    let lambda = common::hex("5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72");
    let lambda = ours_k256::Scalar::reduce(&U256::from_be_slice(&lambda));
    assert_eq!(image, ours * lambda);
}

/// Names of one of the crates.
#[test]
fn names_of_one_curve() {
    for seed in 0u64..20 {
        methods_of_points_on_p256(seed);
        endomorphism(seed);
        let (ours, theirs) = (
            ours_k256::Scalar::from(seed) - ours_k256::Scalar::from(9u32),
            k256::Scalar::from(seed) - k256::Scalar::from(9u32),
        );
        assert_eq!(ours.negate().to_bytes(), theirs.negate().to_bytes());
        assert_eq!(ours.mul(&ours.square()).to_bytes(), theirs.mul(&theirs.square()).to_bytes());
        let (ours, theirs) = (
            ours_p256::Scalar::from(seed) - ours_p256::Scalar::from(9u32),
            p256::Scalar::from(seed) - p256::Scalar::from(9u32),
        );
        assert_eq!(ours.double().to_bytes(), theirs.double().to_bytes());
        assert_eq!(ours.multiply(&ours.square()).to_bytes(), theirs.multiply(&theirs.square()).to_bytes());
        for exponent in [U256::ZERO, U256::ONE, U256::from(seed + 5), U256::MAX] {
            assert_eq!(ours.pow_vartime(&exponent).to_bytes(), theirs.pow_vartime(&exponent).to_bytes());
        }
        for count in [0, 1, 5, 64] {
            assert_eq!(ours.sqn_vartime(count).to_bytes(), theirs.sqn_vartime(count).to_bytes());
        }
        assert_eq!(bool::from(ours.is_odd()), bool::from(theirs.is_odd()));
        assert_eq!(bool::from(ours.is_even()), !bool::from(ours.is_odd()));
    }
}

/// Compact encodings, which one point of each `x` has: on P-256 that of `p256`, on secp256k1 that with the even `y`.
#[test]
fn compact_encodings() {
    let mut found = [0; 2];
    for seed in 1u64..40 {
        let ours = ours_p256::ProjectivePoint::mul_by_generator(&seed.into()).to_affine();
        let theirs = p256::ProjectivePoint::mul_by_generator(&seed.into()).to_affine();
        let one = ours.to_compact_encoded_point().into_option().map(|point| point.as_bytes().to_vec());
        let other = theirs.to_compact_encoded_point().into_option().map(|point| point.as_bytes().to_vec());
        assert_eq!(one, other);
        found[usize::from(one.is_some())] += 1;
        assert_ne!(one.is_some(), bool::from((-ours).to_compact_encoded_point().is_some()));
        let compact = if one.is_some() { ours } else { -ours };
        assert_eq!(ours_p256::AffinePoint::decompact(&ours.x()).unwrap(), compact);

        let point = ours_k256::ProjectivePoint::mul_by_generator(&seed.into()).to_affine();
        let encoding = point.to_compact_encoded_point().into_option();
        assert_eq!(encoding.is_some(), !bool::from(point.y_is_odd()));
        if let Some(encoding) = encoding {
            assert_eq!(ours_k256::AffinePoint::from_sec1_point(&encoding).unwrap(), point);
        }
    }
    assert!(found[0] > 5 && found[1] > 5, "{found:?}");
}

/// Arrays of points with one inversion, and shared secrets by the names of both crates.
macro_rules! arrays_and_secrets {
    ($test:ident, $ours:ident, $theirs:ident) => {
        #[test]
        fn $test() {
            use $ours::{AffinePoint, ProjectivePoint, SecretKey, ecdh};
            let points: Array<ProjectivePoint, $ours::U32> =
                Array::from_fn(|i| ProjectivePoint::mul_by_generator(&(i as u64 % 5).into()).double());
            let affine: Array<AffinePoint, $ours::U32> =
                <ProjectivePoint as BatchNormalize<_>>::batch_normalize(&points);
            assert!(points.iter().zip(&affine).all(|(point, affine)| point.to_affine() == *affine));

            let mut stream = Stream::new(stringify!($test));
            let ephemeral = ecdh::EphemeralSecret::generate_from_rng(&mut stream);
            let (key, bytes) =
                (SecretKey::generate_from_rng(&mut stream), ephemeral.public_key().to_sec1_point(true));
            let one = ephemeral.diffie_hellman(&key.public_key());
            let other = ecdh::diffie_hellman(key.to_nonzero_scalar(), ephemeral.public_key().as_affine());
            assert_eq!(one.raw_secret_bytes(), other.raw_secret_bytes());
            let theirs = $theirs::SecretKey::from_slice(&key.to_bytes()).unwrap();
            let point = $theirs::PublicKey::from_sec1_bytes(bytes.as_bytes()).unwrap();
            let expected = $theirs::ecdh::diffie_hellman(theirs.to_nonzero_scalar(), point.as_affine());
            assert_eq!(one.raw_secret_bytes(), expected.raw_secret_bytes());
        }
    };
}
arrays_and_secrets!(arrays_and_secrets_on_secp256k1, ours_k256, k256);
arrays_and_secrets!(arrays_and_secrets_on_p256, ours_p256, p256);

/// Keys in PKCS #8 have the bytes of `k256` and `p256`.
#[cfg(feature = "pkcs8")]
#[test]
fn keys_in_pkcs8() {
    use ours_k256::pkcs8::{DecodePrivateKey, DecodePublicKey, EncodePrivateKey, EncodePublicKey};
    macro_rules! same {
        ($ours:ident, $theirs:ident) => {
            let ours = $ours::SecretKey::from_slice(&[7; 32]).unwrap();
            let theirs = $theirs::SecretKey::from_slice(&[7; 32]).unwrap();
            let der = ours.to_pkcs8_der().unwrap();
            assert_eq!(der.as_bytes(), theirs.to_pkcs8_der().unwrap().as_bytes());
            assert_eq!($ours::SecretKey::from_pkcs8_der(der.as_bytes()).unwrap().to_bytes(), ours.to_bytes());
            let der = ours.public_key().to_public_key_der().unwrap();
            assert_eq!(der.as_bytes(), theirs.public_key().to_public_key_der().unwrap().as_bytes());
            assert_eq!($ours::PublicKey::from_public_key_der(der.as_bytes()).unwrap(), ours.public_key());
            let mut wrong = der.as_bytes().to_vec();
            *wrong.last_mut().unwrap() ^= 1;
            assert!($ours::PublicKey::from_public_key_der(&wrong).is_err());
        };
    }
    same!(ours_k256, k256);
    same!(ours_p256, p256);
}
