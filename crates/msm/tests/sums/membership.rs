//! Tests of the randomised check of membership against exact checks, with points that an attacker would choose.

use vorpal_curves::Error;
use vorpal_curves::bls12_377::{Bls12_377G1, g2::Bls12_377G2};
use vorpal_curves::bls12_381::{Bls12_381G1, g2::Bls12_381G2};
use vorpal_curves::bn254::{Bn254G1, g2::Bn254G2};
use vorpal_curves::models::weierstrass::{Affine, Jacobian, Subgroup, WeierstrassCurve};
use vorpal_fields::{EncodableField, Field, PrimeField};
use vorpal_msm::{subgroup_randomised, subgroup_randomised_with};
use vorpal_oracle::big::from_limbs;
use vorpal_oracle::effort::every;

/// Powers of two times the generator, with infinity, equal and opposite points among them.
fn inside<C: WeierstrassCurve>(number: usize) -> Vec<Affine<C>> {
    let mut multiple = Jacobian::<C>::GENERATOR;
    let multiples = (0..number).map(|i| {
        multiple = multiple.double().add_affine_vartime(&Affine::GENERATOR);
        match i % 11 {
            3 => Jacobian::IDENTITY,
            5 => Jacobian::GENERATOR,
            7 => Jacobian::GENERATOR.neg(),
            _ => multiple,
        }
    });
    Jacobian::normalise_batch(&multiples.collect::<Vec<_>>())
}

fn sum<C: WeierstrassCurve>(points: &[Affine<C>]) -> Affine<C> {
    points.iter().fold(Jacobian::IDENTITY, |sum, point| sum.add_affine_vartime(point)).to_affine()
}

/// Random points outside the subgroup.
fn outside<C: WeierstrassCurve>(number: usize) -> Vec<Affine<C>> {
    let lifted = (2u64..).filter_map(|x| Affine::lift_x_vartime(x.into())).map(|(point, _)| point);
    lifted.filter(|point: &Affine<C>| !point.is_in_subgroup_vartime()).take(number).collect()
}

/// The result equals that of exact checks.
fn check<C: WeierstrassCurve<Base: EncodableField>>(points: &[Affine<C>]) {
    let exact = Subgroup::new(points);
    assert_eq!(subgroup_randomised(points), exact, "{} points", points.len());
    assert_eq!(subgroup_randomised_with(points, &[0xff; 32]), exact, "{} points", points.len());
}

/// `small` are points of small orders outside the subgroup.
fn check_curve<C: WeierstrassCurve<Base: EncodableField>>(small: &[Affine<C>]) {
    assert!(small.iter().all(|point| !point.is_in_subgroup_vartime()));
    let good = inside::<C>(1000);
    for number in [0, 1, 2, 3, 15, 16, 17, 100, 255, 1000] {
        check(&good[..number]);
    }
    check(&[Affine::<C>::IDENTITY; 200]);
    check(&[Affine::<C>::GENERATOR; 200]);
    // One point outside, everywhere. With less effort, at one index for each.
    let bad: Vec<_> = outside::<C>(2).into_iter().chain(small.iter().copied()).collect();
    for (i, point) in bad.iter().cycle().take(8).enumerate() {
        let mut points = good[..301].to_vec();
        let indices = [(i * 42, Affine::IDENTITY), (300, Affine::GENERATOR), (0, Affine::GENERATOR)];
        for (_, (index, shift)) in indices.into_iter().enumerate().filter(|(j, _)| every(3, i + j)) {
            points[index] = sum(&[*point, shift]);
            assert!(!points[index].is_in_subgroup_vartime());
            check(&points);
            points[index] = good[index];
        }
    }
    // Only points outside, of one small order, twice and three times the same, and with their opposites.
    for point in &bad {
        for number in [1, 2, 3, 200] {
            check(&vec![*point; number]);
        }
        let pairs: Vec<_> = (0..200).map(|i| if i % 2 == 0 { *point } else { -*point }).collect();
        assert!(sum(&pairs).is_in_subgroup_vartime(), "a plain sum is deceived");
        check(&pairs);
    }
}

/// Points outside that cancel in a plain sum, hidden by points of the subgroup.
fn check_cancellation<C: WeierstrassCurve<Base: EncodableField>>(torsion: &Affine<C>) {
    let mut points = inside::<C>(500);
    let [first, second, third] = [100, 300, 499];
    // P + T and Q - T; then P + T, Q + T and S - 2 T.
    points[first] = sum(&[points[first], *torsion]);
    points[second] = sum(&[points[second], -*torsion]);
    assert!(sum(&points).is_in_subgroup_vartime(), "a plain sum is deceived");
    assert_eq!(subgroup_randomised(points.as_slice()), Err(Error::OutsideSubgroup { index: first }));
    points[second] = sum(&[points[second], *torsion, *torsion]);
    points[third] = sum(&[points[third], -*torsion, -*torsion]);
    assert!(sum(&points).is_in_subgroup_vartime(), "a plain sum is deceived");
    check(&points);
    assert_eq!(subgroup_randomised(points.as_slice()), Err(Error::OutsideSubgroup { index: first }));
}

/// A point of the order `prime`, a factor of the cofactor, and one of the greatest power of it that is found.
fn of_order<C: WeierstrassCurve>(prime: u64) -> [Affine<C>; 2] {
    let mut multiple = from_limbs(C::COFACTOR) * (from_limbs((-C::Scalar::ONE).to_limbs().as_ref()) + 1u8);
    assert_eq!(&multiple % prime, 0u8.into());
    while &multiple % prime == 0u8.into() {
        multiple /= prime;
    }
    let times = |point: &Affine<C>, factor: &[u64]| {
        Jacobian::from_affine(point).mul_limbs_vartime(factor).to_affine()
    };
    let multiples = outside::<C>(20).into_iter().map(|point| times(&point, &multiple.to_u64_digits()));
    let power = multiples.filter(|point| !point.is_identity_vartime()).last().expect("a point of the order");
    let mut point = power;
    loop {
        let next = times(&point, &[prime]);
        if next.is_identity_vartime() {
            return [point, power];
        }
        point = next;
    }
}

#[test]
fn bls12_381_g1() {
    let orders = [3, 11, 10177].map(of_order::<Bls12_381G1>).concat();
    check_curve(&orders);
    orders.iter().for_each(check_cancellation);
}

/// The cofactor is even, so that digits -1, 0 and 1 would not do.
#[test]
fn bls12_377_g1() {
    let orders = [2, 3, 7].map(of_order::<Bls12_377G1>).concat();
    let two = Affine::new(-<Bls12_377G1 as WeierstrassCurve>::Base::ONE, Field::ZERO).unwrap();
    check_curve(&[&orders[..], &[two]].concat());
    check_cancellation(&two);
    orders.iter().for_each(check_cancellation);
}

#[test]
fn bls12_381_g2() {
    let orders = [13, 23].map(of_order::<Bls12_381G2>).concat();
    check_curve(&orders);
    orders.iter().for_each(check_cancellation);
}

#[test]
fn g2_of_other_curves() {
    let [order, _] = of_order::<Bn254G2>(10069);
    check_curve(&[order]);
    check_cancellation(&order);
    check_curve::<Bls12_377G2>(&[]);
    check_cancellation(&outside::<Bls12_377G2>(1)[0]);
}

/// All points of a curve of prime order are inside.
#[test]
fn prime_order() {
    let points: Vec<Affine<Bn254G1>> =
        (1u64..).filter_map(|x| Affine::lift_x_vartime(x.into())).map(|pair| pair.0).take(300).collect();
    check(&points);
}
