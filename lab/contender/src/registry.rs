//! The registry of the workloads and operations of a contender.

use std::collections::BTreeMap;

use crate::columns::{Column, Columns};
use crate::message::{Bytes, Hello};
use crate::prepared::Prepared;

/// The reason why a workload cannot be prepared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refusal(pub String);

impl Refusal {
    /// The error for a row that cannot be decoded.
    pub fn row(column: usize, row: usize, what: &str) -> Self {
        Self(format!("column {column}, row {row}: not {what}"))
    }
}

/// The input of a workload.
pub struct Input {
    pub(crate) columns: Columns,
    /// The number of threads that the workload may use.
    pub threads: usize,
}

impl Input {
    /// The column with an index, from 0.
    ///
    /// # Errors
    /// If there is no such column.
    pub fn column(&self, index: usize) -> Result<&Column, Refusal> {
        let missing =
            || Refusal(format!("the input has {} columns, none of number {index}", self.columns.0.len()));
        self.columns.0.get(index).ok_or_else(missing)
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns.0.len()
    }

    /// The rows of a column, decoded.
    ///
    /// # Errors
    /// If a row cannot be decoded; `what` describes a valid row.
    pub fn decode<T>(
        &self,
        index: usize,
        what: &str,
        decode: impl Fn(&[u8]) -> Option<T>,
    ) -> Result<Vec<T>, Refusal> {
        let rows = self.column(index)?.rows().enumerate();
        rows.map(|(row, bytes)| decode(bytes).ok_or_else(|| Refusal::row(index, row, what))).collect()
    }

    /// The rows of a column, as arrays.
    ///
    /// # Errors
    /// If the rows have another width.
    pub fn arrays<const W: usize>(&self, index: usize) -> Result<Vec<[u8; W]>, Refusal> {
        self.decode(index, &format!("{W} bytes"), |bytes| bytes.try_into().ok())
    }
}

pub(crate) struct Offer {
    pub(crate) path: String,
    pub(crate) prepare: Prepare,
}

type Prepare = Box<dyn Fn(&Input) -> Result<Prepared, Refusal>>;

pub(crate) type Operation = Box<dyn Fn(&[Bytes]) -> Option<Vec<Bytes>>>;

/// A library with all its workloads and operations.
pub struct Contender {
    name: String,
    version: String,
    pub(crate) offers: BTreeMap<String, Offer>,
    pub(crate) operations: BTreeMap<String, Operation>,
}

impl Contender {
    /// A contender without workloads and operations.
    pub fn new(name: &str, version: &str) -> Self {
        Self {
            name: name.to_owned(),
            version: version.to_owned(),
            offers: BTreeMap::new(),
            operations: BTreeMap::new(),
        }
    }

    /// Offers a workload; `path` describes the measured function of the library.
    pub fn offer(
        &mut self,
        workload: impl Into<String>,
        path: &str,
        prepare: impl Fn(&Input) -> Result<Prepared, Refusal> + 'static,
    ) {
        self.offers.insert(workload.into(), Offer { path: path.to_owned(), prepare: Box::new(prepare) });
    }

    /// Offers an operation with one result.
    pub fn operation<B: Into<Bytes>>(
        &mut self,
        name: impl Into<String>,
        compute: impl Fn(&[Bytes]) -> Option<B> + 'static,
    ) {
        self.operations_of(name, move |arguments| Some(vec![compute(arguments)?.into()]));
    }

    /// Offers an operation with any number of results.
    pub fn operations_of(
        &mut self,
        name: impl Into<String>,
        compute: impl Fn(&[Bytes]) -> Option<Vec<Bytes>> + 'static,
    ) {
        self.operations.insert(name.into(), Box::new(compute));
    }

    pub(crate) fn hello(&self) -> Hello {
        Hello {
            contender: self.name.clone(),
            version: self.version.clone(),
            offers: self.offers.iter().map(|(name, offer)| (name.clone(), offer.path.clone())).collect(),
            operations: self.operations.keys().cloned().collect(),
        }
    }
}
