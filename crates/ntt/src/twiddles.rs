//! Tables of the factors of butterflies.
//!
//! The evaluation of a polynomial `a` of degree below `n = 2^k` at all roots of `X^n - c^n` is `k` levels of divisions.
//! At level `l` there are `2^l` blocks; block `b` holds `a mod X^m - f^2` for `m = n / 2^l`, and
//!
//! ```text
//! X^m - f^2 = (X^(m/2) - f) (X^(m/2) + f).
//! ```
//!
//! The remainders of `low + high X^(m/2)` are `low + f high` and `low - f high`: one butterfly for each coefficient of
//! `low`, all with the same factor. With a primitive root `w` of order `n`, and the `l` bits of `b` reversed as
//! `rev(b)`,
//!
//! ```text
//! f(l, b) = c^(n / 2^(l + 1)) w^(rev(b) n / 2^(l + 1)).
//! ```
//!
//! By induction: block `2 b` at the next level has `f^2 = f(l, b)`, as `rev(2 b) = rev(b)`, and block `2 b + 1` has
//! `-f(l, b)`, as `rev(2 b + 1) = rev(b) + 2^l` and `w^(n / 2) = -1`. After all levels, position `b` holds the value at
//! `c w^rev(b)`: bit-reversed order.
//!
//! The factors without `c` do not depend on `l` but for their number, since `rev(b) / 2^l` does not change when `b`
//! gets leading zeros. So one table serves all levels of a subgroup. Those of a coset are a table for each level.

use alloc::collections::TryReserveError;
use alloc::vec::Vec;

use vorpal_fields::{LANES, PackedField, PrimeField};

/// The factors of all levels.
pub(crate) struct Twiddles<F> {
    factors: Vec<F>,
    /// Whether there is a table for each level: `2^l` factors from `2^l - 1`. Otherwise the first `2^l` are those of
    /// level `l`, and factor 0 is one.
    each_level: bool,
}

impl<F: PrimeField> Twiddles<F> {
    /// The factors of the subgroup that `root`, of order `2^log_size`, generates. `n / 2` multiplications. An error if
    /// there is no memory for them.
    pub(crate) fn subgroup(root: F, log_size: u32) -> Result<Self, TryReserveError> {
        let mut factors = Vec::new();
        factors.try_reserve_exact(1 << log_size.saturating_sub(1))?;
        factors.push(F::ONE);
        // w^(n / 4), w^(n / 8), ..: the factors of b = 1, 2, 4, ..
        let mut roots: Vec<F> = core::iter::successors(Some(root), |root| Some(root.square()))
            .take(log_size.saturating_sub(1) as usize)
            .collect();
        while let Some(root) = roots.pop() {
            for i in 0..factors.len() {
                factors.push(factors[i] * root);
            }
        }
        Ok(Self { factors, each_level: false })
    }

    /// The factors of the coset `c w^i`, from those of the subgroup. `n` multiplications. An error if there is no
    /// memory for them.
    pub(crate) fn coset(subgroup: &Self, shift: F, log_size: u32) -> Result<Self, TryReserveError> {
        let powers: Vec<F> = core::iter::successors(Some(shift), |power| Some(power.square()))
            .take(log_size as usize)
            .collect();
        let mut factors = Vec::new();
        factors.try_reserve_exact(1 << log_size)?;
        for (level, &power) in powers.iter().rev().enumerate() {
            factors.extend(subgroup.factors[..1 << level].iter().map(|&factor| factor * power));
        }
        Ok(Self { factors, each_level: true })
    }

    /// Replaces the factors by those that packed raw loads turn into the factors themselves.
    pub(crate) fn into_raw(mut self) -> Self {
        for factors in self.factors.chunks_mut(LANES) {
            F::Packed::load(factors, |factor| factor).store_raw(factors, |factor| factor);
        }
        self
    }

    /// The factors of the blocks of a level.
    pub(crate) fn level(&self, level: u32) -> &[F] {
        &self.factors[self.first(level)..][..1 << level]
    }

    /// The position of the factor of the first block of a level among [all](Self::all).
    pub(crate) fn first(&self, level: u32) -> usize {
        if self.each_level { (1 << level) - 1 } else { 0 }
    }

    /// All factors.
    pub(crate) fn all(&self) -> &[F] {
        &self.factors
    }

    /// Whether the factor of a block is one at every level: a butterfly has no multiplication.
    pub(crate) fn is_one(&self, block: usize) -> bool {
        block == 0 && !self.each_level
    }
}
