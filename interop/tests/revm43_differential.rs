//! The precompiled contracts on made inputs: Vorpal's provider and revm's own ones give the same output, gas and halt
//! reason. The fuzz targets make inputs in the same way.

#![cfg(feature = "revm43")]
#![allow(
    clippy::panic,
    clippy::cast_possible_truncation,
    reason = "a test fails by panicking, and numbers are small"
)]

mod common;
#[path = "common/differential.rs"]
mod differential;
#[path = "common/inputs.rs"]
mod inputs;
#[path = "common/switch.rs"]
mod switch;

use signature::rand_core::TryRng;

use common::{Stream, hex};

/// Checks inputs from a reproducible stream. At least a part of the calls succeeds, and at least a part fails.
fn check(address: u16, number: usize, some_fail: bool) {
    let mut stream = Stream::new("differential");
    let (mut good, mut bad) = (0, 0);
    for i in 0..number {
        let mut bytes = [0; 512];
        stream.try_fill_bytes(&mut bytes).expect("it has no end");
        // Small numbers select the usual cases, and large ones are rare in the first half.
        if i % 2 == 0 {
            bytes.iter_mut().step_by(3).for_each(|byte| *byte = if *byte < 200 { *byte % 16 } else { 0 });
        }
        bytes[0] = 1;
        if differential::check(address, &inputs::input(address, &bytes)) {
            good += 1;
        } else {
            bad += 1;
        }
    }
    assert!(good >= number / 20, "{address}: {good} of {number} calls succeeded");
    assert!(!some_fail || bad >= number / 50, "{address}: {bad} of {number} calls failed");
}

#[test]
fn recovery() {
    check(1, 300, true);
}

#[test]
fn hashes() {
    for address in [2, 3, 4] {
        check(address, 50, false);
    }
    check(9, 50, true);
}

#[test]
fn modular_exponentiation() {
    check(5, 300, false);
}

#[test]
fn bn254() {
    check(6, 500, true);
    check(7, 300, true);
    check(8, 150, true);
}

#[test]
fn point_evaluation() {
    check(10, 100, true);
}

#[test]
fn bls12_381() {
    check(11, 300, true);
    check(12, 150, true);
    check(13, 300, true);
    check(14, 150, true);
    check(15, 100, true);
}

#[test]
fn maps_to_bls12_381() {
    check(16, 200, true);
    check(17, 200, true);
}

#[test]
fn p256_signatures() {
    check(0x100, 300, true);
}
