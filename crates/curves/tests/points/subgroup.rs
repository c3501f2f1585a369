//! Tests of membership in prime subgroups against the definition, and of orders and cofactors against the seeds.

use num_bigint::{BigInt, BigUint};
use vorpal_curves::Error;
use vorpal_curves::bls12_377::Bls12_377G1;
use vorpal_curves::bls12_381::Bls12_381G1;
use vorpal_curves::bn254::Bn254G1;
use vorpal_curves::models::weierstrass::{Affine, Jacobian, Subgroup, WeierstrassCurve};
use vorpal_fields::primes::{Bls12_377Base, Bls12_377Scalar, Bls12_381Base, Bls12_381Scalar};
use vorpal_fields::{Field, PrimeField};
use vorpal_oracle::big::from_limbs;

/// The multiple of a point by an integer of any length.
pub(crate) fn mul<C: WeierstrassCurve>(point: &Affine<C>, integer: &BigUint) -> Affine<C> {
    Jacobian::from_affine(point).mul_limbs_vartime(&integer.to_u64_digits()).to_affine()
}

fn add<C: WeierstrassCurve>(a: &Affine<C>, b: &Affine<C>) -> Affine<C> {
    Jacobian::from_affine(a).add_affine_vartime(b).to_affine()
}

pub(crate) fn order<C: WeierstrassCurve>() -> BigUint {
    from_limbs((-C::Scalar::ONE).to_limbs().as_ref()) + 1u8
}

pub(crate) fn cofactor<C: WeierstrassCurve>() -> BigUint {
    from_limbs(C::COFACTOR)
}

/// Whether `r P` is infinity. Checks that the test of membership agrees.
fn membership<C: WeierstrassCurve>(point: &Affine<C>) -> bool {
    let expected = bool::from(mul(point, &order::<C>()).is_identity());
    assert_eq!(point.is_in_subgroup_vartime(), expected, "{point:?}");
    expected
}

/// Points whose order is a power of the prime `q` that divides `q^power`, a factor of the cofactor. They are multiples
/// of random points by the order without this factor, and the multiples of these by powers of `q`.
fn of_order_dividing<C: WeierstrassCurve>(random: &[Affine<C>], q: &BigUint, power: u32) -> Vec<Affine<C>> {
    let prime_to_q = order::<C>() * cofactor::<C>() / q.pow(power);
    let mut found = Vec::new();
    for point in random {
        let mut multiple = mul(point, &prime_to_q);
        while !bool::from(multiple.is_identity()) {
            found.push(multiple);
            multiple = mul(&multiple, q);
        }
    }
    assert!(!found.is_empty(), "no point of order {q}");
    found
}

/// Checks membership, given the prime factors of the cofactor with their powers.
pub(crate) fn check<C: WeierstrassCurve>(factors: &[(&str, u32)]) {
    let factors: Vec<(BigUint, u32)> =
        factors.iter().map(|(q, power)| (q.parse().unwrap(), *power)).collect();
    let product: BigUint = factors.iter().map(|(q, power)| q.pow(*power)).product();
    assert_eq!(product, cofactor::<C>());
    let random: Vec<Affine<C>> =
        (2..12u64).filter_map(|x| Affine::lift_x_vartime(x.into())).map(|(point, _)| point).collect();
    for point in &random {
        assert!(!membership(point), "a random point is outside");
        assert!(membership(&mul(point, &cofactor::<C>())), "a multiple of the cofactor is inside");
        // The multiple by the order of the curve is infinity, so order and cofactor are consistent.
        assert!(bool::from(mul(point, &(order::<C>() * cofactor::<C>())).is_identity()));
    }
    let g = Affine::<C>::GENERATOR;
    let inside: Vec<Affine<C>> = (0..6u64)
        .map(|k| mul(&g, &k.into()))
        .chain((1..4u64).map(|k| mul(&g, &(order::<C>() - k))))
        .collect();
    assert!(inside.iter().all(membership));
    assert!(bool::from(inside[0].is_identity()));
    let mut outside = random.clone();
    for (q, power) in &factors {
        for small in of_order_dividing(&random, q, *power) {
            assert!(!membership(&small), "order {q}");
            assert!(!membership(&add(&small, &g)), "a point of the subgroup and one of order {q}");
            outside.extend([small, add(&small, &g)]);
        }
    }
    // Batches: each point alone among points of the subgroup, in every lane; then all of them.
    for (i, point) in outside.iter().enumerate() {
        let mut points: Vec<Affine<C>> = inside.iter().cycle().take(35).copied().collect();
        let index = i % points.len();
        points[index] = *point;
        assert_eq!(Subgroup::new(points), Err(Error::OutsideSubgroup { index }), "{point:?}");
    }
    let all: Vec<Affine<C>> = inside.iter().chain(&outside).chain(&inside).copied().collect();
    let indices: Vec<usize> = (inside.len()..inside.len() + outside.len()).collect();
    assert_eq!(Affine::outside_subgroup_vartime(&all), indices);
    assert!(Affine::outside_subgroup_vartime(&inside).is_empty());
    assert_eq!(Subgroup::new(all), Err(Error::OutsideSubgroup { index: inside.len() }));

    // Multiples that are in the subgroup; the number is no multiple of the order.
    for point in outside.iter().chain(&inside) {
        let cleared = Jacobian::from_affine(point).clear_cofactor_vartime();
        assert!(membership(&cleared.to_affine()), "{point:?}");
    }
    assert!(!bool::from(Jacobian::<C>::GENERATOR.clear_cofactor_vartime().is_identity()));
    let last = Jacobian::from_affine(&random[random.len() - 1]).clear_cofactor_vartime();
    assert!(!bool::from(last.is_identity()));

    // The type `Subgroup`.
    let mut points = inside.clone();
    let subgroup = Subgroup::new(points.as_slice()).unwrap();
    assert_eq!(subgroup.points(), inside);
    assert_eq!(subgroup.borrowed().into_inner(), inside);
    assert_eq!(subgroup.chunks(4).map(|chunk| chunk.points().len()).collect::<Vec<_>>(), [4, 4, 1]);
    assert!(Subgroup::new(points[..0].to_vec()).unwrap().points().is_empty());
    for index in [points.len(), 3, 0] {
        points.insert(index, random[0]);
        assert_eq!(Subgroup::new(points.clone()), Err(Error::OutsideSubgroup { index }));
    }
    assert_eq!(Subgroup::unchecked(points.clone()).into_inner(), points);
}

#[test]
fn bls12_377() {
    check::<Bls12_377G1>(&[("2", 92), ("3", 1), ("7", 2), ("13", 2), ("499", 2)]);
    // Points of order two, with y = 0, and of order four.
    let two = Affine::<Bls12_377G1>::new(-Bls12_377Base::ONE, Bls12_377Base::ZERO).unwrap();
    assert!(!membership(&two));
    let three = Bls12_377Base::from(3).sqrt_vartime().unwrap();
    for root in [three, -three] {
        let (four, opposite) = Affine::<Bls12_377G1>::lift_x_vartime(root - Bls12_377Base::ONE).unwrap();
        for four in [four, opposite] {
            assert_eq!(mul(&four, &2u8.into()), two);
            assert!(!membership(&four));
        }
    }
    // A point of order three, which the endomorphism fixes.
    let three = Affine::<Bls12_377G1>::new(Bls12_377Base::ZERO, Bls12_377Base::ONE).unwrap();
    assert!(!membership(&three));
}

#[test]
fn bls12_381() {
    check::<Bls12_381G1>(&[("3", 1), ("11", 2), ("10177", 2), ("859267", 2), ("52437899", 2)]);
    let three = Affine::<Bls12_381G1>::new(Bls12_381Base::ZERO, Bls12_381Base::from(2)).unwrap();
    assert!(!membership(&three));
    assert!(!membership(&-three));
}

/// BLS12-381 without an endomorphism, so that membership is tested by the definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ByDefinition;
impl WeierstrassCurve for ByDefinition {
    type Base = Bls12_381Base;
    type Scalar = Bls12_381Scalar;
    const B: Bls12_381Base = Bls12_381G1::B;
    const GENERATOR: (Bls12_381Base, Bls12_381Base) = Bls12_381G1::GENERATOR;
    const COFACTOR: &'static [u64] = Bls12_381G1::COFACTOR;
}

#[test]
fn a_curve_without_endomorphism() {
    check::<ByDefinition>(&[("3", 1), ("11", 2), ("10177", 2), ("859267", 2), ("52437899", 2)]);
}

#[test]
fn all_points_of_a_curve_of_prime_order_are_in_the_subgroup() {
    let points: Vec<Affine<Bn254G1>> =
        (1..20u64).filter_map(|x| Affine::lift_x_vartime(x.into())).map(|(point, _)| point).collect();
    assert!(points.iter().all(membership));
    assert_eq!(
        Subgroup::of_prime_order(points.as_slice()).points(),
        Subgroup::new(points.clone()).unwrap().points()
    );
}

#[test]
fn orders_and_cofactors_follow_from_the_seed() {
    let check = |x: BigInt, p: &[u64], r: &[u64], cofactor: &[u64]| {
        let order: BigInt = x.pow(4) - x.pow(2) + 1;
        let square = BigInt::pow(&(x.clone() - 1u8), 2);
        let third: BigInt = &square / 3u8;
        assert_eq!(&third * 3u8, square);
        assert_eq!(order, from_limbs(r).into());
        assert_eq!(third, from_limbs(cofactor).into());
        assert_eq!(&third * &order + &x, from_limbs(p).into());
    };
    let x = BigInt::from(0x8508_c000_0000_0001u64);
    check(x, &Bls12_377Base::MODULUS, &Bls12_377Scalar::MODULUS, Bls12_377G1::COFACTOR);
    let x = -BigInt::from(0xd201_0000_0001_0000u64);
    check(x, &Bls12_381Base::MODULUS, &Bls12_381Scalar::MODULUS, Bls12_381G1::COFACTOR);
}
