//! `vorpal tree check`: checks everything in a tree's store.

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
        let tree = self.tree.snapshot().map_err(|error| match error {
            TreeError::StoreDamaged { .. } => Failure::Different(terminal::escape(error)),
            error => error.into(),
        })?;
        let found = tree.check(&committer()?);
        let directory = terminal::path(&self.tree.directory);
        let checked =
            found.map_err(|error| Failure::Different(format!("{directory}: {}", terminal::escape(error))))?;
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
