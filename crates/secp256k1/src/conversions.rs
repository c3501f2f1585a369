//! Keys and signatures from and to bytes and text, by the traits of the standard library and of serde: the encodings of
//! fixed length, and their hexadecimal digits.
//!
//! | Type | Bytes |
//! |---|---|
//! | [`PublicKey`], [`p256::PublicKey`] | 33: SEC 1, compressed |
//! | [`XOnlyPublicKey`] | 32 (BIP 340) |
//! | [`Signature`], [`p256::Signature`], [`SchnorrSignature`] | 64: `r`, `s` |
//! | [`RecoverableSignature`] | 65: `r`, `s`, `v`; see [`from_rsv`](RecoverableSignature::from_rsv) |
//!
//! [`SecretKey`] and [`p256::SecretKey`] are read from 32 bytes or their digits, but never shown. The time of reading
//! does not depend on the key. Public keys are ordered by their bytes.
//!
//! ```
//! use vorpal_secp256k1::{PublicKey, SecretKey};
//! let digits = "0000000000000000000000000000000000000000000000000000000000000001";
//! let key = digits.parse::<SecretKey>()?.public_key();
//! let text = "0x0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798";
//! assert_eq!(key.to_string(), text);
//! assert_eq!(text.parse::<PublicKey>()?, key);
//! assert_eq!(PublicKey::try_from(&key.to_compressed()[..])?, key);
//! # Ok::<(), vorpal_secp256k1::Error>(())
//! ```

use core::cmp::Ordering;
use core::str::FromStr;

use vorpal_fields::byte_conversions;
use vorpal_fields::text::read_hex;
use vorpal_limbs::stack::wiped;
use zeroize::Zeroizing;

use crate::{
    Error, PublicKey, RecoverableSignature, SchnorrSignature, SecretKey, Signature, XOnlyPublicKey, p256,
};

byte_conversions!(
    PublicKey,
    Error,
    [u8; 33],
    "a compressed public key on secp256k1",
    PublicKey::to_compressed,
    |bytes: &[u8; 33]| PublicKey::from_sec1_bytes(bytes)
);
byte_conversions!(
    XOnlyPublicKey,
    Error,
    [u8; 32],
    "a public key of BIP 340",
    XOnlyPublicKey::to_be_bytes,
    XOnlyPublicKey::from_be_bytes
);
byte_conversions!(
    Signature,
    Error,
    [u8; 64],
    "a signature on secp256k1",
    Signature::to_compact,
    Signature::from_compact
);
byte_conversions!(
    RecoverableSignature,
    Error,
    [u8; 65],
    "a signature with a recovery identifier",
    RecoverableSignature::to_rsv,
    RecoverableSignature::from_rsv
);
byte_conversions!(
    SchnorrSignature,
    Error,
    [u8; 64],
    "a signature of BIP 340",
    SchnorrSignature::to_bytes,
    SchnorrSignature::from_bytes
);
byte_conversions!(
    p256::PublicKey,
    Error,
    [u8; 33],
    "a compressed public key on P-256",
    p256::PublicKey::to_compressed,
    |bytes: &[u8; 33]| p256::PublicKey::from_sec1_bytes(bytes)
);
byte_conversions!(
    p256::Signature,
    Error,
    [u8; 64],
    "a signature on P-256",
    p256::Signature::to_compact,
    p256::Signature::from_compact
);

/// The order of the bytes.
macro_rules! ordered {
    ($type:ty, $to_bytes:expr) => {
        impl Ord for $type {
            fn cmp(&self, other: &Self) -> Ordering {
                $to_bytes(self).cmp(&$to_bytes(other))
            }
        }

        impl PartialOrd for $type {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }
    };
}
ordered!(PublicKey, PublicKey::to_compressed);
ordered!(XOnlyPublicKey, XOnlyPublicKey::to_be_bytes);
ordered!(p256::PublicKey, p256::PublicKey::to_compressed);

/// Reading of secret keys.
macro_rules! secret {
    ($type:ty) => {
        impl TryFrom<&[u8]> for $type {
            type Error = Error;
            /// The key of 32 bytes, most significant first.
            fn try_from(bytes: &[u8]) -> Result<Self, Error> {
                let array =
                    bytes.try_into().map_err(|_| Error::Length { expected: 32, found: bytes.len() })?;
                Self::from_be_bytes(array)
            }
        }

        impl FromStr for $type {
            type Err = Error;
            /// The key of 64 hexadecimal digits, with or without `0x`. Whether the text is valid is public.
            fn from_str(text: &str) -> Result<Self, Error> {
                wiped(|| {
                    let mut bytes = Zeroizing::new([0; 32]);
                    read_hex(text, bytes.as_mut())?;
                    Self::from_be_bytes_unwiped(&bytes)
                })
            }
        }
    };
}
secret!(SecretKey);
secret!(p256::SecretKey);
