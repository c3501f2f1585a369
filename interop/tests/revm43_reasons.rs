//! Results and halt reasons of the methods of `VorpalCrypto` are those of revm's own provider for every combination of
//! good and bad points.

#![cfg(feature = "revm43")]
#![allow(
    clippy::panic,
    clippy::cast_possible_truncation,
    reason = "a test fails by panicking, and numbers are small"
)]

#[path = "common/points.rs"]
mod points;

use revm_precompile::{Crypto, DefaultCrypto, PrecompileHalt};
use vorpal_interop::VorpalCrypto;

use points::{g1_points, g2_points, points_254};

/// All lists of two elements.
fn twos<T: Copy>(items: &[T]) -> Vec<[T; 2]> {
    items.iter().flat_map(|a| items.iter().map(|b| [*a, *b])).collect()
}

#[test]
fn sums_on_bls12_381() {
    for [a, b] in twos(&g1_points()) {
        assert_eq!(VorpalCrypto.bls12_381_g1_add(a, b), DefaultCrypto.bls12_381_g1_add(a, b));
    }
    for [a, b] in twos(&g2_points()) {
        assert_eq!(VorpalCrypto.bls12_381_g2_add(a, b), DefaultCrypto.bls12_381_g2_add(a, b));
    }
}

/// Also with an error of the client in each position, and with no terms.
#[test]
fn sums_of_multiples_on_bls12_381() {
    let clients = PrecompileHalt::Bls12381FpPaddingInvalid;
    for scalar in [[0; 32], [1; 32], [0xff; 32]] {
        let terms: Vec<_> =
            g1_points().into_iter().map(|point| Some((point, scalar))).chain([None]).collect();
        for terms in twos(&terms) {
            let terms = || terms.into_iter().map(|term| term.ok_or(clients.clone()));
            let ours = VorpalCrypto.bls12_381_g1_msm(&mut terms());
            assert_eq!(ours, DefaultCrypto.bls12_381_g1_msm(&mut terms()));
        }
        let terms: Vec<_> =
            g2_points().into_iter().map(|point| Some((point, scalar))).chain([None]).collect();
        for terms in twos(&terms) {
            let terms = || terms.into_iter().map(|term| term.ok_or(clients.clone()));
            let ours = VorpalCrypto.bls12_381_g2_msm(&mut terms());
            assert_eq!(ours, DefaultCrypto.bls12_381_g2_msm(&mut terms()));
        }
    }
    assert_eq!(VorpalCrypto.bls12_381_g1_msm(&mut std::iter::empty()), Ok([0; 96]));
    assert_eq!(VorpalCrypto.bls12_381_g2_msm(&mut std::iter::empty()), Ok([0; 192]));
}

#[test]
fn pairings_on_bls12_381() {
    let (g1, g2) = (g1_points(), g2_points());
    let pairs: Vec<_> = g1.iter().flat_map(|p| g2.iter().map(|q| (*p, *q))).collect();
    let mut reasons = std::collections::HashMap::new();
    for pairs in twos(&pairs) {
        let ours = VorpalCrypto.bls12_381_pairing_check(&pairs);
        assert_eq!(ours, DefaultCrypto.bls12_381_pairing_check(&pairs));
        *reasons.entry(ours).or_insert(0) += 1;
    }
    // Two outputs, a coordinate, and two reasons for each group.
    assert_eq!(reasons.len(), 7, "{reasons:?}");
    assert_eq!(VorpalCrypto.bls12_381_pairing_check(&[]), Ok(true));
}

#[test]
fn sums_and_multiples_on_bn254() {
    let (points, _) = points_254();
    for a in &points {
        for b in &points {
            assert_eq!(VorpalCrypto.bn254_g1_add(a, b), DefaultCrypto.bn254_g1_add(a, b));
        }
        for scalar in [[0; 32], [1; 32], [0xff; 32]] {
            assert_eq!(VorpalCrypto.bn254_g1_mul(a, &scalar), DefaultCrypto.bn254_g1_mul(a, &scalar));
        }
    }
}

#[test]
fn pairings_on_bn254() {
    let (g1, g2) = points_254();
    let pairs: Vec<(&[u8], &[u8])> = g1.iter().flat_map(|p| g2.iter().map(|q| (&p[..], &q[..]))).collect();
    let mut reasons = std::collections::HashMap::new();
    for pairs in twos(&pairs) {
        let ours = VorpalCrypto.bn254_pairing_check(&pairs);
        assert_eq!(ours, DefaultCrypto.bn254_pairing_check(&pairs));
        *reasons.entry(ours).or_insert(0) += 1;
    }
    assert_eq!(reasons.len(), 4, "{reasons:?}");
    assert_eq!(VorpalCrypto.bn254_pairing_check(&[]), Ok(true));
}

/// Long lists: every pair counts, and a malformed one at any index is an error.
#[test]
fn every_pair_of_a_long_list_counts() {
    let (p, q) = (g1_points()[0], g2_points()[0]);
    let (p254, q254) = points_254();
    let (p254, q254, zero) = (&p254[0][..], &q254[0][..], &[0; 64][..]);
    let (infinity, malformed) = (([0; 48], [0; 48]), ([0xff; 48], [0; 48]));
    for length in [1, 3, 5, 16, 17, 33] {
        for index in [0, length / 2, length - 1] {
            // Pairs with infinity change nothing; one other pair makes the product another than one.
            let check = |first: &[u8]| {
                let mut pairs = vec![(zero, q254); length];
                pairs[index].0 = first;
                VorpalCrypto.bn254_pairing_check(&pairs).ok()
            };
            let verdicts = [check(zero), check(p254), check(&[0xff; 64])];
            assert_eq!(verdicts, [Some(true), Some(false), None], "{index} of {length}");
            let check = |first| {
                let mut pairs = vec![(infinity, q); length];
                pairs[index].0 = first;
                VorpalCrypto.bls12_381_pairing_check(&pairs).ok()
            };
            let verdicts = [check(infinity), check(p), check(malformed)];
            assert_eq!(verdicts, [Some(true), Some(false), None], "{index} of {length}");

            let terms = |point| {
                (0..length).map(move |i| Ok(if i == index { (point, [7; 32]) } else { (p, [0; 32]) }))
            };
            let alone = VorpalCrypto.bls12_381_g1_msm(&mut std::iter::once(Ok((p, [7; 32]))));
            assert!(alone.is_ok() && VorpalCrypto.bls12_381_g1_msm(&mut terms(p)) == alone);
            assert!(VorpalCrypto.bls12_381_g1_msm(&mut terms(malformed)).is_err());
            let terms = |point| {
                (0..length).map(move |i| Ok(if i == index { (point, [7; 32]) } else { (q, [0; 32]) }))
            };
            let alone = VorpalCrypto.bls12_381_g2_msm(&mut std::iter::once(Ok((q, [7; 32]))));
            assert!(alone.is_ok() && VorpalCrypto.bls12_381_g2_msm(&mut terms(q)) == alone);
            assert!(VorpalCrypto.bls12_381_g2_msm(&mut terms((q.0, q.1, q.2, [0xff; 48]))).is_err());
        }
    }
}

/// The prime is not below the prime, and revm reports the first element.
#[test]
fn maps_to_bls12_381() {
    let prime = g1_points()[5].0;
    let mut below = prime;
    below[47] -= 1;
    let elements = [[0; 48], [1; 48], below, prime, [0xff; 48]];
    for element in elements {
        let ours = VorpalCrypto.bls12_381_fp_to_g1(&element);
        assert_eq!(ours, DefaultCrypto.bls12_381_fp_to_g1(&element));
    }
    for [c0, c1] in twos(&elements) {
        let ours = VorpalCrypto.bls12_381_fp2_to_g2((c0, c1));
        assert_eq!(ours, DefaultCrypto.bls12_381_fp2_to_g2((c0, c1)));
    }
}

/// revm's own provider panics on these, and revm never calls it so.
#[test]
fn short_slices_are_errors() {
    let (g1, g2) = ([0; 64], [0; 128]);
    for length in 0..128 {
        let (first, second) = (&g1[..length.min(63)], &g2[..length]);
        assert!(VorpalCrypto.bn254_g1_add(first, &g1).is_err());
        assert!(VorpalCrypto.bn254_g1_add(&g1, first).is_err());
        assert!(VorpalCrypto.bn254_g1_mul(first, &[0; 32]).is_err());
        assert!(length == 32 || VorpalCrypto.bn254_g1_mul(&g1, second).is_err());
        assert!(VorpalCrypto.bn254_pairing_check(&[(&g1, &g2), (first, &g2)]).is_err());
        assert!(VorpalCrypto.bn254_pairing_check(&[(&g1, second), (&g1, &g2)]).is_err());
    }
    assert_eq!(VorpalCrypto.bn254_g1_add(&g1, &g1), Ok(g1));
    assert_eq!(VorpalCrypto.bn254_g1_mul(&g1, &[7; 32]), Ok(g1));
    assert_eq!(VorpalCrypto.bn254_pairing_check(&[(&g1, &g2)]), Ok(true));
}

/// revm accepts both lengths.
#[test]
fn powers_are_as_long_as_the_modulus() {
    for (base, exponent, modulus) in [
        (&[3][..], &[5][..], &[0, 0, 100][..]),
        (&[0, 0], &[], &[0, 1]),
        (&[2], &[8], &[0, 255]),
        (&[9; 40], &[7; 3], &[0, 0, 4, 1]),
        (&[5], &[5], &[0; 4]),
        (&[], &[], &[]),
    ] {
        let ours = VorpalCrypto.modexp(base, exponent, modulus).expect("no error");
        let theirs = DefaultCrypto.modexp(base, exponent, modulus).expect("no error");
        assert_eq!(ours.len(), modulus.len());
        let zeros = ours.iter().take_while(|byte| **byte == 0).count();
        let digits = theirs.iter().skip_while(|byte| **byte == 0).copied().collect::<Vec<u8>>();
        assert_eq!(&ours[zeros..], digits);
    }
}
