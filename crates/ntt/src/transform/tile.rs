//! The last four levels: sixteen blocks of sixteen elements, a block a lane.

use vorpal_fields::{LANES, PackedField, PrimeField, SignedField};

use super::TILE;
use super::workspace::Workspace;
use crate::twiddles::Twiddles;

/// The levels below a group of sixteen neighbours.
const LEVELS: u32 = LANES.trailing_zeros();

/// The last four levels of a transform, on the tile that starts at block `16 index` of the first of them.
pub(super) fn split<F: PrimeField>(
    tile: &mut [F],
    level: u32,
    index: usize,
    workspace: &mut Workspace<F>,
    twiddles: &Twiddles<F>,
) {
    load(tile, level, index, workspace, twiddles);
    workspace.split(LEVELS, false);
    store(tile, workspace);
}

/// The inverse of [`split`], times 16 and the scale, for the inverse factors.
pub(super) fn join<F: PrimeField>(
    tile: &mut [F],
    level: u32,
    index: usize,
    workspace: &mut Workspace<F>,
    twiddles: &Twiddles<F>,
) {
    load(tile, level, index, workspace, twiddles);
    for value in &mut workspace.values {
        value.mul_assign(&workspace.scale);
    }
    workspace.join(LEVELS, false);
    store(tile, workspace);
}

/// Loads element `i` of all groups into value `i`, and the factors: those of lane `i` are of the blocks that group `i`
/// is split into.
fn load<F: PrimeField>(
    tile: &[F],
    level: u32,
    index: usize,
    workspace: &mut Workspace<F>,
    twiddles: &Twiddles<F>,
) {
    debug_assert_eq!(tile.len(), TILE);
    let (groups, _) = tile.as_chunks::<LANES>();
    for (i, value) in workspace.values.iter_mut().enumerate() {
        value.read(groups, |group| &group[i]);
    }
    let factors = |below: u32| &twiddles.level(level + below)[(index * LANES) << below..][..LANES << below];
    load_factors::<F, 1>(&mut workspace.factors, factors(0));
    load_factors::<F, 2>(&mut workspace.factors, factors(1));
    load_factors::<F, 4>(&mut workspace.factors, factors(2));
    load_factors::<F, 8>(&mut workspace.factors, factors(3));
}

/// Loads the factors of a level, at which each group has `BLOCKS` blocks.
fn load_factors<F: PrimeField, const BLOCKS: usize>(packed: &mut [F::Packed; LANES - 1], factors: &[F]) {
    let (groups, _) = factors.as_chunks::<BLOCKS>();
    for (i, packed) in packed[BLOCKS - 1..].iter_mut().take(BLOCKS).enumerate() {
        packed.read_raw(groups, |group| &group[i]);
    }
}

/// Stores the values of all groups.
fn store<F: PrimeField>(tile: &mut [F], workspace: &Workspace<F>) {
    let (groups, _) = tile.as_chunks_mut::<LANES>();
    for (i, value) in workspace.values.iter().enumerate() {
        value.store(groups, |group| &mut group[i]);
    }
}
