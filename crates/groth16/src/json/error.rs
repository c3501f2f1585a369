//! Why JSON is refused.

use alloc::string::{String, ToString};

/// Why a text is no proof, no list of signals or no verification key.
///
/// ```
/// use vorpal_groth16::json::{self, JsonError};
/// use vorpal_groth16::Bn254;
/// let error = json::read_public::<Bn254>(r#"["1", "x"]"#).unwrap_err();
/// assert_eq!(error, JsonError::Number { name: "signal", index: 1 });
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JsonError {
    /// The text is not JSON, or has other fields.
    #[error("line {line}, column {column}: {reason}")]
    Syntax {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What is wrong.
        reason: String,
    },
    /// The protocol is not Groth16.
    #[error("the protocol is not groth16")]
    Protocol,
    /// The curve is another one.
    #[error("the curve is not {0}")]
    Curve(&'static str),
    /// A string is not the decimal digits of an integer below the prime.
    #[error("{name} {index}: not the decimal digits of a number below the prime")]
    Number {
        /// The name of the field.
        name: &'static str,
        /// The index of the number in the field, from 0.
        index: usize,
    },
    /// The third coordinate of a point is neither 1, nor 0 for infinity.
    #[error("{name}: no point in affine coordinates")]
    Coordinates {
        /// The name of the field.
        name: &'static str,
    },
    /// The point is not on the curve.
    #[error("{name}: the point is not on the curve")]
    NotOnCurve {
        /// The name of the field.
        name: &'static str,
    },
    /// The number of points of IC does not fit the number of public signals.
    #[error("IC has {found} points instead of {expected}")]
    Signals {
        /// The number of public signals, and one.
        expected: usize,
        /// The number of points.
        found: usize,
    },
}

impl From<serde_json::Error> for JsonError {
    fn from(error: serde_json::Error) -> Self {
        let text = error.to_string();
        let reason = text.split(" at line ").next().unwrap_or_default().to_string();
        Self::Syntax { line: error.line(), column: error.column(), reason }
    }
}
