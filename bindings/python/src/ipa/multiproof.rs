//! Multiproofs: many openings of many commitments in one proof of 576 bytes.

use numpy::{PyUntypedArray, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use vorpal::ipa::{Claim, MultiProof, Query, Vector};

use super::{PyCommitter, commitments, scalars};
use crate::buffer::{Numbers, Rows, any_bytes, fixed};
use crate::context::Pool;
use crate::error::Failure;

/// The vectors or commitments, and the points, of openings.
struct Openings<'py> {
    numbers: Numbers<'py, u32>,
    points: Numbers<'py, u8>,
}

impl<'py> Openings<'py> {
    fn new(openings: &Bound<'py, PyAny>, points: &Bound<'py, PyAny>) -> PyResult<Self> {
        let numbers = Numbers::<u32>::new(openings, "openings", &[&[]])?;
        let points = Numbers::<u8>::new(points, "points", &[&[]])?;
        let (expected, found) = (numbers.slice().len(), points.slice().len());
        if expected != found {
            let message = format!("points: {found} numbers; openings has {expected}");
            return Err(Failure::argument(message).into());
        }
        Ok(Self { numbers, points })
    }
}

/// The values of vectors: shape (n, 256, 32), or flat.
fn vectors<'py>(values: &Bound<'py, PyAny>, count: usize) -> PyResult<Rows<'py>> {
    let array = values.cast::<PyUntypedArray>();
    let rows = match array {
        Ok(array) if array.ndim() == 3 => {
            if array.shape()[1..] != [256, 32] {
                let message = format!("values: shape {:?}; (n, 256, 32) is expected", array.shape());
                return Err(Failure::argument(message).into());
            }
            if !array.is_c_contiguous() {
                let message = "values: the array is not contiguous; numpy.ascontiguousarray copies it";
                return Err(Failure::argument(message).into());
            }
            Rows::new(&values.call_method1("reshape", (-1, 32))?, "values", 32)?
        }
        _ => Rows::new(values, "values", 32)?,
    };
    if rows.count() != 256 * count {
        let message =
            format!("values: {} rows; 256 for each of {count} commitments are expected", rows.count());
        return Err(Failure::argument(message).into());
    }
    Ok(rows)
}

#[pymethods]
impl PyCommitter {
    /// Proves values of committed vectors: a proof of 576 bytes.
    ///
    /// ``commitments``: (n, 32); ``values``: (n, 256, 32), little-endian, below the order. Opening ``i`` is of vector
    /// ``openings[i]`` (``uint32``, shape (m,)) at ``points[i]`` (``uint8``, shape (m,)). ``label`` separates
    /// protocols: ``b"vt"`` for Verkle trees. Variable time.
    #[pyo3(signature = (commitments, values, openings, points, *, label = None, threads = None))]
    #[allow(clippy::too_many_arguments, reason = "keywords in Python")]
    fn prove<'py>(
        &self,
        py: Python<'py>,
        commitments: &Bound<'py, PyAny>,
        values: &Bound<'py, PyAny>,
        openings: &Bound<'py, PyAny>,
        points: &Bound<'py, PyAny>,
        label: Option<&Bound<'py, PyAny>>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let pool = Pool::of(threads)?;
        let encodings = Rows::new(commitments, "commitments", 32)?;
        let values = vectors(values, encodings.count())?;
        let openings = Openings::new(openings, points)?;
        let label = label.map(|label| any_bytes(label, "label")).transpose()?;
        let label = label.as_ref().map_or(b"vt".as_slice(), Rows::bytes);
        let (encodings, values) = (encodings.bytes(), values.items::<32>());
        let (numbers, points) = (openings.numbers.slice(), openings.points.slice());
        let proof = pool.run(py, || {
            let commitments = self::commitments(encodings, 32, false, "commitments")?;
            let values = scalars(values, "values")?;
            let vector = |(commitment, values)| Vector { commitment, values };
            let vectors: Vec<_> = commitments.into_iter().zip(values.chunks_exact(256)).map(vector).collect();
            let query = |(vector, point): (&u32, &u8)| Query { vector: *vector as usize, point: *point };
            let queries: Vec<_> = numbers.iter().zip(points).map(query).collect();
            Ok::<_, Failure>(self.0.prove(label, &vectors, &queries)?.to_bytes())
        })?;
        Ok(PyBytes::new(py, &proof))
    }

    /// Whether a proof of 576 bytes is valid.
    ///
    /// Opening ``i`` claims that ``commitments[openings[i]]`` has the value ``values[i]`` at ``points[i]``.
    /// ``commitments``: (n, 32); ``openings``: ``uint32``, shape (m,); ``points``: ``uint8``, shape (m,); ``values``:
    /// (m, 32), little-endian, below the order. Malformed proofs are errors. Variable time.
    #[pyo3(signature = (commitments, openings, points, values, proof, *, label = None, threads = None))]
    #[allow(clippy::too_many_arguments, reason = "keywords in Python")]
    fn verify<'py>(
        &self,
        py: Python<'py>,
        commitments: &Bound<'py, PyAny>,
        openings: &Bound<'py, PyAny>,
        points: &Bound<'py, PyAny>,
        values: &Bound<'py, PyAny>,
        proof: &Bound<'py, PyAny>,
        label: Option<&Bound<'py, PyAny>>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<bool> {
        let pool = Pool::of(threads)?;
        let encodings = Rows::new(commitments, "commitments", 32)?;
        let openings = Openings::new(openings, points)?;
        let values = Rows::new(values, "values", 32)?;
        values.check_count(openings.numbers.slice().len(), "openings")?;
        let proof = fixed::<576>(proof, "proof")?;
        let label = label.map(|label| any_bytes(label, "label")).transpose()?;
        let label = label.as_ref().map_or(b"vt".as_slice(), Rows::bytes);
        let (encodings, values) = (encodings.bytes(), values.items::<32>());
        let (numbers, points) = (openings.numbers.slice(), openings.points.slice());
        let verified = pool.run(py, || {
            let commitments = self::commitments(encodings, 32, false, "commitments")?;
            let proof = MultiProof::from_bytes(&proof).map_err(|error| Failure::from(error).of("proof"))?;
            let values = scalars(values, "values")?;
            let claim = |((commitment, point), value): ((&u32, &u8), _)| Claim {
                commitment: *commitment as usize,
                point: *point,
                value,
            };
            let claims: Vec<Claim> = numbers.iter().zip(points).zip(values).map(claim).collect();
            Ok::<_, Failure>(self.0.verify(label, &commitments, &claims, &proof)?)
        })?;
        Ok(verified)
    }
}
