//! Points: the results of sums.

use std::hash::{Hash, Hasher};

use numpy::PyArray2;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt};
use vorpal::curves::PointFormat;
use vorpal::curves::bls12_377::Bls12_377G1;
use vorpal::curves::bls12_381::Bls12_381G1;
use vorpal::curves::bn254::Bn254G1;
use vorpal::curves::models::weierstrass::Jacobian;
use vorpal::fields::{EncodableField, PrimeField};

use super::curve::{Curve, from_each_curve, stored_point, with_curve};
use crate::buffer::{Numbers, any_bytes, output2};
use crate::error::Failure;

/// A point of any curve.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum AnyPoint {
    Bls12_377(Jacobian<Bls12_377G1>),
    Bls12_381(Jacobian<Bls12_381G1>),
    Bn254(Jacobian<Bn254G1>),
}

from_each_curve!(AnyPoint, Jacobian);

macro_rules! with_point {
    ($any:expr, |$name:ident| $work:expr) => {
        match $any {
            AnyPoint::Bls12_377($name) => $work,
            AnyPoint::Bls12_381($name) => $work,
            AnyPoint::Bn254($name) => $work,
        }
    };
}

/// A point of a curve, the result of a sum.
#[pyclass(frozen, eq, hash, module = "vorpal.msm", name = "Point")]
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PyPoint(pub(super) AnyPoint);

impl Hash for PyPoint {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.coordinate_bytes().hash(state);
    }
}

fn name_of<C: Curve>(_: &Jacobian<C>) -> &'static str {
    C::NAME
}

/// The coordinates as canonical integers, least significant byte first.
fn canonical<C: Curve>(point: &Jacobian<C>) -> Option<[Vec<u8>; 2]> {
    let (x, y) = point.to_affine_vartime().coordinates()?;
    Some([x, y].map(|coordinate| coordinate.to_le_bytes().as_ref().to_vec()))
}

/// The coordinates in Montgomery form; zeros for infinity.
fn stored<C: Curve>(point: &Jacobian<C>) -> Vec<u64> {
    let point = point.to_affine_vartime();
    let (x, y) = point.raw_coordinates();
    let limbs = |bytes: &[u8]| -> Vec<u64> {
        bytes.as_chunks::<8>().0.iter().map(|bytes| u64::from_le_bytes(*bytes)).collect()
    };
    [x, y].iter().flat_map(|coordinate| limbs(coordinate.to_montgomery_le_bytes().as_ref())).collect()
}

fn encode<C: Curve>(point: &Jacobian<C>, format: &str, compressed: bool) -> Result<Vec<u8>, Failure> {
    let format = C::format(format)?;
    let point = point.to_affine_vartime();
    Ok(if compressed {
        format.encode_compressed(&point).as_ref().to_vec()
    } else {
        format.encode_uncompressed(&point).as_ref().to_vec()
    })
}

impl PyPoint {
    pub(super) fn new(point: impl Into<AnyPoint>) -> Self {
        Self(point.into())
    }

    fn coordinate_bytes(&self) -> Option<[Vec<u8>; 2]> {
        with_point!(&self.0, |point| canonical(point))
    }
}

#[pymethods]
impl PyPoint {
    /// Decodes a point, compressed or not, and checks that it is in the prime subgroup.
    #[staticmethod]
    #[pyo3(signature = (encoded, *, curve, format = "arkworks"))]
    fn from_bytes(encoded: &Bound<'_, PyAny>, curve: &str, format: &str) -> PyResult<Self> {
        let encoded = any_bytes(encoded, "encoded")?;
        with_curve!(curve, |C| {
            let decoded = <C as Curve>::format(format)?.decode(encoded.bytes());
            let point = decoded.map_err(|error| Failure::input(format_args!("encoded: {error}")))?;
            Ok(Self::new(Jacobian::<C>::from_affine(&point)))
        })
    }

    /// The point of :meth:`to_montgomery`: ``uint64`` of shape (2, limbs), zeros for infinity. It is checked to be on
    /// the curve; it may be outside of the prime subgroup, as a sum of such points is.
    #[staticmethod]
    #[pyo3(signature = (limbs, *, curve))]
    fn from_montgomery(limbs: &Bound<'_, PyAny>, curve: &str) -> PyResult<Self> {
        with_curve!(curve, |C| {
            let numbers = Numbers::<u64>::new(limbs, "limbs", &[&[<C as Curve>::LIMBS]])?;
            if numbers.slice().len() != 2 * <C as Curve>::LIMBS {
                let message = format!("limbs: shape (2, {}) is expected", <C as Curve>::LIMBS);
                return Err(Failure::argument(message).into());
            }
            Ok(Self::new(Jacobian::from_affine(&stored_point::<C>(numbers.slice(), "limbs")?)))
        })
    }

    /// The name of the curve.
    #[getter]
    fn curve(&self) -> &'static str {
        with_point!(&self.0, |point| name_of(point))
    }

    /// Whether the point is the point at infinity.
    #[getter]
    fn is_identity(&self) -> bool {
        with_point!(&self.0, |point| point.is_identity().into())
    }

    /// The encoding in a format: see :class:`Bases`.
    #[pyo3(signature = (format = "arkworks", *, compressed = true))]
    fn to_bytes<'py>(
        &self,
        py: Python<'py>,
        format: &str,
        compressed: bool,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = with_point!(&self.0, |point| encode(point, format, compressed))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// The coordinates in Montgomery form: an array of ``uint64`` of shape (2, limbs), zeros for infinity.
    fn to_montgomery<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u64>>> {
        let limbs = with_point!(&self.0, |point| stored(point));
        let (array, mut writer) = output2(py, 2, limbs.len() / 2);
        writer.as_slice_mut()?.copy_from_slice(&limbs);
        Ok(array)
    }

    /// The coordinates ``(x, y)`` as integers, or None for the point at infinity.
    #[getter]
    fn coordinates<'py>(&self, py: Python<'py>) -> PyResult<Option<(Bound<'py, PyAny>, Bound<'py, PyAny>)>> {
        let integer = |bytes: &[u8]| {
            py.get_type::<PyInt>().call_method1("from_bytes", (PyBytes::new(py, bytes), "little"))
        };
        self.coordinate_bytes().map(|[x, y]| Ok((integer(&x)?, integer(&y)?))).transpose()
    }

    fn __add__(&self, other: &Self) -> PyResult<Self> {
        match (&self.0, &other.0) {
            (AnyPoint::Bls12_377(one), AnyPoint::Bls12_377(other)) => Ok(Self::new(one.add_vartime(other))),
            (AnyPoint::Bls12_381(one), AnyPoint::Bls12_381(other)) => Ok(Self::new(one.add_vartime(other))),
            (AnyPoint::Bn254(one), AnyPoint::Bn254(other)) => Ok(Self::new(one.add_vartime(other))),
            _ => Err(Failure::argument("the points are of different curves").into()),
        }
    }

    fn __neg__(&self) -> Self {
        with_point!(&self.0, |point| Self::new(Jacobian::neg(point)))
    }

    fn __repr__(&self) -> String {
        let Some(coordinates) = self.coordinate_bytes() else {
            return format!("Point({}, infinity)", self.curve());
        };
        let [x, y] = coordinates
            .map(|bytes| -> String { bytes.iter().rev().map(|byte| format!("{byte:02x}")).collect() });
        format!("Point({}, x=0x{x}, y=0x{y})", self.curve())
    }
}
