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
        // The last one, because a quoted string may have the same words.
        let reason = text.rsplit_once(" at line ").map_or(text.as_str(), |(reason, _)| reason);
        Self::Syntax { line: error.line(), column: error.column(), reason: shortened(reason) }
    }
}

/// A reason, of which the middle is left out if it is long: it may quote a string of the text.
fn shortened(reason: &str) -> String {
    const FIRST: usize = 120;
    const LAST: usize = 80;
    let number = reason.chars().count();
    if number <= FIRST + LAST {
        return reason.to_string();
    }
    let first = reason.chars().take(FIRST);
    first.chain("...".chars()).chain(reason.chars().skip(number - LAST)).collect()
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use crate::Bn254;
    use crate::json::read_public;

    #[test]
    fn messages_are_short_and_name_what_is_expected() {
        for (text, length) in [("x", 42), ("x at line 7", 52), (&*"\u{7f}".repeat(100_000), 220)] {
            let message = read_public::<Bn254>(&alloc::format!("\n\"{text}\"")).unwrap_err().to_string();
            assert!(message.starts_with("line 2, column "), "{message}");
            assert!(
                message.contains(": invalid type: string \"") && message.ends_with(", expected a sequence")
            );
            assert!(message.len() <= "line 2, column 100002: ".len() + 20 + length, "{message}");
        }
    }
}
