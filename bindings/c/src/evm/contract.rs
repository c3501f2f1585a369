//! Contracts, forks, and the reasons for which contracts fail.

use vorpal::evm::{Error, Fork, Precompile};

use crate::error::Failure;

/// A precompiled contract: the last two bytes of its address as a number. The others are zero.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum vorpal_evm_contract {
    /// The signer of a hash.
    VORPAL_EVM_EC_RECOVER = 1,
    /// SHA-256.
    VORPAL_EVM_SHA256 = 2,
    /// RIPEMD-160.
    VORPAL_EVM_RIPEMD160 = 3,
    /// The input itself.
    VORPAL_EVM_IDENTITY = 4,
    /// Modular exponentiation.
    VORPAL_EVM_MOD_EXP = 5,
    /// The sum of two points of BN254.
    VORPAL_EVM_BN254_ADD = 6,
    /// The multiple of a point of BN254.
    VORPAL_EVM_BN254_MUL = 7,
    /// The check of a product of pairings on BN254.
    VORPAL_EVM_BN254_PAIRING = 8,
    /// The compression function of BLAKE2b.
    VORPAL_EVM_BLAKE2F = 9,
    /// The check of a value of a committed polynomial. Since Cancun.
    VORPAL_EVM_POINT_EVALUATION = 10,
    /// The sum of two points of BLS12-381's G1. Since Prague, as all contracts of this curve.
    VORPAL_EVM_BLS12_G1_ADD = 11,
    /// The sum of multiples of points of BLS12-381's G1.
    VORPAL_EVM_BLS12_G1_MSM = 12,
    /// The sum of two points of BLS12-381's G2.
    VORPAL_EVM_BLS12_G2_ADD = 13,
    /// The sum of multiples of points of BLS12-381's G2.
    VORPAL_EVM_BLS12_G2_MSM = 14,
    /// The check of a product of pairings on BLS12-381.
    VORPAL_EVM_BLS12_PAIRING = 15,
    /// The map of an element of the base field to BLS12-381's G1.
    VORPAL_EVM_BLS12_MAP_FP_TO_G1 = 16,
    /// The map of an element of the quadratic extension to BLS12-381's G2.
    VORPAL_EVM_BLS12_MAP_FP2_TO_G2 = 17,
    /// The verification of a signature on P-256. Since Osaka.
    VORPAL_EVM_P256_VERIFY = 256,
}

/// A fork: it decides which contracts there are, and the gas of modular exponentiation. Later ones are greater.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum vorpal_evm_fork {
    /// Istanbul (2019).
    VORPAL_EVM_ISTANBUL = 0,
    /// Berlin (2021): EIP-2565.
    VORPAL_EVM_BERLIN = 1,
    /// Cancun (2024): EIP-4844.
    VORPAL_EVM_CANCUN = 2,
    /// Prague (2025): EIP-2537.
    VORPAL_EVM_PRAGUE = 3,
    /// Osaka (2025): EIP-7823, EIP-7883, EIP-7951.
    VORPAL_EVM_OSAKA = 4,
}

/// Why a contract fails.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum vorpal_evm_reason {
    /// The contract did not fail, or the call failed before the contract began.
    VORPAL_EVM_REASON_NONE = 0,
    /// The input does not have a length that the contract accepts.
    VORPAL_EVM_REASON_LENGTH = 1,
    /// A coordinate of 64 bytes does not start with sixteen zeros (EIP-2537).
    VORPAL_EVM_REASON_PADDING = 2,
    /// A coordinate is not below the modulus.
    VORPAL_EVM_REASON_COORDINATE = 3,
    /// A point is not on its curve.
    VORPAL_EVM_REASON_NOT_ON_CURVE = 4,
    /// A point of G1 is not in the subgroup of prime order.
    VORPAL_EVM_REASON_OUTSIDE_G1 = 5,
    /// A point of G2 is not in the subgroup of prime order.
    VORPAL_EVM_REASON_OUTSIDE_G2 = 6,
    /// The final flag of BLAKE2 is neither 0 nor 1 (EIP-152).
    VORPAL_EVM_REASON_FLAG = 7,
    /// An operand of modular exponentiation has more than 1,024 bytes (EIP-7823), or than 2^27 before Osaka.
    VORPAL_EVM_REASON_OPERAND_LENGTH = 8,
    /// The versioned hash is not that of the commitment (EIP-4844).
    VORPAL_EVM_REASON_VERSIONED_HASH = 9,
    /// A scalar is not below the order of the group (EIP-4844).
    VORPAL_EVM_REASON_SCALAR = 10,
    /// A commitment or a proof is not the encoding of a point (EIP-4844).
    VORPAL_EVM_REASON_POINT = 11,
    /// The proof of a value is wrong (EIP-4844).
    VORPAL_EVM_REASON_PROOF = 12,
}

impl vorpal_evm_reason {
    pub(super) fn of(error: &Error) -> Self {
        use vorpal::evm::Group;
        match error {
            Error::Length { .. } => Self::VORPAL_EVM_REASON_LENGTH,
            Error::Padding { .. } => Self::VORPAL_EVM_REASON_PADDING,
            Error::Coordinate { .. } => Self::VORPAL_EVM_REASON_COORDINATE,
            Error::NotOnCurve { .. } => Self::VORPAL_EVM_REASON_NOT_ON_CURVE,
            Error::NotInSubgroup { group: Group::G1, .. } => Self::VORPAL_EVM_REASON_OUTSIDE_G1,
            Error::NotInSubgroup { group: Group::G2, .. } => Self::VORPAL_EVM_REASON_OUTSIDE_G2,
            Error::Flag { .. } => Self::VORPAL_EVM_REASON_FLAG,
            Error::OperandLength => Self::VORPAL_EVM_REASON_OPERAND_LENGTH,
            Error::VersionedHash => Self::VORPAL_EVM_REASON_VERSIONED_HASH,
            Error::Scalar => Self::VORPAL_EVM_REASON_SCALAR,
            Error::Proof => Self::VORPAL_EVM_REASON_PROOF,
            _ => Self::VORPAL_EVM_REASON_POINT,
        }
    }
}

impl vorpal_evm_fork {
    /// All forks, by their numbers.
    const ALL: [Self; 5] = [
        Self::VORPAL_EVM_ISTANBUL,
        Self::VORPAL_EVM_BERLIN,
        Self::VORPAL_EVM_CANCUN,
        Self::VORPAL_EVM_PRAGUE,
        Self::VORPAL_EVM_OSAKA,
    ];
}

impl vorpal_evm_contract {
    /// All contracts, in the order of [`Precompile::ALL`].
    const ALL: [Self; 18] = [
        Self::VORPAL_EVM_EC_RECOVER,
        Self::VORPAL_EVM_SHA256,
        Self::VORPAL_EVM_RIPEMD160,
        Self::VORPAL_EVM_IDENTITY,
        Self::VORPAL_EVM_MOD_EXP,
        Self::VORPAL_EVM_BN254_ADD,
        Self::VORPAL_EVM_BN254_MUL,
        Self::VORPAL_EVM_BN254_PAIRING,
        Self::VORPAL_EVM_BLAKE2F,
        Self::VORPAL_EVM_POINT_EVALUATION,
        Self::VORPAL_EVM_BLS12_G1_ADD,
        Self::VORPAL_EVM_BLS12_G1_MSM,
        Self::VORPAL_EVM_BLS12_G2_ADD,
        Self::VORPAL_EVM_BLS12_G2_MSM,
        Self::VORPAL_EVM_BLS12_PAIRING,
        Self::VORPAL_EVM_BLS12_MAP_FP_TO_G1,
        Self::VORPAL_EVM_BLS12_MAP_FP2_TO_G2,
        Self::VORPAL_EVM_P256_VERIFY,
    ];
}

/// The fork with this number.
fn fork_of(number: i32) -> Result<Fork, Failure> {
    let position = vorpal_evm_fork::ALL.iter().position(|fork| *fork as i32 == number);
    let fork = position.and_then(|position| Fork::ALL.get(position));
    fork.copied().ok_or_else(|| Failure::argument(format_args!("fork is {number}, not a vorpal_evm_fork")))
}

/// The contract and the fork with these numbers. A contract that the fork lacks is a failure.
pub(super) fn contract_of(contract: i32, fork: i32) -> Result<(Precompile, Fork), Failure> {
    let position = vorpal_evm_contract::ALL.iter().position(|known| *known as i32 == contract);
    let Some(known) = position.and_then(|position| Precompile::ALL.get(position)).copied() else {
        return Err(Failure::argument(format_args!("contract is {contract}, not a vorpal_evm_contract")));
    };
    let fork = fork_of(fork)?;
    if fork < known.since() {
        return Err(Failure::argument(format_args!(
            "fork: {} is not in {fork:?}, but since {:?}",
            known.name(),
            known.since()
        )));
    }
    Ok((known, fork))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of the header, by the names and addresses of the crate.
    #[test]
    fn numbers_are_addresses_and_positions() {
        let letters = |text: String| text.replace('_', "").to_lowercase();
        for (number, contract) in vorpal_evm_contract::ALL.into_iter().zip(Precompile::ALL) {
            assert_eq!(number as i32, i32::from(contract.address()));
            assert_eq!(letters(format!("{number:?}")), letters(format!("VORPAL_EVM_{contract:?}")));
        }
        for (number, fork) in (0..).zip(vorpal_evm_fork::ALL) {
            assert_eq!(fork as i32, number);
            assert_eq!(
                letters(format!("{fork:?}")),
                letters(format!("VORPAL_EVM_{:?}", fork_of(number).unwrap()))
            );
        }
    }
}
