//! Square roots.
//!
//! With `p - 1 = 2^s t` and odd `t`, let `w = a^((t - 1) / 2)`. Then
//!
//! `(a w)^2 = a b` and `w^2 = a^-1 b` with `b = a w^2 = a^t`,
//!
//! and the order of `b` divides `2^s`. It divides `2^(s - 1)` exactly if `a` is a square (or zero, where `b = 0`). So
//! if `c^2 = b^-1`, then `a w c` is a root of `a`, and `w c` one of `a^-1`. For `a = u v` the latter gives a root of
//! the ratio `u / v` without an inversion: `u w c`, because `u^2 / (u v) = u / v`.
//!
//! The power is computed by an [addition chain](crate::addition_chain). If `p = 3 mod 4`, `c = 1`, and
//! `b` is 1 or -1 unless `a` is zero.
//! Otherwise `c` is computed
//!
//! * from [`tables`] of discrete logarithms, where time may depend on values;
//! * by the algorithm of Tonelli and Shanks (RFC 9380, appendix I.4) in constant time: for `i = s, ..., 2`, if
//!   `b^(2^(i - 2))` is not 1, multiply `c` by `z^(2^(s - i))` and `b` by the square of that, where `z` has order
//!   `2^s`. The order of `b` then divides `2^(i - 2)`; at the end `b = 1`.

mod batch;
mod ratio;
#[cfg(feature = "std")]
mod tables;

use subtle::{ConditionallySelectable, ConstantTimeEq, CtOption};
use vorpal_limbs::count::{self, Timer};
use vorpal_limbs::words;

use crate::addition_chain::{AdditionChain, Power, exponent};
use crate::power::sliding_windows;
use crate::{Chain, Fe, Modulus};

pub use ratio::NonSquare;
#[cfg(feature = "std")]
use tables::{Tables, WINDOWS};

/// Storage for the tables of the square roots of a prime. It is initialised on first use, with an allocation; without
/// the feature `std` it remains empty.
///
/// A prime has one in a `static`, which [`Modulus::root_tables`] returns.
pub struct RootTables<M: Modulus<N>, const N: usize> {
    #[cfg(feature = "std")]
    tables: std::sync::OnceLock<Option<Tables<M, N>>>,
    #[cfg(not(feature = "std"))]
    modulus: core::marker::PhantomData<fn() -> M>,
}

impl<M: Modulus<N>, const N: usize> RootTables<M, N> {
    /// Empty tables.
    #[must_use]
    #[allow(clippy::new_without_default, reason = "for statics")]
    pub const fn new() -> Self {
        Self {
            #[cfg(feature = "std")]
            tables: std::sync::OnceLock::new(),
            #[cfg(not(feature = "std"))]
            modulus: core::marker::PhantomData,
        }
    }

    #[cfg(feature = "std")]
    #[inline(always)]
    fn get(&self) -> Option<&Tables<M, N>> {
        self.tables.get_or_init(|| Tables::new(M::ROOT_WINDOW)).as_ref()
    }
}

impl<M: Modulus<N>, const N: usize> Fe<M, N> {
    /// `(t - 1) / 2`.
    pub(crate) const HALF_ODD_FACTOR: [u64; N] = words::halve(&Self::ODD_FACTOR, 0);

    /// A chain for it, if the prime defines one.
    const ROOT_CHAIN: Option<AdditionChain> = if M::ROOT_CHAIN.is_empty() {
        None
    } else {
        let same = match exponent::<N>(M::ROOT_CHAIN) {
            Some(exponent) => words::is_zero(&words::sub(&exponent, &Self::HALF_ODD_FACTOR).0) == 1,
            None => false,
        };
        assert!(same, "the exponent of ROOT_CHAIN is not (t - 1) / 2");
        Some(AdditionChain::new(M::ROOT_CHAIN))
    };

    /// A square root; none if there is none, zero for zero. It is not specified which of the two roots is returned.
    ///
    /// Constant time. Cost for `k` bits: `k - s + s^2 / 2` S + about `(k - s) / 6 + 2 s` M; for `p = 3 mod 4`, `k` S
    /// and a few M.
    pub fn sqrt(&self) -> CtOption<Self> {
        let root = *self * self.inverse_root();
        CtOption::new(root, root.square().ct_eq(self))
    }

    /// A square root of `numerator / denominator`; none if there is none or the denominator is zero. It is not
    /// specified which of the two roots is returned.
    ///
    /// Constant time, and no inversion: [`sqrt`](Self::sqrt) + 2M.
    pub fn sqrt_ratio(numerator: &Self, denominator: &Self) -> CtOption<Self> {
        let root = *numerator * (*numerator * *denominator).inverse_root();
        let is_root = (root.square() * *denominator).ct_eq(numerator) & !denominator.is_zero();
        CtOption::new(root, is_root)
    }

    /// A square root, `None` if there is none; zero for zero. It is not specified which of the two roots is returned.
    ///
    /// Time depends on `self`, but the number of operations does not if the prime has [tables](Modulus::root_tables):
    /// for `s` bits in `k` windows (`M::ROOT_WINDOW`), the first of `f` bits, `s - f` S and `k (k + 1) / 2 + 2` M after
    /// the power by `M::ROOT_CHAIN`.
    pub fn sqrt_vartime(&self) -> Option<Self> {
        self.root_vartime(None)
    }

    /// A square root of `numerator / denominator`, `None` if there is none or the denominator is zero. It is not
    /// specified which of the two roots is returned. Time depends on the values.
    ///
    /// No inversion: [`sqrt_vartime`](Self::sqrt_vartime) + 2M.
    pub fn sqrt_ratio_vartime(numerator: &Self, denominator: &Self) -> Option<Self> {
        if *denominator == Self::ZERO {
            return None;
        }
        (*numerator * *denominator).root_vartime(Some(numerator))
    }

    /// The size in bytes of the tables of square roots, after the first root, if the prime has tables.
    #[cfg(feature = "std")]
    pub fn root_table_bytes() -> usize {
        M::root_tables().and_then(RootTables::get).map_or(0, Tables::bytes)
    }

    /// `w = self^((t - 1) / 2)`.
    #[inline(never)]
    pub(crate) fn root_power(&self) -> Self {
        Self::root_power_of(&Chain::from(*self)).reduce()
    }

    /// `base^((t - 1) / 2)`.
    #[inline(always)]
    pub(crate) fn root_power_of<P: Power>(base: &P) -> P {
        match const { &Self::ROOT_CHAIN } {
            Some(chain) => chain.run(base),
            None => sliding_windows(base, &Self::HALF_ODD_FACTOR),
        }
    }

    /// `self^(2^times)`. `times` S.
    #[inline(always)]
    fn square_times(&self, times: u32) -> Self {
        let mut power = *self;
        for _ in 0..times {
            power = power.square();
        }
        power
    }

    /// A root of `self^-1` if `self` is a square; arbitrary for zero. Constant time.
    fn inverse_root(&self) -> Self {
        count::square_roots(1);
        let _timer = Timer::square_roots();
        let mut root = self.root_power();
        let mut error = root.square() * *self;
        let mut c = Self::ROOT_OF_UNITY;
        for i in (2..=Self::TWO_ADICITY).rev() {
            let correct = !error.square_times(i - 2).ct_eq(&Self::ONE);
            root.conditional_assign(&(root * c), correct);
            c = c.square();
            error.conditional_assign(&(error * c), correct);
        }
        root
    }

    /// A root of `self`, or of `self / d^2` for `self = numerator d`, by the fastest available algorithm.
    fn root_vartime(&self, numerator: Option<&Self>) -> Option<Self> {
        count::square_roots(1);
        let _timer = Timer::square_roots();
        #[cfg(feature = "std")]
        if Self::TWO_ADICITY > 1
            && let Some(tables) = M::root_tables().and_then(RootTables::get)
        {
            let (root, is_square) = self.root_by(tables, numerator);
            return is_square.then_some(root);
        }
        self.root_by_order(numerator)
    }

    /// Computes a candidate for the root from tables, and whether it is a root.
    #[cfg(feature = "std")]
    #[inline(never)]
    fn root_by(&self, tables: &Tables<M, N>, numerator: Option<&Self>) -> (Self, bool) {
        let windows = &tables.windows;
        let last = windows.count - 1;
        let power = self.root_power();
        let product = power * *self;
        let mut root = match numerator {
            None => product,
            Some(numerator) => power * *numerator,
        };
        // powers[i] is b_i.
        let mut powers = [product * power; WINDOWS];
        for i in (0..last).rev() {
            powers[i] = powers[i + 1].square_times(windows.length(i + 1));
        }
        let mut is_square = true;
        for i in 0..=last {
            let l = tables.logarithm(i, &powers[i]);
            for k in i + 1..=last {
                powers[k] *= *tables.correction(k, i, l);
            }
            is_square &= i > 0 || l & 1 == 0;
            root *= *tables.root(i, l);
        }
        // Zero has no logarithm, so the result of the look-up is ignored.
        (root, is_square || *self == Self::ZERO)
    }

    /// The same root by the order of `b` (Tonelli and Shanks), without steps for orders that `b` does not have: about
    /// `s^2 / 4` S after the power, on average.
    fn root_by_order(&self, numerator: Option<&Self>) -> Option<Self> {
        let power = self.root_power();
        let product = power * *self;
        let mut root = numerator.map_or(product, |numerator| power * *numerator);
        let mut error = product * power;
        // c has order 2^order_bits throughout.
        let (mut c, mut order_bits) = (Self::ROOT_OF_UNITY, Self::TWO_ADICITY);
        while error != Self::ONE && error != Self::ZERO {
            if order_bits == 1 {
                return None; // -1 has the full order
            }
            let mut error_bits = 0; // error has order 2^error_bits
            let mut power = error;
            while power != Self::ONE {
                power = power.square();
                error_bits += 1;
            }
            if error_bits >= order_bits {
                return None; // only a non-square has an error of the full order
            }
            c = c.square_times(order_bits - error_bits - 1);
            root *= c;
            c = c.square();
            error *= c;
            order_bits = error_bits;
        }
        Some(root)
    }
}
