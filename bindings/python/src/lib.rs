//! The Python interface of Vorpal: the extension module `vorpal._vorpal`.
//!
//! The modules of the package `vorpal` export its functions and classes. Functions check their arguments, and read the
//! memory of NumPy arrays, `bytes` and Arrow columns where it is. Long work releases the GIL.
//!
//! * `error` has the exceptions; `context` the threads; `progress` the callbacks and the interruption of long sums.
//! * `buffer`, `arrow`, `messages` and `number` turn Python objects into slices after all possible checks.
//! * `secp256k1`, `transactions`, `msm`, `ipa`, `kzg`, `groth16`, `bls`, `tree` and `fields` have the functions of each
//!   area.

#![forbid(unsafe_code)]

mod arrow;
mod bls;
mod buffer;
mod context;
mod error;
mod fields;
mod groth16;
mod ipa;
mod kzg;
mod memory;
mod messages;
mod msm;
mod number;
mod progress;
mod secp256k1;
mod transactions;
mod tree;

use pyo3::prelude::*;
use vorpal::limbs::backend::Backend;

use crate::error::Failure;

/// The kernels in use, such as "bmi2+adx, batches avx512-ifma". The environment variable ``VORPAL_BACKEND`` limits them
/// when the library is first used. Importing the package with an unknown value is an error.
#[pyfunction]
fn backend() -> PyResult<String> {
    check_backend()?;
    let (single, batches) = (Backend::active(), Backend::of_batches());
    Ok(if single == batches {
        single.name().to_owned()
    } else {
        format!("{}, batches {}", single.name(), batches.name())
    })
}

/// Refuses a value of `VORPAL_BACKEND` that names no kernels: the arithmetic would ignore it.
fn check_backend() -> Result<(), Failure> {
    Backend::check_environment().map_err(Failure::argument)
}

#[pymodule]
fn _vorpal(module: &Bound<'_, PyModule>) -> PyResult<()> {
    check_backend()?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_function(wrap_pyfunction!(backend, module)?)?;
    module.add_class::<context::Context>()?;
    error::register(module)?;
    secp256k1::register(module)?;
    transactions::register(module)?;
    msm::register(module)?;
    ipa::register(module)?;
    groth16::register(module)?;
    kzg::register(module)?;
    bls::register(module)?;
    tree::register(module)?;
    fields::register(module)
}
