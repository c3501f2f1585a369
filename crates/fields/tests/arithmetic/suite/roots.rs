//! Square roots: one at a time and in batches, of elements and of ratios, in constant and in variable time.

use num_bigint::BigUint;
use num_traits::{One, Zero};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestRunner};
use vorpal_fields::{Fe, HashField, LANES, Modulus, NonSquare, PackedFe, PackedField};
use vorpal_oracle::big::from_limbs;
use vorpal_oracle::effort::every;

use super::{Suite, exactly};

/// Lengths around the number of values that vectors process at once, and its multiples.
const LENGTHS: [usize; 10] = [0, 1, 2, 7, 15, 16, 17, 31, 33, 100];

/// Random numbers of `limbs` limbs.
fn random_numbers(number: usize, limbs: usize) -> Vec<Vec<u64>> {
    let mut runner = TestRunner::new(Config::default());
    let one = proptest::collection::vec(any::<u64>(), limbs);
    (0..number).map(|_| one.new_tree(&mut runner).expect("a value").current()).collect()
}

/// The exponent of the last value of a chain.
fn exponent(chain: &[(u8, u8, Option<u8>)]) -> BigUint {
    let mut exponents = vec![BigUint::one()];
    for (from, squarings, by) in chain {
        let factor = by.map_or(BigUint::zero(), |by| exponents[usize::from(by)].clone());
        exponents.push((&exponents[usize::from(*from)] << *squarings) + factor);
    }
    exponents.pop().unwrap()
}

impl<M: Modulus<N>, const N: usize> Suite<M, N> {
    /// Roots and roots of ratios, one at a time.
    pub(super) fn roots(&self, edges: &[BigUint], random: usize) {
        self.chain();
        let values = self.values(edges, random);
        for value in &values {
            self.root(*value);
        }
        for (i, numerator) in values.iter().enumerate() {
            self.ratio(*numerator, values[(7 * i + 3) % values.len()]);
            if every(4, i) {
                self.ratio(*numerator, Fe::ZERO);
                self.ratio(Fe::ZERO, *numerator);
            }
        }
    }

    /// The edges, all orders of an error or with less effort some of many, and random values.
    fn values(&self, edges: &[BigUint], random: usize) -> Vec<Fe<M, N>> {
        let mut values = self.elements(edges);
        let mut power = Fe::<M, N>::ROOT_OF_UNITY;
        let last = Fe::<M, N>::TWO_ADICITY as usize;
        for i in 0..=last {
            if last < 64 || i < 9 || i + 9 > last || every(7, i) {
                values.push(power);
            }
            power = power.square();
        }
        for limbs in random_numbers(random, N) {
            values.push(Fe::from_limbs_reduced(&exactly(&limbs)));
        }
        values
    }

    /// Batches of roots, of roots of ratios and of symbols.
    pub(super) fn roots_in_batches(&self, edges: &[BigUint], random: usize) {
        let values = self.values(edges, random);
        for length in LENGTHS {
            let mut batch = Vec::new();
            for i in 0..length {
                batch.push(values[i % values.len()]);
            }
            self.root_batch(&batch);
            // With less effort one of the positions, in turn for the lengths.
            let zeros = [0, length / 2, length.saturating_sub(1)].into_iter().enumerate();
            for (_, zero) in zeros.filter(|(i, _)| every(3, i + length)) {
                let mut batch = batch.clone();
                if let Some(value) = batch.get_mut(zero) {
                    *value = Fe::ZERO;
                }
                self.root_batch(&batch);
            }
            self.root_batch(&vec![Fe::ZERO; length]);
            self.root_batch(&vec![Fe::GENERATOR; length]);
        }
        self.root_batch(&values);
        self.ratios_or_multiples(&values);
        for length in LENGTHS {
            self.ratios_or_multiples(&values[..length.min(values.len())]);
        }
    }

    /// Recomputes the exponent of the chain, if the prime defines one.
    fn chain(&self) {
        if M::ROOT_CHAIN.is_empty() {
            return;
        }
        let expected = from_limbs(&Fe::<M, N>::ODD_FACTOR) >> 1;
        assert_eq!(exponent(M::ROOT_CHAIN), expected, "{}", M::NAME);
    }

    fn root(&self, x: Fe<M, N>) {
        let is_square = x.pow_vartime(&self.half_order()) != -Fe::<M, N>::ONE;
        self.expect_root(x, x.sqrt().into(), is_square);
        self.expect_root(x, x.sqrt_vartime(), is_square);
    }

    fn ratio(&self, numerator: Fe<M, N>, denominator: Fe<M, N>) {
        let quotient = denominator.invert_vartime().map(|inverse| numerator * inverse);
        let is_square =
            quotient.is_some_and(|quotient| quotient.pow_vartime(&self.half_order()) != -Fe::<M, N>::ONE);
        let constant = Fe::sqrt_ratio(&numerator, &denominator).into();
        for root in &[constant, Fe::sqrt_ratio_vartime(&numerator, &denominator)] {
            assert_eq!(root.is_some(), is_square, "{numerator:?} / {denominator:?}");
            if let Some(root) = root {
                assert!(root.square() * denominator == numerator, "{numerator:?} / {denominator:?}");
            }
        }
    }

    /// The root of each ratio or of its multiple by the generator, singly and in a batch.
    fn ratios_or_multiples(&self, values: &[Fe<M, N>]) {
        let mut denominators = values.to_vec();
        denominators.reverse();
        denominators.retain(|d| !d.is_zero_vartime());
        let numerators = &values[..denominators.len()];
        let z = const { NonSquare::<Fe<M, N>>::new(Fe::GENERATOR) };
        assert!(z.value() == Fe::GENERATOR);
        let mut roots = vec![(false, Fe::ZERO); numerators.len()];
        Fe::sqrt_ratio_or_multiple_batch_vartime(numerators, &denominators, &z, &mut roots);
        for (n, d) in numerators.chunks(LANES).zip(denominators.chunks(LANES)) {
            let (x, y) = (PackedFe::load(n, |n| n), PackedFe::load(d, |d| d));
            let Some((squares, packed)) = Fe::sqrt_ratio_or_multiple_packed_vartime(&x, &y, &z) else {
                assert_ne!(M::P[0] & 3, 3);
                break;
            };
            let mut stored = [Fe::ZERO; LANES];
            packed.store(&mut stored);
            for lane in 0..n.len() {
                let (n, d) = (n[lane], d[lane]);
                let (is_square, root) = Fe::sqrt_ratio_or_multiple(&n, &d, &z);
                let found = (squares >> lane & 1 == 1, stored[lane]);
                assert!(found == (is_square.into(), root), "{n:?} / {d:?} in lane {lane}: {found:?}");
            }
        }
        for i in 0..numerators.len() {
            let (n, d) = (numerators[i], denominators[i]);
            let (is_square, root) = Fe::sqrt_ratio_or_multiple(&n, &d, &z);
            assert!(roots[i] == (is_square.into(), root), "{n:?} / {d:?}: {:?}", roots[i]);
            let symbol = (n * d).pow_vartime(&self.half_order());
            assert_eq!(bool::from(is_square), symbol != -Fe::ONE, "{n:?} / {d:?}");
            let expected = if is_square.into() { n } else { n * Fe::GENERATOR };
            assert!(root.square() * d == expected, "{n:?} / {d:?}");
        }
    }

    /// Batches return exactly the same roots as single calls.
    fn root_batch(&self, values: &[Fe<M, N>]) {
        // Previous contents are overwritten.
        let mut roots = vec![Some(Fe::GENERATOR); values.len()];
        Fe::sqrt_batch_vartime(values, &mut roots);
        for i in 0..values.len() {
            assert!(roots[i] == values[i].sqrt_vartime(), "{:?}: {:?}", values[i], roots[i]);
        }

        let mut denominators = values.to_vec();
        denominators.reverse();
        Fe::sqrt_ratio_batch_vartime(values, &denominators, &mut roots);
        for i in 0..values.len() {
            let (u, v) = (values[i], denominators[i]);
            assert!(roots[i] == Fe::sqrt_ratio_vartime(&u, &v), "{u:?} / {v:?}: {:?}", roots[i]);
        }

        let mut symbols = vec![7; values.len()];
        Fe::legendre_batch_vartime(values, &mut symbols);
        for i in 0..values.len() {
            assert_eq!(symbols[i], values[i].legendre(), "{:?}", values[i]);
        }
    }

    /// `(p - 1) / 2`, by Euler's criterion.
    fn half_order(&self) -> Vec<u64> {
        ((&self.p - 1u8) >> 1u32).to_u64_digits()
    }
}
