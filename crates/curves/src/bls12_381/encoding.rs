//! Formats of points of G1.

use super::Bls12_381G1;
use crate::ByteOrder;
use crate::models::weierstrass::{EncodableCurve, Flags, Format};

/// zcash's format (draft-irtf-cfrg-pairing-friendly-curves-11, appendix C), 48 or 96 bytes, big-endian: bit 7 of the
/// first byte is set if the point is compressed, bit 6 at infinity, bit 5 if it is compressed and has the larger `y`.
///
/// blst, gnark-crypto (v0.22.0) and arkworks (`ark-bls12-381` 0.6) use the same format.
pub const ZCASH: Format<Bls12_381G1> = Format::new(
    ByteOrder::BigEndian,
    Flags { smaller: 0x80, larger: 0xa0, infinity: 0xc0 },
    Flags { smaller: 0x00, larger: 0x00, infinity: 0x40 },
);

/// The format of arkworks: [`ZCASH`].
pub const ARKWORKS: Format<Bls12_381G1> = ZCASH;

/// The format of arkworks in 2022 (`ark-bls12-381` 0.3), 48 or 96 bytes, little-endian. Bit 7 of the last byte is set
/// in compressed encodings for the larger `y`, bit 6 for infinity. Uncompressed infinity is `(0, 1)` with its bit.
pub const ARKWORKS_0_3: Format<Bls12_381G1> = Format::new(
    ByteOrder::LittleEndian,
    Flags { smaller: 0x00, larger: 0x80, infinity: 0x40 },
    Flags { smaller: 0x00, larger: 0x00, infinity: 0x40 },
)
.with_infinity_y(1);

/// The format of gnark-crypto: [`ZCASH`].
pub const GNARK: Format<Bls12_381G1> = ZCASH;

impl EncodableCurve for Bls12_381G1 {
    type Compressed = [u8; 48];
    type Uncompressed = [u8; 96];
}
