//! Formats of points of G1.

use super::Bn254G1;
use crate::ByteOrder;
use crate::models::weierstrass::{EncodableCurve, Flags, Format};

/// The format of arkworks (`ark-ec` 0.6), 32 or 64 bytes, little-endian: bit 7 of the last byte is set for the
/// larger `y`, in uncompressed encodings too; bit 6 for infinity.
pub const ARKWORKS: Format<Bn254G1> = Format::new(ByteOrder::LittleEndian, ARKWORKS_FLAGS, ARKWORKS_FLAGS);

const ARKWORKS_FLAGS: Flags = Flags { smaller: 0x00, larger: 0x80, infinity: 0x40 };

/// The format of gnark-crypto (`ecc/bn254/marshal.go`, v0.22.0), 32 or 64 bytes, big-endian. In compressed encodings
/// the two topmost bits of the first byte are 2 for the smaller `y`, 3 for the larger `y` and 1 for infinity. In
/// uncompressed encodings they are 0, and infinity is 64 zero bytes. Ethereum's precompiles (EIP-196) use the
/// uncompressed encodings.
pub const GNARK: Format<Bn254G1> = Format::new(
    ByteOrder::BigEndian,
    Flags { smaller: 0x80, larger: 0xc0, infinity: 0x40 },
    Flags { smaller: 0x00, larger: 0x00, infinity: 0x00 },
);

impl EncodableCurve for Bn254G1 {
    type Compressed = [u8; 32];
    type Uncompressed = [u8; 64];
}
