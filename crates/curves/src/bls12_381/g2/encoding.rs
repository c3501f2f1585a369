//! Formats of points of G2. The number of a coordinate `c0 + c1 u` has `c1` in its upper half: see
//! [`EncodableField`](vorpal_fields::EncodableField).

use super::Bls12_381G2;
use crate::ByteOrder;
use crate::models::weierstrass::{EncodableCurve, Flags, Format};

/// zcash's format, 96 or 192 bytes, big-endian, `c1` before `c0`, with the flags of
/// [G1's format](crate::bls12_381::encoding::ZCASH).
///
/// blst, gnark-crypto (v0.22.0) and arkworks (`ark-bls12-381` 0.6) use the same format.
pub const ZCASH: Format<Bls12_381G2> = Format::new(
    ByteOrder::BigEndian,
    Flags { smaller: 0x80, larger: 0xa0, infinity: 0xc0 },
    Flags { smaller: 0x00, larger: 0x00, infinity: 0x40 },
);

/// The format of arkworks: [`ZCASH`].
pub const ARKWORKS: Format<Bls12_381G2> = ZCASH;

/// The format of gnark-crypto: [`ZCASH`].
pub const GNARK: Format<Bls12_381G2> = ZCASH;

impl EncodableCurve for Bls12_381G2 {
    type Compressed = [u8; 96];
    type Uncompressed = [u8; 192];
}
