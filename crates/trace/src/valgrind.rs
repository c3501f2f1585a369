//! Runs a program under valgrind, in which secrets are memory declared as uninitialised.

use std::io::Write as _;
use std::process::{Command, Output};
use std::sync::LazyLock;

/// The exit code of valgrind if it reports an error.
pub(crate) const LEAK_FOUND: i32 = 99;

/// Whether valgrind is installed. Prints once if it is not.
pub(crate) fn is_installed() -> bool {
    static ANSWER: LazyLock<bool> = LazyLock::new(|| {
        let answer = Command::new("valgrind").arg("--version").output().is_ok();
        if !answer {
            // Not by `eprintln!`, whose output the test runner hides if the test passes. A failed write is ignored.
            let _ = writeln!(std::io::stderr(), "SKIPPED: constant time under valgrind: it is not installed");
        }
        answer
    });
    *ANSWER
}

/// Runs a program under valgrind, to the end or to the first error.
pub(crate) fn run(command: &Command, stop_at_first: bool) -> Output {
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--quiet", &format!("--error-exitcode={LEAK_FOUND}")]);
    if stop_at_first {
        valgrind.arg("--exit-on-first-error=yes");
    }
    valgrind.arg(command.get_program()).args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => valgrind.env(name, value),
            None => valgrind.env_remove(name),
        };
    }
    valgrind.output().unwrap()
}
