//! The precompiled contracts by Vorpal and by revm's own providers on the same input.

use std::sync::Once;

use revm_precompile::{PrecompileHalt, PrecompileSpecId, PrecompileStatus, Precompiles, u64_to_address};
use vorpal_evm::{Error, Group, Precompile, Rules};

use super::switch::{self, Backend, Switch};

/// The limit of gas of a call, which bounds its time.
const GAS_LIMIT: u64 = 1 << 22;

/// Calls the contract with this address. revm gives the same output, gas and halt reason with all providers. The
/// functions of `vorpal_evm` give the same output and gas, and an error for the same reason. Returns whether the call
/// succeeded with an output.
pub(crate) fn check(address: u16, input: &[u8]) -> bool {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| assert!(revm_precompile::install_crypto(Switch)));
    let contracts = Precompiles::new(PrecompileSpecId::OSAKA);
    let contract = contracts.get(&u64_to_address(address.into())).expect("a contract");
    let execute =
        |backend| switch::with(backend, || contract.execute(input, GAS_LIMIT, 0)).expect("no fatal error");
    let ours = execute(Backend::Vorpal);
    assert_eq!(ours, execute(Backend::Default), "{address}: revm's provider");
    if matches!(address, 1 | 10) {
        assert_eq!(ours, execute(Backend::Second), "{address}: revm's second provider");
    }
    let precompile = Precompile::ALL.into_iter().find(|precompile| precompile.address() == address);
    let precompile = precompile.expect("vorpal_evm has it");
    let gas = precompile.gas(input, Rules::NEWEST);
    match &ours.status {
        PrecompileStatus::Success => {
            assert_eq!((gas, precompile.run(input, Rules::NEWEST)), (ours.gas_used, Ok(ours.bytes.to_vec())));
            !ours.bytes.is_empty()
        }
        PrecompileStatus::Halt(PrecompileHalt::OutOfGas) => {
            assert!(gas > GAS_LIMIT, "{address}: {gas} gas");
            false
        }
        PrecompileStatus::Halt(halt) => {
            let error = precompile.run(input, Rules::NEWEST).expect_err("a failure");
            // revm looks at all paddings before it looks at a number; in a sum, at those of a point.
            let is_earlier =
                *halt == PrecompileHalt::Bls12381FpPaddingInvalid && has_wrong_padding(address, input, error);
            assert!(is_earlier || is_reason(halt, error), "{address}: {halt:?} for {error:?}");
            false
        }
        PrecompileStatus::Revert => panic!("{address}: no contract reverts"),
    }
}

/// Whether one of the first 16 bytes of a coordinate on BLS12-381 is not zero, in a sum of a coordinate of the term
/// with this error.
fn has_wrong_padding(address: u16, input: &[u8], error: Error) -> bool {
    let of_term = |coordinates: usize| match error {
        Error::Coordinate { index }
        | Error::NotOnCurve { index, .. }
        | Error::NotInSubgroup { index, .. } => input.chunks(coordinates + 32).nth(index),
        _ => None,
    };
    let coordinates = match address {
        12 => of_term(128).and_then(|term| term.get(..128)),
        14 => of_term(256).and_then(|term| term.get(..256)),
        11 | 13 | 15..=17 => Some(input),
        _ => None,
    };
    let mut elements = coordinates.unwrap_or_default().chunks(64);
    elements.any(|element| element.iter().take(16).any(|byte| *byte != 0))
}

/// Whether an error of `vorpal_evm` has the reason that revm reports.
fn is_reason(halt: &PrecompileHalt, error: Error) -> bool {
    use PrecompileHalt as Halt;
    match error {
        Error::Length { .. } => matches!(
            halt,
            Halt::Blake2WrongLength
                | Halt::Bn254PairLength
                | Halt::BlobInvalidInputLength
                | Halt::Bls12381G1AddInputLength
                | Halt::Bls12381G1MsmInputLength
                | Halt::Bls12381G2AddInputLength
                | Halt::Bls12381G2MsmInputLength
                | Halt::Bls12381PairingInputLength
                | Halt::Bls12381MapFpToG1InputLength
                | Halt::Bls12381MapFp2ToG2InputLength
        ),
        Error::Padding { .. } => *halt == Halt::Bls12381FpPaddingInvalid,
        Error::Coordinate { .. } => matches!(halt, Halt::NonCanonicalFp | Halt::Bn254FieldPointNotAMember),
        Error::NotOnCurve { group: Group::G1, .. } => {
            matches!(halt, Halt::Bls12381G1NotOnCurve | Halt::Bn254AffineGFailedToCreate)
        }
        Error::NotOnCurve { group: Group::G2, .. } => {
            matches!(halt, Halt::Bls12381G2NotOnCurve | Halt::Bn254AffineGFailedToCreate)
        }
        Error::NotInSubgroup { group: Group::G1, .. } => *halt == Halt::Bls12381G1NotInSubgroup,
        Error::NotInSubgroup { group: Group::G2, .. } => {
            matches!(halt, Halt::Bls12381G2NotInSubgroup | Halt::Bn254AffineGFailedToCreate)
        }
        Error::Flag { .. } => *halt == Halt::Blake2WrongFinalIndicatorFlag,
        Error::OperandLength => matches!(
            halt,
            Halt::ModexpEip7823LimitSize
                | Halt::ModexpBaseOverflow
                | Halt::ModexpExpOverflow
                | Halt::ModexpModOverflow
        ),
        Error::VersionedHash => *halt == Halt::BlobMismatchedVersion,
        Error::Scalar | Error::Point { .. } | Error::Proof => *halt == Halt::BlobVerifyKzgProofFailed,
        _ => false,
    }
}
