//! The Montgomery reduction for `p = h 2^192 + 2^96 - 1`, with `r = 2^64` and `R = 2^256`, in portable Rust.

use crate::Montgomery;
use crate::words::{adc, mac};

impl<const N: usize> Montgomery<N> {
    /// `(low + M p) / R` with `M < R`, at most `p`, for a modulus of the kind
    /// [`Solinas`](crate::ReductionKind::Solinas). Four word multiplications, constant time.
    ///
    /// `-1 / p mod r = 1`, so the quotient `m` of a round is the word that the round clears. Then
    /// `(t + m p) / r = floor(t / r) + 2^32 m + h r^2 m`, where `2^32 m` consists of two shifts of `m`.
    ///
    /// Bound: `t < R` before a round gives `(t + m p) / r <= (R - 1 + (r - 1) (R - 1)) / r = R - 1` after it, so four
    /// words suffice. After four rounds, `(low + M p) / R <= (R - 1 + (R - 1) p) / R < p + 1`.
    ///
    /// Source: S. Gueron, V. Krasnov, "Fast prime field elliptic-curve cryptography with 256-bit primes", 2015,
    /// section 4.
    #[inline(always)]
    pub(crate) const fn clear_solinas(&self, low: &[u64; N]) -> [u64; N] {
        let mut t = *low;
        let mut i = 0;
        while i < 4 {
            let m = t[0];
            let (product, above) = mac(0, m, self.modulus()[3], 0);
            let mut carry = 0;
            (t[0], carry) = adc(t[1], m << 32, carry);
            (t[1], carry) = adc(t[2], m >> 32, carry);
            (t[2], carry) = adc(t[3], product, carry);
            // Below r, by the bound above. A checked addition would be a branch.
            t[3] = above.wrapping_add(carry);
            i += 1;
        }
        t
    }
}
