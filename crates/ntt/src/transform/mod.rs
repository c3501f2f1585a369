//! Transforms: `log2 n` levels of butterflies, see [`Twiddles`](crate::twiddles::Twiddles).
//!
//! Blocks are transformed depth first. A pass over a block does up to four levels and splits it into up to 16 blocks,
//! which are then transformed one after another. So all levels of a block that fits a cache are done in that cache,
//! and a list of `2^20` elements passes through memory twice. The six-step algorithm also does so, but it has
//! to transpose.
//!
//! In vectors, 16 neighbours are the lanes of a packed value, as long as they are in one block. They share a factor.
//! The last four levels split such groups. A [`TILE`] of 16 groups is transposed for them while it is loaded, so that
//! the lanes are 16 groups with one factor each.

pub(crate) mod batch;
mod columns;
pub(crate) mod packed;
#[cfg(feature = "parallel")]
pub(crate) mod parallel;
pub(crate) mod single;
mod tile;
mod workspace;

use vorpal_fields::LANES;

/// The number of elements of a tile, the smallest list that is transformed in vectors.
pub(crate) const TILE: usize = LANES * LANES;

/// The levels of a pass over a block of `size` elements above the tiles: four, or fewer in the first pass, so that
/// all others have four.
fn levels_of_pass(size: usize) -> u32 {
    match (size / LANES).trailing_zeros() % 4 {
        0 => 4,
        rest => rest,
    }
}
