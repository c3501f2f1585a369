//! Tests of sums of any points against the definition: every algorithm, width and kind of scalar, and adversarial
//! inputs.

use core::ops::ControlFlow;

use vorpal_curves::bls12_377::Bls12_377G1;
use vorpal_curves::bls12_377::g2::Bls12_377G2;
use vorpal_curves::bls12_381::Bls12_381G1;
use vorpal_curves::bls12_381::g2::Bls12_381G2;
use vorpal_curves::bn254::Bn254G1;
use vorpal_curves::bn254::g2::Bn254G2;
use vorpal_curves::grumpkin::Grumpkin;
use vorpal_curves::models::weierstrass::{Affine, Jacobian, Subgroup, WeierstrassCurve};
use vorpal_curves::p256::P256;
use vorpal_curves::pallas::Pallas;
use vorpal_curves::vesta::Vesta;
use vorpal_fields::{Field, PrimeField};
use vorpal_msm::{Algorithm, Error, Msm, MsmScalar, Progress, msm_vartime};
use vorpal_oracle::effort::{self, every};

use super::terms::{multiples, naive, scalars};

/// A point of the curve that is not in the prime subgroup: its order has a common factor with the cofactor.
fn outside<C: WeierstrassCurve>() -> Affine<C> {
    let lifted = (1u64..).filter_map(|x| Affine::<C>::lift_x_vartime(C::Base::from(x)));
    lifted.map(|(point, _)| point).find(|point| !point.is_in_subgroup_vartime()).unwrap()
}

/// Checks that every algorithm with every combination of options agrees with the definition.
fn check_all_algorithms<C: WeierstrassCurve, S: MsmScalar<C>>(
    points: &[Affine<C>],
    scalars: &[S],
    widths: &[usize],
) {
    check_all_against(naive(points, scalars), points, scalars, widths, 0);
}

/// Whether to try a combination of options. With less effort every second, which `shift` selects, and of those with
/// many buckets every third.
fn tries(algorithm: usize, width: usize, split: bool, shift: usize) -> bool {
    let number = algorithm + width + usize::from(split);
    every(if width > 10 { 3 } else { 2 }, number + shift)
}

/// As [`check_all_algorithms`], with the sum according to the definition. `shift` selects options, as in [`tries`].
fn check_all_against<C: WeierstrassCurve, S: MsmScalar<C>>(
    expected: Jacobian<C>,
    points: &[Affine<C>],
    scalars: &[S],
    widths: &[usize],
    shift: usize,
) {
    let at = |case: &str| format!("{case}, n = {}", points.len());
    assert_eq!(msm_vartime(points, scalars).unwrap(), expected, "{}", at("default options"));
    let in_subgroup = points.iter().all(Affine::is_in_subgroup_vartime);
    let splits = C::ENDOMORPHISM.is_some() || C::PSI.is_some();
    let with_buckets = [Algorithm::Affine, Algorithm::Xyzz, Algorithm::Edwards, Algorithm::Jacobian];
    for (i, algorithm) in with_buckets.into_iter().enumerate() {
        let has_form = algorithm != Algorithm::Edwards || C::EDWARDS.is_some();
        for &width in widths {
            let msm = Msm::new().algorithm(algorithm).width(width);
            let case = at(&format!("{algorithm}, width {width}"));
            for split in [false, true].into_iter().filter(|split| tries(i, width, *split, shift)) {
                let msm = msm.endomorphism(split);
                // Some options are possible with all points of the curve, others only with points of the subgroup.
                let sum = msm.msm_vartime(points, scalars);
                let of_subgroup = C::HAS_PRIME_ORDER && has_form && (splits || !split);
                if of_subgroup || !split && algorithm != Algorithm::Edwards {
                    assert_eq!(sum.unwrap(), expected, "{case}, halves: {split}");
                } else {
                    assert!(matches!(sum, Err(Error::NotPossible { .. })), "{case}, halves: {split}");
                }
                if in_subgroup && has_form && (splits || !split) {
                    let sum = msm.msm_vartime(&Subgroup::unchecked(points), scalars).unwrap();
                    assert_eq!(sum, expected, "{case}, halves: {split}");
                }
            }
        }
    }
    for split in [false, true] {
        let straus = Msm::new().algorithm(Algorithm::Straus).endomorphism(split);
        let sum = straus.msm_vartime(&Subgroup::unchecked(points), scalars);
        let most = match (split, C::PSI.is_some()) {
            (false, _) => 8,
            (true, false) => 4,
            (true, true) => 64,
        };
        if points.len() > most || split && !splits {
            assert!(matches!(sum, Err(Error::NotPossible { .. })));
        } else if in_subgroup || !split {
            assert_eq!(sum.unwrap(), expected, "{}", at("Straus"));
        }
    }
    // One window at a time.
    let one_by_one = Msm::new().algorithm(Algorithm::Affine).endomorphism(false).memory(0);
    assert_eq!(one_by_one.plan(points, scalars).unwrap().windows_at_once, 1);
    assert_eq!(one_by_one.msm_vartime(points, scalars).unwrap(), expected, "{}", at("little memory"));
}

const EVERY_WIDTH: [usize; 15] = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];

fn every_number<C: WeierstrassCurve>(every_width: &[usize], some: &[usize])
where
    C::Scalar: MsmScalar<C>,
{
    let (points, scalars) = (multiples::<C>(133), scalars::<C::Scalar>(133));
    let (mut expected, mut added) = (Jacobian::IDENTITY, 0);
    // From 18 on, numbers next to whole chunks, except with full effort.
    let all = effort::is_full();
    for n in (0..=40)
        .chain([63, 64, 65, 133])
        .filter(|n| all || *n < 18 || [31, 32, 33, 40].contains(n) || *n > 60)
    {
        let widths = if every_width.contains(&n) { &EVERY_WIDTH[..] } else { some };
        expected = expected.add_vartime(&naive(&points[added..n], &scalars[added..n]));
        added = n;
        check_all_against(expected, &points[..n], &scalars[..n], widths, n);
    }
}

#[test]
fn every_number_of_points() {
    every_number::<Bls12_377G1>(&[0, 1, 33], &[5]);
    every_number::<P256>(&[3, 17], &[5]);
    every_number::<Pallas>(&[2], &[4]);
    every_number::<Vesta>(&[8], &[6]);
    every_number::<Grumpkin>(&[5], &[3]);
    if effort::is_full() {
        every_number::<Bls12_381G1>(&[], &[3]);
        every_number::<Bn254G1>(&[2, 16], &[7]);
    }
}

#[test]
fn every_number_of_points_of_g2() {
    every_number::<Bls12_381G2>(&[1, 9], &[4]);
    if effort::is_full() {
        every_number::<Bls12_377G2>(&[], &[6]);
        every_number::<Bn254G2>(&[], &[3]);
    }
}

/// Infinity, repeated and opposite points, in one bucket and in many.
fn check_adversarial_points<C: WeierstrassCurve>()
where
    C::Scalar: MsmScalar<C>,
{
    // Sums by buckets take a time that grows with both numbers.
    let (n, widths) = if effort::is_full() { (300, [3, 8]) } else { (40, [3, 6]) };
    let some = multiples::<C>(40);
    let random = scalars::<C::Scalar>(n);
    let (p, q) = (some[0], some[1]);
    let repeated = |choices: &[Affine<C>]| -> Vec<Affine<C>> {
        (0..n).map(|i| choices[i * i % choices.len()]).collect()
    };
    let all: [Vec<Affine<C>>; 6] = [
        vec![p; n],
        vec![Affine::IDENTITY; n],
        repeated(&[p, -p]),
        repeated(&[p, -p, Affine::IDENTITY, q, p, -q, p]),
        (0..n).map(|i| if i % 2 == 0 { some[i / 2 % 40] } else { -some[i / 2 % 40] }).collect(),
        (0..n).map(|i| some[i % 40]).collect(),
    ];
    let constant = |scalar: C::Scalar| vec![scalar; n];
    let few: Vec<C::Scalar> = (0..n).map(|i| C::Scalar::from([1, 2, 3, 4][i % 4])).collect();
    let scalars = [
        &random,
        &constant(C::Scalar::ZERO),
        &constant(C::Scalar::ONE),
        &constant(-C::Scalar::ONE),
        &constant(random[0]),
        &few,
    ];
    for (i, points) in all.iter().enumerate() {
        for (j, scalars) in scalars.into_iter().enumerate().filter(|(j, _)| every(2, i + j)) {
            check_all_against(naive(points, scalars), points, scalars, &widths, j / 2);
        }
    }
}

#[test]
fn adversarial_points() {
    check_adversarial_points::<Bls12_381G2>();
    check_adversarial_points::<Bn254G2>();
    check_adversarial_points::<Bls12_377G1>();
    check_adversarial_points::<Bn254G1>();
    check_adversarial_points::<P256>();
    check_adversarial_points::<Pallas>();
    check_adversarial_points::<Vesta>();
    check_adversarial_points::<Grumpkin>();
}

/// Points outside the subgroup: scalars act as integers, not as residues modulo the order of the subgroup.
fn check_points_outside_the_subgroup<C: WeierstrassCurve>()
where
    C::Scalar: MsmScalar<C>,
{
    let point = outside::<C>();
    // The multiple by the order of the subgroup, whose order divides the cofactor.
    let order = (-C::Scalar::ONE).to_limbs();
    let small = Jacobian::from_affine(&point).mul_limbs_vartime(order.as_ref()).add_affine_vartime(&point);
    let mut points = vec![point, small.to_affine(), -small.to_affine(), Affine::GENERATOR];
    // Points of order two, if the curve has such points. Their doubles are infinity.
    points.extend(Affine::new(-C::B, C::Base::ZERO));
    points.extend(points.clone());
    let points: Vec<_> = (0..100).map(|i| points[i * i % points.len()]).collect();
    check_all_algorithms(&points, &scalars::<C::Scalar>(100), &[2, 5, 9]);
    check_all_algorithms(&points, &[-C::Scalar::ONE; 100], &[7]);
    check_all_algorithms(&points, &[2u8; 100], &[4]);
    assert_eq!(
        Msm::new().endomorphism(true).msm_vartime(&points, &[1u8; 100]),
        Err(Error::NotPossible {
            what: "splitting scalars",
            why: "points not known to be in the prime subgroup of a curve with an endomorphism"
        })
    );
}

#[test]
fn points_outside_the_subgroup() {
    check_points_outside_the_subgroup::<Bls12_377G1>();
    check_points_outside_the_subgroup::<Bls12_381G1>();
}

#[test]
fn machine_integers() {
    let points = multiples::<Bn254G1>(67);
    let word = |i: usize| (i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    fn each<S: MsmScalar<Bn254G1>>(points: &[Affine<Bn254G1>], edges: &[S], random: impl Fn(usize) -> S) {
        let scalars: Vec<S> =
            (0..points.len()).map(|i| edges.get(i).copied().unwrap_or_else(|| random(i))).collect();
        check_all_algorithms(points, &scalars, &[2, 7, 16]);
        check_all_algorithms(points, &vec![edges[edges.len() - 1]; points.len()], &[5]);
    }
    each(&points, &[false, true], |i| word(i) % 3 == 0);
    each(&points, &[0, 1, u8::MAX], |i| word(i) as u8);
    each(&points, &[0, 1, 1 << 15, u16::MAX], |i| word(i) as u16);
    each(&points, &[0, 1, 1 << 31, u32::MAX], |i| word(i) as u32);
    each(&points, &[0, 1, 1 << 63, u64::MAX], word);
    each(&points, &[0, 1, -1, i64::MAX, i64::MIN], |i| word(i) as i64);
    each(&points, &[0, 1, 1 << 127, u128::MAX], |i| u128::from(word(i)) << 64 | u128::from(word(i + 1)));
}

#[test]
fn thousands_of_points() {
    // With the points k G for k = 1, 2, ..., the expected sum is a single multiple of G.
    let n = 8105u64;
    let mut points = vec![Jacobian::<Bls12_377G1>::GENERATOR];
    for _ in 1..n {
        points.push(points[points.len() - 1].add_affine_vartime(&Affine::GENERATOR));
    }
    let points = Subgroup::unchecked(Jacobian::normalise_batch(&points));
    type Scalar = <Bls12_377G1 as WeierstrassCurve>::Scalar;
    let scalars: Vec<Scalar> = scalars(points.points().len());
    let total = (1..=n).zip(&scalars).fold(Scalar::ZERO, |sum, (k, scalar)| sum + Scalar::from(k) * *scalar);
    let expected = Jacobian::GENERATOR.mul_limbs_vartime(&total.to_limbs());
    for n in [8103, 8104, 8105] {
        let expected = (n..8105).fold(expected, |sum, i| {
            sum.add_vartime(
                &Jacobian::from_affine(&points.points()[i]).mul_limbs_vartime(&scalars[i].to_limbs()).neg(),
            )
        });
        let points = Subgroup::unchecked(&points.points()[..n]);
        for split in [false, true] {
            let msm = Msm::new().endomorphism(split);
            assert_eq!(msm.msm_vartime(&points, &scalars[..n]).unwrap(), expected, "{n}");
        }
    }
    // Integers 0, 1, 2, ... have windows with few nonzero digits.
    let integers: Vec<u32> = (0..n as u32).collect();
    let total: u64 = (1..=n).zip(&integers).map(|(k, i)| k * u64::from(*i)).sum();
    assert_eq!(msm_vartime(&points, &integers).unwrap(), Jacobian::GENERATOR.mul_limbs_vartime(&[total]));
}

#[test]
fn rejects_unequal_lengths_and_invalid_widths() {
    let points = multiples::<Bn254G1>(9);
    assert_eq!(msm_vartime(&points, &[1u8; 8]), Err(Error::Lengths { points: 9, scalars: 8 }));
    for width in [0, 1, 17, usize::MAX] {
        assert_eq!(Msm::new().width(width).msm_vartime(&points, &[1u8; 9]), Err(Error::Width { width }));
    }
}

#[test]
fn reports_progress_and_can_be_cancelled() {
    let points = multiples::<Bn254G1>(2000);
    let scalars = scalars::<<Bn254G1 as WeierstrassCurve>::Scalar>(2000);
    let reports = std::sync::Mutex::new(Vec::new());
    let callback = |progress: Progress| {
        reports.lock().unwrap().push(progress);
        ControlFlow::Continue(())
    };
    let sum = Msm::new().progress(&callback).msm_vartime(&points, &scalars).unwrap();
    assert_eq!(sum, msm_vartime(&points, &scalars).unwrap());
    let reports = reports.into_inner().unwrap();
    let last = reports.iter().map(|progress| progress.done).max().unwrap();
    // A single thread processes about a thousand lists at a time.
    assert!(reports.len() > 3 && reports.iter().all(|progress| progress.done <= progress.total));
    assert!(
        last * 10 > reports[0].total * 9 && last * 10 < reports[0].total * 11,
        "{last} of {:?}",
        reports[0]
    );
    let calls = std::sync::atomic::AtomicUsize::new(0);
    let callback = |_: Progress| {
        calls.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        ControlFlow::Break(())
    };
    assert_eq!(Msm::new().progress(&callback).msm_vartime(&points, &scalars), Err(Error::Cancelled));
    assert!(calls.into_inner() <= 16, "few calls after the cancellation");
}
