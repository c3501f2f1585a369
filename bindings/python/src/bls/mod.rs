//! BLS signatures on BLS12-381.
//!
//! `secret_key` has the secret keys, `suite` the tag and the scheme of a protocol with the functions for one signature,
//! `sets` those for many, `threshold` those for shares of a key. `batch` has the sets that arrive one after the other,
//! `key_table` keys by index, `committee` the keys of a committee, and `drand` the rounds of a chain.

mod batch;
mod committee;
mod drand;
mod key_table;
mod secret_key;
mod sets;
mod suite;
mod threshold;

use numpy::PyUntypedArray;
use pyo3::PyTypeInfo;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyList, PyTuple};
use vorpal::bls::{Error, PublicKey, Signature, Variant};

use crate::buffer::{Numbers, Rows, any_bytes, numbers};
use crate::error::{Failure, Kind};

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    // Other classes of the extension have some of the names.
    fn add<T: PyTypeInfo>(module: &Bound<'_, PyModule>, name: &str) -> PyResult<()> {
        module.add(name, module.py().get_type::<T>())
    }
    add::<secret_key::PySecretKey>(module, "BlsSecretKey")?;
    add::<suite::PySuite>(module, "BlsSuite")?;
    add::<batch::PyBatch>(module, "BlsBatch")?;
    add::<key_table::PyKeyTable>(module, "BlsKeyTable")?;
    add::<committee::PyCommittee>(module, "BlsCommittee")?;
    add::<drand::PyChain>(module, "BlsDrandChain")
}

/// One value for each assignment of the groups: keys in G1 with signatures in G2, and the opposite.
#[derive(Debug)]
pub(super) enum Either<A, B> {
    G1(A),
    G2(B),
}

impl<A, B> Either<A, B> {
    /// The group of the keys.
    fn keys(&self) -> &'static str {
        match self {
            Self::G1(_) => "G1",
            Self::G2(_) => "G2",
        }
    }
}

/// Work with the value of either assignment.
macro_rules! with_variant {
    ($value:expr, |$name:ident| $work:expr) => {
        match $value {
            $crate::bls::Either::G1($name) => $work,
            $crate::bls::Either::G2($name) => $work,
        }
    };
}
pub(crate) use with_variant;

/// Work with a value and the suite of a call, which have the same assignment; else an error.
macro_rules! with_suite {
    ($value:expr, $suite:expr, |$name:ident, $of_suite:ident| $work:expr) => {
        match ($value, $suite) {
            ($crate::bls::Either::G1($name), $crate::bls::Either::G1($of_suite)) => $work,
            ($crate::bls::Either::G2($name), $crate::bls::Either::G2($of_suite)) => $work,
            (value, suite) => return Err($crate::bls::other_group(value.keys(), suite.keys()).into()),
        }
    };
}
pub(crate) use with_suite;

/// The error of a suite with keys in another group.
fn other_group(expected: &str, found: &str) -> Failure {
    Failure::argument(format_args!("suite: keys in {found} instead of {expected}"))
}

/// The assignment of a name: the group of the keys.
fn group(keys: &str) -> Result<Either<(), ()>, Failure> {
    match keys {
        "G1" => Ok(Either::G1(())),
        "G2" => Ok(Either::G2(())),
        other => Err(Failure::argument(format_args!("keys: {other:?}; there are G1, G2"))),
    }
}

/// The rows of an argument.
fn items<'a>(rows: &'a Rows<'_>) -> Vec<&'a [u8]> {
    rows.bytes().chunks_exact(rows.width()).collect()
}

/// The key that bytes encode.
fn key_of<V: Variant>(value: &Bound<'_, PyAny>, name: &'static str) -> PyResult<PublicKey<V>> {
    let key = PublicKey::decode(any_bytes(value, name)?.bytes());
    Ok(key.map_err(|error| Failure::from(error).of(name))?)
}

/// The signature that bytes encode, which may lie outside the subgroup.
fn signature_of<V: Variant>(value: &Bound<'_, PyAny>, name: &'static str) -> PyResult<Signature<V>> {
    let signature = Signature::decode(any_bytes(value, name)?.bytes());
    Ok(signature.map_err(|error| Failure::from(error).of(name))?)
}

/// All results, or the first error with its number.
fn all<T>(results: Vec<Result<T, Error>>, name: &str) -> Result<Vec<T>, Failure> {
    let named = |(i, result): (usize, Result<T, Error>)| {
        result.map_err(|error| Failure::from(error).of(&format!("{name}: number {i}")))
    };
    results.into_iter().enumerate().map(named).collect()
}

/// Decoded keys.
fn keys_of<V: Variant>(keys: &[&[u8]]) -> Result<Vec<PublicKey<V>>, Failure> {
    all(PublicKey::decode_batch(keys), "keys")
}

/// Numbers of 32 bits: a list, or an array of `uint32` or `uint64`. Larger ones are `u32::MAX`, which no table has.
fn indices(value: &Bound<'_, PyAny>, name: &'static str) -> PyResult<Vec<u32>> {
    if let Ok(array) = value.cast::<PyUntypedArray>()
        && array.dtype_is_u32()
    {
        return Ok(Numbers::<u32>::new(value, name, &[&[]])?.slice().to_vec());
    }
    Ok(numbers(value, name)?.into_iter().map(|index| u32::try_from(index).unwrap_or(u32::MAX)).collect())
}

/// Truth values: a list, or an array of `bool`.
fn flags(value: &Bound<'_, PyAny>, name: &'static str) -> PyResult<Vec<bool>> {
    if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        let flag = |(i, item): (usize, PyResult<Bound<'_, PyAny>>)| match item?.cast::<PyBool>() {
            Ok(flag) => Ok(flag.is_true()),
            Err(_) => Err(PyTypeError::new_err(format!("{name}: number {i} of the list is no truth value"))),
        };
        return value.try_iter()?.enumerate().map(flag).collect();
    }
    Ok(Numbers::<bool>::new(value, name, &[&[]])?.slice().to_vec())
}

/// Whether an array has elements of type `uint32`.
trait IsU32 {
    fn dtype_is_u32(&self) -> bool;
}

impl IsU32 for Bound<'_, PyUntypedArray> {
    fn dtype_is_u32(&self) -> bool {
        use numpy::{PyArrayDescrMethods, PyUntypedArrayMethods};
        self.dtype().is_equiv_to(&numpy::dtype::<u32>(self.py()))
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let kind = match &error {
            Error::KeyMaterial { .. }
            | Error::Length { .. }
            | Error::Empty
            | Error::EmptyTag
            | Error::NoSuchKey { .. }
            | Error::ShareZero { .. }
            | Error::ShareTwice { .. }
            | Error::AugmentedShares
            | Error::Lengths { .. } => Kind::Argument,
            Error::Randomness | Error::TableFull => Kind::NotPossible,
            _ => Kind::Input,
        };
        Self::new(kind, error)
    }
}
