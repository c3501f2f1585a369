//! Integers and times of callers. They are read by their type first and by their range later, where the name of the
//! argument is known: an error of PyO3 would be an `OverflowError` without the name.

use std::time::Duration;

use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyBool;

use crate::error::Failure;

/// An integer of Python or of NumPy; `None` beyond 128 bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Integer(Option<i128>);

impl Integer {
    pub(crate) const fn of(value: i128) -> Self {
        Self(Some(value))
    }

    /// The integer as a number of this type, or an error that names the argument.
    pub(crate) fn to<T: Number>(self, name: &str) -> Result<T, Failure> {
        let most = T::MOST;
        match self.0 {
            None => Err(Failure::argument(format_args!(
                "{name}: a number of more than 127 bits; 0 to {most} are possible"
            ))),
            Some(value) => T::try_from(value)
                .map_err(|_| Failure::argument(format_args!("{name}: {value}; 0 to {most} are possible"))),
        }
    }
}

/// An unsigned type of integers.
pub(crate) trait Number: TryFrom<i128> {
    const MOST: i128;
}

impl Number for u32 {
    const MOST: i128 = u32::MAX as i128;
}

impl Number for u64 {
    const MOST: i128 = u64::MAX as i128;
}

impl Number for usize {
    const MOST: i128 = usize::MAX as i128;
}

impl<'py> FromPyObject<'_, 'py> for Integer {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if value.is_instance_of::<PyBool>() {
            return Err(PyTypeError::new_err("an integer is expected, not bool"));
        }
        match value.extract::<i128>() {
            Ok(number) => Ok(Self(Some(number))),
            Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => Ok(Self(None)),
            Err(error) => Err(error),
        }
    }
}

/// A time in seconds; infinity for an integer that no double holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seconds(f64);

impl Seconds {
    pub(crate) const ZERO: Self = Self(0.0);

    pub(crate) fn duration(self, name: &str) -> Result<Duration, Failure> {
        Duration::try_from_secs_f64(self.0)
            .map_err(|error| Failure::argument(format_args!("{name}: {error}")))
    }
}

impl<'py> FromPyObject<'_, 'py> for Seconds {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match value.extract::<f64>() {
            Ok(seconds) => Ok(Self(seconds)),
            Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => Ok(Self(f64::INFINITY)),
            Err(error) => Err(error),
        }
    }
}
