//! `vorpal tree check`: checks everything in a tree's store.

use std::path::Path;

use serde::Serialize;
use vorpal::tree::Error as TreeError;

use super::TreeArguments;
use super::apply::committer;
use super::store::State;
use crate::failure::Failure;
use crate::output::terminal;

#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  vorpal tree check state")]
pub(super) struct Options {
    #[command(flatten)]
    tree: TreeArguments,
}

#[derive(Serialize)]
struct Report {
    state: State,
    nodes: u64,
    leaves: u64,
    values: u64,
    /// The number of past states.
    past: u64,
    /// The number of node entries in their reverse diffs.
    changes: u64,
}

impl Options {
    pub(super) fn run(&self) -> Result<(), Failure> {
        self.tree.files().check()?;
        let tree =
            self.tree.snapshot(true).map_err(|error| match (Failure::from(error.clone()), &error) {
                // Opening reads the root's record, which may be wrong in itself.
                (Failure::Engine(_), _) | (_, TreeError::Checksum { .. }) => {
                    failure(&self.tree.directory, &error)
                }
                (_, TreeError::StoreDamaged { .. }) => Failure::Different(terminal::escape(&error)),
                (failed, _) => failed,
            })?;
        let checked = tree.check(&committer()?).map_err(|error| failure(&self.tree.directory, &error))?;
        let state = State::new(tree.store(), tree.head());
        let report = Report {
            nodes: checked.nodes,
            leaves: checked.leaves,
            values: checked.values,
            past: checked.past,
            changes: checked.changes,
            state,
        };
        let text = format!(
            "The store is valid: {} nodes, {} of them leaves with {} values; {} past states with {} changes.\n{}",
            report.nodes,
            report.leaves,
            report.values,
            report.past,
            report.changes,
            report.state.text()
        );
        self.tree.report(&report, &text)
    }
}

/// A failure of the disk or another basis leaves open whether the store is valid; every other error is a wrong content
/// of the store.
fn failure(directory: &Path, error: &TreeError) -> Failure {
    let cause = match error {
        TreeError::Past { error, .. } => error,
        error => error,
    };
    match cause {
        TreeError::Store { .. }
        | TreeError::StoreFile { .. }
        | TreeError::StoreLocked { .. }
        | TreeError::StoreGone { .. }
        | TreeError::StoreProcess { .. }
        | TreeError::Basis { .. } => Failure::file(directory, error),
        _ => Failure::Different(format!("{}: {}", terminal::path(directory), terminal::escape(error))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_disk_and_the_basis_are_not_the_contents() {
        let failure = |error: TreeError| failure(Path::new("state"), &error);
        let past = |error| TreeError::Past { block: 3, error: Box::new(error) };
        let disk = || TreeError::Store { reason: "Input/output error".into() };
        let basis = TreeError::Basis { file: "state".into(), expected: [1; 32], found: [2; 32] };
        for error in [disk(), past(disk()), basis] {
            assert!(matches!(failure(error.clone()), Failure::Input { .. }), "{error}");
        }
        let wrong = || TreeError::WrongRoot { block: 3 };
        for error in [wrong(), past(wrong()), TreeError::Checksum { record: "the root".into() }] {
            assert!(matches!(failure(error.clone()), Failure::Different(_)), "{error}");
        }
    }
}
