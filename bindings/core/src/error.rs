//! Kinds of errors, which all languages tell apart in the same way.

/// The kind of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The call is wrong, whatever the contents of its buffers are.
    Argument,
    /// Contents are malformed, or lack what is asked for.
    Input,
    /// This machine, or this kind of object, cannot do it.
    NotPossible,
    /// A progress callback cancelled the call.
    Cancelled,
    /// A file or store.
    Store,
    /// Something well-formed does not prove what it should.
    Refused,
}

/// An error of the library with its kind.
pub trait Classified {
    /// The kind.
    fn kind(&self) -> Kind;
}

impl Classified for vorpal::msm::Error {
    fn kind(&self) -> Kind {
        match self {
            Self::Cancelled => Kind::Cancelled,
            Self::Lengths { .. }
            | Self::TooManyScalars { .. }
            | Self::NoSuchBase { .. }
            | Self::Jobs { .. }
            | Self::Problems { .. }
            | Self::Outside { .. }
            | Self::Overlap(_)
            | Self::Missing(_) => Kind::Argument,
            Self::Width { .. }
            | Self::NotPossible { .. }
            | Self::Memory { .. }
            | Self::SumMemory { .. }
            | Self::TooManyRectangles { .. } => Kind::NotPossible,
            _ => Kind::Input,
        }
    }
}

impl Classified for vorpal::ipa::Error {
    fn kind(&self) -> Kind {
        match self {
            Self::Io { .. } | Self::File { .. } => Kind::Store,
            Self::NoOpenings | Self::NoSuchVector { .. } | Self::NoSuchCommitment { .. } => Kind::Argument,
            Self::Tables(_) => Kind::NotPossible,
            _ => Kind::Input,
        }
    }
}

impl Classified for vorpal::tree::Error {
    fn kind(&self) -> Kind {
        match self {
            Self::WitnessRefused | Self::Unbound { .. } => Kind::Refused,
            Self::Witness { .. }
            | Self::NotInWitness { .. }
            | Self::NodeNotInWitness { .. }
            | Self::Root { .. } => Kind::Input,
            Self::NoKeys
            | Self::TooManyKeys { .. }
            | Self::Label { .. }
            | Self::Uncommitted
            | Self::Block { .. }
            | Self::Rollback { .. }
            | Self::CodeSize { .. }
            | Self::HashInput { .. }
            | Self::WitnessBasis { .. } => Kind::Argument,
            _ => Kind::Store,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_errors() {
        use vorpal::{ipa, msm, tree};
        assert_eq!(msm::Error::Cancelled.kind(), Kind::Cancelled);
        assert_eq!(ipa::Error::NoOpenings.kind(), Kind::Argument);
        assert_eq!(tree::Error::WitnessRefused.kind(), Kind::Refused);
        assert_eq!(tree::Error::Uncommitted.kind(), Kind::Argument);
    }
}
