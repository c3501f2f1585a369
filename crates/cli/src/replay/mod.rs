//! `vorpal replay`: blocks from bytes to a state root.

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
mod store;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use vorpal::ipa::Profile;
use vorpal::tree::{History, Tree};

use crate::failure::Failure;
use crate::output::{self, files, files::Files, terminal};
use crate::patience::Patience;
use engine::Engine;
use input::{Input, Pending};
use report::Report;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Folder with `N.jsonl` state updates (optionally `N.signatures.csv`, `roots.json`), or `*.csv` key/value files
    /// with `roots.json`; a `genesis.json` comes before them. Without it, a built-in generated chain is replayed.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// A client's genesis file, whose accounts (`alloc`) come before the blocks of `--data`, or are all there is.
    #[arg(long, value_name = "FILE")]
    genesis: Option<PathBuf>,
    /// Keep the tree in a store in this directory, which is made if need be. Blocks that the store has already are
    /// skipped; an interrupt (Ctrl-C) ends the replay after the block at hand.
    #[arg(long, value_name = "DIR")]
    store: Option<PathBuf>,
    #[command(flatten)]
    patience: Patience,
    /// Make a witness for each block, of all keys that it writes; verify it against the root before the block, and
    /// find the root after the block from it.
    #[arg(long)]
    witness: bool,
    /// Write the figures to this file as JSON; `-` prints them instead of text.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write time and counts of blocks and phases to this file as a page of charts.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// How many threads to use; all cores by default.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// How much memory the tables for commitments may take. Larger ones take longer to make, and less for a commitment.
    #[arg(long, value_name = "MIB", env = "VORPAL_TABLES", default_value = "128")]
    tables: Tables,
}

/// A profile by the mebibytes that it allows.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Tables {
    #[value(name = "32")]
    Small,
    #[value(name = "128")]
    Medium,
    #[value(name = "340")]
    Large,
}

impl From<Tables> for Profile {
    fn from(tables: Tables) -> Self {
        match tables {
            Tables::Small => Self::Small,
            Tables::Medium => Self::Medium,
            Tables::Large => Self::Large,
        }
    }
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    // Zero stands for all cores.
    let threads = usize::from(options.threads.unwrap_or(0));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| Failure::Engine(format!("cannot start threads: {error}")))?;
    let report = pool.install(|| replay(options))?;
    // Only now: a replay that failed leaves what an earlier one wrote, or nothing, as it was.
    output::write(&report, &report.text(), options.json.as_deref())?;
    match &options.report {
        Some(path) => files::write(path, page::render(&report).as_bytes()),
        None => Ok(()),
    }
}

fn replay(options: &Options) -> Result<Report, Failure> {
    // Input that cannot be replayed is refused before any work.
    let outputs = || Files::default().outputs(&options.json).outputs(&options.report).stores(&options.store);
    outputs().check()?;
    let input = Input::open(options.data.as_deref(), options.genesis.as_deref())?;
    outputs().inputs(&input.paths()).check()?;
    match &options.store {
        None => replay_over(Tree::in_memory(), input, options),
        Some(directory) => {
            interrupt::expect()?;
            let tree = Tree::over(store::open(directory, options.patience)?);
            replay_over(tree, input, options)
        }
    }
}

/// Replays what the tree, whose store is in a directory or in memory, has not seen yet.
fn replay_over<S: History>(tree: Tree<S>, input: Input, options: &Options) -> Result<Report, Failure> {
    let (witnesses, store) = (options.witness, options.store.as_deref());
    let source = input.source();
    let bar = progress_bar();
    bar.set_message("preparing");
    let (blocks, generating) = timed(|| input.blocks());
    let mut blocks = blocks?;
    let held = store.map_or(Ok(0), |directory| store::held(tree.store(), directory, &blocks))?;
    let held_last = blocks.drain(..held).next_back();
    // Most input that is malformed is so from its beginning: that is found before the tables are made.
    let (first, reading_first) = timed(|| blocks.first_mut().map_or(Ok(()), Pending::prepare));
    first?;
    let (mut engine, set_up) = timed(|| Engine::over(tree, options.tables.into(), witnesses));
    if let (Some(directory), Some(last)) = (store, held_last) {
        check_held(&engine, last, directory)?;
    }
    let reading = reading_first + apply_all(&mut engine, blocks, store, &bar)?;
    engine.confirm()?;
    bar.finish_and_clear();
    Ok(Report::new(source, held, witnesses, engine.finish(), set_up, generating + reading))
}

/// Where no root says whether a store's last block is the input's, its writes do.
fn check_held<S: History>(engine: &Engine<S>, last: Pending, directory: &Path) -> Result<(), Failure> {
    if last.expected().root.is_some() {
        return Ok(());
    }
    let block = last.read()?;
    if engine.holds(&block)? {
        return Ok(());
    }
    let reason = format!(
        "the store belongs to another chain: it has not what block {:?} of the input writes",
        block.name
    );
    Err(Failure::file(directory, reason))
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let result = work();
    (result, start.elapsed())
}

/// Applies the blocks in order; the time it took to read them comes back.
fn apply_all<S: History>(
    engine: &mut Engine<S>,
    blocks: Vec<Pending>,
    store: Option<&Path>,
    bar: &ProgressBar,
) -> Result<Duration, Failure> {
    bar.set_length(blocks.len() as u64);
    let mut reading = Duration::ZERO;
    let mut blocks = blocks.into_iter();
    while let Some(block) = blocks.next() {
        let name = block.name().to_owned();
        bar.set_message(format!("block {}", terminal::shown(&name)));
        let (block, took) = timed(|| block.read());
        reading += took;
        engine.apply(&block?)?;
        bar.inc(1);
        // What is finished is finished.
        if let Some(store) = store.filter(|_| interrupt::requested() && blocks.len() > 0) {
            return Err(Failure::Interrupted { block: name, store: store.into() });
        }
    }
    Ok(reading)
}

/// A bar on standard error; indicatif draws none where that is not a terminal.
fn progress_bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {msg} [{elapsed}]");
    ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
