//! Many square roots on every backend: squares of roots are the values, non-squares have none, and all
//! backends return the same roots, one at a time and in batches. A process chooses its backend once, so each backend
//! has its own process.

use vorpal_fields::primes::{
    Bls12_377BaseModulus, Bls12_381BaseModulus, Bls12_381ScalarModulus, Bn254ScalarModulus, P256BaseModulus,
    Secp256k1BaseModulus,
};
use vorpal_fields::{Fe, Modulus};
use vorpal_oracle::effort::cases;

use super::process::{on_every_backend, report};

/// FNV-1a, continued from a previous digest.
fn digest(before: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(before, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

/// `number` pseudorandom elements, with zeros first, last and in between.
fn elements<M: Modulus<N>, const N: usize>(number: usize) -> Vec<Fe<M, N>> {
    let mut element = Fe::from(0x9e37_79b9_7f4a_7c15);
    let mut elements: Vec<_> = (0..number)
        .map(|_| {
            element = element.square() + Fe::from(7);
            element
        })
        .collect();
    for zero in [0, number / 2, number - 1] {
        elements[zero] = Fe::ZERO;
    }
    elements
}

/// A digest of the roots, inverses and powers.
fn all<M: Modulus<N>, const N: usize>(number: usize) -> u64 {
    let values = elements::<M, N>(number);
    let mut roots = vec![None; number];
    Fe::sqrt_batch_vartime(&values, &mut roots);
    let mut sum = 0;
    let mut squares = 0;
    for (value, root) in values.iter().zip(&roots) {
        assert_eq!(root.is_some(), value.legendre_vartime() >= 0, "{value:?}");
        if let Some(root) = root {
            assert_eq!(root.square(), *value);
            squares += 1;
        }
        sum = digest(sum, root.unwrap_or(Fe::GENERATOR).to_le_bytes().as_ref());
    }
    assert!(squares > number / 3 && squares < 2 * number / 3, "{squares} squares of {number}");
    for (value, root) in values.iter().zip(&roots).step_by(7) {
        assert_eq!(value.sqrt_vartime(), *root);
    }
    let mut powers = values[..100].to_vec();
    Fe::pow_batch_vartime(&mut powers, &[0x0123_4567_89ab_cdef, 77]);
    let mut inverses = values;
    vorpal_fields::batch_invert(&mut inverses);
    powers.iter().chain(&inverses).fold(sum, |sum, element| digest(sum, element.to_le_bytes().as_ref()))
}

#[test]
#[ignore = "runs in child processes of the other test"]
fn on_this_backend() {
    let digests = [
        all::<Bls12_381ScalarModulus, 4>(cases(100_000)),
        all::<Bn254ScalarModulus, 4>(cases(5_000)),
        all::<Secp256k1BaseModulus, 4>(cases(5_000)),
        all::<P256BaseModulus, 4>(cases(5_000)),
        all::<Bls12_377BaseModulus, 6>(cases(2_000)),
        all::<Bls12_381BaseModulus, 6>(cases(2_000)),
    ];
    report(&format!("{digests:x?}"));
}

#[test]
fn backends_agree() {
    let reports = on_every_backend("suite::backends::on_this_backend");
    for (backend, digests) in &reports {
        assert_eq!(*digests, reports[0].1, "{backend} and {}", reports[0].0);
    }
}
