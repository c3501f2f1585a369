//! Both kernels against big integers, with numbers and lanes at their bounds.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use num_bigint::{BigInt, BigUint, Sign};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use vorpal_oracle::data::report_skipped;
use vorpal_oracle::effort::proptest_cases;

use super::{PortableResidues, ResidueArithmetic, ResidueKernels};
use crate::Montgomery;
use crate::bound::Bound;
use crate::residue_ring::LANES;
use crate::residue_ring::constants::{allows, moduli_of};
use crate::residue_ring::moduli::MODULI;
use crate::residue_ring::{Factors, MULTIPLES, Quadratic, REDUCED, ResidueBackend, ResidueRing};
use crate::words::hex;

const BLS12_381: [u64; 6] =
    hex("0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab");
const BLS12_377: [u64; 6] =
    hex("0x01ae3a4617c510eac63b05c06ca1493b1a22d9f300f5138f1ef3622fba094800170b5d44300000008508c00000000001");
const BN254: [u64; 4] = hex("0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47");
const SECP256K1: [u64; 4] = hex("0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f");

/// The sums of lanes.
fn sum(a: &[[u64; LANES]; 2], b: &[[u64; LANES]; 2]) -> [[u64; LANES]; 2] {
    [0, 1].map(|base| std::array::from_fn(|i| a[base][i] + b[base][i]))
}

/// Elements as pairs of integers.
type Pair = [BigInt; 2];

fn big(limbs: &[u64]) -> BigInt {
    let bytes: Vec<u8> = limbs.iter().flat_map(|limb| limb.to_le_bytes()).collect();
    BigInt::from_bytes_le(Sign::Plus, &bytes)
}

fn limbs<const N: usize>(number: &BigInt) -> [u64; N] {
    let digits = number.to_biguint().unwrap().to_u64_digits();
    std::array::from_fn(|i| digits.get(i).copied().unwrap_or(0))
}

struct Context<const N: usize, K> {
    ring: ResidueRing<N>,
    kernels: K,
    p: BigInt,
    q: BigInt,
}

impl<const N: usize, K: ResidueBackend> Context<N, K> {
    /// A ring with nearly the largest bound.
    fn new(p: [u64; N], q: u64, kernels: K) -> Self {
        Self::with_bound(p, q, kernels, if p.as_slice() == BLS12_381 { LARGEST } else { 200_000 })
    }

    fn with_bound(p: [u64; N], q: u64, kernels: K, largest: u64) -> Self {
        Self {
            ring: ResidueRing::new(&Montgomery::new(p), q, largest).unwrap(),
            kernels,
            p: big(&p),
            q: BigInt::from(q),
        }
    }

    fn arithmetic(&self) -> ResidueArithmetic<'_, K, N> {
        ResidueArithmetic::new(self.kernels, &self.ring)
    }

    /// `number mod p`, not negative.
    fn modulo(&self, number: &BigInt) -> BigInt {
        ((number % &self.p) + &self.p) % &self.p
    }

    /// The residues of `a R mod p`, where `R = 2^(64 N)`.
    fn load(&self, a: &Pair) -> Quadratic {
        let [c0, c1] = a.each_ref().map(|c| limbs(&self.modulo(&(c << (64 * N)))));
        let [loaded] = self.arithmetic().load([[&c0, &c1]]);
        loaded
    }

    fn product(&self, a: &Pair, b: &Pair) -> Pair {
        [&a[0] * &b[0] - &self.q * &a[1] * &b[1], &a[0] * &b[1] + &a[1] * &b[0]]
    }

    /// The element with these integers.
    fn element(&self, integers: &Pair, bound: u64) -> Quadratic {
        let residues = |c: &BigInt| {
            let mut residues = [[0; LANES]; 2];
            let product: BigInt = MODULI[1].into_iter().take(moduli_of(N)).map(BigInt::from).product();
            for lane in 0..moduli_of(N) {
                let [m, n] = [MODULI[0][lane], MODULI[1][lane]].map(BigInt::from);
                let digit = c * (&product / &n).modinv(&n).unwrap();
                let scaled = c * self.ring.scales[lane];
                residues[0][lane] = u64::try_from(scaled.modpow(&1.into(), &m)).unwrap();
                residues[1][lane] = u64::try_from(digit.modpow(&1.into(), &n)).unwrap();
            }
            residues
        };
        let [c0, c1] = integers.each_ref().map(residues);
        Quadratic { c0, c1, sum: sum(&c0, &c1), bound: Bound::new(bound) }
    }

    /// Compares an element with the expected one, in both bases.
    fn check(&self, found: &Quadratic, expected: &Pair) {
        let expected = expected.each_ref().map(|c| limbs(&self.modulo(&(c << (64 * N)))));
        assert_eq!(self.arithmetic().store([found]), [expected]);
        for (base, lane) in [0, 1].into_iter().flat_map(|base| (0..LANES).map(move |lane| (base, lane))) {
            let m = self.ring.bases[base].moduli[lane];
            for c in [&found.c0, &found.c1] {
                assert!(c[base][lane] <= MULTIPLES[base] * m, "a lane is too large");
            }
        }
        assert_eq!(found.sum, sum(&found.c0, &found.c1));
    }

    /// The integers of reduced coefficients, whose bounds and residues in the first base are checked.
    fn check_integers(&self, found: &Quadratic) {
        let product: BigInt = (0..moduli_of(N)).map(|j| BigInt::from(self.ring.bases[1].moduli[j])).product();
        for c in [&found.c0, &found.c1] {
            let terms = (0..moduli_of(N)).map(|j| {
                assert!(c[1][j] < 2 * self.ring.bases[1].moduli[j]);
                BigInt::from(c[1][j]) * (&product / self.ring.bases[1].moduli[j])
            });
            let mut integer = terms.sum::<BigInt>() % &product;
            if &integer * 2 > product {
                integer -= &product;
            }
            assert!(integer.magnitude() < (&self.p * REDUCED).magnitude(), "{integer} is not reduced");
            for (lane, m) in self.ring.bases[0].moduli.into_iter().enumerate().take(moduli_of(N)) {
                let scaled = &integer * self.ring.scales[lane];
                assert_eq!((scaled - c[0][lane]) % m, BigInt::ZERO, "the bases differ");
            }
        }
    }

    /// The same element with larger lanes.
    fn raised(&self, a: &Quadratic) -> Quadratic {
        let mut raised = *a;
        for base in 0..2 {
            for (lane, m) in self.ring.bases[base].moduli.into_iter().enumerate() {
                for c in [&mut raised.c0, &mut raised.c1] {
                    while m != 0 && c[base][lane] <= (MULTIPLES[base] - 1) * m {
                        c[base][lane] += m;
                    }
                }
            }
        }
        raised.sum = sum(&raised.c0, &raised.c1);
        raised
    }

    fn sums<const T: usize>(&self, a: &[Pair], b: &[Pair]) {
        let arithmetic = self.arithmetic();
        let (x, y) = (a.iter().map(|a| self.load(a)), b.iter().map(|b| self.load(b)));
        let (x, y): (Vec<_>, Vec<_>) = (x.collect(), y.collect());
        let [x, y]: [[&Quadratic; T]; 2] = [&x, &y].map(|e| std::array::from_fn(|i| &e[i]));
        let mut expected = [BigInt::ZERO, BigInt::ZERO];
        for (a, b) in a.iter().zip(b).take(T) {
            let product = self.product(a, b);
            expected = [&expected[0] + &product[0], &expected[1] + &product[1]];
        }
        let products: [[&Quadratic; 2]; T] = std::array::from_fn(|i| [x[i], y[i]]);
        let sum = arithmetic.sum_of_products(&products);
        self.check(&sum, &expected);
        self.check_integers(&sum);
        // Larger lanes, and several sums at a time: some have their operands exchanged, and one is zero.
        let (x, y) = (x.map(|x| self.raised(x)), y.map(|y| self.raised(y)));
        let products: [[&Quadratic; 2]; T] = std::array::from_fn(|i| [&x[i], &y[i]]);
        let exchanged = products.map(|[a, b]| [b, a]);
        let mut results = [Quadratic::ZERO; 5];
        let (products, exchanged) = (&products[..], &exchanged[..]);
        let sums = [products, exchanged, &[], exchanged, products];
        arithmetic.write_sums_of_products(sums, results.each_mut());
        let mut pairs = [Quadratic::ZERO; 2];
        arithmetic.write_sums_of_pairs([products, &[]], pairs.each_mut());
        let mut each = [BigInt::ZERO, BigInt::ZERO];
        for (a, b) in a.iter().zip(b).take(T) {
            each = [&each[0] + &a[0] * &b[0], &each[1] + &a[1] * &b[1]];
        }
        self.check(&pairs[0], &each);
        self.check(&pairs[1], &[BigInt::ZERO, BigInt::ZERO]);
        pairs.iter().for_each(|pair| self.check_integers(pair));
        for (sum, products) in results.iter().zip(sums) {
            let zero = [BigInt::ZERO, BigInt::ZERO];
            self.check(sum, if products.is_empty() { &zero } else { &expected });
            self.check_integers(sum);
        }
    }

    fn combination<F: Factors>(&self, a: &Pair, b: &Pair) {
        let factor = |[x, y]: [i8; 2]| [BigInt::from(x), BigInt::from(y)];
        let (first, second) =
            (self.product(a, &factor(F::FACTORS[0])), self.product(b, &factor(F::FACTORS[1])));
        let expected = [&first[0] + &second[0], &first[1] + &second[1]];
        let (x, y) = (self.load(a), self.load(b));
        for (x, y) in [(x, y), (self.raised(&x), self.raised(&y))] {
            let combination = self.arithmetic().combination::<F>([&x, &y]);
            self.check(&combination, &expected);
            let conjugate = self.arithmetic().conjugate(&combination);
            self.check(&conjugate, &[expected[0].clone(), -&expected[1]]);
        }
    }

    fn check_all(&self, elements: &[Pair]) {
        for a in elements {
            self.check(&self.load(a), a);
            self.check_integers(&self.load(a));
        }
        let reversed: Vec<_> = elements.iter().rev().cloned().collect();
        self.sums::<1>(elements, &reversed);
        self.sums::<2>(elements, elements);
        self.sums::<3>(elements, &reversed);
        self.sums::<6>(elements, &reversed);
        self.sums::<7>(elements, elements);
        for pair in elements.windows(2) {
            self.combination::<One>(&pair[0], &pair[1]);
            self.combination::<Opposite>(&pair[0], &pair[1]);
            self.combination::<Mixed>(&pair[0], &pair[1]);
            self.combination::<Most>(&pair[0], &pair[1]);
        }
    }
}

macro_rules! factors {
    ($($name:ident: $factors:expr;)*) => {$(
        struct $name;
        impl Factors for $name {
            const FACTORS: [[i8; 2]; 2] = $factors;
        }
    )*};
}
factors! {
    One: [[1, 0], [0, 0]];
    Opposite: [[0, 0], [-1, 0]];
    Mixed: [[2, -1], [-3, 1]];
    Most: [[-30, 1], [1, 31]];
}

/// All checks with both kernels.
fn check<const N: usize>(p: [u64; N], q: u64) {
    let portable = Context::new(p, q, PortableResidues);
    let kernels = ResidueKernels::detect().map(|kernels| Context::new(p, q, kernels));
    if kernels.is_none() {
        report_skipped("the processor has no kernels for residues");
    }
    let check_all = |elements: &[Pair]| {
        portable.check_all(elements);
        if let Some(kernels) = &kernels {
            kernels.check_all(elements);
        }
    };
    let edges = [0, 1, 2, -1, -2].map(BigInt::from);
    let mut elements: Vec<Pair> = edges.iter().map(|c| [c.clone(), BigInt::from(-1)]).collect();
    elements.extend(edges.map(|c| [BigInt::from(-1), c]));
    check_all(&elements);
    check_all(&vec![[BigInt::ZERO, BigInt::ZERO]; 8]);
    check_all(&vec![[BigInt::from(-1), BigInt::from(-1)]; 8]);
    let numbers = prop::collection::vec(prop::array::uniform2(prop::array::uniform6(any::<u64>())), 8..11);
    let mut runner = TestRunner::new(ProptestConfig {
        cases: proptest_cases(24),
        failure_persistence: None,
        ..Default::default()
    });
    let result = runner.run(&numbers, |numbers| {
        let elements: Vec<Pair> = numbers.iter().map(|pair| pair.map(|limbs| big(&limbs))).collect();
        check_all(&elements);
        Ok(())
    });
    result.unwrap();
}

#[test]
fn sums_and_combinations() {
    check(BLS12_381, 1);
    check(BLS12_377, 5);
    check(BN254, 1);
    check(SECP256K1, 3);
    check([1_000_003, 0, 0, 0, 0, 0], 2);
    check([10_007, 0, 0, 0], 5);
}

/// Five divides a modulus, and five limbs have no bases.
#[test]
fn moduli_without_residues() {
    assert!(ResidueRing::new(&Montgomery::new([5, 0, 0, 0, 0, 0]), 1, 100).is_none());
    assert!(ResidueRing::new(&Montgomery::new([1_000_003, 0, 0, 0, 0]), 1, 100).is_none());
}

/// The largest `K` with `K p <= 7 M` for BLS12-381.
const LARGEST: u64 = 17_641;

#[test]
fn bounds_of_sums() {
    let p = BigUint::from_bytes_le(&BLS12_381.map(u64::to_le_bytes).concat());
    let product: BigUint = MODULI[0].into_iter().map(BigUint::from).product();
    // The bound is found up to an error of 2^-27.
    assert_eq!(product * 7u8 / p, BigUint::from(LARGEST));
    assert!(allows(&BLS12_381, LARGEST) && !allows(&BLS12_381, LARGEST + 1));
    assert!(ResidueRing::new(&Montgomery::new(BLS12_381), 1, LARGEST + 1).is_none());
    assert!(allows(&BN254, 1 << 40) && allows(&SECP256K1, 1 << 40));
    assert!(!allows(&SECP256K1, 1 << 42));
}

/// The largest bound that a ring takes.
fn largest<const N: usize>(p: &[u64; N]) -> u64 {
    (0..60).rev().fold(0, |k, bit| if allows(p, k + (1 << bit)) { k + (1 << bit) } else { k })
}

/// The bound is that of the module, up to an error of `2^-27`, for every length of `p`.
fn largest_bounds<const N: usize>() {
    let product: BigUint = MODULI[0].into_iter().take(moduli_of(N)).map(BigUint::from).product();
    for length in 2..=64 * N {
        for p in [(BigUint::from(1u8) << length) - 1u8, (BigUint::from(1u8) << (length - 1)) + 1u8] {
            let largest = BigUint::from(largest(&limbs::<N>(&p.clone().into())));
            assert!(&largest * &p <= &product * 7u8, "{largest} is too large for {length} bits");
            let exact = (&product * 7u8 / &p).min((BigUint::from(1u8) << 60) - 1u8);
            assert!(&exact - &largest <= (&exact >> 27) + 1u8, "{largest} is too small for {length} bits");
        }
    }
}

#[test]
fn bounds_for_every_length() {
    largest_bounds::<4>();
    largest_bounds::<6>();
}

/// Sums of the largest and smallest integers that a ring takes, and integers of every sign in a store.
fn extremes<const N: usize, K: ResidueBackend>(p: [u64; N], q: u64, kernels: K) {
    let (bound, weight) = (largest(&p), 1 + q.max(1));
    let context = Context::with_bound(p, q, kernels, bound);
    let arithmetic = context.arithmetic();
    let m: BigInt = MODULI[0].into_iter().take(moduli_of(N)).map(BigInt::from).product();
    let inverse = m.modinv(&context.p).unwrap();
    for count in [1, 7] {
        let first = (bound / (count * weight)).isqrt();
        let second = bound / (count * weight) / first;
        let [large, other] = [first, second].map(|bound| &context.p * bound - 1u8);
        for signs in 0..81 {
            let sign = |place: u32| signs / 3i32.pow(place) % 3 - 1;
            let (a, b) = ([&large * sign(0), &large * sign(1)], [&other * sign(2), &other * sign(3)]);
            let (x, y) = (context.element(&a, first), context.element(&b, second));
            let sum = arithmetic.sum_of_products(&vec![[&x, &y]; usize::try_from(count).unwrap()]);
            context.check_integers(&sum);
            context.check(&sum, &context.product(&a, &b).map(|c| c * count * &inverse * &inverse));
        }
    }
    let first = bound / weight;
    for [c0, c1] in [[1, -1], [-1, 1], [0, 1], [-1, 0], [1, 1], [-1, -1]] {
        let stored = [c0, c1].map(|sign| (&context.p * first - 1u8) * sign);
        context.check(&context.element(&stored, first), &stored.map(|c| c * &inverse));
    }
    // Integers up to the bounds of what is stored, with digits below twice their modulus.
    let end: BigInt = &context.p * 16;
    for multiple in -16..=16 {
        for distance in -1..=1 {
            let integer: BigInt = &context.p * multiple + distance;
            if integer.magnitude() >= end.magnitude() {
                continue;
            }
            let element = context.element(&[integer.clone(), integer.clone()], 16);
            let expected: [u64; N] = limbs(&context.modulo(&integer));
            assert_eq!(context.ring.integer(&element.c0[1]), expected, "{multiple} p + {distance}");
            let mut digits = element.c0[1];
            for (lane, n) in context.ring.bases[1].moduli.into_iter().enumerate() {
                digits[lane] += n;
                assert_eq!(context.ring.integer(&digits), expected, "{multiple} p + {distance}");
            }
        }
    }
}

/// The largest primes in these limbs.
const SIX_LIMBS: [u64; 6] = [u64::MAX - 316, u64::MAX, u64::MAX, u64::MAX, u64::MAX, u64::MAX];
const FOUR_LIMBS: [u64; 4] = [u64::MAX - 188, u64::MAX, u64::MAX, u64::MAX];

fn all_extremes<K: ResidueBackend>(kernels: K) {
    for q in [0, 1, 2, 5, 9, 15] {
        extremes(SIX_LIMBS, q, kernels);
        extremes(FOUR_LIMBS, q, kernels);
    }
    extremes(BLS12_381, 1, kernels);
    extremes(BLS12_377, 5, kernels);
    extremes(BN254, 1, kernels);
    extremes([10_007, 0, 0, 0], 5, kernels);
}

#[test]
fn sums_at_their_bounds() {
    all_extremes(PortableResidues);
    if let Some(kernels) = ResidueKernels::detect() {
        all_extremes(kernels);
    }
}

#[test]
#[should_panic(expected = "may exceed its bound")]
#[cfg(debug_assertions)]
fn sums_beyond_their_bounds() {
    let context = Context::new(BLS12_381, 1, PortableResidues);
    let arithmetic = context.arithmetic();
    let large = arithmetic.combination::<Most>([&context.load(&[1.into(), 2.into()]); 2]);
    let _ = arithmetic.sum_of_products(&[[&large, &large]]);
}
