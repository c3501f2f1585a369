//! Square roots: one at a time and in batches, of elements and of ratios, in constant and in variable time.

use num_bigint::BigUint;
use num_traits::{One, Zero};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestRunner};
use vorpal_fields::{Fe, HashField, LANES, Modulus, NonSquare, PackedFe, PackedField};
use vorpal_oracle::big::from_limbs;

use super::{Suite, exactly};

/// Lengths around the number of values that vectors process at once, and its multiples.
const LENGTHS: [usize; 10] = [0, 1, 2, 7, 15, 16, 17, 31, 33, 100];

/// Random numbers of `limbs` limbs.
fn random_numbers(number: usize, limbs: usize) -> Vec<Vec<u64>> {
    let mut runner = TestRunner::new(Config::default());
    let one = proptest::collection::vec(any::<u64>(), limbs);
    (0..number).map(|_| one.new_tree(&mut runner).expect("a value").current()).collect()
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
            self.ratio(*numerator, Fe::ZERO);
            self.ratio(Fe::ZERO, *numerator);
        }
    }

    /// The edges, all orders of an error, and random values.
    fn values(&self, edges: &[BigUint], random: usize) -> Vec<Fe<M, N>> {
        let mut values: Vec<Fe<M, N>> = edges.iter().map(|value| self.element(value)).collect();
        let order = Fe::<M, N>::ROOT_OF_UNITY;
        let powers = core::iter::successors(Some(order), |power| Some(power.square()));
        values.extend(powers.take(Fe::<M, N>::TWO_ADICITY as usize + 1));
        values.extend(random_numbers(random, N).iter().map(|limbs| Fe::from_limbs_reduced(&exactly(limbs))));
        values
    }

    /// Batches of roots, of roots of ratios and of symbols.
    pub(super) fn roots_in_batches(&self, edges: &[BigUint], random: usize) {
        let values = self.values(edges, random);
        for length in LENGTHS {
            let batch: Vec<_> = values.iter().cycle().copied().take(length).collect();
            self.root_batch(&batch);
            for zero in [0, length / 2, length.saturating_sub(1)] {
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
        LENGTHS.iter().for_each(|length| self.ratios_or_multiples(&values[..*length.min(&values.len())]));
    }

    /// Recomputes the exponent of the chain, if the prime defines one.
    fn chain(&self) {
        if M::ROOT_CHAIN.is_empty() {
            return;
        }
        let mut exponents = vec![BigUint::one()];
        for (from, squarings, by) in M::ROOT_CHAIN {
            let factor = by.map_or(BigUint::zero(), |by| exponents[usize::from(by)].clone());
            exponents.push((&exponents[usize::from(*from)] << *squarings) + factor);
        }
        assert_eq!(exponents.last(), Some(&(from_limbs(&Fe::<M, N>::ODD_FACTOR) >> 1)), "{}", M::NAME);
    }

    fn root(&self, x: Fe<M, N>) {
        let is_square = x.pow_vartime(&self.half_order()) != -Fe::<M, N>::ONE;
        for root in [x.sqrt().into(), x.sqrt_vartime()] {
            assert_eq!(root.is_some(), is_square, "{x:?}");
            if let Some(root) = root {
                assert_eq!(root.square(), x);
            }
        }
    }

    fn ratio(&self, numerator: Fe<M, N>, denominator: Fe<M, N>) {
        let quotient = denominator.invert_vartime().map(|inverse| numerator * inverse);
        let is_square =
            quotient.is_some_and(|quotient| quotient.pow_vartime(&self.half_order()) != -Fe::<M, N>::ONE);
        let constant = Fe::sqrt_ratio(&numerator, &denominator).into();
        for root in [constant, Fe::sqrt_ratio_vartime(&numerator, &denominator)] {
            assert_eq!(root.is_some(), is_square, "{numerator:?} / {denominator:?}");
            if let Some(root) = root {
                assert_eq!(root.square() * denominator, numerator);
            }
        }
    }

    /// The root of each ratio or of its multiple by the generator, singly and in a batch.
    fn ratios_or_multiples(&self, values: &[Fe<M, N>]) {
        let denominators: Vec<_> = values.iter().rev().filter(|d| !d.is_zero_vartime()).copied().collect();
        let numerators = &values[..denominators.len()];
        let z = const { NonSquare::<Fe<M, N>>::new(Fe::GENERATOR) };
        assert_eq!(z.value(), Fe::GENERATOR);
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
            for (lane, (n, d)) in n.iter().zip(d).enumerate() {
                let (is_square, root) = Fe::sqrt_ratio_or_multiple(n, d, &z);
                let found = (squares >> lane & 1 == 1, stored[lane]);
                assert_eq!(found, (is_square.into(), root), "{n:?} / {d:?} in lane {lane}");
            }
        }
        for ((n, d), batched) in numerators.iter().zip(&denominators).zip(roots) {
            let (is_square, root) = Fe::sqrt_ratio_or_multiple(n, d, &z);
            assert_eq!(batched, (is_square.into(), root), "{n:?} / {d:?}");
            let symbol = (*n * *d).pow_vartime(&self.half_order());
            assert_eq!(bool::from(is_square), symbol != -Fe::ONE, "{n:?} / {d:?}");
            let expected = if is_square.into() { *n } else { *n * Fe::GENERATOR };
            assert_eq!(root.square() * *d, expected, "{n:?} / {d:?}");
        }
    }

    /// Batches return exactly the same roots as single calls.
    fn root_batch(&self, values: &[Fe<M, N>]) {
        // Previous contents are overwritten.
        let mut roots = vec![Some(Fe::GENERATOR); values.len()];
        Fe::sqrt_batch_vartime(values, &mut roots);
        let expected: Vec<_> = values.iter().map(Fe::sqrt_vartime).collect();
        assert_eq!(roots, expected, "{}", M::NAME);

        let denominators: Vec<_> = values.iter().rev().copied().collect();
        Fe::sqrt_ratio_batch_vartime(values, &denominators, &mut roots);
        let ratios = values.iter().zip(&denominators);
        let expected: Vec<_> = ratios.map(|(u, v)| Fe::sqrt_ratio_vartime(u, v)).collect();
        assert_eq!(roots, expected, "{}", M::NAME);

        let mut symbols = vec![7; values.len()];
        Fe::legendre_batch_vartime(values, &mut symbols);
        assert_eq!(symbols, values.iter().map(Fe::legendre).collect::<Vec<_>>(), "{}", M::NAME);
    }

    /// `(p - 1) / 2`, by Euler's criterion.
    fn half_order(&self) -> Vec<u64> {
        ((&self.p - 1u8) >> 1u32).to_u64_digits()
    }
}
