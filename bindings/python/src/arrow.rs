//! Columns of Arrow, without `pyarrow` as a dependency: the buffers of fixed-size binary values.

use numpy::PyArray2;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::error::Failure;
use crate::memory::from_buffer;

/// The rows of a `FixedSizeBinaryArray`, as an array over its memory; `None` for other objects.
pub(crate) fn column<'py>(
    value: &Bound<'py, PyAny>,
    name: &'static str,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let module = value.get_type().module()?.to_string();
    if module != "pyarrow" && !module.starts_with("pyarrow.") {
        return Ok(None);
    }
    if !value.hasattr("num_chunks")? {
        return if value.hasattr("buffers")? { array(value, name).map(Some) } else { Ok(None) };
    }
    if value.getattr("num_chunks")?.extract::<usize>()? == 1 {
        return array(&value.call_method1("chunk", (0,))?, name).map(Some);
    }
    // Several chunks are copied into one, and no chunks become an empty one.
    let combined = value.call_method0("combine_chunks")?;
    if combined.hasattr("num_chunks")? {
        return Err(Failure::argument(format_args!("{name}: the column is too large for one chunk")).into());
    }
    array(&combined, name).map(Some)
}

fn array<'py>(column: &Bound<'py, PyAny>, name: &'static str) -> PyResult<Bound<'py, PyAny>> {
    let py = column.py();
    let of = column.getattr("type")?;
    let text = of.str()?.to_string();
    if !text.starts_with("fixed_size_binary[") {
        let message = format!("{name}: a column of fixed-size binary values is expected, not of {text}");
        return Err(PyTypeError::new_err(message));
    }
    if column.getattr("null_count")?.extract::<usize>()? > 0 {
        let index = column.call_method0("is_null")?.call_method1("index", (true,))?.call_method0("as_py")?;
        return Err(Failure::input(format_args!("{name}: number {index} is null")).into());
    }
    let width: usize = of.getattr("byte_width")?.extract()?;
    let (offset, count): (usize, usize) = (column.getattr("offset")?.extract()?, column.len()?);
    if count == 0 {
        return Ok(PyArray2::<u8>::zeros(py, [0, width], false).into_any());
    }
    let memory = from_buffer(&column.call_method0("buffers")?.get_item(1)?)?;
    let range = pyo3::types::PySlice::new(
        py,
        isize::try_from(offset * width)?,
        isize::try_from((offset + count) * width)?,
        1,
    );
    memory.get_item(range)?.call_method1("reshape", (count, width))
}
