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
//! Every step makes `len(A) + len(B)` smaller until `A = 0`, and then `B` is the greatest common divisor (J. Stein,
//! "Computational problems associated with Racah algebra", 1967). A *batch* consists of 58 steps that read only two
//! words of each number, its ends. The lowest word determines parity. The highest 64 bits determine which number is
//! smaller. Afterwards the linear map of the batch is applied to the full numbers. The method, with half a word for
//! each end, is T. Pornin's ("Optimized Binary GCD for Modular Inversion", ePrint 2020/972); whole words need half as
//! many batches.
//!
//! # The linear map of a batch
//!
//! Let `e` be 1 if the number of exchanges was even, else -1. After `t` shifts there are integers `f, g >= 0` with
//!
//! ```text
//! 2^t A' = e (f_0 A - g_0 B),   2^t B' = e (g_1 B - f_1 A),   f_0 + g_0 <= 2^t,   f_1 + g_1 <= 2^t
//! ```
//!
//! Initially `f_0 = g_1 = 1`, `g_0 = f_1 = 0`. A subtraction adds the second pair to the first. An exchange moves the
//! previous first pair to the second position and changes `e`. A shift doubles the second. A subtraction doubles the
//! bound, but a shift follows it. So entries fit words, and `|A'|` and `|B'|` are at most `max(A, B)`. Both are exact
//! integers, even if comparisons are incorrect: the low words decide parity, and after `t` shifts `64 - t` of their
//! bits are correct.
//!
//! Only `f` is tracked. `g` is recovered modulo `2^64` from the low words: `g_1 = (f_1 A + e 2^58 B') / B`. Six bits of
//! `B'` are known, which suffices. As `B'` is odd, the two candidates for `e = 1` and `e = -1` differ by an odd
//! multiple of `2^59`. So the one that is at most `2^58` is `g_1`, and it determines `e`. Then
//! `g_0 = (f_0 A - e 2^58 A') / B`.
//!
//! # The error of the high words
//!
//! Let `n >= 64` be the larger of the two lengths. High words are `floor(A / 2^(n-64))`. In units of `2^(n-64)`, their
//! error is in `[0, 1)`. (If both numbers fit a word, nothing is truncated and every comparison is correct.) Let all
//! errors be in an interval of length `w`. A difference of two of them is in `[-w, w]`. That difference or an error
//! itself, halved and rounded down, is in `[-w/2, w/2 + 1/2]`, of length `w + 1/2`. So after `t > 0` shifts all errors
//! are in `[-(t + 1) / 4, (t + 3) / 4]`, which contains the previous intervals. For `t <= 58` they are below 16 units,
//!
//! ```text
//! U = 16 * 2^(n-64) = 2^(n-60),
//! ```
//!
//! and a comparison, which follows at most 57 shifts, is incorrect only if the two numbers differ by less than `2 U`.
//!
//! # A batch makes the lengths 58 bits shorter
//!
//! Let `L = len(A) + len(B)`. Claim: a batch makes `L` smaller by at least 58, or `A' = 0`.
//!
//! If all comparisons are correct, every step makes it smaller. All are correct if the smaller number `m` is below `U`:
//! then the larger number `Z` becomes `Z / 2` or `(Z - m) / 2` and is still, after `t <= 57` shifts, at least
//! `2^(n-1-t) - m >= 4 U - m > 2 U + m`.
//!
//! So let `m >= U`, hence `L >= n + (n - 59)`. Let the first incorrect comparison follow `t` shifts, of numbers
//! `0 < m < M < m + 2 U`. It results in `A = -(M - m) / 2`, `B = M`. From then on exactly one of the two is negative.
//! If it is `A`, then `A - B` stays negative, and an exchange makes `B` negative and `B - A > 0`; likewise for `B`. It
//! is above `-U`, because its high word is not negative. Let `-N` be the negative number, `P` the positive one.
//!
//! * If `P <= 4 U` at some step, that holds for all later steps, as `(P + N) / 2 <= max(P, N)`. At the end
//!   `L' <= (n - 60) + (n - 57)`, and one less if `P < 4 U`: at most `2 n - 117 <= L - 58`.
//! * Otherwise `M > 4 U`, so `m > 2 U`, `len(m) >= n - 58`, and `L - t >= len(M) + n - 58`. As `P > 4 U`, comparisons
//!   with `-N` are correct again: it is exchanged once it is odd, and then stays in `B`. So of the `57 - t` remaining
//!   shifts, the first `i`, say, halve it, `N < U / 2^i`, and the others replace `P` by `P / 2` or `(P + N) / 2`. At
//!   the end `4 U < P <= M / 2^(57-t-i) + U`, hence `P < 2 M / 2^(57-t-i)` and
//!   `L' <= (n - 60 - i) + (len(M) - 57 + t + i + 1) = len(M) + n - 116 + t <= L - 58`.
//!
//! Initially `A < p`, `B = p`, so `L <= 2 len(p)`. While `A` is not zero, `L >= 2`. So `ceil((2 len(p) - 1) / 58)`
//! batches make any `A` zero: 9 for 256 bits, 14 for 381. Additional batches have no effect. Random numbers of 256 bits
//! need 6 or 7.
//!
//! # Time
//!
//! Nanoseconds for random numbers: in constant time on an idle Zen 4 at 3.7 GHz, in variable time on a Zen 3
//! (`lab compare field` measures the latter):
//!
//! | | four limbs | six limbs |
//! |---|---|---|
//! | inverse; in variable time | 1340; 520 | 2330; 880 |
//! | Jacobi symbol; in variable time | 1360; 580 | 2210; 990 |

mod ends;
mod inverse;
mod inverse_vartime;
mod jacobi;
mod matrix;
mod scales;
mod steps;

pub use inverse::Inversion;
pub use jacobi::{jacobi, jacobi_vartime};

/// The number of shifts in a batch.
const SHIFTS: u32 = 58;

/// The number of batches after which `A = 0`, for every `A < p`.
const fn batches<const N: usize>(p: &[u64; N]) -> usize {
    (2 * crate::words::bit_length_vartime(p) - 1).div_ceil(SHIFTS as usize)
}
