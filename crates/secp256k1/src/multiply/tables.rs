//! The generator's tables, built on first use.

use alloc::boxed::Box;

use once_cell::race::OnceBox;
use vorpal_curves::secp256k1::Secp256k1;

use super::{Comb, GeneratorTable, Multiples};
use crate::Error;

/// The width of [`Multiples`] unless another is asked for.
const WIDTH: usize = 11;
/// The bits of the windows of [`GeneratorTable`]: 112 KiB. Seven bits take four times as much and save 3 additions of
/// 22.
const LANE_WIDTH: usize = 6;

// Threads that come first together build a table each, and one of them is kept: nobody waits for another, whatever pool
// they are in, and there need be no operating system.
static COMB: OnceBox<Comb<Secp256k1>> = OnceBox::new();
static MULTIPLES: OnceBox<Multiples<Secp256k1>> = OnceBox::new();
static LANES: OnceBox<GeneratorTable<Secp256k1>> = OnceBox::new();

pub(crate) fn comb() -> &'static Comb<Secp256k1> {
    COMB.get_or_init(|| Box::new(Comb::new()))
}

pub(crate) fn multiples() -> &'static Multiples<Secp256k1> {
    multiples_of(WIDTH)
}

/// The tables that are there, or new ones for a width.
fn multiples_of(width: usize) -> &'static Multiples<Secp256k1> {
    MULTIPLES.get_or_init(|| Box::new(Multiples::new(width)))
}

pub(crate) fn lane_table() -> &'static GeneratorTable<Secp256k1> {
    LANES.get_or_init(|| Box::new(GeneratorTable::new(LANE_WIDTH)))
}

/// Builds the generator's tables now, so that no later call has to, with digits of `width` bits for verification and
/// recovery: `2^(width + 1)` points of 64 bytes. Without this call the first use builds them for `width = 11`, 256 KiB,
/// in some two milliseconds; wider tables save a few additions and may fall out of the cache. Signing and batches have
/// tables of their own, of 52 and 112 KiB.
///
/// # Errors
/// [`Error::TableWidth`] unless `2 <= width <= 15`, [`Error::TablesExist`] if they are there already with another
/// width.
pub fn build_tables(width: usize) -> Result<(), Error> {
    if !(2..=15).contains(&width) {
        return Err(Error::TableWidth { width });
    }
    let existing = multiples_of(width).width();
    comb();
    lane_table();
    if existing == width { Ok(()) } else { Err(Error::TablesExist { width: existing }) }
}
