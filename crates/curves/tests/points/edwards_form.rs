//! Tests of the twisted Edwards form of BLS12-377 against big integers and the Weierstrass group law.

use num_bigint::BigUint;
use proptest::prelude::*;
use vorpal_curves::bls12_377::{Affine, Bls12_377G1, Jacobian};
use vorpal_curves::models::weierstrass::{EdwardsForm, EdwardsPoint, NielsPoint, Subgroup, WeierstrassCurve};
use vorpal_fields::primes::{Bls12_377Base as F, Bls12_377Scalar};
use vorpal_oracle::big::{from_limbs, invert, sub};
use vorpal_oracle::edwards::{Curve, Point};

type Edwards = EdwardsPoint<Bls12_377G1>;
type Niels = NielsPoint<Bls12_377G1>;

fn form() -> EdwardsForm<Bls12_377G1> {
    Bls12_377G1::EDWARDS.unwrap()
}

fn big(element: F) -> BigUint {
    from_limbs(&element.to_limbs())
}

fn p() -> BigUint {
    from_limbs(&F::MODULUS)
}

fn oracle() -> Curve {
    Curve { p: p(), a: p() - 1u8, d: (big(form().sqrt3()) * 4u8 + 7u8) % p() }
}

/// The map according to its definition.
fn image(point: &Affine) -> Point {
    let Some((x, y)) = point.coordinates() else { return oracle().identity() };
    let (p, s, sqrt3) = (p(), big(x) + 1u8, big(form().sqrt3()));
    let edwards_x = big(form().scale()) * &s * invert(&big(y), &p) % &p;
    let edwards_y = sub(&(&s % &p), &sqrt3, &p) * invert(&(s + sqrt3), &p) % &p;
    (edwards_x, edwards_y)
}

/// The affine point. Checks that `x y = t z`.
fn affine(point: &Edwards) -> Point {
    let [x, y, t, z] = point.coordinates();
    assert_eq!(x * y, t * z);
    let inverse = z.invert().unwrap();
    (big(x * inverse), big(y * inverse))
}

fn niels(points: &[Affine]) -> Vec<Niels> {
    form().to_edwards(Subgroup::new(points).unwrap())
}

fn multiple(k: u64) -> Affine {
    Jacobian::GENERATOR.mul_limbs_vartime(&[k]).to_affine()
}

#[test]
fn constants_are_valid() {
    let (p, sqrt3, scale) = (p(), big(form().sqrt3()), big(form().scale()));
    assert_eq!(&sqrt3 * &sqrt3 % &p, 3u8.into());
    assert_eq!((&scale * &scale + &sqrt3 * 2u8) % &p, 3u8.into());
    for root in [&sqrt3, &scale] {
        assert!(root < &(&p - root), "the smaller of the two roots");
    }
    assert_eq!(big(form().twice_d()), &oracle().d * 2u8 % &p);
    // d is a square, so the law is not complete.
    let root = (sqrt3 + 2u8) % &p;
    assert_eq!(oracle().d, &root * &root % &p);
}

#[test]
fn images_agree_with_the_definition() {
    let mut points: Vec<Affine> = (0..40).map(multiple).collect();
    points.push(-Affine::GENERATOR);
    let images = niels(&points);
    for (point, niels) in points.iter().zip(&images) {
        let edwards = Edwards::IDENTITY.add_niels(niels);
        assert!(oracle().contains(&image(point)));
        assert_eq!(affine(&edwards), image(point));
        assert_eq!(form().to_weierstrass(&edwards).to_affine(), *point);
        assert_eq!(Edwards::IDENTITY.sub_niels(niels), edwards.neg());
        assert_eq!(Edwards::IDENTITY.add_niels(&niels.neg()), edwards.neg());
    }
    assert_eq!(images[0], Niels::IDENTITY);
    assert!(bool::from(form().to_weierstrass(&Edwards::IDENTITY).is_identity()));
}

#[test]
fn batches_of_all_lengths() {
    let points: Vec<Affine> = {
        let multiples: Vec<Jacobian> = (0..1100)
            .scan(Jacobian::IDENTITY, |sum, _| {
                *sum = sum.add_affine_vartime(&Affine::GENERATOR);
                Some(*sum)
            })
            .collect();
        Jacobian::normalise_batch(&multiples)
    };
    let single: Vec<Niels> =
        points.iter().flat_map(|point| form().to_edwards(Subgroup::unchecked(&[*point][..]))).collect();
    for length in [0, 1, 2, 31, 32, 33, 511, 512, 513, 1024, 1025] {
        assert_eq!(form().to_edwards(Subgroup::unchecked(&points[..length])), single[..length]);
    }
    // Infinity at the beginning, in the middle, at the end, and at the ends of chunks that share an inversion.
    let (mut with_infinity, mut expected) = (points, single);
    for index in [0, 17, 511, 512, 513, 1099] {
        with_infinity[index] = Affine::IDENTITY;
        expected[index] = Niels::IDENTITY;
    }
    assert_eq!(form().to_edwards(Subgroup::unchecked(with_infinity.as_slice())), expected);
}

#[test]
#[should_panic(expected = "as many points as images")]
fn rejects_a_destination_of_another_length() {
    form().to_edwards_into(Subgroup::unchecked([Affine::GENERATOR].as_slice()), &mut []);
}

/// Compares every operation on every pair, with several `Z`, with the Weierstrass group law.
fn check_pairs(points: &[Affine]) {
    let images = niels(points);
    let lifted: Vec<Jacobian> = points.iter().map(Jacobian::from_affine).collect();
    for (p, p_niels) in lifted.iter().zip(&images) {
        let one = Edwards::IDENTITY.add_niels(p_niels);
        assert_eq!(form().to_weierstrass(&one.double()), p.double());
        for ((q, q_affine), q_niels) in lifted.iter().zip(points).zip(&images) {
            let (sum, difference) = (p.add_affine_vartime(q_affine), p.sub_affine_vartime(q_affine));
            // P with two different Z.
            for p_edwards in [one, one.add_niels(q_niels).sub_niels(q_niels)] {
                assert_eq!(affine(&p_edwards), affine(&one));
                let sums = [
                    p_edwards.add_niels(q_niels),
                    p_edwards.sub_niels(&q_niels.neg()),
                    p_edwards.add(&Edwards::IDENTITY.add_niels(q_niels), &form()),
                    p_edwards.add_prepared(&p_edwards.sub_niels(p_niels).add_niels(q_niels).prepare(&form())),
                    p_edwards.sub_prepared(&Edwards::IDENTITY.sub_niels(q_niels).prepare(&form())),
                ];
                for edwards in sums {
                    affine(&edwards);
                    assert_eq!(edwards, sums[0]);
                    assert_eq!(form().to_weierstrass(&edwards), sum);
                }
                let edwards = p_edwards.sub_niels(q_niels);
                affine(&edwards);
                assert_eq!(form().to_weierstrass(&edwards), difference);
                assert_eq!(edwards == Edwards::IDENTITY, p == q);
                let doubled = sums[0].double();
                affine(&doubled);
                assert_eq!(form().to_weierstrass(&doubled), sum.double());
            }
        }
    }
}

#[test]
fn equal_opposite_and_neutral_points() {
    let mut points: Vec<Affine> = (0..8).map(multiple).collect();
    points.extend((0..8).map(|k| -multiple(k)));
    // lambda G, and half of G, so that one point is the double of another.
    points.push(Bls12_377G1::ENDOMORPHISM.unwrap().apply(&Affine::GENERATOR));
    let half = Bls12_377Scalar::from(2).invert().unwrap();
    points.push(Jacobian::GENERATOR.mul_limbs_vartime(&half.to_limbs()).to_affine());
    check_pairs(&points);
}

/// The three points of order two.
fn of_order_two() -> [Affine; 3] {
    let [w, ww] = F::CUBE_ROOTS_OF_UNITY;
    [F::ONE, w, ww].map(|root| Affine::new(-root, F::ZERO).unwrap())
}

/// The two points of order four where the second denominator vanishes.
fn of_order_four() -> [Affine; 2] {
    let y = F::from(3) * form().scale().invert().unwrap();
    [y, -y].map(|y| Affine::new(-F::ONE - form().sqrt3(), y).unwrap())
}

#[test]
fn rejects_the_five_points_without_image() {
    let doubles = |point: &Affine| Jacobian::from_affine(point).double();
    for point in of_order_two() {
        assert!(bool::from(doubles(&point).is_identity()));
    }
    for point in of_order_four() {
        assert_eq!(doubles(&point).to_affine(), of_order_two()[0]);
    }
    for point in of_order_two().into_iter().chain(of_order_four()) {
        let (x, y) = point.coordinates().unwrap();
        assert_eq!(y * (x + F::ONE + form().sqrt3()), F::ZERO, "a denominator vanishes");
        assert!(Subgroup::new([point].as_slice()).is_err());
        // If they are passed unchecked, the images of other points remain right.
        let points = [Affine::GENERATOR, point, multiple(2)];
        let images = form().to_edwards(Subgroup::unchecked(points.as_slice()));
        assert_eq!([images[0], images[2]], *niels(&[points[0], points[2]]));
    }
    // There are no others: y = 0 has at most three solutions, x = -1 - sqrt3 at most two.
    let five = [of_order_two().as_slice(), &of_order_four()].concat();
    assert!((0..5).all(|i| !five[..i].contains(&five[i])), "five distinct points");
}

#[test]
fn the_law_fails_outside_the_subgroup() {
    // The sum of G and G + T, where T is a point of order two that maps to infinity.
    for two in &of_order_two()[1..] {
        let other = Jacobian::GENERATOR.add_affine_vartime(two).to_affine();
        assert!(Subgroup::new([other].as_slice()).is_err());
        let images = form().to_edwards(Subgroup::unchecked([Affine::GENERATOR, other].as_slice()));
        let sum = Edwards::IDENTITY.add_niels(&images[0]).add_niels(&images[1]);
        assert!(bool::from(sum.coordinates()[3].is_zero()), "Z = 0");
        assert_eq!([sum != Edwards::IDENTITY, Edwards::IDENTITY != sum], [true; 2]);
    }
    // Later sums may have zeros only, which equal no point.
    let zeros = Edwards::new_unchecked([F::ZERO; 4]);
    for image in niels(&[Affine::IDENTITY, Affine::GENERATOR, multiple(2)]).iter() {
        let point = Edwards::IDENTITY.add_niels(image);
        assert_eq!([zeros != point, point != zeros], [true; 2]);
    }
    assert_eq!(zeros, zeros);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(vorpal_oracle::effort::proptest_cases(20)))]
    #[test]
    fn random_points(scalars in prop::collection::vec(any::<[u64; 4]>(), 4)) {
        let points: Vec<Affine> = scalars
            .iter()
            .map(|limbs| Jacobian::GENERATOR.mul_limbs_vartime(&Bls12_377Scalar::from_limbs_reduced(limbs).to_limbs()))
            .map(|point| point.to_affine())
            .collect();
        check_pairs(&points);
    }
}
