//! Points from and to bytes and text, by the traits of the standard library and of serde: compressed encodings in the
//! format that users of the curve share, and their hexadecimal digits.
//!
//! | Type | Bytes | Format |
//! |---|---|---|
//! | [`bls12_381::Affine`], [`bls12_381::g2::Affine`] | 48, 96 | [`ZCASH`] |
//! | [`pallas::Affine`], [`vesta::Affine`] | 32 | [`PASTA`] |
//! | [`Banderwagon`], [`AffineBanderwagon`] | 32 | [`BANDERWAGON`] |
//!
//! Points of the other curves have several formats, or lengths that differ: [`PointFormat`] names the format. Reading
//! checks that the point is in the group.
//!
//! ```
//! use vorpal_curves::bls12_381::Affine;
//! let text = Affine::GENERATOR.to_string();
//! assert_eq!(text[..10], *"0x97f1d3a7");
//! assert_eq!(text.parse(), Ok(Affine::GENERATOR));
//! assert_eq!(Affine::try_from(&[0; 48][..]).is_err(), true);
//! ```
//!
//! [`ZCASH`]: bls12_381::encoding::ZCASH
//! [`PASTA`]: pallas::encoding::PASTA

use vorpal_fields::byte_conversions;

use crate::bandersnatch::encoding::BANDERWAGON;
use crate::bandersnatch::{AffineBanderwagon, Banderwagon};
use crate::{Error, PointFormat, bls12_381, pallas, vesta};

/// The conversions of a type of affine points by a format.
macro_rules! points {
    ($type:ty, [u8; $length:literal], $what:literal, $format:expr) => {
        byte_conversions!(
            $type,
            Error,
            [u8; $length],
            $what,
            |point: &$type| $format.encode_compressed(point),
            |bytes: &[u8; $length]| $format.decode(bytes),
            |found| Error::Length { found }
        );
    };
}

points!(bls12_381::Affine, [u8; 48], "a compressed point of BLS12-381's G1", bls12_381::encoding::ZCASH);
points!(
    bls12_381::g2::Affine,
    [u8; 96],
    "a compressed point of BLS12-381's G2",
    bls12_381::g2::encoding::ZCASH
);
points!(pallas::Affine, [u8; 32], "a compressed point of Pallas", pallas::encoding::PASTA);
points!(vesta::Affine, [u8; 32], "a compressed point of Vesta", vesta::encoding::PASTA);
points!(AffineBanderwagon, [u8; 32], "an element of Banderwagon", BANDERWAGON);

byte_conversions!(
    Banderwagon,
    Error,
    [u8; 32],
    "an element of Banderwagon",
    Banderwagon::encode,
    Banderwagon::decode,
    |found| Error::Length { found }
);
