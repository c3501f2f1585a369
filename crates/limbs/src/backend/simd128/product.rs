//! Arithmetic modulo `p = 2^256 - c`, `c < 2^48`, in nine limbs of 29 bits, four numbers at once.
//!
//! A number is below `2 p`; its limbs are below `B = 2^29 + 2^13`, and the highest, of weight `2^232`, below `2^25`.
//!
//! Products: a column has at most nine products of limbs, so it is below `9 B^2 < 2^61.2`.
//!
//! 1. The carries of the columns 9 to 16 are propagated: `h_0, .., h_8`, with
//!    `sum h_j 2^(29 j) <= a b / 2^261 < 2^253`, so `h_8 < 2^21`.
//! 2. `2^261 = 32 c = d_0 + 2^29 d_1` modulo `p`: `h_j d_0` is added to column `j`, `h_j d_1` to column `j + 1`. The
//!    columns stay below `2^61.2 + 2^58 + 2^53 < 2^62`, the new column 9 is below `2^45`.
//! 3. The carries of the columns 0 to 7 are propagated. Then `t`, the part at `2^256` and above, is below `2^52`: it
//!    consists of column 8, below `2^62 + 2^33`, divided by `2^24`, and of `2^5` times column 9.
//! 4. `t c` is added to the limbs 0 to 2, whose carries are propagated up to limb 3. The carry into limb 3 is below
//!    `2^13`: limb 2 is below `2^29 + 2^(23 + 19) + 2^24`. The number is below `2^256 + 2^100 < 2 p`.
//!
//! Sums and differences have limbs below `2^32`: `a + b` and `a + k - b`, where `k` is `4 p` in limbs of at least
//! `2^30 - 2`. They are below `6 p`, so `t < 7` in the same last steps.

use core::array::from_fn;
use core::hint::black_box;

use super::lanes::{Products, Words};

/// The number of limbs.
pub(super) const L: usize = 9;
/// The number of bits of a limb.
pub(super) const BITS: u32 = 29;
pub(super) const MASK: u32 = (1 << BITS) - 1;
/// The number of bits of the highest limb below `2^256`.
const TOP: u32 = 256 - 8 * BITS;

/// The limbs of four numbers.
pub(super) type Limbs = [Words; L];

/// The columns of a product.
type Columns = [Products; 2 * L - 1];

/// The constants of a prime.
#[derive(Clone, Copy)]
pub(super) struct Prime {
    /// `c` in two limbs.
    c: [Words; 2],
    /// `32 c` in two limbs.
    folded: [Words; 2],
    /// `4 p` in limbs that no limb of a number exceeds.
    multiple: Limbs,
}

/// Two limbs of a number below `2^58`.
#[allow(clippy::cast_possible_truncation, reason = "limbs")]
const fn two_limbs(number: u64) -> [u32; 2] {
    [(number & MASK as u64) as u32, (number >> BITS) as u32]
}

impl Prime {
    #[inline(always)]
    pub(super) fn new(c: u64) -> Self {
        // 4 p = 2^258 - 4 c: minus 4 c, plus 2^258 in limbs that are borrowed from the limb above.
        let c4 = two_limbs(4 * c);
        let multiple = from_fn(|j| {
            let borrowed: u32 = match j {
                0 => 4 << BITS,
                8 => (4 << TOP) - 4,
                _ => (4 << BITS) - 4,
            };
            Words::splat(borrowed - if j < 2 { c4[j] } else { 0 })
        });
        Self { c: two_limbs(c).map(Words::splat), folded: two_limbs(32 * c).map(Words::splat), multiple }
    }
}

/// Sums of products of limbs, as straight lines: a compiler does not unroll loops over so many of them. `(i j)` is
/// `product(i, j)`.
macro_rules! columns {
    ($product:ident $([($i:literal $j:literal) $(($k:literal $l:literal))*])+) => {
        [$($product($i, $j)$(.plus($product($k, $l)))*),+]
    };
}

/// A loop as straight lines.
macro_rules! each {
    ($i:ident in $($value:literal)+ => $body:expr) => {{ $({ let $i = $value; $body; })+ }};
}

/// The columns, stored and loaded. Otherwise compilers of WebAssembly move additions of one column between those of
/// others, and lose the vectors in registers: a product takes 1.3 times as long.
#[inline(always)]
fn in_memory(columns: Columns) -> Columns {
    black_box(columns)
}

/// `a b`.
#[inline(always)]
pub(super) fn mul(prime: &Prime, a: &Limbs, b: &Limbs) -> Limbs {
    let product = |i: usize, j: usize| Products::of(a[i], b[j]);

    let columns = columns! { product
        [(0 0)]
        [(0 1) (1 0)]
        [(0 2) (1 1) (2 0)]
        [(0 3) (1 2) (2 1) (3 0)]
        [(0 4) (1 3) (2 2) (3 1) (4 0)]
        [(0 5) (1 4) (2 3) (3 2) (4 1) (5 0)]
        [(0 6) (1 5) (2 4) (3 3) (4 2) (5 1) (6 0)]
        [(0 7) (1 6) (2 5) (3 4) (4 3) (5 2) (6 1) (7 0)]
        [(0 8) (1 7) (2 6) (3 5) (4 4) (5 3) (6 2) (7 1) (8 0)]
        [(1 8) (2 7) (3 6) (4 5) (5 4) (6 3) (7 2) (8 1)]
        [(2 8) (3 7) (4 6) (5 5) (6 4) (7 3) (8 2)]
        [(3 8) (4 7) (5 6) (6 5) (7 4) (8 3)]
        [(4 8) (5 7) (6 6) (7 5) (8 4)]
        [(5 8) (6 7) (7 6) (8 5)]
        [(6 8) (7 7) (8 6)]
        [(7 8) (8 7)]
        [(8 8)]
    };
    reduce(prime, in_memory(columns))
}

/// `a^2`.
#[inline(always)]
pub(super) fn square(prime: &Prime, a: &Limbs) -> Limbs {
    let doubled = a.map(|limb| limb.plus(limb));
    let product = |i: usize, j: usize| Products::of(if i < j { doubled[i] } else { a[i] }, a[j]);
    let columns = columns! { product
        [(0 0)]
        [(0 1)]
        [(0 2) (1 1)]
        [(0 3) (1 2)]
        [(0 4) (1 3) (2 2)]
        [(0 5) (1 4) (2 3)]
        [(0 6) (1 5) (2 4) (3 3)]
        [(0 7) (1 6) (2 5) (3 4)]
        [(0 8) (1 7) (2 6) (3 5) (4 4)]
        [(1 8) (2 7) (3 6) (4 5)]
        [(2 8) (3 7) (4 6) (5 5)]
        [(3 8) (4 7) (5 6)]
        [(4 8) (5 7) (6 6)]
        [(5 8) (6 7)]
        [(6 8) (7 7)]
        [(7 8)]
        [(8 8)]
    };
    reduce(prime, in_memory(columns))
}

/// Adds the part of a column above 29 bits to the next one, and removes it.
#[inline(always)]
fn carry(columns: &mut [Products], j: usize) {
    columns[j + 1] = columns[j + 1].plus(columns[j].shift_right(BITS));
    columns[j] = columns[j].and(u64::from(MASK));
}

/// The steps 1 to 4.
#[inline(always)]
fn reduce(prime: &Prime, columns: Columns) -> Limbs {
    // Hidden from the compiler, which would multiply words of 64 bits if it knew one of 32 bits as a constant.
    let (folded, c) = (black_box(prime.folded), black_box(prime.c));
    let mut upper: [Products; L] = from_fn(|j| if j < L - 1 { columns[L + j] } else { Products::zero() });
    each! { j in 0 1 2 3 4 5 6 7 => carry(&mut upper, j) }
    let mut lower: [Products; L + 1] = from_fn(|j| if j < L { columns[j] } else { Products::zero() });
    each! { j in 0 1 2 3 4 5 6 7 8 => {
        let h = upper[j].low();
        lower[j] = lower[j].plus(Products::of(h, folded[0]));
        lower[j + 1] = lower[j + 1].plus(Products::of(h, folded[1]));
    }}
    each! { j in 0 1 2 3 4 5 6 7 => carry(&mut lower, j) }
    let top = lower[L - 1].shift_right(TOP).plus(lower[L].shift_left(BITS - TOP));
    lower[L - 1] = lower[L - 1].and((1 << TOP) - 1);
    let (t0, t1) = (top.low().and(MASK), top.shift_right(BITS).low());
    lower[0] = lower[0].plus(Products::of(t0, c[0]));
    lower[1] = lower[1].plus(Products::of(t0, c[1])).plus(Products::of(t1, c[0]));
    lower[2] = lower[2].plus(Products::of(t1, c[1]));
    each! { j in 0 1 2 => carry(&mut lower, j) }
    from_fn(|j| lower[j].low())
}

/// `a + b`.
#[inline(always)]
pub(super) fn add(prime: &Prime, a: &Limbs, b: &Limbs) -> Limbs {
    reduce_sum(prime, from_fn(|j| a[j].plus(b[j])))
}

/// `a - b`.
#[inline(always)]
pub(super) fn sub(prime: &Prime, a: &Limbs, b: &Limbs) -> Limbs {
    reduce_sum(prime, from_fn(|j| a[j].plus(prime.multiple[j]).minus(b[j])))
}

/// Propagates the carries of limbs below `2^32`, and folds the part at `2^256` and above, which is below 7.
#[inline(always)]
fn reduce_sum(prime: &Prime, mut limbs: Limbs) -> Limbs {
    let carry = |limbs: &mut Limbs, j: usize| {
        limbs[j + 1] = limbs[j + 1].plus(limbs[j].shift_right(BITS));
        limbs[j] = limbs[j].and(MASK);
    };
    for j in 0..L - 1 {
        carry(&mut limbs, j);
    }
    let top = limbs[L - 1].shift_right(TOP);
    limbs[L - 1] = limbs[L - 1].and((1 << TOP) - 1);
    limbs[0] = limbs[0].plus(top.times(prime.c[0]));
    limbs[1] = limbs[1].plus(top.times(prime.c[1]));
    carry(&mut limbs, 0);
    carry(&mut limbs, 1);
    limbs
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;
    use proptest::array::uniform8;
    use proptest::prelude::*;

    use super::*;

    /// The largest limb, and the largest highest limb beside it.
    const LARGEST: (u32, u32) = ((1 << BITS) + (1 << 13) - 1, (1 << (TOP + 1)) - 2);
    const PRIMES: [u64; 4] = [0x1_0000_03d1, 189, 1, (1 << 48) - 1];

    fn limbs() -> impl Strategy<Value = [u32; L]> {
        let (low, high) = LARGEST;
        let limb = prop_oneof![Just(0), Just(1), Just(MASK), Just(1 << BITS), Just(low), 0..=low];
        let top = prop_oneof![Just(0), Just((1 << TOP) - 1), Just(1 << TOP), Just(high), 0..=high];
        (uniform8(limb), top).prop_map(|(limbs, top)| from_fn(|j| if j < 8 { limbs[j] } else { top }))
    }

    fn integer(limbs: &[u32; L]) -> BigUint {
        limbs.iter().rev().fold(BigUint::ZERO, |number, limb| (number << BITS) + limb)
    }

    /// The first lane, after a check that all lanes are equal and that limbs and number are in their bounds.
    fn checked(limbs: &Limbs, p: &BigUint) -> BigUint {
        let lane = limbs.map(|word| {
            let words = Words::joined([word, Words::splat(0)]);
            assert_eq!(words, [words[0]; 4]);
            u32::try_from(words[0]).unwrap()
        });
        assert!(lane[..8].iter().all(|limb| *limb <= LARGEST.0) && lane[8] < 1 << (TOP + 1), "{lane:x?}");
        let number = integer(&lane);
        assert!(number < p * 2u32);
        number
    }

    proptest! {
        #[test]
        fn limbs_at_their_bounds(a in limbs(), b in limbs(), c in 0..4usize) {
            let c = PRIMES[c];
            let p = (BigUint::from(1u32) << 256) - c;
            let (x, y) = (integer(&a), integer(&b));
            // A number is below 2 p.
            prop_assume!(x < &p * 2u32 && y < &p * 2u32);
            let prime = Prime::new(c);
            let [a, b] = [a, b].map(|limbs| limbs.map(Words::splat));
            prop_assert_eq!(checked(&mul(&prime, &a, &b), &p) % &p, &x * &y % &p);
            prop_assert_eq!(checked(&square(&prime, &a), &p) % &p, &x * &x % &p);
            prop_assert_eq!(checked(&add(&prime, &a, &b), &p) % &p, (&x + &y) % &p);
            prop_assert_eq!(checked(&sub(&prime, &a, &b), &p) % &p, (&x + &p * 2u32 - &y) % &p);
        }
    }
}
