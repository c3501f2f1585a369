//! Points beside those of `halo2curves` 0.10: sums, products, endomorphisms, encodings, hashing, raw bytes.

#![cfg(feature = "halo2curves010")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::panic::{AssertUnwindSafe, catch_unwind};

mod common;

use common::{from_hex, generator, integers};
use ff013::{Field, PrimeField, WithSmallOrderMulGroup};
use group013::cofactor::CofactorGroup;
use group013::prime::PrimeCurveAffine;
use group013::{Curve, Group, GroupEncoding, UncompressedEncoding};
use halo2curves::serde::SerdeObject;
use halo2curves::{CurveAffine, CurveExt, bls12381, bn256, secp256k1 as their_secp256k1, secp256r1};
use rand_chacha::rand_core::RngCore;
use vorpal_curves::bn254::g2::Bn254G2;
use vorpal_curves::models::weierstrass::Affine;
use vorpal_zkcrypto::{bls12_381, bn254, msm_vartime, p256, secp256k1};

/// The encoding of an element in the other library's type.
fn into<B: PrimeField>(bytes: impl AsRef<[u8]>) -> B {
    let mut repr = B::Repr::default();
    repr.as_mut().copy_from_slice(bytes.as_ref());
    B::from_repr(repr).unwrap()
}

/// The result of the other library, `None` for a panic. It panics for coordinates that are not below the prime, and
/// when it encodes the identity of P-256.
fn without_panic<T>(function: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(function)).ok()
}

/// Both points have the same coordinates, and encodings if both libraries encode the curve alike.
fn same<A, B>(ours: &A, theirs: &B, what: &str)
where
    A: CurveExt<AffineExt: UncompressedEncoding>,
    B: CurveExt<AffineExt: UncompressedEncoding>,
{
    let (ours, theirs) = (ours.to_affine(), theirs.to_affine());
    let identity = bool::from(ours.is_identity());
    assert_eq!(identity, bool::from(theirs.is_identity()), "{what}");
    if !identity {
        let (a, b) = (ours.coordinates().unwrap(), theirs.coordinates().unwrap());
        assert_eq!(a.x().to_repr().as_ref(), b.x().to_repr().as_ref(), "{what}");
        assert_eq!(a.y().to_repr().as_ref(), b.y().to_repr().as_ref(), "{what}");
    }
    if !A::CURVE_ID.starts_with("bls12381") {
        let encodings = without_panic(|| (theirs.to_bytes(), theirs.to_uncompressed()));
        let Some((bytes, uncompressed)) = encodings else {
            assert!(identity && A::CURVE_ID == "secp256r1", "{what}");
            return;
        };
        assert_eq!(ours.to_bytes().as_ref(), bytes.as_ref(), "{what}");
        assert_eq!(ours.to_uncompressed().as_ref(), uncompressed.as_ref(), "{what}");
    }
}

/// Scalars at the edges of their range, in both types.
fn scalars<A: PrimeField, B: PrimeField>(name: &str) -> Vec<(A, B)> {
    let all = integers(&from_hex(A::MODULUS), 32, name).into_iter().filter_map(|bytes| {
        let mut repr = A::Repr::default();
        repr.as_mut().copy_from_slice(&bytes);
        Option::<A>::from(A::from_repr(repr)).map(|ours| (ours, into(bytes)))
    });
    all.collect()
}

fn group_law<A, B>(name: &str)
where
    A: CurveExt<AffineExt: UncompressedEncoding> + CofactorGroup<Subgroup = A>,
    B: CurveExt<AffineExt: UncompressedEncoding>,
{
    let (g, h) = (A::generator(), B::generator());
    same(&g, &h, "generator");
    let scalars = scalars::<A::ScalarExt, B::ScalarExt>(name);
    let mut points = vec![(A::identity(), B::identity())];
    for (ours, theirs) in &scalars {
        points.push((g * ours, h * theirs));
        same(&(g * ours), &(h * theirs), "product");
        same(&(g.to_affine() * ours), &(h * theirs), "product of an affine point");
        assert_eq!(g * ours, A::generator() * *ours);
    }
    for (a, b) in &points {
        same(&a.double(), &b.double(), "double");
        same(&-*a, &-*b, "opposite");
        // On P-256 the other library's map leaves the curve.
        if A::CURVE_ID != "secp256r1" {
            same(&a.endo(), &b.endo(), "endomorphism");
        }
        assert_eq!(a.endo(), *a * A::ScalarExt::ZETA, "the endomorphism is a multiplication");
        assert!(bool::from(a.is_on_curve() & a.to_affine().is_on_curve() & a.is_torsion_free()));
        let (x, y, z) = a.jacobian_coordinates();
        assert_eq!(A::new_jacobian(x, y, z).unwrap(), *a);
        if !bool::from(a.is_identity()) {
            assert!(bool::from(A::new_jacobian(x, y + z, z).is_none()));
        }
        let coordinates = a.to_affine().coordinates().unwrap();
        assert_eq!(A::AffineExt::from_xy(*coordinates.x(), *coordinates.y()).unwrap(), a.to_affine());
        for (c, d) in &points {
            let sum = *b + d;
            same(&(*a + c), &sum, "sum");
            same(&(*a + c.to_affine()), &sum, "mixed sum");
            same(&(a.to_affine() + c.to_affine()), &sum, "affine sum");
            same(&a.add_mixed_vartime(&c.to_affine()), &sum, "mixed sum in variable time");
            same(&(*a - c), &(*b - d), "difference");
            same(&(a.to_affine() - c.to_affine()), &(*b - d), "affine difference");
            assert_eq!(a == c, b == d);
        }
    }
    same(&points.iter().map(|(a, _)| *a).sum::<A>(), &points.iter().map(|(_, b)| *b).sum::<B>(), "sum");
    let ours: Vec<A> = points.iter().map(|(a, _)| a.double() - a).collect();
    let mut affine = vec![A::AffineExt::identity(); ours.len()];
    A::batch_normalize(&ours, &mut affine);
    for (affine, (point, _)) in affine.iter().zip(&points) {
        assert_eq!(*affine, point.to_affine());
    }
    assert_eq!(A::a().to_repr().as_ref(), B::a().to_repr().as_ref());
    assert_eq!(A::b().to_repr().as_ref(), B::b().to_repr().as_ref());
    assert_eq!(A::CURVE_ID, B::CURVE_ID);
    for (prefix, message) in [("vorpal", &b"message"[..]), ("", b""), ("a longer prefix", &[0xff; 200])] {
        let (ours, theirs) = (A::hash_to_curve(prefix)(message), B::hash_to_curve(prefix)(message));
        same(&ours, &theirs, "hash");
    }
}

/// Every alteration of an encoding is decoded alike, but for points outside the subgroup, which only we refuse.
fn encodings<A, B>(name: &str)
where
    A: CurveExt<AffineExt: UncompressedEncoding + SerdeObject> + SerdeObject + CofactorGroup<Subgroup = A>,
    B: CurveExt<AffineExt: UncompressedEncoding + SerdeObject> + SerdeObject,
{
    let mut rng = generator(name);
    let mut points = vec![A::identity(), A::generator(), -A::generator()];
    points.extend((0..4).map(|_| A::random(&mut rng)));
    for point in &points {
        let bytes = point.to_bytes();
        assert_eq!(A::from_bytes(&bytes).unwrap(), *point);
        assert_eq!(A::from_bytes_unchecked(&bytes).unwrap(), *point);
        let affine = point.to_affine();
        assert_eq!(A::AffineExt::from_uncompressed(&affine.to_uncompressed()).unwrap(), affine);
        raw::<A, B>(point);
        for position in 0..bytes.as_ref().len() {
            for change in [1, 2, 0x20, 0x40, 0x80, 0xc0, 0xe0, 0xff] {
                let mut altered = point.to_bytes();
                altered.as_mut()[position] ^= change;
                compressed::<A, B>(altered.as_ref());
            }
        }
        let bytes = affine.to_uncompressed();
        for position in 0..bytes.as_ref().len() {
            for change in [1, 0x20, 0x40, 0x80, 0xff] {
                let mut altered = affine.to_uncompressed();
                altered.as_mut()[position] ^= change;
                uncompressed::<A, B>(altered.as_ref());
            }
        }
    }
    let length = <A as GroupEncoding>::Repr::default().as_ref().len();
    for filler in [0, 0x40, 0x80, 0xc0, 0xff] {
        compressed::<A, B>(&vec![filler; length]);
        for position in [0, length - 1] {
            let mut bytes = vec![0; length];
            bytes[position] = filler;
            compressed::<A, B>(&bytes);
        }
    }
    for _ in 0..200 {
        let mut bytes = vec![0; length];
        rng.fill_bytes(&mut bytes);
        bytes[length - 1] &= 0x3f;
        compressed::<A, B>(&bytes);
    }
}

fn compressed<A, B>(bytes: &[u8])
where
    A: CurveExt + CofactorGroup<Subgroup = A>,
    B: CurveExt,
{
    let (mut ours, mut theirs) =
        (<A as GroupEncoding>::Repr::default(), <B as GroupEncoding>::Repr::default());
    ours.as_mut().copy_from_slice(bytes);
    theirs.as_mut().copy_from_slice(bytes);
    let (point, unchecked) =
        (Option::<A>::from(A::from_bytes(&ours)), Option::<A>::from(A::from_bytes_unchecked(&ours)));
    let expected = without_panic(|| Option::<B>::from(B::from_bytes_unchecked(&theirs))).flatten();
    let expected = expected.map(|point| point.to_bytes().as_ref().to_vec());
    assert_eq!(unchecked.map(|point| point.to_bytes().as_ref().to_vec()), expected, "{bytes:x?}");
    assert_eq!(point, unchecked.filter(|point| point.is_torsion_free().into()), "{bytes:x?}");
    if let Some(point) = unchecked {
        assert!(bool::from(point.clear_cofactor().is_torsion_free()));
        assert_eq!(
            Option::<A>::from(point.into_subgroup()),
            Some(point).filter(|p| p.is_torsion_free().into())
        );
    }
}

fn uncompressed<A, B>(bytes: &[u8])
where
    A: CurveExt<AffineExt: UncompressedEncoding>,
    B: CurveExt<AffineExt: UncompressedEncoding>,
{
    let mut ours = <A::AffineExt as UncompressedEncoding>::Uncompressed::default();
    let mut theirs = <B::AffineExt as UncompressedEncoding>::Uncompressed::default();
    ours.as_mut().copy_from_slice(bytes);
    theirs.as_mut().copy_from_slice(bytes);
    let ours = Option::<A::AffineExt>::from(A::AffineExt::from_uncompressed(&ours));
    let theirs =
        without_panic(|| Option::<B::AffineExt>::from(B::AffineExt::from_uncompressed(&theirs))).flatten();
    let text = |bytes: &[u8]| bytes.to_vec();
    assert_eq!(
        ours.map(|point| text(point.to_bytes().as_ref())),
        theirs.map(|point| text(point.to_bytes().as_ref())),
        "{bytes:x?}"
    );
}

/// Raw bytes are read by the other library, and altered ones by neither.
fn raw<A, B>(point: &A)
where
    A: CurveExt<AffineExt: SerdeObject> + SerdeObject,
    B: CurveExt<AffineExt: SerdeObject> + SerdeObject,
{
    let bytes = point.to_raw_bytes();
    assert_eq!(A::from_raw_bytes(&bytes), Some(*point));
    assert_eq!(A::from_raw_bytes_unchecked(&bytes), *point);
    assert_eq!(B::from_raw_bytes(&bytes).unwrap().to_bytes().as_ref(), point.to_bytes().as_ref());
    let affine = point.to_affine().to_raw_bytes();
    assert_eq!(A::AffineExt::from_raw_bytes(&affine), Some(point.to_affine()));
    assert_eq!(A::AffineExt::from_raw_bytes_unchecked(&affine), point.to_affine());
    assert_eq!(A::AffineExt::read_raw(&mut &affine[..]).unwrap(), point.to_affine());
    assert_eq!(A::AffineExt::read_raw_unchecked(&mut &affine[..]), point.to_affine());
    assert_eq!(B::AffineExt::from_raw_bytes(&affine).unwrap().to_bytes().as_ref(), point.to_bytes().as_ref());
    assert!(A::from_raw_bytes(&bytes[1..]).is_none() && A::AffineExt::from_raw_bytes(&affine[1..]).is_none());
    assert!(A::AffineExt::read_raw(&mut &affine[1..]).is_err());
    for position in (0..affine.len()).step_by(7) {
        let mut altered = affine.clone();
        altered[position] ^= 4;
        assert!(A::AffineExt::from_raw_bytes(&altered).is_none());
        assert!(A::AffineExt::read_raw(&mut &altered[..]).is_err());
    }
    let zeros = vec![0; bytes.len()];
    assert!(A::from_raw_bytes(&zeros).is_none(), "zeros are no point");
    // Unchecked they are infinity, and not equal to other points.
    assert_eq!(A::from_raw_bytes_unchecked(&zeros) == *point, bool::from(point.is_identity()));
    assert_eq!(B::from_raw_bytes_unchecked(&zeros), B::identity());
}

/// Only the readers without a check return a point outside the subgroup.
#[test]
fn raw_bytes_outside_the_subgroup() {
    let point = (1..50).find_map(|x: u64| Affine::<Bn254G2>::lift_x_vartime(x.into())).unwrap().0;
    assert!(!point.is_in_subgroup_vartime());
    let affine = bn254::G2Affine::from(point);
    let bytes = affine.to_raw_bytes();
    assert_eq!(bn254::G2Affine::from_raw_bytes_unchecked(&bytes), affine);
    assert!(bn254::G2Affine::from_raw_bytes(&bytes).is_none());
    assert!(bn254::G2Affine::read_raw(&mut &bytes[..]).is_err());
    let bytes = affine.to_curve().to_raw_bytes();
    assert_eq!(bn254::G2::from_raw_bytes_unchecked(&bytes), affine.to_curve());
    assert!(bn254::G2::from_raw_bytes(&bytes).is_none());
    assert!(bn254::G2::read_raw(&mut &bytes[..]).is_err());
}

macro_rules! curves {
    ($($test:ident $name:ident: $ours:ty, $theirs:ty);+) => {$(
        #[test]
        fn $name() {
            $test::<$ours, $theirs>(stringify!($name));
        }
    )+};
}

// BLS12-381 has the encodings of Zcash here, and others in `halo2curves`: the test `groups` has them.
curves! {
    group_law law_of_bn254_g1: bn254::G1, bn256::G1;
    group_law law_of_bn254_g2: bn254::G2, bn256::G2;
    group_law law_of_bls12_381_g1: bls12_381::G1, bls12381::G1;
    group_law law_of_bls12_381_g2: bls12_381::G2, bls12381::G2;
    group_law law_of_secp256k1: secp256k1::Secp256k1, their_secp256k1::Secp256k1;
    group_law law_of_p256: p256::P256, secp256r1::Secp256r1;
    encodings encodings_of_bn254_g1: bn254::G1, bn256::G1;
    encodings encodings_of_bn254_g2: bn254::G2, bn256::G2;
    encodings encodings_of_secp256k1: secp256k1::Secp256k1, their_secp256k1::Secp256k1;
    encodings encodings_of_p256: p256::P256, secp256r1::Secp256r1
}

/// Sums of lists by Vorpal's function and by the generic one of `halo2curves`.
#[test]
fn sums_of_lists() {
    let mut rng = generator("sums");
    for length in [0, 1, 2, 3, 31, 33, 200] {
        let mut points: Vec<_> = (0..length).map(|_| bn254::G1::random(&mut rng).to_affine()).collect();
        let mut scalars: Vec<_> = (0..length).map(|_| bn254::Fr::random(&mut rng)).collect();
        if length > 3 {
            points[1] = -points[0];
            points[2] = points[0];
            scalars[1] = scalars[0];
            scalars[3] = bn254::Fr::ZERO;
            scalars[4] = -bn254::Fr::ONE;
        }
        let expected = points.iter().zip(&scalars).map(|(point, scalar)| point * scalar).sum::<bn254::G1>();
        assert_eq!(msm_vartime(&scalars, &points).unwrap(), expected);
        if length > 0 {
            assert_eq!(halo2curves::msm::msm_best(&scalars, &points), expected);
        }
    }
    assert!(msm_vartime(&[bn254::Fr::ONE], &[] as &[bn254::G1Affine]).is_err());
}
