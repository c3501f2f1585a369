//! What a run has done and what it left out, for its last lines and its exit code. Skipped is never passed.

use std::process::ExitCode;

use crate::failure::{INCOMPLETE, print_line};

/// The results of a run, and what is missing from them.
#[derive(Debug, Default)]
pub(crate) struct Coverage {
    /// The number of results: measurements, compared cases or counts.
    pub(crate) results: usize,
    /// What was skipped, each with the reason.
    pub(crate) skipped: Vec<String>,
    /// The contenders that failed.
    pub(crate) failed: Vec<String>,
}

impl Coverage {
    /// Prints what is missing, if anything is, and returns the exit code.
    pub(crate) fn finish(&self) -> ExitCode {
        let lines = self.lines();
        lines.iter().for_each(|line| print_line(line));
        if lines.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(INCOMPLETE) }
    }

    /// A line for each failed contender, then for each thing skipped. A run without any result has a line too.
    fn lines(&self) -> Vec<String> {
        let failed = self.failed.iter().map(|why| format!("FAILED {why}"));
        let nothing = (self.results == 0).then(|| "everything: there is no result".to_owned());
        let skipped = self.skipped.iter().cloned().chain(nothing);
        failed.chain(skipped.map(|what| format!("SKIPPED, so not passed: {what}"))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skipped_is_not_passed() {
        let is_complete = |coverage: &Coverage| coverage.lines().is_empty();
        assert!(is_complete(&Coverage { results: 1, ..Coverage::default() }));
        let nothing = Coverage::default();
        assert_eq!(nothing.lines(), ["SKIPPED, so not passed: everything: there is no result"]);
        let part =
            Coverage { results: 1, skipped: vec!["a: no data".into()], failed: vec!["b: gone".into()] };
        assert_eq!(part.lines(), ["FAILED b: gone", "SKIPPED, so not passed: a: no data"]);
        assert_eq!(format!("{:?}", part.finish()), format!("{:?}", ExitCode::from(INCOMPLETE)));
        assert_eq!(format!("{:?}", nothing.finish()), format!("{:?}", ExitCode::from(INCOMPLETE)));
    }
}
