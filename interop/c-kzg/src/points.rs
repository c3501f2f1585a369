//! Commitments and proofs that functions return. They have two types, which are not interchangeable.

use alloc::string::String;
use core::ops::Deref;

use crate::bytes::wrong_length;
use crate::constants::{BYTES_PER_COMMITMENT, BYTES_PER_PROOF};
use crate::{Bytes48, Error};

macro_rules! point {
    ($(#[$attribute:meta])* $name:ident, $bytes:expr, $error:ident) => {
        $(#[$attribute])*
        #[repr(C)]
        #[derive(Debug, Copy, Clone)]
        pub struct $name {
            bytes: [u8; $bytes],
        }

        impl $name {
            /// The value of a slice, which is not decoded.
            ///
            /// # Errors
            #[doc = concat!("[`Error::", stringify!($error), "`] for another length.")]
            pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
                let array = bytes.try_into().map(|bytes| Self { bytes });
                array.map_err(|_| Error::$error(wrong_length(stringify!($name), $bytes, bytes.len())))
            }

            /// The bytes, as functions take them.
            pub fn to_bytes(&self) -> Bytes48 {
                Bytes48::new(self.bytes)
            }

            /// The hexadecimal digits of the bytes, without `0x`.
            pub fn as_hex_string(&self) -> String {
                hex::encode(self.bytes)
            }
        }

        impl Default for $name {
            /// Zeros, which encode no point.
            fn default() -> Self {
                Self { bytes: [0; $bytes] }
            }
        }

        impl From<[u8; $bytes]> for $name {
            fn from(bytes: [u8; $bytes]) -> Self {
                Self { bytes }
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

point!(
    /// A commitment to a blob.
    KzgCommitment,
    BYTES_PER_COMMITMENT,
    InvalidKzgCommitment
);
point!(
    /// A proof of a value, of a blob or of a cell.
    KzgProof,
    BYTES_PER_PROOF,
    InvalidKzgProof
);
