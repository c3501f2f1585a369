//! Everything that a tree's store holds.

use serde::Serialize;
use vorpal::tree::Error as TreeError;

use super::Place;
use super::apply::committer;
use super::store::State;
use crate::failure::Failure;
use crate::output::terminal;

#[derive(clap::Args)]
pub(super) struct Options {
    #[command(flatten)]
    place: Place,
}

#[derive(Serialize)]
struct Report {
    state: State,
    nodes: u64,
    leaves: u64,
    values: u64,
    /// States of the past, and what their reverse diffs say about nodes.
    past: u64,
    changes: u64,
}

impl Options {
    pub(super) fn run(&self) -> Result<(), Failure> {
        self.place.files().check()?;
        let tree = self.place.snapshot().map_err(|error| match error {
            TreeError::StoreDamaged { .. } => Failure::Different(terminal::shown(error)),
            error => error.into(),
        })?;
        let found = tree.check(&committer()?);
        let directory = terminal::path(&self.place.directory);
        let checked =
            found.map_err(|error| Failure::Different(format!("{directory}: {}", terminal::shown(error))))?;
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
            "All is right: {} nodes, {} of them leaves with {} values; {} states of the past with {} changes.\n{}",
            report.nodes,
            report.leaves,
            report.values,
            report.past,
            report.changes,
            report.state.text()
        );
        self.place.report(&report, &text)
    }
}
