//! Scalars in the formats of callers.

use numpy::{PyArrayDescrMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::prelude::*;
use rayon::prelude::*;
use vorpal::fields::{EncodableField, PrimeField};
use vorpal_bindings::sums;

use super::curve::Curve;
use crate::buffer::{Numbers, Rows};
use crate::context::Pool;
use crate::error::Failure;

/// Scalars of a caller.
pub(super) enum Given<'py> {
    /// 32 bytes each.
    Bytes(Rows<'py>, Order),
    /// Four limbs each, in Montgomery form.
    Montgomery(Numbers<'py, u64>),
    /// Integers of 64 bits.
    Integers(Numbers<'py, u64>),
}

/// The order of the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Little,
    Big,
}

/// Scalars for a sum.
pub(super) enum Scalars<'a, F> {
    Elements(Vec<F>),
    Integers(&'a [u64]),
}

impl<F> Scalars<'_, F> {
    /// The scalars as sums take them.
    pub(super) fn borrowed(&self) -> sums::Scalars<'_, F> {
        match self {
            Self::Elements(elements) => sums::Scalars::Elements(elements),
            Self::Integers(integers) => sums::Scalars::Integers(integers),
        }
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Self::Elements(elements) => elements.len(),
            Self::Integers(integers) => integers.len(),
        }
    }
}

impl<'py> Given<'py> {
    /// The scalars of an argument: its type tells the format.
    pub(super) fn new(scalars: &Bound<'py, PyAny>, byteorder: &str) -> PyResult<Self> {
        let order = match byteorder {
            "little" => Order::Little,
            "big" => Order::Big,
            other => {
                return Err(Failure::argument(format_args!(
                    "byteorder: {other:?}; there are little and big"
                ))
                .into());
            }
        };
        if let Ok(array) = scalars.cast::<PyUntypedArray>()
            && array.dtype().is_equiv_to(&numpy::dtype::<u64>(scalars.py()))
        {
            let numbers = Numbers::new(scalars, "scalars", &[&[], &[4]])?;
            return Ok(if array.ndim() == 1 { Self::Integers(numbers) } else { Self::Montgomery(numbers) });
        }
        Ok(Self::Bytes(Rows::new(scalars, "scalars", 32)?, order))
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Self::Bytes(rows, _) => rows.count(),
            Self::Montgomery(limbs) => limbs.slice().len() / 4,
            Self::Integers(integers) => integers.slice().len(),
        }
    }

    /// The scalars as elements of a field, which are checked to be below the order.
    pub(super) fn read<C: Curve>(&self, py: Python<'_>, pool: &Pool) -> PyResult<Scalars<'_, C::Scalar>> {
        let elements = match self {
            Self::Integers(integers) => return Ok(Scalars::Integers(integers.slice())),
            Self::Bytes(rows, order) => {
                let (rows, order) = (rows.items::<32>(), *order);
                pool.run(py, || {
                    all(rows, |bytes| match order {
                        Order::Little => C::Scalar::from_le_bytes(bytes).ok(),
                        Order::Big => C::Scalar::from_be_bytes(bytes).ok(),
                    })
                })
            }
            Self::Montgomery(limbs) => {
                let limbs = limbs.slice().as_chunks::<4>().0;
                pool.run(py, || {
                    all(limbs, |limbs| {
                        let bytes = limbs.map(u64::to_le_bytes);
                        C::Scalar::from_montgomery_le_bytes(bytes.as_flattened())
                    })
                })
            }
        };
        Ok(Scalars::Elements(elements?))
    }
}

fn all<T: Sync, F: Send>(items: &[T], read: impl Fn(&T) -> Option<F> + Sync) -> Result<Vec<F>, Failure> {
    let element = |(i, item): (usize, &T)| read(item).ok_or(i);
    let results: Result<Vec<F>, usize> =
        items.par_iter().enumerate().with_min_len(256).map(element).collect();
    // Which of several errors is returned depends on the threads, so the first one is searched.
    results.map_err(|i| {
        let first = items[..i].iter().position(|item| read(item).is_none()).unwrap_or(i);
        Failure::input(format_args!("scalars: number {first} is not below the order"))
    })
}
