//! Bounds of the results of Montgomery multiplications, for each strategy of the family.

use pyo3::prelude::*;
use vorpal::limbs::schedule::{Natural, Operands, Schedule};

use crate::error::Failure;

/// The ranges of operands, with their names.
const RANGES: [(&str, Operands); 3] =
    [("p", Operands::Multiple(1)), ("2p", Operands::Multiple(2)), ("R", Operands::Limbs)];
/// The largest modulus, in limbs.
const MAX_LIMBS: usize = 6;

/// Strategy, schedule, word multiplications, delta, range of operands, largest result (hexadecimal), as a multiple of
/// `p`, subtractions, whether it overflows, and the result of a witness as a multiple of `p`.
type Row = (&'static str, String, usize, f64, &'static str, String, f64, u64, bool, Option<f64>);

/// The bounds of all strategies for an odd modulus of 3 to 2^384, as limbs, least significant first.
#[pyfunction]
pub(super) fn bounds_rows(py: Python<'_>, modulus: Vec<u64>) -> PyResult<Vec<Row>> {
    let limbs = modulus.iter().rposition(|limb| *limb != 0).map_or(0, |last| last + 1);
    if limbs == 0 || limbs > MAX_LIMBS || modulus[0] & 1 == 0 || (limbs == 1 && modulus[0] < 3) {
        return Err(Failure::argument("modulus: an odd number of 3 to 2^384 is expected").into());
    }
    let natural = Natural::from_limbs(&modulus[..limbs]);
    Ok(py.detach(|| match limbs {
        1 => of::<1>(&natural),
        2 => of::<2>(&natural),
        3 => of::<3>(&natural),
        4 => of::<4>(&natural),
        5 => of::<5>(&natural),
        _ => of::<6>(&natural),
    }))
}

fn of<const N: usize>(natural: &Natural) -> Vec<Row> {
    let modulus: [u64; N] = natural.limbs();
    let mut rows = Vec::new();
    for (name, schedule) in Schedule::named(N) {
        // (M_max + 1) / R = 1 + delta.
        let most = schedule.largest_multiple(&modulus).add(&Natural::ONE);
        let delta = ratio(&most, &Natural::power_of_two(64 * N)) - 1.0;
        for (range, operands) in RANGES {
            let bound = schedule.bound(&modulus, operands, operands);
            let witness = schedule.witness_vartime(&modulus, operands, operands);
            rows.push((
                name,
                schedule.to_string(),
                schedule.word_multiplications(),
                delta,
                range,
                hexadecimal(bound.largest()),
                ratio(bound.largest(), natural),
                bound.subtractions(),
                bound.overflows(),
                witness.map(|witness| ratio(&witness.result, natural)),
            ));
        }
    }
    rows
}

/// `a / b` as a double, from a fraction of 60 bits.
#[allow(clippy::cast_precision_loss, reason = "rounding is what a double does")]
fn ratio(a: &Natural, b: &Natural) -> f64 {
    let (whole, rest) = a.div_rem(b);
    let fraction = rest.shift_left(60).div_rem(b).0;
    let double = |value: &Natural| {
        value.limbs::<6>().iter().rev().fold(0.0, |sum, limb| sum * 2f64.powi(64) + *limb as f64)
    };
    double(&whole) + double(&fraction) / 2f64.powi(60)
}

fn hexadecimal(value: &Natural) -> String {
    value.limbs::<18>().iter().rev().map(|limb| format!("{limb:016x}")).collect()
}
