//! Groth16 proofs: the files of circom and snarkjs in memory or on disk, and their JSON.

mod prover;
mod verifier;

use vorpal::groth16::{Bls12_381, Bn254, ProverError};

use crate::error::Failure;
use crate::status::vorpal_status::VORPAL_ERROR_NOT_POSSIBLE;

/// A value of either curve.
#[derive(Debug)]
enum Any<A, B> {
    Bn254(A),
    Bls12_381(B),
}

/// What a prover or a verifier of either curve does. `$curve` names its curve in the work.
macro_rules! with {
    ($any:expr, |$value:ident, $curve:ident| $work:expr) => {
        match $any {
            $crate::groth16::Any::Bn254($value) => {
                #[allow(dead_code, reason = "work that does not name the curve")]
                type $curve = vorpal::groth16::Bn254;
                $work
            }
            $crate::groth16::Any::Bls12_381($value) => {
                #[allow(dead_code, reason = "work that does not name the curve")]
                type $curve = vorpal::groth16::Bls12_381;
                $work
            }
        }
    };
}
use with;

/// The same generic type for either curve.
type AnyProver = Any<vorpal::groth16::Prover<Bn254>, vorpal::groth16::Prover<Bls12_381>>;
type AnyVerifier = Any<vorpal::groth16::Verifier<Bn254>, vorpal::groth16::Verifier<Bls12_381>>;

/// A truth value of a caller.
fn flag(value: i32, name: &str) -> Result<bool, Failure> {
    match value {
        0 => Ok(false),
        1 => Ok(true),
        _ => Err(Failure::argument(format_args!("{name} is {value}; 0 and 1 are possible"))),
    }
}

/// The text of an argument.
fn text<'a>(bytes: &'a [u8], name: &str) -> Result<&'a str, Failure> {
    std::str::from_utf8(bytes)
        .map_err(|error| Failure::input(format_args!("{name}: byte {} is not UTF-8", error.valid_up_to())))
}

impl From<ProverError> for Failure {
    fn from(error: ProverError) -> Self {
        match error {
            ProverError::Randomness => Self::new(VORPAL_ERROR_NOT_POSSIBLE, error),
            ProverError::Sum(error) => Self::from(error),
            ProverError::Domain(error) => Self::from(error),
            error => Self::input(error),
        }
    }
}
