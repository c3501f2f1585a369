//! Groth16 proofs: the files of circom and snarkjs, and their JSON.
//!
//! `prover` has the class of keys that prove, `verifier` that of keys that verify.

mod prover;
mod verifier;

use pyo3::prelude::*;
use vorpal::groth16::{Bls12_381, Bn254, CurveId, Prover, ProverError, Verifier, VerifyError};

use crate::error::{Failure, Kind};

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<prover::PyProver>()?;
    module.add_class::<verifier::PyVerifier>()
}

/// A value of either curve.
#[derive(Debug)]
enum Any<A, B> {
    Bn254(A),
    Bls12_381(B),
}

type AnyProver = Any<Prover<Bn254>, Prover<Bls12_381>>;
type AnyVerifier = Any<Verifier<Bn254>, Verifier<Bls12_381>>;

impl<A, B> Any<A, B> {
    /// The name of the curve in the files of snarkjs.
    fn curve(&self) -> &'static str {
        name_of(match self {
            Self::Bn254(_) => CurveId::Bn254,
            Self::Bls12_381(_) => CurveId::Bls12_381,
        })
    }
}

fn name_of(curve: CurveId) -> &'static str {
    use vorpal::groth16::Curve;
    match curve {
        CurveId::Bn254 => Bn254::NAME,
        CurveId::Bls12_381 => Bls12_381::NAME,
    }
}

/// The same work for either curve.
macro_rules! with {
    ($any:expr, |$value:ident| $work:expr) => {
        match $any {
            $crate::groth16::Any::Bn254($value) => $work,
            $crate::groth16::Any::Bls12_381($value) => $work,
        }
    };
}
use with;

impl From<ProverError> for Failure {
    fn from(error: ProverError) -> Self {
        match error {
            ProverError::Witness { .. } | ProverError::Key => Self::input(error),
            error => Self::new(Kind::NotPossible, error),
        }
    }
}

impl From<VerifyError> for Failure {
    fn from(error: VerifyError) -> Self {
        Self::input(error)
    }
}
