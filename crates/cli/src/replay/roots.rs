//! `roots.json`: what must come of each file.

use std::fmt;
use std::path::Path;

use serde::de::{Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::hex::Bytes;
use crate::failure::Failure;

/// The root after a file, and how many keys the file writes, where that is known.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entry {
    pub(crate) file: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) keys: Option<usize>,
    pub(crate) root: Bytes<32>,
}

/// Entries in the order of the source, no file twice.
struct Entries(Vec<Entry>);

impl<'de> Deserialize<'de> for Entries {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Distinct;

        impl<'de> Visitor<'de> for Distinct {
            type Value = Entries;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an array of {file, root}")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Entries, A::Error> {
                let mut entries: Vec<Entry> = Vec::new();
                while let Some(entry) = sequence.next_element::<Entry>()? {
                    if entries.iter().any(|other| other.file == entry.file) {
                        return Err(A::Error::custom(format!("the file {} occurs twice", entry.file)));
                    }
                    entries.push(entry);
                }
                Ok(Entries(entries))
            }
        }

        deserializer.deserialize_seq(Distinct)
    }
}

pub(crate) fn read(path: &Path) -> Result<Vec<Entry>, Failure> {
    let text = std::fs::read_to_string(path).map_err(|error| Failure::file(path, error))?;
    let entries: Entries = serde_json::from_str(&text).map_err(|error| {
        let reason = error.to_string();
        let place = format!(" at line {} column {}", error.line(), error.column());
        Failure::line(path, error.line() as u64, reason.replace(&place, ""))
    })?;
    Ok(entries.0)
}
