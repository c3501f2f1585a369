//! `vorpal msm`: multi-scalar multiplication on a curve, of random input or of files in the form of ZPrize 2022
//! ("Accelerating MSM on Mobile"; celo-org/zprize-mobile-harness).

mod algorithm;
mod compare;
mod curve;
mod input;
mod layout;
mod output;
mod random;
mod report;
mod sums;

use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressStyle};

use crate::failure::Failure;
use crate::output::files::Files;
use crate::output::{print, write_json};
use algorithm::Choice;
use clap::ValueEnum;
use compare::Expected;
pub(crate) use curve::Curve;
use curve::{Name, with_curve};
pub(crate) use random::Random;
use report::Report;
use sums::{Summed, Vector};

#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  vorpal msm --random 16 --vectors 3 --iterations 5
  vorpal msm --random 16 --curve bn254 --algorithm xyzz
  vorpal msm --points points --scalars scalars --out results
  vorpal msm --points points --scalars scalars --compare result.txt")]
pub(crate) struct Options {
    /// Vectors of points: each a number n (8 bytes, little-endian) and n points of the curve, compressed or not: of
    /// BLS12-377 G1, 48 or 96 bytes in the format of arkworks.
    #[arg(long, value_name = "FILE", requires = "scalars", required_unless_present = "random")]
    points: Option<PathBuf>,
    /// Vectors of scalars, one for each vector of points: each a number n (8 bytes, little-endian) and n scalars of 32
    /// bytes, little-endian, below the order.
    #[arg(long, value_name = "FILE", requires = "points")]
    scalars: Option<PathBuf>,
    /// Instead of files, use vectors of 2^LOG2N random scalars and points, all different.
    #[arg(long, value_name = "LOG2N", conflicts_with = "points",
        value_parser = clap::value_parser!(u8).range(0..=26))]
    random: Option<u8>,
    /// The number of random vectors.
    #[arg(long, value_name = "V", default_value_t = 1, requires = "random",
        value_parser = clap::value_parser!(u32).range(1..=100_000))]
    vectors: u32,
    /// The seed of the random vectors, which determines them.
    #[arg(long, value_name = "SEED", default_value_t = 0, requires = "random")]
    seed: u64,
    /// The curve; of a pairing curve, G1.
    #[arg(long, value_name = "CURVE", value_enum, default_value = "bls12_377")]
    curve: Name,
    /// The algorithm; `planner` takes the one of the least estimated time for each vector. `edwards` needs bls12_377,
    /// and `straus` at most 8 points.
    #[arg(long, value_name = "ALGORITHM", default_value = algorithm::PLANNER, value_parser = Choice::parser())]
    algorithm: Choice,
    /// The number of times each vector is summed and measured.
    #[arg(long, value_name = "I", default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    iterations: u32,
    /// Write `result.txt` (a compressed point per vector and iteration) and `resulttimes.txt` to this folder, as the
    /// ZPrize harness does. If anything fails or differs, neither is written.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Compare the sums with this file, byte by byte: a compressed point per vector, or per vector and iteration.
    #[arg(long, value_name = "RESULT")]
    compare: Option<PathBuf>,
    /// Write the figures to this file as JSON; `-` prints them instead of text.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// The number of threads; all cores by default.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let results: Vec<PathBuf> = options.out.iter().flat_map(|folder| output::files(folder)).collect();
    let inputs = [&options.points, &options.scalars, &options.compare];
    let files = Files::default().json(&options.json).inputs(inputs.into_iter().flatten());
    if let Some(folder) = &options.out {
        output::check(folder)?;
    }
    files.folders(&options.out).outputs(&results).check()?;
    // Zero stands for all cores.
    let threads = usize::from(options.threads.unwrap_or(0));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| Failure::Engine(format!("cannot start threads: {error}")))?;
    let (report, summed) = pool.install(|| with_curve!(options.curve, sum_all(options)))?;
    // Files are written last, so that a failed run does not replace the files of an earlier one.
    write_json(&report, options.json.as_deref())?;
    if let Some(folder) = &options.out {
        output::write(folder, &summed, options.random.is_some())?;
    }
    print(&report, &report.text(), options.json.as_deref())
}

/// The source of the vectors.
enum Source<C: Curve> {
    /// All vectors of the files, read first so that malformed input is rejected before any work.
    Files(Vec<Vector<C>>),
    /// Random vectors, made one at a time.
    Random(Random, u32),
}

impl<C: Curve> Source<C> {
    fn open(options: &Options, bar: &ProgressBar) -> Result<Self, Failure> {
        match (&options.points, &options.scalars, options.random) {
            (Some(points), Some(scalars), None) => Ok(Self::Files(input::read(points, scalars, bar)?)),
            (None, None, Some(log2_length)) => {
                Ok(Self::Random(Random { log2_length, seed: options.seed }, options.vectors))
            }
            _ => Err(Failure::Usage { reason: "either --points and --scalars, or --random".into() }),
        }
    }

    fn number(&self) -> usize {
        match self {
            Self::Files(vectors) => vectors.len(),
            Self::Random(_, number) => *number as usize,
        }
    }

    fn vectors(self) -> Box<dyn Iterator<Item = Result<Vector<C>, Failure>>> {
        match self {
            Self::Files(vectors) => Box::new(vectors.into_iter().map(Ok)),
            Self::Random(random, number) => Box::new((0..number).map(move |number| random.vector(number))),
        }
    }
}

fn sum_all<C: Curve>(options: &Options) -> Result<(Report, Vec<Summed>), Failure> {
    let name = options.curve.to_possible_value();
    options.algorithm.check::<C>(name.as_ref().map_or("", |name| name.get_name()))?;
    let bar = progress_bar();
    let source = Source::<C>::open(options, &bar)?;
    let (number, iterations) = (source.number(), options.iterations as usize);
    let expected =
        options.compare.as_deref().map(|file| Expected::read(file, C::sum_bytes(), number, iterations));
    let expected = expected.transpose()?;
    bar.reset();
    bar.set_length(sums::PARTS * (number * iterations) as u64);
    let summed: Result<Vec<Summed>, Failure> = (1..)
        .zip(source.vectors())
        .map(|(which, vector)| {
            bar.set_message(format!("vector {which} of {number}"));
            Summed::new(which, &vector?, options.algorithm, options.iterations, &bar)
        })
        .collect();
    let summed = summed?;
    bar.finish_and_clear();
    let agreeing = expected.map(|expected| expected.check(&summed)).transpose()?;
    Ok((Report::new(options, C::TITLE, &summed, agreeing), summed))
}

/// A progress bar on standard error. Indicatif draws nothing if that is not a terminal.
fn progress_bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {percent} % {msg} [{elapsed}]");
    ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
