//! Sums.

use pyo3::prelude::*;
use vorpal::curves::models::weierstrass::Jacobian;
use vorpal::msm::{Error, Plan};

use super::bases::{BasesOf, PyBases, with_bases};
use super::curve::Curve;
use super::plan::{Options, PyPlan};
use super::point::PyPoint;
use super::scalars::{Given, Scalars};
use crate::context::Pool;
use crate::error::{Failure, Kind};
use crate::number::Integer;
use crate::progress::{self, Report};

/// Checks that there are enough bases.
pub(super) fn check_count(scalars: &Given<'_>, bases: usize) -> Result<(), Failure> {
    if scalars.len() <= bases {
        return Ok(());
    }
    Err(Failure::argument(format_args!("scalars: {} of them for {bases} bases", scalars.len())))
}

/// The sum of ``scalars[i] bases[i]`` over as many bases as there are scalars. Variable time.
///
/// The type of ``scalars`` tells their format: rows of 32 bytes below the order, in ``byteorder`` ``little`` or
/// ``big``; ``uint64`` of shape (n, 4): limbs in Montgomery form, least significant first; ``uint64`` of shape (n,):
/// integers.
///
/// ``progress`` is called from time to time on the calling thread with the numbers of point additions done and
/// expected, and once at the end with two equal numbers. The sum is cancelled if it returns False or raises, or after
/// an interrupt (Ctrl+C). The options ``algorithm``, ``endomorphism``, ``width`` and ``memory`` are chosen by the
/// planner if they are None; bases with tables have none of them.
#[pyfunction]
#[pyo3(signature = (
    bases, scalars, *, byteorder = "little", progress = None, threads = None, algorithm = None, endomorphism = None,
    width = None, memory = None
))]
#[allow(clippy::too_many_arguments, reason = "keywords in Python")]
pub(super) fn msm(
    py: Python<'_>,
    bases: &Bound<'_, PyBases>,
    scalars: &Bound<'_, PyAny>,
    byteorder: &str,
    progress: Option<&Bound<'_, PyAny>>,
    threads: Option<&Bound<'_, PyAny>>,
    algorithm: Option<&str>,
    endomorphism: Option<bool>,
    width: Option<Integer>,
    memory: Option<Integer>,
) -> PyResult<PyPoint> {
    let pool = Pool::of(threads)?;
    let options = Options::new(algorithm, endomorphism, width, memory)?;
    let given = Given::new(scalars, byteorder)?;
    with_bases!(&bases.get().0, |bases| {
        check_count(&given, bases.len())?;
        let scalars = read(bases, &given, py, &pool)?;
        let sum = progress::run(py, &pool, progress, |report| sum(bases, &scalars, options, report))?;
        Ok(PyPoint::new(sum))
    })
}

/// The scalars for bases.
pub(super) fn read<'a, C: Curve>(
    _: &BasesOf<C>,
    given: &'a Given<'_>,
    py: Python<'_>,
    pool: &Pool,
) -> PyResult<Scalars<'a, C::Scalar>> {
    given.read::<C>(py, pool)
}

fn sum<C: Curve>(
    bases: &BasesOf<C>,
    scalars: &Scalars<'_, C::Scalar>,
    options: Options,
    report: Report<'_>,
) -> Result<Jacobian<C>, Error> {
    match bases {
        BasesOf::Points(points) => {
            let msm = options.msm().progress(report);
            C::sum_vartime(&msm, &points.first(scalars.len()), scalars.borrowed())
        }
        BasesOf::Prepared(_) if !options.is_empty() => {
            Err(Error::NotPossible { what: "an option", why: "the bases have tables" })
        }
        BasesOf::Prepared(bases) => C::sum_prepared_vartime(bases, scalars.borrowed(), Some(report)),
    }
}

/// The plan of :func:`msm` for these bases, scalars, threads and options. Bases with tables have no plan for each sum;
/// :meth:`Bases.explain` describes the tables.
#[pyfunction]
#[pyo3(signature = (
    bases, scalars, *, byteorder = "little", threads = None, algorithm = None, endomorphism = None, width = None,
    memory = None
))]
#[allow(clippy::too_many_arguments, reason = "keywords in Python")]
pub(super) fn plan(
    py: Python<'_>,
    bases: &Bound<'_, PyBases>,
    scalars: &Bound<'_, PyAny>,
    byteorder: &str,
    threads: Option<&Bound<'_, PyAny>>,
    algorithm: Option<&str>,
    endomorphism: Option<bool>,
    width: Option<Integer>,
    memory: Option<Integer>,
) -> PyResult<PyPlan> {
    let pool = Pool::of(threads)?;
    let options = Options::new(algorithm, endomorphism, width, memory)?;
    let given = Given::new(scalars, byteorder)?;
    with_bases!(&bases.get().0, |bases| {
        check_count(&given, bases.len())?;
        let scalars = read(bases, &given, py, &pool)?;
        Ok(PyPlan(pool.run(py, || plan_of(bases, &scalars, options))?))
    })
}

fn plan_of<C: Curve>(
    bases: &BasesOf<C>,
    scalars: &Scalars<'_, C::Scalar>,
    options: Options,
) -> Result<Plan, Failure> {
    let BasesOf::Points(points) = bases else {
        return Err(Failure::new(Kind::NotPossible, "a plan for bases with tables: see Bases.explain"));
    };
    Ok(C::plan(&options.msm(), &points.first(scalars.len()), scalars.borrowed())?)
}
