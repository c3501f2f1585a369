//! Montgomery multiplication by schedules: one type for a family of algorithms, with exact bounds.
//!
//! Let `r = 2^64`, `R = r^n`, and `c = a b` the product of `2 n` limbs. Montgomery's reduction (1985) finds a number
//! congruent to `c R^-1` by removing the `n` lowest limbs of `c`, each replaced by a congruent term. Three kinds of
//! [`Step`] remove limbs, and a [`Schedule`] is a sequence of steps.
//!
//! With `rho_k = r^-k mod p`, `s` the running number and `s_i` its limbs:
//!
//! | Step | New `s` | Limbs removed | Word multiplications |
//! |---|---|---|---|
//! | `P(k)`, [`Step::Parallel`] | `floor(s / r^k) + sum_{i<k} s_i rho_(k-i)` | `k` | `k n` |
//! | `J(k)`, [`Step::Jump`] | `floor(s / r^k) + (s mod r^k) rho_k` | `k` | `k n` |
//! | `C`, [`Step::Round`] | `(s + m p) / r`, `m = -s_0 p^-1 mod r` | 1 | `n + 1` |
//!
//! `C` is the round of operand scanning (Koc, Acar, Kaliski, "Analyzing and comparing Montgomery multiplication
//! algorithms", 1996). Folds save the multiplication that computes `m`, and the multiplications of one `P` are
//! independent of each other. In return, their results are larger. [`bound`] computes exact bounds, and [`witness`]
//! finds operands whose results are close to them. [`share`] is how often results are not below `p`, and [`best`] the
//! search of the cheapest schedule. [`Plan`] executes a schedule.
//!
//! ```
//! use vorpal_limbs::schedule::{Operands, Plan, Schedule};
//! use vorpal_limbs::words::hex;
//!
//! /// The prime of BN254's scalar field.
//! const P: [u64; 4] = hex("0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001");
//! const ONE: Operands = Operands::Multiple(1); // canonical
//! const LOG_JUMP: Schedule = Schedule::log_jump(4);
//! assert_eq!(LOG_JUMP.to_string(), "J2,J1,C");
//! assert_eq!(LOG_JUMP.word_multiplications(), 33);
//!
//! let bound = LOG_JUMP.bound(&P, ONE, ONE);
//! assert_eq!(bound.thousandths(), 2347); // results stay below 2.347 p ...
//! assert_eq!(bound.subtractions(), 2); // ... so that two subtractions make them canonical
//!
//! const PLAN: Plan<4> = Plan::new(P, Schedule::parallel_rounds(4), ONE, ONE);
//! assert_eq!(PLAN.mul(&[2, 0, 0, 0], &[3, 0, 0, 0]), PLAN.mul(&[6, 0, 0, 0], &[1, 0, 0, 0]));
//! ```

pub mod best;
pub mod bound;
mod fold;
mod natural;
mod operands;
mod plan;
pub mod share;
mod text;
pub mod witness;

pub use best::Best;
pub use bound::Bound;
pub use natural::Natural;
pub(crate) use natural::assert_supported;
pub use operands::{InvalidOperands, Operands};
pub use plan::Plan;
pub use text::InvalidSchedule;
pub use witness::Witness;

/// The largest number of limbs `n` of a schedule.
pub const MAX_LIMBS: usize = 32;

/// A step, which removes some of the lowest limbs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// `P(k)`: `k` limbs, each multiplied by its own constant. The multiplications are independent of each other.
    Parallel(usize),
    /// `J(k)`: `k` limbs as one number, multiplied by one constant.
    Jump(usize),
    /// `C`: one limb, cleared by a multiple of `p`.
    Round,
}

impl Step {
    /// The number of limbs that the step removes.
    pub const fn limbs(self) -> usize {
        match self {
            Self::Parallel(limbs) | Self::Jump(limbs) => limbs,
            Self::Round => 1,
        }
    }
}

/// The steps of a multiplication of `n` limbs, which remove exactly `n`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    limbs: usize,
    /// Entries beyond `length` are arbitrary.
    steps: [Step; MAX_LIMBS],
    length: usize,
}

impl Schedule {
    /// Makes the schedule of these steps for numbers of `limbs` limbs, as [`try_new`](Self::try_new).
    ///
    /// # Panics
    /// If the steps are no schedule. In a constant, a panic stops the build.
    #[allow(clippy::panic, reason = "an invalid schedule must not build")]
    pub const fn new(limbs: usize, steps: &[Step]) -> Self {
        match Self::try_new(limbs, steps) {
            Ok(schedule) => schedule,
            Err(reason) => panic!("{}", reason.rule()),
        }
    }

    /// Makes the schedule of these steps for numbers of `limbs` limbs.
    ///
    /// # Errors
    /// If the steps do not remove exactly `limbs` limbs, if one removes none, or if a result may be longer than the
    /// product of a small number and `p`. A fold of `k` limbs at position `i` adds a number below `r p` (parallel) or
    /// `r^k p` (jump), of which later steps remove `n - i - k` limbs: so `i + k + 1 <= n`, or `i + 2 k <= n`, must
    /// hold.
    pub const fn try_new(limbs: usize, steps: &[Step]) -> Result<Self, InvalidSchedule> {
        if limbs == 0 || limbs > MAX_LIMBS {
            return Err(InvalidSchedule::Limbs { limbs });
        }
        let mut copy = [Step::Round; MAX_LIMBS];
        let (mut position, mut i) = (0, 0);
        while i < steps.len() {
            let (step, left) = (steps[i], limbs - position);
            let k = step.limbs();
            if k == 0 {
                return Err(InvalidSchedule::NoLimb { step: i });
            }
            let fits = match step {
                Step::Parallel(_) => k < left,
                Step::Jump(_) => k <= left / 2,
                Step::Round => k <= left,
            };
            if !fits {
                return Err(InvalidSchedule::TooFewAfter { step: i, limbs: left });
            }
            copy[i] = step;
            position += k;
            i += 1;
        }
        if position < limbs {
            return Err(InvalidSchedule::Short { removed: position, limbs });
        }
        Ok(Self { limbs, steps: copy, length: steps.len() })
    }

    /// `C, ..., C`: only rounds, c-mul. As many word multiplications as CIOS, `2 n^2 + n`.
    ///
    /// # Panics
    /// As the other named schedules: if `limbs` is 0 or above [`MAX_LIMBS`].
    pub const fn cios(limbs: usize) -> Self {
        Self::then_rounds(limbs, &[])
    }

    /// `P(n-1), C`: one fold for all limbs except one, s-mul. `2 n^2 + 1` word multiplications.
    ///
    /// # Panics
    /// As [`cios`](Self::cios).
    pub const fn single_step(limbs: usize) -> Self {
        Self::then_rounds(limbs, &[Step::Parallel(limbs.saturating_sub(1))])
    }

    /// Jumps over half of the remaining limbs, rounded down, while there are two: h-mul. `J2, J1, C` for four limbs,
    /// `J3, J1, J1, C` for six. `2 n^2 + 1` word multiplications.
    ///
    /// # Panics
    /// As [`cios`](Self::cios).
    pub const fn log_jump(limbs: usize) -> Self {
        let mut jumps = [Step::Jump(0); MAX_LIMBS];
        let (mut remaining, mut i) = (limbs, 0);
        while remaining > 1 && i < MAX_LIMBS {
            jumps[i] = Step::Jump(remaining / 2);
            remaining -= remaining / 2;
            i += 1;
        }
        Self::then_rounds(limbs, &jumps)
    }

    /// `J(n/2)`, rounded down, then rounds: a-mul.
    ///
    /// # Panics
    /// As [`cios`](Self::cios).
    pub const fn one_jump(limbs: usize) -> Self {
        Self::then_rounds(limbs, &[Step::Jump(limbs / 2)])
    }

    /// `P(n-2), C, C`: the bound of [`cios`](Self::cios) up to `(n-2) / r`, and `n - 2` word multiplications fewer.
    ///
    /// # Panics
    /// As [`cios`](Self::cios).
    pub const fn parallel_rounds(limbs: usize) -> Self {
        Self::then_rounds(limbs, &[Step::Parallel(limbs.saturating_sub(2))])
    }

    /// `P(n-2), J1, C`: `2 n^2 + 1` word multiplications, with a smaller bound than [`log_jump`](Self::log_jump) or
    /// [`single_step`](Self::single_step) from four limbs on.
    ///
    /// # Panics
    /// As [`cios`](Self::cios).
    pub const fn parallel_jump(limbs: usize) -> Self {
        let jump = if limbs > 1 { 1 } else { 0 };
        Self::then_rounds(limbs, &[Step::Parallel(limbs.saturating_sub(2)), Step::Jump(jump)])
    }

    /// The steps, except those that remove nothing, and a round for every limb that remains.
    const fn then_rounds(limbs: usize, leading: &[Step]) -> Self {
        let mut steps = [Step::Round; MAX_LIMBS];
        let (mut length, mut removed, mut i) = (0, 0, 0);
        while i < leading.len() {
            if leading[i].limbs() > 0 && length < MAX_LIMBS {
                steps[length] = leading[i];
                length += 1;
                removed += leading[i].limbs();
            }
            i += 1;
        }
        let all = length + limbs.saturating_sub(removed);
        assert!(limbs >= 1 && all <= MAX_LIMBS, "a schedule is for 1 to MAX_LIMBS limbs");
        Self::new(limbs, steps.split_at(all).0)
    }

    /// All named schedules for numbers of `limbs` limbs, with their names in reports and in the lab.
    ///
    /// # Panics
    /// As [`cios`](Self::cios).
    pub const fn named(limbs: usize) -> [(&'static str, Self); 6] {
        [
            ("cios", Self::cios(limbs)),
            ("single_step", Self::single_step(limbs)),
            ("log_jump", Self::log_jump(limbs)),
            ("one_jump", Self::one_jump(limbs)),
            ("parallel_rounds", Self::parallel_rounds(limbs)),
            ("parallel_jump", Self::parallel_jump(limbs)),
        ]
    }

    /// The number `n` of limbs of the schedule.
    pub const fn limbs(&self) -> usize {
        self.limbs
    }

    /// The steps, first to last.
    pub const fn steps(&self) -> &[Step] {
        self.steps.split_at(self.length).0
    }

    /// The number of word multiplications in one multiplication of `n` limbs: `n^2` for the product, `n` for every limb
    /// that is removed, and one more for each `m`.
    pub const fn word_multiplications(&self) -> usize {
        2 * self.limbs * self.limbs + self.rounds()
    }

    /// The number of word multiplications in a square of `n` limbs: as of a product, but `n (n + 1) / 2` for the square
    /// itself, because products of two different limbs are doubled.
    pub const fn word_multiplications_of_square(&self) -> usize {
        self.limbs * (self.limbs + 1) / 2 + self.limbs * self.limbs + self.rounds()
    }

    /// The number of steps `C`.
    const fn rounds(&self) -> usize {
        let (mut rounds, mut i) = (0, 0);
        while i < self.length {
            if matches!(self.steps[i], Step::Round) {
                rounds += 1;
            }
            i += 1;
        }
        rounds
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(limbs: usize) -> [String; 6] {
        Schedule::named(limbs).map(|(_, schedule)| schedule.to_string())
    }

    #[test]
    fn named_schedules_step_by_step() {
        assert_eq!(texts(4), ["C,C,C,C", "P3,C", "J2,J1,C", "J2,C,C", "P2,C,C", "P2,J1,C"]);
        assert_eq!(texts(6), ["C,C,C,C,C,C", "P5,C", "J3,J1,J1,C", "J3,C,C,C", "P4,C,C", "P4,J1,C"]);
        // Steps for which there are too few limbs are omitted.
        assert_eq!(texts(3), ["C,C,C", "P2,C", "J1,J1,C", "J1,C,C", "P1,C,C", "P1,J1,C"]);
        assert_eq!(texts(2), ["C,C", "P1,C", "J1,C", "J1,C", "C,C", "J1,C"]);
        assert_eq!(texts(1), ["C"; 6]);
        for limbs in 1..=MAX_LIMBS {
            for (_, schedule) in Schedule::named(limbs) {
                assert_eq!(schedule.steps().iter().map(|step| step.limbs()).sum::<usize>(), limbs);
            }
        }
    }

    #[test]
    fn word_multiplications_by_formula() {
        let counts = |limbs| Schedule::named(limbs).map(|(_, schedule)| schedule.word_multiplications());
        assert_eq!(counts(4), [36, 33, 33, 34, 34, 33]);
        assert_eq!(counts(6), [78, 73, 73, 75, 74, 73]);
        let squares = |limbs| Schedule::named(limbs).map(|(_, plan)| plan.word_multiplications_of_square());
        assert_eq!(squares(4), [30, 27, 27, 28, 28, 27]);
        assert_eq!(squares(6), [63, 58, 58, 60, 59, 58]);
    }

    fn refused(limbs: usize, steps: &[Step]) -> bool {
        std::panic::catch_unwind(|| Schedule::new(limbs, steps)).is_err()
    }

    #[test]
    fn steps_that_make_no_schedule_are_refused() {
        use Step::{Jump, Parallel, Round};
        let invalid: [(usize, &[Step]); 11] = [
            (0, &[]),
            (33, &[Round; 33]),
            (4, &[]),
            (4, &[Round; 3]),
            (4, &[Round; 5]),
            (4, &[Parallel(0), Round, Round, Round, Round]),
            (4, &[Parallel(usize::MAX), Round]),
            // No step removes the limb that a last fold adds, or the second one that a second jump adds.
            (4, &[Parallel(4)]),
            (4, &[Round, Round, Round, Jump(1)]),
            (4, &[Jump(3), Round]),
            (4, &[Round, Jump(2), Round]),
        ];
        for (limbs, steps) in invalid {
            assert!(refused(limbs, steps), "{limbs}: {steps:?}");
        }
        for steps in [&[Round, Parallel(2), Round][..], &[Jump(1), Jump(1), Jump(1), Round]] {
            assert!(!refused(4, steps));
        }
    }
}
