//! A test of this build on this processor, in a few seconds: for programs that run it when they start after an upgrade.
//!
//! Each check is one line of the report:
//!
//! * Every backend that the processor has, whether it is in use or not, computes with bounds and random numbers modulo
//!   all primes of [`fields`](crate::fields::primes). The results are compared with those of the portable code.
//! * Each primitive computes published answers, with the backends in use. Each list of them names its source.
//! * The bases give published digests and commitments, which depend on each of their points that commitments use.
//!
//! A panic within a check is its failure. The checks find errors of compilers, processors, memory and files of the
//! library. They are no proof: `docs/audit.md` lists the tests and proofs of the source.
//!
//! ```no_run
//! let report = vorpal::selftest::run();
//! assert!(report.is_success(), "{report}");
//! ```

mod answers;
mod backends;
mod contracts;
mod moduli;
mod numbers;
mod single;
mod tables;
mod vectors;

use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::panic::{AssertUnwindSafe, catch_unwind};

use numbers::Numbers;

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    name: String,
    failure: Option<String>,
}

impl Check {
    /// What was checked, such as `packed numbers by avx2-fma` or `Schnorr signatures`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What is wrong, if something is.
    #[must_use]
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }
}

/// `ok NAME`, or `WRONG NAME: what is wrong`.
impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.failure {
            None => write!(f, "ok    {}", self.name),
            Some(failure) => write!(f, "WRONG {}: {failure}", self.name),
        }
    }
}

/// The results of all checks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    seed: u64,
    checks: Vec<Check>,
}

impl Report {
    /// The seed of the random numbers, which repeats a run by [`run_with_seed`].
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The checks, in the order in which they ran.
    #[must_use]
    pub fn checks(&self) -> &[Check] {
        &self.checks
    }

    /// The checks that failed.
    pub fn failures(&self) -> impl Iterator<Item = &Check> {
        self.checks.iter().filter(|check| check.failure.is_some())
    }

    /// Whether all checks succeeded.
    #[must_use]
    pub fn is_success(&self) -> bool {
        self.failures().next().is_none()
    }

    /// The same report and a failure, for tests of programs that show reports.
    #[must_use]
    pub fn with_failure(&self, name: &str, failure: &str) -> Self {
        let mut report = self.clone();
        report.checks.push(Check { name: name.into(), failure: Some(failure.into()) });
        report
    }

    /// Runs a check and adds its result.
    fn check(&mut self, name: impl Into<String>, check: impl FnOnce() -> Outcome) {
        let failure = match catch_unwind(AssertUnwindSafe(check)) {
            Ok(outcome) => outcome.err(),
            Err(panic) => {
                let text = panic.downcast_ref::<&str>().copied();
                let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
                Some(format!("panic: {}", text.unwrap_or("no message")))
            }
        };
        self.checks.push(Check { name: name.into(), failure });
    }
}

/// A line for each check.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.checks.iter().try_for_each(|check| writeln!(f, "{check}"))
    }
}

/// Nothing, or what is wrong.
type Outcome = Result<(), String>;

/// An error unless both are equal.
fn same<T: PartialEq + fmt::Debug>(what: &str, found: T, expected: T) -> Outcome {
    if found == expected { Ok(()) } else { Err(format!("{what}: {found:x?} instead of {expected:x?}")) }
}

/// An error unless the condition holds.
fn holds(what: &str, condition: bool) -> Outcome {
    if condition { Ok(()) } else { Err(what.into()) }
}

/// What cannot fail, failed.
fn unexpected(error: impl fmt::Display) -> String {
    format!("unexpected error: {error}")
}

/// Runs all checks, with random numbers of a new seed. Batches run on the caller's rayon pool.
#[must_use]
pub fn run() -> Report {
    run_with_seed(RandomState::new().hash_one(0))
}

/// Runs all checks, with the random numbers of a seed.
#[must_use]
pub fn run_with_seed(seed: u64) -> Report {
    let mut report = Report { seed, checks: Vec::new() };
    let mut numbers = Numbers::new(seed);
    backends::check(&mut report, &mut numbers);
    answers::check(&mut report);
    contracts::check(&mut report);
    tables::check(&mut report);
    report
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_and_an_error_are_failures() {
        let mut report = Report { seed: 7, checks: Vec::new() };
        report.check("right", || Ok(()));
        assert!(report.is_success());
        report.check("wrong", || same("sum", 1, 2));
        report.check("panics", || same("index", [1][report_index()], 1));
        assert_eq!(report.failures().map(Check::name).collect::<Vec<_>>(), ["wrong", "panics"]);
        let text = report.to_string();
        assert!(
            text.starts_with("ok    right\nWRONG wrong: sum: 1 instead of 2\nWRONG panics: panic: "),
            "{text}"
        );
    }

    fn report_index() -> usize {
        std::hint::black_box(1)
    }

    /// Wrong results of each kind of kernel are found, and this build is right without them.
    #[test]
    fn wrong_kernels_are_found() {
        use vorpal_limbs::fault::{Wrong, spoil};
        let report = run_with_seed(7);
        assert!(report.is_success(), "{report}");
        assert!(report.checks().len() > 30, "{report}");
        // A wrong kernel of single numbers makes tables wrong that are built once, so it comes last.
        for wrong in [Wrong::PackedProduct, Wrong::SingleProduct] {
            spoil(Some(wrong));
            let mut report = Report { seed: 8, checks: Vec::new() };
            backends::check(&mut report, &mut Numbers::new(8));
            spoil(None);
            let failed: Vec<&str> = report.failures().map(Check::name).collect();
            let packed: Vec<&str> = report.checks().iter().map(Check::name).collect();
            let packed: Vec<&str> = packed.into_iter().filter(|name| name.contains("packed")).collect();
            match wrong {
                Wrong::PackedProduct => assert_eq!(failed, packed, "{report}"),
                Wrong::SingleProduct => assert_eq!(failed, ["single numbers in use"], "{report}"),
            }
        }
    }
}
