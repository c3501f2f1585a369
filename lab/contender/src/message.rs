//! The messages, as JSON has them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Byte strings, in hexadecimal on the wire.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bytes(pub Vec<u8>);

impl Serialize for Bytes {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&hex::encode(&self.0))
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        hex::decode(&text).map(Self).map_err(serde::de::Error::custom)
    }
}

impl From<&[u8]> for Bytes {
    fn from(bytes: &[u8]) -> Self {
        Self(bytes.to_vec())
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }
}

/// What a contender says when it starts.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Hello {
    /// Its name.
    pub contender: String,
    /// The versions of what it measures.
    pub version: String,
    /// Workloads, and by which path of the library.
    pub offers: BTreeMap<String, String>,
    /// Operations that it can compute.
    pub operations: Vec<String>,
}

/// What the lab asks.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Request {
    /// Get a workload ready, and compute it once.
    Prepare {
        /// The workload.
        prepare: String,
        /// The file of its columns.
        input: String,
        /// How many threads it may use.
        threads: usize,
    },
    /// Run what is prepared.
    Sample {
        /// How many iterations.
        sample: u64,
    },
    /// Compute an operation, untimed.
    Compute {
        /// The operation.
        compute: String,
        /// The arguments of each case.
        cases: Vec<Vec<Bytes>>,
    },
}

/// What a contender answers.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Answer {
    /// To `prepare`.
    Prepared {
        /// What came out.
        prepared: PreparedAnswer,
    },
    /// To `sample`.
    Sampled(Sampled),
    /// To `compute`.
    Computed {
        /// For each case its results, or nothing.
        results: Vec<Option<Vec<Bytes>>>,
    },
    /// To anything that cannot be done.
    Error {
        /// What, and why.
        error: String,
    },
}

/// A workload that is ready.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PreparedAnswer {
    /// The results, to be compared.
    pub result: Vec<Bytes>,
    /// Items in one iteration.
    pub items: u64,
    /// Numbers worth knowing.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub facts: BTreeMap<String, f64>,
    /// Heap allocations of one item, where they can be counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allocs: Option<f64>,
}

/// A sample.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Sampled {
    /// Nanoseconds of all iterations together.
    pub ns: u64,
    /// The same, split by name, where the workload has parts.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub parts: BTreeMap<String, u64>,
}
