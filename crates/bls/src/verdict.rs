//! The result of a batch.

use alloc::vec::Vec;

/// The result of a batch that names what is wrong.
///
/// ```
/// use vorpal_bls::Verdict;
/// assert!(Verdict::Valid.is_valid());
/// assert!(!Verdict::Invalid(vec![3]).is_valid());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum Verdict {
    /// All members are valid, and there is at least one.
    Valid,
    /// The indices of all members that are not valid, in ascending order; none for a batch without members, which is
    /// never valid.
    Invalid(Vec<usize>),
}

impl Verdict {
    /// Whether all members are valid.
    pub fn is_valid(&self) -> bool {
        matches!(self, Self::Valid)
    }

    /// The indices of the members that are not valid.
    pub fn invalid(&self) -> &[usize] {
        match self {
            Self::Valid => &[],
            Self::Invalid(indices) => indices,
        }
    }

    /// The verdict on a number of members, of which these are invalid.
    pub(crate) fn of(number: usize, mut invalid: Vec<usize>) -> Self {
        if number > 0 && invalid.is_empty() {
            return Self::Valid;
        }
        invalid.sort_unstable();
        Self::Invalid(invalid)
    }
}
