use vorpal_fields::text::TextError;

/// The reason why bytes are not a valid key or signature, why recovery fails, or why tables cannot be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A secret key is zero or not below the group order.
    #[error("the secret key is zero or not below the group order")]
    SecretKey,
    /// An encoded public key is malformed.
    #[error("malformed public key: {0}")]
    PublicKey(#[from] vorpal_curves::Error),
    /// `r` of an ECDSA signature is zero or not below the group order, or `r` of a Schnorr signature is not below the
    /// prime of the base field.
    #[error("r is out of range")]
    R,
    /// `s` is not below the group order, or `s` of an ECDSA signature is zero.
    #[error("s is out of range")]
    S,
    /// The recovery identifier is not 0, 1, 2 or 3.
    #[error("the recovery identifier is {found}, not 0, 1, 2 or 3")]
    RecoveryId {
        /// The given identifier.
        found: u8,
    },
    /// The byte for the recovery identifier has a value that the format does not define.
    #[error("the byte {found} does not encode a recovery identifier")]
    RecoveryByte {
        /// The given byte.
        found: u8,
    },
    /// The number of bytes differs from the length of the format. Conversions from slices return it, and adaptors that
    /// take slices.
    #[error("{found} bytes instead of {expected}")]
    Length {
        /// The length of the format.
        expected: usize,
        /// The given length.
        found: usize,
    },
    /// A text is not the hexadecimal digits of the bytes.
    #[error(transparent)]
    Text(#[from] TextError),
    /// A signature does not conform to the distinguished encoding rules of ASN.1.
    #[error("not DER at byte {offset}: {reason}")]
    Der {
        /// The position of the violation.
        offset: usize,
        /// The violated rule.
        reason: DerReason,
    },
    /// No curve point has the `x` that `r` and the recovery identifier determine.
    #[error("no curve point corresponds to r and the recovery identifier")]
    NoPoint,
    /// The recovered key is the point at infinity.
    #[error("the recovered key is the point at infinity")]
    Infinity,
    /// A tweak is not below the group order, or it is zero and a factor.
    #[error("the tweak is not below the group order, or it is a factor and zero")]
    Tweak,
    /// A sum of keys and tweaks is zero or the point at infinity.
    #[error("the sum is zero or the point at infinity")]
    Sum,
    /// Tables of this width cannot be built.
    #[error("the width of the generator's tables is {width}, not between 2 and 15")]
    TableWidth {
        /// The given width.
        width: usize,
    },
    /// The generator's tables exist with another width.
    #[error("the generator's tables exist already, with width {width}")]
    TablesExist {
        /// Their width.
        width: usize,
    },
}

/// The rule of the distinguished encoding rules that an encoded signature violates at some byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DerReason {
    /// The bytes end too early.
    #[error("unexpected end")]
    End,
    /// An unexpected tag.
    #[error("tag {found:#04x} instead of {expected:#04x}")]
    Tag {
        /// `0x30` for the sequence, `0x02` for an integer.
        expected: u8,
        /// The byte at this position.
        found: u8,
    },
    /// A length that is not in the short form: it has more bytes than necessary, is of indefinite form, or is above
    /// 127.
    #[error("a length that is not in the short form")]
    LengthForm,
    /// The length of the sequence differs from the number of bytes that follow.
    #[error("the length of the sequence is {stated}, but {found} bytes follow")]
    SequenceLength {
        /// The encoded length.
        stated: usize,
        /// The number of bytes that follow.
        found: usize,
    },
    /// An integer without bytes.
    #[error("an integer without bytes")]
    Empty,
    /// A negative integer.
    #[error("a negative integer")]
    Negative,
    /// An integer with an unnecessary leading zero.
    #[error("an unnecessary leading zero")]
    Padding,
    /// Bytes after the second integer.
    #[error("{number} bytes after the second integer")]
    Rest {
        /// The number of bytes.
        number: usize,
    },
}
