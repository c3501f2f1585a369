//! Formats of points of Pallas.

use super::Pallas;
use crate::ByteOrder;
use crate::models::weierstrass::{EncodableCurve, Flags, Format};

/// The format of the crate `pasta_curves`, little-endian. A compressed encoding has 32 bytes: `x`, and bit 7 of the
/// last byte is set for an odd `y`. An uncompressed one, which `halo2curves` has, is the 64 bytes of `x` and `y`,
/// without flags. Infinity is zero bytes in both.
pub const PASTA: Format<Pallas> = Format::new(
    ByteOrder::LittleEndian,
    Flags { smaller: 0x00, larger: 0x80, infinity: 0x00 },
    Flags { smaller: 0x00, larger: 0x00, infinity: 0x00 },
)
.by_parity();

/// `b` is not a square.
impl EncodableCurve for Pallas {
    type Compressed = [u8; 32];
    type Uncompressed = [u8; 64];
    const HAS_POINTS_AT_ZERO: bool = false;
}
