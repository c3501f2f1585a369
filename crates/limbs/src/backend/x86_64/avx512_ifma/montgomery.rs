//! Multiplication of packed values modulo any `p`.
//!
//! A residue `a` is represented by `a S mod p` or by that plus `p`. A product `c = a b` has `2 L` words, and with
//! `F = L - 2` and `rho_i = 2^(-52 i) mod p`, by the schedule `P(L-2),C,C` (`docs/multiplication.md`),
//!
//! `t = floor(c / 2^(52 F)) + c_0 rho_F + ... + c_(F-1) rho_1`, then twice `t = (t + m p) / 2^52`.
//!
//! The folds are independent of each other. Only the last two digits, `m = -t p^-1 mod 2^52`, depend on previous steps.
//!
//! Bound: with `a < k p`, `b < l p` and `p < R = 2^(64 N) = 2^-s S`, the result is below
//!
//! `a b / S + F 2^52 p / 2^104 + (2^104 - 1) p / 2^104 < p (k l 2^-s + 2^-49 + 1)`,
//!
//! where `s` is 4 for four limbs and 32 for six: for `k l <= 15` below `2 p`, whatever `p`. So no subtraction is needed
//! between multiplications; `2 p < 2^(64 N + 1)` has `L` limbs.
//!
//! Carries are propagated only once: a word receives at most `2 L` halves of products below `2^52`, `2 F` of folds,
//! four of rounds, and one carry; `(4 L + 1) 2^52 < 2^58`.
//!
//! Cost for a vector, in multiply-adds: `2 L^2` a product, `L (L + 1)` a square, `2 L^2` a reduction (`2 L` for each
//! fold and each round: a round's `m` needs one, and the low half of `m p_0` is known, see [`reduce`]). That is 100 and
//! 80 for four limbs, 256 and 200 for six. Zen 4 starts one multiply-add per cycle, and they are the bottleneck.

use core::arch::x86_64::{__m512i, _mm512_add_epi64, _mm512_madd52lo_epu64, _mm512_setzero_si512};
use core::hint::black_box;
use core::ptr::from_mut;

use super::lanes::{MASK, broadcast, shift_right};
use super::words::{VECTORS, Words, add_high, add_low, constant, product, read, squarings, write};
use crate::packed::{Constants, Limbs52, Packed};

/// Adds the carry of word `index` to the next word.
#[inline]
#[target_feature(enable = "avx512f")]
fn carry<const L: usize>(words: &mut [Words<L>; 2], index: usize, rounded: __m512i) {
    let carry = shift_right(_mm512_add_epi64(words[index / L][index % L], rounded), 52);
    let next = &mut words[(index + 1) / L][(index + 1) % L];
    *next = _mm512_add_epi64(*next, carry);
}

/// Computes a number below `2 p` congruent to `c / S`, by the schedule above.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn reduce<const L: usize>(constants: &Constants, mut c: [Words<L>; 2]) -> Words<L> {
    let zero = _mm512_setzero_si512();
    let mask = broadcast(MASK);
    let folded = L - 2;
    for i in 0..folded {
        carry(&mut c, i, zero);
    }
    for i in 0..folded {
        let rho = &constants.folds[folded - i - 1];
        let limb = c[i / L][i % L];
        for j in 0..L {
            add_low(&mut c, folded + j, limb, broadcast(rho[j]));
        }
        for j in 0..L {
            add_high(&mut c, folded + j + 1, limb, broadcast(rho[j]));
        }
    }
    for i in folded..L {
        let m = _mm512_madd52lo_epu64(zero, c[i / L][i % L], broadcast(constants.negated_inverse));
        // The low half of m p_0 clears the word's limb; unless the limb is already zero, that carries one.
        carry(&mut c, i, mask);
        for j in 1..L {
            add_low(&mut c, i + j, m, broadcast(constants.modulus[j]));
        }
        for j in 0..L {
            add_high(&mut c, i + j + 1, m, broadcast(constants.modulus[j]));
        }
    }
    for i in L..2 * L - 1 {
        carry(&mut c, i, zero);
    }
    c[1]
}

/// `result = a b`.
///
/// # Safety
/// All pointers are to packed values. `result` may be `a` or `b`, and there is no other reference to it.
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) unsafe fn mul<const N: usize, const L: usize>(
    constants: &Constants,
    result: *mut Packed<N>,
    a: *const Packed<N>,
    b: *const Packed<N>,
) {
    for vector in 0..VECTORS {
        // SAFETY: guaranteed by the caller. No reference outlives its use, and each vector is read before it is
        // written.
        let c = unsafe { product::<L>(&read(&*a, vector), &read(&*b, vector)) };
        // Stops the compiler from loading all constants before the loop, which would spill them.
        let reduced = reduce(black_box(constants), c);
        // SAFETY: as above.
        unsafe { write(&mut *result, vector, &reduced) };
    }
}

/// `a = a b`, with the same `b` in all lanes.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn mul_constant<const N: usize, const L: usize>(
    constants: &Constants,
    a: &mut Packed<N>,
    b: &Limbs52,
) {
    let (a, b) = (from_mut(a), constant::<N, L>(b));
    // SAFETY: the pointers come from references.
    unsafe { mul::<N, L>(constants, a, a, &b) }
}

/// See [`unscale_raw`](crate::PackedMontgomery::unscale_raw).
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn unscale_raw<const N: usize, const L: usize>(constants: &Constants, a: &mut Packed<N>) {
    mul_constant::<N, L>(constants, a, &constants.unscale);
}

/// `result = a^(2^times)`.
///
/// # Safety
/// As for [`mul`].
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) unsafe fn square_times<const N: usize, const L: usize>(
    constants: &Constants,
    result: *mut Packed<N>,
    a: *const Packed<N>,
    times: usize,
) {
    // SAFETY: guaranteed by the caller.
    unsafe { squarings(result, a, times, |c| reduce::<L>(constants, c)) }
}
