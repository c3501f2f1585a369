//! Bounds of the results of Montgomery multiplications, for each strategy of the family.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use vorpal_limbs::schedule::{Natural, Operands, Schedule};

use crate::memory::{Failure, LAYOUT, call};

/// The ranges of operands, with their names.
const RANGES: [(&str, Operands); 3] =
    [("p", Operands::Multiple(1)), ("2p", Operands::Multiple(2)), ("R", Operands::Limbs)];
/// The largest modulus, in limbs.
const MAX_LIMBS: usize = 6;

/// The bounds for an odd modulus of 3 to `2^384`. Input: the modulus in 48 bytes, little-endian. Result: UTF-8 text, a
/// line for each strategy and range of operands: name, schedule, word multiplications, range, largest result,
/// subtractions, whether the result can overflow, and the result of a witness, or `-`. Tabulators separate the fields,
/// and results are hexadecimal.
#[unsafe(no_mangle)]
pub extern "C" fn vorpal_bounds() -> u32 {
    call(|input| {
        let bytes: &[u8; 8 * MAX_LIMBS] = input.try_into().map_err(|_| LAYOUT)?;
        let mut modulus = [0; MAX_LIMBS];
        for (limb, bytes) in modulus.iter_mut().zip(bytes.as_chunks::<8>().0) {
            *limb = u64::from_le_bytes(*bytes);
        }
        let limbs = modulus.iter().rposition(|limb| *limb != 0).map_or(0, |last| last + 1);
        if modulus[0] & 1 == 0 || (limbs == 1 && modulus[0] < 3) {
            return Err("modulus: an odd number of 3 to 2^384 is expected".into());
        }
        let modulus = Natural::from_limbs(&modulus[..limbs]);
        match limbs {
            1 => of::<1>(&modulus),
            2 => of::<2>(&modulus),
            3 => of::<3>(&modulus),
            4 => of::<4>(&modulus),
            5 => of::<5>(&modulus),
            _ => of::<6>(&modulus),
        }
    })
}

fn of<const N: usize>(modulus: &Natural) -> Result<Vec<u8>, Failure> {
    let modulus: [u64; N] = modulus.limbs();
    let mut lines = String::new();
    for (name, schedule) in Schedule::named(N) {
        for (range, operands) in RANGES {
            let bound = schedule.bound(&modulus, operands, operands);
            let witness = schedule.witness_vartime(&modulus, operands, operands);
            let witness = witness.map_or_else(|| "-".into(), |witness| hexadecimal(&witness.result));
            let (words, largest) = (schedule.word_multiplications(), hexadecimal(bound.largest()));
            let (subtractions, overflows) = (bound.subtractions(), u8::from(bound.overflows()));
            writeln!(
                lines,
                "{name}\t{schedule}\t{words}\t{range}\t{largest}\t{subtractions}\t{overflows}\t{witness}"
            )?;
        }
    }
    Ok(lines.into_bytes())
}

fn hexadecimal(value: &Natural) -> String {
    value.limbs::<18>().iter().rev().map(|limb| alloc::format!("{limb:016x}")).collect()
}
