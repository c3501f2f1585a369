//! Tests of secp256k1 against the chord-and-tangent law on big integers.

use num_bigint::BigUint;
use proptest::prelude::*;
use vorpal_curves::models::weierstrass::WeierstrassCurve;
use vorpal_curves::secp256k1::encoding::SEC1;
use vorpal_curves::secp256k1::{Affine, Jacobian, Projective, Secp256k1};
use vorpal_curves::{Error, PointFormat};
use vorpal_fields::primes::{Secp256k1Base, Secp256k1Scalar};
use vorpal_oracle::big::{from_limbs, residue_edges, to_limbs};
use vorpal_oracle::weierstrass::{Curve, Point};

fn oracle() -> Curve {
    Curve { p: from_limbs(&Secp256k1Base::MODULUS), a: 0u8.into(), b: from_limbs(&Secp256k1::B.to_limbs()) }
}

fn order() -> BigUint {
    from_limbs(&Secp256k1Scalar::MODULUS)
}

fn big(element: Secp256k1Base) -> BigUint {
    from_limbs(&element.to_limbs())
}

fn generator() -> Point {
    Some((big(Secp256k1::GENERATOR.0), big(Secp256k1::GENERATOR.1)))
}

fn affine(point: &Point) -> Affine {
    let element = |value| Secp256k1Base::from_limbs(&to_limbs(value)).unwrap();
    point.as_ref().map_or(Affine::IDENTITY, |(x, y)| Affine::new(element(x), element(y)).unwrap())
}

#[test]
fn parameters_are_valid() {
    assert!(oracle().contains(&generator()));
    assert_eq!(oracle().mul(&generator(), &order()), None);
    assert_eq!(affine(&generator()), Affine::GENERATOR);
    assert_eq!(Jacobian::GENERATOR.to_affine(), Affine::GENERATOR);
}

#[test]
fn multiples_at_the_edges_of_the_scalar_field() {
    let n = order();
    let mut scalars: Vec<BigUint> = (0u8..=20).map(BigUint::from).collect();
    scalars.extend((1u8..4).map(|below| &n - below));
    scalars.extend([&n >> 1, (&n >> 1) + 1u8, BigUint::from(1u8) << 128]);
    for k in scalars {
        let expected = affine(&oracle().mul(&generator(), &k));
        let scalar = Secp256k1Scalar::from_limbs(&to_limbs(&k)).unwrap();
        assert_eq!(Jacobian::GENERATOR.mul_vartime(&scalar).to_affine(), expected);
    }
    // Integers beyond the order.
    let beyond = to_limbs::<4>(&(&n + 5u8));
    let five = Jacobian::GENERATOR.mul_limbs_vartime(&[5]);
    assert_eq!(Jacobian::GENERATOR.mul_limbs_vartime(&beyond), five);
    assert_eq!(Jacobian::GENERATOR.mul_limbs_vartime(&to_limbs::<4>(&n)), Jacobian::IDENTITY);
}

#[test]
fn complete_sums_at_the_edges() {
    for x in residue_edges(&oracle().p, 4) {
        let x = Secp256k1Base::from_limbs(&to_limbs(&x)).unwrap();
        assert_eq!(Secp256k1::times_three_b(&x), x * Secp256k1Base::from(21));
    }
    // Adjacent multiples, so that sums include doubles, opposites and infinity, with Z = 1 and with other Z.
    let scalars: Vec<BigUint> =
        (0u8..4).map(BigUint::from).chain((1u8..4).map(|below| order() - below)).collect();
    let points: Vec<Point> = scalars.iter().map(|k| oracle().mul(&generator(), k)).collect();
    let forms = |point: &Point| {
        let normal = Projective::from_affine(&affine(point));
        [
            normal,
            normal.double().add(&normal.neg()),
            normal.add_affine(&Affine::GENERATOR).add(&Projective::GENERATOR.neg()),
        ]
    };
    for p in &points {
        for q in &points {
            let sum = affine(&oracle().add(p, q));
            for form in forms(p) {
                assert_eq!(form.add_affine(&affine(q)).to_affine(), sum);
                assert_eq!(form.add(&form.neg()), Projective::IDENTITY);
                assert_eq!(form.double(), form.add(&form));
                for other in forms(q) {
                    assert_eq!(form.add(&other).to_affine(), sum);
                    assert_eq!(form == other, p == q);
                }
            }
        }
    }
}

#[test]
fn lookups_in_tables() {
    let points: Vec<Affine> =
        (1..=16u64).map(|k| Jacobian::GENERATOR.mul_limbs_vartime(&[k]).to_affine()).collect();
    for length in [0, 1, 2, 15, 16] {
        let affine = &points[..length];
        let projective: Vec<Projective> =
            affine.iter().map(|point| Projective::from_affine(point).double().add_affine(&-*point)).collect();
        assert_eq!(Affine::lookup(affine, 0), Affine::IDENTITY);
        assert_eq!(Projective::lookup(&projective, 0), Projective::IDENTITY);
        for (number, point) in (1..).zip(affine) {
            assert_eq!(Affine::lookup(affine, number), *point);
            assert_eq!(Projective::lookup(&projective, number).to_affine(), *point);
        }
        for beyond in [length as u64 + 1, 1 << 32, 1 << 63, u64::MAX] {
            assert_eq!(Affine::lookup(affine, beyond), Affine::IDENTITY);
        }
    }
}

#[test]
fn encodings_round_trip() {
    let mut point = Jacobian::GENERATOR;
    for _ in 0..20 {
        let affine = point.to_affine();
        let (compressed, uncompressed) = (SEC1.encode_compressed(&affine), SEC1.encode_uncompressed(&affine));
        assert_eq!(SEC1.decode(&compressed), Ok(affine));
        assert_eq!(SEC1.decode(&uncompressed), Ok(affine));
        assert_eq!(compressed[1..], uncompressed[1..33]);
        assert_eq!(compressed[0], 2 + (uncompressed[64] & 1));
        point = point.double().add_affine_vartime(&Affine::GENERATOR);
    }
    assert_eq!(*SEC1.encode_compressed(&Affine::IDENTITY), [0]);
    assert_eq!(*SEC1.encode_uncompressed(&Affine::IDENTITY), [0]);
    assert_eq!(SEC1.decode(&[0]), Ok(Affine::IDENTITY));
    let points = [Jacobian::GENERATOR, Jacobian::IDENTITY, Jacobian::GENERATOR.double()];
    let single = points.map(|point| SEC1.encode_compressed(&point.to_affine()));
    assert_eq!(SEC1.encode_batch(&points), single);
}

#[test]
fn batch_decoding_agrees_with_single_decoding() {
    let points: Vec<Affine> =
        (0..100u64).map(|k| Jacobian::GENERATOR.mul_limbs_vartime(&[k]).to_affine()).collect();
    let mut encodings: Vec<Vec<u8>> =
        points.iter().map(|point| SEC1.encode_compressed(point).to_vec()).collect();
    // Uncompressed encodings, and malformed ones for every error, at various indices.
    for (i, point) in points.iter().enumerate().step_by(3) {
        encodings[i] = SEC1.encode_uncompressed(point).to_vec();
    }
    encodings.insert(0, vec![2; 7]);
    encodings.insert(17, [vec![2], vec![0; 31], vec![5]].concat());
    encodings.insert(18, [vec![9], vec![0; 32]].concat());
    encodings.insert(40, [vec![3], vec![0xff; 32]].concat());
    encodings.push([vec![4], vec![1; 64]].concat());
    for length in [0, 1, 2, 16, 17, 18, 64, 65, encodings.len()] {
        for encodings in [&encodings[..length], &encodings[encodings.len() - length..]] {
            let single: Vec<_> = encodings.iter().map(|bytes| SEC1.decode(bytes)).collect();
            assert_eq!(SEC1.decode_batch(encodings), single);
            assert_eq!(SEC1.decode_batch_on_curve(encodings), single);
            let first = single.iter().position(Result::is_err);
            let all = SEC1.decode_all(encodings);
            assert_eq!(all.as_ref().err().map(|failure| failure.index), first);
            assert_eq!(all.map_err(|failure| failure.error), single.into_iter().collect());
        }
    }
    let decoded = SEC1.decode_batch(&encodings);
    assert_eq!(decoded.iter().filter(|one| one.is_err()).count(), 5);
    assert_eq!(decoded.into_iter().flatten().collect::<Vec<_>>(), points);
}

#[test]
fn rejects_malformed_encodings() {
    let good = SEC1.encode_uncompressed(&Affine::GENERATOR).finite().unwrap();
    let compressed = SEC1.encode_compressed(&Affine::GENERATOR).finite().unwrap();
    for length in [0, 1, 32, 34, 64, 66] {
        assert_eq!(SEC1.decode(&vec![4; length]), Err(Error::Length { found: length }));
    }
    for (length, prefixes) in [(65, &[0u8, 1, 2, 3, 5, 6, 7, 255][..]), (33, &[0, 1, 4, 5, 255])] {
        for &found in prefixes {
            let mut bytes = good[..length].to_vec();
            bytes[0] = found;
            assert_eq!(SEC1.decode(&bytes), Err(Error::Prefix { found }));
        }
    }
    assert_eq!(SEC1.decode(&[1]), Err(Error::Length { found: 1 }));
    let mut off_curve = good;
    off_curve[64] ^= 1;
    assert_eq!(SEC1.decode(&off_curve), Err(Error::NotOnCurve));
    // No point has x = 0 or x = 5; coordinates at and above the modulus are rejected, not reduced.
    for (x, expected) in [
        (BigUint::from(0u8), Error::NotOnCurve),
        (BigUint::from(5u8), Error::NotOnCurve),
        (oracle().p, Error::Coordinate(vorpal_fields::Error::NotCanonical)),
        (oracle().p + 1u8, Error::Coordinate(vorpal_fields::Error::NotCanonical)),
    ] {
        let mut bytes = compressed;
        bytes[1..].fill(0);
        let x = x.to_bytes_be();
        bytes[33 - x.len()..].copy_from_slice(&x);
        assert_eq!(SEC1.decode(&bytes), Err(expected));
    }
    assert_eq!(Affine::new(Secp256k1Base::ZERO, Secp256k1Base::ZERO), Err(Error::NotOnCurve));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(vorpal_oracle::effort::proptest_cases(256)))]
    #[test]
    fn sums_of_random_multiples(a: [u64; 4], b: [u64; 4]) {
        let (a, b) = (Secp256k1Scalar::from_limbs_reduced(&a), Secp256k1Scalar::from_limbs_reduced(&b));
        let g = Jacobian::GENERATOR;
        let (p, q) = (g.mul_vartime(&a), g.mul_vartime(&b));
        prop_assert_eq!(p.add_vartime(&q), g.mul_vartime(&(a + b)));
        prop_assert_eq!(p.add_vartime(&q.neg()), g.mul_vartime(&(a - b)));
        prop_assert_eq!(p.add_affine_vartime(&q.to_affine()), p.add_vartime(&q));
        prop_assert_eq!(p.to_affine(), affine(&oracle().mul(&generator(), &from_limbs(&a.to_limbs()))));
        prop_assert_eq!(Jacobian::normalise_batch(&[p, q]), vec![p.to_affine(), q.to_affine()]);
        // The complete formulas, on points with Z = 1 and with other Z.
        let normal = [p, q].map(|point| Projective::from_affine(&point.to_affine()));
        let doubles = normal.map(|point| point.double());
        prop_assert_eq!(normal[0].add(&normal[1]).to_affine(), p.add_vartime(&q).to_affine());
        prop_assert_eq!(doubles[0].to_affine(), p.double().to_affine());
        prop_assert_eq!(doubles[0].add(&doubles[1]).to_jacobian(), p.add_vartime(&q).double());
        prop_assert_eq!(doubles[0].add_affine(&q.to_affine()).to_jacobian(), p.double().add_vartime(&q));
        prop_assert_eq!(doubles[0].add(&normal[0].neg()), normal[0]);
    }
}
