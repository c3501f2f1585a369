//! Inverses and Jacobi symbols by binary greatest common divisors, 58 shifts at a time on single words.
//!
//! For an odd `B` and any `A >= 0`, a step of the binary greatest common divisor is one of
//!
//! ```text
//! A even:          (A, B) -> (A / 2, B)
//! A odd, A >= B:   (A, B) -> ((A - B) / 2, B)
//! A odd, A < B:    (A, B) -> ((B - A) / 2, A)      an exchange
//! ```
//!
//! Every step makes `len(A) + len(B)` smaller until `A = 0`, and then `B` is the greatest common divisor (J.
//! Stein, "Computational problems associated with Racah algebra", 1967). A *batch* is 58 steps that look at two
//! words of each number only, its ends: the lowest word, which says what is odd, and the highest 64 bits, which
//! say what is smaller. What a batch did to the words is then applied to the numbers. The idea, with half a word
//! for each end, is T. Pornin's ("Optimized Binary GCD for Modular Inversion", ePrint 2020/972); whole words take
//! half as many batches.
//!
//! # What a batch does
//!
//! Let `e` be 1 if the number of exchanges was even, else -1. After `t` shifts there are integers `f, g >= 0` with
//!
//! ```text
//! 2^t A' = e (f_0 A - g_0 B),   2^t B' = e (g_1 B - f_1 A),   f_0 + g_0 <= 2^t,   f_1 + g_1 <= 2^t
//! ```
//!
//! At first `f_0 = g_1 = 1`, `g_0 = f_1 = 0`. A subtraction adds the second pair to the first; an exchange puts
//! the first, as it was, in the place of the second and changes `e`; a shift doubles the second. A subtraction
//! doubles the bound, but a shift follows it. So entries fit words, `|A'|` and `|B'|` are at most `max(A, B)`, and
//! both are exact integers, whatever the comparisons said: the low words decide what is odd, and after `t` shifts
//! `64 - t` bits of them are right.
//!
//! Only `f` is carried along. Modulo `2^64`, from the low words alone, `g_1 = (f_1 A + e 2^58 B') / B`: six bits
//! of `B'` are known, and no more are needed. As `B'` is odd, the two candidates for `e = 1` and `e = -1` differ
//! by an odd multiple of `2^59`, so the one that is at most `2^58` is `g_1` and tells `e`. Then
//! `g_0 = (f_0 A - e 2^58 A') / B`.
//!
//! # How far the high words are off
//!
//! Let `n >= 64` be the larger of the two lengths. High words are `floor(A / 2^(n-64))`; in units of `2^(n-64)`,
//! they are off by an error in `[0, 1)`. (If both numbers fit a word, nothing is cut off and no comparison is
//! wrong.) Let all errors be in an interval of length `w`. A difference of two of them is in `[-w, w]`, that or an
//! error itself halved and rounded down is in `[-w/2, w/2 + 1/2]`, of length `w + 1/2`. So after `t > 0` shifts
//! all errors are in `[-(t + 1) / 4, (t + 3) / 4]`, which contains the intervals before. For `t <= 58` they are
//! below 16 units,
//!
//! ```text
//! U = 16 * 2^(n-64) = 2^(n-60),
//! ```
//!
//! and a comparison, which follows at most 57 shifts, is wrong only if the two numbers differ by less than `2 U`.
//!
//! # A batch makes the lengths 58 bits shorter
//!
//! Let `L = len(A) + len(B)`. Claim: a batch makes `L` smaller by at least 58, or `A' = 0`.
//!
//! If no comparison is wrong, every step makes it smaller. None is wrong if the smaller number `m` is below `U`:
//! then the larger number `Z` becomes `Z / 2` or `(Z - m) / 2` and is still, after `t <= 57` shifts, at least
//! `2^(n-1-t) - m >= 4 U - m > 2 U + m`.
//!
//! So let `m >= U`, hence `L >= n + (n - 59)`, and let the first wrong comparison follow `t` shifts, of numbers
//! `0 < m < M < m + 2 U`. It leaves `A = -(M - m) / 2`, `B = M`. From here on just one of the two is negative: if
//! it is `A`, then `A - B` stays so, and an exchange leaves `B` negative and `B - A > 0`; in the same way for `B`.
//! It is above `-U`, because its high word is not negative. Let `-N` be the negative number, `P` the positive one.
//!
//! * If `P <= 4 U` at some time, that holds for good, as `(P + N) / 2 <= max(P, N)`. In the end
//!   `L' <= (n - 60) + (n - 57)`, and one less if `P < 4 U`: at most `2 n - 117 <= L - 58`.
//! * Else `M > 4 U`, so `m > 2 U`, `len(m) >= n - 58`, and `L - t >= len(M) + n - 58`. As `P > 4 U`, comparisons
//!   with `-N` are right again: it is exchanged once it is odd, and stays in the place of `B`. So of the `57 - t`
//!   shifts left, the first `i`, say, halve it, `N < U / 2^i`, and the others make `P` to `P / 2` or
//!   `(P + N) / 2`. In the end `4 U < P <= M / 2^(57-t-i) + U`, hence `P < 2 M / 2^(57-t-i)` and
//!   `L' <= (n - 60 - i) + (len(M) - 57 + t + i + 1) = len(M) + n - 116 + t <= L - 58`.
//!
//! At first `A < p`, `B = p`, so `L <= 2 len(p)`. While `A` is not zero, `L >= 2`. So `ceil((2 len(p) - 1) / 58)`
//! batches make `A` zero whatever it was: 9 for 256 bits, 14 for 381; and more of them do no harm. Random numbers
//! of 256 bits take 6 or 7.
//!
//! # Time
//!
//! Nanoseconds for random numbers on a quiet Zen 4 at 3.7 GHz (`lab compare field` measures those of constant
//! time):
//!
//! | | four limbs | six limbs |
//! |---|---|---|
//! | inverse; in variable time | 1340; 570 | 2330; 1010 |
//! | Jacobi symbol; in variable time | 1360; 530 | 2210; 870 |

mod ends;
mod inverse;
mod jacobi;
mod matrix;
mod steps;

pub use inverse::Inversion;
pub use jacobi::{jacobi, jacobi_vartime};

/// Shifts in a batch.
const SHIFTS: u32 = 58;

/// The number of batches after which `A = 0`, for every `A < p`.
const fn batches<const N: usize>(p: &[u64; N]) -> usize {
    (2 * crate::words::bit_length_vartime(p) - 1).div_ceil(SHIFTS as usize)
}
