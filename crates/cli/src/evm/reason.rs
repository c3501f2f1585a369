//! The reasons of failures in vector files: go-ethereum's texts, and the library's own. Other texts are noted.

use vorpal::evm::{Error, Group};

/// Whether a vector's reason means this error: one of go-ethereum's texts for it, alone or before a colon and details,
/// or the library's text.
pub(super) fn describes(reason: &str, error: Error) -> bool {
    let is = |text: &&str| {
        reason.strip_prefix(text).is_some_and(|details| details.is_empty() || details.starts_with(": "))
    };
    reason == error.to_string() || of_go_ethereum(error).iter().any(is)
}

/// The texts of `core/vm/contracts.go` and of gnark-crypto, from which they come (go-ethereum 02b73d4).
fn of_go_ethereum(error: Error) -> &'static [&'static str] {
    match error {
        Error::Length { .. } => &["invalid input length", "bad elliptic curve pairing size"],
        Error::Padding { .. } => &["invalid field element top bytes"],
        Error::Coordinate { .. } => &["invalid fp.Element encoding"],
        Error::NotOnCurve { .. } => &["invalid point: not on curve", "point is not on curve"],
        Error::NotInSubgroup { group: Group::G1, .. } => &["g1 point is not on correct subgroup"],
        Error::NotInSubgroup { group: Group::G2, .. } => {
            &["g2 point is not on correct subgroup", "point is not in correct subgroup"]
        }
        Error::Flag { .. } => &["invalid final flag"],
        Error::OperandLength => &["one or more of base/exponent/modulus length exceeded 1024 bytes"],
        Error::VersionedHash => &["mismatched versioned hash"],
        Error::Scalar | Error::Point { .. } | Error::Proof => &["error verifying kzg proof"],
        _ => &[],
    }
}
