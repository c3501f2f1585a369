//! The cheapest schedules against all schedules, and expected shares of results not below `p` against counted ones.

#![allow(clippy::unwrap_used, clippy::cast_precision_loss, reason = "a test fails by panicking")]

use crate::family::*;
use vorpal_limbs::schedule::{Operands, Plan, Schedule, Step};
use vorpal_oracle::effort::cases;

const ONE: Operands = Operands::Multiple(1);
const TWO: Operands = Operands::Multiple(2);

/// All schedules of `limbs` limbs, by trying every step.
fn all_schedules(limbs: usize) -> Vec<Schedule> {
    fn extend(limbs: usize, removed: usize, steps: &mut Vec<Step>, all: &mut Vec<Schedule>) {
        if removed == limbs {
            all.extend(Schedule::try_new(limbs, steps));
            return;
        }
        for k in 1..=limbs - removed {
            let round = (k == 1).then_some(Step::Round);
            for step in round.into_iter().chain([Step::Parallel(k), Step::Jump(k)]) {
                steps.push(step);
                extend(limbs, removed + k, steps, all);
                steps.pop();
            }
        }
    }
    let mut all = Vec::new();
    extend(limbs, 0, &mut Vec::new(), &mut all);
    all
}

/// The model of costs, by its description: in quarters of a cycle.
fn cost<const N: usize>(schedule: &Schedule, p: &[u64; N], a: Operands, b: Operands) -> u64 {
    let bound = schedule.bound(p, a, b);
    let rounds = schedule.steps().iter().filter(|step| **step == Step::Round).count();
    let limbs = N + usize::from(bound.overflows());
    let subtractions = bound.subtractions().saturating_mul(2 * limbs as u64);
    ((12 * N * N + 4 * rounds) as u64).saturating_add(subtractions)
}

fn check_best<const N: usize>(p: &[u64; N]) {
    let all = all_schedules(N);
    let small = Operands::Bits(64 * N / 4);
    for (a, b) in [(ONE, ONE), (TWO, TWO), (Operands::Limbs, Operands::Limbs), (ONE, small), (small, small)] {
        let best = Schedule::best(p, a, b);
        let least = all.iter().map(|schedule| cost(schedule, p, a, b)).min().unwrap();
        assert_eq!((best.cost, cost(&best.schedule, p, a, b)), (least, least), "{p:x?} {a} {b}");
        assert_eq!(best.bound, best.schedule.bound(p, a, b));
        assert!((0.0..=1.0).contains(&best.share));
    }
}

#[test]
fn no_schedule_is_cheaper_than_the_best() {
    let counts: Vec<usize> = (1..=6).map(|limbs| all_schedules(limbs).len()).collect();
    assert_eq!(counts[0], 1);
    assert!(counts.windows(2).all(|pair| pair[0] < pair[1]) && counts[5] > 200, "{counts:?}");
    check_best(&[u64::MAX - 58]);
    check_best(&[u64::MAX - 158, u64::MAX]);
    check_best(&[5, 0, 1 << 63]);
    for p in [BN254_SCALAR, BN254_BASE, BLS12_381_SCALAR, BLS12_377_SCALAR, PALLAS_BASE, SECP256K1_SCALAR] {
        check_best(&p);
    }
    check_best(&SECP256K1_BASE);
    check_best(&[u64::MAX, 7, 1 << 20, 9, 3]);
    check_best(&BLS12_381_BASE);
    check_best(&BLS12_377_BASE);
}

/// The choices for the field of the source: fewer subtractions than a jump only where the range demands it.
#[test]
fn the_best_schedules_of_bn254() {
    let text = |a, b| {
        let best = Schedule::best(&BN254_SCALAR, a, b);
        format!("{} {} {:.2}", best.schedule, best.bound.subtractions(), best.share)
    };
    assert_eq!(text(ONE, ONE), "P2,J1,C 1 0.43");
    assert_eq!(text(TWO, TWO), "P2,C,C 1 0.19");
    assert_eq!(text(Operands::Bits(32), Operands::Bits(32)), "P2,J1,C 1 0.38");
    assert_eq!(text(ONE, Operands::Bits(64)), "P2,J1,C 1 0.38");
}

#[test]
fn the_search_reaches_the_longest_numbers() {
    let mut p = [u64::MAX; 32];
    p[0] -= 188;
    let best = Schedule::best(&p, ONE, ONE);
    assert!(best.cost <= cost(&Schedule::cios(32), &p, ONE, ONE));
    assert!(best.cost <= cost(&Schedule::parallel_rounds(32), &p, ONE, ONE));
}

/// A deterministic generator (G. Marsaglia, "Xorshift RNGs", 2003).
struct Random(u64);

impl Random {
    fn word(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number of this range, by trying numbers of as many bits.
    fn operand<const N: usize>(&mut self, p: &[u64; N], range: Operands) -> [u64; N] {
        let maximum = range.maximum(p);
        let bits = maximum.bits();
        loop {
            let limbs: [u64; N] = std::array::from_fn(|i| {
                let word = self.word();
                match bits.saturating_sub(64 * i) {
                    0 => 0,
                    some @ 1..64 => word >> (64 - some),
                    _ => word,
                }
            });
            if !maximum.less(&vorpal_limbs::schedule::Natural::from_limbs(&limbs)) {
                return limbs;
            }
        }
    }
}

fn check_shares<const N: usize>(p: &[u64; N], ranges: &[(Operands, Operands)]) {
    let count = cases(80_000);
    // Four standard deviations, and a hundredth for the model.
    let tolerance = 2.0 / (count as f64).sqrt() + 0.01;
    for (_, schedule) in Schedule::named(N) {
        let plan = Plan::new(*p, schedule, Operands::Limbs, Operands::Limbs);
        for (a, b) in ranges {
            let mut random = Random(1);
            let mut above = [0; 3];
            for _ in 0..count {
                let (result, top) = plan.mul_raw(&random.operand(p, *a), &random.operand(p, *b));
                let result = from_limbs_and(&result, top);
                for (k, above) in above.iter_mut().enumerate() {
                    *above += usize::from(result >= vorpal_oracle::big::from_limbs(p) * (k + 1));
                }
            }
            for (k, above) in above.into_iter().enumerate() {
                let expected = schedule.share_not_below(p, *a, *b, k as u64 + 1);
                let counted = above as f64 / count as f64;
                assert!(
                    (expected - counted).abs() < tolerance,
                    "{schedule}, {a} {b}, {} p, {p:x?}: {expected} expected, {counted} counted",
                    k + 1
                );
            }
        }
    }
}

fn from_limbs_and(limbs: &[u64], top: u64) -> num_bigint::BigUint {
    vorpal_oracle::big::from_limbs(&[limbs, &[top]].concat())
}

#[test]
fn expected_shares_are_those_of_random_operands() {
    let bits = Operands::Bits;
    let ranges = [
        (ONE, ONE),
        (ONE, bits(64)),
        (bits(32), bits(32)),
        (bits(64), bits(64)),
        (bits(66), bits(63)),
        (Operands::Limbs, Operands::Limbs),
    ];
    check_shares(&BN254_SCALAR, &ranges);
    check_shares(&BLS12_381_SCALAR, &ranges[..4]);
    check_shares(&PALLAS_BASE, &ranges[..2]);
    check_shares(&BLS12_377_BASE, &[(ONE, ONE), (bits(160), bits(31))]);
}

/// The published shares: of random operands, and of two small ones, for the single step, the log jump and one jump.
#[test]
fn published_shares() {
    let share = |schedule: Schedule, range| schedule.share_not_below(&BN254_SCALAR, range, range, 1);
    assert!((share(Schedule::cios(4), ONE) - 0.05).abs() < 0.005);
    for (schedule, expected) in
        [(Schedule::single_step(4), 0.22), (Schedule::log_jump(4), 0.38), (Schedule::one_jump(4), 0.0)]
    {
        let found = share(schedule, Operands::Bits(32));
        assert!((found - expected).abs() < 0.01, "{schedule}: {found}");
        // With one small operand they are larger.
        let one_small = schedule.share_not_below(&BN254_SCALAR, ONE, Operands::Bits(32), 1);
        assert!(one_small > found + 0.01, "{schedule}: {one_small}");
    }
}
