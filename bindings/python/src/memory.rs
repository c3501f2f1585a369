//! Arrays over the memory of other objects.

use numpy::PyArray1;
use pyo3::prelude::*;

/// An array over the memory of an object with the buffer protocol.
pub(crate) fn from_buffer<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = value.py();
    let numpy = py.import("numpy")?;
    let view = py.import("builtins")?.getattr("memoryview")?.call1((value,))?;
    if view.getattr("nbytes")?.extract::<usize>()? == 0 {
        return Ok(PyArray1::<u8>::zeros(py, [0], false).into_any());
    }
    numpy.call_method1("frombuffer", (view, "u1"))
}
