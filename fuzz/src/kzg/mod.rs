//! Targets for blobs and cells. The number of the setup is known, so that scalar arithmetic alone tells what each
//! function must return: a commitment is the multiple of the generator by the value at that number.

mod blobs;
mod cells;
mod files;
mod input;
mod oracle;

pub use blobs::{kzg_blobs, kzg_commitments, kzg_proofs, kzg_values};
pub use cells::{kzg_cell_batches, kzg_cell_proofs, kzg_cells, kzg_recovery};
pub use files::{kzg_setups, kzg_tables};

use vorpal::kzg::{Argument, Error};

/// The text of the setup, in the format of c-kzg.
pub(crate) fn setup_text() -> &'static str {
    &oracle::Oracle::get().text
}

pub(crate) fn seeds(target: &str) -> Vec<(String, Vec<u8>)> {
    match target {
        "kzg_setups" | "kzg_tables" => files::seeds(target),
        _ => [input::seeds(), input::seeds_of(target)].concat(),
    }
}

/// What is wrong with the arguments of a call: the argument and its index.
#[derive(Debug, Default)]
struct Faults(Vec<(Argument, Option<usize>)>);

impl Faults {
    fn add(&mut self, is_fault: bool, argument: Argument, index: Option<usize>) {
        if is_fault {
            self.0.push((argument, index));
        }
    }

    /// Whether a call succeeds if and only if there is no fault, and names one otherwise. Returns the result.
    fn check<T: std::fmt::Debug>(&self, result: Result<T, Error>) -> Option<T> {
        match result {
            Ok(value) => {
                assert!(self.0.is_empty(), "accepted: {self:?}");
                Some(value)
            }
            Err(error) => {
                let named = match error {
                    Error::Malformed { argument, index, .. } => (argument, index),
                    Error::OutOfRange { argument, index, .. } => (argument, Some(index)),
                    error => panic!("{error}, but {self:?}"),
                };
                assert!(self.0.contains(&named), "{named:?}, but {self:?}");
                None
            }
        }
    }
}
