//! The committed counts, by target.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::contenders::{TargetName, lab_folder};
use crate::failure::{Failure, io};

/// Kinds of counts with this prefix depend on the compiler and on the backend. The backend's name follows the prefix.
pub(crate) const INSTRUCTIONS: &str = "instructions";

/// The kind of the instructions for AArch64. All other kinds are counted on this machine.
pub(crate) const AARCH64_INSTRUCTIONS: &str = "instructions aarch64";

/// The cost of one operation by kind of count: multiplications, squarings, inversions, and instructions for each
/// backend.
pub(crate) type Counts = BTreeMap<String, f64>;

/// The baseline file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Baseline {
    /// The compiler with which the instructions were counted. Counts of another compiler may differ.
    compiler: String,
    /// The compiler of the instructions for AArch64.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    aarch64_compiler: String,
    pub(crate) operations: BTreeMap<String, Counts>,
}

impl Baseline {
    pub(crate) fn path() -> PathBuf {
        lab_folder().join("counts.toml")
    }

    /// The committed baseline.
    pub(crate) fn read() -> Result<Self, Failure> {
        let path = Self::path();
        let text = std::fs::read_to_string(&path).map_err(io(path.display()))?;
        toml::from_str(&text).map_err(|error| Failure::Usage(format!("{}: {error}", path.display())))
    }

    /// The kinds of counts in it.
    pub(crate) fn kinds(&self) -> BTreeSet<&str> {
        self.operations.values().flat_map(BTreeMap::keys).map(String::as_str).collect()
    }

    /// The counts of a target, with its compiler.
    pub(crate) fn part(&self, target: Option<TargetName>) -> Part {
        let compiler = match target {
            None => &self.compiler,
            Some(TargetName::Aarch64) => &self.aarch64_compiler,
        };
        let of_target = |(name, counts): (&String, &Counts)| {
            let mut counts = counts.clone();
            counts.retain(|kind, _| (kind == AARCH64_INSTRUCTIONS) == target.is_some());
            (!counts.is_empty()).then(|| (name.clone(), counts))
        };
        Part {
            compiler: compiler.clone(),
            operations: self.operations.iter().filter_map(of_target).collect(),
        }
    }

    /// As [`part`](Self::part), with an entry for each operation that is counted for another target only. Machines
    /// count for different targets, so a new operation is not counted for all of them at once.
    pub(crate) fn part_with_all_names(&self, target: Option<TargetName>) -> Part {
        let mut part = self.part(target);
        for name in self.operations.keys() {
            part.operations.entry(name.clone()).or_default();
        }
        part
    }

    /// Replaces all counts of a target.
    pub(crate) fn replace(&mut self, target: Option<TargetName>, counted: Part) {
        let (other, compiler) = match target {
            None => (Some(TargetName::Aarch64), &mut self.compiler),
            Some(TargetName::Aarch64) => (None, &mut self.aarch64_compiler),
        };
        *compiler = counted.compiler;
        self.operations = self.part(other).operations;
        for (name, counts) in counted.operations {
            self.operations.entry(name).or_default().extend(counts);
        }
    }
}

/// The counts of one target.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Part {
    pub(crate) compiler: String,
    pub(crate) operations: BTreeMap<String, Counts>,
}

impl Part {
    pub(crate) fn kinds(&self) -> BTreeSet<&str> {
        self.operations.values().flat_map(BTreeMap::keys).map(String::as_str).collect()
    }
}

/// A count as text.
pub(crate) fn rounded(count: f64) -> String {
    if count.fract() == 0.0 { format!("{count}") } else { format!("{count:.2}") }
}
