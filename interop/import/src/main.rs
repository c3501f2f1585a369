//! The program `vorpal-import`.

use std::path::PathBuf;
use std::process::ExitCode;

use alloy_primitives::B256;
use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use vorpal::ipa::Profile;
use vorpal_import::{Failure, Options, Report, import};

/// Imports a chain of blocks: executes them by revm on Vorpal, keeps their state in Vorpal's tree, and checks senders,
/// gas, receipts and state roots.
#[derive(Parser)]
#[command(
    name = "vorpal-import",
    version,
    after_long_help = "\
Exit codes: 0 success, 1 a wrong value, 2 malformed input or options, 3 other failures, 130 interrupted.

Examples:
  vorpal-import --genesis genesis.json chain.rlp --headstate headstate.json
  vorpal-import --genesis genesis.json era1 --store state
  vorpal-import --genesis genesis.json chain.rlp --export blocks && vorpal replay --data blocks"
)]
struct Arguments {
    /// Blocks as a client exports them (RLP), or a folder of era1 archives.
    #[arg(value_name = "CHAIN.rlp|FOLDER_OF_ERA1")]
    chain: PathBuf,
    /// The genesis file of a client, with its forks (`config`), which may be absent on mainnet.
    #[arg(long, value_name = "FILE")]
    genesis: PathBuf,
    /// Keep the tree in a store in this folder, which is created if it does not exist. Blocks that the store has are
    /// skipped. An interrupt (Ctrl-C) ends the import after the current block.
    #[arg(long, value_name = "DIR")]
    store: Option<PathBuf>,
    /// Write the input of `vorpal replay` to this new folder: state updates with code, signatures, and roots.
    #[arg(long, value_name = "DIR")]
    export: Option<PathBuf>,
    /// Compare the last state with this dump by go-ethereum, account by account.
    #[arg(long, value_name = "FILE")]
    headstate: Option<PathBuf>,
    /// The expected hash of the last block. Nothing else in a file of blocks fixes all of the last header.
    #[arg(long, value_name = "HASH")]
    last: Option<B256>,
    /// Write the last state to this file, as a genesis file.
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Write the figures to this file as JSON; `-` prints them instead of text.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write the figures to this file as text.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Draw the processor time by part and operation to this file, as a flame graph (SVG).
    #[arg(long, value_name = "FILE.svg")]
    flame: Option<PathBuf>,
    /// The number of threads; all cores by default.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("vorpal-import: {failure}");
            ExitCode::from(failure.exit_code())
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), Failure> {
    let options = Options {
        genesis: arguments.genesis.clone(),
        chain: arguments.chain.clone(),
        store: arguments.store.clone(),
        export: arguments.export.clone(),
        headstate: arguments.headstate.clone(),
        last: arguments.last,
        state: arguments.state.clone(),
        tables: Profile::default(),
        by_operation: arguments.flame.is_some(),
    };
    let threads = usize::from(arguments.threads.unwrap_or(0));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| Failure::Engine(format!("cannot start threads: {error}")))?;
    let bar = progress_bar();
    let report = pool.install(|| {
        import(&options, &mut |stage, number, total| {
            if bar.length() != Some(total) {
                bar.set_length(total);
            }
            bar.set_message(format!("{stage} block {number}"));
            bar.set_position(number);
        })
    });
    bar.finish_and_clear();
    write(arguments, &report?)
}

/// The files of the figures are written last, so that a failed import replaces none of them.
fn write(arguments: &Arguments, report: &Report) -> Result<(), Failure> {
    let failure = |path: &PathBuf, error: &dyn std::fmt::Display| Failure::Input {
        path: path.clone(),
        reason: error.to_string(),
    };
    let json = serde_json::to_string_pretty(report).map_err(|error| Failure::Engine(error.to_string()))?;
    match &arguments.json {
        Some(path) if path.as_os_str() == "-" => println!("{json}"),
        Some(path) => {
            std::fs::write(path, json + "\n").map_err(|error| failure(path, &error))?;
            print!("{}", report.text());
        }
        None => print!("{}", report.text()),
    }
    if let Some(path) = &arguments.report {
        std::fs::write(path, report.text()).map_err(|error| failure(path, &error))?;
    }
    if let Some(path) = &arguments.flame {
        let drawn = flame_graph(report)?;
        std::fs::write(path, drawn).map_err(|error| failure(path, &error))?;
    }
    Ok(())
}

/// The flame graph of the processor time.
fn flame_graph(report: &Report) -> Result<Vec<u8>, Failure> {
    let mut options = inferno::flamegraph::Options::default();
    options.title = format!("Processor time of {} blocks of {}", report.blocks, report.source);
    options.count_name = "us".to_owned();
    let mut drawn = Vec::new();
    inferno::flamegraph::from_lines(&mut options, report.folded.iter().map(String::as_str), &mut drawn)
        .map_err(|error| Failure::Engine(format!("the flame graph: {error}")))?;
    Ok(drawn)
}

/// A progress bar on standard error. Indicatif draws nothing if that is not a terminal.
fn progress_bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {msg} [{elapsed}]");
    ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
