//! The reader of test vectors of precompiled contracts, in the form of go-ethereum: a JSON array of objects with
//! `Input` and either `Expected` (and `Gas`) or `ExpectedError`.

use std::io::Read;
use std::path::Path;

use serde::de::{Error as _, IgnoredAny};
use serde::{Deserialize, Deserializer};

use super::Error;
use super::json::Object;
use super::json_file::{self, Limits};
use crate::hex;

/// A call and what it gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Vector {
    /// The name, or the index in the file.
    pub(crate) name: String,
    pub(crate) input: Vec<u8>,
    /// The output, or the description of the failure.
    pub(crate) expected: Result<Vec<u8>, String>,
    /// The gas, if the file states it.
    pub(crate) gas: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "PascalCase")]
#[allow(dead_code, reason = "fields that are permitted and not read")]
struct Entry {
    #[serde(deserialize_with = "bytes")]
    input: Vec<u8>,
    #[serde(default, deserialize_with = "optional_bytes")]
    expected: Option<Vec<u8>>,
    expected_error: Option<String>,
    name: Option<String>,
    gas: Option<u64>,
    no_benchmark: Option<IgnoredAny>,
}

/// The longest value is an input of 2^24 bytes.
const LIMITS: Limits = Limits { file: 1 << 30, value: (2 << 24) + 2 };

/// Reads a file of vectors, in its order.
pub(crate) fn read(path: &Path) -> Result<Vec<Vector>, Error> {
    parse(path, json_file::open(path)?)
}

/// Reads bytes from a reader. Errors name the path.
pub(crate) fn parse(path: &Path, reader: impl Read) -> Result<Vec<Vector>, Error> {
    json_file::parse::<Vec<Checked>>(path, reader, LIMITS, true)
        .map(|entries| entries.into_iter().enumerate().map(|(index, entry)| entry.at(index)).collect())
}

/// An entry with exactly one of output and failure.
struct Checked(Entry, Result<Vec<u8>, String>);

impl Checked {
    fn at(self, index: usize) -> Vector {
        let Self(entry, expected) = self;
        let name = entry.name.unwrap_or_else(|| index.to_string());
        Vector { name, input: entry.input, expected, gas: entry.gas }
    }
}

impl<'de> Deserialize<'de> for Checked {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Object(mut entry) = Object::<Entry>::deserialize(deserializer)?;
        let expected = match (entry.expected.take(), entry.expected_error.take()) {
            (Some(output), None) => Ok(output),
            (None, Some(error)) => Err(error),
            _ => return Err(D::Error::custom("exactly one of Expected and ExpectedError is needed")),
        };
        Ok(Self(entry, expected))
    }
}

/// Bytes in hexadecimal digits, with or without `0x`.
fn bytes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let digits = text.strip_prefix("0x").unwrap_or(&text);
    hex::parse_bytes(&format!("0x{digits}")).map_err(D::Error::custom)
}

fn optional_bytes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<u8>>, D::Error> {
    bytes(deserializer).map(Some)
}
