//! The contenders: found, built, started, spoken with.

mod build;
mod process;

use std::collections::BTreeMap;

use crate::failure::Failure;
use build::build_all;
pub(crate) use build::{Binary, build_operations, lab_folder};

pub(crate) use process::{Process, Trouble};

/// All contenders that could be built, and why others could not.
pub(crate) struct Contenders {
    binaries: Vec<Binary>,
    /// By contender and number of threads; started when first needed.
    running: BTreeMap<(usize, usize), Process>,
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
        Ok(Self::start(binaries, troubles))
    }

    /// Starts each once: a contender that does not start is dropped now, not in every workload.
    pub(crate) fn start(binaries: Vec<Binary>, troubles: Vec<(String, String)>) -> Self {
        let mut contenders = Self { binaries, running: BTreeMap::new(), troubles };
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

    /// The process of a contender for this many threads; with one thread it is pinned.
    pub(crate) fn process(&mut self, index: usize, threads: usize) -> Result<&mut Process, Trouble> {
        if !self.running.contains_key(&(index, threads)) {
            let process = Process::start(&self.binaries[index], threads)?;
            self.running.insert((index, threads), process);
        }
        Ok(self.running.get_mut(&(index, threads)).expect("it was inserted if it was missing"))
    }

    /// Ends a contender's process that answered badly; the next use starts another.
    pub(crate) fn restart(&mut self, index: usize, threads: usize) {
        self.running.remove(&(index, threads));
    }

    /// Notes a failure, once.
    pub(crate) fn trouble(&mut self, index: usize, what: String) {
        let trouble = (self.binaries[index].name.clone(), what);
        if !self.troubles.contains(&trouble) {
            self.troubles.push(trouble);
        }
    }
}
