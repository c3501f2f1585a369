//! The kernels for one number of limbs, as a macro: loops over so many columns would not be unrolled.
//!
//! # Bounds
//! Let `B` be the bits of a shorter limb, `L` their number, and `T` the product, whose column `k` is `t_k`. A product
//! of limbs is at most `(2^B - 1)^2`, a column at most `L (2^B - 1)^2`. The doubles in squares group equal products.
//!
//! The reduction goes through the columns from the lowest one on, with a sum `s` that has the weight of the column:
//!
//! ```text
//! s = s + t_k + sum of m_i p_(k - i) over i < k,    m_k = -s / p mod 2^B,    s = (s + m_k p_0) / 2^B    for k < L - 1
//! ```
//!
//! The division is exact. `m_(L-1)` has the `B' = 64 N - B (L - 1)` bits up to `R`, so that `m = sum of m_k 2^(B k)` is
//! below `R`, and `T + m p` is divisible by `R`. The limbs from bit `B'` of limb `L - 1` on are the result.
//!
//! * `L = 9`, `B = 29`: at each time `s < 2 * 9 * 2^58 + 2^35 < 2^63`.
//! * `L = 13`, `B = 30`: both columns together could exceed `2^64`. So the carries of `t_k` are propagated first, in a
//!   sum below `13 * 2^60 + 2^34 < 2^63.8`, and `s` adds their lowest 30 bits: `s < 13 * 2^60 + 2^30 + 2^35 < 2^63.8`.
//!
//! The result is `(T + m p) / R` with `m <= R - 1`, exactly that of
//! [`mul_unreduced_portable`](crate::Montgomery::mul_unreduced_portable): below `a b / R + p`, hence below `2 p` for
//! `a < p`, and below `R` for `a + p <= R`.

/// The kernels for `$n` limbs of 64 bits, in `$l` limbs of `$bits` bits. `$low` are the columns below the last one that
/// is cleared, `$last` is that one, and `$high` are those above.
macro_rules! kernels {
    ($n:literal limbs; $l:literal of $bits:literal bits; columns $($low:literal)+, $last:literal, $($high:literal)+;
     $mul:ident $mul_unreduced:ident $square:ident $square_unreduced:ident $accumulate:ident $redc:ident) => {
        use super::Wasm32;
        use super::shorter::{column, column_above, join, split, square_column};
        use crate::words::{adc, add, select, sub};
        use crate::{Montgomery, Wide};

        const N: usize = $n;
        const L: usize = $l;
        const BITS: usize = $bits;
        const MASK: u64 = (1 << BITS) - 1;
        /// The bits of the highest shorter limb.
        const LAST: usize = 64 * N - BITS * (L - 1);
        /// Whether the sum of two columns and a carry is below `2^64`.
        const FITS: bool = (2 * L as u128) * (1 << (2 * BITS)) + (1 << 36) < 1 << 64;

        /// The columns of a product.
        type Columns = [u64; 2 * L - 1];

        #[inline(always)]
        fn product(a: &[u64; N], b: &[u64; N]) -> Columns {
            let (a, b) = (split::<N, L, BITS>(a), split::<N, L, BITS>(b));
            [$(column::<L, $low>(&a, &b),)+ column::<L, $last>(&a, &b), $(column::<L, $high>(&a, &b)),+]
        }

        #[inline(always)]
        fn square(a: &[u64; N]) -> Columns {
            let a = split::<N, L, BITS>(a);
            let b = a.map(|limb| 2 * limb);
            [
                $(square_column::<L, $low>(&a, &b),)+
                square_column::<L, $last>(&a, &b),
                $(square_column::<L, $high>(&a, &b)),+
            ]
        }

        /// `(T + m p) / R` for the `T` of these columns, as `N` limbs and a carry.
        #[inline(always)]
        fn reduce(ring: &Montgomery<N>, columns: &Columns) -> ([u64; N], u64) {
            let (p, inverse) = (split::<N, L, BITS>(ring.modulus()), ring.negated_inverse());
            let (mut m, mut result) = ([0; L], [0; L + 1]);
            let (mut sum, mut above) = (0, 0);
            let mut next = |k: usize| {
                if FITS {
                    return columns[k];
                }
                above += columns[k];
                let low = above & MASK;
                above >>= BITS;
                low
            };
            $(
                sum += next($low) + column_above::<L, $low>(&m, &p);
                m[$low] = sum.wrapping_mul(inverse) & MASK;
                sum = (sum + m[$low] * p[0]) >> BITS;
            )+
            sum += next($last) + column_above::<L, $last>(&m, &p);
            m[$last] = sum.wrapping_mul(inverse) & ((1 << LAST) - 1);
            sum += m[$last] * p[0];
            result[0] = sum & MASK;
            sum >>= BITS;
            $(
                sum += next($high) + column_above::<L, $high>(&m, &p);
                result[$high - $last] = sum & MASK;
                sum >>= BITS;
            )+
            result[L] = sum + above;
            let words = join::<{ L + 1 }, { N + 1 }, BITS>(&result, LAST);
            (core::array::from_fn(|i| words[i]), words[N])
        }

        /// A number below `2 p`, reduced to below `p`.
        #[inline(always)]
        fn canonical(ring: &Montgomery<N>, (number, carry): ([u64; N], u64)) -> [u64; N] {
            let (difference, borrow) = sub(&number, ring.modulus());
            select(&difference, &number, borrow & (carry ^ 1))
        }

        // Elsewhere only tests call these kernels, and need not compile them again.
        impl Wasm32 {
            /// `a b R^-1 mod p`. `a < p`; `b` may be any number.
            #[cfg_attr(target_arch = "wasm32", inline(always))]
            pub fn $mul(self, ring: &Montgomery<N>, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
                canonical(ring, reduce(ring, &product(a, b)))
            }

            /// As the product with the final subtraction, without it: below `a b / R + p`. `a + p <= R`.
            #[cfg_attr(target_arch = "wasm32", inline(always))]
            pub fn $mul_unreduced(self, ring: &Montgomery<N>, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
                reduce(ring, &product(a, b)).0
            }

            /// `a^2 R^-1 mod p`. `a < p`.
            #[cfg_attr(target_arch = "wasm32", inline(always))]
            pub fn $square(self, ring: &Montgomery<N>, a: &[u64; N]) -> [u64; N] {
                canonical(ring, reduce(ring, &square(a)))
            }

            /// As the square with the final subtraction, without it: below `a^2 / R + p`. `a + p <= R`.
            #[cfg_attr(target_arch = "wasm32", inline(always))]
            pub fn $square_unreduced(self, ring: &Montgomery<N>, a: &[u64; N]) -> [u64; N] {
                reduce(ring, &square(a)).0
            }

            /// Adds `a b`, for any numbers.
            #[cfg_attr(target_arch = "wasm32", inline(always))]
            pub fn $accumulate(self, sum: &mut Wide<N>, a: &[u64; N], b: &[u64; N]) {
                let columns = product(a, b);
                let (mut limbs, mut above) = ([0; 2 * L], 0);
                for k in 0..2 * L - 1 {
                    above += columns[k];
                    limbs[k] = above & MASK;
                    above >>= BITS;
                }
                limbs[2 * L - 1] = above;
                let words = join::<{ 2 * L }, { 2 * N }, BITS>(&limbs, 0);
                let mut carry = 0;
                for i in 0..N {
                    (sum.low[i], carry) = adc(sum.low[i], words[i], carry);
                }
                for i in 0..N {
                    (sum.high[i], carry) = adc(sum.high[i], words[N + i], carry);
                }
                sum.top = sum.top.wrapping_add(carry);
            }

            /// `(T + m p) / R` for `T = low + R high`, as `N` limbs and a carry. `(low + m p) / R` is at most `p`, and
            /// `high` is added to it.
            #[cfg_attr(target_arch = "wasm32", inline(always))]
            pub fn $redc(self, ring: &Montgomery<N>, low: &[u64; N], high: &[u64; N]) -> ([u64; N], u64) {
                let mut columns = [0; 2 * L - 1];
                columns[..L].copy_from_slice(&split::<N, L, BITS>(low));
                let (quotient, _) = reduce(ring, &columns);
                add(&quotient, high)
            }
        }
    };
}
