//! Bytes that are not checked: blobs, cells, scalars, commitments and proofs.
//!
//! Users reinterpret these types as arrays of bytes, so each is an array in the representation of C.

use alloc::format;
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};

use crate::Error;
use crate::constants::{BYTES_PER_BLOB, BYTES_PER_CELL};

/// An array of bytes with the constructors that all these types have.
macro_rules! array {
    ($(#[$attribute:meta])* $name:ident, $bytes:expr) => {
        $(#[$attribute])*
        #[repr(C)]
        #[derive(Debug, Clone, Hash, PartialEq, Eq)]
        pub struct $name {
            pub(crate) bytes: [u8; $bytes],
        }

        impl $name {
            /// The value of these bytes.
            pub const fn new(bytes: [u8; $bytes]) -> Self {
                Self { bytes }
            }

            /// The value of a slice.
            ///
            /// # Errors
            /// [`Error::InvalidBytesLength`].
            pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
                bytes.try_into().map(Self::new).map_err(|_| {
                    Error::InvalidBytesLength(wrong_length(stringify!($name), $bytes, bytes.len()))
                })
            }

            /// The value of hexadecimal digits, with or without `0x`.
            ///
            /// # Errors
            /// [`Error::InvalidHexFormat`], [`Error::InvalidBytesLength`].
            pub fn from_hex(hex_str: &str) -> Result<Self, Error> {
                Self::from_bytes(&of_hex(hex_str)?)
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self::new([0; $bytes])
            }
        }
    };
}

/// Conversions to and from the array, for all types but [`Cell`].
macro_rules! conversions {
    ($name:ident, $bytes:expr, $as_ref:ty) => {
        impl From<[u8; $bytes]> for $name {
            fn from(bytes: [u8; $bytes]) -> Self {
                Self { bytes }
            }
        }

        impl AsRef<$as_ref> for $name {
            fn as_ref(&self) -> &$as_ref {
                &self.bytes
            }
        }

        impl Deref for $name {
            type Target = [u8; $bytes];

            fn deref(&self) -> &Self::Target {
                &self.bytes
            }
        }
    };
}

/// Values that users change and take apart.
macro_rules! mutable {
    ($name:ident, $bytes:expr) => {
        impl $name {
            /// The bytes.
            pub fn into_inner(self) -> [u8; $bytes] {
                self.bytes
            }
        }

        impl DerefMut for $name {
            fn deref_mut(&mut self) -> &mut Self::Target {
                &mut self.bytes
            }
        }
    };
}

array!(
    /// The bytes of a scalar.
    #[derive(Copy)]
    Bytes32,
    32
);
array!(
    /// The bytes of a commitment or a proof.
    #[derive(Copy)]
    Bytes48,
    48
);
array!(
    /// The bytes of a blob.
    Blob,
    BYTES_PER_BLOB
);
array!(
    /// The bytes of a cell.
    #[derive(Copy)]
    Cell,
    BYTES_PER_CELL
);
conversions!(Bytes32, 32, [u8; 32]);
conversions!(Bytes48, 48, [u8; 48]);
conversions!(Blob, BYTES_PER_BLOB, [u8]);
mutable!(Bytes48, 48);
mutable!(Blob, BYTES_PER_BLOB);

impl Cell {
    /// The bytes.
    pub fn to_bytes(&self) -> [u8; BYTES_PER_CELL] {
        self.bytes
    }
}

/// The text of an error.
pub(crate) fn wrong_length(name: &str, expected: usize, found: usize) -> alloc::string::String {
    format!("{name} of {found} bytes; {expected} are expected")
}

fn of_hex(text: &str) -> Result<Vec<u8>, Error> {
    hex::decode(text.strip_prefix("0x").unwrap_or(text))
        .map_err(|error| Error::InvalidHexFormat(format!("malformed hexadecimal digits: {error}")))
}
