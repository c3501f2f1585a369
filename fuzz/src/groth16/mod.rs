//! Targets for the files of circom and snarkjs. The valid files are those of one circuit and its ceremony, on both
//! curves; inputs are changes of them, or files of their own. No input panics or takes memory out of proportion, errors
//! lie within the file, and accepted values are written and read back unchanged.

mod binary;
mod sample;
mod text;

pub use binary::{groth16_ptau, groth16_r1cs, groth16_wtns, groth16_zkey};
pub use text::{groth16_json, groth16_sym};

use crate::changes;

/// Added to the kind of change in the first byte of an input: the files are those on BLS12-381.
const OTHER_CURVE: u8 = 0x80;

pub(crate) fn seeds(target: &str) -> Vec<(String, Vec<u8>)> {
    if matches!(target, "groth16_json" | "groth16_sym") {
        return text::seeds(target);
    }
    // The magic, the version, the number of sections, a type and a length of a section, and contents.
    let mut seeds = changes::seeds(&[0, 4, 8, 12, 16, 23, 24, 40, 68, 72, 76, 100, 1000, 3000]);
    seeds.extend(changes::seeds(&[12, 68, 1000]).into_iter().map(|(name, mut bytes)| {
        bytes[0] |= OTHER_CURVE;
        (format!("bls12-381-{name}"), bytes)
    }));
    seeds.retain(|(name, _)| !name.contains("sealed"));
    // Witnesses and circuits are small enough for files of their own.
    let sample = sample::Sample::<vorpal::groth16::Bn254>::get();
    match target {
        "groth16_wtns" => seeds.push(changes::seed("file", &sample.wtns)),
        "groth16_r1cs" => {
            seeds.push(changes::seed("file", &sample.r1cs));
            // One more wire than labels, and the section of labels, which is the last one, of another type.
            let mut file = sample.r1cs.clone();
            let labels = file.len() - 8 * 6 - 12;
            file[labels] ^= 0x40;
            let wires = labels - 64 + 36;
            file[wires] += 1;
            seeds.push(changes::seed("without-labels", &file));
        }
        _ => {}
    }
    seeds
}
