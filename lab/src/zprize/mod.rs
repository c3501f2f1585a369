//! `lab zprize`: the harness of ZPrize 2022 for mobile devices. Like its two buttons, it runs the reference (arkworks)
//! and Vorpal on the vectors of a folder and on random elements, compares their sums, and appends their times to files.

mod times;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use comfy_table::{CellAlignment, Table, presets};
use contender::message::Bytes;
use contender::{Column, Columns};

use crate::compare::check_results;
use crate::contenders::{ContenderError, Contenders, OURS};
use crate::coverage::Coverage;
use crate::data::Skipped;
use crate::failure::{Failure, io, print_line};
use crate::machine::Machine;
use crate::points;
use crate::random::Random;
use crate::zprize_files::{self as files, Vector};
use times::{Button, Times};

/// The contender that stands for the reference of the harness.
const REFERENCE: &str = "arkworks";

/// Arguments of `zprize`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The folder with the files `points` and `scalars`; sums are compared with its `result.txt`, if there is one.
    folder: PathBuf,
    /// The length of random vectors.
    #[arg(long, value_name = "LOG2N", default_value_t = 16, value_parser = clap::value_parser!(u8).range(0..=20))]
    random: u8,
    /// The number of random vectors.
    #[arg(long, value_name = "V", default_value_t = 1)]
    vectors: u32,
    /// The seed of the random vectors.
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,
    /// The number of sums of each vector.
    #[arg(long, value_name = "I", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1000))]
    iterations: u32,
    /// The number of threads: 1 or more.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// The folder whose files of times, one for each library, grow by those of this run.
    #[arg(long, value_name = "DIR", default_value = "lab-report")]
    out: PathBuf,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    // Malformed files are refused before anything is built.
    let usage = |skipped: Skipped| Failure::Usage(skipped.0);
    let files = files::read(&arguments.folder).map_err(usage)?;
    let has_results = arguments.folder.join("result.txt").exists();
    let published = has_results.then(|| files::published(&arguments.folder)).transpose().map_err(usage)?;
    if let Some(published) = published.as_ref().filter(|published| published.len() != files.len()) {
        let (found, expected) = (published.len(), files.len());
        return Err(Failure::Usage(format!("result.txt: {found} sums for {expected} vectors")));
    }
    std::fs::create_dir_all(&arguments.out).map_err(io(arguments.out.display()))?;
    let mut contenders = Contenders::build(&[OURS.to_owned(), REFERENCE.to_owned()])?;
    let mut coverage = run_with(arguments, &mut contenders, files, published.as_deref())?;
    print_line(&Machine::new().processor());
    coverage.failed = contenders.failure_lines();
    Ok(coverage.finish())
}

/// Both buttons, with contenders that are built.
fn run_with(
    arguments: &Arguments,
    contenders: &mut Contenders,
    files: Vec<Vector>,
    published: Option<&[Bytes]>,
) -> Result<Coverage, Failure> {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["vectors", "number", "points", "library", "mean ms", "least ms", "speed"]);
    for index in [1, 2, 4, 5, 6] {
        if let Some(column) = table.column_mut(index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let random = (0..arguments.vectors).map(|number| random(arguments, number)).collect();
    let mut coverage = Coverage::default();
    for (button, vectors) in [(Button::Files, files), (Button::Random, random)] {
        let published = published.filter(|_| button == Button::Files);
        let mut times = vec![Times::default(); contenders.len()];
        for (number, vector) in vectors.into_iter().enumerate() {
            let what = format!("{}, vector {}", button.name(), number + 1);
            let published = published.map(|published| std::slice::from_ref(&published[number]));
            let points = vector[0].len();
            let measured = measure(arguments, contenders, &what, vector, published)?;
            let means: Vec<Option<f64>> = measured.iter().map(|times| Times::mean(times)).collect();
            for (index, of_vector) in measured.into_iter().enumerate() {
                let Some(mean) = means[index] else { continue };
                let peer = (0..means.len()).find(|other| *other != index).and_then(|other| means[other]);
                table.add_row([
                    button.name().to_owned(),
                    (number + 1).to_string(),
                    points.to_string(),
                    contenders.name(index).to_owned(),
                    format!("{:.3}", mean / 1e6),
                    format!("{:.3}", of_vector.iter().copied().fold(f64::INFINITY, f64::min) / 1e6),
                    peer.map_or("-".to_owned(), |peer| format!("{:.2}", peer / mean)),
                ]);
                times[index].push(of_vector);
                coverage.results += 1;
            }
        }
        for (index, times) in times.iter().enumerate() {
            times.append(&arguments.out, contenders.name(index), button)?;
        }
    }
    print_line(&table.to_string());
    print_line("All sums of a vector are equal; the speed is relative to the other library.");
    Ok(coverage)
}

/// A random vector, the same for the same seed.
fn random(arguments: &Arguments, number: u32) -> Vector {
    const CURVE: &str = "bls12_377_g1";
    let (count, order) = (1 << arguments.random, points::order(CURVE));
    let mut random = Random::new(arguments.seed, &format!("zprize {number}"));
    let points = points::random(CURVE, &mut random, count);
    let scalars: Vec<Vec<u8>> = (0..count).map(|_| random.below_bytes(&order)).collect();
    [Column::new(points), Column::new(scalars)]
}

/// The times of each contender in nanoseconds, by its index; contenders alternate from iteration to iteration. A
/// contender that fails has none.
fn measure(
    arguments: &Arguments,
    contenders: &mut Contenders,
    what: &str,
    vector: Vector,
    published: Option<&[Bytes]>,
) -> Result<Vec<Vec<f64>>, Failure> {
    let folder = tempfile::tempdir().map_err(io("a temporary folder"))?;
    let path = folder.path().join("input");
    Columns(vector.into()).write(&path)?;
    let mut results: Vec<(String, Vec<Bytes>)> = Vec::new();
    let mut times = vec![Vec::new(); contenders.len()];
    let mut failed = vec![false; contenders.len()];
    for (index, has_failed) in failed.iter_mut().enumerate() {
        match prepare(contenders, index, arguments.threads.into(), &path) {
            Ok(result) => results.push((contenders.name(index).to_owned(), result)),
            Err(error) => {
                contenders.record_failure(index, format!("{what}: {error}"));
                *has_failed = true;
            }
        }
    }
    let published = published.map(|published| ("result.txt", published));
    let results = results.iter().map(|(name, result)| (name.as_str(), result.as_slice()));
    check_results(what, published.into_iter().chain(results))?;
    for iteration in 0..arguments.iterations as usize {
        for turn in 0..contenders.len() {
            let index = (turn + iteration) % contenders.len();
            if failed[index] {
                continue;
            }
            let sampled =
                contenders.process(index, arguments.threads.into()).and_then(|process| process.sample(1));
            match sampled {
                Ok(sampled) => times[index].push(sampled.ns as f64),
                Err(error) => {
                    contenders.record_failure(index, format!("{what}: {error}"));
                    (failed[index], times[index]) = (true, Vec::new());
                }
            }
        }
    }
    Ok(times)
}

/// The sum of the vector by a contender, which is then ready to be measured.
fn prepare(
    contenders: &mut Contenders,
    index: usize,
    threads: usize,
    input: &Path,
) -> Result<Vec<Bytes>, ContenderError> {
    let workload = format!("msm.bls12_377_g1.zprize.t{}", threads.min(2));
    let process = contenders.process(index, threads)?;
    process.prepare(&workload, &input.display().to_string(), threads).map(|prepared| prepared.result)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contenders::{Binary, fake};

    /// A contender whose sums are all `result`.
    fn contender(folder: &Path, name: &str, result: &str, ns: u64) -> Binary {
        let hello = format!(r#"{{"contender":"{name}","version":"1","offers":{{}},"operations":[]}}"#);
        let prepared = format!(r#"{{"prepared":{{"result":["{result}"],"items":1}}}}"#);
        let sampled = format!(r#"{{"ns":{ns}}}"#);
        let answer =
            format!(r#"case "$request" in *prepare*) echo '{prepared}';; *) echo '{sampled}';; esac"#);
        fake::contender(folder, name, &hello, &answer)
    }

    fn arguments(out: &Path) -> Arguments {
        Arguments {
            folder: PathBuf::new(),
            random: 2,
            vectors: 2,
            seed: 1,
            iterations: 2,
            threads: 1,
            out: out.to_owned(),
        }
    }

    fn vector() -> Vector {
        [Column::new(vec![vec![0; 96]; 3]), Column::new(vec![vec![0; 32]; 3])]
    }

    #[test]
    fn times_of_both_buttons_are_appended() {
        let folder = tempfile::tempdir().unwrap();
        let binaries = vec![
            contender(folder.path(), OURS, "ab", 1_000_000),
            contender(folder.path(), REFERENCE, "ab", 4_000_000),
        ];
        let mut contenders = Contenders::start(binaries, Vec::new());
        let arguments = arguments(folder.path());
        let published = [Bytes(vec![0xab])];
        for run in 1..=2 {
            let coverage = run_with(&arguments, &mut contenders, vec![vector()], Some(&published)).unwrap();
            assert_eq!(coverage.results, 2 * (1 + 2));
            let text = std::fs::read_to_string(folder.path().join("arkworks-resulttimes.txt")).unwrap();
            let expected = "iteration 1: 4ms\niteration 2: 4ms\nMean across all iterations: 4ms\n".repeat(3)
                + "Mean across all vectors: 4ms\n";
            assert_eq!(text, expected.repeat(run), "the file grows");
            let text = std::fs::read_to_string(folder.path().join("vorpal-resulttimes.txt")).unwrap();
            assert_eq!(text, expected.replace("4ms", "1ms").repeat(run));
        }
    }

    #[test]
    fn sums_that_differ_stop_the_run() {
        let folder = tempfile::tempdir().unwrap();
        let run = |reference: &str, published: Option<&[Bytes]>| {
            let binaries = vec![
                contender(folder.path(), OURS, "ab", 1),
                contender(folder.path(), REFERENCE, reference, 1),
            ];
            let mut contenders = Contenders::start(binaries, Vec::new());
            run_with(&arguments(folder.path()), &mut contenders, vec![vector()], published)
        };
        assert!(run("ab", None).is_ok());
        let Err(Failure::Mismatch(text)) = run("ac", None) else { panic!("the libraries differ") };
        assert!(text.contains("files, vector 1") && text.contains("by arkworks"), "{text}");
        let Err(Failure::Mismatch(text)) = run("ab", Some(&[Bytes(vec![0xad])])) else {
            panic!("the published sum differs")
        };
        assert!(text.contains("by result.txt"), "{text}");
    }

    #[test]
    fn random_vectors_depend_on_the_seed_and_the_number() {
        let arguments = |seed| Arguments { seed, ..arguments(Path::new("")) };
        assert!(random(&arguments(1), 0) == random(&arguments(1), 0));
        assert!(random(&arguments(1), 0) != random(&arguments(2), 0));
        assert!(random(&arguments(1), 0) != random(&arguments(1), 1));
        assert_eq!(random(&arguments(1), 0)[0].len(), 4);
    }
}
