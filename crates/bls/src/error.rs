//! Errors of the crate.

use vorpal_fields::text::TextError;

/// The reason why bytes are no key or signature, or why an operation has no result. A wrong signature is no error:
/// verification returns `false` or a [`Verdict`](crate::Verdict).
///
/// ```
/// use vorpal_bls::{Error, MinPk, PublicKey};
/// let error = PublicKey::<MinPk>::decode(&[0; 47]).unwrap_err();
/// assert_eq!(error, Error::Length { expected: 48, found: 47 });
/// assert_eq!(error.to_string(), "47 bytes instead of 48");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A secret key is zero or not below the group order.
    #[error("the secret key is zero or not below the group order")]
    SecretKey,
    /// The key material is too short.
    #[error("{found} bytes of key material; at least 32 are needed")]
    KeyMaterial {
        /// The length given.
        found: usize,
    },
    /// The number of bytes differs from the length of the encoding.
    #[error("{found} bytes instead of {expected}")]
    Length {
        /// The length of the encoding.
        expected: usize,
        /// The length given.
        found: usize,
    },
    /// A text is not the hexadecimal digits of the bytes.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The bytes are no point, or the point is not in the group.
    #[error("malformed point: {0}")]
    Point(#[from] vorpal_curves::Error),
    /// A public key is the point at infinity.
    #[error("the public key is the point at infinity")]
    InfinityKey,
    /// The sum of public keys is the point at infinity.
    #[error("the sum of the public keys is the point at infinity")]
    InfinitySum,
    /// There are no keys or signatures to add.
    #[error("nothing to aggregate")]
    Empty,
    /// A suite has an empty tag.
    #[error("the domain separation tag is empty")]
    EmptyTag,
    /// The operating system provides no randomness.
    #[error("the operating system provides no randomness")]
    Randomness,
    /// A table has no key with this index.
    #[error("the table has {keys} keys, none with the index {index}")]
    NoSuchKey {
        /// The index given.
        index: u64,
        /// The number of keys.
        keys: usize,
    },
    /// A table would have more than `2^31` keys.
    #[error("the table is full")]
    TableFull,
    /// A share has the index zero, which is that of the secret itself.
    #[error("share {position} has the index 0")]
    ShareZero {
        /// The position in the list.
        position: usize,
    },
    /// Two shares have the same index.
    #[error("share {position} has the index {index}, as one before")]
    ShareTwice {
        /// The position of the second one in the list.
        position: usize,
        /// Its index.
        index: u32,
    },
    /// With augmentation the shares of a key sign different messages.
    #[error("with augmentation, signatures of shares cannot be combined")]
    AugmentedShares,
    /// The numbers of two lists differ.
    #[error("{found} {what} for {expected} keys")]
    Lengths {
        /// What the second list contains.
        what: &'static str,
        /// The number of keys.
        expected: usize,
        /// The length of the second list.
        found: usize,
    },
}
