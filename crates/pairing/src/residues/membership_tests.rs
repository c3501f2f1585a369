//! Membership of points of G1 in residues against the definition `r P = 0`, by a textbook on big integers.

use std::iter::successors;

use num_bigint::BigUint;
use vorpal_curves::models::weierstrass::{Affine, Jacobian, WeierstrassCurve};
use vorpal_fields::{Field, Modulus, PrimeField};
use vorpal_limbs::residues::{PortableResidues, ResidueBackend, ResidueKernels};
use vorpal_oracle::big::from_limbs;
use vorpal_oracle::data::report_skipped;
use vorpal_oracle::effort::{every, includes};
use vorpal_oracle::weierstrass::Curve;

use super::Residues;
use super::membership::pays_for;
use crate::Engine;
use crate::bls12_377::Bls12_377;
use crate::bls12_381::Bls12_381;
use crate::bn254::Bn254;

/// All prime factors of both cofactors.
const PRIMES: [u64; 9] = [2, 3, 7, 11, 13, 499, 10_177, 859_267, 52_437_899];

/// The length of the longest list.
const LONGEST: usize = 10;

/// A point, and whether it is in G1.
type Labelled<E, const N: usize> = (Affine<<E as Engine<N>>::G1>, bool);

fn mul<C: WeierstrassCurve>(point: &Affine<C>, integer: &BigUint) -> Affine<C> {
    Jacobian::from_affine(point).mul_limbs_vartime(&integer.to_u64_digits()).to_affine()
}

fn order<E: Engine<N>, const N: usize>() -> BigUint {
    from_limbs(&(-E::Scalar::ONE).to_limbs()) + 1u8
}

/// Multiples of the generator, and points outside G1. For each prime factor of the cofactor these have the prime as
/// order, or a power of it, or they are sums with the generator. Others have composite orders.
fn points<E: Engine<N>, const N: usize>() -> Vec<Affine<E::G1>> {
    let (r, cofactor, g) = (order::<E, N>(), from_limbs(E::G1::COFACTOR), Affine::<E::G1>::GENERATOR);
    let seed = BigUint::from(E::PSI.seed().magnitude);
    let multiples = [1u8.into(), 2u8.into(), 3u8.into(), &r - 1u8, &r >> 1, &seed * &seed, seed];
    let mut points: Vec<_> = multiples.iter().map(|k| mul(&g, k)).collect();
    let lifted = (1..40u64).filter_map(|x| Affine::<E::G1>::lift_x_vartime(x.into()));
    let random: Vec<_> = lifted.map(|pair| pair.0).take(4).collect();
    points.extend(random[..2].iter().flat_map(|point| [*point, mul(point, &r)]));
    let mut unknown = cofactor.clone();
    for prime in PRIMES.into_iter().filter(|prime| &cofactor % *prime == BigUint::ZERO) {
        while &unknown % prime == BigUint::ZERO {
            unknown /= prime;
        }
        let mut other = &r * &cofactor;
        while &other % prime == BigUint::ZERO {
            other /= prime;
        }
        let mut powers = random.iter().map(|point| mul(point, &other));
        let power = powers.find(|power| !power.is_identity_vartime()).expect("a point of such an order");
        let multiples = successors(Some(power), |power| Some(mul(power, &prime.into())));
        let last = multiples.take_while(|power| !power.is_identity_vartime()).last().unwrap_or(power);
        points.extend([power, last, -last, last.add_vartime(&g)]);
    }
    assert_eq!(unknown, 1u8.into(), "another prime factor of the cofactor");
    points
}

/// The points with what a textbook says of them.
fn labelled<E: Engine<N>, const N: usize>() -> Vec<Labelled<E, N>> {
    let curve =
        Curve { p: from_limbs(&E::Modulus::P), a: BigUint::ZERO, b: from_limbs(&E::G1::B.to_limbs()) };
    let order = order::<E, N>();
    let label = |point: Affine<E::G1>| {
        let (x, y) = point.raw_coordinates();
        let integers = Some((from_limbs(&x.to_limbs()), from_limbs(&y.to_limbs())));
        assert!(curve.contains(&integers));
        (point, curve.mul(&integers, &order).is_none())
    };
    points::<E, N>().into_iter().map(label).collect()
}

/// The check without the one that repeats it: it rejects points outside, and points of G1 pass. Every point is in both
/// halves of an element, beside each of the others, or with less effort beside some.
fn pairs<E: Engine<N>, const N: usize, K: ResidueBackend>(
    residues: &Residues<E, N, K>,
    points: &[Labelled<E, N>],
) {
    let number = points.len();
    let pairs = (0..number * number).map(|i| [i / number, i % number]);
    let pairs: Vec<_> = pairs.filter(|[i, j]| number < 10 || includes(*i, *j)).collect();
    let affine: Vec<_> = points.iter().map(|(point, _)| *point).collect();
    for pairs in pairs.chunks(4) {
        let expected: Vec<_> = pairs.iter().map(|pair| pair.map(|index| points[index].1)).collect();
        assert_eq!(residues.inside_vartime(pairs, &affine), expected, "{pairs:?} of {points:?}");
    }
}

/// A point outside at every index of lists of every length, before another one, among points of G1 and infinity.
fn lists<E: Engine<N>, const N: usize, K: ResidueBackend>(
    residues: &Residues<E, N, K>,
    points: &[Labelled<E, N>],
) {
    let (inside, outside): (Vec<_>, Vec<_>) = points.iter().copied().partition(|(_, inside)| *inside);
    let filled: Vec<_> = inside.iter().map(|(point, _)| *point).chain([Affine::IDENTITY; 2]).collect();
    for length in 0..=LONGEST {
        assert_eq!(residues.outside_g1_vartime(&vec![Affine::IDENTITY; length]), None);
        for index in 0..length {
            // Every fourth point outside, and with less effort of these every fourth.
            let some = outside.iter().enumerate().skip(index % 4).step_by(4);
            for (number, (point, _)) in some.filter(|(number, _)| every(4, number / 4 + length)) {
                let mut list: Vec<_> = filled.iter().cycle().skip(number).take(length).copied().collect();
                assert_eq!(residues.outside_g1_vartime(&list), None);
                list[length - 1] = outside[number / 2].0;
                list[index] = *point;
                assert_eq!(residues.outside_g1_vartime(&list), Some(index), "{list:?}");
            }
        }
    }
}

fn check<E: Engine<N>, const N: usize>() {
    assert!((2..5).all(pays_for::<E, N>), "the check is for few points");
    assert!((LONGEST + 1..99).all(|number| !pays_for::<E, N>(number)), "lists have all lengths of use");
    let points = labelled::<E, N>();
    assert_eq!(points.iter().filter(|(_, inside)| *inside).count(), 7, "the multiples of the generator");
    // The last point of G1, and points outside.
    let some: Vec<_> = points.iter().skip(6).step_by(5).copied().collect();
    assert!(some[0].1 && some[1..].iter().all(|(_, inside)| !inside));
    let portable = Residues::<E, N, _>::new(PortableResidues).expect("residues support the tower");
    pairs(&portable, &some);
    let Some(kernels) = ResidueKernels::detect() else {
        lists(&portable, &some);
        report_skipped("the processor has no kernels for residues");
        return;
    };
    let residues = Residues::<E, N, _>::new(kernels).expect("residues support the tower");
    pairs(&residues, &points);
    lists(&residues, &points);
}

#[test]
fn points_of_bls12_381() {
    check::<Bls12_381, 6>();
}

/// The curve has points with `y = 0`, of order two.
#[test]
fn points_of_bls12_377() {
    assert!(points::<Bls12_377, 6>().iter().any(|point| point.raw_coordinates().1.is_zero_vartime()));
    check::<Bls12_377, 6>();
}

#[test]
fn a_curve_of_prime_order_has_no_check() {
    assert!((0..20).all(|number| !pays_for::<Bn254, 4>(number)));
}
