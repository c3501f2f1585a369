//! Compares the counts of pairings, contracts and signatures in `counts.toml` with a model.
//!
//! Units are multiplications in the base field, squares included. In the model a line of a doubling costs 24 and of an
//! addition 41. In Fp12 a square costs 36, a product 54, a product with one line 39, with two lines 51; a product of
//! two lines costs 18. Final exponentiations are those of Hayashida, Hayasaka, Teruya (2020) with Karabina's squares
//! for BLS12, and of Fuentes-Castaneda (2011) for BN254. The first digit of each of BN254's three powers costs neither
//! a square nor a product: 72 less. Membership in G1 of BLS12-381 costs 1,010. Membership in G2 follows from the Miller
//! loop.

use crate::baseline::Baseline;

/// The largest difference, relative to the model.
const TOLERANCE: f64 = 0.03;

/// Operations with their models.
const MODEL: [(&str, f64); 22] = [
    ("pairing.bls12_381.final_exponentiation", 6_530.0),
    ("pairing.bls12_381.1", 13_100.0),
    ("pairing.bls12_381.2", 16_900.0),
    ("pairing.bls12_381.4", 25_000.0),
    ("pairing.bls12_381.8", 41_300.0),
    ("pairing.bls12_381.prepared2", 13_400.0),
    ("pairing.bls12_377.1", 13_400.0),
    ("pairing.bn254.final_exponentiation", 6_914.0),
    ("pairing.bn254.1", 15_054.0),
    ("pairing.bn254.2", 20_924.0),
    ("pairing.bn254.4", 32_684.0),
    // Each further pair costs 5,870.
    ("pairing.bn254.8", 32_684.0 + 4.0 * 5_870.0),
    ("evm.bls12_pairing.1", 13_100.0 + 1_010.0),
    ("evm.bls12_pairing.2", 16_900.0 + 2.0 * 1_010.0),
    ("evm.bls12_pairing.4", 25_000.0 + 4.0 * 1_010.0),
    ("evm.bls12_pairing.8", 41_300.0 + 8.0 * 1_010.0),
    ("evm.bn254_pairing.1", 15_054.0),
    ("evm.bn254_pairing.2", 20_924.0),
    ("evm.bn254_pairing.4", 32_684.0),
    ("evm.bn254_pairing.8", 32_684.0 + 4.0 * 5_870.0),
    ("evm.modexp.32", 320.0),
    ("p256.verify", 2_900.0),
];

/// Operations that differ by more, with their models and the differences in percent.
const EXCEPTIONS: [(&str, f64, f64); 4] = [
    // The seed has shorter runs of zeros than that of BLS12-381, so compressed squares gain less.
    ("pairing.bls12_377.final_exponentiation", 6_700.0, 3.0),
    // The model multiplies the generator by tables. `z W - y G` is one sum of two terms without tables.
    ("evm.point_evaluation", 18_200.0, 4.8),
    // Two maps, an addition, an isogeny and the cofactor by psi cost less than the model's.
    ("hash_to_curve.bls12_381_g2.single", 5_900.0, -18.5),
    // The model doubles by 2 M + 5 S, which is one multiplication less. 3 M + 4 S has fewer additions.
    ("bls12_381_g2.is_member", 1_180.0, 5.8),
];

/// The count relative to the model, minus one.
fn difference(baseline: &Baseline, operation: &str, model: f64) -> f64 {
    let counts = baseline.operations.get(operation).unwrap_or_else(|| panic!("{operation} is not counted"));
    (counts["multiplications"] + counts["squarings"]) / model - 1.0
}

#[test]
fn counts_are_those_of_the_model() {
    let baseline = Baseline::read().unwrap();
    for (operation, model) in MODEL {
        let difference = difference(&baseline, operation, model);
        assert!(difference.abs() <= TOLERANCE, "{operation}: {:+.1} % of {model}", 100.0 * difference);
    }
    for (operation, model, percent) in EXCEPTIONS {
        let difference = 100.0 * difference(&baseline, operation, model);
        assert!((difference - percent).abs() < 0.1, "{operation}: {difference:+.2} % of {model}");
    }
}
