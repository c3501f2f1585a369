//! Keys that verify.

use numpy::PyArray1;
use pyo3::prelude::*;
use vorpal::groth16::{Curve, CurveId, Proof, Statement, Verdict, VerificationKey, Verifier, json};

use super::{Any, AnyVerifier, with};
use crate::buffer::{output1, sequence};
use crate::context::Pool;
use crate::error::Failure;

/// A verification key with checked points, on BN254 or BLS12-381.
///
/// ``key`` is a text: the JSON of snarkjs. A key that nobody contributed to is refused, since everybody can forge its
/// proofs; with ``development`` it is not. Several threads may use a verifier at the same time.
#[pyclass(frozen, module = "vorpal.groth16", name = "Verifier")]
#[derive(Debug)]
pub(crate) struct PyVerifier(AnyVerifier);

fn malformed(name: &str, error: impl std::fmt::Display) -> Failure {
    Failure::input(format_args!("{name}: {error}"))
}

fn prepare<C: Curve>(key: &str, development: bool) -> Result<Verifier<C>, Failure> {
    let key = VerificationKey::from_json(key).map_err(|error| malformed("key", error))?;
    let verifier = if development { Verifier::for_development(key) } else { Verifier::new(key) };
    verifier.map_err(|error| malformed("key", error))
}

#[pymethods]
impl PyVerifier {
    #[new]
    #[pyo3(signature = (key, *, development = false, threads = None))]
    fn new(
        py: Python<'_>,
        key: &str,
        development: bool,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let pool = Pool::of(threads)?;
        let verifier = pool.run(py, || {
            Ok::<_, Failure>(match json::curve_of(key).map_err(|error| malformed("key", error))? {
                CurveId::Bn254 => Any::Bn254(prepare(key, development)?),
                CurveId::Bls12_381 => Any::Bls12_381(prepare(key, development)?),
            })
        });
        Ok(Self(verifier?))
    }

    /// Whether a proof is valid for public signals, both JSON texts of snarkjs. Malformed JSON, another number of
    /// signals, a number that is not below its prime, and a point that is not in its group are an :class:`InputError`.
    #[pyo3(signature = (public, proof, *, threads = None))]
    fn verify(
        &self,
        py: Python<'_>,
        public: &str,
        proof: &str,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<bool> {
        let pool = Pool::of(threads)?;
        Ok(pool.run(py, || with!(&self.0, |verifier| verify(verifier, public, proof)))?)
    }

    /// Whether each of ``n`` proofs is valid for its public signals: an array of truth values of shape (n,). All are
    /// verified together; if that fails, the wrong ones are searched. Both arguments are lists of JSON texts.
    ///
    /// Malformed JSON is an :class:`InputError` with the index. Another number of signals, and a point that is not in
    /// its group, make a proof invalid. A wrong verdict has a probability of at most ``(2 n + 2) / 2**128``.
    #[pyo3(signature = (publics, proofs, *, threads = None))]
    fn verify_batch<'py>(
        &self,
        py: Python<'py>,
        publics: &Bound<'py, PyAny>,
        proofs: &Bound<'py, PyAny>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let pool = Pool::of(threads)?;
        let publics: Vec<String> = sequence(publics, "publics")?;
        let proofs: Vec<String> = sequence(proofs, "proofs")?;
        if publics.len() != proofs.len() {
            let message = format_args!("proofs: {} texts; publics has {}", proofs.len(), publics.len());
            return Err(Failure::argument(message).into());
        }
        let verdict = pool.run(py, || with!(&self.0, |verifier| verify_all(verifier, &publics, &proofs)))?;
        let (array, mut writer) = output1::<bool>(py, proofs.len());
        let valid = writer.as_slice_mut()?;
        valid.fill(true);
        verdict.invalid().iter().for_each(|index| valid[*index] = false);
        Ok(array)
    }

    /// The name of the curve in the files of snarkjs: ``bn128`` or ``bls12381``.
    #[getter]
    fn curve(&self) -> &'static str {
        self.0.curve()
    }

    /// The number of public signals.
    #[getter]
    fn public(&self) -> usize {
        with!(&self.0, |verifier| verifier.signals())
    }

    fn __repr__(&self) -> String {
        format!("<Verifier: {}, {} public signals>", self.curve(), self.public())
    }
}

fn verify<C: Curve>(verifier: &Verifier<C>, public: &str, proof: &str) -> Result<bool, Failure> {
    let signals = json::read_public::<C>(public).map_err(|error| malformed("public", error))?;
    let proof = Proof::from_json(proof).map_err(|error| malformed("proof", error))?;
    Ok(verifier.verify(&signals, &proof)?)
}

fn verify_all<C: Curve>(
    verifier: &Verifier<C>,
    publics: &[String],
    proofs: &[String],
) -> Result<Verdict, Failure> {
    let read = |(index, (public, proof)): (usize, (&String, &String))| {
        let at = |name: &str| format!("{name}: text {index}");
        let signals = json::read_public::<C>(public).map_err(|error| malformed(&at("publics"), error))?;
        let proof = Proof::from_json(proof).map_err(|error| malformed(&at("proofs"), error))?;
        Ok((signals, proof))
    };
    let read = publics.iter().zip(proofs).enumerate().map(read).collect::<Result<Vec<_>, Failure>>()?;
    let statements: Vec<Statement<'_, C>> =
        read.iter().map(|(signals, proof)| Statement { signals, proof: *proof }).collect();
    Ok(verifier.verify_batch(&statements))
}
