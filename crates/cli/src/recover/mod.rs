//! `vorpal recover`: recovers public keys from files of signatures, checks and measures.

mod check;
mod report;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::failure::Failure;
use crate::input::signatures::{self, Identifiers, Signature};
use crate::output::files::{Files, is_standard};
use crate::output::{self, terminal};
use check::Checked;
use report::Report;

#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  vorpal recover 1.signatures.csv 2.signatures.csv
  vorpal recover --repeat 10 --threads 1 --json recover.json - < 1.signatures.csv")]
pub(crate) struct Options {
    /// Files of signatures; `-` is standard input. The first line has the names of the columns,
    /// signing_hash,r,s,y_parity,sender[,public_key]. Fields are hexadecimal with 0x, except y_parity, which is the
    /// recovery identifier, 0 to 3.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The number of times all keys are recovered and measured.
    #[arg(long, value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    repeat: u32,
    /// The largest number of wrong signatures to print; the JSON has all of them.
    #[arg(long, value_name = "N", default_value_t = 20)]
    limit: usize,
    /// Write the figures and all wrong signatures to this file as JSON; `-` prints them instead of text.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// The number of threads; all cores by default.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    Files::default().json(&options.json).inputs_or_standard_input(&options.files).check()?;
    // Zero stands for all cores.
    let threads = usize::from(options.threads.unwrap_or(0));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| Failure::Engine(format!("cannot start threads: {error}")))?;
    let report = pool.install(|| recover(options))?;
    let written = output::write(&report, &report.text(options.limit), options.json.as_deref());
    report.verdict().and(written)
}

/// Reads all files first, so that malformed input is rejected before any work.
fn recover(options: &Options) -> Result<Report, Failure> {
    let bar = progress_bar();
    let (signatures, reading) = read(&options.files, &bar)?;
    let checked = Checked::new(&signatures, options.repeat, &bar)?;
    bar.finish_and_clear();
    Ok(Report::new(&options.files, &signatures, checked, reading))
}

fn read(files: &[PathBuf], bar: &ProgressBar) -> Result<(Vec<Signature>, Duration), Failure> {
    let start = Instant::now();
    if files.iter().filter(|file| is_standard(file)).count() > 1 {
        return Err(Failure::Usage { reason: "standard input can be read only once".into() });
    }
    bar.set_length(files.len() as u64);
    let mut all = Vec::new();
    for file in files {
        bar.set_message(format!("reading {}", terminal::path(file)));
        all.extend(if is_standard(file) {
            signatures::read_from_standard_input(Identifiers::All)?
        } else {
            signatures::read(file, Identifiers::All)?
        });
        bar.inc(1);
    }
    Ok((all, start.elapsed()))
}

/// A progress bar on standard error. Indicatif draws nothing if that is not a terminal.
fn progress_bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {percent} % {msg} [{elapsed}]");
    ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
