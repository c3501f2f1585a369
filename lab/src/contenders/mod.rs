//! Finds, builds and starts contenders and exchanges messages with them.

mod build;
mod clones;
mod commands;
#[cfg(test)]
pub(crate) mod fake;
mod folder;
mod process;
mod snarkjs;
mod target;

use std::collections::BTreeMap;
use std::path::Path;

use crate::failure::Failure;
use crate::machine;
pub(crate) use build::{Binary, build_operations, is_without_methods};
use build::{Built, build_all};
pub(crate) use folder::lab_folder;
pub(crate) use target::{Target, TargetName, Tools, find_program};

pub(crate) use process::{ContenderError, Process};

/// The name of Vorpal's contender. All others are its peers.
pub(crate) const OURS: &str = "vorpal";

/// Measures the load by other processes.
pub(crate) struct Others {
    busy: f64,
    passed: f64,
    ours: f64,
}

impl Others {
    pub(crate) fn new(contenders: &Contenders) -> Self {
        Self { busy: machine::busy_ticks(), passed: machine::core_ticks(), ours: contenders.ticks() }
    }

    /// The average number of cores that other processes used since the start of the measurement.
    pub(crate) fn share(&self, contenders: &Contenders) -> f64 {
        let busy = machine::busy_ticks() - self.busy;
        let ours = contenders.ticks() - self.ours;
        ((busy - ours) / (machine::core_ticks() - self.passed).max(1.0)).max(0.0)
    }
}

/// All contenders that were built.
pub(crate) struct Contenders {
    binaries: Vec<Binary>,
    /// Running processes by contender and number of threads. A process starts when it is first used.
    running: BTreeMap<(usize, usize), Process>,
    /// The processor time of ended processes.
    ended: f64,
    /// Failed contenders with the reasons.
    pub(crate) failures: Vec<(String, String)>,
}

impl Contenders {
    /// Builds all contenders, or the named ones, for this machine.
    pub(crate) fn build(only: &[String]) -> Result<Self, Failure> {
        Self::built(only, build_all(only, false, |_| Target::Host))
    }

    /// Builds all contenders, or the named ones, each for the target that `target` returns for its name. They have the
    /// workloads whose results are compared.
    pub(crate) fn build_for<'t>(
        only: &[String],
        target: impl Fn(&str) -> Target<'t>,
    ) -> Result<Self, Failure> {
        Self::built(only, build_all(only, true, target))
    }

    fn built(only: &[String], (binaries, failures): Built) -> Result<Self, Failure> {
        let known = |name: &String| {
            binaries
                .iter()
                .map(|binary| &binary.name)
                .chain(failures.iter().map(|(name, _)| name))
                .any(|found| found == name)
        };
        if let Some(unknown) = only.iter().find(|name| !known(name)) {
            return Err(Failure::Usage(format!("no contender `{unknown}`")));
        }
        if let Some((_, why)) = failures.iter().find(|(name, _)| name == OURS) {
            return Err(Failure::Usage(format!("building {OURS} failed: {why}")));
        }
        Ok(Self::start(binaries, failures))
    }

    /// Starts each contender once, so that a contender that does not start is dropped here and not in every workload.
    pub(crate) fn start(binaries: Vec<Binary>, failures: Vec<(String, String)>) -> Self {
        let mut contenders = Self { binaries, running: BTreeMap::new(), ended: 0.0, failures };
        for index in (0..contenders.binaries.len()).rev() {
            if let Err(error) = contenders.process(index, 1) {
                let name = contenders.binaries.remove(index).name;
                contenders.running.clear();
                contenders.failures.push((name, error.to_string()));
            }
        }
        contenders
    }

    /// Adds another build of a contender, under a name of its own. It must start.
    pub(crate) fn add(&mut self, name: &str, program: &Path) -> Result<(), Failure> {
        let binary = Binary {
            name: name.to_owned(),
            program: program.to_owned(),
            arguments: Vec::new(),
            runner: Vec::new(),
            environment: Vec::new(),
            build: program.display().to_string(),
        };
        self.binaries.push(binary);
        match self.process(self.binaries.len() - 1, 1) {
            Ok(_) => Ok(()),
            Err(error) => Err(Failure::Usage(format!("{}: {error}", program.display()))),
        }
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
    pub(crate) fn process(&mut self, index: usize, threads: usize) -> Result<&mut Process, ContenderError> {
        if !self.running.contains_key(&(index, threads)) {
            let process = Process::start(&self.binaries[index], threads)?;
            self.running.insert((index, threads), process);
        }
        Ok(self.running.get_mut(&(index, threads)).expect("it was inserted if it was missing"))
    }

    /// The processor time that the lab and all contenders have used.
    fn ticks(&self) -> f64 {
        let running = self.running.values().map(|process| machine::process_ticks(process.child.id()));
        machine::process_ticks(std::process::id()) + self.ended + running.sum::<f64>()
    }

    /// Ends a contender's process after an invalid answer. The next use starts a new process.
    pub(crate) fn restart(&mut self, index: usize, threads: usize) {
        if let Some(process) = self.running.remove(&(index, threads)) {
            self.ended += machine::process_ticks(process.child.id());
        }
    }

    /// The failed contenders, each with the reason.
    pub(crate) fn failure_lines(&self) -> Vec<String> {
        self.failures.iter().map(|(contender, why)| format!("{contender}: {why}")).collect()
    }

    /// Records a failure of a contender, each one once.
    pub(crate) fn record_failure(&mut self, index: usize, what: String) {
        let error = (self.binaries[index].name.clone(), what);
        if !self.failures.contains(&error) {
            self.failures.push(error);
        }
    }
}
