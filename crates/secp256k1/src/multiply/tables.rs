//! The generator's tables, built on first use.

use std::sync::OnceLock;

use vorpal_curves::secp256k1::Secp256k1;

use super::{Comb, GeneratorTable, Multiples};
use crate::Error;

/// The width of [`Multiples`] unless another is asked for.
const WIDTH: usize = 11;

static COMB: OnceLock<Comb<Secp256k1>> = OnceLock::new();
static MULTIPLES: OnceLock<Multiples<Secp256k1>> = OnceLock::new();

/// The bits of the windows of [`GeneratorTable`]: 112 KiB. Seven bits take four times as much and save 1.5 % of the time.
const LANE_WIDTH: usize = 6;

static LANES: OnceLock<GeneratorTable<Secp256k1>> = OnceLock::new();

pub(crate) fn lane_table() -> &'static GeneratorTable<Secp256k1> {
    LANES.get_or_init(|| GeneratorTable::new(LANE_WIDTH))
}

pub(crate) fn comb() -> &'static Comb<Secp256k1> {
    COMB.get_or_init(Comb::new)
}

pub(crate) fn multiples() -> &'static Multiples<Secp256k1> {
    MULTIPLES.get_or_init(|| Multiples::new(WIDTH))
}

/// Builds the generator's tables now, so that no later call has to, with digits of `width` bits for verification and
/// recovery: `2^(width + 1)` points of 64 bytes. Without this call the first use builds them for `width = 11`, 256 KiB, in some
/// two milliseconds; wider tables save a few additions and may fall out of the cache. Signing and
/// batches have tables of their own, of 52 and 112 KiB.
///
/// # Errors
/// [`Error::TableWidth`] unless `2 <= width <= 15`, [`Error::TablesExist`] if they are there already with another width.
pub fn build_tables(width: usize) -> Result<(), Error> {
    if !(2..=15).contains(&width) {
        return Err(Error::TableWidth { width });
    }
    let existing = MULTIPLES.get_or_init(|| Multiples::new(width)).width();
    comb();
    lane_table();
    if existing == width { Ok(()) } else { Err(Error::TablesExist { width: existing }) }
}
