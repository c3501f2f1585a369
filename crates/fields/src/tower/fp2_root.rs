//! Square roots in quadratic extensions.
//!
//! Let `a = a0 + a1 u` with `u^2 = -q`. Its norm `n = a0^2 + q a1^2` is a square in `Fp` exactly if `a` is a square in
//! `Fp2`: `a^((p^2 - 1) / 2) = n^((p - 1) / 2)`. A root `x = x0 + x1 u` satisfies
//!
//! ```text
//! x0^2 - q x1^2 = a0,   2 x0 x1 = a1,   x0^2 + q x1^2 = m   with m^2 = n (the norm of x)
//! ```
//!
//! so `x0^2 = (a0 + m) / 2` for one of the two `m`. Conversely, a root `x0 != 0` of either `d = (a0 + m) / 2` or
//! `(a0 - m) / 2` gives the root `x0 + a1 / (2 x0) u` of `a`. For `a1 != 0` the product of these two is
//! `(a0^2 - n) / 4 = -q a1^2 / 4`, which is not a square, so exactly one of them is a square, and neither is zero. For
//! `a1 = 0`, either `a0` is a square and `x = sqrt(a0)`, or `a0 / -q` is one and `x = sqrt(a0 / -q) u`.
//!
//! If `u^2 = -1`, so that `p = 3 mod 4`, one power decides which of the two is a square and gives the root. Let
//! `s = (a0 + m) / 2` and `w = s^((p - 3) / 4)`, so `w^2 s` is 1 or -1. Because of `s^2 - a1^2 / 4 = a0 s`:
//!
//! * If `w^2 s = 1`, then `x = s w + a1 w / 2 u` is a root: `2 x0 x1 = w^2 s a1 = a1`, and
//!   `x0^2 - x1^2 = w^2 (s^2 - a1^2 / 4) = a0`.
//! * If `w^2 s = -1`, then `x = a1 w / 2 - s w u` is a root, by the same products with the opposite sign.
//!
//! Source: the complex method of G. Adj, F. Rodriguez-Henriquez, "Square root computation over even extension fields",
//! 2012, section 5.

use super::{Fp2, TowerModulus};
use vorpal_limbs::count::{self, Timer};

use crate::{Fe, Field};

/// The number of elements that batches process at a time, on the stack.
const AT_ONCE: usize = 64;

impl<M: TowerModulus<N>, const N: usize> Fp2<M, N> {
    /// `1 / -q`.
    fn inverse_of_square_of_u() -> Fe<M, N> {
        // The modulus is larger than q, so q has an inverse.
        -Fe::<M, N>::small(M::Q).invert_vartime().unwrap_or(Fe::ONE)
    }

    /// The Legendre symbol: 0 for zero, 1 for other squares, -1 for non-squares. The symbol of the norm in `Fp`.
    pub fn legendre(&self) -> i8 {
        self.norm().legendre()
    }

    /// The Legendre symbol, as [`legendre`](Self::legendre), in variable time.
    pub fn legendre_vartime(&self) -> i8 {
        self.norm().legendre_vartime()
    }

    /// A square root, `None` if there is none; zero for zero. Two roots in `Fp`; for `u^2` other than -1 also a symbol
    /// and an inversion. Time depends on the element.
    #[must_use]
    pub fn sqrt_vartime(&self) -> Option<Self> {
        if self.c1.is_zero_vartime() {
            return root_of_rational_vartime(&self.c0);
        }
        let m = self.norm().sqrt_vartime()?;
        if M::Q == 1 {
            count::square_roots(1);
            let _timer = Timer::square_roots();
            let s = (self.c0 + m).halve();
            return Some(self.root_by_power_vartime(&s, &s.root_power()));
        }
        let x0 = self.square_of_real_part_vartime(&m).sqrt_vartime()?;
        let inverse = x0.double().invert_vartime()?;
        Some(Self { c0: x0, c1: self.c1 * inverse })
    }

    /// The root for `u^2 = -1` and `c1 != 0`, given `s` and its power `w`.
    fn root_by_power_vartime(&self, s: &Fe<M, N>, w: &Fe<M, N>) -> Self {
        let (first, second) = (*s * *w, self.c1.halve() * *w);
        if first * *w == Fe::ONE { Self { c0: first, c1: second } } else { Self { c0: second, c1: -first } }
    }

    /// `(c0 + m) / 2` or `(c0 - m) / 2`, whichever is a square.
    fn square_of_real_part_vartime(&self, m: &Fe<M, N>) -> Fe<M, N> {
        let candidate = (self.c0 + *m).halve();
        if candidate.legendre_vartime() >= 0 { candidate } else { candidate - *m }
    }

    /// [`sqrt_vartime`](Self::sqrt_vartime) of each value, with roots and inversions in batches.
    ///
    /// # Panics
    /// If the slices differ in length.
    #[allow(clippy::panic, reason = "slices of different lengths are a bug of the caller")]
    pub fn sqrt_batch_vartime(values: &[Self], roots: &mut [Option<Self>]) {
        assert!(values.len() == roots.len(), "as many roots as values");
        for (values, roots) in values.chunks(AT_ONCE).zip(roots.chunks_mut(AT_ONCE)) {
            roots_at_once_vartime(values, roots);
        }
    }
}

/// As [`Fp2::sqrt_batch_vartime`], for at most [`AT_ONCE`] values.
fn roots_at_once_vartime<M: TowerModulus<N>, const N: usize>(
    values: &[Fp2<M, N>],
    roots: &mut [Option<Fp2<M, N>>],
) {
    let number = values.len();
    let (mut squares, mut found) = ([Fe::ZERO; AT_ONCE], [None; AT_ONCE]);
    for (square, value) in squares.iter_mut().zip(values) {
        *square = value.norm();
    }
    Field::sqrt_batch_vartime(&squares[..number], &mut found[..number]);
    if M::Q == 1 {
        let mut powers = squares;
        for (i, value) in values.iter().enumerate() {
            squares[i] = found[i].map_or(Fe::ONE, |m| (value.c0 + m).halve());
            powers[i] = squares[i];
        }
        Fe::root_power_batch(&mut powers[..number]);
        for (i, (root, value)) in roots.iter_mut().zip(values).enumerate() {
            *root = match found[i] {
                _ if value.c1.is_zero_vartime() => root_of_rational_vartime(&value.c0),
                Some(_) => Some(value.root_by_power_vartime(&squares[i], &powers[i])),
                None => None,
            };
        }
        return;
    }
    for ((square, value), m) in squares.iter_mut().zip(values).zip(&found) {
        *square = m.map_or(Fe::ZERO, |m| value.square_of_real_part_vartime(&m));
    }
    let has_norm = found.map(|m| m.is_some());
    Field::sqrt_batch_vartime(&squares[..number], &mut found[..number]);
    let mut inverses = found.map(|root| root.unwrap_or(Fe::ZERO).double());
    Field::batch_invert(&mut inverses[..number]);
    for (i, (root, value)) in roots.iter_mut().zip(values).enumerate() {
        *root = match found[i] {
            _ if value.c1.is_zero_vartime() => root_of_rational_vartime(&value.c0),
            Some(c0) if has_norm[i] => Some(Fp2 { c0, c1: value.c1 * inverses[i] }),
            _ => None,
        };
    }
}

/// A root of an element of `Fp`, which always exists in `Fp2`.
fn root_of_rational_vartime<M: TowerModulus<N>, const N: usize>(value: &Fe<M, N>) -> Option<Fp2<M, N>> {
    match value.sqrt_vartime() {
        Some(c0) => Some(c0.into()),
        None => {
            let c1 = (*value * Fp2::<M, N>::inverse_of_square_of_u()).sqrt_vartime()?;
            Some(Fp2 { c0: Fe::ZERO, c1 })
        }
    }
}
