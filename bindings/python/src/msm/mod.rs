//! Sums of multiples of points.

mod bases;
mod curve;
mod partial;
mod plan;
mod point;
mod scalars;
mod sum;

use pyo3::prelude::*;

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<bases::PyBases>()?;
    module.add_class::<partial::PyPartial>()?;
    module.add_class::<plan::PyPlan>()?;
    module.add_class::<point::PyPoint>()?;
    module.add_function(wrap_pyfunction!(sum::msm, module)?)?;
    module.add_function(wrap_pyfunction!(sum::plan, module)?)?;
    module.add_function(wrap_pyfunction!(partial::job, module)?)?;
    module.add_function(wrap_pyfunction!(partial::partial, module)?)
}
