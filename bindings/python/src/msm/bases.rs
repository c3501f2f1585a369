//! Bases: points that are read once and used in many sums.

use std::path::PathBuf;

use numpy::{IntoPyArray, PyArray2, PyArray3, PyArrayMethods};
use pyo3::prelude::*;
use vorpal::curves::PointFormat;
use vorpal::curves::bls12_377::Bls12_377G1;
use vorpal::curves::bls12_381::Bls12_381G1;
use vorpal::curves::bn254::Bn254G1;
use vorpal::curves::models::weierstrass::{Affine, Jacobian};
use vorpal::fields::PrimeField;
use vorpal::msm::{PreparedBases, ReadError};
use vorpal_bindings::sums::Points;

use super::curve::{Curve, Trust, from_each_curve, known, stored_points, with_curve};
use crate::buffer::{Numbers, Rows, output2};
use crate::context::Pool;
use crate::error::{Failure, Kind};
use crate::number::Integer;

/// The largest number of multiples of a generator.
const MOST_MULTIPLES: usize = 1 << 24;

/// Bases of any curve.
#[derive(Debug)]
pub(super) enum AnyBases {
    Bls12_377(BasesOf<Bls12_377G1>),
    Bls12_381(BasesOf<Bls12_381G1>),
    Bn254(BasesOf<Bn254G1>),
}

from_each_curve!(AnyBases, BasesOf);

/// Bases of a curve.
#[derive(Debug)]
pub(super) enum BasesOf<C: Curve> {
    Points(Points<Vec<Affine<C>>>),
    Prepared(PreparedBases<C>),
}

/// Work on the bases of any curve.
macro_rules! with_bases {
    ($any:expr, |$name:ident| $work:expr) => {
        match $any {
            $crate::msm::bases::AnyBases::Bls12_377($name) => $work,
            $crate::msm::bases::AnyBases::Bls12_381($name) => $work,
            $crate::msm::bases::AnyBases::Bn254($name) => $work,
        }
    };
}
pub(super) use with_bases;

impl<C: Curve> BasesOf<C> {
    fn name(&self) -> &'static str {
        C::NAME
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Self::Points(points) => points.slice().len(),
            Self::Prepared(bases) => bases.len(),
        }
    }

    /// The points, or an error for prepared bases.
    pub(super) fn points(&self, what: &str) -> Result<&Points<Vec<Affine<C>>>, Failure> {
        match self {
            Self::Points(points) => Ok(points),
            Self::Prepared(_) => {
                let message = format!("{what} of prepared bases: not possible");
                Err(Failure::new(Kind::NotPossible, message))
            }
        }
    }

    fn decode(format: &str, rows: &[&[u8]], trust: Trust) -> Result<Self, Failure> {
        let format = C::format(format)?;
        let wrong = |error| Failure::input(format_args!("points: {error}"));
        let (points, trust) = match trust {
            // `decode_all` checks the subgroup.
            Trust::Nothing => (format.decode_all(rows).map_err(wrong)?, Trust::Subgroup),
            trust => (format.decode_all_on_curve(rows).map_err(wrong)?, trust),
        };
        known(points, trust).map(Self::Points)
    }

    fn prepare(&self, memory: usize) -> Result<Self, Failure> {
        Ok(Self::Prepared(C::prepare(&self.points("tables")?.all(), memory)?))
    }

    fn open(file: &PathBuf) -> Result<Self, Failure> {
        PreparedBases::open(file).map(Self::Prepared).map_err(|error| {
            let failure = match error {
                ReadError::Sum(error) => Failure::from(error),
                error => Failure::store(error),
            };
            failure.of(&file.display().to_string())
        })
    }

    fn explain(&self) -> String {
        match self {
            Self::Points(Points::OnCurve(points)) => format!("{} points of the curve", points.len()),
            Self::Points(Points::InSubgroup(points)) => {
                format!("{} points of the prime subgroup", points.points().len())
            }
            Self::Prepared(bases) => bases.plan().explain().to_string(),
        }
    }

    /// `G, 2 G, ..., n G`.
    fn multiples(count: usize) -> Self {
        let one = Affine::<C>::GENERATOR;
        let mut sum = Jacobian::IDENTITY;
        let points: Vec<Jacobian<C>> = (0..count)
            .map(|_| {
                sum = sum.add_affine_vartime(&one);
                sum
            })
            .collect();
        let points = Jacobian::normalise_batch(&points);
        Self::Points(Points::InSubgroup(vorpal::curves::models::weierstrass::Subgroup::unchecked(points)))
    }

    /// The limbs of a coordinate, and the points in the stored form.
    fn montgomery(&self) -> Result<(usize, Vec<u64>), Failure> {
        let points = self.points("memory")?.slice();
        let mut limbs = Vec::with_capacity(2 * C::LIMBS * points.len());
        for point in points {
            let (x, y) = point.raw_coordinates();
            for coordinate in [x, y] {
                let bytes = coordinate.to_montgomery_le_bytes();
                limbs
                    .extend(bytes.as_ref().as_chunks::<8>().0.iter().map(|bytes| u64::from_le_bytes(*bytes)));
            }
        }
        Ok((C::LIMBS, limbs))
    }

    fn encode(&self, format: &str, compressed: bool) -> Result<(usize, Vec<u8>), Failure> {
        let format = C::format(format)?;
        let points = self.points("encodings")?.slice();
        let mut bytes = Vec::new();
        for point in points {
            if compressed {
                bytes.extend_from_slice(format.encode_compressed(point).as_ref());
            } else {
                bytes.extend_from_slice(format.encode_uncompressed(point).as_ref());
            }
        }
        Ok((8 * C::LIMBS * if compressed { 1 } else { 2 }, bytes))
    }
}

/// Points that are read once and used in many sums. Several threads may use them at the same time.
///
/// ``curve`` is ``bls12_377``, ``bls12_381`` or ``bn254``. ``format`` of encoded points is ``arkworks`` (0.4 and later:
/// little-endian; for BLS12-381 the format of Zcash), ``gnark`` (big-endian; for BLS12-381 the format of Zcash),
/// ``zcash`` (BLS12-381 alone) or ``arkworks-0.3`` (the files of ZPrize 2022; not for BN254). ``trust`` tells what is
/// known of points: ``nothing`` (each is checked to be on the curve and in the prime subgroup), ``on_curve`` (they may
/// be outside of the prime subgroup, and sums on the BLS12 curves do without the endomorphism) or ``subgroup``
/// (otherwise sums are wrong).
#[pyclass(frozen, module = "vorpal.msm", name = "Bases")]
#[derive(Debug)]
pub(crate) struct PyBases(pub(super) AnyBases);

#[pymethods]
impl PyBases {
    /// Decodes points of shape (n, width): 48 (compressed) or 96 bytes for the BLS12 curves, 32 or 64 bytes for BN254.
    /// A flat buffer contains compressed points. The first invalid point is an error that names its index.
    #[staticmethod]
    #[pyo3(signature = (points, *, curve, format = "arkworks", trust = "nothing", threads = None))]
    fn from_bytes(
        py: Python<'_>,
        points: &Bound<'_, PyAny>,
        curve: &str,
        format: &str,
        trust: &str,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let (pool, trust) = (Pool::of(threads)?, Trust::of(trust)?);
        with_curve!(curve, |C| {
            let length = 8 * <C as Curve>::LIMBS;
            let rows = Rows::of_widths(points, "points", &[length, 2 * length], None)?;
            let encodings: Vec<&[u8]> = rows.bytes().chunks_exact(rows.width()).collect();
            let bases = pool.run(py, || BasesOf::<C>::decode(format, &encodings, trust))?;
            Ok(Self(AnyBases::from(bases)))
        })
    }

    /// Copies points in Montgomery form, as gnark-crypto and arkworks store them: ``uint64`` of shape (n, 2, limbs) or
    /// (n, 2 limbs), least significant limb first, infinity as zeros. There are 6 limbs for the BLS12 curves, 4 for
    /// BN254.
    #[staticmethod]
    #[pyo3(signature = (points, *, curve, trust = "nothing", threads = None))]
    fn from_montgomery(
        py: Python<'_>,
        points: &Bound<'_, PyAny>,
        curve: &str,
        trust: &str,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let (pool, trust) = (Pool::of(threads)?, Trust::of(trust)?);
        with_curve!(curve, |C| {
            let limbs = <C as Curve>::LIMBS;
            let numbers = Numbers::<u64>::new(points, "points", &[&[2, limbs], &[2 * limbs]])?;
            let numbers = numbers.slice();
            let points = pool.run(py, || stored_points::<C>(numbers, trust))?;
            Ok(Self(AnyBases::from(BasesOf::Points(points))))
        })
    }

    /// The points ``G, 2 G, ..., count G`` of the generator ``G``, for tests and measurements.
    #[staticmethod]
    #[pyo3(signature = (count, *, curve))]
    fn multiples(py: Python<'_>, count: Integer, curve: &str) -> PyResult<Self> {
        let (pool, count): (_, usize) = (Pool::of(None)?, count.to("count")?);
        if count > MOST_MULTIPLES {
            let message = format!("count: {count}; at most {MOST_MULTIPLES} are possible");
            return Err(Failure::argument(message).into());
        }
        with_curve!(curve, |C| Ok(Self(AnyBases::from(pool.run(py, || BasesOf::<C>::multiples(count))))))
    }

    /// Reads prepared bases from a file of :meth:`save`. The checksum and the range of coordinates are checked; who can
    /// write the file can choose the sums.
    #[staticmethod]
    #[pyo3(signature = (file, *, curve))]
    fn open(py: Python<'_>, file: PathBuf, curve: &str) -> PyResult<Self> {
        let pool = Pool::of(None)?;
        with_curve!(curve, |C| Ok(Self(AnyBases::from(pool.run(py, || BasesOf::<C>::open(&file))?))))
    }

    /// Writes prepared bases to a new file; an existing file is an error. The file appears when it is whole and on the
    /// disk.
    fn save(&self, py: Python<'_>, file: PathBuf) -> PyResult<()> {
        let written = with_bases!(&self.0, |bases| match bases {
            BasesOf::Prepared(bases) => py.detach(|| bases.save(&file)),
            BasesOf::Points(_) => {
                return Err(Failure::new(Kind::NotPossible, "the bases are not prepared").into());
            }
        });
        Ok(written.map_err(|error| Failure::store(format_args!("{}: {error}", file.display())))?)
    }

    /// New bases with tables of at most ``memory`` bytes, with which sums take less time.
    #[pyo3(signature = (memory, *, threads = None))]
    fn prepare(&self, py: Python<'_>, memory: Integer, threads: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let (pool, memory): (_, usize) = (Pool::of(threads)?, memory.to("memory")?);
        let prepared =
            pool.run(py, || with_bases!(&self.0, |bases| bases.prepare(memory).map(AnyBases::from)));
        Ok(Self(prepared?))
    }

    /// The encoded points of bases that are not prepared: shape (n, width).
    #[pyo3(signature = (format = "arkworks", *, compressed = true))]
    fn to_bytes<'py>(
        &self,
        py: Python<'py>,
        format: &str,
        compressed: bool,
    ) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let pool = Pool::of(None)?;
        let (width, bytes) =
            pool.run(py, || with_bases!(&self.0, |bases| bases.encode(format, compressed)))?;
        let (array, mut writer) = output2(py, bytes.len() / width, width);
        writer.as_slice_mut()?.copy_from_slice(&bytes);
        Ok(array)
    }

    /// The points of bases that are not prepared, in Montgomery form, as :meth:`from_montgomery` reads them: ``uint64``
    /// of shape (n, 2, limbs).
    fn to_montgomery<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<u64>>> {
        let pool = Pool::of(None)?;
        let (limbs, numbers) = pool.run(py, || with_bases!(&self.0, |bases| bases.montgomery()))?;
        let count = numbers.len() / (2 * limbs);
        numbers.into_pyarray(py).reshape([count, 2, limbs])
    }

    /// The name of the curve.
    #[getter]
    fn curve(&self) -> &'static str {
        with_bases!(&self.0, |bases| bases.name())
    }

    /// Whether the bases have tables.
    #[getter]
    fn is_prepared(&self) -> bool {
        with_bases!(&self.0, |bases| matches!(bases, BasesOf::Prepared(_)))
    }

    /// What is known of the points of bases that are not prepared: ``on_curve`` or ``subgroup``.
    #[getter]
    fn trust(&self) -> PyResult<&'static str> {
        Ok(with_bases!(&self.0, |bases| bases.points("trust").map(|points| match points {
            Points::OnCurve(_) => "on_curve",
            Points::InSubgroup(_) => "subgroup",
        }))?)
    }

    /// What is known of the points, or the plan of the tables, as text.
    fn explain(&self) -> String {
        with_bases!(&self.0, |bases| bases.explain())
    }

    fn __len__(&self) -> usize {
        with_bases!(&self.0, |bases| bases.len())
    }

    fn __repr__(&self) -> String {
        format!("Bases({}, {})", self.curve(), self.explain())
    }
}
