/// Why bytes or coordinates are not a point.
///
/// ```
/// use vorpal_curves::{Error, PointFormat, secp256k1::encoding::SEC1};
/// let error = SEC1.decode(&[7; 33]).unwrap_err();
/// assert_eq!(error, Error::Prefix { found: 7 });
/// assert_eq!(error.to_string(), "an encoded point does not start with the byte 0x07");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A coordinate is not an element of the base field.
    #[error("a coordinate is malformed: {0}")]
    Coordinate(#[from] vorpal_fields::Error),
    /// The encoding does not have a length that the curve knows.
    #[error("an encoded point does not have {found} bytes")]
    Length {
        /// The length given.
        found: usize,
    },
    /// The first byte of the encoding is none that the curve knows.
    #[error("an encoded point does not start with the byte {found:#04x}")]
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
        /// The first such point's place among the points given.
        index: usize,
    },
    /// Encodings of this length have no such flags in this format.
    #[error("an encoded point of {length} bytes does not have the flags {found:#04x}")]
    Flags {
        /// The flags given, as the bits of the byte that they are in.
        found: u8,
        /// The length given.
        length: usize,
    },
    /// The flags say infinity, and other bits something else.
    #[error("the encoding of infinity has other bits set")]
    Infinity,
    /// The flags say which `y` is meant, and the point does not have that.
    #[error("the flags contradict y")]
    Sign,
}

/// What is wrong with one of many encodings.
///
/// ```
/// use vorpal_curves::{BatchError, Error, PointFormat, secp256k1::encoding::SEC1};
/// let error = SEC1.decode_all(&[&[0][..], &[7; 33]]).unwrap_err();
/// assert_eq!(error, BatchError { index: 1, error: Error::Prefix { found: 7 } });
/// assert_eq!(error.to_string(), "point 1: an encoded point does not start with the byte 0x07");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("point {index}: {error}")]
pub struct BatchError {
    /// Which one it is, counted from 0.
    pub index: usize,
    /// What is wrong with it.
    pub error: Error,
}
