//! Comparing and measuring one vector.

use std::hint::black_box;
use std::time::{Duration, Instant};

use serde::Serialize;
use vorpal::evm::{Precompile, Rules};

use super::reason::describes;
use crate::hex;
use crate::input::precompile_vectors::Vector;

/// A vector with its figures.
#[derive(Serialize)]
pub(super) struct Checked {
    pub(super) name: String,
    pub(super) gas: u64,
    /// The reason of a failure, in the library's words.
    pub(super) failure: Option<String>,
    /// The median time of a call.
    pub(super) nanoseconds: u128,
    /// What differs from the vector.
    pub(super) differences: Vec<String>,
}

impl Checked {
    /// Millions of gas per second.
    #[allow(clippy::cast_precision_loss, reason = "a rate")]
    pub(super) fn mgas_per_second(&self) -> f64 {
        if self.nanoseconds == 0 { 0.0 } else { self.gas as f64 * 1000.0 / self.nanoseconds as f64 }
    }
}

/// Compares a call with its vector, then repeats it until the budget is spent.
pub(super) fn check(contract: Precompile, rules: Rules, vector: &Vector, budget: Duration) -> Checked {
    let result = contract.run(&vector.input, rules);
    let gas = contract.gas(&vector.input, rules);
    let mut differences = Vec::new();
    match (&result, &vector.expected) {
        (Ok(output), Ok(expected)) if output != expected => {
            differences.push(format!("expected {}, found {}", text(expected), text(output)));
        }
        (Ok(output), Err(error)) => differences.push(format!("expected `{error}`, found {}", text(output))),
        (Err(error), Ok(expected)) => {
            differences.push(format!("expected {}, found `{error}`", text(expected)));
        }
        (Err(error), Err(reason)) if !describes(reason, *error) => {
            differences.push(format!("expected `{reason}`, found `{error}`"));
        }
        _ => {}
    }
    if let Some(expected) = vector.gas.filter(|expected| *expected != gas) {
        differences.push(format!("expected {expected} gas, found {gas}"));
    }
    Checked {
        name: vector.name.clone(),
        gas,
        failure: result.err().map(|error| error.to_string()),
        nanoseconds: median_nanoseconds(budget, || contract.run(black_box(&vector.input), rules)),
        differences,
    }
}

fn text(bytes: &[u8]) -> String {
    hex::text(bytes)
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
