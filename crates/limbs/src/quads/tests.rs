//! Quads against big integers and each backend against the other, with words at their bounds.

use num_bigint::{BigInt, BigUint};
use num_traits::{One, Zero};
use vorpal_oracle::data::report_skipped;

use super::arithmetic::{LARGEST, Quad, QuadArithmetic};
use super::*;

const SECP256K1: [u64; 4] = [0xffff_fffe_ffff_fc2f, u64::MAX, u64::MAX, u64::MAX];
const P256: [u64; 4] = [u64::MAX, 0xffff_ffff, 0, 0xffff_ffff_0000_0001];
/// `2^256 - c` with the largest supported `c`.
const LARGEST_C: [u64; 4] = [u64::MAX << 36 | 1, u64::MAX, u64::MAX, u64::MAX];

/// The rings, and the factor by which a product is divided.
fn rings() -> [(&'static QuadRing, BigInt, BigInt); 3] {
    static RINGS: [QuadRing; 3] = [ring(&SECP256K1), ring(&P256), ring(&LARGEST_C)];
    let p = |limbs: &[u64; 4]| limbs.iter().rev().fold(BigInt::zero(), |sum, limb| (sum << 64) + limb);
    [
        (&RINGS[0], p(&SECP256K1), BigInt::one()),
        (&RINGS[1], p(&P256), BigInt::one() << 260),
        (&RINGS[2], p(&LARGEST_C), BigInt::one()),
    ]
}

const fn ring(modulus: &[u64; 4]) -> QuadRing {
    match QuadRing::new(modulus) {
        Some(ring) => ring,
        None => panic!("a supported modulus"),
    }
}

/// A number from words with signs.
fn integer(words: [i64; LIMBS]) -> BigInt {
    words.iter().rev().fold(BigInt::zero(), |sum, word| (sum << 52) + word)
}

/// The number in a lane.
fn lane(limbs: &QuadLimbs, lane: usize) -> BigInt {
    integer(limbs.map(|row| i64::try_from(row[lane]).unwrap()))
}

fn congruent(a: &BigInt, b: &BigInt, p: &BigInt) -> bool {
    ((a - b) % p).is_zero()
}

/// A generator of words of all kinds: zeros, all ones, and random ones.
struct Words(u64);

impl Words {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 ^ self.0 >> 29
    }

    /// A word below `2^bits`.
    fn below(&mut self, bits: u32) -> u64 {
        let mask = (1 << bits) - 1;
        match self.next() >> 61 {
            0 => 0,
            1 => mask,
            2 => 1 << (self.next() % u64::from(bits)),
            _ => self.next() & mask,
        }
    }

    /// Limbs that an operand of a product may have.
    fn limbs(&mut self) -> QuadLimbs {
        core::array::from_fn(|j| core::array::from_fn(|_| self.below(if j < 4 { 52 } else { 49 })))
    }

    /// Words that can be normalised, often at their bound.
    fn sum(&mut self) -> [[i64; 4]; LIMBS] {
        let largest = i64::try_from(LARGEST << 52).unwrap() - 1;
        core::array::from_fn(|_| {
            core::array::from_fn(|_| match self.next() >> 62 {
                0 => largest,
                1 => -largest,
                _ => i64::try_from(self.below(62)).unwrap() % largest,
            })
        })
    }
}

/// Runs a test with every backend.
macro_rules! with_every_backend {
    ($test:ident) => {
        $test(PortableQuads);
        match QuadVectors::detect() {
            Some(vectors) => $test(vectors),
            None => report_skipped("quads in vectors: the processor has no 52-bit multipliers"),
        }
    };
}

/// A sum of `T` products, and what normalises it.
struct Products<'a, const T: usize> {
    ring: &'static QuadRing,
    a: &'a [QuadLimbs; T],
    b: &'a [QuadLimbs; T],
}

impl<const T: usize> QuadProgram for Products<'_, T> {
    type Output = (QuadLimbs, u64);

    #[inline(always)]
    fn run<K: QuadBackend>(self, lanes: K) -> (QuadLimbs, u64) {
        let f = QuadArithmetic::new(lanes, self.ring);
        let mut a = [f.load(&self.a[0]); T];
        let mut b = [f.load(&self.b[0]); T];
        for t in 0..T {
            (a[t], b[t]) = (f.load(&self.a[t]), f.load(&self.b[t]));
        }
        let sum = f.sum_of_products(a, b);
        let largest = f.store_sum(sum).concat().into_iter().max().unwrap();
        (f.store(f.normalise(sum)), largest)
    }
}

fn check_normalised(limbs: &QuadLimbs, p: &BigInt) {
    for i in 0..4 {
        assert!(limbs[..4].iter().all(|row| row[i] < 1 << 52) && limbs[4][i] < 1 << 49, "{limbs:x?}");
        assert!(lane(limbs, i) < 2 * p);
    }
}

fn products<const T: usize>(lanes: impl QuadBackend) {
    let mut words = Words(T as u64);
    for (ring, p, radix) in rings() {
        for round in 0..500 {
            let mut operands = || -> [QuadLimbs; T] {
                core::array::from_fn(|_| match round {
                    0 => core::array::from_fn(|j| [(1 << if j < 4 { 52 } else { 49 }) - 1; 4]),
                    1 => [[0; 4]; LIMBS],
                    _ => words.limbs(),
                })
            };
            let (a, b) = (operands(), operands());
            let (result, largest) = lanes.run(Products { ring, a: &a, b: &b });
            assert!(largest < (9 * T as u64 + ring.reduction.added()) << 52);
            check_normalised(&result, &p);
            for i in 0..4 {
                let sum: BigInt = a.iter().zip(&b).map(|(a, b)| lane(a, i) * lane(b, i)).sum();
                assert!(congruent(&(lane(&result, i) * &radix), &sum, &p), "{T} products, lane {i}");
            }
        }
    }
}

#[test]
fn sums_of_products_at_their_bounds() {
    fn every_number(lanes: impl QuadBackend) {
        products::<1>(lanes);
        products::<2>(lanes);
        products::<3>(lanes);
        products::<4>(lanes);
    }
    with_every_backend!(every_number);
}

/// Sums of words, and everything that does not multiply.
struct Sums<'a> {
    ring: &'static QuadRing,
    words: &'a [[i64; 4]; LIMBS],
    a: &'a QuadLimbs,
    b: &'a QuadLimbs,
}

impl QuadProgram for Sums<'_> {
    type Output = Vec<QuadLimbs>;

    #[inline(always)]
    fn run<K: QuadBackend>(self, lanes: K) -> Vec<QuadLimbs> {
        let f = QuadArithmetic::new(lanes, self.ring);
        let sum = f.load_sum(&self.words.map(|row| row.map(i64::cast_unsigned)), LARGEST);
        let (a, b): (Quad<K::Vector>, Quad<K::Vector>) = (f.load(self.a), f.load(self.b));
        let mut results = vec![f.store(f.normalise(sum))];
        let mut keep = |sum| results.push(f.store(f.normalise(sum)));
        keep(f.add(a.into(), b.into()));
        keep(f.sub(a.into(), b.into()));
        keep(f.negative(a.into()));
        keep(f.times(a.into(), 21));
        keep(f.times(a.into(), 8));
        keep(f.times(a.into(), 895));
        keep(f.times(a.into(), 512));
        keep(f.negate(a.into(), &[0, u64::MAX, 0, u64::MAX]));
        keep(f.permute::<{ order([3, 0, 2, 1]) }>(a.into()));
        keep(f.blend::<0b0101>(a.into(), b.into()));
        results.push(f.store(f.permuted::<{ order([3, 0, 2, 1]) }>(a)));
        results.push(f.store(f.blended::<0b0101>(a, b)));
        results.push(f.store(f.select(a, b, 0)));
        results.push(f.store(f.select(a, b, u64::MAX)));
        let table = [*self.b, *self.a, *self.b];
        for index in [0, 1, 2, 3, u64::MAX] {
            results.push(f.store(f.lookup(&table, index)));
        }
        results
    }
}

#[test]
fn sums_at_their_bounds() {
    fn check(lanes: impl QuadBackend) {
        let mut random = Words(7);
        for (ring, p, _) in rings() {
            for _ in 0..300 {
                let (words, a, b) = (random.sum(), random.limbs(), random.limbs());
                let results = lanes.run(Sums { ring, words: &words, a: &a, b: &b });
                for i in 0..4 {
                    let (x, y) = (lane(&a, i), lane(&b, i));
                    let permuted = lane(&a, [3, 0, 2, 1][i]);
                    let blended = if i % 2 == 0 { &y } else { &x };
                    let negated = if i % 2 == 1 { -&x } else { x.clone() };
                    let sums = [
                        integer(words.map(|row| row[i])),
                        &x + &y,
                        &x - &y,
                        -&x,
                        21 * &x,
                        8 * &x,
                        895 * &x,
                        512 * &x,
                        negated,
                        permuted.clone(),
                        blended.clone(),
                    ];
                    for (number, sum) in sums.iter().enumerate() {
                        check_normalised(&results[number], &p);
                        assert!(congruent(&lane(&results[number], i), sum, &p), "result {number}, lane {i}");
                    }
                    let zero = BigInt::zero();
                    let exact = [&permuted, blended, &x, &y, &y, &x, &y, &zero, &zero];
                    for (number, expected) in exact.into_iter().enumerate() {
                        assert_eq!(lane(&results[sums.len() + number], i), *expected, "result {number}");
                    }
                }
            }
        }
    }
    with_every_backend!(check);
}

/// Pairs of numbers of 256 bits, from memory and from a table.
struct Pairs<'a>(&'static QuadRing, &'a [[u64; 4]; 2], &'a QuadLimbs);

impl QuadProgram for Pairs<'_> {
    type Output = [QuadLimbs; 3];

    #[inline(always)]
    fn run<K: QuadBackend>(self, lanes: K) -> [QuadLimbs; 3] {
        let f = QuadArithmetic::new(lanes, self.0);
        let table = [[[1; 4]; 2], *self.1];
        [
            f.store(f.load_pair(&self.1[0], &self.1[1], self.2)),
            f.store(f.lookup_pair(table.into_iter(), 1, self.2)),
            f.store(f.lookup_pair(table.into_iter(), 2, self.2)),
        ]
    }
}

#[test]
fn pairs_of_numbers() {
    fn check(lanes: impl QuadBackend) {
        let mut random = Words(11);
        let (ring, ..) = rings()[0];
        for _ in 0..300 {
            let pair =
                core::array::from_fn(|_| core::array::from_fn(|_| random.below(63) << 1 | random.below(1)));
            let upper = random.limbs();
            let [loaded, found, none] = lanes.run(Pairs(ring, &pair, &upper));
            assert_eq!(loaded, found);
            for i in 0..4 {
                if i < 2 {
                    assert_eq!(loaded.map(|row| row[i]), QuadRing::limbs(&pair[i]));
                    assert_eq!(none.map(|row| row[i]), [0; LIMBS]);
                } else {
                    assert_eq!(loaded.map(|row| row[i]), upper.map(|row| row[i]));
                    assert_eq!(none.map(|row| row[i]), upper.map(|row| row[i]));
                }
            }
        }
    }
    with_every_backend!(check);
}

#[test]
fn residues_of_numbers_below_twice_the_modulus() {
    for (ring, p, _) in rings() {
        let zero = BigInt::zero();
        let top: BigInt = BigInt::one() << 256;
        let numbers =
            [zero.clone(), zero + 1, &p - 1, p.clone(), &p + 1, &top - 1, top.clone(), top + 1, 2 * &p - 1];
        for number in numbers {
            let digits = |value: &BigInt, bits: u32, count: usize| -> Vec<u64> {
                let mask = (BigInt::one() << bits) - 1;
                (0..count).map(|j| u64::try_from(value >> (bits as usize * j) & &mask).unwrap()).collect()
            };
            let limbs = digits(&number, 52, LIMBS).try_into().unwrap();
            let expected: [u64; 4] = digits(&(&number % &p), 64, 4).try_into().unwrap();
            assert_eq!(ring.residue(&limbs), expected, "{number}");
        }
    }
}

#[test]
fn limbs_are_digits() {
    let number = [0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210, u64::MAX, 0x8000_0000_0000_0001];
    let limbs = QuadRing::limbs(&number);
    let whole = number.iter().rev().fold(BigUint::zero(), |sum, limb| (sum << 64) + limb);
    assert_eq!(limbs.iter().rev().fold(BigUint::zero(), |sum, limb| (sum << 52) + limb), whole);
    assert!(limbs.iter().all(|limb| *limb < 1 << 52));
}

#[test]
fn other_moduli_have_no_quads() {
    // An even c, a larger one, another word, and a sum next to the prime of P-256.
    let too_large = [u64::MAX << 37 | 1, u64::MAX, u64::MAX, u64::MAX];
    let short = [SECP256K1[0], u64::MAX, u64::MAX, u64::MAX - 1];
    let beside = [u64::MAX - 2, 0xffff_ffff, 0, 0xffff_ffff_0000_0001];
    for modulus in [[u64::MAX - 1, u64::MAX, u64::MAX, u64::MAX], too_large, short, beside, [5, 0, 0, 0]] {
        assert!(QuadRing::new(&modulus).is_none(), "{modulus:x?}");
    }
}

/// A sum whose bound exceeds the largest one.
#[cfg(debug_assertions)]
struct TooLarge;

#[cfg(debug_assertions)]
impl QuadProgram for TooLarge {
    type Output = ();

    fn run<K: QuadBackend>(self, lanes: K) {
        let f = QuadArithmetic::new(lanes, rings()[0].0);
        let one = f.load(&[[1; 4]; LIMBS]);
        f.normalise(f.times(f.product(one, one), 70));
    }
}

#[cfg(debug_assertions)]
#[test]
#[should_panic(expected = "a sum may exceed its bound")]
fn sums_that_are_too_large_are_found() {
    PortableQuads.run(TooLarge);
}
