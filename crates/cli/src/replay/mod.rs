//! `vorpal replay`: applies blocks to a state tree and checks senders, keys and roots.

pub(crate) mod chain;
mod counts;
pub(crate) mod engine;
mod folder;
mod input;
mod interrupt;
mod page;
mod peak_memory;
mod phases;
mod report;
mod stopwatch;
mod store;

use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressStyle};
use vorpal::ipa::{Basis, Committer, Profile};
use vorpal::tree::{History, Tree};

use crate::failure::Failure;
use crate::lock_wait::LockWait;
use crate::output::{self, files, files::Files, terminal};
use engine::Engine;
use input::{Input, Pending};
use report::Report;
use stopwatch::Timed;

#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  vorpal replay
  vorpal replay --data blocks --store state --report replay.html
  vorpal replay --genesis genesis.json --witness --threads 4 --json -")]
pub(crate) struct Options {
    /// Folder with `N.jsonl` state updates (optionally `N.signatures.csv`, `roots.json`), or `*.csv` key/value files
    /// with `roots.json`; a `genesis.json` comes before them. Without it, a built-in generated chain is replayed.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// A client's genesis file, whose accounts (`alloc`) are a block before the blocks of `--data`. Without `--data`,
    /// it is the only block.
    #[arg(long, value_name = "FILE")]
    genesis: Option<PathBuf>,
    /// Keep the tree in a store in this directory, which is created if it does not exist. Blocks that the store already
    /// has are skipped. An interrupt (Ctrl-C) ends the replay after the current block.
    #[arg(long, value_name = "DIR")]
    store: Option<PathBuf>,
    #[command(flatten)]
    lock_wait: LockWait,
    /// For each block, make a witness of all keys that it writes, verify it against the root before the block, and
    /// compute the root after the block from it.
    #[arg(long)]
    witness: bool,
    /// Write the figures to this file as JSON; `-` prints them instead of text.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write the times and counts of blocks and phases to this file as an HTML page with charts.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// The number of threads; all cores by default.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The memory of the tables for commitments. Larger tables take longer to build and make commitments faster.
    #[arg(long, value_name = "MIB", env = "VORPAL_TABLES", default_value = "128")]
    tables: Tables,
}

/// A profile of the committer's tables, by its limit in MiB.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Tables {
    /// For tests, which start hundreds of replays of few blocks: built in a quarter of the time of the next ones.
    #[cfg(debug_assertions)]
    #[value(name = "8", hide = true)]
    Least,
    #[value(name = "32")]
    Small,
    #[value(name = "128")]
    Medium,
    #[value(name = "340")]
    Large,
}

impl Tables {
    fn committer(self) -> Result<Committer, Failure> {
        let basis = Basis::default();
        let profile = match self {
            #[cfg(debug_assertions)]
            Self::Least => return least(&basis),
            Self::Small => Profile::Small,
            Self::Medium => Profile::Medium,
            Self::Large => Profile::Large,
        };
        Ok(Committer::with_profile(&basis, profile))
    }
}

/// Tables of 8 MiB.
#[cfg(debug_assertions)]
fn least(basis: &Basis) -> Result<Committer, Failure> {
    Committer::with_window(basis, 3).map_err(|error| Failure::Engine(error.to_string()))
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    // Zero stands for all cores.
    let threads = usize::from(options.threads.unwrap_or(0));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| Failure::Engine(format!("cannot start threads: {error}")))?;
    let report = pool.install(|| replay(options))?;
    // Files are written last, so that a failed replay does not replace the files of an earlier one.
    let written = output::write(&report, &report.text(), options.json.as_deref());
    match &options.report {
        Some(path) => files::write(path, page::render(&report).as_bytes()).and(written),
        None => written,
    }
}

fn replay(options: &Options) -> Result<Report, Failure> {
    // Outputs and the list of inputs are checked before any work.
    let outputs = || Files::default().json(&options.json).outputs(&options.report).stores(&options.store);
    outputs().inputs(options.data.iter().chain(&options.genesis)).check()?;
    let input = Input::open(options.data.as_deref(), options.genesis.as_deref())?;
    outputs().inputs(&input.paths()).check()?;
    match &options.store {
        None => replay_over(Tree::in_memory(), input, options),
        Some(directory) => {
            interrupt::install()?;
            let tree = Tree::over(store::open(directory, options.lock_wait)?);
            replay_over(tree, input, options)
        }
    }
}

/// Replays the blocks that the tree does not have yet. Its store is in a directory or in memory.
fn replay_over<S: History>(tree: Tree<S>, input: Input, options: &Options) -> Result<Report, Failure> {
    let (witnesses, store) = (options.witness, options.store.as_deref());
    let source = input.source();
    let bar = progress_bar();
    bar.set_message("preparing");
    let mut reading = Timed::default();
    let blocks = reading.add(|| input.blocks());
    let mut blocks = blocks?;
    let stored = store.map_or(Ok(0), |directory| store::stored(tree.store(), directory, &blocks))?;
    let last_stored = blocks.drain(..stored).next_back();
    // The first block is read before the tables are built, since most malformed input is malformed from the start.
    reading.add(|| blocks.first_mut().map_or(Ok(()), Pending::prepare))?;
    let mut set_up = Timed::default();
    let committer = set_up.add(|| options.tables.committer())?;
    let mut engine = Engine::over(tree, committer, witnesses);
    if let (Some(directory), Some(last)) = (store, last_stored) {
        check_stored(&engine, last, directory)?;
    }
    apply_all(&mut engine, blocks, store, &bar, &mut reading)?;
    engine.confirm()?;
    bar.finish_and_clear();
    Ok(Report::new(source, stored, witnesses, engine.finish(), set_up.elapsed, reading))
}

/// Checks that the last block in the store is that of the input: if the input has no root for it, by its writes.
fn check_stored<S: History>(engine: &Engine<S>, last: Pending, directory: &Path) -> Result<(), Failure> {
    if last.expected().root.is_some() {
        return Ok(());
    }
    let block = last.read()?;
    if engine.holds(&block)? {
        return Ok(());
    }
    let reason = format!(
        "the store belongs to another chain: it lacks the values that block {:?} of the input writes",
        block.name
    );
    Err(Failure::file(directory, reason))
}

/// Applies the blocks in order, and adds the time to read them.
fn apply_all<S: History>(
    engine: &mut Engine<S>,
    blocks: Vec<Pending>,
    store: Option<&Path>,
    bar: &ProgressBar,
    reading: &mut Timed,
) -> Result<(), Failure> {
    bar.set_length(blocks.len() as u64);
    let mut blocks = blocks.into_iter();
    while let Some(block) = blocks.next() {
        let name = block.name().to_owned();
        bar.set_message(format!("block {}", terminal::escape(&name)));
        let block = reading.add(|| block.read())?;
        engine.apply(&block)?;
        bar.inc(1);
        // After the last block there is nothing to interrupt.
        if let Some(store) = store.filter(|_| interrupt::requested() && blocks.len() > 0) {
            return Err(Failure::Interrupted { block: name, store: store.into() });
        }
    }
    Ok(())
}

/// A progress bar on standard error. Indicatif draws nothing if that is not a terminal.
pub(crate) fn progress_bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {msg} [{elapsed}]");
    ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
