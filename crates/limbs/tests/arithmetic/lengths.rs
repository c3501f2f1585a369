//! Inverses, symbols, products, remainders, sums of products and conversions for moduli of every length from 2 to 2,100
//! bits, against big integers. So no table or constant that is too short for some number of limbs is missed.

#![allow(clippy::unwrap_used, clippy::cast_possible_truncation, reason = "a test fails by panicking")]

use num_bigint::BigUint;
use num_traits::{One, Zero};
use vorpal_limbs::gcd::{Inversion, jacobi, jacobi_vartime};
use vorpal_limbs::{Extended, Montgomery, Reciprocal, Wide, words};
use vorpal_oracle::big::{from_limbs, to_limbs};
use vorpal_oracle::effort::{every, is_full};

use crate::gcd::textbook_jacobi;

/// A deterministic sequence of words without a pattern (G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom
/// number generators", 2014).
struct Random(u64);

impl Random {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn limbs<const N: usize>(&mut self) -> [u64; N] {
        core::array::from_fn(|_| self.word())
    }

    /// A number of this length.
    fn of_length(&mut self, bits: u64) -> BigUint {
        let words: Vec<u64> = (0..bits.div_ceil(64)).map(|_| self.word()).collect();
        let top = BigUint::one() << (bits - 1);
        from_limbs(&words) % &top + top
    }
}

/// A modulus in `N` limbs, with everything that is derived from it.
struct Case<const N: usize> {
    p: BigUint,
    limbs: [u64; N],
    radix: BigUint,
    ring: Montgomery<N>,
    inversion: Inversion<N>,
    reciprocal: Reciprocal<N>,
}

impl<const N: usize> Case<N> {
    fn new(p: &BigUint) -> Self {
        let limbs = to_limbs(p);
        let ring = Montgomery::new(limbs);
        Self {
            p: p.clone(),
            limbs,
            radix: BigUint::one() << (64 * N),
            ring,
            inversion: Inversion::new(ring),
            reciprocal: Reciprocal::new(limbs),
        }
    }

    fn stored(&self, value: &BigUint) -> [u64; N] {
        to_limbs(&(value % &self.p * &self.radix % &self.p))
    }

    fn value(&self, stored: &[u64; N]) -> BigUint {
        assert_eq!(words::less(stored, &self.limbs), 1, "{:x}", self.p);
        from_limbs(&self.ring.from_montgomery(stored))
    }

    /// Both inverses of `x`, which differ from each other only by the time that they take.
    fn inverse(&self, x: &BigUint) {
        let stored = self.stored(x);
        let (inverse, unit) = self.inversion.invert(&stored);
        assert_eq!(self.inversion.invert_vartime(&stored), (unit == 1).then_some(inverse), "{:x}", self.p);
        if unit == 1 {
            assert!((self.value(&inverse) * x % &self.p).is_one(), "1 / {x:x} modulo {:x}", self.p);
        } else {
            assert_eq!(x.modinv(&self.p), None, "{x:x} modulo {:x}", self.p);
        }
    }

    fn symbol(&self, x: &BigUint, expected: i8) {
        let limbs = to_limbs(x);
        assert_eq!(jacobi(&limbs, &self.limbs), expected, "{x:x} modulo {:x}", self.p);
        assert_eq!(jacobi_vartime(&limbs, &self.limbs), expected, "{x:x} modulo {:x}", self.p);
    }

    /// Symbols of numbers for which formulas give them, and of `x` by the textbook.
    fn symbols(&self, x: &BigUint) {
        let residue = self.limbs[0] % 8;
        self.symbol(&BigUint::zero(), 0);
        self.symbol(&BigUint::one(), 1);
        self.symbol(&(&self.p - 1u8), if residue % 4 == 1 { 1 } else { -1 });
        self.symbol(&(BigUint::from(2u8) % &self.p), if residue == 1 || residue == 7 { 1 } else { -1 });
        self.symbol(x, textbook_jacobi(x, &self.p));
    }

    fn products(&self, a: &BigUint, b: &BigUint, any: &[u64; N]) {
        let (x, y) = (self.stored(a), self.stored(b));
        assert_eq!(self.value(&self.ring.mul(&x, &y)), a * b % &self.p);
        assert_eq!(self.value(&self.ring.square(&x)), a * a % &self.p);
        assert_eq!(self.value(&self.ring.add(&x, &y)), (a + b) % &self.p);
        assert_eq!(self.value(&self.ring.sub(&x, &y)), (a + &self.p - b) % &self.p);
        assert_eq!(self.value(&self.ring.to_montgomery(any)), from_limbs(any) % &self.p);
        // The largest multiples that kernels multiply without a final subtraction.
        for (k, l) in [(1, 1), (2, 1), (3, 2)] {
            let Some(multiple) = self.ring.unreduced_multiple(k, l) else { continue };
            let lifted = |x: &[u64; N], k: u64| to_limbs(&(from_limbs(x) + &self.p * (k - 1)));
            let product = self.ring.mul_unreduced(&lifted(&x, k), &lifted(&y, l));
            let product = from_limbs(&product);
            assert!(product < &self.p * multiple, "{k} {l} {:x}", self.p);
            assert_eq!(product * &self.radix % &self.p, from_limbs(&x) * from_limbs(&y) % &self.p);
        }
    }

    /// Remainders of the largest dividends, and of any.
    fn remainders(&self, random: &mut Random) {
        for bits in [64, 128, 192u64] {
            let (words, end) = (usize::try_from(bits / 64).unwrap(), &self.p << bits);
            for value in [&end - 1u8, &end - &self.p, (&end * random.word()) >> 64, BigUint::zero()] {
                let remainder = from_limbs(&self.reciprocal.remainder_extended(&extended(&value), words));
                assert_eq!(remainder, &value % &self.p, "{value:x} modulo {:x}", self.p);
            }
        }
        let (a, word) = (&self.p - 1u8, random.word());
        let product = self.reciprocal.mul_word(&to_limbs(&a), word);
        assert_eq!(from_limbs(&product), a * word % &self.p);
    }

    fn sums(&self, random: &mut Random) {
        for terms in [1u64, 2, 9] {
            let (mut sum, mut expected) = (Wide::ZERO, BigUint::zero());
            for i in 0..terms {
                let a = if i % 3 == 0 { &self.p - 1u8 } else { from_limbs(&random.limbs::<N>()) % &self.p };
                let b = if i % 2 == 0 { &self.p - 1u8 } else { from_limbs(&random.limbs::<N>()) % &self.p };
                sum.accumulate(&to_limbs(&a), &to_limbs(&b));
                expected += a * b;
            }
            let (limbs, top) = self.ring.redc(&sum);
            let reduced = self.reciprocal.canonical(&limbs, top, self.ring.sum_multiple(terms));
            assert_eq!(from_limbs(&reduced) * &self.radix % &self.p, expected % &self.p, "{:x}", self.p);
        }
    }

    fn conversions(&self, a: &BigUint) {
        assert_eq!(self.value(&self.stored(a)), *a);
        assert_eq!(self.ring.to_montgomery(&to_limbs(a)), self.stored(a));
        assert_eq!(self.value(self.ring.one()), BigUint::one());
        assert_eq!(words::bit_length_vartime(&self.limbs) as u64, self.p.bits());
        assert_eq!(words::from_le_bytes(&a.to_bytes_le()), Some(to_limbs::<N>(a)));
    }

    fn all(&self, random: &mut Random) {
        let p = &self.p;
        let any: [u64; N] = random.limbs();
        let (a, b) = (from_limbs(&any) % p, from_limbs(&random.limbs::<N>()) % p);
        let half = (p + 1u8) >> 1;
        for x in [&BigUint::zero(), &BigUint::one(), &half, &(p - 1u8), &a] {
            self.inverse(x);
        }
        self.symbols(&a);
        self.products(&(p - 1u8), &(p - 1u8), &[u64::MAX; N]);
        self.products(&a, &b, &any);
        self.remainders(random);
        self.sums(random);
        self.conversions(&(p - 1u8));
        self.conversions(&a);
    }
}

fn extended<const N: usize>(value: &BigUint) -> Extended<N> {
    let digits = value.to_u64_digits();
    let digit = |i: usize| digits.get(i).copied().unwrap_or(0);
    Extended { low: core::array::from_fn(digit), above: core::array::from_fn(|i| digit(N + i)) }
}

/// The moduli of these lengths: the smallest, the largest, and a random one. Without full effort one of the three for
/// each length, in turn.
fn lengths<const N: usize>(lengths: impl IntoIterator<Item = u64>) {
    let mut random = Random(N as u64);
    for bits in lengths {
        let end = BigUint::one() << bits;
        let any: BigUint = random.of_length(bits);
        for (i, p) in (0..).zip([(&end >> 1) + 1u8, &end - 1u8, any | BigUint::one()]) {
            if is_full() || bits % 3 == i {
                Case::<N>::new(&p).all(&mut random);
            }
        }
    }
}

/// Without full effort every fourth group of three lengths, and those next to whole limbs.
fn some(lengths: core::ops::RangeInclusive<u64>) -> impl Iterator<Item = u64> {
    lengths.filter(|bits| every(4, (bits / 3) as usize) || (bits + 1) % 64 < 3)
}

// `gcd.rs` has moduli of one to eight limbs that fill them. Every other number of limbs here takes time to compile.

#[test]
fn up_to_sixteen_limbs() {
    lengths::<5>(2..=320);
    lengths::<16>(321..=1024);
}

#[test]
fn up_to_thirty_three_limbs() {
    lengths::<17>(some(1025..=1088));
    lengths::<33>(some(1089..=2100));
}

/// Short moduli in many limbs, with all numbers of batches around the sixteen of which scales are stored.
#[test]
fn short_moduli_in_many_limbs() {
    for bits in [2, 64, 65, 128, 129, 464, 465, 494, 928, 929, 930, 986, 987, 988] {
        lengths::<17>(bits..=bits);
        lengths::<33>(bits..=bits);
    }
}

/// Schedules have at most 32 limbs, in their types; arithmetic without a final subtraction too.
#[test]
fn no_multiples_beyond_schedules() {
    fn of<const N: usize>(expected: bool) {
        let mut p = [0; N];
        p[0] = 3;
        let ring = Montgomery::new(p);
        assert_eq!(ring.unreduced_multiple(1, 1).is_some(), expected, "{N} limbs");
        assert_eq!(ring.unreduced_square_multiple(1).is_some(), expected, "{N} limbs");

        let mut p = [u64::MAX; N];
        p[N - 1] >>= 8;
        let (ring, p) = (Montgomery::new(p), from_limbs(&p));
        let mut checked = 0;
        for (k, l) in [(1, 1), (1, 2), (2, 2), (3, 5)] {
            let Some(multiple) = ring.unreduced_multiple(k, l) else { continue };
            for (a, b) in
                [(&p * k - 1u8, &p * l - 1u8), (&p * k - 1u8, BigUint::ZERO), (&p * (k - 1), &p * l - 3u8)]
            {
                let product = from_limbs(&ring.mul_unreduced(&to_limbs(&a), &to_limbs(&b)));
                assert!(product < &p * multiple, "{N} limbs");
                assert_eq!((product << (64 * N)) % &p, a * b % &p, "{N} limbs");
                checked += 1;
            }
        }
        assert_eq!(checked > 0, expected, "{N} limbs");
    }
    of::<8>(true);
    of::<9>(true);
    of::<32>(true);
    of::<33>(false);
}
