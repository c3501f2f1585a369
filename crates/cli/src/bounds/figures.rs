//! Figures of a modulus of any number of limbs.

use vorpal::limbs::Montgomery;
use vorpal::limbs::schedule::{Best, Bound, Natural, Operands, Schedule};

/// What the library computes for a modulus, with the number of limbs as a constant. All else is compiled once.
pub(super) trait Figures {
    fn library_schedule(&self) -> Schedule;
    fn largest_multiple(&self, schedule: &Schedule) -> Natural;
    fn bound(&self, schedule: &Schedule, operands: Operands) -> Largest;
    /// The operands and their result.
    fn witness(&self, schedule: &Schedule, operands: Operands) -> Option<[Natural; 3]>;
    fn best(&self, operands: [Operands; 2]) -> Cheapest;
}

/// A [`Bound`] of any number of limbs.
pub(super) struct Largest {
    pub(super) value: Natural,
    pub(super) subtractions: u64,
    pub(super) overflows: bool,
}

/// A [`Best`] of any number of limbs.
pub(super) struct Cheapest {
    pub(super) schedule: Schedule,
    pub(super) largest: Largest,
    pub(super) share: f64,
}

impl<const N: usize> From<Bound<N>> for Largest {
    fn from(bound: Bound<N>) -> Self {
        Self { value: *bound.largest(), subtractions: bound.subtractions(), overflows: bound.overflows() }
    }
}

impl<const N: usize> Figures for [u64; N] {
    fn library_schedule(&self) -> Schedule {
        Montgomery::new(*self).schedule()
    }

    fn largest_multiple(&self, schedule: &Schedule) -> Natural {
        schedule.largest_multiple(self)
    }

    fn bound(&self, schedule: &Schedule, operands: Operands) -> Largest {
        schedule.bound(self, operands, operands).into()
    }

    fn witness(&self, schedule: &Schedule, operands: Operands) -> Option<[Natural; 3]> {
        let found = schedule.witness_vartime(self, operands, operands)?;
        Some([Natural::from_limbs(&found.a), Natural::from_limbs(&found.b), found.result])
    }

    fn best(&self, [a, b]: [Operands; 2]) -> Cheapest {
        let Best { schedule, bound, share, .. } = Schedule::best(self, a, b);
        Cheapest { schedule, largest: bound.into(), share }
    }
}

/// The figures of a modulus of 1 to 32 limbs.
pub(super) fn figures(modulus: &Natural, limbs: usize) -> Box<dyn Figures> {
    macro_rules! by_limbs {
        ($($n:literal)*) => {
            match limbs {
                $($n => Box::new(modulus.limbs::<$n>()),)*
                _ => Box::new(modulus.limbs::<1>()),
            }
        };
    }
    by_limbs!(2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32)
}
