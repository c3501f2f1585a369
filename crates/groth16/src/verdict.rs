//! The result of a batch.

use alloc::vec::Vec;

/// The result of a batch that names what is wrong.
///
/// ```
/// use vorpal_groth16::Verdict;
/// assert!(!Verdict::Invalid(vec![3]).is_valid());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum Verdict {
    /// All proofs are valid, and there is at least one.
    Valid,
    /// The indices of all proofs that are not valid, in ascending order; none for a batch without proofs, which is
    /// never valid.
    Invalid(Vec<usize>),
}

impl Verdict {
    /// Whether all proofs are valid.
    pub fn is_valid(&self) -> bool {
        matches!(self, Self::Valid)
    }

    /// The indices of the proofs that are not valid.
    pub fn invalid(&self) -> &[usize] {
        match self {
            Self::Valid => &[],
            Self::Invalid(indices) => indices,
        }
    }
}
