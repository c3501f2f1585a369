//! Counts the instructions of workloads of a contender for AArch64, and records its executed code.

use std::path::PathBuf;

use contender::message::PreparedAnswer;
use tempfile::TempDir;

use super::plugin::{Events, Mark, Plugin, Recorded};
use crate::contenders::{Binary, ContenderError, Process, Tools};

/// The number of samples of a workload whose iterations are equal. Runtimes such as Go's execute some instructions of
/// their own beside a sample, so the least count is the most accurate.
const SAMPLES: usize = 3;

/// Equal iterations with fewer instructions are repeated, so that those of the runtime matter less.
const CHEAP: u64 = 50_000_000;
const REPEATED: u64 = 20;

/// Interval 0 ends with the first message, interval 1 with the answer to `prepare`, and the next ones with samples. The
/// first sample follows the end of the preparation, which releases memory.
const SECOND_SAMPLE: usize = 3;

/// The maximum number of recorded translations: more than any iteration of a workload on field elements executes.
const LENGTH: usize = 1 << 20;

/// A contender that runs under the plugin.
pub(super) struct Counter {
    process: Process,
    file: PathBuf,
    _folder: TempDir,
}

/// A contender that cannot run under the plugin, or fails.
fn broken(why: impl ToString) -> ContenderError {
    ContenderError::Broken(why.to_string())
}

impl Counter {
    /// Starts a contender that was built for AArch64. A recorded contender executes many times more slowly.
    fn start(
        binary: &Binary,
        tools: &Tools,
        plugin: &Plugin,
        recorded: Option<Recorded>,
    ) -> Result<Self, ContenderError> {
        let folder = tempfile::tempdir().map_err(broken)?;
        let file = folder.path().join("out");
        let option = plugin.option(&file, Mark::Answer, recorded);
        let runner = tools.runner_with(&option).map_err(broken)?;
        let process = Process::start(&Binary { runner, ..binary.clone() }, 1)?;
        Ok(Self { process, file, _folder: folder })
    }

    pub(super) fn counting(binary: &Binary, tools: &Tools, plugin: &Plugin) -> Result<Self, ContenderError> {
        Self::start(binary, tools, plugin, None)
    }

    /// The measured function of the library, if the contender offers the workload.
    pub(super) fn function(&self, workload: &str) -> Option<&str> {
        self.process.hello.offers.get(workload).map(String::as_str)
    }

    pub(super) fn version(&self) -> &str {
        &self.process.hello.version
    }

    /// Prepares a workload and counts the instructions of one item. `period` is the number of iterations after which
    /// they repeat.
    pub(super) fn count(
        &mut self,
        workload: &str,
        input: &str,
        period: u64,
    ) -> Result<(PreparedAnswer, f64), ContenderError> {
        let prepared = self.process.prepare(workload, input, 1)?;
        let equal = period == 1;
        let cheap = equal && self.sample(1)? < CHEAP;
        let (iterations, runs) = iterations(if cheap { REPEATED } else { period });
        // A sample without iterations executes the instructions that every sample executes.
        let (mut without, mut with) = (u64::MAX, u64::MAX);
        for _ in 0..if equal { SAMPLES } else { 1 } {
            without = without.min(self.sample(0)?);
            with = with.min(self.sample(iterations)?);
        }
        let items = runs * prepared.items;
        Ok((prepared, with.saturating_sub(without) as f64 / items as f64))
    }

    /// The instructions from the answer before a sample to the answer to it.
    fn sample(&mut self, iterations: u64) -> Result<u64, ContenderError> {
        let before = self.total()?;
        self.process.sample(iterations)?;
        // The mark is written before the answer.
        Ok(self.total()? - before)
    }

    fn total(&self) -> Result<u64, ContenderError> {
        let events = Events::read(&self.file).map_err(broken)?;
        events.marks.last().copied().ok_or_else(|| broken("the plugin of qemu wrote no mark"))
    }
}

/// The code of one iteration of a workload, in a new process. Returns it with the number of items.
pub(super) fn record(
    binary: &Binary,
    tools: &Tools,
    plugin: &Plugin,
    workload: &str,
    input: &str,
) -> Result<(Events, u64), ContenderError> {
    let recorded = Recorded { interval: SECOND_SAMPLE, length: LENGTH };
    let mut counter = Counter::start(binary, tools, plugin, Some(recorded))?;
    let prepared = counter.process.prepare(workload, input, 1)?;
    counter.process.sample(0)?;
    counter.process.sample(1)?;
    let events = Events::read(&counter.file).map_err(broken)?;
    if events.path.len() == LENGTH {
        return Err(broken("the path of an iteration is too long"));
    }
    Ok((events, prepared.items))
}

/// The largest request of iterations that runs at most `period` of them, and the number that it runs: a tenth more,
/// rounded up, unless there is only one.
fn iterations(period: u64) -> (u64, u64) {
    let runs = |iterations: u64| iterations + if iterations > 1 { iterations.div_ceil(10) } else { 0 };
    let found = (1..=period).rev().find(|iterations| runs(*iterations) <= period).unwrap_or(1);
    (found, runs(found))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_warm_up_of_samples_is_included() {
        assert_eq!(iterations(1), (1, 1));
        assert_eq!(iterations(2), (1, 1));
        assert_eq!(iterations(REPEATED), (18, 20));
        assert_eq!(iterations(1000), (909, 1000));
        assert_eq!(iterations(2000), (1818, 2000));
    }
}
