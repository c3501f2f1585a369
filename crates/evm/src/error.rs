/// The reason for which a precompiled contract fails. The call then consumes all of its gas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The input does not have a length that the contract accepts.
    #[error("the input cannot have {found} bytes")]
    Length {
        /// The length given.
        found: usize,
    },
    /// A coordinate of 64 bytes does not start with sixteen zeros (EIP-2537).
    #[error("item {index}: a coordinate does not start with 16 zero bytes")]
    Padding {
        /// The index of the point, pair or field element in the input.
        index: usize,
    },
    /// A coordinate is not below the modulus.
    #[error("item {index}: a coordinate is not below the modulus")]
    Coordinate {
        /// The index of the point, pair or field element in the input.
        index: usize,
    },
    /// A point is not on its curve.
    #[error("item {index}: the point of {group} is not on the curve")]
    NotOnCurve {
        /// The index of the point or pair in the input.
        index: usize,
        /// The group of the point.
        group: Group,
    },
    /// A point is on its curve, but not in the subgroup of prime order.
    #[error("item {index}: the point of {group} is not in the subgroup of prime order")]
    NotInSubgroup {
        /// The index of the point or pair in the input.
        index: usize,
        /// The group of the point.
        group: Group,
    },
    /// The final flag of BLAKE2 is neither 0 nor 1 (EIP-152).
    #[error("the final flag is {found}, not 0 or 1")]
    Flag {
        /// The byte given.
        found: u8,
    },
    /// An operand of a modular exponentiation is too long: longer than 1,024 bytes (EIP-7823), or than 2^27 bytes by
    /// earlier rules.
    #[error("an operand of the modular exponentiation is too long")]
    OperandLength,
    /// The versioned hash is not that of the commitment (EIP-4844).
    #[error("the versioned hash is not that of the commitment")]
    VersionedHash,
    /// A scalar is not below the order of the group (EIP-4844).
    #[error("a scalar is not below the order of the group")]
    Scalar,
    /// A commitment, a proof or a point of a setup is not the encoding of a point of its group (EIP-4844).
    #[error("the {what} is malformed: {error}")]
    Point {
        /// Which one.
        what: &'static str,
        /// The error of decoding it.
        error: vorpal_curves::Error,
    },
    /// A point of a setup is infinity: its secret number would be zero, which everyone knows.
    #[error("the {what} is infinity")]
    Infinity {
        /// Which one.
        what: &'static str,
    },
    /// The proof of an evaluation is wrong (EIP-4844).
    #[error("the polynomial does not have this value")]
    Proof,
}

/// A group of a pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// The group over the base field.
    G1,
    /// The group over the quadratic extension.
    G2,
}

impl core::fmt::Display for Group {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        core::fmt::Debug::fmt(self, f)
    }
}
