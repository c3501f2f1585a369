//! Formats of points of G1. The curve's authors specify none.

use super::Bls12_377G1;
use crate::ByteOrder;
use crate::models::weierstrass::{EncodableCurve, Flags, Format};

/// As arkworks writes them (`ark-ec` 0.6), 48 or 96 bytes, little-endian: bit 7 of the last byte is set for the
/// larger `y`, in uncompressed encodings too; bit 6 for infinity.
pub const ARKWORKS: Format<Bls12_377G1> =
    Format::new(ByteOrder::LittleEndian, ARKWORKS_FLAGS, ARKWORKS_FLAGS);

/// As arkworks wrote them in 2022 (`ark-ec` 0.3), the ZPrize harness for one: compressed as [`ARKWORKS`];
/// uncompressed without the bit of the larger `y`, and infinity as `(0, 1)` with its bit.
pub const ARKWORKS_0_3: Format<Bls12_377G1> = Format::new(
    ByteOrder::LittleEndian,
    ARKWORKS_FLAGS,
    Flags { smaller: 0x00, larger: 0x00, infinity: 0x40 },
)
.with_infinity_y(1);

/// As gnark-crypto writes them (`ecc/bls12-377/marshal.go`, v0.22.0), 48 or 96 bytes, big-endian, with the flags of
/// zcash's format ([`bls12_381::encoding::ZCASH`](crate::bls12_381::encoding::ZCASH)).
pub const GNARK: Format<Bls12_377G1> = Format::new(
    ByteOrder::BigEndian,
    Flags { smaller: 0x80, larger: 0xa0, infinity: 0xc0 },
    Flags { smaller: 0x00, larger: 0x00, infinity: 0x40 },
);

const ARKWORKS_FLAGS: Flags = Flags { smaller: 0x00, larger: 0x80, infinity: 0x40 };

impl EncodableCurve for Bls12_377G1 {
    type Compressed = [u8; 48];
    type Uncompressed = [u8; 96];
}
