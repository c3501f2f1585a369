//! The messages of the protocol, as JSON.

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

/// The first message of a contender.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Hello {
    /// The name of the contender.
    pub contender: String,
    /// The versions of the measured libraries.
    pub version: String,
    /// The offered workloads with the measured function of the library.
    pub offers: BTreeMap<String, String>,
    /// The supported operations.
    pub operations: Vec<String>,
}

/// A request of the lab.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Request {
    /// Prepare a workload and compute its result once.
    Prepare {
        /// The workload.
        prepare: String,
        /// The path of the input file.
        input: String,
        /// The number of threads that the workload may use.
        threads: usize,
    },
    /// Run iterations of the prepared workload.
    Sample {
        /// The number of iterations.
        sample: u64,
    },
    /// Compute an operation; this is not timed.
    Compute {
        /// The operation.
        compute: String,
        /// The arguments of each case.
        cases: Vec<Vec<Bytes>>,
    },
}

/// An answer of a contender.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Answer {
    /// The answer to `prepare`.
    Prepared {
        /// The prepared workload.
        prepared: PreparedAnswer,
    },
    /// The answer to `sample`.
    Sampled(Sampled),
    /// The answer to `compute`.
    Computed {
        /// The results of each case, or `None` if there is no result.
        results: Vec<Option<Vec<Bytes>>>,
    },
    /// The answer to a request that failed.
    Error {
        /// A description of the error.
        error: String,
    },
}

/// A prepared workload.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PreparedAnswer {
    /// The results, which are compared between contenders.
    pub result: Vec<Bytes>,
    /// The number of items in one iteration.
    pub items: u64,
    /// Additional figures, such as the size of tables.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub facts: BTreeMap<String, f64>,
    /// The number of heap allocations per item, if it can be counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allocs: Option<f64>,
}

/// The times of a sample.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Sampled {
    /// Nanoseconds of all iterations together.
    pub ns: u64,
    /// The times of named parts, if the workload has parts.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub parts: BTreeMap<String, u64>,
}
