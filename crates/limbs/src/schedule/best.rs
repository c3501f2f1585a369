//! The cheapest schedule for given ranges of operands.
//!
//! The cost of a schedule is modelled in quarters of a cycle of a processor with one multiplier and four units for
//! additions (`docs/multiplication.md`). A word multiplication of a row takes the multiplier once and two additions: 6.
//! The one that computes `m` takes the multiplier once: 4. A conditional subtraction takes a subtraction and a
//! selection of every limb: `2 n`, and 2 more if results have a word above their limbs.
//!
//! All schedules have as many word multiplications in rows, so their costs differ by rounds and subtractions. A round
//! adds little to the results, and a fold may add much; the exact bound gives the subtractions. Each step adds its part
//! to the multiple `M_max` of the bound, by its position alone, so the least `M_max` for every number of rounds is
//! found limb by limb. No schedule is left out, although there are very many.

use super::bound::{largest_of_step, subtractions};
use super::fold::Folds;
use super::{Bound, MAX_LIMBS, Natural, Operands, Schedule, Step, assert_supported};

/// A schedule with its figures for one modulus and ranges of operands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Best<const N: usize> {
    /// The schedule.
    pub schedule: Schedule,
    /// The largest result, and so the number of conditional subtractions.
    pub bound: Bound<N>,
    /// The expected share of results before subtractions that are not below `p`
    /// ([`Schedule::share_not_below`]).
    pub share: f64,
    /// The cost of a multiplication by the model of [`best`](self), in quarters of a cycle.
    pub cost: u64,
}

impl Schedule {
    /// The cheapest schedule for operands of these ranges, by the model of [`best`](self). Of schedules with the same
    /// cost, one with smaller results; folds are joined into parallel ones where that costs nothing. More than
    /// [`MAX_LIMBS`] limbs do not build.
    ///
    /// ```
    /// use vorpal_limbs::schedule::{Operands, Schedule};
    ///
    /// let p = [0x43e1f593f0000001, 0x2833e84879b97091, 0xb85045b68181585d, 0x30644e72e131a029];
    /// let best = |range| Schedule::best(&p, range, range);
    /// assert_eq!(best(Operands::Multiple(1)).schedule.to_string(), "P2,J1,C");
    /// assert_eq!(best(Operands::Multiple(2)).schedule.to_string(), "P2,C,C"); // one subtraction less
    /// ```
    ///
    /// # Panics
    /// If the modulus is even or 1, or a range has no operand or does not fit a [`Natural`].
    pub fn best<const N: usize>(modulus: &[u64; N], a: Operands, b: Operands) -> Best<N> {
        const { assert_supported::<N>() };
        let (schedule, cost) = cheapest(modulus, a, b);
        let bound = schedule.bound(modulus, a, b);
        Best { schedule, bound, share: schedule.share_not_below(modulus, a, b, 1), cost }
    }
}

/// The cheapest schedule with its cost. Like the functions below, it is compiled once for all numbers of limbs.
fn cheapest(modulus: &[u64], a: Operands, b: Operands) -> (Schedule, u64) {
    let figures = |schedule: Schedule| {
        let largest = schedule.largest_result(modulus, a, b);
        (cost(&schedule, modulus, &largest), largest)
    };
    let mut best: Option<(Schedule, u64, Natural)> = None;
    least_multiples(modulus, |schedule| {
        let (cost, largest) = figures(schedule);
        let is_better = best
            .as_ref()
            .is_none_or(|(_, least, smallest)| cost < *least || (cost == *least && largest.less(smallest)));
        if is_better {
            best = Some((schedule, cost, largest));
        }
    });
    #[allow(clippy::expect_used, reason = "rounds alone are a schedule of every number of limbs")]
    let (mut schedule, cost, _) = best.expect("there is a schedule");
    while let Some(joined) = joined(&schedule, |joined| figures(joined).0 == cost) {
        schedule = joined;
    }
    (schedule, cost)
}

/// The cost in quarters of a cycle.
fn cost(schedule: &Schedule, modulus: &[u64], largest: &Natural) -> u64 {
    let (limbs, words) = (schedule.limbs() as u64, schedule.word_multiplications() as u64);
    let rows = 2 * limbs * limbs;
    let overflows = largest.bits() > 64 * modulus.len();
    let subtraction = 2 * limbs + if overflows { 2 } else { 0 };
    let subtractions = subtractions(largest, modulus).saturating_mul(subtraction);
    (6 * rows + 4 * (words - rows)).saturating_add(subtractions)
}

/// The first steps of a schedule with the multiple that they add.
#[derive(Clone, Copy)]
struct Start {
    multiple: Natural,
    steps: [Step; MAX_LIMBS],
    length: usize,
}

impl Start {
    const NONE: Self = Self { multiple: Natural::ZERO, steps: [Step::Round; MAX_LIMBS], length: 0 };

    /// Appends a step unless a better start is known.
    fn extend(&self, step: Step, added: &Natural, position: usize, best: &mut Option<Self>) {
        let multiple = self.multiple.add(&added.shift_left(64 * position));
        if best.as_ref().is_none_or(|best| multiple.less(&best.multiple)) {
            let mut extended = Self { multiple, ..*self };
            extended.steps[extended.length] = step;
            extended.length += 1;
            *best = Some(extended);
        }
    }
}

/// Shows the schedule with the least `M_max` of every number of rounds.
fn least_multiples(modulus: &[u64], mut show: impl FnMut(Schedule)) {
    let (folds, limbs) = (Folds::new(modulus), modulus.len());
    // With one round less, and with this many rounds: the best start that removes so many limbs.
    let mut fewer: [Option<Start>; MAX_LIMBS + 1] = [None; MAX_LIMBS + 1];
    for rounds in 0..=limbs {
        let mut starts: [Option<Start>; MAX_LIMBS + 1] = [None; MAX_LIMBS + 1];
        if rounds == 0 {
            starts[0] = Some(Start::NONE);
        }
        for end in 1..=limbs {
            let mut best = None;
            if let Some(start) = &fewer[end - 1] {
                start.extend(Step::Round, &largest_of_step(Step::Round, &folds), end - 1, &mut best);
            }
            for k in 1..=end {
                let Some(start) = &starts[end - k] else { continue };
                let (position, left) = (end - k, limbs - end + k);
                // For one limb both are the same; it is called a jump.
                for (step, fits) in [(Step::Jump(k), k <= left / 2), (Step::Parallel(k), k < left)] {
                    if fits {
                        start.extend(step, &largest_of_step(step, &folds), position, &mut best);
                    }
                }
            }
            starts[end] = best;
        }
        if let Some(start) = &starts[limbs] {
            show(Schedule::new(limbs, &start.steps[..start.length]));
        }
        fewer = starts;
    }
}

/// A schedule in which some folds that follow each other are one parallel fold, if there is one that costs no more.
fn joined(schedule: &Schedule, costs_no_more: impl Fn(Schedule) -> bool) -> Option<Schedule> {
    let steps = schedule.steps();
    let is_fold = |step: &Step| !matches!(step, Step::Round);
    for from in 0..steps.len() {
        let run = steps[from..].iter().take_while(|step| is_fold(step)).count();
        for count in (2..=run).rev() {
            let limbs = steps[from..from + count].iter().map(|step| step.limbs()).sum();
            let mut joined = [Step::Round; MAX_LIMBS];
            let length = steps.len() + 1 - count;
            joined[..from].copy_from_slice(&steps[..from]);
            joined[from] = Step::Parallel(limbs);
            joined[from + 1..length].copy_from_slice(&steps[from + count..]);
            let Ok(joined) = Schedule::try_new(schedule.limbs(), &joined[..length]) else { continue };
            if costs_no_more(joined) {
                return Some(joined);
            }
        }
    }
    None
}
