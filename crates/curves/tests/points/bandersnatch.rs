//! Tests of Bandersnatch and Banderwagon against the rational group law on big integers.

use num_bigint::BigUint;
use proptest::prelude::*;
use vorpal_curves::bandersnatch::encoding::{ARKWORKS, BANDERWAGON};
use vorpal_curves::bandersnatch::{Bandersnatch, Banderwagon};
use vorpal_curves::models::edwards::{AffineEdwards, EdwardsCurve, ExtendedEdwards};
use vorpal_curves::{Error, Group, PointFormat};
use vorpal_fields::primes::{BandersnatchScalar, Bls12_381Scalar};
use vorpal_oracle::big::{from_limbs, legendre, to_limbs};
use vorpal_oracle::edwards::{Curve, Point};

fn oracle() -> Curve {
    Curve {
        p: from_limbs(&Bls12_381Scalar::MODULUS),
        a: from_limbs(&Bandersnatch::A.to_limbs()),
        d: from_limbs(&Bandersnatch::D.to_limbs()),
    }
}

fn order() -> BigUint {
    from_limbs(&BandersnatchScalar::MODULUS)
}

fn big(element: Bls12_381Scalar) -> BigUint {
    from_limbs(&element.to_limbs())
}

fn generator() -> Point {
    (big(Bandersnatch::GENERATOR.0), big(Bandersnatch::GENERATOR.1))
}

fn affine((x, y): &Point) -> AffineEdwards<Bandersnatch> {
    let element = |value| Bls12_381Scalar::from_limbs(&to_limbs(value)).unwrap();
    AffineEdwards::new(element(x), element(y)).unwrap()
}

fn scalar(value: &BigUint) -> BandersnatchScalar {
    BandersnatchScalar::from_limbs(&to_limbs(value)).unwrap()
}

/// One point for each of the first `count` integers `x = 1, 2, 3, ...` that are coordinates of points, in any coset.
fn points_of_the_curve(count: usize) -> Vec<ExtendedEdwards<Bandersnatch>> {
    let one = Bls12_381Scalar::ONE;
    let lift = |x: u64| {
        let x = Bls12_381Scalar::from(x);
        let denominator = one - Bandersnatch::D * x.square();
        let y = ((one - Bandersnatch::A * x.square()) * denominator.invert().unwrap()).sqrt_vartime()?;
        Some(AffineEdwards::new(x, y).unwrap().into())
    };
    (1..).filter_map(lift).take(count).collect()
}

#[test]
fn parameters_are_valid() {
    let (curve, p) = (oracle(), oracle().p);
    assert_eq!(curve.a, &p - 5u8);
    assert!(curve.contains(&generator()));
    // The addition law is complete on Banderwagon because neither `a` nor `d` is a square.
    assert_eq!((legendre(&curve.a, &p), legendre(&curve.d, &p)), (-1, -1));
    assert_eq!(curve.mul(&generator(), &order()), curve.identity());
    for value in [0u64, 1, 2, u64::MAX] {
        let value = -Bls12_381Scalar::from(value);
        assert_eq!(Bandersnatch::mul_by_a(value), Bandersnatch::A * value);
    }
    // The order of the curve is 4 r: 4 r P is the identity for every point P, and by Hasse's bound no other multiple
    // of r is the order.
    let four_r = to_limbs::<4>(&(order() * 4u8));
    for point in points_of_the_curve(8) {
        assert_eq!(point.mul_limbs_vartime(&four_r), ExtendedEdwards::IDENTITY);
    }
}

#[test]
fn multiples_at_the_edges_of_the_scalar_field() {
    let (curve, r) = (oracle(), order());
    let mut scalars: Vec<BigUint> = (0u8..=20).map(BigUint::from).collect();
    scalars.extend((1u8..4).map(|below| &r - below));
    scalars.extend([&r >> 1, (&r >> 1) + 1u8, BigUint::from(1u8) << 128, BigUint::from(u64::MAX)]);
    for k in scalars {
        let expected = curve.mul(&generator(), &k);
        let point = ExtendedEdwards::<Bandersnatch>::generator().mul_vartime(&scalar(&k));
        assert_eq!(point.to_affine(), Some(affine(&expected)));
        let element = Banderwagon::generator().mul_vartime(&scalar(&k));
        assert_eq!(element.to_point().to_affine(), Some(affine(&expected)));
    }
}

#[test]
fn membership_agrees_with_the_definition() {
    // The definition: r P is the identity or (0, -1); then its X is zero and its Z is not.
    let r = BandersnatchScalar::MODULUS;
    let (mut members, mut others) = (0, 0);
    let points = points_of_the_curve(40);
    let mut all = points.clone();
    // Sums of points are in every coset; the multiples r P include the points at infinity.
    all.extend(points.iter().map(|point| point.mul_limbs_vartime(&r)));
    all.extend(points.windows(2).map(|pair| pair[0] + pair[1]));
    for point in all {
        let multiple = point.mul_limbs_vartime(&r);
        let is_member = multiple.to_affine().is_some_and(|affine| affine.x() == Bls12_381Scalar::ZERO);
        assert_eq!(Banderwagon::from_point(&point).is_some(), is_member);
        if is_member { members += 1 } else { others += 1 }
    }
    assert!(members > 10 && others > 10, "{members} members, {others} others: too few");
}

#[test]
fn addition_is_associative_across_cosets() {
    // Sums with points of an order that divides four include the exceptional pairs of the first law.
    let points = points_of_the_curve(24);
    let r = BandersnatchScalar::MODULUS;
    let mut small: Vec<ExtendedEdwards<Bandersnatch>> = vec![ExtendedEdwards::IDENTITY];
    for point in &points {
        let torsion = point.mul_limbs_vartime(&r);
        if !small.contains(&torsion) {
            small.push(torsion);
        }
    }
    assert_eq!(small.len(), 4, "the four-torsion");
    assert_eq!(small.iter().filter(|point| point.to_affine().is_none()).count(), 2, "two at infinity");
    for p in &points {
        for s in &small {
            for t in &small {
                assert_eq!((*p + *s) + *t, *p + (*s + *t));
                assert_eq!((*p + *s) + (*p + *t), p.double() + (*s + *t), "{s:?} {t:?}");
                assert_eq!((*p + *s) - (*p + *t), *s - *t);
            }
            assert_eq!((*p + *s).double(), p.double() + s.double());
        }
    }
}

#[test]
fn both_points_of_an_element_are_equal() {
    let minus_one = -Bls12_381Scalar::ONE;
    let two_torsion = AffineEdwards::<Bandersnatch>::new(Bls12_381Scalar::ZERO, minus_one).unwrap().into();
    let mut element = Banderwagon::generator();
    for _ in 0..20 {
        let other = Banderwagon::from_point(&(element.to_point() + two_torsion)).unwrap();
        assert_ne!(element.to_point(), other.to_point());
        assert_eq!(element, other);
        assert_eq!(element.encode(), other.encode());
        assert_eq!(element.map_to_scalar_field(), other.map_to_scalar_field());
        assert_eq!(Banderwagon::decode(&element.encode()), Ok(element));
        element += other;
    }
    let zero = Banderwagon::from_point(&two_torsion).unwrap();
    assert!(bool::from(zero.is_identity()));
    assert_eq!(zero, Banderwagon::IDENTITY);
    assert_eq!(zero.encode(), [0; 32]);
    assert_eq!(Banderwagon::decode(&[0; 32]), Ok(Banderwagon::IDENTITY));
    assert_eq!(zero.map_to_scalar_field(), BandersnatchScalar::ZERO);
}

#[test]
fn multiples_of_the_generator_have_the_published_encodings() {
    // Test vectors of the Banderwagon specification (crate-crypto/verkle-trie-ref): G, 2G, 4G, ..., 2^15 G.
    let expected = [
        "4a2c7486fd924882bf02c6908de395122843e3e05264d7991e18e7985dad51e9",
        "43aa74ef706605705989e8fd38df46873b7eae5921fbed115ac9d937399ce4d5",
        "5e5f550494159f38aa54d2ed7f11a7e93e4968617990445cc93ac8e59808c126",
        "0e7e3748db7c5c999a7bcd93d71d671f1f40090423792266f94cb27ca43fce5c",
    ];
    let mut element = Banderwagon::generator();
    for hex in expected {
        assert_eq!(element.encode().to_vec(), vorpal_oracle::data::bytes(hex));
        element = element.double();
    }
}

#[test]
fn rejects_malformed_encodings() {
    let decode = |value: &BigUint| {
        let mut bytes = value.to_bytes_le();
        bytes.resize(32, 0);
        bytes.reverse();
        BANDERWAGON.decode(&bytes).map(Banderwagon::from)
    };
    let p = oracle().p;
    let not_canonical = Err(Error::Coordinate(vorpal_fields::Error::NotCanonical));
    assert_eq!(decode(&p), not_canonical);
    assert_eq!(decode(&(&p + 1u8)), not_canonical);
    assert_eq!(Banderwagon::decode(&[0xff; 32]), not_canonical);
    for found in [0, 1, 31, 33, 48, 63, 65, 96] {
        assert_eq!(BANDERWAGON.decode(&vec![0; found]), Err(Error::Length { found }));
    }
    // Each small x is valid, off the curve, or in another coset, according to the definition.
    let (curve, one) = (oracle(), BigUint::from(1u8));
    let mut seen = [0; 3];
    for x in 1u32..60 {
        let xx = BigUint::from(x * x);
        let numerator = (&one + &p * &p - &curve.a * &xx) % &p;
        let denominator = (&one + &p * &p - &curve.d * &xx) % &p;
        let in_subgroup = legendre(&numerator, &p) == 1;
        let on_curve = legendre(&(numerator * denominator), &p) == 1;
        match decode(&BigUint::from(x)) {
            Ok(element) => {
                assert!(on_curve && in_subgroup, "{x}");
                assert_eq!(element.encode()[28..], x.to_be_bytes());
                seen[0] += 1;
            }
            Err(Error::NotOnCurve) => {
                assert!(!on_curve, "{x}");
                seen[1] += 1;
            }
            Err(Error::NotInSubgroup) => {
                assert!(on_curve && !in_subgroup, "{x}");
                seen[2] += 1;
            }
            Err(other) => panic!("{other}"),
        }
    }
    assert!(seen.iter().all(|count| *count > 5), "too few of a kind: {seen:?}");
}

/// The uncompressed encoding of the element's other point.
fn opposite_coordinates(encoding: &[u8]) -> Vec<u8> {
    let coordinates = encoding.chunks(32).map(|bytes| -Bls12_381Scalar::from_be_bytes(bytes).unwrap());
    coordinates.flat_map(|coordinate| coordinate.to_be_bytes()).collect()
}

#[test]
fn uncompressed_encodings_hold_both_coordinates() {
    // Written by `serialize_uncompressed` of ark-ed-on-bls12-381-bandersnatch 0.6.0.
    let generator = vorpal_oracle::data::bytes(
        "18ae52a26618e7e1658499ad22c0792bf342be7b77113774c5340b2ccc32c129\
         664197ccb667315e6064e4ee81ad8c3586d5dcba508b7d150f3e12da9e666c2a",
    );
    let g = Banderwagon::generator();
    assert_eq!(ARKWORKS.decode(&generator).map(Banderwagon::from), Ok(g));
    let mut element = g;
    for _ in 0..20 {
        let affine = element.to_affine();
        let bytes = BANDERWAGON.encode_uncompressed(&affine);
        assert_eq!(bytes[..32], element.encode());
        let reversed: Vec<u8> = bytes.chunks(32).flat_map(|bytes| bytes.iter().rev().copied()).collect();
        assert_eq!(ARKWORKS.encode_uncompressed(&affine)[..], reversed);
        assert_eq!(ARKWORKS.encode_compressed(&affine), element.encode());
        for encoding in [&bytes[..], &opposite_coordinates(&bytes)] {
            assert_eq!(BANDERWAGON.decode(encoding), Ok(affine));
            assert_eq!(BANDERWAGON.decode_on_curve(encoding), Ok(affine));
        }
        assert_eq!(ARKWORKS.decode(&reversed), Ok(affine));
        let mut off_curve = bytes;
        off_curve[63] ^= 1;
        assert_eq!(BANDERWAGON.decode(&off_curve), Err(Error::NotOnCurve));
        element = element.double() + g;
    }
    let two = [&g.encode()[..], &[0xff; 32]].concat();
    assert_eq!(BANDERWAGON.decode(&two), Err(Error::Coordinate(vorpal_fields::Error::NotCanonical)));
}

#[test]
fn uncompressed_batches_agree_with_single_encodings() {
    let g = Banderwagon::generator();
    let mut elements = vec![Banderwagon::IDENTITY, g, g.neg(), g, g.double().double()];
    elements.extend((0..40u64).map(|k| g.mul_vartime(&BandersnatchScalar::from(k * k * k + 5))));
    for format in [BANDERWAGON, ARKWORKS] {
        for length in [0, 1, 2, 3, 17, elements.len()] {
            let elements = &elements[..length];
            let encodings = format.encode_uncompressed_batch(elements);
            let single: Vec<_> =
                elements.iter().map(|element| format.encode_uncompressed(&element.to_affine())).collect();
            assert_eq!(encodings, single);
            for (bytes, element) in encodings.iter().zip(elements) {
                assert_eq!(format.decode_uncompressed_unchecked(bytes), Ok(*element));
            }
        }
    }
    // Both points of an element, as other implementations write them.
    let [bytes] = BANDERWAGON.encode_uncompressed_batch(&[g])[..] else { panic!() };
    let other: [u8; 64] = opposite_coordinates(&bytes).try_into().unwrap();
    assert_eq!(BANDERWAGON.decode_uncompressed_unchecked(&other), Ok(g));
    assert_ne!(other, bytes);
    // The identity is (0, -1), and (0, 1) represents it as well.
    let minus_one = -Bls12_381Scalar::ONE;
    let [identity] = ARKWORKS.encode_uncompressed_batch(&[Banderwagon::IDENTITY])[..] else { panic!() };
    assert_eq!((&identity[..32], &identity[32..]), (&[0; 32][..], &minus_one.to_le_bytes()[..]));
}

#[test]
fn unchecked_decoding_checks_coordinates_only() {
    let g = Banderwagon::generator();
    let [good] = BANDERWAGON.encode_uncompressed_batch(&[g])[..] else { panic!() };
    let p: [u8; 32] = oracle().p.to_bytes_be().try_into().unwrap();
    let not_canonical = Err(Error::Coordinate(vorpal_fields::Error::NotCanonical));
    for malformed in [p, [0xff; 32]] {
        for offset in [0, 32] {
            let mut bytes = good;
            bytes[offset..offset + 32].copy_from_slice(&malformed);
            assert_eq!(BANDERWAGON.decode_uncompressed_unchecked(&bytes), not_canonical);
            bytes[offset..offset + 32].reverse();
            bytes[32 - offset..64 - offset].reverse();
            assert_eq!(ARKWORKS.decode_uncompressed_unchecked(&bytes), not_canonical);
        }
    }
    // No element has y = 0, with any x.
    for x in [0u64, 1, 5].map(Bls12_381Scalar::from) {
        let bytes: [u8; 64] = [x.to_be_bytes(), [0; 32]].concat().try_into().unwrap();
        assert_eq!(BANDERWAGON.decode_uncompressed_unchecked(&bytes), Err(Error::NotInSubgroup));
        assert!(BANDERWAGON.decode(&bytes).is_err());
    }
    // Points off the curve pass, as documented; the other decoders reject them.
    let mut off_curve = good;
    off_curve[63] ^= 1;
    assert!(BANDERWAGON.decode_uncompressed_unchecked(&off_curve).is_ok());
    assert_eq!(BANDERWAGON.decode(&off_curve), Err(Error::NotOnCurve));
}

#[test]
fn batch_decoding_agrees_with_single_decoding() {
    let g = Banderwagon::generator();
    // Valid encodings, and malformed ones for every error, at various indices.
    let mut encodings: Vec<Vec<u8>> =
        (0..150u64).map(|k| g.mul_vartime(&BandersnatchScalar::from(k * k)).encode().to_vec()).collect();
    encodings.extend((0..60u8).map(|x| [vec![0; 31], vec![x]].concat()));
    // Uncompressed encodings of either point of an element.
    for k in (0..150).step_by(4) {
        let element = BANDERWAGON.decode(&encodings[k]).unwrap();
        encodings[k] = BANDERWAGON.encode_uncompressed(&element).to_vec();
    }
    for k in (0..150).step_by(8) {
        encodings[k] = opposite_coordinates(&encodings[k]);
    }
    encodings.insert(0, vec![0xff; 32]);
    encodings.insert(15, Vec::new());
    encodings.insert(64, vec![1; 33]);
    encodings.push(oracle().p.to_bytes_be());
    for length in [0, 1, 2, 15, 16, 17, 63, 64, 65, 130, encodings.len()] {
        for encodings in [&encodings[..length], &encodings[encodings.len() - length..]] {
            let single: Vec<_> = encodings.iter().map(|bytes| BANDERWAGON.decode(bytes)).collect();
            assert_eq!(BANDERWAGON.decode_batch(encodings), single);
            let first = single.iter().position(std::result::Result::is_err);
            let all = BANDERWAGON.decode_all(encodings);
            assert_eq!(all.as_ref().err().map(|failure| failure.index), first);
            assert_eq!(all.map_err(|failure| failure.error), single.into_iter().collect());
            let single: Vec<_> = encodings.iter().map(|bytes| BANDERWAGON.decode_on_curve(bytes)).collect();
            assert_eq!(BANDERWAGON.decode_batch_on_curve(encodings), single);
            assert!(single.iter().all(|one| *one != Err(Error::NotInSubgroup)));
        }
    }
    let decoded = BANDERWAGON.decode_batch(&encodings);
    let kinds = |kind: fn(&Error) -> bool| decoded.iter().filter_map(|one| one.err()).filter(kind).count();
    assert!(kinds(|error| matches!(error, Error::Coordinate(_))) == 2);
    assert!(kinds(|error| matches!(error, Error::Length { .. })) == 2);
    assert!(
        kinds(|error| *error == Error::NotOnCurve) > 5 && kinds(|error| *error == Error::NotInSubgroup) > 5
    );
}

#[test]
fn batch_operations_agree_with_single_operations() {
    let g = Banderwagon::generator();
    let mut elements = vec![Banderwagon::IDENTITY, g, g.neg(), g.double(), g, Banderwagon::IDENTITY];
    elements.extend((0..50u64).map(|k| g.mul_vartime(&BandersnatchScalar::from(k * k))));
    for elements in [&elements[..], &elements[..1], &[]] {
        let maps: Vec<_> = elements.iter().map(Banderwagon::map_to_scalar_field).collect();
        assert_eq!(Banderwagon::map_to_scalar_field_batch(elements), maps);
        #[cfg(feature = "parallel")]
        assert_eq!(Banderwagon::map_to_scalar_field_batch_parallel(elements), maps);
        let encodings: Vec<_> = elements.iter().map(Banderwagon::encode).collect();
        assert_eq!(BANDERWAGON.encode_batch(elements), encodings);
        for (element, affine) in elements.iter().zip(Banderwagon::normalise_batch(elements)) {
            assert_eq!(Banderwagon::from_affine(&affine), *element);
            assert_eq!(g.add_affine_vartime(&affine), g + *element);
            assert_eq!(g.sub_affine_vartime(&affine), g - *element);
            assert_eq!(g.add_vartime(element), g + *element);
        }
    }
}

#[test]
#[allow(clippy::eq_op, reason = "an invalid point differs from itself")]
fn invalid_sums_equal_no_point() {
    let r = BandersnatchScalar::MODULUS;
    let torsion = points_of_the_curve(24).into_iter().map(|point| point.mul_limbs_vartime(&r));
    let at_infinity = torsion.into_iter().find(|point| point.to_affine().is_none()).unwrap();
    let g = ExtendedEdwards::<Bandersnatch>::generator();
    let no_point = g.add_unchecked(&(g + at_infinity));
    for other in [no_point, g, ExtendedEdwards::IDENTITY, at_infinity] {
        assert_ne!(no_point, other);
        assert_ne!(other, no_point);
    }
    assert_eq!(g + (g + at_infinity), g.double() + at_infinity, "the sum by both laws");
}

/// `X = Y = 0`, which no element has, remains in every sum: no such sum passes as the identity.
#[test]
fn coordinates_of_no_element_are_not_the_identity() {
    let (zero, one) = (Bls12_381Scalar::ZERO, Bls12_381Scalar::ONE);
    let none = Banderwagon::from_projective_unchecked([zero, zero, one]);
    for element in [Banderwagon::IDENTITY, Banderwagon::generator(), none] {
        for sum in [none + element, element.add_affine_vartime(&none.to_affine()), none.double()] {
            assert!(!bool::from(sum.is_identity()));
            assert_ne!(sum, Banderwagon::IDENTITY);
        }
    }
    assert!(bool::from(Banderwagon::IDENTITY.is_identity()));
}

proptest! {
    #[test]
    fn sums_and_maps_of_random_multiples(a: [u64; 4], b: [u64; 4]) {
        let (a, b) = (BandersnatchScalar::from_limbs_reduced(&a), BandersnatchScalar::from_limbs_reduced(&b));
        let g = Banderwagon::generator();
        let (p, q) = (g.mul_vartime(&a), g.mul_vartime(&b));
        prop_assert_eq!(p + q, g.mul_vartime(&(a + b)));
        prop_assert_eq!(p - q, g.mul_vartime(&(a - b)));
        prop_assert_eq!(p.double(), p + p);
        prop_assert_eq!(Banderwagon::decode(&p.encode()), Ok(p));
        // The map according to its definition, on big integers.
        let affine = p.to_point().to_affine().unwrap();
        let modulus = oracle().p;
        let ratio = big(affine.x()) * vorpal_oracle::big::invert(&big(affine.y()), &modulus) % modulus;
        prop_assert_eq!(from_limbs(&p.map_to_scalar_field().to_limbs()), ratio % order());
    }
}
