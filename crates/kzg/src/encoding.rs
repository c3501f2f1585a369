//! Commitments, proofs, cells and blobs as values, and their encodings.
//!
//! Each value is valid by construction: a commitment or proof is a point of the subgroup, a cell or blob has canonical
//! scalars. They are read by `TryFrom` from bytes of the exact length and by `FromStr` from hexadecimal digits, shown
//! by `Display` with `0x`, and have the formats of serde (feature `serde`).

use alloc::boxed::Box;
use alloc::vec;
use core::fmt;
use core::str::FromStr;

use vorpal_curves::PointFormat;
use vorpal_curves::bls12_381::Affine;
use vorpal_curves::bls12_381::encoding::ZCASH;
use vorpal_fields::byte_conversions;
use vorpal_fields::primes::Bls12_381Scalar as Scalar;
use vorpal_fields::text::{Hex, read_hex};

use crate::Malformed;
use crate::parameters::{BYTES_PER_BLOB, BYTES_PER_CELL, SCALARS_PER_BLOB, SCALARS_PER_CELL};
use crate::scalars;

/// A point of the subgroup with its encoding.
macro_rules! point {
    ($(#[$doc:meta])* $name:ident, $what:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq)]
        pub struct $name {
            point: Affine,
            bytes: [u8; 48],
        }

        impl $name {
            /// The point of the encoding: one square root and the check of the subgroup.
            ///
            /// # Errors
            /// [`Malformed::Point`].
            pub fn from_bytes(bytes: &[u8; 48]) -> Result<Self, Malformed> {
                Ok(Self { point: ZCASH.decode(bytes)?, bytes: *bytes })
            }

            /// The encoding: compressed, in zcash's format.
            pub fn to_bytes(&self) -> [u8; 48] {
                self.bytes
            }

            /// The point.
            pub fn point(&self) -> &Affine {
                &self.point
            }

            /// A point that is known to be in the subgroup.
            pub(crate) fn of_point(point: Affine) -> Self {
                Self { point, bytes: ZCASH.encode_compressed(&point) }
            }

            /// A point with its encoding, which the caller has decoded and checked.
            pub(crate) fn decoded(point: Affine, bytes: [u8; 48]) -> Self {
                Self { point, bytes }
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), Hex(&self.bytes))
            }
        }

        impl core::hash::Hash for $name {
            fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
                self.bytes.hash(state);
            }
        }

        byte_conversions!($name, Malformed, [u8; 48], $what, $name::to_bytes, $name::from_bytes);
    };
}

point!(
    /// A commitment to a polynomial: a point of G1, possibly infinity.
    ///
    /// ```
    /// use vorpal_kzg::{Commitment, Malformed};
    /// let zero = format!("0xc0{}", "00".repeat(47));
    /// let commitment: Commitment = zero.parse()?;
    /// assert_eq!(commitment.to_string(), zero);
    /// assert_eq!(Commitment::try_from(&[0xc0; 47][..]), Err(Malformed::Length { expected: 48, found: 47 }));
    /// # Ok::<(), Malformed>(())
    /// ```
    Commitment,
    "a KZG commitment"
);
point!(
    /// A proof of values of a committed polynomial: a point of G1, possibly infinity.
    Proof,
    "a KZG proof"
);

/// A list of scalars with its encoding.
macro_rules! list {
    ($(#[$doc:meta])* $name:ident, $scalars:expr, $bytes:expr, $what:literal) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq)]
        pub struct $name(Box<[Scalar]>);

        impl $name {
            /// The values.
            pub fn scalars(&self) -> &[Scalar] {
                &self.0
            }

            /// The values of the list, which has the right length.
            #[allow(dead_code, reason = "blobs are made of scalars only by their users")]
            pub(crate) fn of_scalars(scalars: Box<[Scalar]>) -> Self {
                debug_assert_eq!(scalars.len(), $scalars);
                Self(scalars)
            }

            /// The encoding: 32 bytes for each scalar, most significant first.
            pub fn to_bytes(&self) -> Box<[u8; $bytes]> {
                let mut bytes = vec![0; $bytes].into_boxed_slice();
                scalars::write(&self.0, &mut bytes);
                match bytes.try_into() {
                    Ok(bytes) => bytes,
                    Err(_) => unreachable!("as many bytes as allocated"),
                }
            }
        }

        impl TryFrom<&[u8]> for $name {
            type Error = Malformed;
            /// The list of canonical scalars.
            fn try_from(bytes: &[u8]) -> Result<Self, Malformed> {
                Ok(Self(scalars::read(bytes, $scalars)?.into_boxed_slice()))
            }
        }

        impl TryFrom<&[u8; $bytes]> for $name {
            type Error = Malformed;
            /// The list of canonical scalars.
            fn try_from(bytes: &[u8; $bytes]) -> Result<Self, Malformed> {
                Self::try_from(bytes.as_slice())
            }
        }

        impl TryFrom<&[Scalar]> for $name {
            type Error = Malformed;
            /// The list of these scalars, as many as it has.
            fn try_from(scalars: &[Scalar]) -> Result<Self, Malformed> {
                if scalars.len() == $scalars {
                    Ok(Self(scalars.into()))
                } else {
                    Err(Malformed::Length { expected: $bytes, found: 32 * scalars.len() })
                }
            }
        }

        impl FromStr for $name {
            type Err = Malformed;
            /// The value of the hexadecimal digits of its bytes, with or without `0x`.
            fn from_str(text: &str) -> Result<Self, Malformed> {
                let mut bytes = vec![0; $bytes];
                read_hex(text, &mut bytes)?;
                Self::try_from(&bytes[..])
            }
        }

        impl fmt::Display for $name {
            /// `0x` and the hexadecimal digits of the bytes.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&Hex(&self.to_bytes()[..]), f)
            }
        }

        impl fmt::LowerHex for $name {
            /// The hexadecimal digits of the bytes, after `0x` if the form is alternate.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::LowerHex::fmt(&Hex(&self.to_bytes()[..]), f)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self)
            }
        }

        #[cfg(feature = "serde")]
        impl serde::Serialize for $name {
            /// For people the text of `Display`, else the bytes as a tuple.
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                vorpal_fields::text::serialize(&self.to_bytes()[..], serializer)
            }
        }

        #[cfg(feature = "serde")]
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let mut bytes = vec![0; $bytes];
                vorpal_fields::text::deserialize(&$what, &mut bytes, deserializer)?;
                Self::try_from(&bytes[..]).map_err(serde::de::Error::custom)
            }
        }
    };
}

list!(
    /// A cell: 64 values of the polynomial of a blob on a coset.
    ///
    /// ```
    /// use vorpal_kzg::{Cell, Malformed};
    /// let cell = Cell::try_from(&[7; 2048])?;
    /// assert_eq!(cell.to_string().parse(), Ok(cell.clone()));
    /// assert_eq!(cell.to_bytes()[..], [7; 2048]);
    /// # Ok::<(), Malformed>(())
    /// ```
    Cell,
    SCALARS_PER_CELL,
    BYTES_PER_CELL,
    "a cell of an extended blob"
);
list!(
    /// A blob: the 4,096 values of its polynomial at the roots of unity, in bit-reversed order.
    Blob,
    SCALARS_PER_BLOB,
    BYTES_PER_BLOB,
    "a blob"
);
