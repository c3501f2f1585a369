//! Fields for Python: constants, and operations on arrays of limbs.

use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;

use super::ops::{Binary, FIELDS, Ops, Unary};
use crate::buffer::{Numbers, Rows, output1, output2};
use crate::context::Pool;
use crate::error::Failure;
use crate::number::Integer;

/// The arithmetic of a prime field on arrays. :class:`vorpal.fields.Field` is built on it.
///
/// Vectors are arrays of ``uint64`` of shape (n, limbs): elements in Montgomery form, least significant limb first,
/// below the modulus, which every operation checks.
#[pyclass(frozen, module = "vorpal._vorpal", name = "FieldOps")]
pub(crate) struct PyField {
    name: &'static str,
    ops: &'static dyn Ops,
}

type Array<'py> = Bound<'py, PyArray2<u64>>;

impl PyField {
    fn limbs_of(&self) -> usize {
        self.ops.modulus().len()
    }

    fn vector<'py>(&self, value: &Bound<'py, PyAny>, name: &'static str) -> PyResult<Numbers<'py, u64>> {
        Numbers::new(value, name, &[&[self.limbs_of()]])
    }

    fn unary<'py>(
        &self,
        py: Python<'py>,
        op: Unary<'_>,
        a: &Bound<'py, PyAny>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Array<'py>> {
        let (pool, a) = (Pool::of(threads)?, self.vector(a, "self")?);
        let a = a.slice();
        let (array, mut writer) = output2(py, a.len() / self.limbs_of(), self.limbs_of());
        let out = writer.as_slice_mut()?;
        pool.run(py, || self.ops.unary(op, a, out))?;
        Ok(array)
    }
}

#[pymethods]
impl PyField {
    #[new]
    fn new(name: &str) -> PyResult<Self> {
        match FIELDS.iter().find(|(known, _)| *known == name) {
            Some((name, ops)) => Ok(Self { name, ops: *ops }),
            None => {
                let names = FIELDS.map(|(name, _)| name).join(", ");
                Err(Failure::argument(format_args!("name: {name:?}; there are {names}")).into())
            }
        }
    }

    /// The names of all fields.
    #[staticmethod]
    fn names() -> Vec<&'static str> {
        FIELDS.iter().map(|(name, _)| *name).collect()
    }

    /// The name.
    #[getter]
    fn name(&self) -> &'static str {
        self.name
    }

    /// The limbs of the modulus, least significant first.
    #[getter]
    fn modulus(&self) -> Vec<u64> {
        self.ops.modulus().to_vec()
    }

    /// The number of bits of the modulus.
    #[getter]
    fn bits(&self) -> usize {
        self.ops.bits()
    }

    /// The number of 64-bit limbs of an element.
    #[getter]
    fn limbs(&self) -> usize {
        self.limbs_of()
    }

    /// The smallest generator of the multiplicative group.
    #[getter]
    fn generator(&self) -> u64 {
        self.ops.generator()
    }

    /// The exponent of 2 in the order of the multiplicative group.
    #[getter]
    fn two_adicity(&self) -> u32 {
        self.ops.two_adicity()
    }

    /// The elements of canonical integers: rows of 8 limbs bytes, little-endian.
    #[pyo3(signature = (values, threads = None))]
    fn decode<'py>(
        &self,
        py: Python<'py>,
        values: &Bound<'py, PyAny>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Array<'py>> {
        let (pool, rows) = (Pool::of(threads)?, Rows::new(values, "values", 8 * self.limbs_of())?);
        let bytes = rows.bytes();
        let (array, mut writer) = output2(py, rows.count(), self.limbs_of());
        let out = writer.as_slice_mut()?;
        pool.run(py, || self.ops.decode(bytes, out))?;
        Ok(array)
    }

    /// The residues of integers of ``width`` bytes, little-endian.
    #[pyo3(signature = (values, width, threads = None))]
    fn reduce<'py>(
        &self,
        py: Python<'py>,
        values: &Bound<'py, PyAny>,
        width: Integer,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Array<'py>> {
        let width: usize = width.to("width")?;
        if width == 0 {
            return Err(Failure::argument("width: 0").into());
        }
        let (pool, rows) = (Pool::of(threads)?, Rows::new(values, "values", width)?);
        let bytes = rows.bytes();
        let (array, mut writer) = output2(py, rows.count(), self.limbs_of());
        let out = writer.as_slice_mut()?;
        pool.run(py, || self.ops.reduce(bytes, width, out));
        Ok(array)
    }

    /// The canonical integers of elements: shape (n, 8 limbs), little-endian.
    #[pyo3(signature = (a, threads = None))]
    fn to_bytes<'py>(
        &self,
        py: Python<'py>,
        a: &Bound<'py, PyAny>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let (pool, a) = (Pool::of(threads)?, self.vector(a, "self")?);
        let a = a.slice();
        let (array, mut writer) = output2(py, a.len() / self.limbs_of(), 8 * self.limbs_of());
        let out = writer.as_slice_mut()?;
        pool.run(py, || self.ops.to_bytes(a, out))?;
        Ok(array)
    }

    /// Checks that all elements are below the modulus.
    fn check(&self, py: Python<'_>, a: &Bound<'_, PyAny>) -> PyResult<()> {
        let (pool, a) = (Pool::of(None)?, self.vector(a, "limbs")?);
        let a = a.slice();
        Ok(pool.run(py, || self.ops.check(a, "limbs"))?)
    }

    /// ``add``, ``sub`` or ``mul``, element by element; ``b`` may have a single row.
    #[pyo3(signature = (op, a, b, threads = None))]
    fn binary<'py>(
        &self,
        py: Python<'py>,
        op: &str,
        a: &Bound<'py, PyAny>,
        b: &Bound<'py, PyAny>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Array<'py>> {
        let op = match op {
            "add" => Binary::Add,
            "sub" => Binary::Sub,
            "mul" => Binary::Mul,
            _ => return Err(Failure::argument(format_args!("op: {op:?}; there are add, sub, mul")).into()),
        };
        let pool = Pool::of(threads)?;
        let (a, b) = (self.vector(a, "self")?, self.vector(b, "other")?);
        let (a, b) = (a.slice(), b.slice());
        let (count, found) = (a.len() / self.limbs_of(), b.len() / self.limbs_of());
        if found != count && found != 1 {
            let message = format!("other: {found} elements; self has {count}");
            return Err(Failure::argument(message).into());
        }
        let (array, mut writer) = output2(py, count, self.limbs_of());
        let out = writer.as_slice_mut()?;
        pool.run(py, || self.ops.binary(op, a, b, out))?;
        Ok(array)
    }

    /// ``-a``.
    #[pyo3(signature = (a, threads = None))]
    fn neg<'py>(
        &self,
        py: Python<'py>,
        a: &Bound<'py, PyAny>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Array<'py>> {
        self.unary(py, Unary::Neg, a, threads)
    }

    /// ``a^2``.
    #[pyo3(signature = (a, threads = None))]
    fn square<'py>(
        &self,
        py: Python<'py>,
        a: &Bound<'py, PyAny>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Array<'py>> {
        self.unary(py, Unary::Square, a, threads)
    }

    /// ``1 / a``; zeros remain zero.
    #[pyo3(signature = (a, threads = None))]
    fn inverse<'py>(
        &self,
        py: Python<'py>,
        a: &Bound<'py, PyAny>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Array<'py>> {
        self.unary(py, Unary::Inverse, a, threads)
    }

    /// ``a`` to a power, an integer of bytes, little-endian. Variable time.
    #[pyo3(signature = (a, exponent, threads = None))]
    fn pow<'py>(
        &self,
        py: Python<'py>,
        a: &Bound<'py, PyAny>,
        exponent: &[u8],
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Array<'py>> {
        let mut limbs = vec![0u64; exponent.len().div_ceil(8)];
        for (i, byte) in exponent.iter().enumerate() {
            limbs[i / 8] |= u64::from(*byte) << (8 * (i % 8));
        }
        self.unary(py, Unary::Pow(&limbs), a, threads)
    }

    /// A square root of each element, zero where there is none, and whether there is one: shape (n,). Variable time.
    #[pyo3(signature = (a, threads = None))]
    fn sqrt<'py>(
        &self,
        py: Python<'py>,
        a: &Bound<'py, PyAny>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Array<'py>, Bound<'py, PyArray1<bool>>)> {
        let (pool, a) = (Pool::of(threads)?, self.vector(a, "self")?);
        let a = a.slice();
        let (array, mut writer) = output2(py, a.len() / self.limbs_of(), self.limbs_of());
        let (exists, mut exists_writer) = output1::<bool>(py, a.len() / self.limbs_of());
        let (out, found) = (writer.as_slice_mut()?, exists_writer.as_slice_mut()?);
        pool.run(py, || self.ops.sqrt(a, out, found))?;
        Ok((array, exists))
    }

    /// The Legendre symbols: ``int8`` of shape (n,). Variable time.
    #[pyo3(signature = (a, threads = None))]
    fn legendre<'py>(
        &self,
        py: Python<'py>,
        a: &Bound<'py, PyAny>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let (pool, a) = (Pool::of(threads)?, self.vector(a, "self")?);
        let a = a.slice();
        let (array, mut writer) = output1(py, a.len() / self.limbs_of());
        let out = writer.as_slice_mut()?;
        pool.run(py, || self.ops.legendre(a, out))?;
        Ok(array)
    }

    /// ``sum of a[i] b[i]``: shape (1, limbs).
    fn dot<'py>(
        &self,
        py: Python<'py>,
        a: &Bound<'py, PyAny>,
        b: &Bound<'py, PyAny>,
    ) -> PyResult<Array<'py>> {
        let (pool, a, b) = (Pool::of(None)?, self.vector(a, "self")?, self.vector(b, "other")?);
        let (a, b) = (a.slice(), b.slice());
        let (array, mut writer) = output2(py, 1, self.limbs_of());
        let out = writer.as_slice_mut()?;
        pool.run(py, || self.ops.dot(a, b, out))?;
        Ok(array)
    }

    /// ``sum of a[i]``: shape (1, limbs).
    fn sum<'py>(&self, py: Python<'py>, a: &Bound<'py, PyAny>) -> PyResult<Array<'py>> {
        let (pool, a) = (Pool::of(None)?, self.vector(a, "self")?);
        let a = a.slice();
        let (array, mut writer) = output2(py, 1, self.limbs_of());
        let out = writer.as_slice_mut()?;
        pool.run(py, || self.ops.sum(a, out))?;
        Ok(array)
    }
}
