//! State trees of EIP-6800: in memory or on disk, with history and witnesses.

mod keys;
mod partial_tree;
mod read;
mod store;
mod witness;
mod write;

use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use vorpal::tree::Value;

use crate::buffer::{output1, output2};

/// Values of shape (n, 32), and whether each is present.
type Values<'py> = (Bound<'py, PyArray2<u8>>, Bound<'py, PyArray1<bool>>);

/// The arrays of optional values: zeros and False for an absent one.
fn arrays<'py>(py: Python<'py>, found: &[Option<Value>]) -> PyResult<Values<'py>> {
    let (values, mut value_writer) = output2::<u8>(py, found.len(), 32);
    let (present, mut present_writer) = output1::<bool>(py, found.len());
    let targets = value_writer.as_slice_mut()?.as_chunks_mut::<32>().0;
    for ((found, value), present) in found.iter().zip(targets).zip(present_writer.as_slice_mut()?) {
        *present = found.is_some();
        *value = found.unwrap_or([0; 32]);
    }
    Ok((values, present))
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<store::PyTree>()?;
    module.add_class::<read::PyHead>()?;
    module.add_class::<witness::PyWitness>()?;
    module.add_class::<partial_tree::PyPartialTree>()?;
    module.add_function(wrap_pyfunction!(keys::tree_keys, module)?)?;
    module.add_function(wrap_pyfunction!(keys::basic_data, module)?)?;
    module.add_function(wrap_pyfunction!(keys::code_chunks, module)?)
}
