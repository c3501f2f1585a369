//! The bounds of every strategy for one modulus, with operands whose results are near them.

use vorpal::limbs::Montgomery;
use vorpal::limbs::schedule::{Best, Bound, Natural, Operands, Schedule};

use super::fields::Field;
use super::report::{
    BestReport, FieldReport, GeneralReport, GeneralStrategy, Range, Strategy, WitnessReport,
};

/// The ranges of operands.
const RANGES: [Operands; 3] = [Operands::Multiple(1), Operands::Multiple(2), Operands::Limbs];

/// What the report contains.
pub(super) struct Selection {
    /// Only this schedule; otherwise all named ones.
    pub(super) schedule: Option<Schedule>,
    /// The cheapest schedule for operands of these ranges.
    pub(super) best: Option<[Operands; 2]>,
}

impl Selection {
    /// The schedules with their names; the name of a given one is that of the named one with the same steps.
    fn schedules(&self, limbs: usize) -> Vec<(&'static str, Schedule)> {
        let named = Schedule::named(limbs);
        let Some(schedule) = self.schedule else { return named.into() };
        let name = named.iter().find(|(_, known)| *known == schedule).map_or("given", |(name, _)| name);
        vec![(name, schedule)]
    }
}

/// Calls a function of the number of limbs, which is a constant for it.
macro_rules! by_limbs {
    ($limbs:expr, $function:ident $arguments:tt, [$($n:literal)*]) => {
        match $limbs {
            $($n => $function::<$n> $arguments,)*
            _ => $function::<1> $arguments,
        }
    };
}

/// The number of 64-bit limbs of a modulus.
pub(super) fn limbs(modulus: &Natural) -> usize {
    modulus.bits().div_ceil(64)
}

/// The bounds of a field; its modulus has 2 to 2,048 bits, and the number of limbs of the selected schedule.
pub(super) fn field(field: &Field, selection: &Selection) -> FieldReport {
    by_limbs!(
        limbs(&field.modulus),
        of(field, selection),
        [2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32]
    )
}

fn of<const N: usize>(field: &Field, selection: &Selection) -> FieldReport {
    let modulus: [u64; N] = field.modulus.limbs();
    let strategy = |(name, schedule): (&'static str, Schedule)| Strategy {
        name,
        schedule: schedule.to_string(),
        word_multiplications: schedule.word_multiplications(),
        // (M_max + 1) / R = 1 + delta; a schedule of rounds alone has M_max = R - 1 and delta = 0.
        delta: schedule.largest_multiple(&modulus).add(&Natural::ONE).ratio(&radix(N)) - 1.0,
        ranges: RANGES.iter().map(|operands| range(&schedule, &modulus, *operands)).collect(),
    };
    FieldReport {
        field: field.name.clone(),
        modulus: hexadecimal(&field.modulus),
        bits: field.modulus.bits(),
        limbs: N,
        radix_over_modulus: radix(N).ratio(&field.modulus),
        library_schedule: Montgomery::new(modulus).schedule().to_string(),
        strategies: selection.schedules(N).into_iter().map(strategy).collect(),
        best: selection.best.map(|[a, b]| best([a, b], &Schedule::best(&modulus, a, b))),
    }
}

fn best<const N: usize>(operands: [Operands; 2], best: &Best<N>) -> BestReport {
    let steps = best.schedule;
    let named = Schedule::named(N);
    BestReport {
        operands_below: operands.map(|range| range.to_string()),
        name: named.iter().find(|(_, schedule)| *schedule == steps).map(|(name, _)| *name),
        schedule: steps.to_string(),
        word_multiplications: steps.word_multiplications(),
        largest: hexadecimal(best.bound.largest()),
        multiple: best.bound.largest().ratio(&Natural::from_limbs(best.bound.modulus())),
        conditional_subtractions: best.bound.subtractions(),
        share_not_below_p: best.share,
    }
}

/// Bounds for every modulus of so many bits, 2 to 2,048. With `p < 2^bits` and `M_any` for the multiple of every
/// modulus, results are below `(k^2 2^bits + M_any) p / R` for operands below `k p`. For operands below `R`, they are
/// below `(R^2 / 2^(bits - 1) + M_any) p / R`, since `p >= 2^(bits - 1)`.
pub(super) fn general(bits: usize, selection: &Selection) -> GeneralReport {
    let limbs = bits.div_ceil(64);
    let strategy = |(name, schedule): (&'static str, Schedule)| {
        let bound = |operands: Operands| {
            let most = match operands {
                Operands::Multiple(k) => Natural::from_word(k * k).shift_left(bits),
                _ => Natural::power_of_two(128 * limbs - bits + 1),
            };
            most.add(&schedule.largest_multiple_of_any())
        };
        // Below `x p`: the largest integer below `x` is enough.
        let subtractions = |bound: &Natural| bound.sub(&Natural::ONE).div_rem(&radix(limbs)).0;
        GeneralStrategy {
            name,
            schedule: schedule.to_string(),
            word_multiplications: schedule.word_multiplications(),
            multiples: RANGES.map(|range| bound(range).ratio(&radix(limbs))).into(),
            conditional_subtractions: RANGES
                .map(|range| subtractions(&bound(range)).to_word().unwrap_or(u64::MAX))
                .into(),
        }
    };
    GeneralReport { bits, limbs, strategies: selection.schedules(limbs).into_iter().map(strategy).collect() }
}

fn range<const N: usize>(schedule: &Schedule, modulus: &[u64; N], operands: Operands) -> Range {
    let bound = schedule.bound(modulus, operands, operands);
    let witness = schedule.witness_vartime(modulus, operands, operands);
    Range {
        operands_below: operands.to_string(),
        largest: hexadecimal(bound.largest()),
        multiple: bound.largest().ratio(&Natural::from_limbs(modulus)),
        conditional_subtractions: bound.subtractions(),
        overflows: bound.overflows(),
        witness: witness.map(|witness| {
            let result = &witness.result;
            report_witness(&bound, &Natural::from_limbs(&witness.a), &Natural::from_limbs(&witness.b), result)
        }),
    }
}

fn report_witness<const N: usize>(
    bound: &Bound<N>,
    a: &Natural,
    b: &Natural,
    result: &Natural,
) -> WitnessReport {
    let modulus = Natural::from_limbs(bound.modulus());
    let missing = bound.largest().sub(result);
    WitnessReport {
        a: hexadecimal(a),
        b: hexadecimal(b),
        result: hexadecimal(result),
        multiple: result.ratio(&modulus),
        short_bits: (missing != Natural::ZERO).then(|| (modulus.bits() - 1).saturating_sub(missing.bits())),
        needs_all_subtractions: result.div_rem(&modulus).0.to_word() == Some(bound.subtractions()),
    }
}

fn radix(limbs: usize) -> Natural {
    Natural::power_of_two(64 * limbs)
}

fn hexadecimal(value: &Natural) -> String {
    let digits: String = value.limbs::<66>().iter().rev().map(|limb| format!("{limb:016x}")).collect();
    let digits = digits.trim_start_matches('0');
    format!("0x{}", if digits.is_empty() { "0" } else { digits })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_hexadecimal_digits() {
        assert_eq!(hexadecimal(&Natural::ZERO), "0x0");
        assert_eq!(hexadecimal(&Natural::power_of_two(68)), "0x100000000000000000");
    }
}
