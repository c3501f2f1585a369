//! Formats of points of secp256k1.

use super::Secp256k1;
use crate::ByteOrder;
pub use crate::models::weierstrass::Sec1Bytes;
use crate::models::weierstrass::{EncodableCurve, Flags, Format};

/// The format of SEC 1 (version 2, sections 2.3.3 and 2.3.4), see [`Sec1`](crate::models::weierstrass::Sec1).
pub const SEC1: Sec1 = Sec1::FORMAT;

/// The type of [`SEC1`].
pub type Sec1 = crate::models::weierstrass::Sec1<Secp256k1>;

/// The format of arkworks (`ark-ec` 0.6), 33 or 65 bytes, little-endian. The last byte contains the flags: bit 7 is set
/// for the larger `y`, in uncompressed encodings too; bit 6 for infinity.
pub const ARKWORKS: Format<Secp256k1> = Format::new(ByteOrder::LittleEndian, ARKWORKS_FLAGS, ARKWORKS_FLAGS);

const ARKWORKS_FLAGS: Flags = Flags { smaller: 0x00, larger: 0x80, infinity: 0x40 };

/// A coordinate needs all bits of its bytes, so the flags have a separate byte.
impl EncodableCurve for Secp256k1 {
    type Compressed = [u8; 33];
    type Uncompressed = [u8; 65];
}
