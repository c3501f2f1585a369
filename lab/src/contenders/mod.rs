//! The contenders: found, built, started, spoken with.

mod build;
#[cfg(test)]
pub(crate) mod fake;
mod process;

use std::collections::BTreeMap;

use crate::failure::Failure;
use crate::machine;
use build::build_all;
pub(crate) use build::{Binary, build_operations, lab_folder};

pub(crate) use process::{Process, Trouble};

/// The contender whose peers the others are.
pub(crate) const OURS: &str = "vorpal";

/// Watches what others do on the machine.
pub(crate) struct Others {
    busy: f64,
    passed: f64,
    ours: f64,
}

impl Others {
    pub(crate) fn new(contenders: &Contenders) -> Self {
        Self { busy: machine::busy_ticks(), passed: machine::core_ticks(), ours: contenders.ticks() }
    }

    /// The cores that others used since then, on average.
    pub(crate) fn share(&self, contenders: &Contenders) -> f64 {
        let busy = machine::busy_ticks() - self.busy;
        let ours = contenders.ticks() - self.ours;
        ((busy - ours) / (machine::core_ticks() - self.passed).max(1.0)).max(0.0)
    }
}

/// All contenders that could be built, and why others could not.
pub(crate) struct Contenders {
    binaries: Vec<Binary>,
    /// By contender and number of threads; started when first needed.
    running: BTreeMap<(usize, usize), Process>,
    /// The processor time of processes that were ended.
    ended: f64,
    /// Who failed, and how.
    pub(crate) troubles: Vec<(String, String)>,
}

impl Contenders {
    /// Builds all contenders, or those named.
    pub(crate) fn build(only: &[String]) -> Result<Self, Failure> {
        let (binaries, troubles) = build_all(only);
        let known = |name: &String| {
            binaries
                .iter()
                .map(|binary| &binary.name)
                .chain(troubles.iter().map(|(name, _)| name))
                .any(|found| found == name)
        };
        if let Some(unknown) = only.iter().find(|name| !known(name)) {
            return Err(Failure::Usage(format!("no contender `{unknown}`")));
        }
        if let Some((_, why)) = troubles.iter().find(|(name, _)| name == OURS) {
            return Err(Failure::Usage(format!("{OURS} itself does not build: {why}")));
        }
        Ok(Self::start(binaries, troubles))
    }

    /// Starts each once: a contender that does not start is dropped now, not in every workload.
    pub(crate) fn start(binaries: Vec<Binary>, troubles: Vec<(String, String)>) -> Self {
        let mut contenders = Self { binaries, running: BTreeMap::new(), ended: 0.0, troubles };
        for index in (0..contenders.binaries.len()).rev() {
            if let Err(trouble) = contenders.process(index, 1) {
                let name = contenders.binaries.remove(index).name;
                contenders.running.clear();
                contenders.troubles.push((name, trouble.to_string()));
            }
        }
        contenders
    }

    pub(crate) fn len(&self) -> usize {
        self.binaries.len()
    }

    pub(crate) fn name(&self, index: usize) -> &str {
        &self.binaries[index].name
    }

    pub(crate) fn binaries(&self) -> &[Binary] {
        &self.binaries
    }

    /// The process of a contender for this many threads.
    pub(crate) fn process(&mut self, index: usize, threads: usize) -> Result<&mut Process, Trouble> {
        if !self.running.contains_key(&(index, threads)) {
            let process = Process::start(&self.binaries[index], threads)?;
            self.running.insert((index, threads), process);
        }
        Ok(self.running.get_mut(&(index, threads)).expect("it was inserted if it was missing"))
    }

    /// The processor time of the lab and all its contenders so far.
    fn ticks(&self) -> f64 {
        let running = self.running.values().map(|process| machine::process_ticks(process.child.id()));
        machine::process_ticks(std::process::id()) + self.ended + running.sum::<f64>()
    }

    /// Ends a contender's process that answered badly; the next use starts another.
    pub(crate) fn restart(&mut self, index: usize, threads: usize) {
        if let Some(process) = self.running.remove(&(index, threads)) {
            self.ended += machine::process_ticks(process.child.id());
        }
    }

    /// Notes a failure, once.
    pub(crate) fn trouble(&mut self, index: usize, what: String) {
        let trouble = (self.binaries[index].name.clone(), what);
        if !self.troubles.contains(&trouble) {
            self.troubles.push(trouble);
        }
    }
}
