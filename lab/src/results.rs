//! `lab results`: writes figures of the documents (`docs/results.toml`) from a `results.json` of `compare`.
//!
//! An entry of the file names the workloads of its values in a table `workloads`. A value is the mean of Vorpal's
//! speeds beside the fastest peer in these workloads. It keeps its unit and its number of digits. Comments of the file
//! and all other entries remain.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use serde::Deserialize;

use crate::contenders::{OURS, lab_folder};
use crate::failure::{Failure, io, print_line};

/// Arguments of `results`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// A results.json of `lab compare`.
    results: PathBuf,
    /// The entries to write.
    #[arg(required = true)]
    entries: Vec<String>,
    /// The file of the entries.
    #[arg(long, value_name = "FILE", default_value_os_t = lab_folder().join("../docs/results.toml"))]
    file: PathBuf,
}

/// The part of `results.json` that the entries have.
#[derive(Debug, Deserialize)]
struct Report {
    machine: Machine,
    rows: Vec<Row>,
}

#[derive(Debug, Deserialize)]
struct Machine {
    cpu: String,
    date: String,
    command: String,
    loaded: bool,
}

#[derive(Debug, Deserialize)]
struct Row {
    workload: String,
    contender: String,
    version: String,
    speed_vs_best_peer: Option<f64>,
}

/// An entry, as far as it concerns this command.
#[derive(Debug, Default, Deserialize)]
struct Entry {
    #[serde(default)]
    processor: String,
    #[serde(default)]
    values: BTreeMap<String, String>,
    /// The workloads of each value. A value by backend has the name of the backend after a comma.
    #[serde(default)]
    workloads: BTreeMap<String, Vec<String>>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let read = |path: &PathBuf| fs::read_to_string(path).map_err(io(path.display()));
    let report: Report = serde_json::from_str(&read(&arguments.results)?).map_err(|error| {
        Failure::Usage(format!("{}: no results of `compare`: {error}", arguments.results.display()))
    })?;
    let mut text = read(&arguments.file)?;
    for entry in &arguments.entries {
        let (changed, lines) = updated(&text, entry, &report)
            .map_err(|why| Failure::Usage(format!("{}: {entry}: {why}", arguments.file.display())))?;
        lines.iter().for_each(|line| print_line(line));
        text = changed;
    }
    fs::write(&arguments.file, text).map_err(io(arguments.file.display()))?;
    if report.machine.loaded {
        print_line(
            "LOADED MACHINE: other processes used more than a tenth of a core during these measurements",
        );
    }
    print_line(&format!("wrote {}", arguments.file.display()));
    Ok(ExitCode::SUCCESS)
}

/// The text of the file with the figures of the report for an entry, and a line for each of them.
fn updated(text: &str, name: &str, report: &Report) -> Result<(String, Vec<String>), String> {
    let mut entries: BTreeMap<String, Entry> = toml::from_str(text).map_err(|error| error.to_string())?;
    let entry = entries.remove(name).ok_or("there is no such entry")?;
    if entry.workloads.is_empty() {
        return Err("the entry names no workloads".to_owned());
    }
    let backend = report.backend()?;
    let is_by_backend = entry.workloads.keys().all(|key| !entry.values.contains_key(key));
    if is_by_backend && entry.processor != report.machine.cpu {
        let processor = &report.machine.cpu;
        return Err(format!("other backends were measured on {}, this one on {processor}", entry.processor));
    }
    let (mut text, mut lines) = (text.to_owned(), Vec::new());
    let table = format!("{name}.values");
    for (key, workloads) in &entry.workloads {
        let key = if is_by_backend { format!("{key}, {backend}") } else { key.clone() };
        let before = entry.values.get(&key).ok_or_else(|| format!("there is no value `{key}`"))?;
        let value = with_digits_of(before, report.speed(workloads)?)?;
        text = with_value(&text, &table, &key, &value)?;
        lines.push(format!("{name}: {key}: {value}, was {before}"));
    }
    text = with_value(&text, name, "date", &report.machine.date)?;
    if !is_by_backend {
        text = with_value(&text, name, "command", &report.command())?;
        text = with_value(&text, name, "processor", &report.machine.cpu)?;
        text = with_value(&text, name, "backend", backend)?;
    }
    Ok((text, lines))
}

impl Report {
    /// The backend of Vorpal's vectors, else of its other kernels: the last word before `kernels` in its version.
    fn backend(&self) -> Result<&str, String> {
        let row = self.rows.iter().find(|row| row.contender == OURS).ok_or("no row of Vorpal")?;
        let name = row.version.strip_suffix(" kernels").and_then(|names| names.rsplit(' ').next());
        name.ok_or_else(|| format!("the version `{}` names no kernels", row.version))
    }

    /// The command without the path of the program and without the folder of the report.
    fn command(&self) -> String {
        let mut words = self.machine.command.split(' ').skip(1);
        let mut command = vec!["lab"];
        while let Some(word) = words.next() {
            match word {
                "--out" => drop(words.next()),
                _ if word.starts_with("--out=") => {}
                _ => command.push(word),
            }
        }
        command.join(" ")
    }

    /// The mean of Vorpal's speeds beside the fastest peer.
    fn speed(&self, workloads: &[String]) -> Result<f64, String> {
        let speed = |workload: &String| {
            let mut ours = self.rows.iter().filter(|row| row.workload == *workload && row.contender == OURS);
            ours.next()
                .and_then(|row| row.speed_vs_best_peer)
                .ok_or_else(|| format!("the report has no speed of Vorpal beside a peer in {workload}"))
        };
        let speeds = workloads.iter().map(speed).collect::<Result<Vec<f64>, String>>()?;
        match speeds.len() {
            0 => Err("a value without workloads".to_owned()),
            count => Ok(speeds.iter().sum::<f64>() / count as f64),
        }
    }
}

/// The value with the unit and the number of digits after the point that a figure such as `2.7 times` has.
fn with_digits_of(figure: &str, value: f64) -> Result<String, String> {
    let (number, unit) = figure.split_once(' ').map_or((figure, None), |(number, unit)| (number, Some(unit)));
    if number.parse::<f64>().is_err() {
        return Err(format!("`{figure}` is no figure"));
    }
    let digits = number.split_once('.').map_or(0, |(_, digits)| digits.len());
    let number = format!("{value:.digits$}");
    Ok(unit.map_or(number.clone(), |unit| format!("{number} {unit}")))
}

/// The text of a TOML file with another string for a key of a table.
fn with_value(text: &str, table: &str, key: &str, value: &str) -> Result<String, String> {
    let header = format!("[{table}]");
    let (mut is_inside, mut found) = (false, false);
    let mut lines = Vec::new();
    for line in text.lines() {
        if line.starts_with('[') {
            is_inside = line == header;
        }
        let written = line.split_once(" = ").map(|(written, _)| written).filter(|_| is_inside);
        match written.filter(|written| written.trim_matches('"') == key) {
            Some(written) => {
                found = true;
                lines.push(format!("{written} = {}", toml::Value::from(value)));
            }
            None => lines.push(line.to_owned()),
        }
    }
    if found { Ok(lines.join("\n") + "\n") } else { Err(format!("no line of `{key}` in {header}")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = r#"# Figures.

[peers]
kind = "measured"
command = "lab compare --old"
processor = "old"
backend = "old"
date = "2025-01-01"

[peers.values]
# A comment.
"sums of points" = "4 times"
"one" = "2.75 times"

[peers.workloads]
"sums of points" = ["a", "b"]
"one" = ["a"]

[backends]
command = "VORPAL_BACKEND=NAME lab compare"
processor = "P"
backend = "each"
date = "2025-01-01"

[backends.values]
"sums, portable" = "1.0"
"sums, avx512-ifma" = "1.0"

[backends.workloads]
"sums" = ["b"]

[other]
date = "2025-01-01"
"#;

    fn report(cpu: &str) -> Report {
        let rows =
            [("a", OURS, Some(3.0)), ("a", "peer", Some(1.0)), ("b", OURS, Some(6.1)), ("c", OURS, None)];
        let rows: Vec<_> = rows
            .iter()
            .map(|(workload, contender, speed)| {
                serde_json::json!({"workload": workload, "contender": contender,
                    "version": "0.1.0, bmi2+adx and avx512-ifma kernels", "speed_vs_best_peer": speed})
            })
            .collect();
        let machine = serde_json::json!({"cpu": cpu, "date": "2026-02-03", "loaded": false,
            "command": "/x/lab compare --quick --out /tmp/report msm"});
        serde_json::from_value(serde_json::json!({"machine": machine, "rows": rows})).unwrap()
    }

    #[test]
    fn an_entry_gets_the_figures_of_the_report() {
        let (text, lines) = updated(FILE, "peers", &report("P <2>")).unwrap();
        assert_eq!(
            lines,
            ["peers: one: 3.00 times, was 2.75 times", "peers: sums of points: 5 times, was 4 times"]
        );
        let expected = FILE
            .replacen("lab compare --old", "lab compare --quick msm", 1)
            .replacen("processor = \"old\"", "processor = \"P <2>\"", 1)
            .replacen("backend = \"old\"", "backend = \"avx512-ifma\"", 1)
            .replacen("2025-01-01", "2026-02-03", 1)
            .replacen("4 times", "5 times", 1)
            .replacen("2.75 times", "3.00 times", 1);
        assert_eq!(text, expected);
    }

    #[test]
    fn values_by_backend_are_those_of_the_backend_of_the_report() {
        let (text, lines) = updated(FILE, "backends", &report("P")).unwrap();
        assert_eq!(lines, ["backends: sums, avx512-ifma: 6.1, was 1.0"]);
        assert!(text.contains("\"sums, portable\" = \"1.0\"\n\"sums, avx512-ifma\" = \"6.1\"\n"), "{text}");
        assert!(text.contains("backend = \"each\"\ndate = \"2026-02-03\"\n"), "{text}");
        let error = updated(FILE, "backends", &report("Q")).unwrap_err();
        assert!(error.contains("measured on P, this one on Q"), "{error}");
    }

    #[test]
    fn what_a_report_cannot_give_is_an_error() {
        let error = |text: &str, name: &str| updated(text, name, &report("P")).unwrap_err();
        assert_eq!(error(FILE, "none"), "there is no such entry");
        assert_eq!(error(FILE, "other"), "the entry names no workloads");
        for workload in ["c", "d"] {
            let text = FILE.replace("\"one\" = [\"a\"]", &format!("\"one\" = [\"{workload}\"]"));
            assert!(error(&text, "peers").ends_with(&format!("in {workload}")), "{workload}");
        }
        assert!(error(&FILE.replace("\"one\" = [\"a\"]", "\"two\" = [\"a\"]"), "peers").contains("`two`"));
        assert!(error(&FILE.replace("2.75 times", "many times"), "peers").contains("no figure"));
        let mut old = report("P");
        old.rows[0].version = "0.1.0".to_owned();
        assert!(updated(FILE, "peers", &old).unwrap_err().contains("names no kernels"));
    }

    /// The workloads of the committed entries exist, and `compare` writes what this command reads.
    #[test]
    fn the_committed_entries_name_workloads() {
        let text = fs::read_to_string(lab_folder().join("../docs/results.toml")).unwrap();
        let entries: BTreeMap<String, Entry> = toml::from_str(&text).unwrap();
        let known: Vec<String> = crate::workloads::all().into_iter().map(|workload| workload.name).collect();
        let named: Vec<String> =
            entries.into_values().flat_map(|entry| entry.workloads.into_values().flatten()).collect();
        assert!(named.len() > 8, "{named:?}");
        for name in named {
            assert!(known.contains(&name), "no workload {name}");
        }
        let machine = serde_json::to_value(crate::machine::Machine::new()).unwrap();
        assert!(serde_json::from_value::<Machine>(machine).is_ok());
    }
}
