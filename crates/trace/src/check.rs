//! The check that a test of constant time calls.

use std::io::Write as _;
use std::num::NonZero;
use std::process::{Command, Output};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use crate::emulator::{Emulator, Trace};
use crate::valgrind;

/// Set in the observed process: the role, which says what it runs.
const ROLE: &str = "VORPAL_CONSTANT_TIME";
/// Set in the observed process if a tracer observes it: `processor` or `emulator`.
const MONITOR: &str = "VORPAL_WATCHED_BY";
/// The highest backend that the engine uses: `vorpal_limbs::backend::VARIABLE`.
const BACKEND: &str = "VORPAL_BACKEND";
/// Set by the user to check all operations and every backend with every available monitor.
const THOROUGH: &str = "VORPAL_THOROUGH";
/// The exit status of an observed process that panicked, as of every program in Rust.
const PANICKED: i32 = 101;

/// The subject of a check.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// The name of the test that calls [`check`]. The test must do nothing else.
    pub test: &'static str,
    /// The backends of the program, from the lowest to the highest: `vorpal_limbs::taint::built`.
    pub built: fn() -> &'static [&'static str],
    /// The backends in use, for single numbers and for batches: `vorpal_limbs::taint::in_use`.
    pub in_use: fn() -> [&'static str; 2],
    /// Builds public tables that are built once, before the observation starts.
    pub prepare: fn(),
    /// Operations on secrets, which must not leak.
    pub operations: fn(),
    /// The operations that the slow monitors observe, on the processor and in the emulator: fewer, with every kernel.
    pub on_processor: fn(),
    /// Planted leaks, which must be found.
    pub leaks: &'static [Leak],
}

/// A planted leak.
#[derive(Clone, Copy, Debug)]
pub struct Leak {
    /// The name of the leak.
    pub name: &'static str,
    /// The backend that has the leak; `auto` if all have it.
    pub backend: &'static str,
    /// Runs code with the leak: separate code, or the operations with a planted fault enabled.
    pub run: fn(),
}

/// The program that observes a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Monitor {
    Valgrind,
    /// The tracer, on the processor.
    Processor,
    /// The tracker of records of an emulator.
    Emulator,
}

/// The result of observing a process.
struct Observation {
    /// The leaks found; empty if there are none.
    report: String,
    /// The backends in use as reported by the process, for single numbers and for batches.
    in_use: Option<[String; 2]>,
    /// Statistics for messages.
    figures: String,
}

/// One run of a check under observation.
#[derive(Clone, Copy)]
enum Task<'a> {
    /// The operations with a backend, which must not leak.
    Operations(Monitor, &'a str),
    /// The planted leak with this index, with a backend, which must be found.
    Leak(usize, Monitor, &'a str),
}

/// Runs the operations with every backend under observation, and the planted leaks. Prints on standard error what was
/// checked and what was skipped. Observations run side by side, one for each core.
///
/// # Panics
/// If the operations leak, a planted leak is not found, or a backend other than the requested one ran.
pub fn check(check: &Check) {
    if let Ok(role) = std::env::var(ROLE) {
        return run_role(check, &role);
    }
    let mut tasks = all_tasks(check, &run_here(check));
    if !is_thorough() {
        // The highest backend that can be observed ships on this processor. The tracer comes after valgrind.
        let shipped = tasks.iter().rev().find_map(Task::of_operations);
        tasks.retain(|task| Some(task.observed()) == shipped);
    }
    // Those of the tracer take longest.
    tasks.sort_by_key(|task| task.of_operations().is_none_or(|(monitor, _)| monitor == Monitor::Valgrind));
    let failures = side_by_side(&tasks, |task| run_task(check, task));
    assert!(failures.is_empty(), "{}: {}", check.test, failures.join("\n"));
}

/// The observations of operations, from the lowest to the highest backend, and those of planted leaks.
fn all_tasks<'a>(check: &Check, here: &[&'a str]) -> Vec<Task<'a>> {
    let mut tasks = Vec::new();
    for backend in (check.built)() {
        let monitors = monitors(backend, here);
        if monitors.is_empty() && is_thorough() {
            print(&format!("SKIPPED: constant time with {backend}: no monitor runs it"));
        }
        tasks.extend(monitors.into_iter().map(|monitor| Task::Operations(monitor, backend)));
    }
    for (index, leak) in check.leaks.iter().enumerate() {
        let monitors = monitors_of_leak(check, leak, here);
        tasks.extend(monitors.into_iter().map(|(monitor, backend)| Task::Leak(index, monitor, backend)));
    }
    tasks
}

impl<'a> Task<'a> {
    /// The monitor and the backend.
    fn observed(&self) -> (Monitor, &'a str) {
        match self {
            Self::Operations(monitor, backend) | Self::Leak(_, monitor, backend) => (*monitor, backend),
        }
    }

    /// The same of an observation of operations.
    fn of_operations(&self) -> Option<(Monitor, &'a str)> {
        matches!(self, Self::Operations(..)).then(|| self.observed())
    }
}

/// Runs all tasks, as many at a time as there are cores. Prints their results, and returns the reasons of failures.
fn side_by_side<'a>(
    tasks: &[Task<'a>],
    run: impl Fn(Task<'a>) -> Result<String, String> + Sync,
) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    let workers = thread::available_parallelism().map_or(1, NonZero::get).min(tasks.len());
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    match run(*task) {
                        Ok(line) => print(&line),
                        Err(reason) => failures.lock().unwrap().push(reason),
                    }
                }
            });
        }
    });
    failures.into_inner().unwrap()
}

/// Runs a task. Returns what it showed, or why it failed.
fn run_task(check: &Check, task: Task<'_>) -> Result<String, String> {
    let test = check.test;
    match task {
        Task::Operations(monitor, backend) => {
            let started = Instant::now();
            let Observation { report, in_use, figures } = observe(check, monitor, backend, "operations")?;
            if !report.is_empty() {
                return Err(format!("{backend} leaks secrets:\n{report}"));
            }
            if in_use != Some(expected(backend)) {
                return Err(format!("with {backend}, the backends that ran are {in_use:?}"));
            }
            let [one, many] = expected(backend);
            let (place, time) = (monitor.name(), started.elapsed().as_secs_f32());
            Ok(format!("{test}: no leaks with {one} (batches: {many}), {place}, {figures}{time:.1} s"))
        }
        Task::Leak(index, monitor, backend) => {
            let (name, place) = (check.leaks[index].name, monitor.name());
            let Observation { report, .. } = observe(check, monitor, backend, &index.to_string())?;
            if report.is_empty() {
                return Err(format!("leak not found with {backend}, {place}: {name}"));
            }
            Ok(format!("{test}: leak found with {backend}, {place}: {name}: {}", headline(&report)))
        }
    }
}

impl Monitor {
    fn name(self) -> &'static str {
        match self {
            Self::Valgrind => "under valgrind",
            Self::Processor => "on the processor",
            Self::Emulator => "in the emulator",
        }
    }
}

/// Whether all operations and every backend are checked, with every monitor: `VORPAL_THOROUGH` is set.
pub fn is_thorough() -> bool {
    std::env::var_os(THOROUGH).is_some()
}

/// The backends in use with the limit `backend`, if the processor or valgrind supports it.
fn expected(backend: &str) -> [String; 2] {
    [single(backend), backend].map(String::from)
}

/// The backend of single numbers with the limit `backend`.
fn single(backend: &str) -> &str {
    match backend {
        "portable" | "aarch64" => backend,
        "neon-fma" => "aarch64",
        _ => "bmi2+adx",
    }
}

/// The backends that the processor supports. Users run the last.
fn run_here(check: &Check) -> Vec<&'static str> {
    let is_used = |backend: &&str| {
        backends_in_use(&command(check, backend, "nothing", None).output().unwrap())
            == Some(expected(backend))
    };
    let (here, lacking): (Vec<&str>, Vec<&str>) =
        (check.built)().iter().partition(|backend| is_used(backend));
    assert!(!here.is_empty(), "every processor runs the lowest backend");
    if !lacking.is_empty() && is_thorough() {
        let lacking = lacking.join(", ");
        print(&format!("SKIPPED: constant time on the processor with {lacking}: the processor lacks them"));
    }
    here
}

/// The monitors of a backend: valgrind if it and the processor support the backend, and the tracer for the shipped
/// backend and for backends that valgrind does not support. The tracer is slower. On AArch64, the emulator only.
fn monitors(backend: &str, here: &[&str]) -> Vec<Monitor> {
    let mut monitors = Vec::new();
    if cfg!(target_arch = "aarch64") {
        match Emulator::from_environment() {
            Ok(_) => monitors.push(Monitor::Emulator),
            Err(reason) => print(&format!("SKIPPED: constant time in the emulator: {reason}")),
        }
        return monitors;
    }
    let is_unknown_to_valgrind = backend.starts_with("avx512") || backend.ends_with("ifma");
    let runs_under_valgrind = cfg!(target_arch = "x86_64") && !is_unknown_to_valgrind;
    if valgrind::is_installed() && runs_under_valgrind && here.contains(&backend) {
        monitors.push(Monitor::Valgrind);
    }
    let is_wanted = here.last() == Some(&backend) || monitors.is_empty() || is_thorough();
    if is_wanted && here.contains(&backend) && processor::can_observe() {
        monitors.push(Monitor::Processor);
    }
    monitors
}

/// The monitors that must find a leak, each with its backend. Valgrind and the tracer run the leak's backend. For leaks
/// that several backends have, the tracer runs the shipped one.
fn monitors_of_leak<'a>(check: &Check, leak: &'a Leak, here: &[&'a str]) -> Vec<(Monitor, &'a str)> {
    let Some(&shipped) = here.last() else { return Vec::new() };
    let single = single(shipped);
    if cfg!(target_arch = "aarch64") {
        let backend = if leak.backend == "auto" { shipped } else { leak.backend };
        let is_built = (check.built)().contains(&backend);
        let monitors = if is_built { monitors(backend, here) } else { Vec::new() };
        return monitors.into_iter().map(|monitor| (monitor, backend)).collect();
    }
    let (for_valgrind, for_processor) = match leak.backend {
        "auto" => (single, Some(shipped)),
        // The kernels of single numbers are the same with every backend of batches.
        backend if backend == single => (backend, Some(shipped)),
        backend => (backend, monitors(backend, here).contains(&Monitor::Processor).then_some(backend)),
    };
    let mut found = Vec::new();
    if (check.built)().contains(&for_valgrind) && monitors(for_valgrind, here).contains(&Monitor::Valgrind) {
        found.push((Monitor::Valgrind, for_valgrind));
    }
    if let Some(backend) = for_processor.filter(|_| processor::can_observe()) {
        found.push((Monitor::Processor, backend));
    }
    found
}

/// The command that runs the test itself in a separate process.
fn command(check: &Check, backend: &str, role: &str, monitor: Option<Monitor>) -> Command {
    let program = std::env::current_exe().unwrap();
    let mut command = match Emulator::from_environment() {
        Ok(emulator) if cfg!(target_arch = "aarch64") => emulator.command(program),
        _ => Command::new(program),
    };
    set(&mut command, check, backend, role, monitor);
    command
}

/// The arguments and variables of a separate process.
fn set(command: &mut Command, check: &Check, backend: &str, role: &str, monitor: Option<Monitor>) {
    command
        .args(["--exact", check.test, "--test-threads=1", "--nocapture"])
        .env(ROLE, role)
        .env(BACKEND, backend);
    match monitor {
        Some(Monitor::Processor) => command.env(MONITOR, "processor"),
        Some(Monitor::Emulator) => command.env(MONITOR, "emulator"),
        _ => command.env_remove(MONITOR),
    };
}

/// Runs a role under observation.
fn observe(check: &Check, monitor: Monitor, backend: &str, role: &str) -> Result<Observation, String> {
    let mut command = command(check, backend, role, Some(monitor));
    let is_leak = role != "operations";
    match monitor {
        Monitor::Processor => processor::observe(&mut command, is_leak),
        Monitor::Emulator => {
            let emulator = Emulator::from_environment()?;
            let program = std::env::current_exe().unwrap();
            let trace =
                emulator.trace(program, |command| set(command, check, backend, role, Some(monitor)))?;
            let Trace { leaks, instructions, output } = trace;
            if !output.status.success() {
                return Err(ended(&output));
            }
            let figures = format!("{instructions} instructions, ");
            Ok(Observation { report: leaks.join("\n"), in_use: backends_in_use(&output), figures })
        }
        Monitor::Valgrind => {
            let output = valgrind::run(&command, is_leak);
            let report = String::from_utf8_lossy(&output.stderr).into_owned();
            match output.status.code() {
                Some(0) if report.is_empty() => {}
                Some(valgrind::LEAK_FOUND) if report.contains("ninitialised value") => {}
                other => return Err(format!("ended with {other:?} under valgrind:\n{report}")),
            }
            Ok(Observation { report, in_use: backends_in_use(&output), figures: String::new() })
        }
    }
}

/// The message of a process that failed.
fn ended(output: &Output) -> String {
    format!("ended with {}:\n{}", output.status, String::from_utf8_lossy(&output.stderr))
}

/// Runs a role in the observed process.
fn run_role(check: &Check, role: &str) {
    // A panic ends the process at once: to follow the search for the symbols of a backtrace takes half an hour.
    std::panic::set_hook(Box::new(|panic| {
        print(&panic.to_string());
        std::process::exit(PANICKED);
    }));
    (check.prepare)();
    let monitor = std::env::var(MONITOR).ok();
    let run = match role {
        "nothing" => || (),
        "operations" if monitor.is_some() && !is_thorough() => check.on_processor,
        "operations" => check.operations,
        leak => check.leaks[leak.parse::<usize>().unwrap()].run,
    };
    match monitor.as_deref() {
        Some("processor") => processor::marked(run),
        _ => run(),
    }
    let [one, many] = (check.in_use)();
    println!("<in use: {one} {many}>");
}

/// The kind and location of the first leak in a report of either monitor.
fn headline(report: &str) -> String {
    let lines = || {
        report.lines().map(|line| line.trim_start_matches(|c: char| c == '=' || c.is_ascii_digit()).trim())
    };
    let kind = lines()
        .find(|line| line.contains(" depends on ") || line.contains("ninitialised value"))
        .unwrap_or_default();
    let location =
        lines().find_map(|line| line.strip_prefix("at ")).map(|location| format!(", at {location}"));
    format!("{kind}{}", location.unwrap_or_default())
}

/// The backends in use that a process has printed, for single numbers and for batches.
fn backends_in_use(output: &Output) -> Option<[String; 2]> {
    let text = String::from_utf8_lossy(&output.stdout);
    let (_, rest) = text.split_once("<in use: ")?;
    let (one, many) = rest.split_once('>')?.0.split_once(' ')?;
    Some([one, many].map(String::from))
}

/// Prints a line on standard error. Not by `eprintln!`, whose output the test runner hides if the test passes.
fn print(line: &str) {
    // A failed write is ignored.
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// The tracer, on systems that it supports.
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod processor {
    use std::process::Command;
    use std::sync::OnceLock;

    use super::{Observation, backends_in_use, ended, print};
    use crate::tracer::{self, Options};

    pub(super) use crate::tracer::marked;

    /// Whether tracing is permitted. Prints the reason once if it is not.
    pub(super) fn can_observe() -> bool {
        static ANSWER: OnceLock<bool> = OnceLock::new();
        *ANSWER.get_or_init(|| match tracer::is_permitted() {
            Ok(()) => true,
            Err(reason) => {
                print(&format!("SKIPPED: constant time on the processor: {reason}"));
                false
            }
        })
    }

    pub(super) fn observe(command: &mut Command, is_leak: bool) -> Result<Observation, String> {
        let leaks = if is_leak { 1 } else { 20 };
        let trace = tracer::trace(command, Options { leaks, single_steps: false })?;
        let mut in_use = None;
        if let Some(output) = &trace.output {
            if !output.status.success() {
                return Err(ended(output));
            }
            in_use = backends_in_use(output);
        }
        let figures = format!("{} instructions, {} stops, ", trace.instructions, trace.stops);
        Ok(Observation { report: trace.leaks.join("\n"), in_use, figures })
    }
}

#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
mod processor {
    use std::process::Command;
    use std::sync::Once;

    use super::{Observation, print};

    pub(super) fn can_observe() -> bool {
        static PRINTED: Once = Once::new();
        PRINTED.call_once(|| print("SKIPPED: constant time on the processor: only on Linux on x86-64"));
        false
    }

    pub(super) fn marked(run: fn()) {
        run();
    }

    pub(super) fn observe(_: &mut Command, _: bool) -> Result<Observation, String> {
        Err("the tracer does not support this system".into())
    }
}
