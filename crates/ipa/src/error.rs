/// Why there is no commitment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// More values than generators.
    #[error("{found} values for a basis of {}", crate::WIDTH)]
    TooManyValues {
        /// How many values were given.
        found: usize,
    },
    /// The tables cannot have this shape.
    #[error(transparent)]
    Tables(vorpal_msm::Error),
}
