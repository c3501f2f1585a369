//! Inverses in variable time, by the same batches and cofactors as in constant time.
//!
//! Three facts make them faster besides fewer steps. The proofs refer to [`Inversion`].
//!
//! **Shorter numbers.** A batch makes neither number longer. So the numbers lose their highest limbs one after another,
//! and the code for each number of limbs reads the ends without a selection. Single words need neither high words nor
//! the linear map: all comparisons are correct, and the steps themselves give `A'` and `B'`.
//!
//! **Cofactors without reduction.** Initially `u, v = 1, 0`. As entries satisfy `f + g <= 2^58`, a batch makes the
//! larger cofactor at most `2^58` times as large. So after `i <= (k - 1) / 58` batches, for a modulus of `k` bits,
//! cofactors are at most `2^(58 i) <= 2^(k - 1) < p`: the sums need no Montgomery reduction, and `i` limbs suffice.
//! The scale `c` becomes `2^58 c` instead of `c / 64`. A later reduction needs *small* cofactors, and numbers below
//! `p` are.
//!
//! **Signs.** The argument needs nonnegative sums. It fails if an incorrect comparison makes the signs `d` and `d'`
//! differ in one of these batches, because `-v mod p` is too long. Then the result is that of the constant-time
//! function. The two numbers of an incorrect comparison differ by less than `2^(n-59)`, as the [module](super) proves.
//! That is rare for random numbers. If `A' = 0`, `u` is not needed any more, and the sign of `B'` alone matters.

use super::ends::{ends, ends_of_length};
use super::inverse::Inversion;
use super::matrix::{combine, fold, negate, reduce};
use super::steps::{Batch, batch_of_words, batch_vartime};
use crate::words::{debug_assert_less, from_word, is_zero};

/// The largest number of limbs for which there is code for all smaller ones.
const SHORTENED: usize = 8;

/// The numbers, the absolute values of their cofactors, and the number of batches so far.
struct State<const N: usize> {
    a: [u64; N],
    b: [u64; N],
    u: [u64; N],
    v: [u64; N],
    /// Whether the sign of `v` is negative.
    negative: u64,
    batches: usize,
}

/// Signs differ in a batch without reduction.
struct SignsDiffer;

impl<const N: usize> Inversion<N> {
    /// `a^-1 R` for `x = a R mod p`, `x < p`; `None` if there is no inverse. Time depends on `x`.
    ///
    /// Random numbers need about 0.7 of the batches of [`invert`](Self::invert), each of about 29 subtractions. In rare
    /// cases the time of `invert` is added.
    #[inline]
    pub fn invert_vartime(&self, x: &[u64; N]) -> Option<[u64; N]> {
        let mut state =
            State { a: *x, b: *self.ring.modulus(), u: from_word(1), v: [0; N], negative: 1, batches: 0 };
        if self.run(&mut state).is_err() {
            let (inverse, unit) = self.invert(x);
            return (unit == 1).then_some(inverse);
        }
        // False for x = 0: then b is p, which is at least 3.
        (state.b == from_word(1))
            .then(|| self.finish(&state.v, &self.scales_vartime, state.batches, state.negative))
    }

    /// All batches, until `A = 0`.
    #[inline(always)]
    fn run(&self, state: &mut State<N>) -> Result<(), SignsDiffer> {
        self.shorten::<N>(state)?;
        if N <= SHORTENED {
            if N > 7 {
                self.shorten::<7>(state)?;
            }
            if N > 6 {
                self.shorten::<6>(state)?;
            }
            if N > 5 {
                self.shorten::<5>(state)?;
            }
            if N > 4 {
                self.shorten::<4>(state)?;
            }
            if N > 3 {
                self.shorten::<3>(state)?;
            }
            if N > 2 {
                self.shorten::<2>(state)?;
            }
        }
        self.finish_words(state)
    }

    /// Batches until `A = 0` or both numbers have less than `L` limbs. They have at most `L`.
    #[inline(always)]
    fn shorten<const L: usize>(&self, state: &mut State<N>) -> Result<(), SignsDiffer> {
        if L == 1 {
            return Ok(());
        }
        let (Some(a), Some(b)) = (state.a.first_chunk::<L>(), state.b.first_chunk::<L>()) else {
            return Ok(());
        };
        let (mut a, mut b) = (*a, *b);
        while (L > SHORTENED || a[L - 1] | b[L - 1] != 0) && is_zero(&a) == 0 {
            let (a_ends, b_ends) = if L > SHORTENED { ends(&a, &b) } else { ends_of_length(&a, &b) };
            let batch = batch_vartime::<false>(a_ends, b_ends);
            let (a_next, a_negative) = reduce(&a, &b, batch.f[0], batch.g[0]);
            let (b_next, b_negative) = reduce(&b, &a, batch.g[1], batch.f[1]);
            (a, b) = (a_next, b_next);
            let last = is_zero(&a) == 1;
            self.advance(state, &batch, last, b_negative, !last && a_negative != b_negative)?;
        }
        state.a[..L].copy_from_slice(&a);
        state.b[..L].copy_from_slice(&b);
        Ok(())
    }

    /// Batches of single words until `A = 0`, if it is not zero.
    #[inline(always)]
    fn finish_words(&self, state: &mut State<N>) -> Result<(), SignsDiffer> {
        while state.a[0] != 0 && is_zero(&state.a) == 0 {
            let (batch, words) = batch_of_words([state.a[0], state.b[0]]);
            [state.a[0], state.b[0]] = words;
            self.advance(state, &batch, words[0] == 0, batch.exchanged, false)?;
        }
        Ok(())
    }

    /// The next cofactors: only `v` if the batch is the `last` one. `negative` is the sign of `B'`, and signs `differ`
    /// if `A'` is not zero and has another one.
    #[inline(always)]
    fn advance(
        &self,
        state: &mut State<N>,
        batch: &Batch,
        last: bool,
        negative: u64,
        differ: bool,
    ) -> Result<(), SignsDiffer> {
        let [first, second] = [0, 1].map(|row| [batch.f[row], batch.g[row]]);
        let cofactors = [&state.u, &state.v];
        let v;
        if state.batches < self.scales_vartime.unreduced() {
            if differ {
                return Err(SignsDiffer);
            }
            let limbs = state.batches + 1;
            v = combine(cofactors, second, limbs);
            state.u = combine(cofactors, first, limbs);
            debug_assert_less(&state.u, self.ring.modulus());
            debug_assert_less(&v, self.ring.modulus());
        } else {
            let (p, negated_inverse) = (self.ring.modulus(), self.ring.negated_inverse());
            let sum = fold(cofactors, second, p, negated_inverse);
            v = if differ { negate(&sum, p) } else { sum };
            if !last {
                state.u = fold(cofactors, first, p, negated_inverse);
            }
        }
        state.v = v;
        state.negative ^= negative ^ u64::from(differ);
        state.batches += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Montgomery;
    use crate::words::{hex, sub};

    /// Numbers that agree with `p` in the high word. Both results of `run` occur, and both give the right inverse.
    #[test]
    fn signs_that_differ() {
        let p: [u64; 4] = hex("0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47");
        let inversion = Inversion::new(Montgomery::new(p));
        let mut differ = 0;
        for k in 0..250 {
            let mut power = [0; 4];
            power[k / 64] = 1 << (k % 64);
            let x = sub(&p, &power).0;
            let mut state = State { a: x, b: p, u: from_word(1), v: [0; 4], negative: 1, batches: 0 };
            differ += usize::from(inversion.run(&mut state).is_err());
            let inverse = inversion.invert_vartime(&x);
            assert_eq!((inverse, 1), (Some(inversion.invert(&x).0), inversion.invert(&x).1), "p - 2^{k}");
            assert_eq!(inverse.map(|y| inversion.ring.mul(&x, &y)), Some(*inversion.ring.one()));
        }
        assert!(differ > 20 && differ < 230, "{differ}");
    }
}
