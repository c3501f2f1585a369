//! Counts the instructions of Vorpal's operations, for `lab counts --target aarch64`.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use super::plugin::{Events, Mark, Plugin};
use crate::contenders::Tools;
use crate::counted;
use crate::failure::{Failure, io};

/// Runs the program of the counted operations. Returns the number of instructions of one operation by name.
pub(crate) fn count_operations(tools: &Tools, program: &Path) -> Result<BTreeMap<String, f64>, Failure> {
    let folder = tempfile::tempdir().map_err(io("a temporary folder"))?;
    let out = folder.path().join("out");
    let plugin = Plugin::build().map_err(Failure::Usage)?;
    let runner = tools.runner_with(&plugin.option(&out, Mark::Identity, None)).map_err(Failure::Usage)?;
    let lines = counted::lines(Command::new(&runner[0]).args(&runner[1..]).arg(program))?;
    let operations: Vec<(&str, Vec<f64>)> = counted::operations(&lines).collect();
    let Events { marks, .. } = Events::read(&out).map_err(Failure::Usage)?;
    // Two marks for each operation, and the end.
    if marks.len() != 2 * operations.len() + 1 {
        let (marks, operations) = (marks.len(), operations.len());
        return Err(Failure::Usage(format!("{marks} marks of {operations} operations under qemu")));
    }
    let counts = operations.iter().zip(marks.chunks_exact(2)).map(|((name, numbers), marks)| {
        let times = numbers.first().copied().unwrap_or(1.0);
        ((*name).to_owned(), (marks[1] - marks[0]) as f64 / times)
    });
    Ok(counts.collect())
}
