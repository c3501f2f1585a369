//! Starts programs of this build in tests.

use std::ffi::OsStr;
use std::process::Command;

/// The environment variable with the runner: a program and its arguments, separated by spaces, such as
/// `qemu-aarch64-static -L /usr/aarch64-linux-gnu`. It starts programs that were built for another processor.
pub const RUNNER: &str = "VORPAL_TEST_RUNNER";

/// A command that starts a program of this build, by the runner if there is one.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    let runner = std::env::var(RUNNER).unwrap_or_default();
    let mut words = runner.split_whitespace();
    let Some(first) = words.next() else { return Command::new(program) };
    let mut command = Command::new(first);
    command.args(words).arg(program);
    command
}

/// A command that starts the running program again.
///
/// # Panics
/// If the operating system does not tell the path of the program.
pub fn this_program() -> Command {
    command(std::env::current_exe().unwrap())
}
