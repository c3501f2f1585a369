//! The bounds of every strategy for one modulus, with operands whose results are near them.

use vorpal::limbs::Montgomery;
use vorpal::limbs::schedule::{Bound, Natural, Operands, Schedule};

use super::fields::Field;
use super::report::{FieldReport, Range, Strategy, WitnessReport};

/// The ranges of operands, with their names.
const RANGES: [(&str, Operands); 3] =
    [("p", Operands::Multiple(1)), ("2p", Operands::Multiple(2)), ("R", Operands::Limbs)];

/// The bounds of a field; its modulus has 2 to 384 bits.
pub(super) fn field(field: &Field) -> FieldReport {
    match field.modulus.bits().div_ceil(64) {
        0 | 1 => of::<1>(field),
        2 => of::<2>(field),
        3 => of::<3>(field),
        4 => of::<4>(field),
        5 => of::<5>(field),
        _ => of::<6>(field),
    }
}

fn of<const N: usize>(field: &Field) -> FieldReport {
    let modulus: [u64; N] = field.modulus.limbs();
    let strategy = |(name, schedule): (&'static str, Schedule)| Strategy {
        name,
        schedule: schedule.to_string(),
        word_multiplications: schedule.word_multiplications(),
        // (M_max + 1) / R = 1 + delta; a schedule of rounds alone has M_max = R - 1 and delta = 0.
        delta: ratio(&schedule.largest_multiple(&modulus).add(&Natural::ONE), &radix(N)) - 1.0,
        ranges: RANGES.iter().map(|(name, operands)| range(&schedule, &modulus, name, *operands)).collect(),
    };
    FieldReport {
        field: field.name.clone(),
        modulus: hexadecimal(&field.modulus),
        bits: field.modulus.bits(),
        limbs: N,
        radix_over_modulus: ratio(&radix(N), &field.modulus),
        library_schedule: Montgomery::new(modulus).schedule().to_string(),
        strategies: Schedule::named(N).map(strategy).into(),
    }
}

fn range<const N: usize>(
    schedule: &Schedule,
    modulus: &[u64; N],
    name: &'static str,
    operands: Operands,
) -> Range {
    let bound = schedule.bound(modulus, operands, operands);
    let witness = schedule.witness_vartime(modulus, operands, operands);
    Range {
        operands_below: name,
        largest: hexadecimal(bound.largest()),
        multiple: ratio(bound.largest(), &Natural::from_limbs(modulus)),
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
        multiple: ratio(result, &modulus),
        short_bits: (missing != Natural::ZERO).then(|| (modulus.bits() - 1).saturating_sub(missing.bits())),
        needs_all_subtractions: result.div_rem(&modulus).0.to_word() == Some(bound.subtractions()),
    }
}

fn radix(limbs: usize) -> Natural {
    Natural::power_of_two(64 * limbs)
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
    let digits: String = value.limbs::<18>().iter().rev().map(|limb| format!("{limb:016x}")).collect();
    let digits = digits.trim_start_matches('0');
    format!("0x{}", if digits.is_empty() { "0" } else { digits })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn computes_ratios_and_hexadecimal_digits() {
        let wide = Natural::from_word;
        assert_eq!(ratio(&wide(7), &wide(2)), 3.5);
        assert_eq!(ratio(&Natural::power_of_two(200), &Natural::power_of_two(100)), 2f64.powi(100));
        assert!((ratio(&wide(1), &wide(3)) - 1.0 / 3.0).abs() < 1e-15);
        assert_eq!(hexadecimal(&Natural::ZERO), "0x0");
        assert_eq!(hexadecimal(&Natural::power_of_two(68)), "0x100000000000000000");
    }
}
