//! Signed values against big integers, up to their bounds.

use num_bigint::BigUint;
use vorpal_limbs::{Conversion, LANES, Packed};
use vorpal_oracle::big::{from_limbs, to_limbs};
use vorpal_oracle::effort::every;

use super::{Backend, Operations, edges, sixteen, times_power};
use crate::moduli::{moduli_4, moduli_6};

fn stored_signed<const N: usize>(arithmetic: &dyn Operations<N>, packed: &Packed<N>) -> [BigUint; LANES] {
    let mut numbers = [[7; N]; LANES];
    arithmetic.store(packed, &mut numbers, Conversion::Signed);
    numbers.map(|number| from_limbs(&number))
}

/// Sums of up to 32 equal numbers, their negatives, and products of both up to 16.
#[test]
fn signed_values_at_their_bounds() {
    fn check_bounds<const N: usize>(backend: Backend<'_, N>, modulus: [u64; N], shift: i32, step: usize) {
        let (arithmetic, p) = (backend(&modulus), from_limbs(&modulus));
        let mut numbers = edges(&modulus, step);
        // The largest ones first, and several times.
        numbers.sort_by_key(|number| core::cmp::Reverse(from_limbs(number)));
        for i in (0..numbers.len()).step_by(LANES) {
            let a = sixteen(|lane| numbers[(i + lane) % numbers.len()]);
            let b = sixteen(|lane| numbers[(i / 2 + 3 * lane) % numbers.len()]);
            let factor = arithmetic.load(&b, Conversion::Raw);
            let mut positive = arithmetic.load(&a, Conversion::Signed);
            for log in 0..=5 {
                let mut negative = positive;
                arithmetic.sum_and_difference(&mut { Packed::ZERO }, &mut negative);
                let multiple = |lane: usize| (from_limbs(&a[lane]) << log) % &p;
                let negated = |lane: usize| (&p - multiple(lane)) % &p;
                assert_eq!(stored_signed(&*arithmetic, &positive), sixteen(multiple), "{modulus:x?} {log}");
                assert_eq!(stored_signed(&*arithmetic, &negative), sixteen(negated), "{modulus:x?} {log}");
                if log <= 4 {
                    for (mut product, of) in [(positive, sixteen(multiple)), (negative, sixteen(negated))] {
                        arithmetic.mul_signed(&mut product, &factor);
                        let expected = sixteen(|lane| &of[lane] * from_limbs(&b[lane]) % &p);
                        let products = stored_signed(&*arithmetic, &product);
                        let scaled = products.map(|x| times_power(x << (64 * N), shift, &p));
                        assert_eq!(scaled, expected, "{modulus:x?} {log}");
                    }
                }
                let mut copy = positive;
                arithmetic.sum_and_difference(&mut positive, &mut copy);
                assert_eq!(stored_signed(&*arithmetic, &copy), sixteen(|_| BigUint::ZERO));
            }
        }
    }
    by_each_backend!(4, |backend, shift| for modulus in moduli_4() {
        check_bounds(backend, modulus, shift(&modulus), 7);
    });
    by_each_backend!(6, |backend, shift| for modulus in moduli_6() {
        check_bounds(backend, modulus, shift(&modulus), 61);
    });
}

/// A signed value, the residues that it holds, and its bounds.
#[derive(Clone)]
struct Tracked<const N: usize> {
    packed: Packed<N>,
    residues: [BigUint; LANES],
    /// The integers are in `[-below p, above p)`.
    below: i32,
    above: i32,
    /// The number of loaded values and products that it is a sum of.
    terms: i32,
}

/// Sums, differences and products in an arbitrary order, as long as their bounds hold.
#[test]
fn signed_values_in_any_order() {
    fn check_order<const N: usize>(backend: Backend<'_, N>, modulus: [u64; N], shift: i32, steps: u64) {
        let (arithmetic, p) = (backend(&modulus), from_limbs(&modulus));
        let numbers = edges(&modulus, 7);
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut next = |bound: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % bound
        };
        let load = |next: &mut dyn FnMut(usize) -> usize| {
            let chosen: [[u64; N]; LANES] = sixteen(|_| 0).map(|_: usize| match next(3) {
                0 => to_limbs(&(&p - 1u8)),
                _ => numbers[next(numbers.len())],
            });
            let (packed, residues) = (arithmetic.load(&chosen, Conversion::Signed), chosen);
            let residues = residues.map(|number| from_limbs(&number));
            Tracked { packed, residues, below: 0, above: 1, terms: 1 }
        };
        let mut values: Vec<Tracked<N>> = (0..6).map(|_| load(&mut next)).collect();
        let (mut products, mut sums, mut largest) = (0, 0, 0);
        for _ in 0..steps {
            let (i, j) = (next(6), next(6));
            match next(5) {
                0 if values[i].below <= 16 && values[i].above <= 16 => {
                    let chosen = sixteen(|_| 0).map(|_: usize| numbers[next(numbers.len())]);
                    let factor = arithmetic.load(&chosen, Conversion::Raw);
                    let value = &mut values[i];
                    arithmetic.mul_signed(&mut value.packed, &factor);
                    for (residue, factor) in value.residues.iter_mut().zip(&chosen) {
                        let product = &*residue * from_limbs(factor) % &p;
                        let radix = BigUint::from(1u8) << (64 * N);
                        // Divided by S = 2^s R.
                        *residue = times_power(product * radix.modinv(&p).unwrap() % &p, -shift, &p);
                    }
                    (value.below, value.above, value.terms) = (0, 2, 1);
                    products += 1;
                }
                1 => values[i] = load(&mut next),
                _ if i != j => {
                    let (mut low, mut high) = (values[i].clone(), values[j].clone());
                    let (below, above) = (low.below + high.below, low.above + high.above);
                    let (difference_below, difference_above) =
                        (low.below + high.above, low.above + high.below);
                    let terms = low.terms + high.terms;
                    let largest_bound = below.max(above).max(difference_below).max(difference_above);
                    if largest_bound > 32 || terms > 16 {
                        continue;
                    }
                    largest = largest.max(largest_bound);
                    arithmetic.sum_and_difference(&mut low.packed, &mut high.packed);
                    for (a, b) in low.residues.iter_mut().zip(&mut high.residues) {
                        (*a, *b) = ((&*a + &*b) % &p, (&p + &*a - &*b) % &p);
                    }
                    (low.below, low.above, low.terms) = (below, above, terms);
                    (high.below, high.above, high.terms) = (difference_below, difference_above, terms);
                    (values[i], values[j]) = (low, high);
                    sums += 1;
                }
                _ => {}
            }
            for value in &values {
                assert_eq!(stored_signed(&*arithmetic, &value.packed), value.residues, "{modulus:x?}");
            }
        }
        assert!(steps < 100 || products > 5 && sums > 20 && largest > 12, "{products} {sums} {largest}");
    }
    by_each_backend!(4, |backend, shift| for (i, modulus) in moduli_4().into_iter().enumerate() {
        check_order(backend, modulus, shift(&modulus), if every(8, i) { 500 } else { 100 });
    });
    by_each_backend!(6, |backend, shift| for (i, modulus) in moduli_6().into_iter().enumerate() {
        check_order(backend, modulus, shift(&modulus), if every(5, i) { 300 } else { 60 });
    });
}
