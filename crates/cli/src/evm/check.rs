//! Comparing and measuring one vector.

use std::hint::black_box;
use std::time::{Duration, Instant};

use serde::Serialize;
use vorpal::evm::{Error, Precompile, Rules};

use super::reason::describes;
use crate::hex;
use crate::input::excerpt::excerpt;
use crate::input::precompile_vectors::Vector;

/// The largest number of bytes of an output that a message shows: the longest output of fixed length.
const SHOWN: usize = 256;

/// What is compared, and how long each vector is measured.
#[derive(Clone, Copy)]
pub(super) struct Comparison {
    pub(super) rules: Rules,
    /// Whether the gas is compared.
    pub(super) gas: bool,
    /// Calls that cost more are not run.
    pub(super) gas_limit: u64,
    pub(super) budget: Duration,
}

/// A vector with its figures.
#[derive(Serialize)]
pub(super) struct Checked {
    pub(super) name: String,
    pub(super) gas: u64,
    /// The reason of a failure, in the library's words.
    pub(super) failure: Option<String>,
    /// The median time of a call; 0 if it was not run.
    pub(super) nanoseconds: u128,
    /// What differs from the vector.
    pub(super) differences: Vec<String>,
    /// What differs and does not matter: the text of a failure.
    pub(super) notes: Vec<String>,
}

impl Checked {
    /// Millions of gas per second.
    #[allow(clippy::cast_precision_loss, reason = "a rate")]
    pub(super) fn mgas_per_second(&self) -> f64 {
        if self.nanoseconds == 0 { 0.0 } else { self.gas as f64 * 1000.0 / self.nanoseconds as f64 }
    }
}

impl Comparison {
    /// Compares a call with its vector, then repeats it until the budget is spent.
    pub(super) fn check(&self, contract: Precompile, vector: &Vector) -> Checked {
        let gas = contract.gas(&vector.input, self.rules);
        let mut checked = Checked {
            name: vector.name.clone(),
            gas,
            failure: None,
            nanoseconds: 0,
            differences: Vec::new(),
            notes: Vec::new(),
        };
        let other_gas = vector.gas.filter(|expected| self.gas && *expected != gas);
        let other_gas = other_gas.map(|expected| format!("expected {expected} gas, found {gas}"));
        // Gas is what limits the time and the memory of a call.
        if gas > self.gas_limit {
            let limit = self.gas_limit;
            checked
                .differences
                .push(format!("not run: it costs {gas} gas, the limit is {limit} (--gas-limit)"));
            checked.differences.extend(other_gas);
            return checked;
        }
        let result = contract.run(&vector.input, self.rules);
        match (&result, &vector.expected) {
            (Err(error), Err(reason)) => checked.notes.extend(note(reason, *error)),
            (result, expected) => checked.differences.extend(difference(expected, result)),
        }
        checked.differences.extend(other_gas);
        checked.failure = result.err().map(|error| error.to_string());
        let run = || contract.run(black_box(&vector.input), self.rules);
        checked.nanoseconds = median_nanoseconds(self.budget, run);
        checked
    }
}

/// The note on a failure that a vector describes in other words than go-ethereum and the library do.
fn note(reason: &str, error: Error) -> Option<String> {
    (!describes(reason, error)).then(|| format!("fails as expected, by `{}`: `{error}`", excerpt(reason)))
}

/// How a result differs from the expected one, if not both are failures.
fn difference(expected: &Result<Vec<u8>, String>, found: &Result<Vec<u8>, Error>) -> Option<String> {
    match (expected, found) {
        (Ok(expected), Ok(found)) if expected == found => None,
        (Ok(expected), Ok(found)) => {
            let mut difference = format!("expected {}, found {}", text(expected), text(found));
            if expected.len().max(found.len()) > SHOWN {
                let same = expected.iter().zip(found).take_while(|(a, b)| a == b).count();
                difference += &format!("; the first {same} bytes are equal");
            }
            Some(difference)
        }
        (Err(reason), Ok(found)) => Some(format!("expected `{}`, found {}", excerpt(reason), text(found))),
        (Ok(expected), Err(error)) => Some(format!("expected {}, found `{error}`", text(expected))),
        (Err(_), Err(_)) => None,
    }
}

/// The text of an output, or its beginning and its length.
fn text(bytes: &[u8]) -> String {
    if bytes.len() <= SHOWN {
        return hex::text(bytes);
    }
    format!("{}... ({} bytes)", hex::text(&bytes[..SHOWN]), bytes.len())
}

/// The median time of at least one call.
fn median_nanoseconds<T>(budget: Duration, call: impl Fn() -> T) -> u128 {
    let start = Instant::now();
    let mut times = Vec::new();
    while times.is_empty() || start.elapsed() < budget && times.len() < 10_000 {
        let start = Instant::now();
        black_box(call());
        times.push(start.elapsed().as_nanos());
    }
    times.sort_unstable();
    times[times.len() / 2]
}
