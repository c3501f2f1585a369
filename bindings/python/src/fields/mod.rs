//! Prime fields: vectors of elements, and bounds of Montgomery multiplications.

mod bounds;
mod field;
mod ops;
mod shares;

use pyo3::prelude::*;

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<field::PyField>()?;
    module.add_function(wrap_pyfunction!(bounds::best_schedule, module)?)?;
    module.add_function(wrap_pyfunction!(bounds::bounds_rows, module)?)?;
    module.add_function(wrap_pyfunction!(bounds::schedule_limbs, module)?)?;
    module.add_function(wrap_pyfunction!(shares::overflow_shares, module)?)
}
