//! The generator's tables of each curve, which are built on first use.

use alloc::boxed::Box;

use once_cell::race::OnceBox;
use vorpal_curves::p256::P256;
use vorpal_curves::secp256k1::Secp256k1;

use super::generator::{Comb, WnafTable};
use super::packed::{GeneratorTable, PackedTable, WindowTable};
use crate::Error;
use crate::curve::FourLimbCurve;

/// A curve for signatures, with tables of multiples of its generator: [`Secp256k1`] and [`P256`]. Other crates cannot
/// implement it, as the types of the tables are private.
pub trait SignatureCurve: FourLimbCurve {
    /// The type of the multiples for packed scalars: digits depend on whether the curve has an endomorphism.
    #[doc(hidden)]
    type PackedTable: PackedTable<Self>;

    /// Multiples of the generator for secret scalars.
    #[doc(hidden)]
    fn comb() -> &'static Comb<Self>;

    /// Multiples of the generator for one public scalar at a time.
    #[doc(hidden)]
    fn wnaf_table() -> &'static WnafTable<Self>;

    /// Multiples of the generator for packed public scalars.
    #[doc(hidden)]
    fn packed_table() -> &'static Self::PackedTable;
}

impl SignatureCurve for Secp256k1 {
    type PackedTable = GeneratorTable<Self>;

    fn comb() -> &'static Comb<Self> {
        COMB.get_or_init(|| Box::new(Comb::new()))
    }

    fn wnaf_table() -> &'static WnafTable<Self> {
        wnaf_table_of(WIDTH)
    }

    fn packed_table() -> &'static GeneratorTable<Self> {
        LANES.get_or_init(|| Box::new(GeneratorTable::new(LANE_WIDTH)))
    }
}

impl SignatureCurve for P256 {
    type PackedTable = WindowTable<Self>;

    fn comb() -> &'static Comb<Self> {
        P256_COMB.get_or_init(|| Box::new(Comb::new()))
    }

    fn wnaf_table() -> &'static WnafTable<Self> {
        P256_WNAF_TABLE.get_or_init(|| Box::new(WnafTable::new(WIDTH)))
    }

    fn packed_table() -> &'static WindowTable<Self> {
        P256_LANES.get_or_init(|| Box::new(WindowTable::new(P256_LANE_WIDTH)))
    }
}

/// The default width of [`WnafTable`].
const WIDTH: usize = 11;
/// The width of the windows of [`GeneratorTable`] in bits: 101 KiB. A width of 7 takes four times the memory and saves
/// 3 of 22 additions.
const LANE_WIDTH: usize = 6;
/// The width of the windows of [`WindowTable`] in bits: 64 KiB. A width of 12 takes twice the memory and saves 2 of 24
/// additions.
const P256_LANE_WIDTH: usize = 11;

// Threads that initialise a table concurrently each build one, and one of these is kept. So no thread blocks, in any
// thread pool, and no operating system is needed.
static COMB: OnceBox<Comb<Secp256k1>> = OnceBox::new();
static WNAF_TABLE: OnceBox<WnafTable<Secp256k1>> = OnceBox::new();
static LANES: OnceBox<GeneratorTable<Secp256k1>> = OnceBox::new();
static P256_COMB: OnceBox<Comb<P256>> = OnceBox::new();
static P256_WNAF_TABLE: OnceBox<WnafTable<P256>> = OnceBox::new();
static P256_LANES: OnceBox<WindowTable<P256>> = OnceBox::new();

/// The existing tables, or new tables of this width if there are none.
fn wnaf_table_of(width: usize) -> &'static WnafTable<Secp256k1> {
    WNAF_TABLE.get_or_init(|| Box::new(WnafTable::new(width)))
}

/// Builds the generator's tables, so that no later call builds them.
///
/// The tables for verification and recovery have digits of `width` bits: `2^(width + 1)` points of 64 bytes. Without
/// this call the first use builds them with `width = 11`, 256 KiB, in about two milliseconds. Wider tables save a few
/// additions but may exceed the processor's cache. Signing and batches have separate tables, of 52 and 101 KiB.
///
/// # Errors
/// [`Error::TableWidth`] unless `2 <= width <= 15`. [`Error::TablesExist`] if the tables exist with another width.
pub fn build_tables(width: usize) -> Result<(), Error> {
    if !(2..=15).contains(&width) {
        return Err(Error::TableWidth { width });
    }
    let existing = wnaf_table_of(width).width();
    Secp256k1::comb();
    Secp256k1::packed_table();
    if existing == width { Ok(()) } else { Err(Error::TablesExist { width: existing }) }
}
