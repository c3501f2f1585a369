/// The error of decoding tables of fixed bases, prepared bases, a partial sum, points or scalars.
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
        /// The least number of bytes.
        needed: usize,
        /// The actual number of bytes.
        found: usize,
    },
    /// There are bytes after the end.
    #[error("{found} bytes where {expected} are expected")]
    TooLong {
        /// The expected number of bytes.
        expected: usize,
        /// The actual number of bytes.
        found: usize,
    },
    /// The first bytes are not those of this format.
    #[error("not {what}: unknown first bytes")]
    Magic {
        /// The expected kind of data.
        what: &'static str,
    },
    /// The version of the format is not supported.
    #[error("format version {found} is not supported; version {known} is")]
    Version {
        /// The version of the bytes.
        found: u32,
        /// The supported version.
        known: u32,
    },
    /// The points are points of another curve.
    #[error("the curve has the fingerprint {found:#018x} instead of {expected:#018x}")]
    Curve {
        /// The fingerprint of the expected curve.
        expected: u64,
        /// The fingerprint in the bytes.
        found: u64,
    },
    /// The label is that of tables for other bases.
    #[error("the tables are for other bases")]
    Label,
    /// A field of the header has an invalid value.
    #[error("invalid value of {name}: {value}")]
    Field {
        /// The field.
        name: &'static str,
        /// Its value.
        value: u64,
    },
    /// The checksum does not match.
    #[error("checksum mismatch: {computed:#010x} computed, {stored:#010x} stored")]
    Checksum {
        /// The stored checksum.
        stored: u32,
        /// The computed checksum.
        computed: u32,
    },
    /// The rectangles of a partial sum overlap, are outside the problem, or are not in normal form.
    #[error("the rectangles of the partial sum overlap, are outside the problem, or are not in normal form")]
    Cells,
    /// The point of a partial sum is not the canonical encoding of a point of the curve.
    #[error("the point of the partial sum is invalid")]
    Sum,
    /// A coordinate or a scalar is not below its modulus.
    #[error("value {index} is not below the modulus")]
    NotCanonical {
        /// The index of the point or scalar.
        index: usize,
    },
    /// A point is not on the curve.
    #[error("point {index} is not on the curve")]
    NotOnCurve {
        /// The index of the point.
        index: usize,
    },
    /// A point is on the curve, but outside the prime subgroup, which the endomorphism requires.
    #[error("point {index} is outside the prime subgroup")]
    OutsideSubgroup {
        /// The index of the point.
        index: usize,
    },
    /// A point of a table is not the expected multiple of the base.
    #[error("table {table} has an incorrect multiple of base {index}")]
    WrongMultiple {
        /// The index of the table.
        table: usize,
        /// The index of the base.
        index: usize,
    },
}
