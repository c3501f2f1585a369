//! Both kernels against the definition of each lane, with lanes at their bounds: 0, `m` and multiples of `m`, and words
//! at theirs.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::cast_possible_truncation, reason = "remainders are smaller than words; indices are small")]

use core::mem::MaybeUninit;

use vorpal_oracle::data::report_skipped;

use super::{PortableResidues, ResidueKernels};
use crate::Montgomery;
use crate::bound::Bound;
use crate::residue_ring::constants::{Lanes, moduli_of};
use crate::residue_ring::moduli::{BITS, inverse, power_of_two, product, product_without};
use crate::residue_ring::value::Residues;
use crate::residue_ring::{
    AT_ONCE, Factors, LANES, MOST_PRODUCTS, MULTIPLES, ProductKind, Quadratic, ResidueBackend, ResidueRing,
    Terms,
};
use crate::words::hex;

const BLS12_381: [u64; 6] =
    hex("0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab");
const BN254: [u64; 4] = hex("0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47");
/// The largest primes in these limbs.
const SIX_LIMBS: [u64; 6] = [u64::MAX - 316, u64::MAX, u64::MAX, u64::MAX, u64::MAX, u64::MAX];
const FOUR_LIMBS: [u64; 4] = [u64::MAX - 188, u64::MAX, u64::MAX, u64::MAX];

/// Numbers without structure. Source: G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number
/// generators", 2014.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    }

    /// A lane of at most `most m`: mostly one at a bound.
    fn lane(&mut self, m: u64, most: u64) -> u64 {
        let edges = [
            0,
            1,
            m.saturating_sub(1),
            m,
            m + 1,
            (most * m).saturating_sub(1),
            most * m,
            self.next() % (most * m + 1),
        ];
        // Lanes without a modulus are zero.
        if m == 0 { 0 } else { edges[self.next() as usize % edges.len()] }
    }
}

/// A ring with its kernels, and the factors of a reduction, derived from the definitions of the module.
struct Context<'a, const N: usize, K> {
    ring: &'a ResidueRing<N>,
    kernels: K,
    /// `2^-52 mod m_i`: what makes digits of lanes of products.
    digits: Lanes,
    /// `(M' / n_j) M^-1 mod n_j`.
    kept: Lanes,
    /// Row `i`: `+-p m_i^-1 (M' / n_j)^-1 mod n_j`, with the sign by which the lane differs from the digit of `q`.
    forward: [Lanes; LANES],
    /// Row `j`: `s_i M' / n_j mod m_i`; the last one is `s_i M' mod m_i`.
    backward: [Lanes; LANES + 1],
}

impl<'a, const N: usize, K: ResidueBackend> Context<'a, N, K> {
    fn new(ring: &'a ResidueRing<N>, kernels: K) -> Self {
        let ([a, b], count) = ([0, 1].map(|base| ring.bases[base].moduli), moduli_of(N));
        let mut context = Self {
            ring,
            kernels,
            digits: [0; LANES],
            kept: [0; LANES],
            forward: [[0; LANES]; LANES],
            backward: [[0; LANES]; LANES + 1],
        };
        for i in 0..count {
            let (m, n) = (a[i], b[i]);
            context.digits[i] = inverse(power_of_two(52, m), m);
            let cofactor = product_without(&b, count, i, n);
            context.kept[i] = product(cofactor, inverse(product_without(&a, count, LANES, n), n), n);
            // The lane is s^2 / 2^52 times the sum x, and -q is x / (p M / m).
            let square = product(ring.scales[i], ring.scales[i], m);
            let divisor = product(remainder(&ring.p, m), product_without(&a, count, i, m), m);
            let sign = product(product(square, divisor, m), context.digits[i], m);
            assert!(sign == 1 || sign == m - 1, "a scale is no square root");
            for j in 0..count {
                let n = b[j];
                let factor = product(
                    remainder(&ring.p, n),
                    inverse(product(m % n, product_without(&b, count, j, n), n), n),
                    n,
                );
                context.forward[i][j] = if sign == 1 { n - factor } else { factor };
                context.backward[j][i] = product(ring.scales[i], product_without(&b, count, j, m), m);
            }
            context.backward[LANES][i] = product(ring.scales[i], product_without(&b, count, LANES, m), m);
        }
        context
    }

    fn lanes(&self, base: usize, mut lane: impl FnMut(u64) -> u64) -> Lanes {
        let moduli = &self.ring.bases[base].moduli;
        core::array::from_fn(|i| if i < moduli_of(N) { lane(moduli[i]) } else { 0 })
    }

    /// An element from a function of the coefficient, the modulus, and what multiple of it lanes are at most.
    fn element(&self, mut lane: impl FnMut(usize, u64, u64) -> u64) -> Quadratic {
        let [c0, c1] = [0, 1].map(|c| [0, 1].map(|base| self.lanes(base, |m| lane(c, m, MULTIPLES[base]))));
        Quadratic { c0, c1, sum: sum(&c0, &c1), bound: Bound::new(1) }
    }

    /// The coefficients of a sum of products in a lane, modulo `m`.
    fn products(&self, kind: ProductKind, products: Terms<'_>, base: usize, lane: usize) -> [u64; 2] {
        let (m, q) = (i128::from(self.ring.bases[base].moduli[lane]), i128::from(self.ring.q));
        let mut coefficients = [0; 2];
        for [a, b] in products {
            let [[a0, a1], [b0, b1]] = [a, b].map(|a| [&a.c0, &a.c1].map(|c| i128::from(c[base][lane])));
            let [c0, c1] = match kind {
                ProductKind::Extension => [a0 * b0 - q * a1 * b1, a0 * b1 + a1 * b0],
                ProductKind::Pairs => [a0 * b0, a1 * b1],
            };
            coefficients[0] += c0;
            coefficients[1] += c1;
        }
        coefficients.map(|c| c.rem_euclid(m) as u64)
    }

    /// Checks the lanes of a coefficient of a reduced sum, by the definitions of the module.
    fn check_coefficient(&self, found: &Residues, sums: &[Lanes; 2]) {
        let (ring, count) = (self.ring, moduli_of(N));
        let [a, b] = [0, 1].map(|base| &ring.bases[base].moduli);
        for base in 0..2 {
            for lane in 0..LANES {
                let m = ring.bases[base].moduli[lane];
                assert!(
                    found[base][lane] <= MULTIPLES[base] * m && m > 0
                        || lane >= count && found[base][lane] == 0,
                    "a lane is too large"
                );
            }
        }
        let q: Lanes =
            core::array::from_fn(|i| if i < count { product(sums[0][i], self.digits[i], a[i]) } else { 0 });
        // A digit below 2^20 may be larger by the modulus.
        let small: Vec<_> = (0..count).filter(|i| q[*i] < 1 << 20).collect();
        let agrees = |larger: u32| {
            let mut q = q;
            for (_, i) in small.iter().enumerate().filter(|(bit, _)| larger >> bit & 1 == 1) {
                q[*i] += a[*i];
            }
            (0..count).all(|j| {
                let n = b[j];
                let multiples = (0..count).map(|i| product(q[i] % n, self.forward[i][j], n)).sum::<u64>();
                found[1][j] % n == (product(sums[1][j], self.kept[j], n) + multiples) % n
            })
        };
        assert!((0..1 << small.len()).any(agrees), "the second base");
        let k = (found[1].iter().map(|digit| digit >> (BITS - 7)).sum::<u64>() + 32) >> 7;
        for i in 0..count {
            let m = a[i];
            let sum = (0..count).map(|j| product(found[1][j] % m, self.backward[j][i], m)).sum::<u64>();
            let expected = (sum + m - product(k, self.backward[LANES][i], m)) % m;
            assert_eq!(found[0][i] % m, expected, "lane {i} of the first base");
        }
    }

    /// As many sums at once as there are.
    fn check(&self, sums: &[Terms<'_>]) {
        self.check_kind(ProductKind::Extension, sums);
        self.check_kind(ProductKind::Pairs, sums);
    }

    fn check_kind(&self, kind: ProductKind, sums: &[Terms<'_>]) {
        let mut results = vec![MaybeUninit::new(Quadratic::ZERO); sums.len()];
        let mut places: Vec<_> = results.iter_mut().collect();
        self.kernels.sums_of_products(self.ring, kind, sums, &mut places);
        for (products, result) in sums.iter().zip(&results) {
            // SAFETY: the results were initialised above.
            let result = unsafe { result.assume_init_ref() };
            let mut coefficients = [[[0; LANES]; 2]; 2];
            for (base, lane) in (0..2).flat_map(|base| (0..moduli_of(N)).map(move |lane| (base, lane))) {
                let [c0, c1] = self.products(kind, products, base, lane);
                (coefficients[0][base][lane], coefficients[1][base][lane]) = (c0, c1);
            }
            self.check_coefficient(&result.c0, &coefficients[0]);
            self.check_coefficient(&result.c1, &coefficients[1]);
            assert_eq!(result.sum, sum(&result.c0, &result.c1));
        }
    }

    /// All products equal, for all operands whose coefficients are 0, `m` or the largest ones in all lanes.
    fn uniform(&self) {
        for pattern in 0..81 {
            let times = |place: u32| pattern / 3u64.pow(place) % 3;
            let value = |m: u64, most: u64, choice: u64| m * [0, 1, most][choice as usize];
            let a = self.element(|c, m, most| value(m, most, times(c as u32)));
            let b = self.element(|c, m, most| value(m, most, times(2 + c as u32)));
            for count in [1, 6, MOST_PRODUCTS] {
                self.check(&[&vec![[&a, &b]; count]]);
            }
        }
    }

    /// Sums of every length, of every number at once.
    fn random(&self, random: &mut Random) {
        for at_once in 0..=AT_ONCE {
            let elements: Vec<_> =
                (0..2 * MOST_PRODUCTS).map(|_| self.element(|_, m, most| random.lane(m, most))).collect();
            let products: Vec<_> = (0..at_once)
                .map(|k| {
                    let count = (k + at_once) % (MOST_PRODUCTS + 1);
                    (0..count)
                        .map(|i| [&elements[(i + k) % 14], &elements[(3 * i + k) % 14]])
                        .collect::<Vec<_>>()
                })
                .collect();
            self.check(&products.iter().map(Vec::as_slice).collect::<Vec<_>>());
        }
    }

    /// Low words of a sum, with its offset, that are 0, 1 or -1 modulo `2^52`: one of both carries changes there.
    fn low_words(&self) {
        const RADIX: u64 = 1 << 52;
        for other in [0, 1, RADIX - 1] {
            for coefficient in 0..2 {
                // Parts of at most 2 m, whose sum has the low word.
                let parts: [_; 6] = core::array::from_fn(|part| {
                    let mut element = self.element(|_, _, _| 0);
                    for base in 0..2 {
                        for lane in 0..moduli_of(N) {
                            let offset = self.ring.bases[base].offset[0][lane];
                            let offset = if coefficient == 0 { offset } else { 0 };
                            let total = (other + RADIX - offset) % RADIX;
                            element.c0[base][lane] = total / 6 + if part == 0 { total % 6 } else { 0 };
                            assert!(element.c0[base][lane] <= 2 * self.ring.bases[base].moduli[lane]);
                        }
                    }
                    element.sum = element.c0;
                    element
                });
                let unit = self.element(|c, _, _| u64::from(c == coefficient));
                let products = parts.each_ref().map(|part| [part, &unit]);
                let reversed = parts.each_ref().map(|part| [&unit, part]);
                self.check(&[&products, &reversed, &products]);
            }
        }
    }

    fn combination<F: Factors>(&self, random: &mut Random) {
        let q = i128::from(self.ring.q);
        for round in 0..12 {
            let [a, b] = [0, 1].map(|_| {
                self.element(|_, m, most| match round {
                    0 => 0,
                    1 => most * m,
                    2 => m,
                    _ => random.lane(m, most),
                })
            });
            let result = self.kernels.combination::<F, N>(self.ring, [&a, &b]);
            let mut opposite = MaybeUninit::new(Quadratic::ZERO);
            self.kernels.conjugate(self.ring, &a, &mut opposite);
            // SAFETY: it was initialised above.
            let opposite = unsafe { opposite.assume_init() };
            for (base, lane) in (0..2).flat_map(|base| (0..LANES).map(move |lane| (base, lane))) {
                let m = self.ring.bases[base].moduli[lane];
                let lanes = [&result.c0, &result.c1, &opposite.c0, &opposite.c1].map(|c| c[base][lane]);
                assert!(lanes.iter().all(|lane| *lane <= MULTIPLES[base] * m), "a lane is too large");
                if m == 0 {
                    continue;
                }
                let m = i128::from(m);
                let mut expected = [0, 0, i128::from(a.c0[base][lane]), -i128::from(a.c1[base][lane])];
                for ([x, y], a) in F::FACTORS.iter().zip([&a, &b]) {
                    let ([x, y], [a0, a1]) =
                        ([*x, *y].map(i128::from), [&a.c0, &a.c1].map(|c| i128::from(c[base][lane])));
                    expected[0] += x * a0 - q * y * a1;
                    expected[1] += x * a1 + y * a0;
                }
                for (lane, expected) in lanes.into_iter().zip(expected) {
                    assert_eq!((i128::from(lane) - expected) % m, 0, "a combination differs");
                }
            }
            assert_eq!(result.sum, sum(&result.c0, &result.c1));
            assert_eq!(opposite.sum, sum(&opposite.c0, &opposite.c1));
        }
    }

    /// Limbs of zeros and of ones.
    fn split(&self, random: &mut Random) {
        for _ in 0..40 {
            let numbers: [[u64; N]; 2] = [0, 1].map(|_| {
                core::array::from_fn(|_| [0, 1, u64::MAX, 1 << 63, random.next()][random.next() as usize % 5])
            });
            let mut result = MaybeUninit::new(Quadratic::ZERO);
            self.kernels.split(self.ring, numbers.each_ref(), &mut result);
            // SAFETY: initialised above.
            let result = unsafe { result.assume_init() };
            for (number, c) in numbers.iter().zip([&result.c0, &result.c1]) {
                let expected = self.ring.residues(number);
                for (base, lane) in (0..2).flat_map(|base| (0..LANES).map(move |lane| (base, lane))) {
                    let m = self.ring.bases[base].moduli[lane];
                    assert!(c[base][lane] <= MULTIPLES[base] * m, "a lane is too large");
                    assert!(m == 0 || c[base][lane] % m == expected[base][lane], "a residue differs");
                }
            }
        }
    }
}

fn sum(a: &Residues, b: &Residues) -> Residues {
    [0, 1].map(|base| core::array::from_fn(|i| a[base][i] + b[base][i]))
}

fn remainder<const N: usize>(number: &[u64; N], m: u64) -> u64 {
    number.iter().rev().fold(0u128, |rest, limb| (rest << 64 | u128::from(*limb)) % u128::from(m)) as u64
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
    Unit: [[0, 1], [0, 0]];
    Opposites: [[-1, -1], [-1, -1]];
    Large: [[-30, -31], [1, 1]];
    Small: [[63, 0], [0, 0]];
    Negative: [[0, 0], [-32, 31]];
    Odd: [[3, 0], [-5, 0]];
}

fn check_kernels<const N: usize, K: ResidueBackend>(ring: &ResidueRing<N>, kernels: K) {
    let (context, random) = (Context::new(ring, kernels), &mut Random(ring.q));
    context.uniform();
    (0..3).for_each(|_| context.random(random));
    context.low_words();
    context.combination::<Unit>(random);
    context.combination::<Opposites>(random);
    context.combination::<Large>(random);
    context.combination::<Small>(random);
    context.combination::<Negative>(random);
    context.combination::<Odd>(random);
    context.split(random);
}

fn check<const N: usize>(p: [u64; N], weights: impl IntoIterator<Item = u64>) {
    for q in weights {
        let ring = ResidueRing::new(&Montgomery::new(p), q, 100).unwrap();
        check_kernels(&ring, PortableResidues);
        match ResidueKernels::detect() {
            Some(kernels) => check_kernels(&ring, kernels),
            None => report_skipped("the processor has no kernels for residues"),
        }
    }
}

#[test]
fn lanes_of_six_limbs() {
    check(BLS12_381, 0..16);
    check(SIX_LIMBS, [1, 5, 15]);
}

#[test]
fn lanes_of_four_limbs() {
    check(BN254, 0..16);
    check(FOUR_LIMBS, [1, 5, 15]);
}
