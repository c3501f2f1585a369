//! Keys and signatures from and to bytes and text, by the traits of the standard library and of serde: the compressed
//! encodings, and their hexadecimal digits.
//!
//! | Type | [`MinPk`] | [`MinSig`] |
//! |---|---|---|
//! | [`PublicKey`] | 48 bytes | 96 bytes |
//! | [`Signature`], [`CheckedSignature`] | 96 bytes | 48 bytes |
//!
//! [`SecretKey`](crate::SecretKey) is read from 32 bytes or their digits, but never shown.
//!
//! ```
//! use vorpal_bls::{MinPk, PublicKey, SecretKey};
//! let digits = "0x0000000000000000000000000000000000000000000000000000000000000001";
//! let key = digits.parse::<SecretKey>()?.public_key::<MinPk>();
//! assert_eq!(key.to_string()[..10], *"0x97f1d3a7");
//! assert_eq!(key.to_string().parse::<PublicKey<MinPk>>()?, key);
//! assert_eq!(PublicKey::try_from(&key.to_bytes()[..])?, key);
//! # Ok::<(), vorpal_bls::Error>(())
//! ```

use vorpal_fields::byte_conversions;

use crate::signature::{CheckedSignature, Signature};
use crate::variant::{MinPk, MinSig};
use crate::{Error, PublicKey};

byte_conversions!(
    PublicKey<MinPk>,
    Error,
    [u8; 48],
    "a public key in G1",
    PublicKey::<MinPk>::to_bytes,
    |bytes: &[u8; 48]| PublicKey::<MinPk>::decode(bytes)
);
byte_conversions!(
    PublicKey<MinSig>,
    Error,
    [u8; 96],
    "a public key in G2",
    PublicKey::<MinSig>::to_bytes,
    |bytes: &[u8; 96]| PublicKey::<MinSig>::decode(bytes)
);
byte_conversions!(
    Signature<MinPk>,
    Error,
    [u8; 96],
    "a signature in G2",
    Signature::<MinPk>::to_bytes,
    |bytes: &[u8; 96]| Signature::<MinPk>::decode(bytes)
);
byte_conversions!(
    Signature<MinSig>,
    Error,
    [u8; 48],
    "a signature in G1",
    Signature::<MinSig>::to_bytes,
    |bytes: &[u8; 48]| Signature::<MinSig>::decode(bytes)
);
byte_conversions!(
    CheckedSignature<MinPk>,
    Error,
    [u8; 96],
    "a signature in G2",
    CheckedSignature::<MinPk>::to_bytes,
    |bytes: &[u8; 96]| CheckedSignature::<MinPk>::decode(bytes)
);
byte_conversions!(
    CheckedSignature<MinSig>,
    Error,
    [u8; 48],
    "a signature in G1",
    CheckedSignature::<MinSig>::to_bytes,
    |bytes: &[u8; 48]| CheckedSignature::<MinSig>::decode(bytes)
);
