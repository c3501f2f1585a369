//! Formats of points of G1. The curve's authors do not specify one.

use super::Bls12_377G1;
use crate::ByteOrder;
use crate::models::weierstrass::{EncodableCurve, Flags, Format};

/// The format of arkworks (`ark-ec` 0.6), 48 or 96 bytes, little-endian: bit 7 of the last byte is set for the
/// larger `y`, in uncompressed encodings too; bit 6 for infinity.
pub const ARKWORKS: Format<Bls12_377G1> =
    Format::new(ByteOrder::LittleEndian, ARKWORKS_FLAGS, ARKWORKS_FLAGS);

/// The format of arkworks in 2022 (`ark-ec` 0.3), which the ZPrize harness uses. Compressed encodings are those of
/// [`ARKWORKS`]. Uncompressed encodings do not have the bit of the larger `y`, and infinity is `(0, 1)` with its bit.
pub const ARKWORKS_0_3: Format<Bls12_377G1> = Format::new(
    ByteOrder::LittleEndian,
    ARKWORKS_FLAGS,
    Flags { smaller: 0x00, larger: 0x00, infinity: 0x40 },
)
.with_infinity_y(1);

/// The format of gnark-crypto (`ecc/bls12-377/marshal.go`, v0.22.0), 48 or 96 bytes, big-endian, with the flags of
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
