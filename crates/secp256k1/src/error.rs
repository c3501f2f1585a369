/// Why bytes are no key or signature, or why a signature yields no public key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A secret key is zero or not below the group order.
    #[error("a secret key is not between 1 and the group order less one")]
    SecretKey,
    /// An encoded public key is malformed.
    #[error("malformed public key: {0}")]
    PublicKey(#[from] vorpal_curves::Error),
    /// `r` is zero or not below the group order; in a Schnorr signature, not below the prime of the coordinates.
    #[error("r is out of range")]
    R,
    /// `s` is zero or not below the group order; zero is fine in a Schnorr signature.
    #[error("s is out of range")]
    S,
    /// The recovery identifier is not 0, 1, 2 or 3.
    #[error("the recovery identifier is {found}, not 0, 1, 2 or 3")]
    RecoveryId {
        /// The identifier given.
        found: u8,
    },
    /// The byte for the recovery identifier is none that its format knows.
    #[error("the byte {found} stands for no recovery identifier")]
    RecoveryByte {
        /// The byte given.
        found: u8,
    },
    /// Bytes are not as many as their format has. Adaptors say so, which take slices; here arrays have the right
    /// length.
    #[error("{found} bytes instead of {expected}")]
    Length {
        /// The length of the format.
        expected: usize,
        /// The length given.
        found: usize,
    },
    /// A signature is not encoded by the distinguished rules of ASN.1.
    #[error("not DER at byte {offset}: {reason}")]
    Der {
        /// Where.
        offset: usize,
        /// What is wrong there.
        reason: DerReason,
    },
    /// No curve point has the `x` that `r` and the recovery identifier stand for.
    #[error("no point of the curve belongs to r and the recovery identifier")]
    NoPoint,
    /// The only key that fits is the point at infinity.
    #[error("the recovered key is the point at infinity")]
    Infinity,
    /// Tables of this width cannot be built.
    #[error("the width of the generator's tables is {width}, not between 2 and 15")]
    TableWidth {
        /// The width asked for.
        width: usize,
    },
    /// The generator's tables have been built already.
    #[error("the generator's tables exist, with width {width}")]
    TablesExist {
        /// Their width.
        width: usize,
    },
}

/// What is wrong with an encoded signature at some byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DerReason {
    /// The bytes end too early.
    #[error("the bytes end here")]
    End,
    /// Another tag.
    #[error("tag {found:#04x} instead of {expected:#04x}")]
    Tag {
        /// `0x30` for the sequence, `0x02` for an integer.
        expected: u8,
        /// The byte there.
        found: u8,
    },
    /// A length in more bytes than needed, of indefinite form, or of more than 127 bytes.
    #[error("a length that is not in the short form")]
    LengthForm,
    /// The length of the sequence is not that of what follows.
    #[error("the sequence is said to take {said} bytes and takes {found}")]
    SequenceLength {
        /// The length given.
        said: usize,
        /// How many bytes follow.
        found: usize,
    },
    /// An integer without bytes.
    #[error("an integer of no bytes")]
    Empty,
    /// A negative integer.
    #[error("a negative integer")]
    Negative,
    /// An integer that begins with a zero which it does not need.
    #[error("a zero that the integer does not need")]
    Padding,
    /// Bytes after the second integer.
    #[error("{number} bytes too many")]
    Rest {
        /// How many.
        number: usize,
    },
}
