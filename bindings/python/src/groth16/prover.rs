//! Keys that prove.

use std::fs::File;
use std::path::{Path, PathBuf};

use pyo3::prelude::*;
use vorpal::groth16::file::{Container, FileError, Input, Kind};
use vorpal::groth16::{Curve, CurveId, Prover, ProverError, Witness, Zkey, json};

use super::{Any, AnyProver, with};
use crate::buffer::any_bytes;
use crate::context::Pool;
use crate::error::Failure;

/// A proving key that is ready for proofs, on BN254 or BLS12-381.
///
/// ``zkey`` has the bytes of a file ``.zkey`` of snarkjs. Lengths, indices and the range of coordinates are checked.
/// With ``check``, so is that all points are in their groups: proofs of a key with others may reveal the witness.
/// Several threads may use a prover at the same time.
#[pyclass(frozen, module = "vorpal.groth16", name = "Prover")]
#[derive(Debug)]
pub(crate) struct PyProver(AnyProver);

/// Why a key is refused: its file, or its contents.
type Refused<'a> = &'a (dyn Fn(String) -> Failure + Sync);

fn read(input: impl Input, check: bool, refused: Refused<'_>) -> Result<AnyProver, Failure> {
    let malformed = |error: FileError| refused(error.to_string());
    let mut file = Container::new(input, Kind::Zkey).map_err(malformed)?;
    Ok(match CurveId::of(&mut file).map_err(malformed)? {
        CurveId::Bn254 => Any::Bn254(prepare(&mut file, check, refused)?),
        CurveId::Bls12_381 => Any::Bls12_381(prepare(&mut file, check, refused)?),
    })
}

fn prepare<C: Curve>(
    file: &mut Container<impl Input>,
    check: bool,
    refused: Refused<'_>,
) -> Result<Prover<C>, Failure> {
    let of_prover = |error| match error {
        ProverError::File(error) => refused(error.to_string()),
        error => Failure::from(error),
    };
    if !check {
        return Prover::read(file).map_err(of_prover);
    }
    let key = Zkey::<C>::read(file).map_err(|error| refused(error.to_string()))?;
    key.check_points().map_err(|error| refused(error.to_string()))?;
    Prover::new(key).map_err(of_prover)
}

fn of_path(path: &Path, reason: impl std::fmt::Display) -> Failure {
    Failure::store(format_args!("{}: {reason}", path.display()))
}

#[pymethods]
impl PyProver {
    #[new]
    #[pyo3(signature = (zkey, *, check = false, threads = None))]
    fn new(
        py: Python<'_>,
        zkey: &Bound<'_, PyAny>,
        check: bool,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let (pool, rows) = (Pool::of(threads)?, any_bytes(zkey, "zkey")?);
        let (bytes, refused) =
            (rows.bytes(), |reason: String| Failure::input(format_args!("zkey: {reason}")));
        Ok(Self(pool.run(py, || read(bytes, check, &refused))?))
    }

    /// The prover of the key in a file. Only the sections that proofs need are read.
    #[staticmethod]
    #[pyo3(signature = (file, *, check = false, threads = None))]
    fn open(
        py: Python<'_>,
        file: PathBuf,
        check: bool,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let pool = Pool::of(threads)?;
        Ok(Self(pool.run(py, || {
            let input = File::open(&file).map_err(|error| of_path(&file, error))?;
            read(input, check, &|reason: String| of_path(&file, reason))
        })?))
    }

    /// The proof and the public signals of a witness, as JSON texts like those of snarkjs. ``witness`` has the bytes of
    /// a file ``.wtns`` of circom.
    ///
    /// A witness that does not satisfy the circuit has a proof, too, which is not valid. Blinding factors are those of
    /// the operating system. The time depends on the witness.
    #[pyo3(signature = (witness, *, threads = None))]
    fn prove(
        &self,
        py: Python<'_>,
        witness: &Bound<'_, PyAny>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<(String, String)> {
        let (pool, rows) = (Pool::of(threads)?, any_bytes(witness, "witness")?);
        let bytes = rows.bytes();
        Ok(pool.run(py, || with!(&self.0, |prover| prove(prover, bytes)))?)
    }

    /// The key that verifies the proofs, as JSON text like that of snarkjs.
    fn verification_key(&self, py: Python<'_>) -> PyResult<String> {
        let text = py.detach(|| with!(&self.0, |prover| prover.verification_key().to_json()));
        Ok(text.map_err(|error| Failure::input(format_args!("the verification key: {error}")))?)
    }

    /// The name of the curve in the files of snarkjs: ``bn128`` or ``bls12381``.
    #[getter]
    fn curve(&self) -> &'static str {
        self.0.curve()
    }

    /// The number of public signals.
    #[getter]
    fn public(&self) -> usize {
        with!(&self.0, |prover| prover.verification_key().ic.len() - 1)
    }

    fn __repr__(&self) -> String {
        format!("<Prover: {}, {} public signals>", self.curve(), self.public())
    }
}

fn prove<C: Curve>(prover: &Prover<C>, witness: &[u8]) -> Result<(String, String), Failure> {
    let witness = Witness::<C>::from_bytes(witness)
        .map_err(|error| Failure::input(format_args!("witness: {error}")))?;
    let proof = prover.prove(&witness)?;
    Ok((proof.to_json(), json::write_public::<C>(prover.public_signals(&witness)?)))
}
