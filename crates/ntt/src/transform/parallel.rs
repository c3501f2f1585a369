//! Transforms in vectors, on the threads of the caller's rayon pool.

use alloc::vec::Vec;

use vorpal_fields::{LANES, PrimeField};

use super::columns::{self, Pass};
use super::workspace::Workspace;
use super::{levels_of_pass, packed};
use crate::twiddles::Twiddles;

/// The size of blocks that one thread transforms: 10 to 20 thousand butterflies, some hundred microseconds.
const BLOCK: usize = 1 << 12;

/// The columns that one thread takes at least: a pass on them has some thousand butterflies.
const COLUMNS: usize = 4 * LANES;

/// All levels from `level` on a block.
pub(crate) fn evaluate<F: PrimeField>(values: &mut [F], level: u32, block: usize, twiddles: &Twiddles<F>) {
    if values.len() <= BLOCK {
        return packed::split(values, level, block, &mut Workspace::new(), twiddles);
    }
    let pass = Pass { level, block, levels: levels_of_pass(values.len()) };
    vorpal_threads::for_each(pieces(values, pass.levels).into_iter(), |mut rows| {
        columns::split(&mut rows, pass, &mut Workspace::new(), twiddles);
    });
    let part = values.len() >> pass.levels;
    vorpal_threads::for_each(values.chunks_exact_mut(part).enumerate(), |(i, part)| {
        evaluate(part, level + pass.levels, block << pass.levels | i, twiddles);
    });
}

/// The inverse of [`evaluate`], for the inverse factors. `scale` is `1 / n` of the whole list, for raw loads.
pub(crate) fn interpolate<F: PrimeField>(
    values: &mut [F],
    level: u32,
    block: usize,
    twiddles: &Twiddles<F>,
    scale: &F,
) {
    if values.len() <= BLOCK {
        let mut workspace = Workspace::new();
        workspace.load_scale(scale);
        return packed::join(values, level, block, &mut workspace, twiddles);
    }
    let pass = Pass { level, block, levels: levels_of_pass(values.len()) };
    let part = values.len() >> pass.levels;
    vorpal_threads::for_each(values.chunks_exact_mut(part).enumerate(), |(i, part)| {
        interpolate(part, level + pass.levels, block << pass.levels | i, twiddles, scale);
    });
    vorpal_threads::for_each(pieces(values, pass.levels).into_iter(), |mut rows| {
        columns::join(&mut rows, pass, &mut Workspace::new(), twiddles);
    });
}

/// The rows of a block, cut into pieces of columns: at most four a thread.
fn pieces<F>(values: &mut [F], levels: u32) -> Vec<Vec<&mut [F]>> {
    let columns = values.len() >> levels;
    let width = (columns / (4 * vorpal_threads::number())).next_multiple_of(LANES).max(COLUMNS);
    let mut pieces: Vec<Vec<&mut [F]>> = Vec::new();
    pieces.resize_with(columns.div_ceil(width), || Vec::with_capacity(1 << levels));
    for row in values.chunks_exact_mut(columns) {
        for (piece, part) in pieces.iter_mut().zip(row.chunks_mut(width)) {
            piece.push(part);
        }
    }
    pieces
}
