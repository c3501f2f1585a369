//! The bounds of every strategy for one modulus, with operands whose results are near them.

use vorpal::limbs::schedule::{Natural, Operands, Schedule};

use super::fields::Field;
use super::figures::{Cheapest, Figures, Largest, figures};
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

/// The number of 64-bit limbs of a modulus.
pub(super) fn limbs(modulus: &Natural) -> usize {
    modulus.bits().div_ceil(64)
}

/// The bounds of a field; its modulus has 2 to 2,048 bits, and the number of limbs of the selected schedule.
pub(super) fn field(field: &Field, selection: &Selection) -> FieldReport {
    let (modulus, limbs) = (&field.modulus, limbs(&field.modulus));
    let figures = &*figures(modulus, limbs);
    let strategy = |(name, schedule): (&'static str, Schedule)| Strategy {
        name,
        schedule: schedule.to_string(),
        word_multiplications: schedule.word_multiplications(),
        // (M_max + 1) / R = 1 + delta; a schedule of rounds alone has M_max = R - 1 and delta = 0.
        delta: figures.largest_multiple(&schedule).add(&Natural::ONE).ratio(&radix(limbs)) - 1.0,
        ranges: RANGES.iter().map(|operands| range(figures, modulus, &schedule, *operands)).collect(),
    };
    FieldReport {
        field: field.name.clone(),
        modulus: hexadecimal(modulus),
        bits: modulus.bits(),
        limbs,
        radix_over_modulus: radix(limbs).ratio(modulus),
        library_schedule: figures.library_schedule().to_string(),
        strategies: selection.schedules(limbs).into_iter().map(strategy).collect(),
        best: selection.best.map(|operands| best(modulus, operands, &figures.best(operands))),
    }
}

fn best(modulus: &Natural, operands: [Operands; 2], best: &Cheapest) -> BestReport {
    let steps = best.schedule;
    let named = Schedule::named(limbs(modulus));
    BestReport {
        operands_below: operands.map(|range| range.to_string()),
        name: named.iter().find(|(_, schedule)| *schedule == steps).map(|(name, _)| *name),
        schedule: steps.to_string(),
        word_multiplications: steps.word_multiplications(),
        largest: hexadecimal(&best.largest.value),
        multiple: best.largest.value.ratio(modulus),
        conditional_subtractions: best.largest.subtractions,
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

fn range(figures: &dyn Figures, modulus: &Natural, schedule: &Schedule, operands: Operands) -> Range {
    let bound = figures.bound(schedule, operands);
    let witness = figures.witness(schedule, operands);
    Range {
        operands_below: operands.to_string(),
        largest: hexadecimal(&bound.value),
        multiple: bound.value.ratio(modulus),
        conditional_subtractions: bound.subtractions,
        overflows: bound.overflows,
        witness: witness.map(|witness| report_witness(&bound, modulus, &witness)),
    }
}

fn report_witness(bound: &Largest, modulus: &Natural, [a, b, result]: &[Natural; 3]) -> WitnessReport {
    let missing = bound.value.sub(result);
    WitnessReport {
        a: hexadecimal(a),
        b: hexadecimal(b),
        result: hexadecimal(result),
        multiple: result.ratio(modulus),
        short_bits: (missing != Natural::ZERO).then(|| (modulus.bits() - 1).saturating_sub(missing.bits())),
        needs_all_subtractions: result.div_rem(modulus).0.to_word() == Some(bound.subtractions),
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
