//! Rounded quotients by the order, for splitting scalars: as products by constants that are computed at compile time.

use vorpal_limbs::words::{adc, add, less, mac, sub};

/// `floor(s g / 2^(64 l + 32) + 1/2)` for `s < 2^(64 l)`, `l <= 4`, and `g < 2^(64 G - 1)`, `G <= 4`. `G l` word
/// multiplications; a constant `l` leaves no loop.
#[inline(always)]
pub(super) fn rounded_product<const G: usize>(s: &[u64; 4], l: usize, g: &[u64; G]) -> [u64; G] {
    let mut product = [0u64; 8];
    product[l] = 1 << 31; // 2^(64 l + 31)
    for i in 0..G {
        let mut carry = 0;
        for j in 0..l {
            (product[i + j], carry) = mac(product[i + j], s[j], g[i], carry);
        }
        // The 1/2 may carry into a limb that is zero so far; the sum is below 2^(64 (l + G) - 1) + 2^(64 l + 31).
        (product[i + l], carry) = adc(product[i + l], carry, 0);
        if i + 1 < G {
            product[i + l + 1] = carry;
        }
    }
    core::array::from_fn(|i| {
        let above = if i + 1 < G { product[l + i + 1] } else { 0 };
        product[l + i] >> 32 | above << 32
    })
}

/// `floor(s / 2^(64 l))`.
#[inline(always)]
pub(super) fn limbs_from(s: &[u64; 4], l: usize) -> [u64; 4] {
    core::array::from_fn(|i| s.get(l + i).copied().unwrap_or(0))
}

/// `2^shift b / r`, rounded to the nearest integer; for `b < r`.
#[allow(clippy::panic, reason = "a constant that does not fit must not build")]
pub(super) const fn rounded_quotient(b: &[u64; 4], shift: u32, r: &[u64; 4]) -> [u64; 4] {
    assert!(less(b, r) == 1, "the dividend is below the divisor");
    // quotient r + rest = 2^i b after i rounds.
    let (mut quotient, mut rest) = ([0; 4], *b);
    let mut i = 0;
    while i < shift {
        let (digit, next) = doubled_modulo(&rest, r);
        let (twice, overflow) = add(&quotient, &quotient);
        assert!(overflow == 0, "the quotient fits four limbs");
        quotient = add(&twice, &[digit, 0, 0, 0]).0;
        rest = next;
        i += 1;
    }
    let (round, _) = doubled_modulo(&rest, r);
    add(&quotient, &[round, 0, 0, 0]).0
}

/// `2 a = digit r + rest` as `(digit, rest)`, for `a < r`.
const fn doubled_modulo(a: &[u64; 4], r: &[u64; 4]) -> (u64, [u64; 4]) {
    let (twice, carry) = add(a, a);
    let (difference, borrow) = sub(&twice, r);
    if carry == 1 || borrow == 0 { (1, difference) } else { (0, twice) }
}
