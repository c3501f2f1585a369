/// Why a signature yields no public key, or bytes are none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// `r` is zero or not below the group order.
    #[error("r is not between 1 and the group order less one")]
    R,
    /// `s` is zero or not below the group order.
    #[error("s is not between 1 and the group order less one")]
    S,
    /// The recovery identifier is not 0, 1, 2 or 3.
    #[error("the recovery identifier is {found}, not 0, 1, 2 or 3")]
    RecoveryId {
        /// The identifier given.
        found: u8,
    },
    /// No curve point has the `x` that `r` and the recovery identifier stand for.
    #[error("no point of the curve belongs to r and the recovery identifier")]
    NoPoint,
    /// The only key that fits is the point at infinity.
    #[error("the recovered key is the point at infinity")]
    Infinity,
    /// An encoded public key is malformed.
    #[error("malformed public key: {0}")]
    PublicKey(#[from] vorpal_curves::Error),
}
