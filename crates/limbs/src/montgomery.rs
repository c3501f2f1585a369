//! Arithmetic modulo an odd number `p < R = 2^(64 N)`, in Montgomery form.
//!
//! A residue `a` is stored as `a R mod p`. The product of two stored residues is `a b R^-1 mod p` (P. L.
//! Montgomery, "Modular multiplication without trial division", 1985), which is the stored form of the product.
//! Inputs and results are canonical (below `p`) unless a function says otherwise. `p` may use all `64 N` bits:
//! no kernel relies on spare bits.

use core::hint::black_box;

use crate::words::{adc, add, halve, is_zero, mac, select, sub};

/// An odd modulus `p < R = 2^(64 N)` with what its multiplication needs.
///
/// A residue `a` is stored as `a R mod p` (P. L. Montgomery, "Modular multiplication without trial division", 1985).
/// Every argument is below `p` unless its function says otherwise, and every result is.
///
/// A value of this type is meant to be a constant, so that the compiler folds the modulus into the code.
///
/// ```
/// use vorpal_limbs::Montgomery;
/// const M: Montgomery<1> = Montgomery::new([97]);
/// let (a, b) = (M.enter(&[50]), M.enter(&[60]));
/// assert_eq!(M.leave(&M.mul(&a, &b)), [50 * 60 % 97]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)] // The kernels find what they need behind one pointer, in this order.
pub struct Montgomery<const N: usize> {
    modulus: [u64; N],
    /// `-p^-1 mod 2^64`.
    negated_inverse: u64,
    /// `rho_i = 2^(-64 i) mod p` for `i = 1, 2`: what the limb `i` places below another one folds to.
    folds: [[u64; N]; 2],
    /// `R mod p`: the stored form of 1.
    one: [u64; N],
    /// `R^2 mod p`: multiplying by it enters Montgomery form.
    radix_squared: [u64; N],
}

impl<const N: usize> Montgomery<N> {
    /// The constants of the odd modulus `p >= 3`.
    ///
    /// # Panics
    /// If `p` is even or 1; in a constant, that stops the build.
    #[allow(clippy::panic, reason = "a wrong modulus must not build")]
    pub const fn new(modulus: [u64; N]) -> Self {
        assert!(N > 0 && modulus[0] & 1 == 1, "a Montgomery modulus is odd");
        assert!(is_zero(&crate::words::sub_word(&modulus, 1)) == 0, "a Montgomery modulus is at least 3");
        let mut ring = Self {
            modulus,
            negated_inverse: negated_inverse(modulus[0]),
            folds: [[0; N]; 2],
            one: [0; N],
            radix_squared: [0; N],
        };
        // 1 < p, doubled 64 N times, is R mod p; 64 N times more, R^2 mod p.
        let mut power = crate::words::from_word(1);
        let mut i = 0;
        while i < 128 * N {
            if i == 64 * N {
                ring.one = power;
            }
            power = ring.add_portable(&power, &power);
            i += 1;
        }
        ring.radix_squared = power;
        // 1, halved 64 times, is rho_1; 64 times more, rho_2.
        power = crate::words::from_word(1);
        i = 0;
        while i < 128 {
            power = ring.halve(&power);
            if i % 64 == 63 {
                ring.folds[i / 64] = power;
            }
            i += 1;
        }
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

    /// `a + b mod p`.
    #[inline(always)]
    pub fn add(&self, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        crate::backend::add(self, a, b)
    }

    /// As [`add`](Self::add), in plain Rust: for constants, and where there is nothing better.
    #[inline(always)]
    pub const fn add_portable(&self, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        let (sum, carry) = add(a, b);
        self.subtract_once(&sum, carry)
    }

    /// `2 a mod p`.
    #[inline(always)]
    pub fn double(&self, a: &[u64; N]) -> [u64; N] {
        self.add(a, a)
    }

    /// `a - b mod p`.
    #[inline(always)]
    pub fn sub(&self, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        crate::backend::sub(self, a, b)
    }

    /// As [`sub`](Self::sub), in plain Rust: for constants, and where there is nothing better.
    #[inline(always)]
    pub const fn sub_portable(&self, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        let (difference, borrow) = sub(a, b);
        let (corrected, _) = add(&difference, &select(&[0; N], &self.modulus, borrow));
        corrected
    }

    /// `-a mod p`; zero stays zero.
    #[inline(always)]
    pub fn neg(&self, a: &[u64; N]) -> [u64; N] {
        self.sub(&[0; N], a)
    }

    /// `a / 2 mod p`: `a` or `a + p`, whichever is even, halved.
    #[inline(always)]
    pub const fn halve(&self, a: &[u64; N]) -> [u64; N] {
        let (even, carry) = add(a, &select(&[0; N], &self.modulus, a[0] & 1));
        halve(&even, carry)
    }

    /// `a b R^-1 mod p`, by the fastest backend of this processor. `a < p`; `b` may be any `N` limbs.
    #[inline(always)]
    pub fn mul(&self, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        crate::count::multiplication();
        crate::backend::mul(self, a, b)
    }

    /// `a^2 R^-1 mod p`, by the fastest backend of this processor.
    #[inline(always)]
    pub fn square(&self, a: &[u64; N]) -> [u64; N] {
        crate::count::squaring();
        crate::backend::mul(self, a, a)
    }

    /// A number congruent to `a b R^-1`, below `K p` with `K` from [`unreduced_multiple`](Self::unreduced_multiple).
    ///
    /// `a < k p`, `b < l p`, for a pair `k, l` that has such a multiple. No final subtraction.
    #[inline(always)]
    pub fn mul_unreduced(&self, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        crate::count::multiplication();
        crate::backend::mul(self, a, b)
    }

    /// As [`mul_unreduced`](Self::mul_unreduced) of `a` by itself.
    #[inline(always)]
    pub fn square_unreduced(&self, a: &[u64; N]) -> [u64; N] {
        crate::count::squaring();
        crate::backend::mul(self, a, a)
    }

    /// The least `K` for which every backend keeps [`mul_unreduced`](Self::mul_unreduced) of `a < k p` and `b < l p` below
    /// `K p <= R`; `None` if some backend cannot take such operands, or not without a carry beyond `N` limbs.
    ///
    /// The result is below `a b / R + p (1 + 2^-62)`: the last two rounds divide what the folds before them added by
    /// `2^128`, and it was below `2^129 p`. Hence `K = ceil(k l p / R + 2^-62) + 1`. Within the kernels, sums stay below
    /// `2^64 (a + p + rho_1 + rho_2)`, with `rho_i = 2^(-64 i) mod p`, and have `N + 1` limbs; so `k p + p + rho_1 + rho_2` must not
    /// exceed `R`.
    pub const fn unreduced_multiple(&self, k: u64, l: u64) -> Option<u64> {
        let Some(product) = k.checked_mul(l) else { return None };
        // k p + p + rho_1 + rho_2 <= R - 1: not a limb more.
        let (mut sum, mut above) = times(&self.modulus, k);
        let mut i = 0;
        while i < 3 {
            let carry;
            (sum, carry) = add(&sum, if i == 0 { &self.modulus } else { &self.folds[i - 1] });
            above += carry;
            i += 1;
        }
        if above != 0 {
            return None;
        }
        // ceil(k l p / R + 2^-62): the high limb, and one more, for what is below it and the epsilon do not add up to more
        // than one unless the top limb is within 4 of all ones.
        let (low, high) = times(&self.modulus, product);
        let multiple = high + 2 + (low[N - 1] >= u64::MAX - 4) as u64;
        let (_, above) = times(&self.modulus, multiple);
        if above == 0 { Some(multiple) } else { None }
    }

    /// The stored form `a R mod p` of any `N`-limb integer `a`, reduced or not.
    #[inline(always)]
    pub fn enter(&self, a: &[u64; N]) -> [u64; N] {
        self.mul(&self.radix_squared, a)
    }

    /// As [`enter`](Self::enter), by the portable kernel: for constants.
    pub const fn enter_portable(&self, a: &[u64; N]) -> [u64; N] {
        self.mul_portable(&self.radix_squared, a)
    }

    /// The integer `a R^-1 mod p` that `a` is the stored form of.
    #[inline(always)]
    pub fn leave(&self, a: &[u64; N]) -> [u64; N] {
        self.mul(a, &crate::words::from_word(1))
    }

    /// As [`leave`](Self::leave), by the portable kernel: for constants.
    pub const fn leave_portable(&self, a: &[u64; N]) -> [u64; N] {
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

    /// `top 2^(64 N) + a`, a number below `2 p`, brought below `p` without a branch.
    #[inline(always)]
    const fn subtract_once(&self, a: &[u64; N], top: u64) -> [u64; N] {
        let (difference, borrow) = sub(a, &self.modulus);
        // a + top 2^(64 N) < p exactly if the subtraction borrows and there is no top bit to borrow from. Were the
        // two bits not hidden from the compiler, it would test one after the other.
        let (borrow, top) = (black_box(borrow), black_box(top));
        select(&difference, a, borrow & (top ^ 1))
    }
}

/// `word a` as `(low N limbs, high limb)`.
const fn times<const N: usize>(a: &[u64; N], word: u64) -> ([u64; N], u64) {
    let mut product = [0; N];
    let mut carry = 0;
    let mut i = 0;
    while i < N {
        (product[i], carry) = mac(0, a[i], word, carry);
        i += 1;
    }
    (product, carry)
}

/// `-p^-1 mod 2^64` for odd `p`: Newton's iteration doubles the number of right bits, and `p p = 1 mod 8`
/// gives three to begin with (3, 6, 12, 24, 48, 96).
const fn negated_inverse(p: u64) -> u64 {
    let mut inverse = p;
    let mut i = 0;
    while i < 5 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(p.wrapping_mul(inverse)));
        i += 1;
    }
    inverse.wrapping_neg()
}
