//! Every schedule on every modulus against big integers: results step by step by definition, canonical results, and
//! those of the operands with the largest results.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use crate::family::*;
use num_bigint::BigUint;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use vorpal_limbs::schedule::{Natural, Operands, Plan, Schedule, Step};
use vorpal_oracle::big::{from_limbs, limb_edges, residue_edges, to_limbs};
use vorpal_oracle::effort::{every, includes, proptest_cases};

/// The ranges of operands that fit `N` limbs.
fn ranges<const N: usize>(p: &[u64; N]) -> Vec<Operands> {
    let fits = |range: &Operands| range.maximum(p).bits() <= 64 * N;
    [Operands::Multiple(1), Operands::Multiple(2), Operands::Limbs].into_iter().filter(fits).collect()
}

struct Case<const N: usize> {
    /// For operands below `p`, below `2 p` if they fit, and any, in all combinations.
    plans: Vec<Plan<N>>,
    p: BigUint,
    inverse_radix: BigUint,
    definition: Reduction,
}

impl<const N: usize> Case<N> {
    fn new(modulus: &[u64; N], schedule: Schedule) -> Self {
        let p = from_limbs(modulus);
        let pairs =
            ranges(modulus).into_iter().flat_map(|a| ranges(modulus).into_iter().map(move |b| (a, b)));
        let plans = pairs.map(|(a, b)| Plan::new(*modulus, schedule, a, b)).collect();
        Self { plans, inverse_radix: rho(N, &p), definition: Reduction::new(&p), p }
    }

    /// The result without subtraction is that of the definition, and every plan that accepts the operands computes the
    /// same canonical number.
    fn check(&self, a: &[u64; N], b: &[u64; N]) {
        let [big_a, big_b] = [a, b].map(|limbs| from_limbs(limbs));
        let c = &big_a * &big_b;
        let any = self.plans.last().unwrap();
        let schedule = any.schedule();
        let (raw, top) = any.mul_raw(a, b);
        let whole = from_limbs(&raw) + BigUint::from(top) * power(N);
        assert_eq!(whole, self.definition.of(schedule, &c), "{schedule}, {a:x?}, {b:x?}");
        assert_eq!(any.square_raw(a), any.mul_raw(a, a), "{schedule}, {a:x?}");
        let canonical: [u64; N] = to_limbs(&(c * &self.inverse_radix % &self.p));
        for plan in &self.plans {
            let maxima = plan.operands().map(|range| from_limbs(&range.maximum(plan.modulus()).limbs::<N>()));
            if big_a <= maxima[0] && big_b <= maxima[1] {
                assert!(whole <= from_limbs(&plan.bound().largest().limbs::<66>()));
                if plan.subtractions() < 1000 {
                    assert_eq!(plan.mul(a, b), canonical, "{schedule}, {a:x?}, {b:x?}");
                    assert_eq!(plan.mul_vartime(a, b), canonical);
                    if a == b {
                        assert_eq!(plan.square(a), canonical, "{schedule}, {a:x?}");
                    }
                }
            }
        }
    }

    fn check_reduction(&self, low: &[u64; N], high: &[u64; N]) {
        let plan = &self.plans[0];
        let (raw, top) = plan.reduce_raw(low, high);
        let c = from_limbs(low) + from_limbs(high) * power(N);
        let whole = from_limbs(&raw) + BigUint::from(top) * power(N);
        assert_eq!(whole, self.definition.of(plan.schedule(), &c));
    }
}

/// 0, 1, `p - 1`, values around each bound, powers of the word, and some patterns of extreme limbs.
fn operands<const N: usize>(p: &BigUint) -> Vec<[u64; N]> {
    let mut all: Vec<BigUint> = residue_edges(p, N);
    all.extend((0u8..3).flat_map(|i| [p * 2u8 - i, p + i, power(N) - 1u8 - i]));
    all.retain(|value| *value < power(N));
    let every = if N <= 4 { 29 } else { 481 };
    all.iter().map(to_limbs).chain(limb_edges::<N>().into_iter().step_by(every)).collect()
}

fn check_schedule<const N: usize>(modulus: &[u64; N], schedule: Schedule) {
    let case = Case::new(modulus, schedule);
    let operands = operands(&case.p);
    for (i, a) in operands.iter().enumerate() {
        for (_, b) in operands.iter().enumerate().filter(|(j, _)| includes(i, *j)) {
            case.check(a, b);
        }
        case.check_reduction(a, &[u64::MAX; N]);
        case.check_reduction(&[u64::MAX; N], a);
    }
    for range in ranges(modulus) {
        let witness = schedule.witness_vartime(modulus, range, range).unwrap();
        case.check(&witness.a, &witness.b);
        case.check(&witness.b, &witness.a);
    }
    let mut runner = TestRunner::new(Config::with_cases(proptest_cases(50)));
    runner
        .run(&(any::<[u64; N]>(), any::<[u64; N]>()), |(a, b)| {
            case.check(&a, &b);
            case.check_reduction(&a, &b);
            let residue = |limbs: &[u64; N]| to_limbs(&(from_limbs(limbs) % &case.p));
            case.check(&residue(&a), &residue(&b));
            Ok(())
        })
        .unwrap();
}

fn check_modulus<const N: usize>(modulus: &[u64; N]) {
    for (_, schedule) in Schedule::named(N) {
        check_schedule(modulus, schedule);
    }
}

#[test]
fn primes_of_bn254_and_bls12_377() {
    [BN254_SCALAR, BN254_BASE, BLS12_377_SCALAR].iter().for_each(check_modulus);
}

#[test]
fn primes_of_bls12_381_and_pallas() {
    [BLS12_381_SCALAR, BANDERSNATCH_SCALAR, PALLAS_BASE].iter().for_each(check_modulus);
}

#[test]
fn primes_of_secp256k1() {
    [SECP256K1_BASE, SECP256K1_SCALAR].iter().for_each(check_modulus);
}

#[test]
fn primes_of_six_limbs() {
    [BLS12_381_BASE, BLS12_377_BASE].iter().for_each(check_modulus);
}

#[test]
fn odd_numbers_that_break_carries() {
    ODD_4.iter().for_each(check_modulus);
    ODD_6[..2].iter().for_each(check_modulus);
}

#[test]
fn other_numbers_of_limbs() {
    check_modulus(&[u64::MAX - 58]);
    check_modulus(&[3]);
    check_modulus(&[u64::MAX - 158, u64::MAX]);
    check_modulus(&[5, 0, 1 << 63]);
    check_modulus(&[u64::MAX, 7, 1 << 20, 9, 3]);
}

/// More limbs than those of straight-line code.
#[test]
fn numbers_of_many_limbs() {
    fn check<const N: usize>(modulus: &[u64; N]) {
        let named = Schedule::named(N).map(|(_, schedule)| schedule);
        for schedule in [named[0], named[1], named[2], named[5]] {
            let case = Case::new(modulus, schedule);
            let operands: Vec<[u64; N]> = residue_edges(&case.p, N).iter().map(to_limbs).collect();
            for (i, a) in operands.iter().enumerate() {
                case.check(a, a);
                case.check(a, &operands[(3 * i + 1) % operands.len()]);
            }
            case.check(&[u64::MAX; N], &[u64::MAX; N]);
            case.check_reduction(&[u64::MAX; N], &[u64::MAX; N]);
            let witness = schedule.witness_vartime(modulus, ranges(modulus)[0], ranges(modulus)[0]).unwrap();
            case.check(&witness.a, &witness.b);
        }
    }
    check(&[u64::MAX - 2; 9]);
    let mut modulus = [u64::MAX; 32];
    (modulus[0], modulus[31]) = (u64::MAX - 188, 1 << 40);
    check(&modulus);
}

#[test]
fn schedules_without_a_name() {
    use Step::{Jump, Parallel, Round};
    for steps in [
        &[Round, Parallel(2), Round][..],
        &[Jump(1), Jump(1), Jump(1), Round],
        &[Parallel(1), Jump(1), Parallel(1), Round],
        &[Round, Jump(1), Round, Round],
    ] {
        check_schedule(&SECP256K1_SCALAR, Schedule::new(4, steps));
        check_schedule(&PALLAS_BASE, Schedule::new(4, steps));
    }
    check_schedule(&BLS12_381_BASE, Schedule::new(6, &[Parallel(2), Jump(2), Round, Round]));
}

/// Any two operands whose limbs are all 0, 1, `2^63` or `2^64 - 1`, and a modulus without a spare bit.
#[test]
fn all_pairs_of_extreme_limbs() {
    let edges = limb_edges::<4>();
    for (_, schedule) in Schedule::named(4) {
        let plan = Plan::new(SECP256K1_BASE, schedule, Operands::Limbs, Operands::Limbs);
        let reference = Plan::new(SECP256K1_BASE, Schedule::cios(4), Operands::Limbs, Operands::Limbs);
        for (i, a) in edges.iter().enumerate() {
            for (_, b) in edges.iter().enumerate().filter(|(j, _)| every(7, i + j)) {
                let product = reference.mul(a, b);
                assert_eq!((plan.mul(a, b), plan.mul_vartime(a, b)), (product, product));
            }
        }
    }
}

/// The distance between a witness and the bound, as the exponent `e` of `2^-e p`.
fn gap<const N: usize>(modulus: &[u64; N], schedule: &Schedule, range: Operands) -> Option<usize> {
    let witness = schedule.witness_vartime(modulus, range, range)?;
    let maximum = from_limbs(&range.maximum(modulus).limbs::<N>());
    assert!(from_limbs(&witness.a) <= maximum && from_limbs(&witness.b) <= maximum);
    let product = from_limbs(&witness.a) * from_limbs(&witness.b);
    let result = Reduction::new(&from_limbs(modulus)).of(schedule, &product);
    assert_eq!(result, from_limbs(&witness.result.limbs::<66>()));
    let missing = schedule.bound(modulus, range, range).largest().sub(&witness.result);
    Some(Natural::from_limbs(modulus).bits() - missing.bits())
}

/// Witnesses are so close to the bound that they prove the number of subtractions.
#[test]
fn witnesses_reach_their_bounds() {
    let near_an_integer: [&[u64]; 3] = [&PALLAS_BASE, &SECP256K1_BASE, &SECP256K1_SCALAR];
    let check = |modulus: &[u64; 4], least| check_witnesses(modulus, least, &near_an_integer);
    fn check_witnesses<const N: usize>(modulus: &[u64; N], least: usize, near_an_integer: &[&[u64]]) {
        for (_, schedule) in Schedule::named(N) {
            for range in ranges(modulus) {
                let bits = gap(modulus, &schedule, range).unwrap();
                assert!(bits >= least, "{schedule}, {range:?}, {modulus:x?}: {bits}");
                let bound = schedule.bound(modulus, range, range);
                let witness = schedule.witness_vartime(modulus, range, range).unwrap();
                let reached = from_limbs(&witness.result.limbs::<66>()) / from_limbs(modulus);
                // Only rounds, on three primes: there the bound is within 2^-120 of an integer.
                let near_an_integer =
                    *schedule.steps() == [Step::Round; N] && near_an_integer.contains(&modulus.as_slice());
                assert!(
                    reached == BigUint::from(bound.subtractions()) || near_an_integer,
                    "{schedule}, {range:?}, {modulus:x?}"
                );
            }
        }
    }
    for modulus in [BN254_SCALAR, BN254_BASE, BLS12_381_SCALAR, BLS12_377_SCALAR, BANDERSNATCH_SCALAR] {
        check(&modulus, 60);
    }
    for modulus in [PALLAS_BASE, SECP256K1_BASE, SECP256K1_SCALAR] {
        check(&modulus, 60);
    }
    check_witnesses(&BLS12_381_BASE, 90, &[]);
    check_witnesses(&BLS12_377_BASE, 90, &[]);
}

/// The published witness for the log jump on BN254's scalar field, and the one found here.
#[test]
fn the_published_witness_and_a_better_one() {
    let a = vorpal_limbs::words::hex("0x30644e72e131a029b8369476b2a0e1a67e33e9326f59dd4930592167240ee267");
    let b = vorpal_limbs::words::hex("0x30644e72e130b1cbe7dc6fa341e2f3d38595381f33bbd3bc666d322dc49ce6a9");
    let one = Operands::Multiple(1);
    let plan = Plan::new(BN254_SCALAR, Schedule::log_jump(4), one, one);
    let (result, top) = plan.mul_raw(&a, &b);
    assert_eq!(top, 0);
    let (result, p) = (from_limbs(&result), from_limbs(&BN254_SCALAR));
    // 2.346827 p.
    assert_eq!(&result * 100_000u32 / &p, BigUint::from(234_682u32));
    let better = plan.schedule().witness_vartime(&BN254_SCALAR, one, one).unwrap();
    let better = from_limbs(&better.result.limbs::<4>());
    assert!(better > result);
    assert_eq!(better * 1_000_000u32 / p, BigUint::from(2_346_874u32));
}
