//! The traits of `group` and `pairing`: `group` 0.14's own tests for every curve, BLS12-381 beside `bls12_381`, and the
//! laws of pairings.

#![cfg(all(feature = "ff013", feature = "ff014"))]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use bls12_381::{G1Affine, G1Projective, G2Affine, G2Projective, Scalar};
use common::{from_hex, integers};
use ff014::{Field, PrimeField};
use group014::cofactor::CofactorGroup;
use group014::prime::PrimeCurve;
use group014::tests::{curve_tests, random_uncompressed_encoding_tests, random_wnaf_tests};
use group014::{Curve, CurveAffine, Group, GroupEncoding, UncompressedEncoding, WnafGroup};
use pairing024::{MillerLoopResult, MultiMillerLoop, PairingCurveAffine};
use subtle::ConstantTimeEq;
use vorpal_curves::PointFormat;
use vorpal_curves::bls12_377::{Bls12_377G1, encoding::ARKWORKS};
use vorpal_curves::models::weierstrass::Affine;
use vorpal_zkcrypto::{axiom, bls12_377, bls12_381 as ours, bn254, p256, secp256k1};

/// The tests of `group`.
fn suite<G: PrimeCurve<Affine: UncompressedEncoding>>() {
    curve_tests::<G>();
    random_uncompressed_encoding_tests::<G>();
}

/// Those of windows, too. Scalars of 256 bits have no windows (`SpareScalarBit`).
fn suite_with_windows<G: PrimeCurve<Affine: UncompressedEncoding> + WnafGroup>() {
    suite::<G>();
    random_wnaf_tests::<G>();
}

#[test]
fn the_tests_of_group() {
    suite_with_windows::<bn254::G1>();
    suite_with_windows::<bn254::G2>();
    suite_with_windows::<axiom::bn254::G1>();
    suite_with_windows::<axiom::bn254::G2>();
    suite_with_windows::<bls12_377::G1>();
    suite_with_windows::<bls12_377::G2>();
    suite::<secp256k1::Secp256k1>();
    suite::<p256::P256>();
    suite_with_windows::<ours::G1>();
    suite_with_windows::<ours::G2>();
}

/// G1 of BLS12-377 is the only curve with points of order two, and only conversions without checks give one. A sum of
/// two points whose difference has order two is no point: it equals no point, and is neither the identity nor in the
/// subgroup.
#[test]
fn a_sum_that_is_no_point() {
    let two = Affine::<Bls12_377G1>::new((-bls12_377::Fq::ONE).into(), bls12_377::Fq::ZERO.into()).unwrap();
    let generator = Affine::from(bls12_377::G1Affine::generator());
    for (p, q) in [(generator, generator.add_vartime(&two)), (Affine::IDENTITY, two)] {
        let (p, q) = (bls12_377::G1Affine::from(p), bls12_377::G1Affine::from(q));
        let sum: bls12_377::G1 = p + q;
        for point in [bls12_377::G1::identity(), bls12_377::G1::generator(), p.into(), q.into()] {
            assert!(sum != point && !bool::from(sum.ct_eq(&point)));
        }
        assert_eq!(sum.double(), sum);
        assert!(!bool::from(sum.is_identity()));
        assert!(bool::from(sum.into_subgroup().is_none()));
    }
}

/// No decoder returns a point whose sums can be no point.
#[test]
fn no_point_of_even_order() {
    type Encoding<A> = <A as GroupEncoding>::Repr;
    type Uncompressed = <bls12_377::G1Affine as UncompressedEncoding>::Uncompressed;
    let two = Affine::<Bls12_377G1>::new((-bls12_377::Fq::ONE).into(), bls12_377::Fq::ZERO.into()).unwrap();
    let generator = Affine::from(bls12_377::G1Affine::generator());
    for point in [two, generator.add_vartime(&two)] {
        let bytes = Encoding::<bls12_377::G1>::from(ARKWORKS.encode_compressed(&point));
        assert!(bool::from(bls12_377::G1::from_bytes_unchecked(&bytes).is_none()));
        assert!(bool::from(bls12_377::G1Affine::from_bytes_unchecked(&bytes).is_none()));
        let bytes = Uncompressed::from(ARKWORKS.encode_uncompressed(&point));
        assert!(bool::from(bls12_377::G1Affine::from_uncompressed_unchecked(&bytes).is_none()));
    }
}

/// Scalars at the edges, in both types.
fn scalars() -> Vec<(ours::Fr, Scalar)> {
    let integers = integers(&from_hex(ours::Fr::MODULUS), 32, "scalars").into_iter();
    integers
        .filter_map(|bytes| {
            let bytes: [u8; 32] = std::array::from_fn(|i| bytes[i]);
            let ours = ours::Fr::from_repr(bytes.into()).into_option();
            ours.zip(Option::from(Scalar::from_bytes(&bytes)))
        })
        .collect()
}

/// Products, sums and encodings are those of `bls12_381`, and alterations of encodings are decoded alike.
macro_rules! differential {
    ($name:ident, $ours:ty, $affine:ty, $projective:ty) => {
        #[test]
        fn $name() {
            type Affine = <$ours as Curve>::Affine;
            let points: Vec<($ours, $projective)> = scalars()
                .iter()
                .map(|(ours, theirs)| (<$ours>::generator() * ours, <$projective>::generator() * theirs))
                .collect();
            for (a, b) in &points {
                let affine = b.to_affine();
                assert_eq!(a.to_bytes().as_ref(), affine.to_bytes().as_ref());
                assert_eq!(a.to_affine().to_uncompressed().as_ref(), affine.to_uncompressed().as_ref());
                assert_eq!(a.to_affine() * ours::Fr::from(3), a.double() + a);
            }
            for ((a, b), (c, d)) in points.iter().zip(points.iter().rev()) {
                assert_eq!((*a + c).to_bytes().as_ref(), (b + d).to_bytes().as_ref());
                assert_eq!((*a - c).to_bytes().as_ref(), (b - d).to_bytes().as_ref());
            }
            for (point, _) in points.iter().take(8) {
                for position in 0..point.to_bytes().as_ref().len() {
                    for change in [1, 0x20, 0x40, 0x80] {
                        let mut bytes = point.to_bytes();
                        bytes.as_mut()[position] ^= change;
                        let mut theirs = <$affine as GroupEncoding>::Repr::default();
                        theirs.as_mut().copy_from_slice(bytes.as_ref());
                        let theirs: Option<$affine> = GroupEncoding::from_bytes(&theirs).into();
                        let ours: Option<Affine> = GroupEncoding::from_bytes(&bytes).into();
                        assert_eq!(
                            ours.map(|p| p.to_bytes().as_ref().to_vec()),
                            theirs.map(|p| p.to_bytes().as_ref().to_vec())
                        );
                    }
                }
            }
        }
    };
}

differential!(g1_of_bls12_381, ours::G1, G1Affine, G1Projective);
differential!(g2_of_bls12_381, ours::G2, G2Affine, G2Projective);

/// Products of pairings, with infinity, opposite points and scalars at the edges.
fn pairing<E: MultiMillerLoop>()
where
    E::Gt: PartialEq,
{
    let (p, q) = (E::G1::generator(), E::G2::generator());
    let e = E::pairing(&p.to_affine(), &q.to_affine());
    assert_eq!(e, E::Gt::generator());
    assert!(!bool::from(e.is_identity()));
    assert_eq!(p.to_affine().pairing_with(&q.to_affine()), e);
    assert_eq!(q.to_affine().pairing_with(&p.to_affine()), e);
    assert_eq!(e * E::Fr::ZERO, E::Gt::identity());
    assert_eq!(e * -E::Fr::ONE + e, E::Gt::identity());
    let same = e;
    assert_eq!((e.double(), e - same, -e + e), (e + e, E::Gt::identity(), E::Gt::identity()));
    for (a, b) in [(E::Fr::from(5), E::Fr::from(7)), (-E::Fr::ONE, E::Fr::TWO_INV), (E::Fr::ZERO, E::Fr::ONE)]
    {
        let left = E::pairing(&(p * a).to_affine(), &(q * b).to_affine());
        assert_eq!(left, e * (a * b));
        assert_eq!(left, e * a * b);
    }
    let infinity = (E::G1Affine::identity(), E::G2Affine::identity());
    assert!(bool::from(E::pairing(&infinity.0, &q.to_affine()).is_identity()));
    assert!(bool::from(E::pairing(&p.to_affine(), &infinity.1).is_identity()));
    let (first, second) = ((p.double()).to_affine(), (-q).to_affine().into());
    let terms = [
        (&first, &second),
        (&p.to_affine(), &q.double().to_affine().into()),
        (&infinity.0, &q.to_affine().into()),
    ];
    let value = E::multi_miller_loop(&terms);
    assert!(bool::from(value.final_exponentiation().is_identity()));
    let single = terms.iter().map(|term| E::multi_miller_loop(&[*term]));
    let sum = single.fold(E::Result::default(), |sum, value| sum + value);
    assert!(bool::from(sum.final_exponentiation().is_identity()));
    assert!(bool::from(E::multi_miller_loop(&[]).final_exponentiation().is_identity()));
    assert!(!bool::from(E::multi_miller_loop(&terms[..1]).final_exponentiation().is_identity()));
}

#[test]
fn pairings() {
    pairing::<bn254::Bn254>();
    pairing::<ours::Bls12_381>();
    pairing::<bls12_377::Bls12_377>();
}
