//! `lab counts`: counts the field operations and instructions of Vorpal's operations and compares the counts with a
//! committed baseline.
//!
//! Counts do not depend on the load of the machine, so CI can check them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Args;
use comfy_table::{CellAlignment, Table, presets};

use crate::arm64;
use crate::baseline::{AARCH64_INSTRUCTIONS, Baseline, Counts, INSTRUCTIONS, Part, rounded};
use crate::contenders::{Target, TargetName, Tools, build_operations};
use crate::counted::{lines, operations};
use crate::coverage::Coverage;
use crate::failure::{Failure, io, print_line};

/// The largest relative rise that passes.
const TOLERANCE: f64 = 0.01;

/// Arguments of `counts`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Count the instructions of another target instead, under an emulator.
    #[arg(long, value_name = "NAME")]
    target: Option<TargetName>,
    /// Write the counts to counts.toml as the new baseline.
    #[arg(long)]
    write: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let target = arguments.target;
    let mut coverage = Coverage::default();
    let counted = match target {
        None => count_here(&mut coverage.skipped)?,
        Some(TargetName::Aarch64) => match Tools::find() {
            Ok(tools) => count_aarch64(&tools)?,
            Err(missing) => {
                coverage.skipped.push(format!("instructions: {missing}"));
                return Ok(coverage.finish());
            }
        },
    };
    let update = match target {
        None => "lab counts --write",
        Some(TargetName::Aarch64) => "lab counts --target aarch64 --write",
    };
    if arguments.write {
        // The new baseline replaces all counts of the target, also those that were not counted now.
        if !coverage.skipped.is_empty() {
            let reason = coverage.skipped.join("\n");
            return Err(Failure::Usage(format!(
                "counts.toml is not written, since counts are missing: {reason}"
            )));
        }
        let path = Baseline::path();
        let mut baseline = if path.exists() { Baseline::read()? } else { Baseline::default() };
        print_line(&table(&Part::default(), &counted).to_string());
        baseline.replace(target, counted);
        let text = toml::to_string(&baseline).expect("counts are plain data");
        std::fs::write(&path, text).map_err(io(path.display()))?;
        print_line(&format!("wrote {}", path.display()));
        return Ok(ExitCode::SUCCESS);
    }
    let baseline = Baseline::read()?.part_with_all_names(target);
    print_line(&table(&baseline, &counted).to_string());
    let verdict = compare(&baseline, &counted, update);
    for note in &verdict.notes {
        print_line(note);
    }
    coverage.skipped.extend(verdict.skipped);
    coverage.results = verdict.compared;
    if verdict.rises.is_empty() {
        print_line(&format!(
            "none of {} counts exceeds counts.toml by more than {} %",
            verdict.compared,
            100.0 * TOLERANCE
        ));
        Ok(coverage.finish())
    } else {
        Err(Failure::Count(format!("{}\nto accept these counts: `{update}`", verdict.rises.join("\n"))))
    }
}

/// Counts for this machine. Adds what is skipped to the list.
fn count_here(skipped: &mut Vec<String>) -> Result<Part, Failure> {
    let mut counted = Part { compiler: compiler(), operations: BTreeMap::new() };
    count_field_operations(&mut counted.operations)?;
    for backend in ["auto", "portable"] {
        skipped.extend(count_instructions(backend, &mut counted.operations)?);
    }
    Ok(counted)
}

fn count_aarch64(tools: &Tools) -> Result<Part, Failure> {
    let program = build(false, Target::Aarch64(tools))?;
    let counts = arm64::count_operations(tools, &program)?;
    let one = |(name, count)| (name, Counts::from([(AARCH64_INSTRUCTIONS.to_owned(), count)]));
    Ok(Part { compiler: tools.rust.clone(), operations: counts.into_iter().map(one).collect() })
}

/// The version of the compiler that cargo uses.
fn compiler() -> String {
    let compiler = std::env::var_os("RUSTC").unwrap_or("rustc".into());
    let output = Command::new(compiler).arg("--version").output();
    output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default()
}

fn build(counting: bool, target: Target<'_>) -> Result<PathBuf, Failure> {
    build_operations(counting, target)
        .map_err(|why| Failure::Usage(format!("building the operations failed: {why}")))
}

fn count_field_operations(counts: &mut BTreeMap<String, Counts>) -> Result<(), Failure> {
    // Some algorithms depend on the backend's vectors, all of whose lanes count. The portable one is on every machine.
    let program = build(true, Target::Host)?;
    let lines = lines(Command::new(program).env("VORPAL_BACKEND", "portable"))?;
    for (name, numbers) in operations(&lines) {
        let [times, rest @ ..] = &numbers[..] else { continue };
        for (kind, count) in ["multiplications", "squarings", "inversions"].iter().zip(rest) {
            counts.entry(name.to_owned()).or_default().insert((*kind).to_owned(), count / times);
        }
    }
    Ok(())
}

/// Counts instructions under callgrind. The best backend is that of those that valgrind emulates. Without valgrind,
/// returns what is skipped.
fn count_instructions(
    backend: &str,
    counts: &mut BTreeMap<String, Counts>,
) -> Result<Option<String>, Failure> {
    if Command::new("valgrind").arg("--version").output().is_err() {
        let skipped = format!("instructions with VORPAL_BACKEND={backend}: valgrind is not installed");
        return Ok(Some(skipped));
    }
    let program = build(false, Target::Host)?;
    let mut query = Command::new("valgrind");
    let found = lines(query.arg("--tool=none").arg(&program).arg("backend").env("VORPAL_BACKEND", backend))?;
    let found = found.first().and_then(|line| line.strip_prefix("backend ")).unwrap_or_default();
    if backend == "auto" && found == "portable" {
        // Counted as `portable`. A comparison notes the kinds of counts.toml that are not counted here.
        print_line("valgrind emulates no processor of another backend than portable");
        return Ok(None);
    }
    let folder = tempfile::tempdir().map_err(io("a temporary folder"))?;
    let out = folder.path().join("out");
    let mut callgrind = Command::new("valgrind");
    callgrind.args(["--tool=callgrind", "--zero-before=measured", "--dump-after=measured"]);
    callgrind.arg(format!("--callgrind-out-file={}", out.display())).arg(program);
    let lines = lines(callgrind.env("VORPAL_BACKEND", backend))?;
    for (index, (name, numbers)) in operations(&lines).enumerate() {
        let total = instructions(&out.with_extension((index + 1).to_string()))?;
        let times = numbers.first().copied().unwrap_or(1.0);
        counts.entry(name.to_owned()).or_default().insert(format!("{INSTRUCTIONS} {found}"), total / times);
    }
    Ok(None)
}

/// The total instruction count in a file written by callgrind.
fn instructions(path: &Path) -> Result<f64, Failure> {
    let text = std::fs::read_to_string(path).map_err(io(path.display()))?;
    let total = text.lines().find_map(|line| line.strip_prefix("totals: ")?.trim().parse().ok());
    total.ok_or_else(|| Failure::Usage(format!("{}: no totals", path.display())))
}

/// The result of a comparison with the baseline.
#[derive(Default)]
struct Verdict {
    rises: Vec<String>,
    notes: Vec<String>,
    skipped: Vec<String>,
    /// The number of counts that were compared.
    compared: usize,
}

fn compare(baseline: &Part, counted: &Part, update: &str) -> Verdict {
    let mut verdict = Verdict::default();
    // The number of instructions depends on the compiler. The number of field operations does not.
    let same_compiler = baseline.compiler == counted.compiler;
    if !same_compiler {
        verdict.skipped.push(format!(
            "instructions: counts.toml was written with {}, this is {}",
            baseline.compiler, counted.compiler
        ));
    }
    let compared = |kind: &str| same_compiler || !kind.starts_with(INSTRUCTIONS);
    for (name, counts) in &counted.operations {
        let Some(before) = baseline.operations.get(name) else {
            verdict.rises.push(format!("{name} is not in counts.toml"));
            continue;
        };
        for (kind, count) in counts.iter().filter(|(kind, _)| compared(kind)) {
            verdict.compared += usize::from(before.contains_key(kind));
            match before.get(kind) {
                // This machine may have a backend that the machine of the baseline did not have.
                None => verdict.notes.push(format!("{name}: {kind}: {count}, not in counts.toml")),
                Some(before) if *count > before * (1.0 + TOLERANCE) => {
                    verdict.rises.push(format!("{name}: {kind}: {count}, was {before} in counts.toml"));
                }
                Some(before) if *count < before * (1.0 - TOLERANCE) => {
                    verdict
                        .notes
                        .push(format!("lower: {name}: {kind}: {count}, was {before}; update: `{update}`"));
                }
                Some(_) => {}
            }
        }
    }
    for name in baseline.operations.keys().filter(|name| !counted.operations.contains_key(*name)) {
        verdict.rises.push(format!("{name} is in counts.toml and was not counted"));
    }
    for kind in baseline.kinds().difference(&counted.kinds()) {
        verdict.notes.push(format!("{kind}: in counts.toml, not counted here"));
    }
    verdict
}

fn table(baseline: &Part, counted: &Part) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let kinds = counted.kinds();
    table.set_header(std::iter::once("one operation").chain(kinds.iter().copied()));
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    for (name, counts) in &counted.operations {
        let cell = |kind: &&str| {
            let Some(count) = counts.get(*kind) else { return "-".to_owned() };
            let before = baseline.operations.get(name).and_then(|counts| counts.get(*kind));
            match before.map(|before| 100.0 * (count / before - 1.0)) {
                Some(change) if change.abs() >= 0.05 => format!("{} ({change:+.1} %)", rounded(*count)),
                _ => rounded(*count),
            }
        };
        table.add_row(std::iter::once(name.clone()).chain(kinds.iter().map(cell)));
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(compiler: &str, kind: &str, entries: &[(&str, f64)]) -> Part {
        let operations = entries
            .iter()
            .map(|(name, count)| ((*name).to_owned(), Counts::from([(kind.to_owned(), *count)])));
        Part { compiler: compiler.to_owned(), operations: operations.collect() }
    }

    fn rises(before: &Part, counted: &Part) -> usize {
        compare(before, counted, "").rises.len()
    }

    #[test]
    fn a_higher_count_fails_and_a_lower_count_is_reported() {
        let counts = |entries: &[(&str, f64)]| part("c", "kind", entries);
        let baseline =
            counts(&[("same", 100.0), ("risen", 100.0), ("fallen", 100.0), ("gone", 1.0), ("zero", 0.0)]);
        let counted =
            counts(&[("same", 101.0), ("risen", 101.1), ("fallen", 98.0), ("new", 1.0), ("zero", 1.0)]);
        let Verdict { rises, notes, skipped, compared } = compare(&baseline, &counted, "write");
        assert_eq!((skipped.len(), compared), (0, 4), "one is new, one is gone");
        let begins = |lines: &[String], names: &[&str]| {
            assert_eq!(lines.len(), names.len(), "{lines:?}");
            assert!(lines.iter().zip(names).all(|(line, name)| line.starts_with(name)), "{lines:?}");
        };
        begins(&rises, &["new", "risen", "zero", "gone"]);
        begins(&notes, &["lower: fallen"]);
        assert!(compare(&baseline, &baseline, "").rises.is_empty());
    }

    #[test]
    fn two_percent_more_instructions_for_aarch64_fail() {
        let counts = |factor: f64| {
            part("c", AARCH64_INSTRUCTIONS, &[("mul", 156.0 * factor), ("msm", 300_290_964.0 * factor)])
        };
        let mut baseline = Baseline::default();
        baseline.replace(Some(TargetName::Aarch64), counts(1.0));
        let before = baseline.part(Some(TargetName::Aarch64));
        for (factor, expected) in [(1.02, 2), (1.009, 0), (1.0, 0), (0.98, 0)] {
            assert_eq!(rises(&before, &counts(factor)), expected, "{factor}");
        }
    }

    #[test]
    fn the_counts_of_targets_are_compared_and_replaced_separately() {
        let (here, aarch64) = (None, Some(TargetName::Aarch64));
        let mut baseline = Baseline::default();
        baseline.replace(here, part("old", "squarings", &[("square", 1.0), ("gone", 2.0)]));
        baseline.replace(aarch64, part("other", AARCH64_INSTRUCTIONS, &[("square", 137.0)]));
        assert_eq!(baseline.operations["square"].len(), 2);
        let counted = part("new", "squarings", &[("square", 1.0)]);
        baseline.replace(here, counted.clone());
        assert_eq!(baseline.part(here), counted);
        assert_eq!(baseline.part(aarch64), part("other", AARCH64_INSTRUCTIONS, &[("square", 137.0)]));
        let text = toml::to_string(&baseline).unwrap();
        assert_eq!(toml::from_str::<Baseline>(&text).unwrap(), baseline);
    }

    #[test]
    fn an_operation_that_another_target_counts_is_noted() {
        let (here, aarch64) = (None, Some(TargetName::Aarch64));
        let mut baseline = Baseline::default();
        baseline.replace(here, part("c", "squarings", &[("old", 1.0), ("new", 2.0)]));
        baseline.replace(aarch64, part("c", AARCH64_INSTRUCTIONS, &[("old", 137.0)]));
        let counted = part("c", AARCH64_INSTRUCTIONS, &[("old", 137.0), ("new", 137.0), ("unknown", 137.0)]);
        let Verdict { rises, notes, .. } = compare(&baseline.part_with_all_names(aarch64), &counted, "");
        assert_eq!((rises.len(), notes.len()), (1, 1), "{rises:?} {notes:?}");
        assert!(rises[0].starts_with("unknown") && notes[0].starts_with("new"), "{rises:?} {notes:?}");
    }

    #[test]
    fn instructions_of_another_compiler_are_not_compared() {
        let rise = |kind: &str, compiler: &str| {
            rises(&part("old", kind, &[("op", 100.0)]), &part(compiler, kind, &[("op", 150.0)]))
        };
        for kind in ["instructions portable", AARCH64_INSTRUCTIONS] {
            assert_eq!((rise(kind, "old"), rise(kind, "new")), (1, 0));
            let (baseline, counted) = (part("old", kind, &[("op", 1.0)]), part("new", kind, &[("op", 1.0)]));
            let other_compiler = compare(&baseline, &counted, "");
            assert_eq!((other_compiler.skipped.len(), other_compiler.compared), (1, 0));
        }
        assert_eq!((rise("squarings", "old"), rise("squarings", "new")), (1, 1));
        let (a, b) =
            (part("c", "instructions a", &[("op", 1.0)]), part("c", "instructions b", &[("op", 1.0)]));
        let other_kind = compare(&a, &b, "");
        assert!(other_kind.rises.is_empty() && other_kind.notes.len() == 2, "{:?}", other_kind.notes);
        assert_eq!(other_kind.compared, 0);
    }

    #[test]
    fn the_committed_baseline_is_valid() {
        let baseline = Baseline::read().unwrap();
        assert_eq!(baseline.operations["field.mul.bn254_scalar"]["multiplications"], 1.0);
    }
}
