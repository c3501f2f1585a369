//! Exceptions, and the failures that become exceptions.

use std::fmt::Display;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::{PyTypeInfo, create_exception};
use vorpal_bindings::error::Classified;
pub(crate) use vorpal_bindings::error::Kind;

create_exception!(
    vorpal,
    Error,
    PyValueError,
    "The base of all errors of Vorpal. The message says what is wrong."
);
create_exception!(vorpal, ArgumentError, Error, "An argument has a wrong length, shape or value.");
create_exception!(
    vorpal,
    InputError,
    Error,
    "A value is not what it should be: no key, point, scalar, proof or text, or null. Most messages name the index."
);
create_exception!(
    vorpal,
    NotPossibleError,
    Error,
    "An option, a size, or a use of this object is not possible."
);
create_exception!(
    vorpal,
    CancelledError,
    Error,
    "The progress callback cancelled the sum or job, or the pool of senders is closed."
);
create_exception!(
    vorpal,
    StoreError,
    Error,
    "A file, store, tree or verifier cannot be used: missing, damaged, locked, closed, of another basis, and others."
);
create_exception!(
    vorpal,
    RefusedError,
    Error,
    "Something well-formed does not prove what it should: a witness, or an expected root."
);

/// The reason why a call fails. It becomes an exception when the call returns to Python.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) kind: Kind,
    pub(crate) message: String,
}

impl Failure {
    pub(crate) fn new(kind: Kind, message: impl Display) -> Self {
        Self { kind, message: message.to_string() }
    }

    pub(crate) fn argument(message: impl Display) -> Self {
        Self::new(Kind::Argument, message)
    }

    pub(crate) fn input(message: impl Display) -> Self {
        Self::new(Kind::Input, message)
    }

    pub(crate) fn store(message: impl Display) -> Self {
        Self::new(Kind::Store, message)
    }

    /// The same failure, with the name of the argument.
    pub(crate) fn of(self, name: &str) -> Self {
        Self { kind: self.kind, message: format!("{name}: {}", self.message) }
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        let message = failure.message;
        match failure.kind {
            Kind::Argument => ArgumentError::new_err(message),
            Kind::Input => InputError::new_err(message),
            Kind::NotPossible => NotPossibleError::new_err(message),
            Kind::Cancelled => CancelledError::new_err(message),
            Kind::Store => StoreError::new_err(message),
            Kind::Refused => RefusedError::new_err(message),
        }
    }
}

impl From<vorpal::msm::Error> for Failure {
    fn from(error: vorpal::msm::Error) -> Self {
        Self::new(error.kind(), error)
    }
}

impl From<vorpal::ipa::Error> for Failure {
    fn from(error: vorpal::ipa::Error) -> Self {
        Self::new(error.kind(), error)
    }
}

impl From<vorpal::tree::Error> for Failure {
    fn from(error: vorpal::tree::Error) -> Self {
        Self::new(error.kind(), error)
    }
}

impl From<vorpal::secp256k1::Error> for Failure {
    fn from(error: vorpal::secp256k1::Error) -> Self {
        Self::input(error)
    }
}

/// Adds the exceptions to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    fn add<T: PyTypeInfo>(module: &Bound<'_, PyModule>, name: &str) -> PyResult<()> {
        module.add(name, module.py().get_type::<T>())
    }
    add::<Error>(module, "Error")?;
    add::<ArgumentError>(module, "ArgumentError")?;
    add::<InputError>(module, "InputError")?;
    add::<NotPossibleError>(module, "NotPossibleError")?;
    add::<CancelledError>(module, "CancelledError")?;
    add::<StoreError>(module, "StoreError")?;
    add::<RefusedError>(module, "RefusedError")
}
