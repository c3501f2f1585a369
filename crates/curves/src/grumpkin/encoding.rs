//! Formats of points of Grumpkin.

use super::Grumpkin;
use crate::ByteOrder;
use crate::models::weierstrass::{EncodableCurve, Flags, Format};

/// The format of the crate `halo2curves` (0.10), little-endian. A compressed encoding has 32 bytes: `x`, and in the
/// last byte bit 7 for an odd `y`, or bit 6 for infinity. An uncompressed one has 64 bytes: `x`, then `y`, without
/// flags; infinity is 64 zero bytes.
pub const HALO2CURVES: Format<Grumpkin> = Format::new(
    ByteOrder::LittleEndian,
    Flags { smaller: 0x00, larger: 0x80, infinity: 0x40 },
    Flags { smaller: 0x00, larger: 0x00, infinity: 0x00 },
)
.by_parity();

/// `b` is not a square.
impl EncodableCurve for Grumpkin {
    type Compressed = [u8; 32];
    type Uncompressed = [u8; 64];
    const HAS_POINTS_AT_ZERO: bool = false;
}
