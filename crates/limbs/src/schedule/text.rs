//! Schedules as text, such as `P2,C,C`, and the reasons why steps are no schedule.

use core::fmt;
use core::str::FromStr;

use super::{MAX_LIMBS, Schedule, Step};

/// The reason why steps are no schedule. Steps are counted from 0 here, and from 1 in the text of the error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvalidSchedule {
    /// The number of limbs is 0 or above [`MAX_LIMBS`].
    Limbs {
        /// The number of limbs.
        limbs: usize,
    },
    /// The text of this step is not `C`, or `J` or `P` with a number.
    Text {
        /// The index of the step.
        step: usize,
    },
    /// This step removes no limb.
    NoLimb {
        /// The index of the step.
        step: usize,
    },
    /// Later steps cannot remove what this one adds.
    TooFewAfter {
        /// The index of the step.
        step: usize,
        /// The number of limbs that remain before it.
        limbs: usize,
    },
    /// The steps remove fewer limbs than the modulus has.
    Short {
        /// The number of limbs that they remove.
        removed: usize,
        /// The number of limbs of the modulus.
        limbs: usize,
    },
}

impl InvalidSchedule {
    /// The rule that the steps break.
    pub(super) const fn rule(&self) -> &'static str {
        match self {
            Self::Limbs { .. } => "a schedule is for 1 to MAX_LIMBS limbs",
            Self::Text { .. } => "a step is C, or J or P with a number",
            Self::NoLimb { .. } => "a step removes at least one limb",
            Self::TooFewAfter { .. } => "later steps cannot remove what this one adds",
            Self::Short { .. } => "a schedule removes as many limbs as the modulus has",
        }
    }
}

impl fmt::Display for InvalidSchedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Limbs { limbs } => write!(f, "a schedule is for 1 to {MAX_LIMBS} limbs, not {limbs}"),
            Self::Text { step } | Self::NoLimb { step } => write!(f, "step {}: {}", step + 1, self.rule()),
            Self::TooFewAfter { step, limbs } => write!(
                f,
                "step {}: {limbs} limbs remain; P removes fewer, J at most half of them, and C one",
                step + 1
            ),
            Self::Short { removed, limbs } => {
                write!(f, "the steps remove {removed} limbs of {limbs}")
            }
        }
    }
}

impl core::error::Error for InvalidSchedule {}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parallel(limbs) => write!(f, "P{limbs}"),
            Self::Jump(limbs) => write!(f, "J{limbs}"),
            Self::Round => f.write_str("C"),
        }
    }
}

impl fmt::Display for Schedule {
    /// Prints the steps, separated by commas: `P2,C,C`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.steps().iter().enumerate().try_for_each(|(i, step)| {
            f.write_str(if i == 0 { "" } else { "," })?;
            step.fmt(f)
        })
    }
}

impl FromStr for Schedule {
    type Err = InvalidSchedule;

    /// Reads the steps of a schedule as they are printed, with or without spaces around the commas. The number of limbs
    /// is the number that the steps remove.
    ///
    /// ```
    /// use vorpal_limbs::schedule::Schedule;
    ///
    /// let schedule: Schedule = "J4,J2,J1,C".parse()?;
    /// assert_eq!(schedule, Schedule::log_jump(8));
    /// assert!("J4,C".parse::<Schedule>().is_err()); // a jump of four limbs adds four limbs
    /// # Ok::<(), vorpal_limbs::schedule::InvalidSchedule>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, InvalidSchedule> {
        let mut steps = [Step::Round; MAX_LIMBS];
        let (mut count, mut limbs) = (0, 0usize);
        for part in text.split(',') {
            let step = step(part.trim()).ok_or(InvalidSchedule::Text { step: count })?;
            limbs = limbs.saturating_add(step.limbs());
            *steps.get_mut(count).ok_or(InvalidSchedule::Limbs { limbs })? = step;
            count += 1;
        }
        Self::try_new(limbs, &steps[..count])
    }
}

fn step(text: &str) -> Option<Step> {
    let number = |digits: &str| {
        let is_number = digits.bytes().all(|digit| digit.is_ascii_digit());
        if is_number { digits.parse::<usize>().ok() } else { None }
    };
    match text.split_at_checked(1)? {
        ("C", "") => Some(Step::Round),
        ("J", limbs) => number(limbs).map(Step::Jump),
        ("P", limbs) => number(limbs).map(Step::Parallel),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schedules_are_read_as_they_are_shown() {
        for limbs in 1..=MAX_LIMBS {
            for (_, schedule) in Schedule::named(limbs) {
                assert_eq!(schedule.to_string().parse(), Ok(schedule));
            }
        }
        let spaced: Schedule = " P2 , C,C".parse().unwrap();
        assert_eq!(spaced, Schedule::parallel_rounds(4));
    }

    #[test]
    fn errors_name_the_step() {
        for (text, error) in [
            ("", "step 1: a step is C, or J or P with a number"),
            ("C,,C", "step 2: a step is C"),
            ("C,J", "step 2: a step is C"),
            ("P+1,C", "step 1: a step is C"),
            ("é", "step 1: a step is C"),
            ("c", "step 1: a step is C"),
            ("P99999999999999999999,C", "step 1: a step is C"),
            ("C,P0,C", "step 2: a step removes at least one limb"),
            ("C,J4,C", "step 2: 5 limbs remain; P removes fewer, J at most half"),
            ("P4", "step 1: 4 limbs remain"),
            ("P18446744073709551615,C", "a schedule is for 1 to 32 limbs, not 18446744073709551615"),
        ] {
            let found = text.parse::<Schedule>().unwrap_err().to_string();
            assert!(found.starts_with(error), "{text}: {found}");
        }
        let rounds = ["C"; MAX_LIMBS + 1].join(",");
        let found = rounds.parse::<Schedule>().unwrap_err();
        assert_eq!(found, InvalidSchedule::Limbs { limbs: MAX_LIMBS + 1 });
    }
}
