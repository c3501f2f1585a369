//! Partial sums: parts of a sum that several machines compute.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use vorpal::curves::bls12_377::Bls12_377G1;
use vorpal::curves::bls12_381::Bls12_381G1;
use vorpal::curves::bn254::Bn254G1;
use vorpal::msm::{JobId, PartialMsm, Problem};
use vorpal_bindings::sums::Part;

use super::bases::{BasesOf, PyBases, with_bases};
use super::curve::{Curve, from_each_curve, with_curve};
use super::plan::Options;
use super::point::PyPoint;
use super::scalars::{Given, Scalars};
use super::sum::{check_count, read};
use crate::buffer::{any_bytes, fixed};
use crate::context::Pool;
use crate::error::Failure;
use crate::number::Integer;
use crate::progress::{self, Report};

/// A part of a sum on any curve.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum AnyPart {
    Bls12_377(PartialMsm<Bls12_377G1>),
    Bls12_381(PartialMsm<Bls12_381G1>),
    Bn254(PartialMsm<Bn254G1>),
}

from_each_curve!(AnyPart, PartialMsm);

macro_rules! with_part {
    ($any:expr, |$name:ident| $work:expr) => {
        match $any {
            AnyPart::Bls12_377($name) => $work,
            AnyPart::Bls12_381($name) => $work,
            AnyPart::Bn254($name) => $work,
        }
    };
}

/// A part of a sum. It does not change.
///
/// A sum can be split by terms, by bits, or both. Other threads or machines compute the parts, and :meth:`to_bytes` and
/// :meth:`from_bytes` carry them. Parts are merged in any order.
#[pyclass(frozen, eq, module = "vorpal.msm", name = "Partial")]
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PyPartial(AnyPart);

fn name_of<C: Curve>(_: &PartialMsm<C>) -> &'static str {
    C::NAME
}

#[pymethods]
impl PyPartial {
    /// The part that :meth:`to_bytes` wrote.
    #[staticmethod]
    #[pyo3(signature = (encoded, *, curve))]
    fn from_bytes(encoded: &Bound<'_, PyAny>, curve: &str) -> PyResult<Self> {
        let encoded = any_bytes(encoded, "encoded")?;
        with_curve!(curve, |C| {
            let part = PartialMsm::<C>::from_bytes(encoded.bytes());
            let part = part.map_err(|error| Failure::input(format_args!("encoded: {error}")))?;
            Ok(Self(part.into()))
        })
    }

    /// The bytes of the part.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &with_part!(&self.0, |part| part.to_bytes()))
    }

    /// The sum of this part and another part of the same sum. Parts that overlap or belong to different sums are an
    /// error.
    fn merge(&self, other: &Self) -> PyResult<Self> {
        let merged = match (self.0.clone(), other.0.clone()) {
            (AnyPart::Bls12_377(one), AnyPart::Bls12_377(other)) => one.merge(other).map(AnyPart::from),
            (AnyPart::Bls12_381(one), AnyPart::Bls12_381(other)) => one.merge(other).map(AnyPart::from),
            (AnyPart::Bn254(one), AnyPart::Bn254(other)) => one.merge(other).map(AnyPart::from),
            _ => return Err(Failure::argument("other: the parts are of different curves").into()),
        };
        Ok(Self(merged.map_err(Failure::from)?))
    }

    /// The whole sum, once a part contains everything.
    fn finish(&self) -> PyResult<PyPoint> {
        let point = with_part!(&self.0, |part| part.clone().finish().map(PyPoint::new));
        Ok(point.map_err(Failure::from)?)
    }

    /// The name of the curve.
    #[getter]
    fn curve(&self) -> &'static str {
        with_part!(&self.0, |part| name_of(part))
    }

    /// The identifier of the sum: 32 bytes.
    #[getter]
    fn job<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &with_part!(&self.0, |part| part.problem().job.to_bytes()))
    }

    /// What the part contains: disjoint rectangles ``(first_term, end_term, first_bit, end_bit)``, ends exclusive.
    #[getter]
    fn covered(&self) -> Vec<(u64, u64, u32, u32)> {
        let cells = with_part!(&self.0, |part| part.covered().to_vec());
        cells.iter().map(|cell| (cell.first_term, cell.end_term, cell.first_bit, cell.end_bit)).collect()
    }

    fn __add__(&self, other: &Self) -> PyResult<Self> {
        self.merge(other)
    }

    fn __repr__(&self) -> String {
        format!("Partial({}, covered={:?})", self.curve(), self.covered())
    }
}

/// The identifier of the sum of these bases and scalars: 32 bytes. All parts of a sum carry the same identifier. Any
/// other 32 bytes that name the sum will do as well.
#[pyfunction]
#[pyo3(signature = (bases, scalars, *, byteorder = "little", threads = None))]
pub(super) fn job<'py>(
    py: Python<'py>,
    bases: &Bound<'py, PyBases>,
    scalars: &Bound<'py, PyAny>,
    byteorder: &str,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let pool = Pool::of(threads)?;
    let given = Given::new(scalars, byteorder)?;
    fn of<C: Curve>(bases: &BasesOf<C>, scalars: &Scalars<'_, C::Scalar>) -> Result<JobId, Failure> {
        Ok(C::job(&bases.points("partial sums")?.first(scalars.len()), scalars.borrowed())?)
    }
    let id = with_bases!(&bases.get().0, |bases| {
        check_count(&given, bases.len())?;
        let scalars = read(bases, &given, py, &pool)?;
        pool.run(py, || of(bases, &scalars))
    })?;
    Ok(PyBytes::new(py, &id.to_bytes()))
}

/// A part of the sum ``job`` of ``terms`` terms with integers of up to ``bits`` bits: the bits from ``first_bit`` to
/// ``end_bit``, exclusive (None: ``bits``), of the terms from number ``first_term`` on. These terms are the first bases
/// and the scalars of the call. Formats of scalars and ``progress`` are those of :func:`msm`. Variable time.
#[pyfunction]
#[pyo3(
    signature = (
        bases, scalars, *, job, terms, bits = Integer::of(256), first_term = Integer::of(0), first_bit = Integer::of(0),
        end_bit = None, byteorder = "little", progress = None, threads = None
    ),
    text_signature = "(bases, scalars, *, job, terms, bits=256, first_term=0, first_bit=0, end_bit=None, \
                      byteorder='little', progress=None, threads=None)"
)]
#[allow(clippy::too_many_arguments, reason = "keywords in Python")]
pub(super) fn partial(
    py: Python<'_>,
    bases: &Bound<'_, PyBases>,
    scalars: &Bound<'_, PyAny>,
    job: &Bound<'_, PyAny>,
    terms: Integer,
    bits: Integer,
    first_term: Integer,
    first_bit: Integer,
    end_bit: Option<Integer>,
    byteorder: &str,
    progress: Option<&Bound<'_, PyAny>>,
    threads: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyPartial> {
    let pool = Pool::of(threads)?;
    let given = Given::new(scalars, byteorder)?;
    let (terms, bits): (u64, u32) = (terms.to("terms")?, bits.to("bits")?);
    let (first_term, first_bit) = (first_term.to("first_term")?, first_bit.to("first_bit")?);
    let end_bit = end_bit.map_or(Ok(bits), |end_bit| end_bit.to("end_bit"))?;
    if first_bit > end_bit {
        let message = format!("first_bit: {first_bit} is above end_bit, {end_bit}");
        return Err(Failure::argument(message).into());
    }
    let problem = Problem { job: JobId::from_bytes(fixed(job, "job")?), terms, bits };
    let request = Part { problem, first_term, bits: first_bit..end_bit };
    let part = with_bases!(&bases.get().0, |bases| {
        check_count(&given, bases.len())?;
        let scalars = read(bases, &given, py, &pool)?;
        progress::run(py, &pool, progress, |report| part(bases, &scalars, request, report)).map(AnyPart::from)
    })?;
    Ok(PyPartial(part))
}

fn part<C: Curve>(
    bases: &BasesOf<C>,
    scalars: &Scalars<'_, C::Scalar>,
    request: Part,
    report: Report<'_>,
) -> Result<PartialMsm<C>, Failure> {
    let msm = Options::default().msm().progress(report);
    let points = bases.points("partial sums")?.first(scalars.len());
    Ok(C::part_vartime(msm, request, &points, scalars.borrowed())?)
}
