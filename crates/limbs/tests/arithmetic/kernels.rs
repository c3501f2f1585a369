//! Every kernel against the portable code, which `montgomery.rs` checks against big integers, and products without the
//! final subtraction against big integers at their bounds.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use num_bigint::BigUint;
use proptest::prelude::*;
use vorpal_limbs::schedule::{Operands, Schedule};
use vorpal_limbs::{Montgomery, PackedMontgomery, ReductionKind, words};
use vorpal_oracle::big::{from_limbs, limb_edges, residue_edges, to_limbs};
use vorpal_oracle::effort::{every, includes};

use crate::moduli::{moduli_4, moduli_6};

#[test]
fn reduction_kinds_of_moduli() {
    let kinds: Vec<ReductionKind> = moduli_4().iter().map(|p| Montgomery::new(*p).reduction_kind()).collect();
    use ReductionKind::{Any, PseudoMersenne, Solinas, Spare};
    let (spare, mersenne) = ([Spare; 6], PseudoMersenne);
    assert_eq!(kinds[..6], spare);
    assert_eq!(kinds[6..10], [mersenne, Any, Solinas, Any]);
    assert_eq!(kinds[10..15], [Spare, Any, mersenne, mersenne, Any]);
    assert_eq!(kinds[15..20], [Spare, Spare, Spare, Spare, Any]);
    assert_eq!(kinds[20..24], [mersenne; 4]);
    assert_eq!(kinds[24..], [Solinas, Solinas, Spare, Any, Any, Any]);
    let kinds: Vec<ReductionKind> = moduli_6().iter().map(|p| Montgomery::new(*p).reduction_kind()).collect();
    assert_eq!(kinds, [Spare, Spare, Spare, Spare, Any, Spare, Spare, mersenne, mersenne]);
}

/// The largest second factor: `R - 2^(64 N - 62)`.
fn largest<const N: usize>() -> [u64; N] {
    let mut limbs = [0; N];
    limbs[N - 1] = u64::MAX - 3;
    limbs
}

#[test]
fn the_largest_second_factors() {
    // 4 p is R - 4, which is too large for the folds of a kernel; 3 p is not.
    let nearly = Montgomery::new([u64::MAX, u64::MAX, u64::MAX, u64::MAX >> 2]);
    assert_eq!(nearly.reduction_kind(), ReductionKind::Spare);
    assert_eq!([1, 2, 3, 4, 5].map(|k| nearly.mul_takes_multiple(k)), [true, true, true, false, false]);
    // 2 p is R - 38; nothing folds.
    let ed25519 = Montgomery::new([u64::MAX - 18, u64::MAX, u64::MAX, u64::MAX >> 1]);
    assert_eq!(ed25519.reduction_kind(), ReductionKind::Any);
    assert_eq!([1, 2, 3].map(|k| ed25519.mul_takes_multiple(k)), [true, true, false]);
    for (ring, k) in [(nearly, 3u64), (ed25519, 2)] {
        let p = from_limbs(ring.modulus());
        for second in [&p * k - 1u8, &p * k - 2u8, &p * (k - 1) + 1u8] {
            let (a, b) = (to_limbs(&(&p - 1u8)), to_limbs(&second));
            assert_eq!(ring.mul(&a, &b), ring.mul_portable(&a, &b));
            assert_eq!((from_limbs(&ring.mul(&a, &b)) << 256) % &p, ((&p - 1u8) * &second) % &p);
        }
    }
    assert_eq!([(0, 1), (1, 0)].map(|(k, l)| nearly.unreduced_multiple(k, l)), [None; 2]);
    assert_eq!(nearly.unreduced_square_multiple(0), None);
}

/// Canonical products through the public functions.
fn check_products<const N: usize>(ring: &Montgomery<N>, a: &[u64; N], b: &[u64; N]) {
    // Edge values beyond the largest second factor are replaced by it.
    let b = if words::less(&largest(), b) == 1 { &largest() } else { b };
    let (product, square) = (ring.mul_portable(a, b), ring.square_portable(a));
    assert_eq!(ring.mul(a, b), product, "{ring:x?} {a:x?} {b:x?}");
    assert_eq!(ring.square(a), square, "{ring:x?} {a:x?}");
}

#[cfg(all(target_arch = "aarch64", target_pointer_width = "64", not(vorpal_portable)))]
use vorpal_limbs::backend::Aarch64 as Kernels;
#[cfg(all(target_arch = "x86_64", target_pointer_width = "64", not(vorpal_portable)))]
use vorpal_limbs::backend::Bmi2Adx as Kernels;

/// Checks every kernel by name, independent of the dispatch.
#[cfg(all(
    any(target_arch = "x86_64", target_arch = "aarch64"),
    target_pointer_width = "64",
    not(vorpal_portable)
))]
fn check_kernels_4(ring: &Montgomery<4>, a: &[u64; 4], b: &[u64; 4]) {
    let Some(backend) = Kernels::detect() else { return }; // reported by `supported_kernels`
    let (product, square) = (ring.mul_portable(a, b), ring.square_portable(a));
    assert_eq!(backend.mul_any_4(ring, a, b), product, "{ring:x?} {a:x?} {b:x?}");
    assert_eq!(backend.square_any_4(ring, a), square, "{ring:x?} {a:x?}");
    let b = if words::less(&largest(), b) == 1 { &largest() } else { b };
    let product = ring.mul_portable(a, b);
    match ring.reduction_kind() {
        ReductionKind::Spare => {
            assert_eq!(backend.mul_4(ring, a, b), product, "{ring:x?} {a:x?} {b:x?}");
            assert_eq!(backend.square_4(ring, a), square, "{ring:x?} {a:x?}");
        }
        ReductionKind::PseudoMersenne => {
            assert_eq!(backend.mul_pseudo_mersenne_4(ring, a, b), product, "{ring:x?} {a:x?} {b:x?}");
            assert_eq!(backend.square_pseudo_mersenne_4(ring, a), square, "{ring:x?} {a:x?}");
        }
        ReductionKind::Solinas => check_solinas(ring, a, b),
        ReductionKind::Any => {}
    }
}

/// The kernels of one architecture for `h 2^192 + 2^96 - 1`.
#[cfg(all(target_arch = "x86_64", target_pointer_width = "64", not(vorpal_portable)))]
fn check_solinas(ring: &Montgomery<4>, a: &[u64; 4], b: &[u64; 4]) {
    let Some(backend) = Kernels::detect() else { return };
    assert_eq!(backend.mul_solinas_4(ring, a, b), ring.mul_portable(a, b), "{ring:x?} {a:x?} {b:x?}");
    assert_eq!(backend.square_solinas_4(ring, a), ring.square_portable(a), "{ring:x?} {a:x?}");
    assert_eq!(backend.redc_solinas_4(ring, a, b), ring.redc_portable(a, b), "{ring:x?} {a:x?} {b:x?}");
}

#[cfg(all(target_arch = "aarch64", target_pointer_width = "64", not(vorpal_portable)))]
fn check_solinas(_: &Montgomery<4>, _: &[u64; 4], _: &[u64; 4]) {}

#[cfg(not(all(
    any(target_arch = "x86_64", target_arch = "aarch64"),
    target_pointer_width = "64",
    not(vorpal_portable)
)))]
fn check_kernels_4(_: &Montgomery<4>, _: &[u64; 4], _: &[u64; 4]) {}

/// Whether this processor supports the kernels. Reports those that are skipped.
#[cfg(all(target_arch = "x86_64", target_pointer_width = "64", not(vorpal_portable)))]
fn supported_kernels() -> [bool; 2] {
    use vorpal_limbs::backend::{Avx512Ifma, Bmi2Adx};
    let here = [Bmi2Adx::detect().is_some(), Avx512Ifma::detect().is_some()];
    for (here, name) in here.iter().zip(["BMI2 and ADX", "AVX-512 IFMA"]) {
        if !here {
            vorpal_oracle::data::report_skipped(&format!(
                "kernels for {name}: not supported by the processor"
            ));
        }
    }
    here
}

#[cfg(all(target_arch = "aarch64", target_pointer_width = "64", not(vorpal_portable)))]
fn supported_kernels() -> [bool; 2] {
    [true, false]
}

#[cfg(not(all(
    any(target_arch = "x86_64", target_arch = "aarch64"),
    target_pointer_width = "64",
    not(vorpal_portable)
)))]
fn supported_kernels() -> [bool; 2] {
    vorpal_oracle::data::report_skipped("kernels: not in this build");
    [false; 2]
}

/// The kernels for WebAssembly, which are plain Rust, by name.
macro_rules! check_wasm32 {
    ($name:ident, $n:literal: $mul:ident $mul_unreduced:ident $square:ident $square_unreduced:ident $accumulate:ident
     $redc:ident) => {
        fn $name(ring: &Montgomery<$n>, a: &[u64; $n], b: &[u64; $n]) {
            let backend = vorpal_limbs::backend::Wasm32;
            let modulus = ring.modulus();
            if words::less(a, modulus) == 1 {
                assert_eq!(backend.$mul(ring, a, b), ring.mul_portable(a, b), "{modulus:x?} {a:x?} {b:x?}");
                assert_eq!(backend.$square(ring, a), ring.square_portable(a), "{modulus:x?} {a:x?}");
            }
            if words::add(a, modulus).1 == 0 {
                let (product, square) =
                    (ring.mul_unreduced_portable(a, b), ring.mul_unreduced_portable(a, a));
                assert_eq!(backend.$mul_unreduced(ring, a, b), product, "{modulus:x?} {a:x?} {b:x?}");
                assert_eq!(backend.$square_unreduced(ring, a), square, "{modulus:x?} {a:x?}");
            }
            let mut sum = vorpal_limbs::Wide { low: *b, high: *a, top: u64::MAX };
            let mut expected = sum;
            for _ in 0..2 {
                backend.$accumulate(&mut sum, a, b);
                expected.accumulate_portable(a, b);
                assert_eq!(sum, expected, "{a:x?} {b:x?}");
            }
            for (low, high) in [(a, b), (b, a)] {
                let expected = ring.redc_portable(low, high);
                assert_eq!(backend.$redc(ring, low, high), expected, "{modulus:x?} {low:x?} {high:x?}");
            }
        }
    };
}
check_wasm32!(check_wasm32_4, 4: mul_4 mul_unreduced_4 square_4 square_unreduced_4 accumulate_4 redc_4);
check_wasm32!(check_wasm32_6, 6: mul_6 mul_unreduced_6 square_6 square_unreduced_6 accumulate_6 redc_6);

#[test]
fn wasm32_every_pair_of_edges() {
    for modulus in moduli_4() {
        let ring = Montgomery::new(modulus);
        let mut numbers = limb_edges();
        numbers.extend(residue_edges(&from_limbs(&modulus), 4).iter().map(to_limbs));
        for (i, a) in numbers.iter().enumerate() {
            for (_, b) in numbers.iter().enumerate().filter(|(j, _)| every(17, i + j)) {
                check_wasm32_4(&ring, a, b);
            }
        }
    }
    for modulus in moduli_6() {
        let ring = Montgomery::new(modulus);
        let mut numbers: Vec<[u64; 6]> = limb_edges().into_iter().step_by(5).collect();
        numbers.extend(residue_edges(&from_limbs(&modulus), 6).iter().map(to_limbs));
        for (i, a) in numbers.iter().enumerate() {
            for (_, b) in numbers.iter().step_by(3).enumerate().filter(|(j, _)| every(37, i + j)) {
                check_wasm32_6(&ring, a, b);
            }
        }
        check_wasm32_6(&ring, &[u64::MAX; 6], &[u64::MAX; 6]);
    }
}

#[test]
fn four_limbs_every_pair_of_edges() {
    let _ = supported_kernels();
    for modulus in moduli_4() {
        let ring = Montgomery::new(modulus);
        let residues: Vec<[u64; 4]> =
            limb_edges().into_iter().filter(|a| words::less(a, &modulus) == 1).collect();
        for (i, a) in residues.iter().enumerate() {
            for (_, b) in limb_edges().into_iter().enumerate().filter(|(j, _)| every(17, i + j)) {
                check_products(&ring, a, &b);
                check_kernels_4(&ring, a, &b);
            }
        }
        let residues: Vec<[u64; 4]> = residue_edges(&from_limbs(&modulus), 4).iter().map(to_limbs).collect();
        for (i, a) in residues.iter().enumerate() {
            for (_, b) in residues.iter().enumerate().filter(|(j, _)| includes(i, *j)) {
                check_kernels_4(&ring, a, b);
            }
        }
    }
}

#[test]
fn six_limbs_every_pair_of_edges() {
    for modulus in moduli_6() {
        let ring = Montgomery::new(modulus);
        let edges = limb_edges();
        for (i, a) in edges.iter().filter(|a| words::less(a, &modulus) == 1).step_by(3).enumerate() {
            for (_, b) in edges.iter().step_by(7).enumerate().filter(|(j, _)| every(17, i + j)) {
                check_products(&ring, a, b);
            }
        }
        let residues: Vec<[u64; 6]> = residue_edges(&from_limbs(&modulus), 6).iter().map(to_limbs).collect();
        for a in &residues {
            for b in &residues {
                check_products(&ring, a, b);
            }
        }
    }
}

/// `x R = a b mod p` and `x < limit`.
fn check_unreduced<const N: usize>(p: &BigUint, x: &[u64; N], a: &BigUint, b: &BigUint, limit: &BigUint) {
    let x = from_limbs(x);
    assert!(x < *limit, "{p:x} {a:x} {b:x}: {x:x}");
    assert_eq!((x << (64 * N)) % p, (a * b) % p, "{p:x} {a:x} {b:x}");
}

/// Operands at every bound that has a multiple: `j p - 1`, `j p`, `j p + 1`.., and arbitrary limbs for the second.
fn check_multiples<const N: usize>(modulus: [u64; N]) -> usize {
    let (ring, p) = (Montgomery::new(modulus), from_limbs(&modulus));
    let radix = BigUint::from(1u8) << (64 * N);
    let mut checked = 0;
    let below = |k: u64| -> Vec<BigUint> {
        let bound = &p * k;
        let mut values: Vec<BigUint> = residue_edges(&p, N);
        values.extend(
            (0..k.min(160)).flat_map(|j| [&p * j, &p * j + 1u8, &p * (j + 1) - 1u8, &p * j + (&p >> 1)]),
        );
        values.extend(limb_edges::<N>().iter().step_by(if N == 4 { 1 } else { 37 }).map(|a| from_limbs(a)));
        values.retain(|value| *value < bound && *value < radix);
        values
    };
    let everything = u64::try_from(&radix / &p).unwrap_or(u64::MAX - 1).saturating_add(1);
    for k in [1, 2, 3, 4, 7, everything] {
        if let Some(multiple) = ring.unreduced_square_multiple(k) {
            for a in below(k) {
                let square = ring.square_unreduced(&to_limbs(&a));
                check_unreduced(&p, &square, &a, &a, &(&p * multiple));
            }
        }
        for l in [1, 2, 5, everything] {
            let Some(multiple) = ring.unreduced_multiple(k, l) else { continue };
            assert!(&p * multiple <= radix);
            checked += 1;
            let seconds = below(l);
            for (i, a) in below(k).iter().step_by(3).enumerate() {
                for (_, b) in seconds.iter().step_by(2).enumerate().filter(|(j, _)| includes(i, *j)) {
                    let (a_limbs, b_limbs) = (to_limbs(a), to_limbs(b));
                    let product = ring.mul_unreduced(&a_limbs, &b_limbs);
                    // The bound itself, tighter than its multiple of p: a b / R + p + 2^-62 p.
                    let bound: BigUint = ((a * b) >> (64 * N)) + &p + (&p >> 62) + 2u8;
                    check_unreduced(&p, &product, a, b, &bound.min(&p * multiple));
                    check_unreduced(
                        &p,
                        &ring.mul_unreduced_portable(&a_limbs, &b_limbs),
                        a,
                        b,
                        &(&p * multiple),
                    );
                }
            }
        }
    }
    checked
}

#[test]
fn products_without_subtraction_keep_their_bounds() {
    let counts: Vec<usize> = moduli_4().into_iter().map(check_multiples).collect();
    // BN254: 1 to 4 times p by any number; BLS12-381: p by p and by 2 p; secp256k1: none.
    assert!(counts[0] == 15 && counts[2] == 2 && counts[6] == 0 && counts[7] == 0, "{counts:?}");
    let counts: Vec<usize> = moduli_6().into_iter().map(check_multiples).collect();
    assert!(counts[0] >= 16 && counts[1] >= 9 && counts[7] == 0, "{counts:?}");
}

/// Checks every kernel on the operands whose results are closest to the bound of the kernels' schedule.
fn check_witnesses<const N: usize>(modulus: [u64; N]) -> usize {
    let (ring, p) = (Montgomery::new(modulus), from_limbs(&modulus));
    let mut checked = 0;
    for (k, l) in [(1, 1), (1, 2), (2, 1), (2, 2), (1, 3), (3, 3), (4, 5), (100, 100)] {
        let (first, second) = (Operands::Multiple(k), Operands::Multiple(l));
        for schedule in [ring.schedule(), Schedule::cios(N)] {
            let Some(witness) = schedule.witness_vartime(&modulus, first, second) else { continue };
            if k == 1 && l == 1 {
                check_products(&ring, &witness.a, &witness.b);
                check_products(&ring, &witness.b, &witness.a);
            }
            let Some(multiple) = ring.unreduced_multiple(k, l) else { continue };
            let product = ring.mul_unreduced(&witness.a, &witness.b);
            let (a, b) = (from_limbs(&witness.a), from_limbs(&witness.b));
            check_unreduced(&p, &product, &a, &b, &(&p * multiple));
            if schedule == ring.schedule() && vorpal_limbs::backend::Backend::active().name() == "bmi2+adx" {
                // The kernel computes exactly what the schedule does, digit by digit, so the result is as close.
                assert_eq!(
                    from_limbs(&product),
                    from_limbs(&witness.result.limbs::<N>()),
                    "{p:x} {a:x} {b:x}"
                );
            }
            checked += 1;
        }
    }
    checked
}

#[test]
fn worst_cases_of_every_modulus() {
    let counts: Vec<usize> = moduli_4().into_iter().map(check_witnesses).collect();
    assert!(counts[0] >= 10 && counts[2] >= 4, "{counts:?}");
    let counts: Vec<usize> = moduli_6().into_iter().map(check_witnesses).collect();
    assert!(counts[0] == 16 && counts[1] >= 12, "{counts:?}");
}

/// Batches of every length up to three vectors, at varying offsets, of edge operands.
fn check_batches<const N: usize>(modulus: [u64; N], a: &[[u64; N]], b: &[[u64; N]]) {
    let ring = Montgomery::new(modulus);
    let packed = PackedMontgomery::new(&ring);
    check_batches_by(&ring, a, b, |products, a, b| ring.mul_batch(products, a, b, |x| x, |x| x));
    check_batches_by(&ring, a, b, |products, a, b| packed.mul_batch(products, a, b, |x| x, |x| x));
}

fn check_batches_by<const N: usize>(
    ring: &Montgomery<N>,
    a: &[[u64; N]],
    b: &[[u64; N]],
    mul: impl Fn(&mut [[u64; N]], &[[u64; N]], &[[u64; N]]),
) {
    let expected: Vec<[u64; N]> = a.iter().zip(b).map(|(a, b)| ring.mul_portable(a, b)).collect();
    let mut products = vec![[0; N]; a.len()];
    mul(&mut products, a, b);
    assert_eq!(products, expected, "{ring:x?}");
    for length in 0..=35.min(a.len()) {
        let start = (a.len() - length) / 2;
        let mut products = vec![[7; N]; length + 1];
        let range = start..start + length;
        mul(&mut products[..length], &a[range.clone()], &b[range]);
        assert_eq!(products[..length], expected[start..start + length], "{ring:x?} {length}");
        assert_eq!(products[length], [7; N], "written beyond the end");
    }
}

/// The largest moduli whose batches vectors of doubles multiply, the next ones, and the largest that are not near `R`.
fn moduli_near_the_bound<const N: usize>() -> Vec<[u64; N]> {
    let with_top = |top: u64, low: u64| {
        let mut modulus = [low; N];
        (modulus[0], modulus[N - 1]) = (low | 1, top);
        modulus
    };
    let bound = 0u64.wrapping_sub(1 << 15);
    [
        (bound - 1, u64::MAX),
        (bound - 1, 0),
        (bound, 0),
        (bound, u64::MAX),
        (u64::MAX, 0),
        (u64::MAX - 1, u64::MAX),
    ]
    .map(|(top, low)| with_top(top, low))
    .to_vec()
}

/// Every pair of the numbers, or with less effort some, as two vectors.
fn pairs<const N: usize>(numbers: &[[u64; N]]) -> (Vec<[u64; N]>, Vec<[u64; N]>) {
    let with = |(i, a): (usize, &[u64; N])| {
        let a = *a;
        let second = numbers.iter().enumerate().filter(move |(j, _)| every(7, i + j));
        second.map(move |(_, b)| (a, *b))
    };
    numbers.iter().enumerate().flat_map(with).unzip()
}

#[test]
fn batches_agree_with_single_products() {
    for modulus in moduli_4().into_iter().chain(moduli_near_the_bound()) {
        let mut residues: Vec<[u64; 4]> =
            residue_edges(&from_limbs(&modulus), 4).iter().map(to_limbs).collect();
        residues.extend(limb_edges().into_iter().filter(|a| words::less(a, &modulus) == 1));
        let (a, b) = pairs(&residues);
        check_batches(modulus, &a, &b);
    }
    for modulus in moduli_6().into_iter().chain(moduli_near_the_bound()) {
        let mut residues: Vec<[u64; 6]> =
            residue_edges(&from_limbs(&modulus), 6).iter().map(to_limbs).collect();
        residues.extend(limb_edges().into_iter().step_by(17).filter(|a| words::less(a, &modulus) == 1));
        let (a, b) = pairs(&residues);
        check_batches(modulus, &a, &b);
    }
    check_batches::<1>([97], &[[5]; 30], &[[96]; 30]);
    check_batches::<9>([u64::MAX; 9], &[[5; 9]; 30], &[[u64::MAX >> 1; 9]; 30]);
}

/// The same with each backend, in a process of its own.
#[cfg(feature = "std")]
#[test]
fn batches_agree_with_single_products_on_every_backend() {
    for backend in vorpal_limbs::backend::Backend::BUILT {
        let mut command = vorpal_oracle::process::this_program();
        command.args(["--exact", "kernels::batches_agree_with_single_products"]);
        let output = command.env(vorpal_limbs::backend::VARIABLE, backend.name()).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && text.contains("1 passed"), "{}:\n{text}", backend.name());
    }
}

#[test]
#[should_panic(expected = "as many products as pairs")]
fn batches_of_different_lengths_are_refused() {
    Montgomery::new([97]).mul_batch(&mut [[0]; 3], &[[1]; 3], &[[1]; 2], |x| x, |x| x);
}

#[test]
#[should_panic(expected = "as many products as pairs")]
fn packed_batches_of_different_lengths_are_refused() {
    let packed = PackedMontgomery::new(&Montgomery::new([97, 0, 0, 0]));
    packed.mul_batch(&mut [[0; 4]; 16], &[[1; 4]; 17], &[[1; 4]; 16], |x| x, |x| x);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(vorpal_oracle::effort::proptest_cases(3000)))]

    #[test]
    fn random_operands_four_limbs(which in 0usize..22, a: [u64; 4], b: [u64; 4]) {
        let modulus = moduli_4()[which];
        let a = to_limbs(&(from_limbs(&a) % from_limbs(&modulus)));
        check_kernels_4(&Montgomery::new(modulus), &a, &b);
        check_wasm32_4(&Montgomery::new(modulus), &a, &b);
    }

    #[test]
    fn random_operands_six_limbs(which in 0usize..9, a: [u64; 6], b: [u64; 6]) {
        let modulus = moduli_6()[which];
        let a = to_limbs(&(from_limbs(&a) % from_limbs(&modulus)));
        check_products(&Montgomery::new(modulus), &a, &b);
        check_wasm32_6(&Montgomery::new(modulus), &a, &b);
    }
}
