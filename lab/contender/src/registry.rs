//! What a contender offers.

use std::collections::BTreeMap;

use crate::columns::{Column, Columns};
use crate::message::{Bytes, Hello};
use crate::prepared::Prepared;

/// Why a workload cannot be prepared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refusal(pub String);

impl Refusal {
    /// The row of a column that does not decode.
    pub fn row(column: usize, row: usize, what: &str) -> Self {
        Self(format!("column {column}, row {row}: not {what}"))
    }
}

/// What a workload is prepared from.
pub struct Input {
    pub(crate) columns: Columns,
    /// How many threads it may use.
    pub threads: usize,
}

impl Input {
    /// A column, counted from 0.
    ///
    /// # Errors
    /// If there is none.
    pub fn column(&self, index: usize) -> Result<&Column, Refusal> {
        let missing =
            || Refusal(format!("the input has {} columns, none of number {index}", self.columns.0.len()));
        self.columns.0.get(index).ok_or_else(missing)
    }

    /// How many columns there are.
    pub fn columns(&self) -> usize {
        self.columns.0.len()
    }

    /// The rows of a column, decoded.
    ///
    /// # Errors
    /// If one does not decode; `what` says what it should have been.
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
    /// If the width is another.
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

/// A library with all that it offers.
pub struct Contender {
    name: String,
    version: String,
    pub(crate) offers: BTreeMap<String, Offer>,
    pub(crate) operations: BTreeMap<String, Operation>,
}

impl Contender {
    /// A contender that offers nothing yet.
    pub fn new(name: &str, version: &str) -> Self {
        Self {
            name: name.to_owned(),
            version: version.to_owned(),
            offers: BTreeMap::new(),
            operations: BTreeMap::new(),
        }
    }

    /// Offers a workload, by this path of the library.
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
