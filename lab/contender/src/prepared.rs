//! The type of a prepared workload.

use std::collections::BTreeMap;
use std::time::Instant;

use crate::message::Bytes;

/// A workload with decoded operands and a known result.
pub struct Prepared {
    pub(crate) result: Vec<Bytes>,
    pub(crate) items: u64,
    pub(crate) facts: BTreeMap<String, f64>,
    pub(crate) run: Run,
}

/// Runs the given number of iterations.
type Run = Box<dyn FnMut(u64, &mut Clock)>;

impl Prepared {
    /// `run(iterations)` runs that many iterations of `items` items; `result` is their result.
    pub fn new<B: Into<Bytes>>(
        items: usize,
        result: impl IntoIterator<Item = B>,
        mut run: impl FnMut(u64) + 'static,
    ) -> Self {
        Self::with_parts(items, result, move |iterations, _| run(iterations))
    }

    /// Like [`new`](Self::new), for workloads whose parts are timed by a [`Clock`].
    pub fn with_parts<B: Into<Bytes>>(
        items: usize,
        result: impl IntoIterator<Item = B>,
        run: impl FnMut(u64, &mut Clock) + 'static,
    ) -> Self {
        Self {
            result: result.into_iter().map(Into::into).collect(),
            items: items as u64,
            facts: BTreeMap::new(),
            run: Box::new(run),
        }
    }

    /// Removes the results of a workload whose results cannot be compared.
    #[must_use]
    pub(crate) fn without_result(mut self) -> Self {
        self.result.clear();
        self
    }

    /// Adds a figure to the answer.
    #[must_use]
    pub fn fact(mut self, name: &str, value: f64) -> Self {
        self.facts.insert(name.to_owned(), value);
        self
    }
}

/// Accumulates the times of named parts.
#[derive(Debug, Default)]
pub struct Clock {
    pub(crate) parts: BTreeMap<String, u64>,
}

impl Clock {
    /// Runs a part and adds its time.
    pub fn part<T>(&mut self, name: &str, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        *self.parts.entry(name.to_owned()).or_default() += nanoseconds(start);
        result
    }
}

pub(crate) fn nanoseconds(start: Instant) -> u64 {
    u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX)
}
