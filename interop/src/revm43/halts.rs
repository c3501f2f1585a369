//! The reasons of revm for the errors of Vorpal.

use alloc::string::ToString;

use revm_precompile::PrecompileHalt;
use vorpal_evm::{Error, Group};

/// A reason into which errors convert, for terms that are read one after another.
pub(super) struct Halt(pub(super) PrecompileHalt);

impl From<Error> for Halt {
    fn from(error: Error) -> Self {
        Self(of_bls12_381(error))
    }
}

/// The reason of a contract on BN254.
pub(super) fn of_bn254(error: Error) -> PrecompileHalt {
    match error {
        Error::Coordinate { .. } => PrecompileHalt::Bn254FieldPointNotAMember,
        Error::NotOnCurve { .. } | Error::NotInSubgroup { .. } => PrecompileHalt::Bn254AffineGFailedToCreate,
        // There are no others.
        error => PrecompileHalt::other(error.to_string()),
    }
}

/// The reason of a contract on BLS12-381.
pub(super) fn of_bls12_381(error: Error) -> PrecompileHalt {
    match error {
        Error::Coordinate { .. } => PrecompileHalt::NonCanonicalFp,
        Error::NotOnCurve { group: Group::G1, .. } => PrecompileHalt::Bls12381G1NotOnCurve,
        Error::NotOnCurve { group: Group::G2, .. } => PrecompileHalt::Bls12381G2NotOnCurve,
        Error::NotInSubgroup { group: Group::G1, .. } => PrecompileHalt::Bls12381G1NotInSubgroup,
        Error::NotInSubgroup { group: Group::G2, .. } => PrecompileHalt::Bls12381G2NotInSubgroup,
        // There are no others.
        error => PrecompileHalt::other(error.to_string()),
    }
}
