//! Test that the time of operations does not differ between a fixed secret and random ones (`vorpal_trace::timing`).
//! Times depend on the machine and its load, so the test runs only on request (`-- --ignored`), alone, in a release
//! build.

use std::hint::black_box;
use std::io::Write;

use vorpal_limbs::taint;
use vorpal_secp256k1::{PublicKey, SecretKey, p256};
use vorpal_trace::timing::{LIMIT, Random, Times, measure, welch};

/// The number of measurements of an operation, doubled for a repetition.
const COUNT: usize = 100_000;

/// Fixed secrets that are most likely to be special cases: 1, half of the digits zero, and a repeated byte.
const FIXED: [[u8; 32]; 3] = [
    {
        let mut one = [0; 32];
        one[31] = 1;
        one
    },
    {
        let mut half = [0; 32];
        let mut i = 16;
        while i < 32 {
            half[i] = 0xff;
            i += 1;
        }
        half
    },
    [0x5a; 32],
];

type Operation = (&'static str, fn(&SecretKey, &PublicKey));

/// The key of P-256 with the bytes of a key of secp256k1. They are invalid with probability `2^-32`.
fn on_p256(key: &SecretKey) -> p256::SecretKey {
    p256::SecretKey::from_be_bytes(&key.to_be_bytes()).unwrap()
}

const OPERATIONS: [Operation; 6] = [
    ("public key", |key, _| {
        black_box(key.public_key());
    }),
    ("ECDSA", |key, _| {
        black_box(key.sign(&[9; 32]));
    }),
    ("Schnorr", |key, _| {
        black_box(key.sign_schnorr(b"a message", &[3; 32]));
    }),
    ("shared secret", |key, other| {
        black_box(key.diffie_hellman(other).x());
    }),
    ("public key on P-256", |key, _| {
        black_box(on_p256(key).public_key());
    }),
    ("ECDSA on P-256", |key, _| {
        black_box(on_p256(key).sign(&[9; 32]));
    }),
];

/// A signature, then a squaring for each bit of the last byte of the key. The loop takes less than half a percent of
/// the time, and half of that is the difference between the classes.
const LEAK: Operation = ("ECDSA with a planted leak", |key, _| {
    black_box(key.sign(&[9; 32]));
    let mut x = vorpal_fields::primes::Secp256k1Base::from(black_box(3));
    let mut bits = key.to_be_bytes()[31];
    while bits != 0 {
        x = black_box(x.square());
        bits >>= 1;
    }
});

/// The largest t-statistic of the times of an operation, for a fixed secret against random ones. Prints it.
fn t(operation: &Operation, fixed: &[u8; 32], seed: u64, count: usize) -> f64 {
    let other = SecretKey::from_be_bytes(&[7; 32]).unwrap().public_key();
    let mut random = Random::new(seed);
    let secret = |is_fixed: bool, random: &mut Random| {
        let drawn = random.bytes();
        // Random bytes are an invalid key with probability 2^-128.
        SecretKey::from_be_bytes(if is_fixed { fixed } else { &drawn }).unwrap()
    };
    let times = measure(count, &mut random, secret, |key| operation.1(key, &other));
    let t = times.largest_t();
    print(&format!(
        "{}, fixed {:02x}..{:02x}: t = {t:.1} of {count}, median {} ns",
        operation.0,
        fixed[0],
        fixed[31],
        times.median()
    ));
    t
}

/// Prints a line on standard error, and ignores errors.
fn print(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Whether an operation leaks: the difference is significant, and again with twice as many measurements.
fn leaks(operation: &Operation, fixed: &[u8; 32], count: usize) -> bool {
    t(operation, fixed, 1, count).abs() > LIMIT && t(operation, fixed, 2, 2 * count).abs() > LIMIT
}

#[test]
#[ignore = "measures times, on an idle machine only"]
fn times_do_not_depend_on_secrets() {
    let [one, many] = taint::in_use();
    print(&format!("with {one} (batches: {many})"));
    let planted = [COUNT, 2 * COUNT, 4 * COUNT].into_iter().any(|count| leaks(&LEAK, &FIXED[0], count));
    assert!(planted, "the planted leak is not detected: there is too much noise");
    for operation in &OPERATIONS {
        for fixed in &FIXED {
            assert!(!leaks(operation, fixed, COUNT), "the time of {} depends on the secret", operation.0);
        }
    }
}

#[test]
fn welchs_t_of_a_small_sample() {
    let times: Vec<(i64, bool)> =
        [(1, true), (2, true), (3, true), (4, true), (2, false), (4, false), (6, false), (8, false)].into();
    // Means 2.5 and 5, variances 5/3 and 20/3: -2.5 / sqrt(5/12 + 20/12).
    assert!((welch(&times) + 3.0f64.sqrt()).abs() < 1e-12);
    assert_eq!(welch(&[]), 0.0);
    assert_eq!(welch(&[(1, true), (2, false)]), 0.0);
}

/// A difference of a thousandth of the time is found, although one in ten measurements takes up to twice as long and
/// the machine becomes slower all the time. Without a difference, nothing is found.
#[test]
fn a_small_difference_is_detected() {
    let simulated = |difference: u64| {
        let mut random = Random::new(1);
        let times = (0..40_000).map(|i| {
            let is_fixed = random.word() & 1 == 1;
            let noise = random.word() % 1000;
            let disturbance = if random.word().is_multiple_of(10) { random.word() % 50_000 } else { 0 };
            (50_000 + i + noise + disturbance + u64::from(is_fixed) * difference, is_fixed)
        });
        Times::new(times.collect()).largest_t()
    };
    assert!(simulated(50) > LIMIT);
    assert!(simulated(0).abs() < LIMIT / 2.0);
}
