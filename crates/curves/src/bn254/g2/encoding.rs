//! Formats of points of G2. The number of a coordinate `c0 + c1 u` has `c1` in its upper half: see
//! [`EncodableField`](vorpal_fields::EncodableField).

use super::Bn254G2;
use crate::ByteOrder;
use crate::models::weierstrass::{EncodableCurve, Flags, Format};

/// The format of arkworks (`ark-ec` 0.6), 64 or 128 bytes, little-endian, `c0` before `c1`: bit 7 of the last byte is
/// set for the larger `y`, in uncompressed encodings too; bit 6 for infinity.
pub const ARKWORKS: Format<Bn254G2> = Format::new(ByteOrder::LittleEndian, ARKWORKS_FLAGS, ARKWORKS_FLAGS);

const ARKWORKS_FLAGS: Flags = Flags { smaller: 0x00, larger: 0x80, infinity: 0x40 };

/// The format of gnark-crypto (`ecc/bn254/marshal.go`, v0.22.0), 64 or 128 bytes, big-endian, `c1` before `c0`, with
/// the flags of [G1's format](crate::bn254::encoding::GNARK). Ethereum's precompiles (EIP-197) use the uncompressed
/// encodings.
pub const GNARK: Format<Bn254G2> = Format::new(
    ByteOrder::BigEndian,
    Flags { smaller: 0x80, larger: 0xc0, infinity: 0x40 },
    Flags { smaller: 0x00, larger: 0x00, infinity: 0x00 },
);

impl EncodableCurve for Bn254G2 {
    type Compressed = [u8; 64];
    type Uncompressed = [u8; 128];
}
