//! The way from Python objects to slices, without copies.

use numpy::{Element, PyArray, PyArray1, PyArray2, PyArrayDyn, PyReadonlyArrayDyn, PyReadwriteArray};
use numpy::{Ix1, Ix2};
use numpy::{PyArrayDescrMethods, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::type_object::PyTypeInfo;
use pyo3::types::{PyBytes, PyList, PySequence, PyString, PyTuple};

use zeroize::Zeroizing;

use crate::arrow;
use crate::error::Failure;
use crate::memory::from_buffer;
use crate::number::Integer;

/// Bytes of a caller that stay alive and unchanged by this library.
enum Held<'py> {
    Bytes(Bound<'py, PyBytes>),
    Array(PyReadonlyArrayDyn<'py, u8>),
    Joined(Vec<u8>),
}

/// Rows of bytes of the same width.
///
/// Accepted are arrays of `uint8` with shape `(n, width)`, flat ones, objects with the buffer protocol, Arrow columns
/// of fixed-size binary values, and lists of `bytes`. Lists are copied, and columns of several chunks.
pub(crate) struct Rows<'py> {
    name: &'static str,
    held: Held<'py>,
    count: usize,
    width: usize,
}

impl<'py> Rows<'py> {
    /// Rows of this width.
    pub(crate) fn new(value: &Bound<'py, PyAny>, name: &'static str, width: usize) -> PyResult<Self> {
        Self::of_widths(value, name, &[width], None)
    }

    /// Rows of this width, as many as there are rows in another argument.
    pub(crate) fn like(
        value: &Bound<'py, PyAny>,
        name: &'static str,
        width: usize,
        other: &Rows<'py>,
    ) -> PyResult<Self> {
        let rows = Self::of_widths(value, name, &[width], Some(other.count))?;
        rows.check_count(other.count, other.name)?;
        Ok(rows)
    }

    /// Rows of one of some widths. A flat buffer has the width that follows from the number of rows, or without one the
    /// first width.
    pub(crate) fn of_widths(
        value: &Bound<'py, PyAny>,
        name: &'static str,
        widths: &[usize],
        count: Option<usize>,
    ) -> PyResult<Self> {
        let flat = |held: Held<'py>| {
            let length = held.slice().len();
            let width = match (widths, count) {
                ([width], _) => *width,
                (_, Some(count)) => widths
                    .iter()
                    .copied()
                    .find(|width| width.checked_mul(count) == Some(length))
                    .unwrap_or(widths[0]),
                (_, None) => widths[0],
            };
            if !length.is_multiple_of(width) {
                let message = format!("{name}: {length} bytes are no multiple of {}", joined(widths));
                return Err(Failure::argument(message).into());
            }
            Ok(Self { name, held, count: length / width, width })
        };
        if let Ok(bytes) = value.cast::<PyBytes>() {
            return flat(Held::Bytes(bytes.clone()));
        }
        if let Some(column) = arrow::column(value, name)? {
            return Self::of_array(&column, name, widths);
        }
        if let Ok(array) = value.cast::<PyUntypedArray>() {
            if array.ndim() == 1 {
                return flat(Held::Array(contiguous(value, name)?));
            }
            return Self::of_array(value, name, widths);
        }
        if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
            return Self::of_list(value, name, widths);
        }
        let array = from_buffer(value).map_err(|error| {
            let found = value.get_type().name().map(|name| name.to_string()).unwrap_or_default();
            let reason = error.value(value.py()).to_string();
            PyTypeError::new_err(format!(
                "{name}: bytes or an array of uint8 is expected, not {found}: {reason}"
            ))
        })?;
        match array.cast::<PyUntypedArray>() {
            Ok(untyped) if untyped.ndim() != 1 => Self::of_array(&array, name, widths),
            _ => flat(Held::Array(contiguous(&array, name)?)),
        }
    }

    fn of_array(array: &Bound<'py, PyAny>, name: &'static str, widths: &[usize]) -> PyResult<Self> {
        let held = contiguous::<u8>(array, name)?;
        let shape = held.shape();
        match *shape {
            [count, width] if widths.contains(&width) => {
                Ok(Self { name, count, width, held: Held::Array(held) })
            }
            _ => {
                let message =
                    format!("{name}: shape {}; (n, {}) is expected", of_shape(shape), joined(widths));
                Err(Failure::argument(message).into())
            }
        }
    }

    fn of_list(list: &Bound<'py, PyAny>, name: &'static str, widths: &[usize]) -> PyResult<Self> {
        let (mut bytes, mut count, mut width) = (Vec::new(), 0, widths[0]);
        for item in list.try_iter()? {
            let item = item?;
            let item = item.cast::<PyBytes>().map_err(|_| {
                PyTypeError::new_err(format!("{name}: number {count} of the list is not of type bytes"))
            })?;
            let length = item.as_bytes().len();
            if count == 0 && widths.contains(&length) {
                width = length;
            }
            if length != width {
                let message = format!("{name}: number {count} has {length} bytes, not {}", joined(widths));
                return Err(Failure::argument(message).into());
            }
            bytes.extend_from_slice(item.as_bytes());
            count += 1;
        }
        Ok(Self { name, held: Held::Joined(bytes), count, width })
    }

    pub(crate) fn check_count(&self, count: usize, of: &str) -> PyResult<()> {
        if self.count == count {
            return Ok(());
        }
        let Self { name, count: found, .. } = self;
        Err(Failure::argument(format_args!("{name}: {found} rows; {of} has {count}")).into())
    }

    pub(crate) fn count(&self) -> usize {
        self.count
    }

    pub(crate) fn width(&self) -> usize {
        self.width
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        self.held.slice()
    }

    /// The rows, which have `N` bytes each.
    pub(crate) fn items<const N: usize>(&self) -> &[[u8; N]] {
        debug_assert_eq!(self.width, N);
        self.bytes().as_chunks().0
    }
}

impl Held<'_> {
    fn slice(&self) -> &[u8] {
        match self {
            Self::Bytes(bytes) => bytes.as_bytes(),
            // The constructor has checked that the array is contiguous.
            Self::Array(array) => array.as_slice().unwrap_or(&[]),
            Self::Joined(bytes) => bytes,
        }
    }
}

/// Integers of 64 bits, or other numbers, of an array.
pub(crate) struct Numbers<'py, T: Element>(PyReadonlyArrayDyn<'py, T>);

impl<'py, T: Element> Numbers<'py, T> {
    /// A contiguous array of this type with one of some shapes after the first dimension.
    pub(crate) fn new(value: &Bound<'py, PyAny>, name: &'static str, shapes: &[&[usize]]) -> PyResult<Self> {
        let array = contiguous(value, name)?;
        let shape = array.shape();
        if shape.is_empty() || !shapes.contains(&&shape[1..]) {
            let shapes: Vec<String> = shapes
                .iter()
                .map(|shape| {
                    shape.iter().fold(String::from("(n"), |text, size| format!("{text}, {size}")) + ")"
                })
                .collect();
            let message = format!("{name}: shape {}; {} is expected", of_shape(shape), shapes.join(" or "));
            return Err(Failure::argument(message).into());
        }
        Ok(Self(array))
    }

    pub(crate) fn slice(&self) -> &[T] {
        // The constructor has checked that the array is contiguous.
        self.0.as_slice().unwrap_or(&[])
    }
}

/// The numbers of a list, or of an array of `uint64`.
pub(crate) fn numbers(value: &Bound<'_, PyAny>, name: &'static str) -> PyResult<Vec<u64>> {
    if value.cast::<PyUntypedArray>().is_ok() {
        return Ok(Numbers::<u64>::new(value, name, &[&[]])?.slice().to_vec());
    }
    if !value.is_instance_of::<PyList>() && !value.is_instance_of::<PyTuple>() {
        let found = value.get_type().name()?;
        let message = format!("{name}: a list of integers or an array of uint64 is expected, not {found}");
        return Err(PyTypeError::new_err(message));
    }
    let number = |(i, item): (usize, PyResult<Bound<'_, PyAny>>)| {
        let number: Integer = item?
            .extract()
            .map_err(|_| PyTypeError::new_err(format!("{name}: number {i} of the list is no integer")))?;
        Ok(number.to(name)?)
    };
    value.try_iter()?.enumerate().map(number).collect()
}

/// The items of a list or another sequence. PyO3's conversion reserves memory for as many items as a sequence says that
/// it has, and a sequence may say anything: an allocation that fails ends the process.
pub(crate) fn sequence<'py, T>(value: &Bound<'py, PyAny>, name: &'static str) -> PyResult<Vec<T>>
where
    T: for<'a> FromPyObject<'a, 'py>,
{
    if value.is_instance_of::<PyString>() || value.cast::<PySequence>().is_err() {
        let found = value.get_type().name()?;
        return Err(PyTypeError::new_err(format!("{name}: a list is expected, not {found}")));
    }
    let mut items = Vec::new();
    for item in value.try_iter()? {
        items.push(
            item?.extract::<T>().map_err(|error| of_item(error.into(), name, items.len(), value.py()))?,
        );
    }
    Ok(items)
}

/// A wrong type of an item, with its number; another error as it is.
fn of_item(error: PyErr, name: &str, number: usize, py: Python<'_>) -> PyErr {
    if !error.is_instance_of::<PyTypeError>(py) {
        return error;
    }
    PyTypeError::new_err(format!("{name}: number {number} of the list: {}", error.value(py)))
}

/// An array of this type, whose memory is contiguous and aligned.
fn contiguous<'py, T: Element>(
    value: &Bound<'py, PyAny>,
    name: &'static str,
) -> PyResult<PyReadonlyArrayDyn<'py, T>> {
    let expected = numpy::dtype::<T>(value.py());
    let Ok(untyped) = value.cast::<PyUntypedArray>() else {
        let found = value.get_type().name()?;
        return Err(PyTypeError::new_err(format!("{name}: an array of {expected} is expected, not {found}")));
    };
    check_mask(value, name)?;
    let found = untyped.dtype();
    if !found.is_equiv_to(&expected) {
        return Err(PyTypeError::new_err(format!(
            "{name}: an array of {expected} is expected, not of {found}"
        )));
    }
    if !untyped.is_c_contiguous() || !value.getattr("flags")?.getattr("aligned")?.extract::<bool>()? {
        let message = format!("{name}: the array is not contiguous; numpy.ascontiguousarray copies it");
        return Err(Failure::argument(message).into());
    }
    let array = value.cast::<PyArrayDyn<T>>().map_err(|error| PyTypeError::new_err(error.to_string()))?;
    let borrowed = array.try_readonly();
    borrowed.map_err(|error| Failure::argument(format_args!("{name}: {error}")).into())
}

/// Refuses a masked array that hides a value: the memory still has it.
fn check_mask(value: &Bound<'_, PyAny>, name: &str) -> PyResult<()> {
    let py = value.py();
    if value.get_type().is(PyUntypedArray::type_object(py)) {
        return Ok(());
    }
    let masked = py.import("numpy")?.getattr("ma")?;
    if !value.is_instance(&masked.getattr("MaskedArray")?)? {
        return Ok(());
    }
    let hidden = masked.call_method1("getmaskarray", (value,))?;
    if !hidden.call_method0("any")?.is_truthy()? {
        return Ok(());
    }
    let (index, size): (usize, usize) =
        (hidden.call_method0("argmax")?.extract()?, hidden.getattr("size")?.extract()?);
    let row = index / (size / value.len().unwrap_or(1).max(1)).max(1);
    Err(Failure::input(format_args!("{name}: number {row} is masked")).into())
}

/// The offsets of `count` parts of a buffer of `length` items, after checks: `count + 1` ascending numbers. `name` is
/// that of the argument with the offsets, `of` that with the items.
pub(crate) fn parts(
    offsets: &[u64],
    name: &str,
    count: usize,
    length: usize,
    of: &str,
) -> Result<Vec<usize>, Failure> {
    if offsets.len() != count + 1 {
        let found = offsets.len();
        return Err(Failure::argument(format_args!("{name}: {found} numbers; {} are expected", count + 1)));
    }
    if let Some(i) = offsets.windows(2).position(|pair| pair[0] > pair[1]) {
        return Err(Failure::argument(format_args!("{name}: number {} is below number {i}", i + 1)));
    }
    let convert = |offset: &u64| usize::try_from(*offset).ok();
    let converted: Option<Vec<usize>> = offsets.iter().map(convert).collect();
    match converted {
        Some(offsets) if offsets[count] <= length => Ok(offsets),
        _ => {
            let end = offsets[count];
            Err(Failure::argument(format_args!(
                "{name}: number {count} is {end}; {of} has the length {length}"
            )))
        }
    }
}

/// `N` secret bytes, wiped when they are dropped: a secret key, a tweak, randomness.
pub(crate) fn secret<const N: usize>(
    value: &Bound<'_, PyAny>,
    name: &'static str,
) -> PyResult<Zeroizing<[u8; N]>> {
    let rows = Rows::of_widths(value, name, &[N], Some(1))?;
    let mut bytes = Zeroizing::new([0; N]);
    bytes.copy_from_slice(one::<N>(&rows)?);
    Ok(bytes)
}

/// `N` public bytes: a hash, a key, a root.
pub(crate) fn fixed<const N: usize>(value: &Bound<'_, PyAny>, name: &'static str) -> PyResult<[u8; N]> {
    let rows = Rows::of_widths(value, name, &[N], Some(1))?;
    one(&rows).copied()
}

/// The only row.
fn one<'a, const N: usize>(rows: &'a Rows<'_>) -> PyResult<&'a [u8; N]> {
    match rows.items::<N>() {
        [bytes] => Ok(bytes),
        other => {
            let (name, length) = (rows.name, other.len() * N);
            Err(Failure::argument(format_args!("{name}: {length} bytes; {N} are expected")).into())
        }
    }
}

/// Bytes of any number.
pub(crate) fn any_bytes<'py>(value: &Bound<'py, PyAny>, name: &'static str) -> PyResult<Rows<'py>> {
    Rows::new(value, name, 1)
}

/// A new array of shape `(count, width)`, and the right to write to it.
pub(crate) fn output2<'py, T: Element>(
    py: Python<'py>,
    count: usize,
    width: usize,
) -> (Bound<'py, PyArray2<T>>, PyReadwriteArray<'py, T, Ix2>) {
    let array = PyArray::zeros(py, [count, width], false);
    let writer = array.readwrite();
    (array, writer)
}

/// A new array of shape `(count,)`, and the right to write to it.
pub(crate) fn output1<'py, T: Element>(
    py: Python<'py>,
    count: usize,
) -> (Bound<'py, PyArray1<T>>, PyReadwriteArray<'py, T, Ix1>) {
    let array = PyArray::zeros(py, [count], false);
    let writer = array.readwrite();
    (array, writer)
}

/// A new array of shape `(n, N)` with these rows.
pub(crate) fn rows_array<'py, const N: usize>(py: Python<'py>, rows: &[[u8; N]]) -> Bound<'py, PyArray2<u8>> {
    let (array, mut writer) = output2(py, rows.len(), N);
    if let Ok(slice) = writer.as_slice_mut() {
        slice.copy_from_slice(rows.as_flattened());
    }
    array
}

fn of_shape(shape: &[usize]) -> String {
    let sizes: Vec<String> = shape.iter().map(usize::to_string).collect();
    if sizes.len() == 1 { format!("({},)", sizes[0]) } else { format!("({})", sizes.join(", ")) }
}

fn joined(widths: &[usize]) -> String {
    widths.iter().map(usize::to_string).collect::<Vec<_>>().join(" or ")
}
