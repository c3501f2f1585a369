//! The factors that turn a cofactor into an inverse.

use super::SHIFTS;
use crate::Montgomery;

/// The number of stored factors: enough for every modulus of up to seven limbs. Later ones are derived from the last.
const STORED: usize = 16;

/// `R^3 / c mod p` for each number of batches, where `c` is the scale of [`Inversion`](super::Inversion) after them.
///
/// A batch without a reduction multiplies `c` by `2^58`, and the others divide it by `64`. Those without a reduction
/// come first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scales<const N: usize> {
    /// The number of batches without a reduction.
    unreduced: usize,
    /// The factors after one batch, two batches, and so on.
    stored: [[u64; N]; STORED],
}

impl<const N: usize> Scales<N> {
    /// The factors of a ring for this number of batches without a reduction.
    pub(super) const fn new(ring: &Montgomery<N>, unreduced: usize) -> Self {
        let mut scales = Self { unreduced, stored: [[0; N]; STORED] };
        // R^3.
        let mut scale = ring.to_montgomery_portable(&ring.to_montgomery_portable(ring.one()));
        let mut batch = 0;
        while batch < STORED {
            scale = scales.next(ring, &scale, batch);
            scales.stored[batch] = scale;
            batch += 1;
        }
        scales
    }

    /// The number of batches without a reduction.
    #[inline(always)]
    pub(super) const fn unreduced(&self) -> usize {
        self.unreduced
    }

    /// The factor after this number of batches, at least one: a look-up, and a division or six additions for each batch
    /// from the seventeenth on. Time depends on `batches`.
    #[inline(always)]
    pub(super) fn after(&self, ring: &Montgomery<N>, batches: usize) -> [u64; N] {
        let mut scale = self.stored[(batches - 1).min(STORED - 1)];
        for batch in STORED..batches {
            scale = self.next(ring, &scale, batch);
        }
        scale
    }

    /// The factor after the batch of this number, which counts from zero, from the factor before it.
    #[inline(always)]
    const fn next(&self, ring: &Montgomery<N>, scale: &[u64; N], batch: usize) -> [u64; N] {
        if batch < self.unreduced {
            return ring.divide_by_power_of_two(scale, SHIFTS as usize);
        }
        let mut next = *scale;
        let mut i = SHIFTS;
        while i < 64 {
            next = ring.add_portable(&next, &next);
            i += 1;
        }
        next
    }
}
