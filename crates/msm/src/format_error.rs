/// What is wrong with bytes that should be prepared bases, a partial sum, points or scalars.
///
/// ```
/// use vorpal_curves::bandersnatch::Banderwagon;
/// use vorpal_msm::{FixedBases, FormatError};
/// let error = FixedBases::<Banderwagon>::from_bytes(&[0; 32], &[]).unwrap_err();
/// assert!(matches!(error, FormatError::Truncated { found: 0, .. }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FormatError {
    /// The bytes end early.
    #[error("{found} bytes where {needed} are needed")]
    Truncated {
        /// How many bytes there should be, at least.
        needed: usize,
        /// How many there are.
        found: usize,
    },
    /// There are bytes after the end.
    #[error("{found} bytes where {expected} are expected")]
    TooLong {
        /// How many bytes there should be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// The first bytes are not those of this format.
    #[error("not {what}: the first bytes are others")]
    Magic {
        /// What was expected.
        what: &'static str,
    },
    /// A version of the format that is not known here.
    #[error("version {found} of the format; {known} is known")]
    Version {
        /// The version of the bytes.
        found: u32,
        /// The version that can be read.
        known: u32,
    },
    /// Points of another curve.
    #[error("made for the curve with the fingerprint {found:#018x}; this one has {expected:#018x}")]
    Curve {
        /// The fingerprint of the curve that was asked for.
        expected: u64,
        /// The fingerprint in the bytes.
        found: u64,
    },
    /// Tables for other bases.
    #[error("made for other bases")]
    Label,
    /// A field of the header that cannot have this value.
    #[error("{name} cannot be {value} here")]
    Field {
        /// The field.
        name: &'static str,
        /// Its value.
        value: u64,
    },
    /// The bytes are not those that were written.
    #[error("the checksum is {computed:#010x}; {stored:#010x} was written")]
    Checksum {
        /// The checksum in the bytes.
        stored: u32,
        /// The checksum of the bytes.
        computed: u32,
    },
    /// Rectangles of a partial sum that overlap, leave the problem, or are not in their order.
    #[error("the rectangles of the partial sum overlap, are outside, or not in order")]
    Cells,
    /// The sum of a partial sum is no point of the curve in its one encoding.
    #[error("the point of the partial sum is none of the curve")]
    Sum,
    /// A coordinate or a scalar is not below its modulus.
    #[error("number {index}: not below the modulus")]
    NotCanonical {
        /// The number of the point or scalar.
        index: usize,
    },
    /// A point is not on the curve.
    #[error("point {index} is not on the curve")]
    NotOnCurve {
        /// The number of the point.
        index: usize,
    },
    /// A point is on the curve, but outside the prime subgroup that the endomorphism takes.
    #[error("point {index} is outside the prime subgroup")]
    OutsideSubgroup {
        /// The number of the point.
        index: usize,
    },
    /// A point of a table is not the multiple of the base that it should be.
    #[error("table {table} has a wrong multiple of point {index}")]
    WrongMultiple {
        /// The number of the table.
        table: usize,
        /// The number of the base.
        index: usize,
    },
}
