//! KZG commitments: the blobs of EIP-4844 and the cells of EIP-7594.
//!
//! `setup` has the setups, `blobs` and `cells` the functions of the specification.

mod blobs;
mod cells;
mod setup;

use std::sync::Arc;

use jni::Env;
use jni::objects::JLongArray;
use jni::sys::jlong;
use vorpal::kzg::{Argument, BYTES_PER_BLOB, Error, Malformed, Setup, Verdict};

use crate::error::{Failure, Kind};
use crate::handles;

fn setup(number: jlong) -> Result<Arc<Setup>, Failure> {
    handles::get(number, "Setup")
}

/// The rows of an argument.
fn rows<'a>(bytes: &'a [u8], name: &'static str, width: usize) -> Result<Vec<&'a [u8]>, Failure> {
    if !bytes.len().is_multiple_of(width) {
        let message = format_args!("{} bytes are no multiple of {width}", bytes.len());
        return Err(Failure::argument(name, message));
    }
    Ok(bytes.chunks_exact(width).collect())
}

/// The blobs of an argument.
fn blobs(bytes: &[u8]) -> Result<Vec<&[u8]>, Failure> {
    rows(bytes, "blobs", BYTES_PER_BLOB)
}

/// The indices of the wrong entries.
fn wrong<'local>(env: &mut Env<'local>, verdict: &Verdict) -> Result<JLongArray<'local>, Failure> {
    let wrong: Vec<jlong> = match verdict {
        Verdict::Invalid(wrong) => {
            wrong.iter().map(|index| jlong::try_from(*index).unwrap_or(jlong::MAX)).collect()
        }
        _ => Vec::new(),
    };
    let array = JLongArray::new(env, wrong.len())?;
    array.set_region(env, 0, &wrong)?;
    Ok(array)
}

/// The name of an argument in Java: a list has the plural.
fn name_of(argument: Argument, is_list: bool) -> &'static str {
    match (argument, is_list) {
        (Argument::Blob, false) => "blob",
        (Argument::Blob, true) => "blobs",
        (Argument::Commitment, false) => "commitment",
        (Argument::Commitment, true) => "commitments",
        (Argument::Proof, false) => "proof",
        (Argument::Proof, true) => "proofs",
        (Argument::Cell, _) => "cells",
        (Argument::CellIndex, _) => "cellIndices",
        (Argument::CommitmentIndex, _) => "commitmentIndices",
        (Argument::Z, _) => "z",
        (Argument::Y, _) => "y",
        _ => "argument",
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let (kind, argument, index) = match error {
            Error::Malformed { argument, index, reason } => {
                let is_length = matches!(reason, Malformed::Length { .. });
                let kind = if is_length { Kind::Argument } else { Kind::Input };
                (kind, name_of(argument, index.is_some()), index)
            }
            Error::Lengths { other, .. } => (Kind::Argument, name_of(other, true), None),
            Error::OutOfRange { argument, index, .. } => {
                (Kind::Argument, name_of(argument, true), Some(index))
            }
            Error::NumberOfCells { .. } => (Kind::Argument, "cells", None),
            Error::NotAscending { index, .. } => (Kind::Argument, "cellIndices", Some(index)),
            Error::Inconsistent { .. } => (Kind::Input, "cells", None),
            Error::Tables(_) => (Kind::NotPossible, "memory", None),
            _ => (Kind::Input, "setup", None),
        };
        // The message of the crate names the argument and the index too.
        Self { kind, message: error.to_string(), argument: Some(argument), index }
    }
}
