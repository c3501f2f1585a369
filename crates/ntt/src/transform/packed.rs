//! Transforms in vectors, on one thread.

use vorpal_fields::{LANES, PrimeField};

use super::columns::{self, Pass};
use super::workspace::Workspace;
use super::{TILE, levels_of_pass, tile};
use crate::twiddles::Twiddles;

/// Coefficients in natural order to values in bit-reversed order. At least [`TILE`] elements.
pub(crate) fn evaluate<F: PrimeField>(values: &mut [F], twiddles: &Twiddles<F>) {
    split(values, 0, 0, &mut Workspace::new(), twiddles);
}

/// The inverse of [`evaluate`], for the inverse factors. `scale` is `1 / n` for raw loads.
pub(crate) fn interpolate<F: PrimeField>(values: &mut [F], twiddles: &Twiddles<F>, scale: &F) {
    let mut workspace = Workspace::new();
    workspace.load_scale(scale);
    join(values, 0, 0, &mut workspace, twiddles);
}

/// All levels from `level` on a block.
pub(super) fn split<F: PrimeField>(
    values: &mut [F],
    level: u32,
    block: usize,
    workspace: &mut Workspace<F>,
    twiddles: &Twiddles<F>,
) {
    let levels = levels_of_pass(values.len());
    columns::split(
        &mut rows(values, levels)[..1 << levels],
        Pass { level, block, levels },
        workspace,
        twiddles,
    );
    if values.len() == TILE {
        return tile::split(values, level + levels, block, workspace, twiddles);
    }
    let part = values.len() >> levels;
    for (i, part) in values.chunks_exact_mut(part).enumerate() {
        split(part, level + levels, block << levels | i, workspace, twiddles);
    }
}

/// The inverse of [`split`], times the number of elements and the scale, for the inverse factors.
pub(super) fn join<F: PrimeField>(
    values: &mut [F],
    level: u32,
    block: usize,
    workspace: &mut Workspace<F>,
    twiddles: &Twiddles<F>,
) {
    let levels = levels_of_pass(values.len());
    if values.len() == TILE {
        tile::join(values, level + levels, block, workspace, twiddles);
    } else {
        let part = values.len() >> levels;
        for (i, part) in values.chunks_exact_mut(part).enumerate() {
            join(part, level + levels, block << levels | i, workspace, twiddles);
        }
    }
    columns::join(
        &mut rows(values, levels)[..1 << levels],
        Pass { level, block, levels },
        workspace,
        twiddles,
    );
}

/// The parts of a block into which a pass splits it; the remaining rows are empty.
fn rows<F>(values: &mut [F], levels: u32) -> [&mut [F]; LANES] {
    let mut parts = values.chunks_exact_mut(values.len() >> levels);
    core::array::from_fn(|_| parts.next().unwrap_or_default())
}
