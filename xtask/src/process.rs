//! Commands in process groups of their own, so that a signal to this program ends them with all that they started.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

/// Why a step failed, and the exit code of the whole.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) message: String,
    pub(crate) code: i32,
}

impl Failure {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), code: 1 }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self::new(error.to_string())
    }
}

pub(crate) type Outcome<T = ()> = Result<T, Failure>;

/// The groups of the commands that run. A lock of it also prevents that another one starts.
static GROUPS: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());

fn groups() -> MutexGuard<'static, BTreeSet<i32>> {
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn end(group: i32) {
    // It fails if the group has ended.
    let _ = killpg(Pid::from_raw(group), Signal::SIGTERM);
}

/// Lets the signals that end this program end the commands first. `folder` is removed then.
pub(crate) fn end_commands_on_signals(folder: PathBuf) -> Outcome {
    let received = Arc::new(AtomicUsize::new(0));
    for signal in [SIGHUP, SIGINT, SIGTERM] {
        let number = usize::try_from(signal).map_err(|error| Failure::new(error.to_string()))?;
        signal_hook::flag::register_usize(signal, Arc::clone(&received), number)?;
    }
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(Duration::from_millis(50));
            let signal = received.load(Ordering::Relaxed);
            if signal != 0 {
                let groups = groups();
                groups.iter().for_each(|group| end(*group));
                // Commands that are this program's end theirs first.
                std::thread::sleep(Duration::from_millis(300));
                let _ = std::fs::remove_dir_all(&folder);
                eprintln!("ended by signal {signal}");
                std::process::exit(128 + i32::try_from(signal).unwrap_or(0));
            }
        }
    });
    Ok(())
}

/// The seconds of processors of all commands that have ended, with those that they waited for.
pub(crate) fn processor_seconds() -> Outcome<u64> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).map_err(|error| Failure::new(error.to_string()))?;
    let seconds = usage.user_time().tv_sec() + usage.system_time().tv_sec();
    Ok(u64::try_from(seconds).unwrap_or(0))
}

/// A running command. Dropping it ends the command's group.
pub(crate) struct Running {
    child: Child,
    group: i32,
}

impl Running {
    fn start(command: &mut Command) -> std::io::Result<Self> {
        let mut groups = groups();
        let child = command.process_group(0).spawn()?;
        let group = i32::try_from(child.id()).map_err(std::io::Error::other)?;
        groups.insert(group);
        Ok(Self { child, group })
    }

    /// The exit code, if the command has ended.
    pub(crate) fn ended(&mut self) -> Outcome<Option<i32>> {
        Ok(self.child.try_wait()?.map(code))
    }

    /// Waits for the end.
    pub(crate) fn wait(&mut self) -> Outcome<i32> {
        Ok(code(self.child.wait()?))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if !matches!(self.child.try_wait(), Ok(Some(_))) {
            end(self.group);
            let _ = self.child.wait();
        }
        groups().remove(&self.group);
    }
}

/// The exit code, as a shell has it.
fn code(status: ExitStatus) -> i32 {
    status.code().or_else(|| status.signal().map(|signal| 128 + signal)).unwrap_or(1)
}

/// A command with its arguments, folder and environment.
#[must_use]
pub(crate) struct Task {
    command: Command,
    limit: Option<Duration>,
}

/// The variables that `cargo run` sets for this program, and that are not those of the user.
fn is_of_cargo_run(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    name == "CARGO" || name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_")
}

/// The search path of libraries without the folders that `cargo run` adds: those of this program's build and of Rust.
fn library_path() -> OsString {
    let path = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    let build = std::env::current_exe().ok().and_then(|program| Some(program.parent()?.to_path_buf()));
    let is_added = |folder: &PathBuf| {
        let is_rust = folder.join("rustlib").exists() || folder.iter().any(|part| part == "rustlib");
        is_rust || build.as_ref().is_some_and(|build| folder.starts_with(build))
    };
    let kept = std::env::split_paths(&path).filter(|folder| !is_added(folder));
    std::env::join_paths(kept).unwrap_or_default()
}

impl Task {
    /// The command of a line: a program and arguments without white space.
    pub(crate) fn new(line: impl AsRef<str>) -> Self {
        let mut words = line.as_ref().split_whitespace();
        Self::of(words.next().unwrap_or_default()).args(words)
    }

    /// The command of a program.
    pub(crate) fn of(program: impl AsRef<OsStr>) -> Self {
        let mut command = Command::new(program);
        command.stdin(Stdio::null());
        if std::env::var_os("CARGO_MANIFEST_DIR").is_some() {
            std::env::vars_os().filter(|(name, _)| is_of_cargo_run(name)).for_each(|(name, _)| {
                command.env_remove(name);
            });
            match library_path() {
                path if path.is_empty() => command.env_remove("LD_LIBRARY_PATH"),
                path => command.env("LD_LIBRARY_PATH", path),
            };
        }
        Self { command, limit: None }
    }

    pub(crate) fn arg(mut self, argument: impl AsRef<OsStr>) -> Self {
        self.command.arg(argument);
        self
    }

    pub(crate) fn args<A: AsRef<OsStr>>(mut self, arguments: impl IntoIterator<Item = A>) -> Self {
        self.command.args(arguments);
        self
    }

    pub(crate) fn env(mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    pub(crate) fn without_env(mut self, name: &str) -> Self {
        self.command.env_remove(name);
        self
    }

    pub(crate) fn folder(mut self, folder: impl AsRef<Path>) -> Self {
        self.command.current_dir(folder);
        self
    }

    /// With a profile that is quick to build, for results that are compared and not timed. The packages keep level 3
    /// for `vorpal-limbs`, as the tests of the workspace do.
    pub(crate) fn quick(self) -> Self {
        self.env("CARGO_PROFILE_RELEASE_LTO", "off")
            .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
            .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1")
    }

    /// Ends the command after this time, with the code of `timeout`.
    pub(crate) fn limit(mut self, limit: Duration) -> Self {
        self.limit = Some(limit);
        self
    }

    /// Without its standard output.
    pub(crate) fn silent(mut self) -> Self {
        self.command.stdout(Stdio::null());
        self
    }

    /// Without its standard error.
    pub(crate) fn without_errors(mut self) -> Self {
        self.command.stderr(Stdio::null());
        self
    }

    /// With both outputs into a file.
    pub(crate) fn log(mut self, file: &Path) -> Outcome<Self> {
        let file = File::options().create(true).append(true).open(file)?;
        self.command.stderr(file.try_clone()?).stdout(file);
        Ok(self)
    }

    /// With its standard output into a file.
    pub(crate) fn out(mut self, file: &Path) -> Outcome<Self> {
        self.command.stdout(File::create(file)?);
        Ok(self)
    }

    /// With its standard error into a file.
    pub(crate) fn errors(mut self, file: &Path) -> Outcome<Self> {
        self.command.stderr(File::create(file)?);
        Ok(self)
    }

    /// The command for a message.
    fn shown(&self) -> String {
        let words = std::iter::once(self.command.get_program()).chain(self.command.get_args());
        words.map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
    }

    pub(crate) fn start(&mut self) -> Outcome<Running> {
        std::io::stdout().flush()?;
        // As a shell, with the code 127 for a program that is missing.
        Running::start(&mut self.command)
            .map_err(|error| Failure { message: format!("{}: {error}", self.shown()), code: 127 })
    }

    /// Runs the command. The result is its exit code.
    pub(crate) fn code(mut self) -> Outcome<i32> {
        let mut running = self.start()?;
        let Some(limit) = self.limit else { return running.wait() };
        let start = Instant::now();
        while start.elapsed() < limit {
            if let Some(code) = running.ended()? {
                return Ok(code);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(124)
    }

    /// Whether the command succeeds. A missing program does not.
    pub(crate) fn succeeds(self) -> bool {
        self.code().is_ok_and(|code| code == 0)
    }

    /// Runs the command, which must succeed.
    pub(crate) fn run(self) -> Outcome {
        let shown = self.shown();
        match self.code()? {
            0 => Ok(()),
            code => Err(Failure { message: format!("failed with exit code {code}: {shown}"), code }),
        }
    }

    /// The standard output and the exit code of the command.
    pub(crate) fn output(mut self) -> Outcome<(String, i32)> {
        self.command.stdout(Stdio::piped());
        let mut running = self.start()?;
        let mut text = String::new();
        if let Some(mut output) = running.child.stdout.take() {
            output.read_to_string(&mut text)?;
        }
        Ok((text, running.wait()?))
    }

    /// The standard output of the command, which must succeed.
    pub(crate) fn text(self) -> Outcome<String> {
        let shown = self.shown();
        match self.output()? {
            (text, 0) => Ok(text),
            (_, code) => Err(Failure { message: format!("failed with exit code {code}: {shown}"), code }),
        }
    }

    /// Prints the standard output of the command while it runs. The results are the output and the exit code.
    pub(crate) fn shown_output(mut self) -> Outcome<(String, i32)> {
        self.command.stdout(Stdio::piped());
        let mut running = self.start()?;
        let mut text = String::new();
        if let Some(output) = running.child.stdout.take() {
            for line in BufReader::new(output).lines() {
                let line = line?;
                println!("{line}");
                text.push_str(&line);
                text.push('\n');
            }
        }
        Ok((text, running.wait()?))
    }
}

/// Whether `PATH` has a program.
pub(crate) fn has(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

#[cfg(test)]
mod tests {
    use super::{Duration, Instant, Task};

    #[test]
    fn a_command_that_is_dropped_ends_with_its_children() {
        let folder = std::env::temp_dir().join(format!("vorpal-xtask-{}", std::process::id()));
        let file = folder.with_extension("pid");
        let script = format!("sleep 100 & echo $! >{0}.part; mv {0}.part {0}; wait", file.display());
        let mut task = Task::of("sh").args(["-c", &script]);
        let running = task.start();
        assert!(running.is_ok());
        let start = Instant::now();
        let is_late = || start.elapsed() > Duration::from_secs(60);
        while !file.exists() && !is_late() {
            std::thread::sleep(Duration::from_millis(5));
        }
        let child = std::fs::read_to_string(&file).unwrap_or_default();
        let _ = std::fs::remove_file(&file);
        // A process that has ended may wait for its parent: its list of arguments is empty.
        let arguments = || std::fs::read(format!("/proc/{}/cmdline", child.trim())).unwrap_or_default();
        // While a process starts its program, the list is empty too.
        while arguments().is_empty() && !is_late() {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(!child.trim().is_empty() && !arguments().is_empty());
        drop(running);
        while !arguments().is_empty() && !is_late() {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(arguments().is_empty() && !is_late());
    }

    #[test]
    fn exit_codes_are_those_of_a_shell() {
        let sh = |script: &str| Task::of("sh").args(["-c", script]);
        assert_eq!(sh("exit 7").code().ok(), Some(7));
        assert_eq!(sh("kill -9 $$").code().ok(), Some(137));
        assert_eq!(sh("exit 7").run().err().map(|failure| failure.code), Some(7));
        assert_eq!(Task::new("no-such-program").run().err().map(|failure| failure.code), Some(127));
        assert_eq!(sh("sleep 100").limit(Duration::from_millis(20)).code().ok(), Some(124));
        let (text, code) = sh("echo a; echo b; exit 3").output().unwrap_or_default();
        assert_eq!((&*text, code), ("a\nb\n", 3));
        assert!(!Task::new("no-such-program").succeeds());
    }
}
