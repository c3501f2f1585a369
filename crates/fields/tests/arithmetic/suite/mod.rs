//! The shared suite: the properties that every prime must satisfy, against big integers. `primes.rs` runs it on each.

mod backends;
mod counts;
mod inverses;
mod packed;
mod process;
mod roots;
mod sums;
mod wide;

use num_bigint::BigUint;
use num_traits::{One, Zero};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use vorpal_fields::subtle::{ConditionallySelectable, ConstantTimeEq};
use vorpal_fields::{Error, Fe, Modulus, batch_invert};
use vorpal_oracle::big::{from_limbs, hex, invert, is_prime, legendre, residue_edges, sub, to_limbs};
use vorpal_oracle::effort::{cases, proptest_cases};

/// Runs all tests of single elements and pairs on the prime of `M`. `factors` are the prime factors of `p - 1`, without
/// multiplicity.
pub(crate) fn run<M: Modulus<N>, const N: usize>(factors: &[&str], random_cases: u32) {
    let suite = Suite::<M, N>::new();
    suite.constants(factors);
    let edges = residue_edges(&suite.p, N);
    for a in &edges {
        suite.single(a);
        for b in &edges {
            suite.pair(a, b);
        }
    }
    suite.bytes_at_the_bound();
    suite.roots(&edges, cases(random_cases as usize));
    suite.inverses(proptest_cases(random_cases));
    random_pairs(N, proptest_cases(random_cases), &|a, b| {
        let (a, b) = (from_limbs(&exactly::<N>(a)) % &suite.p, from_limbs(&exactly::<N>(b)) % &suite.p);
        suite.single(&a);
        suite.pair(&a, &b);
    });
}

/// Batches, against single elements: for one prime of each reduction kind, number of limbs and kind of square roots.
/// They depend on the prime by its constants only, which single elements test too.
pub(crate) fn batches<M: Modulus<N>, const N: usize>(random_cases: u32) {
    let suite = Suite::<M, N>::new();
    let edges = residue_edges(&suite.p, N);
    suite.batches(&edges);
    suite.batches_of_every_length();
    #[cfg(feature = "parallel")]
    suite.large_batches();
    suite.roots_in_batches(&edges, cases(random_cases as usize));
}

/// Sums of products, at the edges and at random: for one prime of each reduction kind.
pub(crate) fn sums<M: Modulus<N>, const N: usize>(random_cases: u32) {
    let suite = Suite::<M, N>::new();
    suite.sums(&residue_edges(&suite.p, N));
    suite.capacities();
    random_pairs(N, proptest_cases(random_cases), &|a, b| {
        suite.sums(&[a, b].map(|x| from_limbs(&exactly::<N>(x)) % &suite.p));
    });
}

/// Checks pairs of random numbers of `limbs` limbs. Not generic, so that the runner is not compiled for every prime.
fn random_pairs(limbs: usize, cases: u32, check: &dyn Fn(&[u64], &[u64])) {
    let number = || proptest::collection::vec(any::<u64>(), limbs);
    let mut runner = TestRunner::new(Config::with_cases(cases));
    runner
        .run(&(number(), number()), |(a, b)| {
            check(&a, &b);
            Ok(())
        })
        .unwrap();
}

fn exactly<const N: usize>(limbs: &[u64]) -> [u64; N] {
    limbs.try_into().expect("the requested number of limbs")
}

/// Square roots only, with other windows than those of the registered primes.
pub(crate) fn roots_only<M: Modulus<N>, const N: usize>(random_cases: usize) {
    let suite = Suite::<M, N>::new();
    let values: Vec<BigUint> =
        residue_edges(&suite.p, N).into_iter().chain((0u32..300).map(|a| a % &suite.p)).collect();
    suite.roots(&values, cases(random_cases));
}

/// As [`roots_only`], also in batches.
pub(crate) fn roots_and_batches<M: Modulus<N>, const N: usize>(random_cases: usize) {
    roots_only::<M, N>(random_cases);
    let suite = Suite::<M, N>::new();
    suite.roots_in_batches(&residue_edges(&suite.p, N), cases(random_cases));
}

/// Every element and every pair of elements of a tiny field.
pub(crate) fn exhaust<M: Modulus<N>, const N: usize>(factors: &[&str]) {
    let suite = Suite::<M, N>::new();
    suite.constants(factors);
    suite.bytes_at_the_bound();
    let p = u64::try_from(&suite.p).expect("a tiny prime");
    let all: Vec<BigUint> = (0..p).map(BigUint::from).collect();
    for a in &all {
        suite.single(a);
        for b in &all {
            suite.pair(a, b);
        }
    }
    suite.roots(&all, 0);
}

struct Suite<M: Modulus<N>, const N: usize> {
    p: BigUint,
    modulus: core::marker::PhantomData<M>,
}

impl<M: Modulus<N>, const N: usize> Suite<M, N> {
    fn new() -> Self {
        Self { p: from_limbs(&M::P), modulus: core::marker::PhantomData }
    }

    #[inline(never)]
    fn element(&self, value: &BigUint) -> Fe<M, N> {
        Fe::from_limbs(&to_limbs(value)).expect("a canonical value")
    }

    #[inline(never)]
    fn expect(&self, element: Fe<M, N>, value: BigUint) {
        assert_eq!(from_limbs(&element.to_limbs()), value, "{}", M::NAME);
        // The stored form is canonical too, and equal to the documented one.
        let stored = (value << (64 * N)) % &self.p;
        assert_eq!(from_limbs(&element.to_montgomery()), stored, "{} stored", M::NAME);
    }

    /// Recomputes every derived constant; checks that `p` is prime and that `GENERATOR` generates.
    fn constants(&self, factors: &[&str]) {
        let (p, one) = (&self.p, BigUint::one());
        self.expect(Fe::ZERO, BigUint::zero());
        self.expect(Fe::ONE, one.clone());
        self.expect(Fe::GENERATOR, BigUint::from(M::GENERATOR));
        self.expect(Fe::small(5), BigUint::from(5u8) % p);
        assert_eq!(Fe::<M, N>::BITS as u64, p.bits());
        assert_eq!(Fe::<M, N>::BYTES, 8 * N);
        assert_eq!(Fe::<M, N>::MODULUS, M::P);

        let adicity = (p - 1u8).trailing_zeros().unwrap();
        assert_eq!(u64::from(Fe::<M, N>::TWO_ADICITY), adicity);
        let odd = (p - 1u8) >> adicity;
        assert_eq!(from_limbs(&Fe::<M, N>::ODD_FACTOR), odd);
        self.expect(Fe::ROOT_OF_UNITY, BigUint::from(M::GENERATOR).modpow(&odd, p));

        // Lucas: p is prime and g a generator if g^(p-1) = 1 and g^((p-1)/q) != 1 for every prime q dividing p - 1.
        let g = BigUint::from(M::GENERATOR);
        let mut rest = p - 1u8;
        assert!(g.modpow(&rest, p).is_one(), "{}: p is not prime", M::NAME);
        for factor in factors {
            let q = factor.parse::<BigUint>().unwrap();
            assert!(is_prime(&q), "{q} is not prime");
            assert!((&rest % &q).is_zero(), "{}: {q} does not divide p - 1", M::NAME);
            while (&rest % &q).is_zero() {
                rest /= &q;
            }
            assert!(!g.modpow(&((p - 1u8) / &q), p).is_one(), "{}: no generator", M::NAME);
        }
        assert!(rest.is_one(), "{}: factors of p - 1 are missing", M::NAME);
        // It is also the smallest generator.
        for smaller in 2..M::GENERATOR {
            let generates = factors.iter().all(|factor| {
                let q = factor.parse::<BigUint>().unwrap();
                !BigUint::from(smaller).modpow(&((p - 1u8) / q), p).is_one()
            });
            assert!(!generates, "{}: {smaller} is a smaller generator", M::NAME);
        }
    }

    fn single(&self, a: &BigUint) {
        let p = &self.p;
        let x = self.element(a);
        self.expect(x, a.clone());
        self.expect(-x, (p - a) % p);
        self.expect(x.double(), (a * 2u8) % p);
        self.expect(x.halve().double(), a.clone());
        self.expect(x.square(), (a * a) % p);
        assert_eq!(bool::from(x.is_zero()), a.is_zero());
        assert_eq!(bool::from(x.is_odd()), a.bit(0));
        assert_eq!(bool::from(x.is_lexicographically_largest()), *a > (p >> 1));
        assert_eq!(Fe::from_montgomery(x.to_montgomery()), Some(x));

        // Printing shows the canonical value.
        assert_eq!(format!("{x:?}"), format!("{}({x})", M::NAME));
        assert_eq!(hex(&x.to_string()), *a);
        assert_eq!(x.to_string().len(), 2 + 16 * N);

        // Bytes: round trips in both orders.
        let (le, be) = (x.to_le_bytes(), x.to_be_bytes());
        assert_eq!(BigUint::from_bytes_le(le.as_ref()), *a);
        assert_eq!(BigUint::from_bytes_be(be.as_ref()), *a);
        assert_eq!(Fe::from_le_bytes(le.as_ref()), Ok(x));
        assert_eq!(Fe::from_be_bytes(be.as_ref()), Ok(x));

        // Inverse, symbol, roots.
        let inverse = x.invert();
        assert_eq!(bool::from(inverse.is_some()), !a.is_zero());
        self.expect(inverse.unwrap_or(Fe::ZERO), invert(a, p));
        assert_eq!(x.invert_vartime(), Option::<Fe<M, N>>::from(inverse));
        let symbol = legendre(a, p);
        assert_eq!(x.legendre(), symbol, "{}: legendre of {a}", M::NAME);
        assert_eq!(x.legendre_vartime(), symbol, "{}: legendre of {a}", M::NAME);
        let (root, root_vartime) = (Option::from(x.sqrt()), x.sqrt_vartime());
        for root in [root, root_vartime] {
            assert_eq!(root.is_some(), symbol >= 0, "{}: root of {a}", M::NAME);
            if let Some(root) = root {
                assert_eq!(root.square(), x);
            }
        }

        // Powers with small, edge and full exponents.
        let full = from_limbs(&[u64::MAX; N]);
        for exponent in [
            BigUint::zero(),
            BigUint::one(),
            BigUint::from(2u8),
            BigUint::from(17u8),
            p - 1u8,
            p.clone(),
            full,
        ] {
            let limbs = to_limbs::<N>(&exponent);
            let expected = a.modpow(&exponent, p);
            self.expect(x.pow(&limbs), expected.clone());
            self.expect(x.pow_vartime(&limbs), expected);
        }
        assert_eq!(x.pow(&[]), Fe::ONE);
        assert_eq!(x.pow_vartime(&[]), Fe::ONE);
    }

    fn pair(&self, a: &BigUint, b: &BigUint) {
        let p = &self.p;
        let (x, y) = (self.element(a), self.element(b));
        self.expect(x + y, (a + b) % p);
        self.expect(x - y, sub(a, b, p));
        self.expect(x * y, (a * b) % p);
        // Aliased operands and assignments.
        let mut z = x;
        z += y;
        z -= x;
        z *= x;
        self.expect(z, (a * b) % p);
        assert_eq!([x, y, x].into_iter().sum::<Fe<M, N>>(), x + y + x);
        assert_eq!([x, y, x].into_iter().product::<Fe<M, N>>(), x * y * x);

        assert_eq!(x == y, a == b);
        assert_eq!(bool::from(x.ct_eq(&y)), a == b);
        assert_eq!(Fe::conditional_select(&x, &y, 0.into()), x);
        assert_eq!(Fe::conditional_select(&x, &y, 1.into()), y);

        // The concatenated bytes of two elements are one number to reduce.
        let wide: Vec<u8> = [x.to_le_bytes(), y.to_le_bytes()].concat_bytes();
        let integer = BigUint::from_bytes_le(&wide);
        self.expect(Fe::from_le_bytes_reduced(&wide), &integer % p);
        let reversed: Vec<u8> = wide.iter().rev().copied().collect();
        self.expect(Fe::from_be_bytes_reduced(&reversed), &integer % p);
        // The most significant bytes fill no element.
        self.expect(Fe::from_le_bytes_reduced(&wide[3..]), (&integer >> 24) % p);
        let (short, _) = reversed.split_at(reversed.len() - 3);
        self.expect(Fe::from_be_bytes_reduced(short), (integer >> 24) % p);
    }

    fn bytes_at_the_bound(&self) {
        let bytes = |value: &BigUint| {
            let mut bytes = value.to_bytes_le();
            bytes.resize(8 * N, 0);
            bytes
        };
        let assert_refused = |value: &BigUint| {
            let mut bytes = bytes(value);
            assert_eq!(Fe::<M, N>::from_le_bytes(&bytes), Err(Error::NotCanonical));
            assert_eq!(Fe::<M, N>::from_montgomery_le_bytes(&bytes), None);
            bytes.reverse();
            assert_eq!(Fe::<M, N>::from_be_bytes(&bytes), Err(Error::NotCanonical));
            assert_eq!(Fe::<M, N>::from_limbs(&to_limbs(value)), None);
            assert_eq!(Fe::<M, N>::from_montgomery(to_limbs(value)), None);
            // Reduction accepts the same bytes.
            self.expect(Fe::from_be_bytes_reduced(&bytes), value % &self.p);
            self.expect(Fe::from_limbs_reduced(&to_limbs(value)), value % &self.p);
        };
        assert_refused(&self.p);
        assert_refused(&(&self.p + 1u8));
        assert_refused(&from_limbs(&[u64::MAX; N]));
        assert!(Fe::<M, N>::from_le_bytes(&bytes(&(&self.p - 1u8))).is_ok());
        for found in [0, 1, 8 * N - 1, 8 * N + 1] {
            let expected = Err(Error::Length { expected: 8 * N, found });
            assert_eq!(Fe::<M, N>::from_le_bytes(&vec![0; found]), expected);
            assert_eq!(Fe::<M, N>::from_be_bytes(&vec![0; found]), expected);
            assert_eq!(Fe::<M, N>::from_montgomery_le_bytes(&vec![0; found]), None);
        }
        let largest = Fe::<M, N>::from_montgomery(to_limbs(&(&self.p - 1u8)));
        assert_eq!(Fe::<M, N>::from_montgomery_le_bytes(&bytes(&(&self.p - 1u8))), largest);
        assert!(largest.is_some());
        self.expect(Fe::from_le_bytes_reduced(&[]), BigUint::zero());
    }

    /// Batches against one element at a time, with zeros first, last, everywhere and nowhere.
    fn batches(&self, values: &[BigUint]) {
        let all: Vec<Fe<M, N>> = values.iter().map(|value| self.element(value)).collect();
        let without_zero: Vec<Fe<M, N>> = all.iter().copied().filter(|x| *x != Fe::ZERO).collect();
        let mut zero_last = without_zero.clone();
        zero_last.push(Fe::ZERO);
        let minus_one = -Fe::<M, N>::ONE;
        for batch in
            [all, without_zero, zero_last, vec![Fe::ZERO; 5], vec![], vec![minus_one], vec![minus_one; 7]]
        {
            let mut inverses = batch.clone();
            batch_invert(&mut inverses);
            for (x, inverse) in batch.iter().zip(&inverses) {
                assert_eq!(x.invert().unwrap_or(Fe::ZERO), *inverse, "{}", M::NAME);
            }
            for exponent in
                [&[][..], &[0, 0], &[1], &[2], &[0x8000_0000_0000_0000, 5, 0], &M::P, &[u64::MAX; N]]
            {
                let mut powers = batch.clone();
                Fe::pow_batch_vartime(&mut powers, exponent);
                let expected: Vec<Fe<M, N>> = batch.iter().map(|x| x.pow_vartime(exponent)).collect();
                assert_eq!(powers, expected, "{} {exponent:x?}", M::NAME);
            }
            // More elements than are computed at once, of any length.
            let factors: Vec<Fe<M, N>> = batch.iter().rev().chain(&inverses).copied().collect();
            let mut values: Vec<Fe<M, N>> = batch.iter().chain(&batch).copied().collect();
            let expected: Vec<Fe<M, N>> = values.iter().zip(&factors).map(|(a, b)| *a * *b).collect();
            let mut products = vec![minus_one; values.len()];
            Fe::mul_batch(&mut products, &values, &factors);
            assert_eq!(products, expected, "{}", M::NAME);
            Fe::mul_assign_batch(&mut values, &factors);
            assert_eq!(values, expected, "{}", M::NAME);
        }
    }
}

impl<M: Modulus<N>, const N: usize> Suite<M, N> {
    /// Batches so large that the products of their lanes are inverted in several parts.
    #[cfg(feature = "parallel")]
    fn large_batches(&self) {
        let mut values: Vec<Fe<M, N>> = (0..20_011u64).map(|i| Fe::from(i % 1009) * Fe::GENERATOR).collect();
        let mut inverses = values.clone();
        batch_invert(&mut inverses);
        vorpal_fields::batch_invert_parallel(&mut values);
        assert_eq!(values, inverses, "{}", M::NAME);
    }

    /// Batches of every length around changes of the algorithm, with zeros at several distances.
    fn batches_of_every_length(&self) {
        let mut many: Vec<Fe<M, N>> = vec![Fe::GENERATOR; 1100];
        for i in 1..many.len() {
            many[i] = many[i - 1] * Fe::GENERATOR + Fe::from(i as u64);
        }
        let lengths = (0..70).chain([127, 128, 129, 511, 512, 513, 514, 527, 529, 1023, 1024, 1025, 1100]);
        for length in lengths {
            for zeros in [1, 2, 7, 17, usize::MAX] {
                let mut values = many[..length].to_vec();
                values.iter_mut().skip(zeros / 2).step_by(zeros).for_each(|value| *value = Fe::ZERO);
                let mut inverses = values.clone();
                batch_invert(&mut inverses);
                #[cfg(feature = "parallel")]
                if length > 500 {
                    let mut same = values.clone();
                    vorpal_fields::batch_invert_parallel(&mut same);
                    assert_eq!(same, inverses, "{} {length} {zeros}", M::NAME);
                }
                for (x, inverse) in values.iter().zip(&inverses) {
                    let product = if *x == Fe::ZERO { *inverse } else { *x * *inverse - Fe::ONE };
                    assert_eq!(product, Fe::ZERO, "{} {length} {zeros}", M::NAME);
                }
            }
            let mut powers = many[..length].to_vec();
            Fe::pow_batch_vartime(&mut powers, &[0x1_0003]);
            let expected: Vec<Fe<M, N>> = many[..length].iter().map(|x| x.pow_vartime(&[0x1_0003])).collect();
            assert_eq!(powers, expected, "{} {length}", M::NAME);
        }
    }
}

trait ConcatBytes {
    fn concat_bytes(&self) -> Vec<u8>;
}

impl<B: AsRef<[u8]>> ConcatBytes for [B] {
    fn concat_bytes(&self) -> Vec<u8> {
        self.iter().flat_map(|bytes| bytes.as_ref().to_vec()).collect()
    }
}
