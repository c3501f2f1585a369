//! Formats of points of G2. The number of a coordinate `c0 + c1 u` has `c1` in its upper half: see
//! [`EncodableField`](vorpal_fields::EncodableField).

use super::Bls12_377G2;
use crate::ByteOrder;
use crate::models::weierstrass::{EncodableCurve, Flags, Format};

/// The format of arkworks (`ark-ec` 0.6), 96 or 192 bytes, little-endian, `c0` before `c1`: bit 7 of the last byte is
/// set for the larger `y`, in uncompressed encodings too; bit 6 for infinity.
pub const ARKWORKS: Format<Bls12_377G2> =
    Format::new(ByteOrder::LittleEndian, ARKWORKS_FLAGS, ARKWORKS_FLAGS);

const ARKWORKS_FLAGS: Flags = Flags { smaller: 0x00, larger: 0x80, infinity: 0x40 };

/// The format of gnark-crypto (`ecc/bls12-377/marshal.go`, v0.22.0), 96 or 192 bytes, big-endian, `c1` before `c0`,
/// with the flags of zcash's format.
pub const GNARK: Format<Bls12_377G2> = Format::new(
    ByteOrder::BigEndian,
    Flags { smaller: 0x80, larger: 0xa0, infinity: 0xc0 },
    Flags { smaller: 0x00, larger: 0x00, infinity: 0x40 },
);

impl EncodableCurve for Bls12_377G2 {
    type Compressed = [u8; 96];
    type Uncompressed = [u8; 192];
}
