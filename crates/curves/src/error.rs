/// The error of decoding bytes, of constructing a point from coordinates, or of hashing.
///
/// ```
/// use vorpal_curves::{Error, PointFormat, secp256k1::encoding::SEC1};
/// let error = SEC1.decode(&[7; 33]).unwrap_err();
/// assert_eq!(error, Error::Prefix { found: 7 });
/// assert_eq!(error.to_string(), "an encoded point cannot start with the byte 0x07");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A coordinate is not an element of the base field.
    #[error("a coordinate is malformed: {0}")]
    Coordinate(#[from] vorpal_fields::Error),
    /// The format has no encodings of this length.
    #[error("an encoded point cannot have {found} bytes")]
    Length {
        /// The length given.
        found: usize,
    },
    /// The format has no encodings with this first byte.
    #[error("an encoded point cannot start with the byte {found:#04x}")]
    Prefix {
        /// The byte given.
        found: u8,
    },
    /// No point of the curve has these coordinates.
    #[error("the point is not on the curve")]
    NotOnCurve,
    /// The point is on the curve, but not in the group that the encoding is for.
    #[error("the point is on the curve but not in the subgroup")]
    NotInSubgroup,
    /// One of many points is on the curve, but not in the subgroup of prime order.
    #[error("point {index} is on the curve but not in the subgroup of prime order")]
    OutsideSubgroup {
        /// The index of the first such point in the input.
        index: usize,
    },
    /// The format has no encodings of this length with these flags.
    #[error("an encoded point of {length} bytes cannot have the flags {found:#04x}")]
    Flags {
        /// The flags given, as bits of the byte that contains them.
        found: u8,
        /// The length given.
        length: usize,
    },
    /// The flags are those of infinity, but other bits differ from its encoding.
    #[error("the encoding of infinity has other bits set")]
    Infinity,
    /// The flags give a sign of `y` that the point does not have.
    #[error("the flags contradict the sign of y")]
    Sign,
    /// A text is not the hexadecimal digits of an encoding.
    #[error(transparent)]
    Text(#[from] vorpal_fields::text::TextError),
    /// A domain separation tag has no bytes.
    #[error("the domain separation tag is empty")]
    EmptyTag,
    /// The expansion of a message cannot have this length.
    #[error("a message cannot be expanded to {found} bytes: at most {maximum}")]
    ExpansionLength {
        /// The length.
        found: usize,
        /// The maximal length.
        maximum: usize,
    },
}

/// The error of one encoding in a batch.
///
/// ```
/// use vorpal_curves::{BatchError, Error, PointFormat, secp256k1::encoding::SEC1};
/// let error = SEC1.decode_all(&[&[0][..], &[7; 33]]).unwrap_err();
/// assert_eq!(error, BatchError { index: 1, error: Error::Prefix { found: 7 } });
/// assert_eq!(error.to_string(), "point 1: an encoded point cannot start with the byte 0x07");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("point {index}: {error}")]
pub struct BatchError {
    /// The index of the encoding, counted from 0.
    pub index: usize,
    /// The error of this encoding.
    pub error: Error,
}
