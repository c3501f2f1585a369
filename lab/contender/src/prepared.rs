//! A workload that is ready to run.

use std::collections::BTreeMap;
use std::time::Instant;

use crate::message::Bytes;

/// A workload with its operands decoded and its result known.
pub struct Prepared {
    pub(crate) result: Vec<Bytes>,
    pub(crate) items: u64,
    pub(crate) facts: BTreeMap<String, f64>,
    pub(crate) run: Run,
}

/// Does a number of iterations.
type Run = Box<dyn FnMut(u64, &mut Clock)>;

impl Prepared {
    /// `run(iterations)` does that many iterations of `items` items; `result` is what they yield.
    pub fn new<B: Into<Bytes>>(
        items: usize,
        result: impl IntoIterator<Item = B>,
        mut run: impl FnMut(u64) + 'static,
    ) -> Self {
        Self::with_parts(items, result, move |iterations, _| run(iterations))
    }

    /// As [`new`](Self::new), where parts are timed by a [`Clock`].
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

    /// Without results, where there is nothing to compare.
    #[must_use]
    pub(crate) fn without_result(mut self) -> Self {
        self.result.clear();
        self
    }

    /// A number worth knowing.
    #[must_use]
    pub fn fact(mut self, name: &str, value: f64) -> Self {
        self.facts.insert(name.to_owned(), value);
        self
    }
}

/// Adds up the times of named parts.
#[derive(Debug, Default)]
pub struct Clock {
    pub(crate) parts: BTreeMap<String, u64>,
}

impl Clock {
    /// Runs a part.
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
