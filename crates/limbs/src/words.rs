//! Plain integers of `N` limbs: carries, comparisons, shifts, literals.
//!
//! All functions are `const`, so constants of fields are computed by the same code that tests exercise at run time.

/// `a + b + carry` as `(low word, carry out)`; `carry` is any word, the carry out at most 1 when `carry <= 1`.
#[inline(always)]
#[allow(clippy::cast_possible_truncation, reason = "both halves are kept")]
pub const fn adc(a: u64, b: u64, carry: u64) -> (u64, u64) {
    let sum = a as u128 + b as u128 + carry as u128;
    (sum as u64, (sum >> 64) as u64)
}

/// `a - b - borrow` as `(word, borrow out)`, with `borrow` and the borrow out in `{0, 1}`.
#[inline(always)]
pub const fn sbb(a: u64, b: u64, borrow: u64) -> (u64, u64) {
    let (first, under_first) = a.overflowing_sub(b);
    let (second, under_second) = first.overflowing_sub(borrow);
    (second, (under_first | under_second) as u64)
}

/// `sum + a * b + carry` as `(low word, high word)`.
///
/// Does not overflow: `(2^64 - 1)^2 + 2 (2^64 - 1) = 2^128 - 1`.
#[inline(always)]
#[allow(clippy::cast_possible_truncation, reason = "both halves are kept")]
pub const fn mac(sum: u64, a: u64, b: u64, carry: u64) -> (u64, u64) {
    let wide = sum as u128 + a as u128 * b as u128 + carry as u128;
    (wide as u64, (wide >> 64) as u64)
}

/// `a + b` as `(sum mod 2^(64 N), carry)`, carry in `{0, 1}`.
///
/// The carries are bits from overflows: compilers turn these into a chain of additions with carry, and sums of 128 bits
/// into more instructions.
#[inline(always)]
pub const fn add<const N: usize>(a: &[u64; N], b: &[u64; N]) -> ([u64; N], u64) {
    let mut sum = [0; N];
    let mut carry = false;
    let mut i = 0;
    while i < N {
        let (first, over_first) = a[i].overflowing_add(b[i]);
        let (second, over_second) = first.overflowing_add(carry as u64);
        (sum[i], carry) = (second, over_first | over_second);
        i += 1;
    }
    (sum, carry as u64)
}

/// `a - b` as `(difference mod 2^(64 N), borrow)`, borrow in `{0, 1}`.
#[inline(always)]
pub const fn sub<const N: usize>(a: &[u64; N], b: &[u64; N]) -> ([u64; N], u64) {
    let mut difference = [0; N];
    let mut borrow = 0;
    let mut i = 0;
    while i < N {
        (difference[i], borrow) = sbb(a[i], b[i], borrow);
        i += 1;
    }
    (difference, borrow)
}

/// `a word` as `(low N limbs, high word)`.
#[inline(always)]
pub const fn mul_word<const N: usize>(a: &[u64; N], word: u64) -> ([u64; N], u64) {
    let mut product = [0; N];
    let mut carry = 0;
    let mut i = 0;
    while i < N {
        (product[i], carry) = mac(0, a[i], word, carry);
        i += 1;
    }
    (product, carry)
}

/// `b` if `choice` is 1, `a` if it is 0, without a branch.
///
/// The mask passes through `black_box`: where the compiler recognises it as a boolean, it may replace it by a branch.
#[inline(always)]
pub const fn select<const N: usize>(a: &[u64; N], b: &[u64; N], choice: u64) -> [u64; N] {
    let mask = core::hint::black_box(choice.wrapping_neg());
    let mut chosen = [0; N];
    let mut i = 0;
    while i < N {
        chosen[i] = a[i] ^ (mask & (a[i] ^ b[i]));
        i += 1;
    }
    chosen
}

/// All ones if `a = b`, else zero. The mask is hidden from the compiler: see [`select`].
#[inline(always)]
pub fn equality_mask(a: u64, b: u64) -> u64 {
    let difference = a ^ b;
    let differs = (difference | difference.wrapping_neg()) >> 63;
    core::hint::black_box(differs.wrapping_sub(1))
}

/// `sum | (a & mask)`. A zero `sum` becomes `a` if the mask is all ones; `sum` does not change if the mask is zero. For
/// constant-time table look-ups that read every entry.
#[inline(always)]
pub fn or_masked<const N: usize>(sum: &mut [u64; N], a: &[u64; N], mask: u64) {
    for i in 0..N {
        sum[i] |= a[i] & mask;
    }
}

/// 1 if `a < b`, else 0.
#[inline(always)]
pub const fn less<const N: usize>(a: &[u64; N], b: &[u64; N]) -> u64 {
    sub(a, b).1
}

/// In builds with debug assertions, panics unless `a < bound`. Otherwise empty. For bounds that types guarantee.
#[inline(always)]
#[track_caller]
pub fn debug_assert_less<const N: usize>(a: &[u64; N], bound: &[u64; N]) {
    if cfg!(debug_assertions) {
        debug_assert_promise(less(a, bound));
    }
}

/// Panics unless `kept` is 1, in builds with debug assertions.
///
/// Whether a bound holds is public, so tests of constant time ignore this comparison.
#[inline(always)]
#[track_caller]
#[allow(clippy::panic, reason = "a violated bound is a bug of this library, not of its caller")]
pub(crate) fn debug_assert_promise(kept: u64) {
    #[allow(unused_mut, reason = "changed only with the feature `taint`")]
    let mut kept = [kept];
    #[cfg(feature = "taint")]
    crate::valgrind::public(&mut kept);
    debug_assert!(kept[0] == 1, "a value is not below the bound that its type guarantees");
}

/// 1 if every limb is zero, else 0.
#[inline(always)]
pub const fn is_zero<const N: usize>(a: &[u64; N]) -> u64 {
    let mut any = 0;
    let mut i = 0;
    while i < N {
        any |= a[i];
        i += 1;
    }
    // `any` or its negation has the top bit set unless `any` is zero.
    1 ^ ((any | any.wrapping_neg()) >> 63)
}

/// `floor((high * 2^(64 N) + a) / 2)` for `high` in `{0, 1}`.
#[inline(always)]
pub const fn halve<const N: usize>(a: &[u64; N], high: u64) -> [u64; N] {
    let mut half = [0; N];
    let mut above = high;
    let mut i = N;
    while i > 0 {
        i -= 1;
        half[i] = (a[i] >> 1) | (above << 63);
        above = a[i] & 1;
    }
    half
}

/// `floor(a / 2^count)`. Time depends on `count`, not on `a`.
pub const fn shift_right<const N: usize>(a: &[u64; N], count: u32) -> [u64; N] {
    let mut shifted = *a;
    let mut i = 0;
    while i < count {
        shifted = halve(&shifted, 0);
        i += 1;
    }
    shifted
}

/// `a - word`, for constants.
///
/// # Panics
/// If it is negative; in a constant, that stops the build.
#[allow(clippy::panic, reason = "an invalid constant must not build")]
pub const fn sub_word<const N: usize>(a: &[u64; N], word: u64) -> [u64; N] {
    let (difference, borrow) = sub(a, &from_word(word));
    assert!(borrow == 0, "the difference is negative");
    difference
}

/// `a / word` as `(quotient, remainder)`, for constants: one machine division per limb, whose time depends on the
/// values on some processors.
///
/// # Panics
/// If `word` is zero.
#[allow(
    clippy::cast_possible_truncation,
    reason = "the remainder is below the word, so a quotient is a word"
)]
pub const fn div_word<const N: usize>(a: &[u64; N], word: u64) -> ([u64; N], u64) {
    let mut quotient = [0; N];
    let mut rest = 0;
    let mut i = N;
    while i > 0 {
        i -= 1;
        let dividend = ((rest as u128) << 64) | a[i] as u128;
        quotient[i] = (dividend / word as u128) as u64;
        rest = (dividend % word as u128) as u64;
    }
    (quotient, rest)
}

/// A single word as `N` limbs.
#[inline(always)]
pub const fn from_word<const N: usize>(word: u64) -> [u64; N] {
    let mut limbs = [0; N];
    limbs[0] = word;
    limbs
}

/// Bit `index` of `a`; zero beyond the last limb. Time depends on `index`, not on `a`.
#[inline(always)]
pub const fn bit(a: &[u64], index: usize) -> u64 {
    if index / 64 < a.len() { (a[index / 64] >> (index % 64)) & 1 } else { 0 }
}

/// `count <= 64` bits of `a` starting at bit `index`, zeros beyond the last limb. Time depends on `index` and
/// `count`, not on `a`.
///
/// # Panics
/// If `count > 64`.
#[inline(always)]
pub const fn bits_at(a: &[u64], index: usize, count: usize) -> u64 {
    assert!(count <= 64, "at most 64 bits fit a word");
    let (limb, offset) = (index / 64, index % 64);
    let mut bits = if limb < a.len() { a[limb] >> offset } else { 0 };
    if offset != 0 && limb + 1 < a.len() {
        bits |= a[limb + 1] << (64 - offset);
    }
    if count < 64 { bits & ((1 << count) - 1) } else { bits }
}

/// The length of `a` in bits: the index of the highest set bit plus one, 0 for zero.
pub const fn bit_length_vartime(a: &[u64]) -> usize {
    let mut i = a.len();
    while i > 0 {
        i -= 1;
        if a[i] != 0 {
            return 64 * i + (64 - a[i].leading_zeros() as usize);
        }
    }
    0
}

/// The number of trailing zero bits of `a`; `64 N` for zero.
#[allow(clippy::cast_possible_truncation, reason = "limb counts are tiny")]
pub const fn trailing_zeros_vartime<const N: usize>(a: &[u64; N]) -> u32 {
    let mut i = 0;
    while i < N {
        if a[i] != 0 {
            return 64 * i as u32 + a[i].trailing_zeros();
        }
        i += 1;
    }
    64 * N as u32
}

/// Limbs from a hexadecimal literal with the `0x` prefix, most significant digit first; `_` separates digits.
///
/// Intended for constants: an invalid digit, or a number of more than `N` limbs, stops the build.
///
/// # Panics
/// At run time, for the same reasons.
///
/// ```
/// const P: [u64; 2] = vorpal_limbs::words::hex("0x1_0000000000000002");
/// assert_eq!(P, [2, 1]);
/// ```
#[allow(clippy::panic, reason = "an invalid literal must not build")]
pub const fn hex<const N: usize>(literal: &str) -> [u64; N] {
    let digits = literal.as_bytes();
    assert!(digits.len() > 2 && digits[0] == b'0' && digits[1] == b'x', "a literal starts with 0x");
    let mut limbs = [0u64; N];
    let mut i = 2;
    while i < digits.len() {
        let digit = match digits[i] {
            b'0'..=b'9' => digits[i] - b'0',
            b'a'..=b'f' => digits[i] - b'a' + 10,
            b'A'..=b'F' => digits[i] - b'A' + 10,
            b'_' => {
                i += 1;
                continue;
            }
            _ => panic!("not a hexadecimal digit"),
        };
        assert!(limbs[N - 1] >> 60 == 0, "the literal has more than N limbs");
        let mut j = N;
        while j > 0 {
            j -= 1;
            let below = if j > 0 { limbs[j - 1] >> 60 } else { digit as u64 };
            limbs[j] = (limbs[j] << 4) | below;
        }
        i += 1;
    }
    limbs
}

/// Limbs of a little-endian byte string of at most `8 N` bytes, the rest zero; `None` if it is longer.
pub const fn from_le_bytes<const N: usize>(bytes: &[u8]) -> Option<[u64; N]> {
    if bytes.len() > 8 * N {
        return None;
    }
    let mut limbs = [0; N];
    let mut i = 0;
    while i < bytes.len() {
        limbs[i / 8] |= (bytes[i] as u64) << (8 * (i % 8));
        i += 1;
    }
    Some(limbs)
}

/// `-p^-1 mod 2^64` for odd `p`: each Newton step doubles the number of correct bits, and `p p = 1 mod 8` gives the
/// first three (3, 6, 12, 24, 48, 96).
pub(crate) const fn negated_inverse(p: u64) -> u64 {
    let mut inverse = p;
    let mut i = 0;
    while i < 5 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(p.wrapping_mul(inverse)));
        i += 1;
    }
    inverse.wrapping_neg()
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;
    use proptest::prelude::*;
    use vorpal_oracle::big::{from_limbs, limb_edges};

    fn check_pair<const N: usize>(a: [u64; N], b: [u64; N]) {
        let (big_a, big_b) = (from_limbs(&a), from_limbs(&b));
        let radix = BigUint::from(1u8) << (64 * N);
        let (sum, carry) = add(&a, &b);
        assert_eq!(from_limbs(&sum) + &radix * carry, &big_a + &big_b);
        let (difference, borrow) = sub(&a, &b);
        assert_eq!(from_limbs(&difference) + &big_b, &big_a + &radix * borrow);
        assert_eq!(less(&a, &b), u64::from(big_a < big_b));
        assert_eq!(select(&a, &b, 0), a);
        assert_eq!(select(&a, &b, 1), b);
        assert_eq!(is_zero(&a), u64::from(big_a == BigUint::ZERO));
        for high in [0, 1] {
            assert_eq!(from_limbs(&halve(&a, high)), (&big_a + &radix * high) >> 1);
        }
        assert_eq!(bit_length_vartime(&a) as u64, big_a.bits());
        assert_eq!(u64::from(trailing_zeros_vartime(&a)), big_a.trailing_zeros().unwrap_or(64 * N as u64));
        for word in [1, 3, 1 << 63, u64::MAX] {
            let (quotient, rest) = div_word(&a, word);
            assert_eq!((from_limbs(&quotient), rest.into()), (&big_a / word, &big_a % word));
        }
        for index in [0, 1, 5, 59, 63, 64, 64 * N - 3, 64 * N, 64 * N + 70] {
            assert_eq!(bit(&a, index) == 1, big_a.bit(index as u64));
            for count in [0, 1, 8, 63, 64] {
                let expected = (&big_a >> index) & ((BigUint::from(1u8) << count) - 1u8);
                assert_eq!(BigUint::from(bits_at(&a, index, count)), expected, "{index} {count}");
            }
        }
    }

    #[test]
    fn edges_agree_with_big_integers() {
        for a in limb_edges::<2>() {
            for b in limb_edges::<2>() {
                check_pair(a, b);
            }
        }
        for a in limb_edges::<1>() {
            check_pair(a, [1]);
        }
    }

    proptest! {
        #[test]
        fn random_words_agree_with_big_integers(a: [u64; 5], b: [u64; 5]) {
            check_pair(a, b);
        }

        #[test]
        fn multiply_accumulate_is_exact(sum: u64, a: u64, b: u64, carry: u64) {
            let (low, high) = mac(sum, a, b, carry);
            let expected = BigUint::from(a) * b + sum + carry;
            prop_assert_eq!(from_limbs(&[low, high]), expected);
        }

        #[test]
        fn hexadecimal_round_trip(a: [u64; 3]) {
            prop_assert_eq!(hex::<3>(&format!("{:#x}", from_limbs(&a))), a);
        }
    }

    #[test]
    fn multiply_accumulate_at_its_limit() {
        assert_eq!(mac(u64::MAX, u64::MAX, u64::MAX, u64::MAX), (u64::MAX, u64::MAX));
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "not below the bound")]
    fn a_broken_bound_is_seen() {
        debug_assert_less(&[1, 2], &[2, 2]);
        debug_assert_less(&[2, 2], &[2, 2]);
    }

    #[test]
    fn bytes_of_any_length_up_to_the_limbs() {
        assert_eq!(from_le_bytes::<2>(&[]), Some([0, 0]));
        assert_eq!(from_le_bytes::<2>(&[1, 0, 0, 0, 0, 0, 0, 0, 2]), Some([1, 2]));
        assert_eq!(from_le_bytes::<2>(&[0; 17]), None);
    }

    #[test]
    #[should_panic(expected = "more than N limbs")]
    fn a_literal_too_long_is_refused() {
        hex::<1>("0x10000000000000000");
    }
}
