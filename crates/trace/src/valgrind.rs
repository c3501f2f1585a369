//! Runs a program under valgrind, in which secrets are memory declared as uninitialised.

use std::process::{Command, Output};

/// The exit code of valgrind if it reports an error.
pub(crate) const LEAK_FOUND: i32 = 99;

/// Whether valgrind is installed.
pub(crate) fn is_installed() -> bool {
    Command::new("valgrind").arg("--version").output().is_ok()
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
