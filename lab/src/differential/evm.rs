//! Generates inputs of Ethereum's precompiled contracts: valid ones, truncated, extended and with changed bits, and
//! edge values.

use ark_bls12_381 as bls;

use super::cases::RawCase;
use crate::ethereum;
use crate::random::Random;

/// The number of valid inputs.
const VALID: usize = 6;
/// The number of changed copies of each valid input.
const CHANGED: usize = 6;

/// `None` if the contract is unknown.
pub(super) fn inputs(contract: &str, random: &mut Random) -> Option<Vec<RawCase>> {
    let mut inputs: Vec<Vec<u8>> = Vec::new();
    for i in 0..VALID {
        inputs.push(valid(contract, i, random)?);
    }
    for i in 0..inputs.len() {
        for _ in 0..CHANGED {
            inputs.push(changed(&inputs[i].clone(), random));
        }
    }
    let length = inputs[0].len();
    inputs.extend([vec![], vec![0; length], vec![0xff; length], vec![0; 1]]);
    if contract == "modexp" {
        inputs.extend(powers(random));
    }
    // The number of rounds is the first word. Most random numbers are so large that one call takes seconds.
    if contract == "blake2f" {
        inputs.retain(|input| input.len() != 213 || input[..2] == [0, 0]);
    }
    Some(inputs.into_iter().map(|input| vec![input]).collect())
}

fn valid(contract: &str, i: usize, random: &mut Random) -> Option<Vec<u8>> {
    Some(match contract {
        "ecrecover" => ethereum::recovery(random),
        "p256_verify" => ethereum::verification(random),
        "sha256" | "ripemd160" => random.bytes([0, 1, 55, 56, 64, 200][i % 6]),
        "blake2f" => {
            let rounds = [0u32, 1, 10, 12, 12, 300][i % 6].to_be_bytes();
            [&rounds[..], &random.bytes(208), &[(i % 2) as u8]].concat()
        }
        "modexp" => ethereum::odd_power(random, [32, 1, 16, 31, 33, 64][i % 6]),
        "bn254_add" => ethereum::bn_addition(random),
        "bn254_mul" => ethereum::bn_product(random),
        "bn254_pairing" => ethereum::bn_pairs(random, 1 + i / 2, i > 1 && i.is_multiple_of(2)),
        "point_evaluation" => ethereum::opening(random),
        "bls12_g1_add" => ethereum::bls_addition(random),
        "bls12_g2_add" => ethereum::bls_g2_addition(random),
        "bls12_g1_msm" => ethereum::bls_g1_terms(random, 1 + i),
        "bls12_g2_msm" => ethereum::bls_g2_terms(random, 1 + i),
        "bls12_pairing" => ethereum::bls_pairs(random, 1 + i / 2, i > 1 && i.is_multiple_of(2)),
        "bls12_map_g1" => ethereum::mapped::<bls::Fq>(random),
        "bls12_map_g2" => ethereum::mapped::<bls::Fq2>(random),
        _ => return None,
    })
}

/// A copy with one change: a flipped bit, zeros or ones in a word, an equal or swapped half, a missing end or a further
/// byte.
fn changed(input: &[u8], random: &mut Random) -> Vec<u8> {
    let mut changed = input.to_vec();
    if input.len() < 64 {
        changed.push(0);
        return changed;
    }
    let word = 32 * random.below(input.len() / 32);
    let half = input.len() / 2;
    match random.below(8) {
        0 => changed.truncate(random.below(input.len())),
        1 => changed.extend(random.bytes(1)),
        2 => changed[word..word + 32].fill(0),
        3 => changed[word..word + 32].fill(0xff),
        4 => changed.copy_within(..half, half),
        5 => changed.rotate_left(half),
        _ => {
            let bit = random.below(8 * input.len());
            changed[bit / 8] ^= 1 << (bit % 8);
        }
    }
    changed
}

/// Small and even moduli, zeros, and numbers of different lengths, also of no byte.
fn powers(random: &mut Random) -> Vec<Vec<u8>> {
    let mut inputs = Vec::new();
    for lengths in [[0, 0, 0], [0, 1, 1], [1, 0, 1], [1, 1, 0], [40, 3, 17], [3, 40, 32], [100, 2, 100]] {
        let [base, exponent, modulus] = lengths.map(|length| random.bytes(length));
        inputs.push(ethereum::power(&base, &exponent, &modulus));
    }
    for length in [1, 8, 32, 33, 100] {
        let [base, exponent, mut modulus] = [0; 3].map(|_| random.bytes(length));
        // Even, a power of two, one, zero.
        modulus[length - 1] &= 0xf0;
        inputs.push(ethereum::power(&base, &exponent, &modulus));
        modulus.fill(0);
        inputs.push(ethereum::power(&base, &exponent, &modulus));
        modulus[length - 1] = 1;
        inputs.push(ethereum::power(&base, &exponent, &modulus));
        modulus[length - 1] = 0;
        modulus[0] = 0x80;
        inputs.push(ethereum::power(&base, &exponent, &modulus));
        inputs.push(ethereum::power(&base, &vec![0; length], &modulus));
        inputs.push(ethereum::power(&vec![0; length], &exponent, &modulus));
    }
    inputs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_inputs_differ_and_long_computations_are_left_out() {
        let mut random = Random::new(1, "changed");
        let input = random.bytes(128);
        let differing = (0..100).filter(|_| changed(&input, &mut random) != input).count();
        assert_eq!(differing, 100);
        for case in inputs("blake2f", &mut random).unwrap() {
            assert!(case[0].len() != 213 || case[0][..2] == [0, 0]);
        }
        assert!(inputs("identity", &mut random).is_none());
    }
}
