//! The parts of a proof, as errors name them.

use core::fmt;

/// A part of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofPart {
    /// The commitment to the sum of quotients.
    D,
    /// `L` of a round, counted from 0.
    L(usize),
    /// `R` of a round, counted from 0.
    R(usize),
    /// The last value.
    A,
}

impl fmt::Display for ProofPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::D => f.write_str("D"),
            Self::L(round) => write!(f, "L[{round}]"),
            Self::R(round) => write!(f, "R[{round}]"),
            Self::A => f.write_str("a"),
        }
    }
}
