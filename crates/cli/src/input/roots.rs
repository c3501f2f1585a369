//! The reader of `roots.json`: the expected root after each file.

use std::collections::HashMap;
use std::fmt;
use std::io::Read;
use std::path::Path;

use serde::de::{Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::Error;
use super::excerpt::excerpt;
use super::json::Object;
use super::json_file::{self, Limits};
use crate::hex::Bytes;

/// The root after a file, and optionally the number of keys that the file writes.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entry {
    pub(crate) file: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) keys: Option<usize>,
    pub(crate) root: Bytes<32>,
}

/// The entries of a folder's files, and the names of the files in the order of `roots.json`.
#[derive(Debug, Default)]
pub(crate) struct Roots {
    pub(crate) order: Vec<String>,
    pub(crate) entries: HashMap<String, Entry>,
}

impl<'de> Deserialize<'de> for Roots {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Distinct;

        impl<'de> Visitor<'de> for Distinct {
            type Value = Roots;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an array of {file, root}")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Roots, A::Error> {
                let mut roots = Roots::default();
                while let Some(Object(entry)) = sequence.next_element::<Object<Entry>>()? {
                    roots.order.push(entry.file.clone());
                    if let Some(before) = roots.entries.insert(entry.file.clone(), entry) {
                        return Err(A::Error::custom(format!(
                            "the file {} occurs twice",
                            excerpt(&before.file)
                        )));
                    }
                }
                Ok(roots)
            }
        }

        deserializer.deserialize_seq(Distinct)
    }
}

/// Limits for hundreds of thousands of files.
const LIMITS: Limits = Limits { file: 64 << 20, value: 4096 };

pub(crate) fn read(path: &Path) -> Result<Roots, Error> {
    parse(path, json_file::open(path)?)
}

/// Reads bytes from a reader. Errors name the path.
pub(crate) fn parse(path: &Path, reader: impl Read) -> Result<Roots, Error> {
    json_file::parse(path, reader, LIMITS, false)
}
