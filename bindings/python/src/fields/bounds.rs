//! Bounds of the results of Montgomery multiplications, for each strategy of the family.

use pyo3::prelude::*;
use vorpal::limbs::schedule::{MAX_LIMBS, Natural, Operands, Schedule};

use crate::error::Failure;

/// The ranges of operands, with their names.
const RANGES: [(&str, Operands); 3] =
    [("p", Operands::Multiple(1)), ("2p", Operands::Multiple(2)), ("R", Operands::Limbs)];

/// Strategy, schedule, word multiplications, delta, range of operands, largest result (hexadecimal), as a multiple of
/// `p`, subtractions, whether it overflows, and the result of a witness as a multiple of `p`.
type Row = (&'static str, String, usize, f64, &'static str, String, f64, u64, bool, Option<f64>);

/// Calls a function of the number of limbs, which is a constant for it.
macro_rules! by_limbs {
    ($limbs:expr, $function:ident $arguments:tt, [$($n:literal)*]) => {
        match $limbs {
            $($n => $function::<$n> $arguments,)*
            _ => $function::<1> $arguments,
        }
    };
    ($limbs:expr, $function:ident $arguments:tt) => {
        by_limbs!(
            $limbs,
            $function $arguments,
            [2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32]
        )
    };
}

/// An odd modulus of 3 to 2^2048, from limbs, least significant first.
fn modulus(limbs: &[u64]) -> Result<Natural, Failure> {
    let length = limbs.iter().rposition(|limb| *limb != 0).map_or(0, |last| last + 1);
    if length == 0 || length > MAX_LIMBS || limbs[0] & 1 == 0 || (length == 1 && limbs[0] < 3) {
        return Err(Failure::argument("modulus: an odd number of 3 to 2^2048 is expected"));
    }
    Ok(Natural::from_limbs(&limbs[..length]))
}

fn limbs(modulus: &Natural) -> usize {
    modulus.bits().div_ceil(64)
}

fn parse(schedule: &str) -> Result<Schedule, Failure> {
    schedule.parse().map_err(|error| Failure::argument(format_args!("schedule: {error}")))
}

/// The number of limbs of a schedule.
#[pyfunction]
pub(super) fn schedule_limbs(schedule: &str) -> PyResult<usize> {
    Ok(parse(schedule)?.limbs())
}

/// The bounds of all named strategies, or of one schedule, for an odd modulus as limbs, least significant first.
#[pyfunction]
#[pyo3(signature = (modulus_limbs, schedule=None))]
pub(super) fn bounds_rows(
    py: Python<'_>,
    modulus_limbs: Vec<u64>,
    schedule: Option<&str>,
) -> PyResult<Vec<Row>> {
    let modulus = modulus(&modulus_limbs)?;
    let limbs = limbs(&modulus);
    let schedules = match schedule {
        None => Schedule::named(limbs).into(),
        Some(steps) => {
            let schedule = parse(steps)?;
            if schedule.limbs() != limbs {
                let given = schedule.limbs();
                let reason =
                    format_args!("schedule: {schedule} is for {given} limbs; the modulus has {limbs}");
                return Err(Failure::argument(reason).into());
            }
            let known = Schedule::named(limbs).into_iter().find(|(_, known)| *known == schedule);
            vec![known.unwrap_or(("given", schedule))]
        }
    };
    Ok(py.detach(|| by_limbs!(limbs, of(&modulus, &schedules))))
}

/// Schedule, word multiplications, largest result (hexadecimal), the same as a multiple of `p`, subtractions, and the
/// expected share of results not below `p`.
type BestRow = (String, usize, String, f64, u64, f64);

/// The cheapest schedule for operands below two limits.
#[pyfunction]
pub(super) fn best_schedule(
    py: Python<'_>,
    modulus_limbs: Vec<u64>,
    a_below: &str,
    b_below: &str,
) -> PyResult<BestRow> {
    let modulus = modulus(&modulus_limbs)?;
    let range = |name: &str, text: &str| {
        text.parse::<Operands>().map_err(|error| Failure::argument(format_args!("{name}: {error}")))
    };
    let (a, b) = (range("a_below", a_below)?, range("b_below", b_below)?);
    Ok(py.detach(|| by_limbs!(limbs(&modulus), best(&modulus, a, b))))
}

fn best<const N: usize>(natural: &Natural, a: Operands, b: Operands) -> BestRow {
    let best = Schedule::best(&natural.limbs::<N>(), a, b);
    (
        best.schedule.to_string(),
        best.schedule.word_multiplications(),
        hexadecimal(best.bound.largest()),
        best.bound.largest().ratio(natural),
        best.bound.subtractions(),
        best.share,
    )
}

fn of<const N: usize>(natural: &Natural, schedules: &[(&'static str, Schedule)]) -> Vec<Row> {
    let modulus: [u64; N] = natural.limbs();
    let mut rows = Vec::new();
    for (name, schedule) in schedules {
        // (M_max + 1) / R = 1 + delta.
        let most = schedule.largest_multiple(&modulus).add(&Natural::ONE);
        let delta = most.ratio(&Natural::power_of_two(64 * N)) - 1.0;
        for (range, operands) in RANGES {
            let bound = schedule.bound(&modulus, operands, operands);
            let witness = schedule.witness_vartime(&modulus, operands, operands);
            rows.push((
                *name,
                schedule.to_string(),
                schedule.word_multiplications(),
                delta,
                range,
                hexadecimal(bound.largest()),
                bound.largest().ratio(natural),
                bound.subtractions(),
                bound.overflows(),
                witness.map(|witness| witness.result.ratio(natural)),
            ));
        }
    }
    rows
}

fn hexadecimal(value: &Natural) -> String {
    value.limbs::<66>().iter().rev().map(|limb| format!("{limb:016x}")).collect()
}
