//! Tests of P-256 against the chord-and-tangent law on big integers.

use num_bigint::BigUint;
use proptest::prelude::*;
use vorpal_curves::models::weierstrass::{PackedJacobian, WeierstrassCurve};
use vorpal_curves::p256::encoding::SEC1;
use vorpal_curves::p256::{Affine, Jacobian, P256, Projective, Xyzz};
use vorpal_curves::{Error, PointFormat};
use vorpal_fields::primes::{P256Base, P256Scalar};
use vorpal_oracle::big::{from_limbs, residue_edges, to_limbs};
use vorpal_oracle::p256::group;
use vorpal_oracle::weierstrass::Point;

fn element(value: &BigUint) -> P256Base {
    P256Base::from_limbs(&to_limbs(value)).unwrap()
}

fn affine(point: &Point) -> Affine {
    point.as_ref().map_or(Affine::IDENTITY, |(x, y)| Affine::new(element(x), element(y)).unwrap())
}

#[test]
fn parameters_are_valid() {
    let group = group();
    assert_eq!(from_limbs(&P256Base::MODULUS), group.curve.p);
    assert_eq!(from_limbs(&P256Scalar::MODULUS), group.order);
    assert_eq!(from_limbs(&P256::B.to_limbs()), group.curve.b);
    assert!(group.curve.contains(&group.generator));
    assert_eq!(group.multiple(&group.order), None);
    assert_eq!(affine(&group.generator), Affine::GENERATOR);
    for x in residue_edges(&group.curve.p, 4) {
        let x = element(&x);
        assert_eq!(P256::times_three_b(&x), x * P256::B * P256Base::from(3));
    }
}

/// Scalars at the edges, whose multiples include neighbours, opposites and infinity.
fn scalars() -> Vec<BigUint> {
    let n = group().order;
    let mut scalars: Vec<BigUint> = (0u8..=20).map(BigUint::from).collect();
    scalars.extend((1u8..4).map(|below| &n - below));
    scalars.extend([&n >> 1, (&n >> 1) + 1u8, BigUint::from(1u8) << 128]);
    scalars
}

#[test]
fn multiples_at_the_edges_of_the_scalar_field() {
    let group = group();
    for k in scalars() {
        let expected = affine(&group.multiple(&k));
        let scalar = P256Scalar::from_limbs(&to_limbs(&k)).unwrap();
        assert_eq!(Jacobian::GENERATOR.mul_vartime(&scalar).to_affine(), expected);
    }
    let five = Jacobian::GENERATOR.mul_limbs_vartime(&[5]);
    assert_eq!(Jacobian::GENERATOR.mul_limbs_vartime(&to_limbs::<4>(&(&group.order + 5u8))), five);
    assert_eq!(Jacobian::GENERATOR.mul_limbs_vartime(&P256Scalar::MODULUS), Jacobian::IDENTITY);
}

#[test]
fn sums_at_the_edges() {
    let group = group();
    let n = &group.order;
    let scalars: Vec<BigUint> = (0u8..4).map(BigUint::from).chain((1u8..4).map(|below| n - below)).collect();
    let points: Vec<Point> = scalars.iter().map(|k| group.multiple(k)).collect();
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
            let sum = affine(&group.curve.add(p, q));
            assert_eq!(affine(p).add_vartime(&affine(q)), sum);
            for form in forms(p) {
                assert_eq!(form.add_affine(&affine(q)).to_affine(), sum);
                assert_eq!(form.add(&form.neg()), Projective::IDENTITY);
                assert_eq!(form.double(), form.add(&form));
                assert_eq!(form.double_times(3), form.double().double().double());
                let xyzz = Xyzz::from_jacobian(&form.to_jacobian());
                assert_eq!(xyzz.add_affine_vartime(&affine(q)).to_affine(), sum);
                assert_eq!(xyzz.double(), xyzz.add_vartime(&xyzz));
                for other in forms(q) {
                    assert_eq!(form.add(&other).to_affine(), sum);
                    assert_eq!(form.to_jacobian().add_vartime(&other.to_jacobian()).to_affine(), sum);
                    assert_eq!(form == other, p == q);
                }
            }
        }
    }
}

#[test]
fn encodings() {
    let mut point = Jacobian::GENERATOR;
    for _ in 0..20 {
        let affine = point.to_affine();
        let (compressed, uncompressed) = (SEC1.encode_compressed(&affine), SEC1.encode_uncompressed(&affine));
        assert_eq!(SEC1.decode(&compressed), Ok(affine));
        assert_eq!(SEC1.decode(&uncompressed), Ok(affine));
        assert_eq!(compressed[1..], uncompressed[1..33]);
        assert_eq!(compressed[0], 2 + (uncompressed[64] & 1));
        let mut wrong = uncompressed.finite().unwrap();
        wrong[64] ^= 1;
        assert_eq!(SEC1.decode(&wrong), Err(Error::NotOnCurve));
        point = point.double().add_affine_vartime(&Affine::GENERATOR);
    }
    assert_eq!(SEC1.decode(&[0]), Ok(Affine::IDENTITY));
    assert_eq!(SEC1.decode(&[0; 33]), Err(Error::Prefix { found: 0 }));
    assert!(SEC1.decode(&[[2].as_slice(), &[0xff; 32]].concat()).is_err(), "x is not below p");
    // x = 0 has points, as b is a square. No point has x = p, which would be the same.
    let (x, _) = Affine::from_x_vartime(P256Base::ZERO, true).unwrap().coordinates().unwrap();
    assert_eq!(x, P256Base::ZERO);
    let modulus = group().curve.p.to_bytes_be();
    assert!(SEC1.decode(&[[2].as_slice(), &modulus].concat()).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(vorpal_oracle::effort::proptest_cases(16)))]
    #[test]
    fn packed_points(seeds in proptest::collection::vec(1u64.., 16)) {
        let group = group();
        let points: Vec<Point> = seeds.iter().map(|seed| group.multiple(&(*seed).into())).collect();
        let lanes: Vec<Affine> = points.iter().map(affine).collect();
        let mut packed = PackedJacobian::<P256>::read(&lanes);
        packed.double();
        packed.double();
        let [x, y] = PackedJacobian::<P256>::read_affine(&lanes, |point| point);
        packed.add_affine(&x, &y);
        let quintuple = packed;
        packed.double();
        packed.add(&quintuple);
        let mut stored = [Affine::IDENTITY; 16];
        packed.store_affine_vartime(&mut stored);
        let mut jacobian = [Jacobian::IDENTITY; 16];
        packed.store(&mut jacobian);
        for ((point, stored), jacobian) in points.iter().zip(stored).zip(jacobian) {
            prop_assert_eq!(stored, affine(&group.curve.mul(point, &15u8.into())));
            prop_assert_eq!(jacobian.to_affine(), stored);
        }
    }
}
