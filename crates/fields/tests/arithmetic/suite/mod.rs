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
use vorpal_oracle::effort::{cases, includes, proptest_cases, sample};

/// Runs all tests of single elements and pairs on the prime of `M`. `factors` are the prime factors of `p - 1`, without
/// multiplicity.
pub(crate) fn run<M: Modulus<N>, const N: usize>(factors: &[&str], random_cases: u32) {
    let suite = Suite::<M, N>::new();
    suite.constants(factors);
    let edges = residue_edges(&suite.p, N);
    for (i, a) in edges.iter().enumerate() {
        suite.single(a);
        for (_, b) in edges.iter().enumerate().filter(|(j, _)| includes(i, *j)) {
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
    let small = sample(0u32..300, 5, 0).into_iter().map(|a| a % &suite.p);
    let values: Vec<BigUint> = residue_edges(&suite.p, N).into_iter().chain(small).collect();
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
    #[track_caller]
    fn expect(&self, element: Fe<M, N>, value: BigUint) {
        expect_limbs(M::NAME, &element.to_limbs(), &element.to_montgomery(), value, &self.p);
    }

    #[track_caller]
    fn expect_all(&self, elements: &[Fe<M, N>], values: &[BigUint]) {
        assert_eq!(elements.len(), values.len());
        for i in 0..elements.len() {
            self.expect(elements[i], values[i].clone());
        }
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

        generates(M::NAME, M::GENERATOR, p, factors);
    }

    fn single(&self, a: &BigUint) {
        let p = &self.p;
        let x = self.element(a);
        let inverse = Option::<Fe<M, N>>::from(x.invert());
        let results = [x, -x, x.double(), x.halve().double(), x.square(), inverse.unwrap_or(Fe::ZERO)];
        self.expect_all(&results, &singles(a, p));
        let properties = [x.is_zero(), x.is_odd(), x.is_lexicographically_largest()];
        assert_eq!(properties.map(bool::from), [a.is_zero(), a.bit(0), *a > (p >> 1)]);
        assert!(Fe::from_montgomery(x.to_montgomery()) == Some(x));

        // Printing shows the canonical value.
        expect_text(M::NAME, &x.to_string(), &format!("{x:?}"), a, N);

        // Bytes: round trips in both orders.
        let (le, be) = (x.to_le_bytes(), x.to_be_bytes());
        expect_bytes(le.as_ref(), be.as_ref(), a);
        assert!(Fe::from_le_bytes(le.as_ref()) == Ok(x));
        assert!(Fe::from_be_bytes(be.as_ref()) == Ok(x));

        // Inverse, symbol, roots.
        assert_eq!(inverse.is_some(), !a.is_zero());
        assert!(x.invert_vartime() == inverse);
        let symbol = legendre(a, p);
        assert_eq!([x.legendre(), x.legendre_vartime()], [symbol; 2], "{}: legendre of {a}", M::NAME);
        self.expect_root(x, x.sqrt().into(), symbol >= 0);
        self.expect_root(x, x.sqrt_vartime(), symbol >= 0);

        // Powers with small, edge and full exponents.
        for (exponent, expected) in powers(a, p, N) {
            self.expect(x.pow(&exponent), expected.clone());
            self.expect(x.pow_vartime(&exponent), expected);
        }
        assert!(x.pow(&[]) == Fe::ONE);
        assert!(x.pow_vartime(&[]) == Fe::ONE);
    }

    #[inline(never)]
    #[track_caller]
    fn expect_root(&self, x: Fe<M, N>, root: Option<Fe<M, N>>, exists: bool) {
        assert_eq!(root.is_some(), exists, "root of {x:?}");
        if let Some(root) = root {
            assert!(root.square() == x, "root of {x:?}");
        }
    }

    fn pair(&self, a: &BigUint, b: &BigUint) {
        let p = &self.p;
        let (x, y) = (self.element(a), self.element(b));
        // Aliased operands and assignments.
        let mut z = x;
        z += y;
        z -= x;
        z *= x;
        self.expect_all(&[x + y, x - y, x * y, z], &pairs(a, b, p));
        assert!([x, y, x].into_iter().sum::<Fe<M, N>>() == x + y + x);
        assert!([x, y, x].into_iter().product::<Fe<M, N>>() == x * y * x);

        assert_eq!([x == y, x.ct_eq(&y).into()], [a == b; 2]);
        assert!(Fe::conditional_select(&x, &y, 0.into()) == x);
        assert!(Fe::conditional_select(&x, &y, 1.into()) == y);

        // The concatenated bytes of two elements are one number to reduce.
        let wide = Wide::new(x.to_le_bytes().as_ref(), y.to_le_bytes().as_ref(), p);
        let (le, be) = (&wide.le[..], &wide.be[..]);
        self.expect(Fe::from_le_bytes_reduced(le), wide.residue.clone());
        self.expect(Fe::from_be_bytes_reduced(be), wide.residue);
        // The most significant bytes fill no element.
        self.expect(Fe::from_le_bytes_reduced(&le[3..]), wide.shifted.clone());
        self.expect(Fe::from_be_bytes_reduced(&be[..be.len() - 3]), wide.shifted);
    }

    fn bytes_at_the_bound(&self) {
        let last = &self.p - 1u8;
        for value in [&last + 1u8, &last + 2u8, from_limbs(&[u64::MAX; N])] {
            let mut bytes = bytes_le(&value, 8 * N);
            assert_eq!(Fe::<M, N>::from_le_bytes(&bytes).err(), Some(Error::NotCanonical));
            assert!(Fe::<M, N>::from_montgomery_le_bytes(&bytes).is_none());
            bytes.reverse();
            assert_eq!(Fe::<M, N>::from_be_bytes(&bytes).err(), Some(Error::NotCanonical));
            let limbs = to_limbs(&value);
            assert!(Fe::<M, N>::from_limbs(&limbs).is_none());
            assert!(Fe::<M, N>::from_montgomery(limbs).is_none());
            // Reduction accepts the same bytes.
            self.expect(Fe::from_be_bytes_reduced(&bytes), &value % &self.p);
            self.expect(Fe::from_limbs_reduced(&limbs), value % &self.p);
        }
        assert!(Fe::<M, N>::from_le_bytes(&bytes_le(&last, 8 * N)).is_ok());
        for found in [0, 1, 8 * N - 1, 8 * N + 1] {
            let (zeros, expected) = (vec![0; found], Some(Error::Length { expected: 8 * N, found }));
            assert_eq!(Fe::<M, N>::from_le_bytes(&zeros).err(), expected);
            assert_eq!(Fe::<M, N>::from_be_bytes(&zeros).err(), expected);
            assert!(Fe::<M, N>::from_montgomery_le_bytes(&zeros).is_none());
        }
        let largest = Fe::<M, N>::from_montgomery(to_limbs(&last));
        assert!(Fe::<M, N>::from_montgomery_le_bytes(&bytes_le(&last, 8 * N)) == largest);
        assert!(largest.is_some());
        self.expect(Fe::from_le_bytes_reduced(&[]), BigUint::zero());
    }

    /// Batches against one element at a time, with zeros first, last, everywhere and nowhere.
    fn batches(&self, values: &[BigUint]) {
        let mut all = self.elements(values);
        let minus_one = -Fe::<M, N>::ONE;
        self.batch(&all);
        all.retain(|x| *x != Fe::ZERO);
        self.batch(&all);
        all.push(Fe::ZERO);
        self.batch(&all);
        self.batch(&[Fe::ZERO; 5]);
        self.batch(&[]);
        self.batch(&[minus_one]);
        self.batch(&[minus_one; 7]);
    }

    #[inline(never)]
    fn batch(&self, batch: &[Fe<M, N>]) {
        let mut inverses = batch.to_vec();
        batch_invert(&mut inverses);
        for i in 0..batch.len() {
            assert!(batch[i].invert().unwrap_or(Fe::ZERO) == inverses[i], "{:?}", batch[i]);
        }
        for exponent in [&[][..], &[0, 0], &[1], &[2], &[0x8000_0000_0000_0000, 5, 0], &M::P, &[u64::MAX; N]]
        {
            let mut powers = batch.to_vec();
            Fe::pow_batch_vartime(&mut powers, exponent);
            for i in 0..batch.len() {
                assert!(batch[i].pow_vartime(exponent) == powers[i], "{:?} {exponent:x?}", batch[i]);
            }
        }
        // More elements than are computed at once, of any length.
        let mut factors = batch.to_vec();
        factors.reverse();
        factors.extend_from_slice(&inverses);
        let mut values = [batch, batch].concat();
        let mut products = vec![-Fe::ONE; values.len()];
        Fe::mul_batch(&mut products, &values, &factors);
        for i in 0..values.len() {
            assert!(products[i] == values[i] * factors[i], "{:?} {:?}", values[i], factors[i]);
        }
        Fe::mul_assign_batch(&mut values, &factors);
        assert!(values == products, "{}", M::NAME);
    }

    fn elements(&self, values: &[BigUint]) -> Vec<Fe<M, N>> {
        let mut elements = Vec::with_capacity(values.len());
        for value in values {
            elements.push(self.element(value));
        }
        elements
    }
}

impl<M: Modulus<N>, const N: usize> Suite<M, N> {
    /// Batches so large that the products of their lanes are inverted in several parts.
    #[cfg(feature = "parallel")]
    fn large_batches(&self) {
        let mut values = Vec::new();
        for i in 0..20_011u64 {
            values.push(Fe::<M, N>::from(i % 1009) * Fe::GENERATOR);
        }
        let mut inverses = values.clone();
        batch_invert(&mut inverses);
        vorpal_fields::batch_invert_parallel(&mut values);
        assert!(values == inverses, "{}", M::NAME);
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
                for zero in (zeros / 2..length).step_by(zeros) {
                    values[zero] = Fe::ZERO;
                }
                let mut inverses = values.clone();
                batch_invert(&mut inverses);
                #[cfg(feature = "parallel")]
                if length > 500 {
                    let mut same = values.clone();
                    vorpal_fields::batch_invert_parallel(&mut same);
                    assert!(same == inverses, "{} {length} {zeros}", M::NAME);
                }
                for i in 0..length {
                    let (x, inverse) = (values[i], inverses[i]);
                    let product = if x == Fe::ZERO { inverse } else { x * inverse - Fe::ONE };
                    assert!(product == Fe::ZERO, "{} {length} {zeros}", M::NAME);
                }
            }
            let mut powers = many[..length].to_vec();
            Fe::pow_batch_vartime(&mut powers, &[0x1_0003]);
            for i in 0..length {
                assert!(powers[i] == many[i].pow_vartime(&[0x1_0003]), "{} {length}", M::NAME);
            }
        }
    }
}

// What follows is not generic: the expected values and their comparison are compiled once, not for every prime.

/// Checks the canonical limbs of an element, and the stored ones, which are canonical too and the documented ones.
#[track_caller]
fn expect_limbs(name: &str, canonical: &[u64], stored: &[u64], value: BigUint, p: &BigUint) {
    assert_eq!(integer(canonical), value, "{name}");
    let expected = (value << (64 * stored.len())) % p;
    assert_eq!(integer(stored), expected, "{name} stored");
}

fn integer(limbs: &[u64]) -> BigUint {
    BigUint::from_slice(
        &limbs.iter().flat_map(|limb| [*limb as u32, (limb >> 32) as u32]).collect::<Vec<_>>(),
    )
}

fn bytes_le(value: &BigUint, length: usize) -> Vec<u8> {
    let mut bytes = value.to_bytes_le();
    bytes.resize(length, 0);
    bytes
}

/// Lucas: `p` is prime and `g` a generator if `g^(p-1) = 1` and `g^((p-1)/q) != 1` for every prime `q` dividing
/// `p - 1`. It is also the smallest generator.
fn generates(name: &str, generator: u64, p: &BigUint, factors: &[&str]) {
    let order = p - 1u8;
    let factors: Vec<BigUint> = factors.iter().map(|factor| factor.parse().unwrap()).collect();
    let mut rest = order.clone();
    for q in &factors {
        assert!(is_prime(q), "{q} is not prime");
        assert!((&rest % q).is_zero(), "{name}: {q} does not divide p - 1");
        while (&rest % q).is_zero() {
            rest /= q;
        }
    }
    assert!(rest.is_one(), "{name}: factors of p - 1 are missing");
    assert!(BigUint::from(generator).modpow(&order, p).is_one(), "{name}: p is not prime");
    let generates = |g: u64| factors.iter().all(|q| !BigUint::from(g).modpow(&(&order / q), p).is_one());
    assert!(generates(generator), "{name}: no generator");
    for smaller in 2..generator {
        assert!(!generates(smaller), "{name}: {smaller} is a smaller generator");
    }
}

/// `a`, `-a`, `2 a`, `a`, `a^2`, `1 / a` or 0: the results of [`Suite::single`].
fn singles(a: &BigUint, p: &BigUint) -> [BigUint; 6] {
    [a.clone(), (p - a) % p, (a * 2u8) % p, a.clone(), (a * a) % p, invert(a, p)]
}

/// `a + b`, `a - b`, `a b` twice: the results of [`Suite::pair`].
fn pairs(a: &BigUint, b: &BigUint, p: &BigUint) -> [BigUint; 4] {
    [(a + b) % p, sub(a, b, p), (a * b) % p, (a * b) % p]
}

/// Powers with small, edge and full exponents, which have that many limbs.
fn powers(a: &BigUint, p: &BigUint, limbs: usize) -> Vec<(Vec<u64>, BigUint)> {
    let full = (BigUint::one() << (64 * limbs)) - 1u8;
    let exponents = [0u8, 1, 2, 17].map(BigUint::from).into_iter().chain([p - 1u8, p.clone(), full]);
    let powers = exponents.map(|exponent| {
        let mut words = exponent.to_u64_digits();
        words.resize(limbs, 0);
        (words, a.modpow(&exponent, p))
    });
    powers.collect()
}

fn expect_text(name: &str, text: &str, debug: &str, a: &BigUint, limbs: usize) {
    assert_eq!(debug, format!("{name}({text})"));
    assert_eq!(hex(text), *a);
    assert_eq!(text.len(), 2 + 16 * limbs);
}

fn expect_bytes(le: &[u8], be: &[u8], a: &BigUint) {
    assert_eq!(BigUint::from_bytes_le(le), *a);
    assert_eq!(BigUint::from_bytes_be(be), *a);
}

/// The bytes of two elements as one number.
struct Wide {
    le: Vec<u8>,
    be: Vec<u8>,
    residue: BigUint,
    /// The residue without the three lowest bytes.
    shifted: BigUint,
}

impl Wide {
    fn new(low: &[u8], high: &[u8], p: &BigUint) -> Self {
        let le = [low, high].concat();
        let integer = BigUint::from_bytes_le(&le);
        let be = le.iter().rev().copied().collect();
        Self { le, be, residue: &integer % p, shifted: (integer >> 24) % p }
    }
}
