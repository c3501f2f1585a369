//! `vorpal selftest`: a test of this program on this processor.

use std::path::PathBuf;

use serde::Serialize;
use vorpal::selftest::{self, Report};

use crate::backends::Backends;
use crate::failure::Failure;
use crate::output::files::Files;
use crate::output::{self, terminal};

#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  vorpal selftest
  vorpal selftest --json selftest.json
  vorpal selftest --seed 16")]
pub(crate) struct Options {
    /// The seed of the random numbers: that of an earlier report repeats its run. The default is a new one.
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,
    /// Write the results to this file as JSON; with `-`, to standard output instead of the text.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

#[derive(Serialize)]
struct Results<'a> {
    version: &'static str,
    #[serde(flatten)]
    backends: Backends,
    seed: u64,
    success: bool,
    checks: Vec<Check<'a>>,
}

#[derive(Serialize)]
struct Check<'a> {
    name: &'a str,
    success: bool,
    /// What is wrong, if something is.
    failure: Option<&'a str>,
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    Files::default().json(&options.json).check()?;
    let report = options.seed.map_or_else(selftest::run, selftest::run_with_seed);
    let results = results(&report);
    output::write(&results, &text(&report, &results.backends), options.json.as_deref())?;
    verdict(&report)
}

fn results<'a>(report: &'a Report) -> Results<'a> {
    let check = |check: &'a selftest::Check| Check {
        name: check.name(),
        success: check.failure().is_none(),
        failure: check.failure(),
    };
    Results {
        version: env!("CARGO_PKG_VERSION"),
        backends: Backends::in_use(),
        seed: report.seed(),
        success: report.is_success(),
        checks: report.checks().iter().map(check).collect(),
    }
}

fn text(report: &Report, backends: &Backends) -> String {
    let failures = report.failures().count();
    let (backends, seed, checks) = (backends.text(), report.seed(), report.checks().len());
    let lines: String = report.checks().iter().map(|check| terminal::escape(check) + "\n").collect();
    format!("{lines}{checks} checks, {failures} wrong; {backends}, seed {seed}\n")
}

/// The failure that names the wrong checks, if there are any.
fn verdict(report: &Report) -> Result<(), Failure> {
    let names: Vec<&str> = report.failures().map(selftest::Check::name).collect();
    if names.is_empty() {
        return Ok(());
    }
    Err(Failure::Different(format!("selftest: wrong: {}", terminal::escape(names.join(", ")))))
}

#[cfg(test)]
mod tests {
    use std::process::ExitCode;

    use super::*;

    #[test]
    fn failures_are_named_with_exit_code_1() {
        let right = selftest::run_with_seed(16);
        assert!(verdict(&right).is_ok(), "{right}");
        let lines = text(&right, &Backends::in_use());
        assert_eq!(lines.lines().count(), right.checks().len() + 1, "{lines}");
        assert!(lines.ends_with("seed 16\n") && lines.contains(" checks, 0 wrong; backend "), "{lines}");
        let wrong = right.with_failure("invented", "7 instead of 8");
        let failure = verdict(&wrong).unwrap_err();
        assert_eq!(failure.to_string(), "selftest: wrong: invented");
        assert_eq!(failure.exit_code(), ExitCode::from(1));
        assert!(text(&wrong, &Backends::in_use()).contains("\nWRONG invented: 7 instead of 8\n"));
        let json = serde_json::to_value(results(&wrong)).unwrap();
        assert_eq!((&json["success"], &json["seed"]), (&false.into(), &16.into()));
        let last = json["checks"].as_array().unwrap().last().unwrap();
        assert_eq!(
            last,
            &serde_json::json!({"name": "invented", "success": false, "failure": "7 instead of 8"})
        );
    }
}
