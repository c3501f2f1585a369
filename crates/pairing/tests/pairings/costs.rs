//! Numbers of multiplications in `Fp`, squarings included.

use vorpal_curves::models::weierstrass::Affine;
use vorpal_limbs::count::on_this_thread;
use vorpal_pairing::bls12_377::Bls12_377;
use vorpal_pairing::bls12_381::Bls12_381;
use vorpal_pairing::bn254::Bn254;
use vorpal_pairing::{
    Engine, Gt, Pair, PreparedG2, miller_loop_vartime, multi_pairing_checked_vartime,
    multi_pairing_prepared_vartime, multi_pairing_vartime,
};

use crate::{left, right};

pub(crate) fn cost<T>(operation: impl FnOnce() -> T) -> u64 {
    let (_, counts) = on_this_thread(operation);
    counts.multiplications + counts.squarings
}

/// The costs of Miller loops of 1, 2, 3, 4 and 8 pairs, and of a final exponentiation.
fn costs<E: Engine<N>, const N: usize>() -> ([u64; 5], u64) {
    let pairs: Vec<Pair<E, N>> = (1..9).map(|i| (left::<E, N>(i), right::<E, N>(i + 5))).collect();
    let loops = [1, 2, 3, 4, 8].map(|n| cost(|| miller_loop_vartime::<E, N>(&pairs[..n])));
    let value = miller_loop_vartime::<E, N>(&pairs[..1]);
    let exponentiation = cost(|| Gt::<E, N>::of_miller_loop_vartime(&value));
    assert_eq!(cost(|| multi_pairing_vartime::<E, N>(&pairs[..2])), loops[1] + exponentiation);
    (loops, exponentiation)
}

/// Each number is within 3 % of the model.
fn assert_close(found: &[u64], model: &[u64]) {
    for (found, model) in found.iter().zip(model) {
        assert!(100 * found <= 103 * model, "{found} instead of {model}");
    }
}

#[test]
fn of_pairings() {
    let (loops, exponentiation) = costs::<Bls12_381, 6>();
    println!("{loops:?} {exponentiation}");
    assert_close(&loops, &[6600, 10_360, 14_420, 18_480, 34_740]);
    assert_close(&[exponentiation], &[7200]);
    let (loops, exponentiation) = costs::<Bls12_377, 6>();
    println!("{loops:?} {exponentiation}");
    assert_close(&loops[..1], &[6680]);
    assert_close(&[exponentiation], &[7200]);
    let (loops, exponentiation) = costs::<Bn254, 4>();
    println!("{loops:?} {exponentiation}");
    assert_close(&[loops[0], loops[1], loops[3]], &[8140, 14_010, 25_760]);
    assert_close(&[exponentiation], &[7130]);
}

/// Membership of a point of G2 costs a comparison, apart from the check of G1.
fn membership_is_nearly_free<E: Engine<N>, const N: usize>(of_g1: u64) {
    let pair = [(Affine::GENERATOR, Affine::GENERATOR)];
    let without = cost(|| multi_pairing_vartime::<E, N>(&pair));
    let with = cost(|| multi_pairing_checked_vartime::<E, N>(&pair));
    assert!(with <= without + of_g1 + 50, "{with} instead of {without}");
}

#[test]
fn of_membership() {
    membership_is_nearly_free::<Bls12_381, 6>(1100);
    membership_is_nearly_free::<Bls12_377, 6>(1100);
    membership_is_nearly_free::<Bn254, 4>(0);
}

#[test]
fn of_prepared_lines() {
    let lines = [1, 2].map(|k| PreparedG2::<Bls12_381, 6>::new(&right::<Bls12_381, 6>(k)).unwrap());
    let pairs: Vec<_> = lines.iter().map(|lines| (Affine::GENERATOR, lines)).collect();
    let one = cost(|| multi_pairing_prepared_vartime(&pairs[..1]));
    let two = cost(|| multi_pairing_prepared_vartime(&pairs));
    assert!(two - one <= 2400, "{}", two - one);
}
