//! Arrays over the memory of other objects.

use numpy::PyArray1;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// An array of the bytes of an object with the buffer protocol, with its dimensions. Items of another type are an
/// error, as they are in an array: their bytes depend on the machine.
pub(crate) fn from_buffer<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = value.py();
    let numpy = py.import("numpy")?;
    let view = py.import("builtins")?.getattr("memoryview")?.call1((value,))?;
    let format: String = view.getattr("format")?.extract()?;
    if !matches!(format.trim_start_matches(['@', '=', '<', '>', '!']), "B" | "b" | "c") {
        return Err(PyTypeError::new_err(format!("its items have the format '{format}', not that of bytes")));
    }
    if view.getattr("nbytes")?.extract::<usize>()? == 0 {
        return Ok(PyArray1::<u8>::zeros(py, [0], false).into_any());
    }
    let shape = view.getattr("shape")?;
    numpy.call_method1("frombuffer", (view, "u1"))?.call_method1("reshape", (shape,))
}
