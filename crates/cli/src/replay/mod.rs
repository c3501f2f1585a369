//! `vorpal replay`: blocks from bytes to a state root.

pub(crate) mod accounts;
pub(crate) mod chain;
pub(crate) mod engine;
mod folder;
mod json;
mod key_values;
mod report;
pub(crate) mod roots;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::failure::Failure;
use crate::generate::generated_chain;
use chain::Block;
use engine::Engine;
use report::Report;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Folder with `N.jsonl` state updates (optionally `N.signatures.csv`, `roots.json`), or `*.csv` key/value files
    /// with `roots.json`. Without it, a built-in generated chain is replayed.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Write the figures to this file as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// How many threads to use; all cores by default.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    // Zero stands for all cores.
    let threads = usize::from(options.threads.unwrap_or(0));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| Failure::Engine(format!("cannot start threads: {error}")))?;
    let report = pool.install(|| replay(options.data.as_deref()))?;
    report.print();
    // Only now: a replay that failed leaves what an earlier one wrote, or nothing, as it was.
    if let Some(path) = &options.json {
        let text = serde_json::to_string_pretty(&report).map_err(|error| Failure::file(path, error))?;
        std::fs::write(path, text + "\n").map_err(|error| Failure::file(path, error))?;
    }
    Ok(())
}

fn replay(data: Option<&Path>) -> Result<Report, Failure> {
    // A folder that cannot be replayed is refused before any work.
    let files = data.map(folder::list).transpose()?;
    let bar = progress_bar();
    bar.set_message("building tables");
    let (mut engine, set_up) = timed(Engine::new);
    let reading = match files {
        Some(files) => apply_all(&mut engine, files.iter().map(|file| timed(|| file.read())), &bar)?,
        None => {
            bar.set_message("generating a chain");
            let (blocks, took) = timed(generated_chain);
            let blocks = blocks?;
            took + apply_all(&mut engine, blocks.into_iter().map(|block| (Ok(block), Duration::ZERO)), &bar)?
        }
    };
    Ok(Report::new(data, engine.finish(), set_up, reading))
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let result = work();
    (result, start.elapsed())
}

/// Applies the blocks in order; the time it took to read them comes back.
fn apply_all(
    engine: &mut Engine,
    blocks: impl ExactSizeIterator<Item = (Result<Block, Failure>, Duration)>,
    bar: &ProgressBar,
) -> Result<Duration, Failure> {
    bar.set_length(blocks.len() as u64);
    let mut reading = Duration::ZERO;
    for (block, took) in blocks {
        let block = block?;
        reading += took;
        bar.set_message(format!("block {}", block.name));
        engine.apply(&block)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(reading)
}

/// A bar on standard error; indicatif draws none where that is not a terminal.
fn progress_bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {msg} [{elapsed}]");
    ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
