//! A pass over a block above the tiles: sixteen columns at a time.

use vorpal_fields::{LANES, PackedField, PrimeField, SignedField, prefetch};

use super::workspace::Workspace;
use crate::twiddles::Twiddles;

/// The place of a pass: its first level, the block at that level, and the number of levels.
#[derive(Clone, Copy)]
pub(super) struct Pass {
    pub(super) level: u32,
    pub(super) block: usize,
    pub(super) levels: u32,
}

impl Pass {
    /// Loads the factors: one in all lanes for each of the blocks into which the levels split the block.
    fn load_factors<F: PrimeField>(self, workspace: &mut Workspace<F>, twiddles: &Twiddles<F>) {
        for level in 0..self.levels {
            let count = 1 << level;
            let factors = &twiddles.level(self.level + level)[self.block << level..][..count];
            for (packed, factor) in workspace.factors[count - 1..].iter_mut().zip(factors) {
                packed.read_raw(&[factor; LANES], |factor| factor);
            }
        }
    }
}

/// The pass on some columns of the block. The `2^levels` rows are parts of equal length, a multiple of 16.
pub(super) fn split<F: PrimeField>(
    rows: &mut [&mut [F]],
    pass: Pass,
    workspace: &mut Workspace<F>,
    twiddles: &Twiddles<F>,
) {
    pass.load_factors(workspace, twiddles);
    let first_is_one = twiddles.is_one(pass.block);
    each_column(rows, workspace, |workspace| workspace.split(pass.levels, first_is_one));
}

/// The inverse of [`split`], times `2^levels`, for the inverse factors.
pub(super) fn join<F: PrimeField>(
    rows: &mut [&mut [F]],
    pass: Pass,
    workspace: &mut Workspace<F>,
    twiddles: &Twiddles<F>,
) {
    pass.load_factors(workspace, twiddles);
    let first_is_one = twiddles.is_one(pass.block);
    each_column(rows, workspace, |workspace| workspace.join(pass.levels, first_is_one));
}

/// Loads, changes and stores sixteen columns after another. Rows are apart by powers of two, which hardware prefetches
/// badly: the next columns are prefetched.
fn each_column<F: PrimeField>(
    rows: &mut [&mut [F]],
    workspace: &mut Workspace<F>,
    change: impl Fn(&mut Workspace<F>),
) {
    let columns = rows.first().map_or(0, |row| row.len());
    for column in (0..columns).step_by(LANES) {
        for (packed, row) in workspace.values.iter_mut().zip(rows.iter()) {
            packed.read(&row[column..][..LANES], |element| element);
            row.get(column + LANES..column + 2 * LANES).into_iter().flatten().for_each(prefetch);
        }
        change(workspace);
        for (packed, row) in workspace.values.iter().zip(rows.iter_mut()) {
            packed.store(&mut row[column..][..LANES], |element| element);
        }
    }
}
