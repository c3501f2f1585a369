//! Elements beside the same formulas over arkworks' curve, published vectors, and malformed bytes.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::HashSet;

use ark_ec::twisted_edwards::TECurveConfig;
use ark_ec::{AffineRepr, CurveGroup, PrimeGroup};
use ark_ed_on_bls12_381_bandersnatch::{BandersnatchConfig, EdwardsAffine, EdwardsProjective};
use ark_serialize::Valid;
use banderwagon::conversion::{fr_of, scalar_of};
use banderwagon::*;

/// The encodings of `G, 2 G, 4 G, ...` of the Verkle specification (`crate-crypto/verkle-trie-ref`).
const DOUBLINGS: [&str; 16] = [
    "4a2c7486fd924882bf02c6908de395122843e3e05264d7991e18e7985dad51e9",
    "43aa74ef706605705989e8fd38df46873b7eae5921fbed115ac9d937399ce4d5",
    "5e5f550494159f38aa54d2ed7f11a7e93e4968617990445cc93ac8e59808c126",
    "0e7e3748db7c5c999a7bcd93d71d671f1f40090423792266f94cb27ca43fce5c",
    "14ddaa48820cb6523b9ae5fe9fe257cbbd1f3d598a28e670a40da5d1159d864a",
    "6989d1c82b2d05c74b62fb0fbdf8843adae62ff720d370e209a7b84e14548a7d",
    "26b8df6fa414bf348a3dc780ea53b70303ce49f3369212dec6fbe4b349b832bf",
    "37e46072db18f038f2cc7d3d5b5d1374c0eb86ca46f869d6a95fc2fb092c0d35",
    "2c1ce64f26e1c772282a6633fac7ca73067ae820637ce348bb2c8477d228dc7d",
    "297ab0f5a8336a7a4e2657ad7a33a66e360fb6e50812d4be3326fab73d6cee07",
    "5b285811efa7a965bd6ef5632151ebf399115fcc8f5b9b8083415ce533cc39ce",
    "1f939fa2fd457b3effb82b25d3fe8ab965f54015f108f8c09d67e696294ab626",
    "3088dcb4d3f4bacd706487648b239e0be3072ed2059d981fe04ce6525af6f1b8",
    "35fbc386a16d0227ff8673bc3760ad6b11009f749bb82d4facaea67f58fc60ed",
    "00f29b4f3255e318438f0a31e058e4c081085426adb0479f14c64985d0b956e0",
    "3fa4384b2fa0ecc3c0582223602921daaa893a97b64bdf94dcaa504e8b7b9e5f",
];

fn g() -> Element {
    Element::prime_subgroup_generator()
}

/// Zero, one, minus one, small ones, their negatives, and long ones.
fn scalars() -> Vec<Fr> {
    let mut scalars: Vec<Fr> = [0u64, 1, 2, 3, 255, 256, u64::MAX].map(Fr::from).to_vec();
    scalars.extend(scalars.clone().iter().map(|scalar| -*scalar));
    let half = Fr::from(2u64).inverse().unwrap();
    scalars.extend([half, half - Fr::one()]);
    scalars.extend((1..12u64).map(|i| Fr::from(i + 7).pow([u64::MAX - i])));
    scalars
}

/// The point of arkworks with the larger `y`, of an element and of the reference.
fn positive(point: EdwardsAffine) -> EdwardsAffine {
    if point.y > -point.y { point } else { EdwardsAffine::new_unchecked(-point.x, -point.y) }
}

fn reference_uncompressed(point: EdwardsProjective) -> [u8; 64] {
    let mut bytes = [0; 64];
    positive(point.into_affine()).serialize_uncompressed(&mut bytes[..]).unwrap();
    bytes
}

fn reference_compressed(point: EdwardsProjective) -> [u8; 32] {
    let mut bytes = [0; 32];
    positive(point.into_affine()).x.serialize_compressed(&mut bytes[..]).unwrap();
    bytes.reverse();
    bytes
}

fn reference_scalar(point: EdwardsProjective) -> Fr {
    let mut bytes = [0; 32];
    (point.x / point.y).serialize_compressed(&mut bytes[..]).unwrap();
    Fr::from_le_bytes_mod_order(&bytes)
}

#[test]
fn published_encodings() {
    let mut element = g();
    for expected in DOUBLINGS {
        assert_eq!(hex::encode(element.to_bytes()), expected);
        assert_eq!(Element::from_bytes(element.to_bytes()).unwrap(), element);
        element += element;
    }
    // `commitment_to_field` of the specification's Python.
    let mut bytes = [0; 32];
    g().map_to_scalar_field().serialize_compressed(&mut bytes[..]).unwrap();
    assert_eq!(hex::encode(bytes), "d1e7de2aaea9603d5bc6c208d319596376556ecd8336671ba7670c2139772d14");
}

#[test]
fn operations_agree_with_arkworks() {
    let scalars = scalars();
    let elements: Vec<Element> = scalars.iter().map(|scalar| g() * *scalar).collect();
    let points: Vec<EdwardsProjective> =
        scalars.iter().map(|scalar| EdwardsProjective::generator() * scalar).collect();
    for (element, point) in elements.iter().zip(&points) {
        assert_eq!(element.to_bytes_uncompressed(), reference_uncompressed(*point));
        assert_eq!(element.to_bytes(), reference_compressed(*point));
        assert_eq!(element.map_to_scalar_field(), reference_scalar(*point));
        assert_eq!((-*element).to_bytes(), reference_compressed(-*point));
        assert_eq!((element * &scalars[20]).to_bytes(), reference_compressed(*point * scalars[20]));
        assert_eq!(Element::from_bytes_unchecked_uncompressed(reference_uncompressed(*point)), *element);
        // The other point of the element.
        let affine = point.into_affine();
        let mut bytes = [0; 64];
        EdwardsAffine::new_unchecked(-affine.x, -affine.y).serialize_uncompressed(&mut bytes[..]).unwrap();
        assert_eq!(Element::from_bytes_unchecked_uncompressed(bytes), *element);
    }
    for (i, a) in elements.iter().enumerate() {
        for (j, b) in elements.iter().enumerate() {
            assert_eq!((*a + *b).to_bytes(), reference_compressed(points[i] + points[j]));
            assert_eq!((*a - *b).to_bytes(), reference_compressed(points[i] - points[j]));
            assert_eq!(a == b, scalars[i] == scalars[j], "{i} and {j}");
        }
    }
    let distinct: HashSet<Element> = elements.iter().copied().collect();
    assert_eq!(distinct.len(), scalars.iter().collect::<HashSet<_>>().len());
    let mut sum = elements[3];
    sum += elements[4];
    sum -= elements[3];
    assert_eq!(sum, elements[4]);
    let total: Element = elements.iter().copied().sum();
    assert_eq!(total, g() * scalars.iter().sum::<Fr>());
    assert_eq!(core::iter::empty::<Element>().sum::<Element>(), Element::zero());
}

#[test]
fn batches_agree_with_single_operations() {
    let elements: Vec<Element> = scalars().iter().map(|scalar| g() * *scalar).collect();
    for n in [0, 1, 2, 3, 17, elements.len()] {
        let elements = &elements[..n];
        let commitments = Element::batch_to_commitments(elements);
        let single: Vec<_> = elements.iter().map(Element::to_bytes_uncompressed).collect();
        assert_eq!(commitments, single);
        let hashes: Vec<Fr> = elements.iter().map(Element::map_to_scalar_field).collect();
        assert_eq!(Element::batch_map_to_scalar_field(elements), hashes);
        assert_eq!(Element::hash_commitments(&commitments), hashes);
        let bytes = Element::batch_to_bytes(elements);
        assert_eq!(bytes, elements.iter().map(Element::to_bytes).collect::<Vec<_>>());
        let decoded: Result<Vec<Element>, _> = Element::batch_from_bytes(&bytes).into_iter().collect();
        assert_eq!(decoded.unwrap(), elements);
    }
}

#[test]
fn the_neutral_element() {
    assert!(Element::zero().is_zero() && !g().is_zero() && (g() - g()).is_zero());
    assert_eq!(Element::zero_commitment(), Element::zero().to_bytes_uncompressed());
    assert_eq!(Element::zero_commitment()[..32], [0; 32]);
    assert_eq!(Element::zero().to_bytes(), [0; 32]);
    assert!(Element::from_bytes([0; 32]).unwrap().is_zero());
    assert_eq!(Element::zero().map_to_scalar_field(), Fr::zero());
    assert_eq!(Element::compressed_serialized_size(), 32);
}

#[test]
fn malformed_compressed_bytes_are_errors() {
    let p = "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001";
    let modulus: [u8; 32] = hex::decode(p).unwrap().try_into().unwrap();
    let mut encodings = vec![modulus, [0xff; 32]];
    // Small x: off the curve, outside the group, or elements, as arkworks' curve tells.
    let mut kinds = [0; 3];
    for x in 0..60u64 {
        let mut bytes = [0; 32];
        bytes[24..].copy_from_slice(&x.to_be_bytes());
        let square = Fq::from(x).square();
        let numerator = Fq::one() - BandersnatchConfig::COEFF_A * square;
        let ratio = numerator / (Fq::one() - BandersnatchConfig::COEFF_D * square);
        let kind = match (ratio.sqrt().is_some(), numerator.sqrt().is_some()) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => 2,
        };
        kinds[kind] += 1;
        assert_eq!(Element::from_bytes(bytes).is_ok(), kind == 2, "x = {x}");
        encodings.push(bytes);
    }
    assert!(kinds.iter().all(|number| *number > 5), "{kinds:?}");
    for (bytes, decoded) in encodings.iter().zip(Element::batch_from_bytes(&encodings)) {
        let single = Element::from_bytes(*bytes);
        // rust-verkle's signature: slices, and references to arrays and vectors.
        let of_slice: Option<Element> = Element::from_bytes(&bytes[..]);
        assert_eq!(of_slice, single.as_ref().ok().copied());
        let vector = bytes.to_vec();
        assert_eq!([Element::from_bytes(bytes), Element::from_bytes(&vector)], [of_slice; 2]);
        let long = [&[0], &bytes[..], &[0]].concat();
        for slice in [&bytes[1..], &bytes[..31], &long[1..], &long[..33], &[]] {
            assert_eq!(Element::from_bytes(slice), None, "{} bytes", slice.len());
        }
        assert_eq!(decoded.is_ok(), single.is_ok());
        if let (Ok(a), Ok(b)) = (decoded, single) {
            assert_eq!(a, b);
        }
    }
    assert!(matches!(Element::from_bytes(modulus), Err(SerializationError::InvalidData)));
    assert_eq!(Element::from_bytes(&modulus), None);
}

#[test]
fn serialisation_has_both_forms() {
    for scalar in scalars() {
        let element = g() * scalar;
        let (mut compressed, mut uncompressed) = (Vec::new(), Vec::new());
        element.serialize_compressed(&mut compressed).unwrap();
        element.serialize_uncompressed(&mut uncompressed).unwrap();
        assert_eq!((element.compressed_size(), element.uncompressed_size()), (32, 64));
        assert_eq!(
            (&compressed[..], &uncompressed[..]),
            (&element.to_bytes()[..], &element.to_bytes_uncompressed()[..])
        );
        assert_eq!(Element::deserialize_compressed(&compressed[..]).unwrap(), element);
        assert_eq!(Element::deserialize_uncompressed(&uncompressed[..]).unwrap(), element);
        assert_eq!(Element::deserialize_uncompressed_unchecked(&uncompressed[..]).unwrap(), element);
        assert!(Element::deserialize_compressed(&compressed[..31]).is_err());
        assert!(Element::deserialize_uncompressed(&uncompressed[..63]).is_err());
        uncompressed[0] ^= 1;
        assert!(Element::deserialize_uncompressed(&uncompressed[..]).is_err());
    }
    // A point of the curve outside the group: the sum of the generator and a point at infinity of order two.
    let outside = (0..60u64).map(Fq::from).find_map(|x| {
        let numerator = Fq::one() - BandersnatchConfig::COEFF_A * x.square();
        let y = (numerator / (Fq::one() - BandersnatchConfig::COEFF_D * x.square())).sqrt()?;
        numerator.sqrt().is_none().then(|| EdwardsAffine::new_unchecked(x, y))
    });
    let mut bytes = Vec::new();
    outside.unwrap().serialize_uncompressed(&mut bytes).unwrap();
    assert!(outside.unwrap().is_on_curve());
    assert!(Element::deserialize_uncompressed(&bytes[..]).is_err());
    assert!(Element::deserialize_uncompressed_unchecked(&bytes[..]).is_ok());
    // A vector reads its elements unchecked, and checks them afterwards.
    let off_curve = [[1; 32], [2; 32]].concat();
    for position in [0, 5, 19] {
        for bad in [&bytes, &off_curve] {
            let mut vector = Vec::new();
            vec![g(); 20].serialize_uncompressed(&mut vector).unwrap();
            assert_eq!(Vec::<Element>::deserialize_uncompressed(&vector[..]).unwrap(), [g(); 20]);
            vector[8 + 64 * position..][..64].copy_from_slice(bad);
            assert!(Vec::<Element>::deserialize_uncompressed(&vector[..]).is_err());
            let read = Vec::<Element>::deserialize_uncompressed_unchecked(&vector[..]).unwrap();
            assert!(read[position].check().is_err() && Element::batch_check(read.iter()).is_err());
        }
    }
    let valid: Vec<Element> = scalars().iter().map(|scalar| g() * *scalar).collect();
    assert!(
        valid.iter().all(|element| element.check().is_ok()) && Element::batch_check(valid.iter()).is_ok()
    );
    assert!(Element::batch_check([].iter()).is_ok());
    // (0, 0) would be equal to everything.
    assert!(Element::deserialize_uncompressed_unchecked(&[0; 64][..]).is_err());
    assert!(Element::deserialize_uncompressed_unchecked(&[0xff; 64][..]).is_err());
}

#[test]
fn trusted_bytes_with_invalid_coordinates_panic() {
    for bytes in [[0; 64], [0xff; 64]] {
        let outcome = std::panic::catch_unwind(|| Element::from_bytes_unchecked_uncompressed(bytes));
        assert!(outcome.is_err());
    }
    // With debug assertions, the group is checked as well.
    let mut bytes = g().to_bytes_uncompressed();
    bytes[0] ^= 1;
    let outcome = std::panic::catch_unwind(|| Element::from_bytes_unchecked_uncompressed(bytes));
    assert_eq!(outcome.is_err(), cfg!(debug_assertions));
}

#[test]
fn scalars_convert_without_arithmetic() {
    for scalar in scalars() {
        let converted = scalar_of(&scalar);
        let mut bytes = [0; 32];
        scalar.serialize_compressed(&mut bytes[..]).unwrap();
        assert_eq!(converted.to_le_bytes(), bytes);
        assert_eq!(fr_of(&converted), scalar);
    }
    // Limbs that are not below r, which only unchecked constructors create, are reduced.
    let order = Fr::MODULUS;
    let not_canonical = Fr::new_unchecked(order);
    assert_eq!(fr_of(&scalar_of(&not_canonical)), Fr::zero());
    let all = Fr::new_unchecked(ark_ff::BigInt::new([u64::MAX; 4]));
    let below = (u64::MAX >> 2, Fr::from(2u64).pow([256]).inverse().unwrap());
    // 2^256 - 1 times 2^-256 is 1 - 2^-256.
    assert_eq!(fr_of(&scalar_of(&all)), Fr::one() - below.1);
    assert_eq!(fr_from_u64_limbs([5, 0, 0, 0]), Fr::from(5u64));
}

#[test]
fn reduced_bytes_become_points() {
    let bytes = g().to_bytes();
    assert_eq!(try_reduce_to_element(&bytes), Some(g()));
    assert_eq!(try_reduce_to_element(&[]), Some(Element::zero()));
    // The prime is zero.
    let p = hex::decode("73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001").unwrap();
    assert_eq!(try_reduce_to_element(&p), Some(Element::zero()));
    let found = (0..40u8).filter(|byte| try_reduce_to_element(&[*byte; 40]).is_some()).count();
    assert!((1..40).contains(&found));
}

#[test]
fn inversions_of_many_values() {
    for n in [0, 1, 2, 5, 33] {
        let values: Vec<Fr> = (0..n).map(|i| Fr::from(i * i % 7)).collect();
        let mut inverted = values.clone();
        let factor = Fr::from(11u64);
        serial_batch_inversion_and_mul(&mut inverted, &factor);
        for (value, inverse) in values.iter().zip(&inverted) {
            let expected = value.inverse().map_or(Fr::zero(), |inverse| inverse * factor);
            assert_eq!(*inverse, expected);
        }
        let mut reference = values;
        batch_inversion_and_mul(&mut reference, &factor);
        assert_eq!(inverted, reference);
    }
    assert_eq!(EdwardsAffine::generator(), EdwardsProjective::generator().into_affine());
}

/// The sum of two points off the curve can have four zero coordinates: if `y1 y2 = a x1 x2` and `a d (x1 x2)^2 = 1`.
/// By `x1 y2 = x2 y1` alone such a sum would be equal to every element. It equals itself, as `Eq` requires.
#[test]
fn what_trusted_bytes_off_the_curve_lead_to_equals_no_element() {
    let (a, d) = (BandersnatchConfig::COEFF_A, BandersnatchConfig::COEFF_D);
    let x = (a * d).sqrt().unwrap().inverse().unwrap();
    let trusted = |x: Fq, y: Fq| {
        let mut bytes = Vec::new();
        EdwardsAffine::new_unchecked(x, y).serialize_uncompressed(&mut bytes).unwrap();
        assert!(Element::deserialize_uncompressed(&bytes[..]).is_err());
        Element::deserialize_uncompressed_unchecked(&bytes[..]).unwrap()
    };
    let sum = trusted(Fq::one(), Fq::one()) + trusted(x, a * x);
    for scalar in scalars() {
        let other = g() * scalar;
        assert_ne!(sum, other);
        assert_ne!(other, sum);
    }
    let same = sum;
    assert_eq!(sum, same);
    assert!(!sum.is_zero() && sum.check().is_err() && Element::batch_check([g(), sum].iter()).is_err());
}
