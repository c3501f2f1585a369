use crate::text::TextError;

/// The errors of conversions and inner products.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The byte string does not have the length of an element.
    #[error("{found} bytes where a field element of {expected} bytes is expected")]
    Length {
        /// The length of an element.
        expected: usize,
        /// The length given.
        found: usize,
    },
    /// A text is not a number.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The integer is not below the modulus.
    #[error("the integer is not below the field's modulus")]
    NotCanonical,
    /// The vectors differ in length.
    #[error("vectors of {left} and {right} entries have no inner product")]
    Lengths {
        /// The length of the first vector.
        left: usize,
        /// The length of the second vector.
        right: usize,
    },
}
