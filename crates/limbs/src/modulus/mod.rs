//! Arithmetic modulo an odd number `p < R = 2^(64 N)`, in Montgomery form.
//!
//! A residue `a` is stored as `a R mod p`. The product of two stored residues is `a b R^-1 mod p` (P. L. Montgomery,
//! "Modular multiplication without trial division", 1985), which is the stored form of the product. Inputs and results
//! are canonical (below `p`) unless documented otherwise. `p` may have all `64 N` bits: kernels that need
//! spare bits run for moduli that have them.

use core::hint::black_box;

use crate::schedule::{MAX_LIMBS, Operands, Schedule, Step, assert_supported};
use crate::words::{adc, add, halve, is_zero, mac, mul_word, negated_inverse, select, sub};

mod constants;
mod solinas;
mod unreduced;
mod wide;

pub use unreduced::Unreduced;
pub use wide::Wide;

/// An odd modulus `p < R = 2^(64 N)` with the constants of its multiplication.
///
/// A residue `a` is stored as `a R mod p` (P. L. Montgomery, "Modular multiplication without trial division", 1985).
/// Every argument and every result is below `p` unless documented otherwise.
///
/// Values of this type are intended as constants, so that the compiler folds the modulus into the code.
///
/// ```
/// use vorpal_limbs::Montgomery;
/// const M: Montgomery<1> = Montgomery::new([97]);
/// let (a, b) = (M.to_montgomery(&[50]), M.to_montgomery(&[60]));
/// assert_eq!(M.from_montgomery(&M.mul(&a, &b)), [50 * 60 % 97]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)] // The kernels read the constants through one pointer, in this order.
pub struct Montgomery<const N: usize> {
    modulus: [u64; N],
    /// `-p^-1 mod 2^64`.
    negated_inverse: u64,
    /// `rho_i = 2^(-64 i) mod p` for `i = 1, 2`: a limb folds to `rho_i` times itself `i` positions above.
    folds: [[u64; N]; 2],
    /// `R mod p`: the stored form of 1.
    one: [u64; N],
    /// `R^2 mod p`: multiplication by it converts to Montgomery form.
    radix_squared: [u64; N],
    reduction_kind: ReductionKind,
}

/// The reduction kind of a modulus: its form, as far as kernels make use of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReductionKind {
    /// `2^(64 N) - c` with `c < 2^64`.
    PseudoMersenne,
    /// Spare bits above the modulus: `2 p + 2^(64 (N - 1)) <= R` for up to four limbs, with `5 p` for more.
    Spare,
    /// `h 2^192 + 2^96 - 1` with `h < 2^64`, four limbs: the prime of P-256, a Solinas prime.
    Solinas,
    /// None of these.
    Any,
}

impl ReductionKind {
    const fn of<const N: usize>(modulus: &[u64; N]) -> Self {
        let mut ones = N > 1;
        let mut i = 1;
        while i < N {
            ones &= modulus[i] == u64::MAX;
            i += 1;
        }
        let (multiple, above) = mul_word(modulus, if N <= 4 { 2 } else { 5 });
        if ones {
            Self::PseudoMersenne
        } else if above == 0 && multiple[N - 1] < u64::MAX {
            Self::Spare
        } else if N == 4 && modulus[0] == u64::MAX && modulus[1] == u32::MAX as u64 && modulus[2] == 0 {
            Self::Solinas
        } else {
            Self::Any
        }
    }
}

impl<const N: usize> Montgomery<N> {
    /// Computes the constants of the odd modulus `p >= 3`.
    ///
    /// # Panics
    /// If `p` is even or 1; in a constant, that stops the build.
    #[allow(clippy::panic, reason = "an invalid modulus must not build")]
    pub const fn new(modulus: [u64; N]) -> Self {
        assert!(N > 0 && modulus[0] & 1 == 1, "a Montgomery modulus is odd");
        assert!(is_zero(&crate::words::sub_word(&modulus, 1)) == 0, "a Montgomery modulus is at least 3");
        let mut ring = Self {
            modulus,
            negated_inverse: negated_inverse(modulus[0]),
            folds: [[0; N]; 2],
            one: [0; N],
            radix_squared: [0; N],
            reduction_kind: ReductionKind::of(&modulus),
        };
        // The highest power of two below p (p is none itself), doubled up to R.
        let mut exponent = crate::words::bit_length_vartime(&modulus) - 1;
        let mut power = [0; N];
        power[exponent / 64] = 1 << (exponent % 64);
        while exponent < 64 * N {
            power = ring.add_constant_vartime(&power, &power);
            exponent += 1;
        }
        ring.one = power;
        // 1, doubled N times and squared six times, is 2^(64 N) = R; its stored form is R^2 mod p.
        let mut i = 0;
        while i < N + 6 {
            power = if i < N {
                ring.add_constant_vartime(&power, &power)
            } else {
                ring.mul_constant_vartime(&power, &power)
            };
            i += 1;
        }
        ring.radix_squared = power;
        ring.folds[0] = ring.divide_by_power_of_two(&crate::words::from_word(1), 64);
        ring.folds[1] = ring.divide_by_power_of_two(&ring.folds[0], 64);
        ring
    }

    /// The modulus `p`.
    #[inline(always)]
    pub const fn modulus(&self) -> &[u64; N] {
        &self.modulus
    }

    /// `-p^-1 mod 2^64`.
    #[inline(always)]
    pub const fn negated_inverse(&self) -> u64 {
        self.negated_inverse
    }

    /// `R mod p`, the stored form of 1.
    #[inline(always)]
    pub const fn one(&self) -> &[u64; N] {
        &self.one
    }

    /// `R^2 mod p`.
    #[inline(always)]
    pub(crate) const fn radix_squared(&self) -> &[u64; N] {
        &self.radix_squared
    }

    /// The reduction kind of the modulus.
    #[inline(always)]
    pub const fn reduction_kind(&self) -> ReductionKind {
        self.reduction_kind
    }

    /// As [`add`](Self::add), in portable Rust: for constants, and where there is no faster kernel.
    #[inline(always)]
    pub const fn add_portable(&self, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        let (sum, carry) = add(a, b);
        self.subtract_once(&sum, carry)
    }

    /// As [`sub`](Self::sub), in portable Rust: for constants, and where there is no faster kernel.
    #[inline(always)]
    pub const fn sub_portable(&self, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        let (difference, borrow) = sub(a, b);
        let (corrected, _) = add(&difference, &select(&[0; N], &self.modulus, borrow));
        corrected
    }

    /// `a / 2 mod p`: `a` or `a + p`, whichever is even, halved.
    #[inline(always)]
    pub const fn halve(&self, a: &[u64; N]) -> [u64; N] {
        let (even, carry) = add(a, &select(&[0; N], &self.modulus, a[0] & 1));
        halve(&even, carry)
    }

    /// `a 2^-bits mod p` for `a < p` and `bits` from 1 to 64: `(a + m p) / 2^bits` with `m = -a / p mod 2^bits`. For
    /// constants.
    ///
    /// Bound: `(p - 1 + (2^bits - 1) p) / 2^bits < p`.
    pub(crate) const fn divide_by_power_of_two(&self, a: &[u64; N], bits: usize) -> [u64; N] {
        let m = a[0].wrapping_mul(self.negated_inverse) & (u64::MAX >> (64 - bits));
        let mut sum = [0; N];
        let (mut above, mut i) = (0, 0);
        while i < N {
            (sum[i], above) = mac(a[i], m, self.modulus[i], above);
            i += 1;
        }
        i = 0;
        while i < N {
            let next = if i + 1 < N { sum[i + 1] } else { above };
            sum[i] = if bits == 64 { next } else { sum[i] >> bits | next << (64 - bits) };
            i += 1;
        }
        sum
    }

    /// The schedule of multiplications: operand scanning unless the modulus has [spare bits](ReductionKind::Spare) and
    /// a kernel uses them, `P2,C,C` for four limbs and `P2,P2,C,C` for six. The chapter `docs/multiplication.md`
    /// explains the choice. The portable code always scans; its results are not larger.
    ///
    /// More than [`MAX_LIMBS`] limbs do not build:
    ///
    /// ```compile_fail,E0080
    /// use vorpal_limbs::Montgomery;
    /// const M: Montgomery<33> = Montgomery::new([u64::MAX; 33]);
    /// let schedule = M.schedule();
    /// ```
    pub const fn schedule(&self) -> Schedule {
        const { assert_supported::<N>() };
        self.schedule_of_supported()
    }

    /// As [`schedule`](Self::schedule), for callers that have checked `N`.
    const fn schedule_of_supported(&self) -> Schedule {
        use Step::{Parallel, Round};
        match (self.reduction_kind, N) {
            (ReductionKind::Spare, 4) => Schedule::parallel_rounds(4),
            (ReductionKind::Spare, 6) => Schedule::new(6, &[Parallel(2), Parallel(2), Round, Round]),
            _ => Schedule::cios(N),
        }
    }

    /// The least `K` such that every backend keeps [`mul_unreduced`](Self::mul_unreduced) of `a < k p` and `b < l p`
    /// below `K p < R`; `None` if some backend does not support such operands, and for more than [`MAX_LIMBS`] limbs.
    ///
    /// `K` is the exact bound of the [`schedule`](Self::schedule). The kernels add rows of `a`, so their sums bound
    /// `k`: `(k + 1) p + 2^(64 (N - 1))` must be at most `R` for up to four limbs, `(k + 3) p` for more (the kernels
    /// document these bounds). Only `K` bounds `l`: `b` may be any `N` limbs.
    pub const fn unreduced_multiple(&self, k: u64, l: u64) -> Option<u64> {
        if k == 0 || l == 0 {
            return None; // no such operand exists
        }
        let Some(sum) = k.checked_add(if N <= 4 { 1 } else { 3 }) else { return None };
        if !matches!(self.reduction_kind, ReductionKind::Spare) || N > MAX_LIMBS || !self.fits_with_spare(sum)
        {
            return None;
        }
        let (a, b) = (Operands::Multiple(k), Operands::Multiple(l));
        let bound = self.schedule_of_supported().bound_of_supported(&self.modulus, a, b);
        match bound.subtractions().checked_add(1) {
            Some(multiple) if self.fits_with_spare(multiple) => Some(multiple),
            _ => None,
        }
    }

    /// Whether [`mul`](Self::mul) accepts every second operand below `k p`: it must fit `N` limbs, and be at most
    /// `R - 2^(64 N - 62)` where kernels fold.
    pub const fn mul_takes_multiple(&self, k: u64) -> bool {
        let (multiple, above) = mul_word(&self.modulus, k);
        let folds = matches!(self.reduction_kind, ReductionKind::Spare) && (N == 4 || N == 6);
        above == 0 && (!folds || k <= 1 || multiple[N - 1] < u64::MAX << 2)
    }

    /// As [`unreduced_multiple`](Self::unreduced_multiple) for [`square_unreduced`](Self::square_unreduced) of
    /// `a < k p`.
    ///
    /// Kernels add rows of `2 a`: besides the conditions for products, `2 k p` must fit `R` for up to four limbs,
    /// `(2 k + 3) p` for more.
    pub const fn unreduced_square_multiple(&self, k: u64) -> Option<u64> {
        let Some(double) = k.checked_mul(2) else { return None };
        let Some(sum) = double.checked_add(if N <= 4 { 0 } else { 3 }) else { return None };
        if self.fits_with_spare(sum) { self.unreduced_multiple(k, k) } else { None }
    }

    /// Whether `k p + 2^(64 (N - 1)) <= R`.
    const fn fits_with_spare(&self, k: u64) -> bool {
        let (multiple, above) = mul_word(&self.modulus, k);
        above == 0 && multiple[N - 1] < u64::MAX
    }

    /// As [`to_montgomery`](Self::to_montgomery), by the portable kernel: for constants.
    pub const fn to_montgomery_portable(&self, a: &[u64; N]) -> [u64; N] {
        self.mul_portable(&self.radix_squared, a)
    }

    /// As [`from_montgomery`](Self::from_montgomery), by the portable kernel: for constants.
    pub const fn from_montgomery_portable(&self, a: &[u64; N]) -> [u64; N] {
        self.mul_portable(a, &crate::words::from_word(1))
    }

    /// `a b R^-1 mod p` by coarsely integrated operand scanning, for every `N`. `a < p`; `b` may be any `N` limbs.
    ///
    /// Cost: `2 N^2 + N` word multiplications. Source: Koc, Acar, Kaliski, "Analyzing and comparing Montgomery
    /// multiplication algorithms", 1996, section 5.
    ///
    /// Bound: write `t` for the running sum. Each round replaces it by `(t + a b_i + m p) / 2^64` with
    /// `b_i, m <= 2^64 - 1`. If `t < 2 p` before, then after the round
    /// `t < (2 p + 2 (2^64 - 1) p) / 2^64 = 2 p`. So `t < 2 p <= 2^(64 N + 1)` throughout: one extra bit
    /// (`top`) suffices, and one subtraction makes the result canonical.
    #[inline(always)]
    pub const fn mul_portable(&self, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        if matches!(self.reduction_kind, ReductionKind::Spare) {
            // The extra bit fits.
            return self.subtract_once(&self.mul_unreduced_portable(a, b), 0);
        }
        if matches!(self.reduction_kind, ReductionKind::Solinas) {
            // The rounds of the modulus itself: (a b + M p) / R with M < R, below 2 p for a b < p R.
            let mut product = Wide::ZERO;
            product.accumulate_portable(a, b);
            let (limbs, carry) = self.redc_portable(&product.low, &product.high);
            return self.subtract_once(&limbs, carry);
        }
        let p = &self.modulus;
        let mut t = [0u64; N];
        let mut top = 0;
        let mut i = 0;
        while i < N {
            // t + a b_i: N limbs, the word `middle`, and one bit.
            let mut carry = 0;
            let mut j = 0;
            while j < N {
                (t[j], carry) = mac(t[j], a[j], b[i], carry);
                j += 1;
            }
            let (middle, above) = adc(top, carry, 0);
            // Adding m p clears the lowest limb; the division by 2^64 is the shift by one index.
            let m = t[0].wrapping_mul(self.negated_inverse);
            (_, carry) = mac(t[0], m, p[0], 0);
            j = 1;
            while j < N {
                (t[j - 1], carry) = mac(t[j], m, p[j], carry);
                j += 1;
            }
            (t[N - 1], carry) = adc(middle, carry, 0);
            top = above + carry;
            i += 1;
        }
        self.subtract_once(&t, top)
    }

    /// As [`mul_portable`](Self::mul_portable) without the final subtraction: below `a b / R + p`, for `a + p <= R`.
    ///
    /// Bound: if `t < a + p` before a round, it is below `(a + p + (2^64 - 1) a + (2^64 - 1) p) / 2^64 = a + p` after
    /// it. So `N` limbs suffice between rounds, and `N + 1` within a round.
    #[inline(always)]
    pub const fn mul_unreduced_portable(&self, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        let p = &self.modulus;
        let mut t = [0u64; N];
        let mut i = 0;
        while i < N {
            let (mut carry, mut above) = (0, 0);
            (t[0], carry) = mac(t[0], a[0], b[i], carry);
            let m = t[0].wrapping_mul(self.negated_inverse);
            (_, above) = mac(t[0], m, p[0], above);
            let mut j = 1;
            while j < N {
                (t[j], carry) = mac(t[j], a[j], b[i], carry);
                (t[j - 1], above) = mac(t[j], m, p[j], above);
                j += 1;
            }
            // Below 2^64, by the bound above. A checked addition would be a branch.
            t[N - 1] = carry.wrapping_add(above);
            i += 1;
        }
        t
    }

    /// `a^2 R^-1 mod p`, `a < p`, for every `N`: products of different limbs once, doubled, and the squares; then the
    /// reduction of [`redc_portable`](Self::redc_portable), whose result is below `2 p` because `a^2 < p R`.
    ///
    /// Cost: `N (N + 1) / 2 + N^2 + N` word multiplications.
    #[inline(always)]
    pub const fn square_portable(&self, a: &[u64; N]) -> [u64; N] {
        let square = Wide::square(a);
        let (limbs, carry) = self.redc_portable(&square.low, &square.high);
        self.subtract_once(&limbs, carry)
    }

    /// Reduces `top 2^(64 N) + a`, a number below `2 p`, to below `p` without a branch.
    #[inline(always)]
    pub(crate) const fn subtract_once(&self, a: &[u64; N], top: u64) -> [u64; N] {
        let (difference, borrow) = sub(a, &self.modulus);
        // a + top 2^(64 N) < p exactly if the subtraction borrows and top is 0. `black_box` hides the two bits from the
        // compiler, which would otherwise branch on each.
        let (borrow, top) = (black_box(borrow), black_box(top));
        select(&difference, a, borrow & (top ^ 1))
    }
}
