//! Runs a program for AArch64 in an emulator and tracks secrets through every instruction from the first mark on.
//!
//! QEMU runs the program with a plugin (`record.c`), which records the executed instructions and the addresses of their
//! accesses to memory. The record is tracked afterwards, so exactly the executed instructions are tracked.
//!
//! Secrets are what the program declares by `vorpal_limbs::taint`. They are tracked per byte in registers and memory:
//! moves and bitwise operations byte by byte; for all other instructions, all results are secret if an operand is. So
//! the tracked secrets include all real ones, and possibly more. Reported are:
//!
//! * conditional jumps on secret flags or registers, and jumps, calls and returns to secret targets;
//! * addresses that depend on secrets, also of prefetches;
//! * secret operands of divisions and of floating-point arithmetic, whose time depends on them.
//!
//! Without leaks, the time does not depend on secrets on processors that execute the other instructions in a time that
//! is independent of the data: Arm guarantees it in the mode DIT (Arm Architecture Reference Manual, B1.3.2). An
//! instruction that the tracker does not support is an error. Other threads with secrets are an error. The work of the
//! kernel is not tracked.

mod decode;
mod follow;

use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

use follow::{Code, Follower};

/// The environment variable with the path of the compiled plugin.
pub const PLUGIN: &str = "VORPAL_TRACE_PLUGIN";
/// The environment variable with the emulator and its arguments: `vorpal_oracle::process::RUNNER`.
pub const RUNNER: &str = "VORPAL_TEST_RUNNER";

/// The observations of a program.
#[derive(Debug)]
pub struct Trace {
    /// The leaks, one line each.
    pub leaks: Vec<String>,
    /// The number of instructions tracked.
    pub instructions: u64,
    /// The output of the program.
    pub output: Output,
}

/// The emulator with the plugin.
#[derive(Clone, Debug)]
pub struct Emulator {
    words: Vec<String>,
    plugin: String,
}

impl Emulator {
    /// The emulator that the environment names.
    ///
    /// # Errors
    /// The name of the missing variable.
    pub fn from_environment() -> Result<Self, String> {
        let value = |name| std::env::var(name).map_err(|_| format!("{name} is not set"));
        let words: Vec<String> = value(RUNNER)?.split_whitespace().map(String::from).collect();
        if words.is_empty() {
            return Err(format!("{RUNNER} is empty"));
        }
        Ok(Self { words, plugin: value(PLUGIN)? })
    }

    /// A command that runs a program, without a record.
    #[must_use]
    pub fn command(&self, program: impl Into<PathBuf>) -> Command {
        let mut command = Command::new(&self.words[0]);
        command.args(&self.words[1..]).arg(program.into());
        command
    }

    /// Runs a program to its end, and tracks its secrets. `set` adds arguments and variables to the command.
    ///
    /// # Errors
    /// The reason, if the program cannot be started, or an instruction is not supported.
    pub fn trace(
        &self,
        program: impl Into<PathBuf>,
        set: impl FnOnce(&mut Command),
    ) -> Result<Trace, String> {
        let record = Record::new();
        let mut command = Command::new(&self.words[0]);
        command.args(&self.words[1..]);
        // A processor without SVE: the C library would use its instructions, which are not supported.
        command.args(["-cpu", "neoverse-n1"]);
        // The `memset` for this processor does without `dc zva`, which the plugin does not see.
        command.env("GLIBC_TUNABLES", "glibc.cpu.name=kunpeng920");
        command.arg("-plugin").arg(format!("{},trace={}", self.plugin, record.trace.display()));
        command.arg(program.into());
        set(&mut command);
        let output = command.output().map_err(|error| format!("{}: {error}", self.words[0]))?;
        let text = |error| {
            format!("no record: {error}; {}: {}", output.status, String::from_utf8_lossy(&output.stderr))
        };
        let code = Code::parse(&std::fs::read_to_string(&record.code).map_err(text)?)?;
        let words = Words(BufReader::with_capacity(1 << 20, File::open(&record.trace).map_err(text)?));
        let mut follower = Follower::default();
        follower.follow(&code, words)?;
        let leaks =
            follower.leaks.iter().map(|(address, leak)| format!("{}: {}", leak.text(), code.name(*address)));
        Ok(Trace { leaks: leaks.collect(), instructions: follower.instructions, output })
    }
}

/// The words of a file.
struct Words(BufReader<File>);

impl Iterator for Words {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        let is_at_end = self.0.fill_buf().unwrap().is_empty();
        if is_at_end {
            return None;
        }
        let mut bytes = [0; 8];
        self.0.read_exact(&mut bytes).unwrap();
        Some(u64::from_le_bytes(bytes))
    }
}

/// The files of a record, which are removed at the end.
struct Record {
    trace: PathBuf,
    code: PathBuf,
}

impl Record {
    fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("vorpal-trace-{}-{number}", std::process::id());
        let trace = std::env::temp_dir().join(name);
        let code = trace.with_extension("code");
        Self { trace, code }
    }
}

impl Drop for Record {
    fn drop(&mut self) {
        // A file that does not exist is no error.
        let _ = std::fs::remove_file(&self.trace);
        let _ = std::fs::remove_file(&self.code);
    }
}
