//! The check that a test of constant time consists of.

use std::io::Write as _;
use std::process::{Command, Output};
use std::time::Instant;

use crate::valgrind;

/// Set in the process that is watched to what it shall run.
const ROLE: &str = "VORPAL_CONSTANT_TIME";
/// Set in that process to who watches it.
const WATCHER: &str = "VORPAL_WATCHED_BY";
/// Which backend the engine takes, at most: `vorpal_limbs::backend::VARIABLE`.
const BACKEND: &str = "VORPAL_BACKEND";
/// Set in the environment to have every backend watched by everyone who can, and all operations.
const THOROUGH: &str = "VORPAL_THOROUGH";

/// What is checked.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// The name of the test that calls [`check`], which has to be all that it does.
    pub test: &'static str,
    /// The backends that the program has, from the lowest on: `vorpal_limbs::taint::built`.
    pub built: fn() -> &'static [&'static str],
    /// The backends in use, for single numbers and for batches: `vorpal_limbs::taint::in_use`.
    pub in_use: fn() -> [&'static str; 2],
    /// Makes tables that are made once, and are public.
    pub prepare: fn(),
    /// Computes with secrets, and must not let them show.
    pub operations: fn(),
    /// The part of them that is watched on the processor itself, which takes longer: with every kernel.
    pub on_processor: fn(),
    /// Let secrets show, and must be found.
    pub leaks: &'static [Leak],
}

/// A leak on purpose.
#[derive(Clone, Copy, Debug)]
pub struct Leak {
    /// What it is.
    pub name: &'static str,
    /// The backend with which it shows; `auto` where that does not matter.
    pub backend: &'static str,
    /// Makes it: by itself, or by waking a fault and running the operations.
    pub run: fn(),
}

/// Who watches a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Watcher {
    Valgrind,
    Processor,
}

/// What came of it.
struct Watched {
    /// What was reported; empty if nothing was.
    report: String,
    /// What the process said that it used.
    in_use: Option<[String; 2]>,
    /// For people.
    figures: String,
}

/// Runs the operations with every backend, watched, where they must not let secrets show, and the leaks, which must.
/// Names on standard error what was watched, and what could not be.
///
/// # Panics
/// If a secret shows, a leak is not found, or another backend ran than the one asked for.
pub fn check(check: &Check) {
    if let Ok(role) = std::env::var(ROLE) {
        return play(check, &role);
    }
    let shipped = shipped(check);
    for backend in (check.built)() {
        let watchers = watchers(check, backend, &shipped);
        if watchers.is_empty() {
            say(&format!(
                "SKIPPED: constant time with {backend}: neither valgrind nor this processor runs it"
            ));
        }
        for watcher in watchers {
            let started = Instant::now();
            let watched =
                watch(check, watcher, backend, "operations").unwrap_or_else(|reason| panic!("{reason}"));
            assert!(
                watched.report.is_empty(),
                "{}: {backend} lets secrets show:\n{}",
                check.test,
                watched.report
            );
            assert_eq!(watched.in_use, Some(expected(backend)), "{}: the backends that ran", check.test);
            let [one, many] = expected(backend);
            let (who, time) = (watcher.name(), started.elapsed().as_secs_f32());
            say(&format!(
                "{}: nothing shows with {one} (batches: {many}), {who}, {}{time:.1} s",
                check.test, watched.figures
            ));
        }
    }
    for (index, leak) in check.leaks.iter().enumerate() {
        for (watcher, backend) in who_finds(check, leak, &shipped) {
            let watched = watch(check, watcher, backend, &index.to_string())
                .unwrap_or_else(|reason| panic!("{reason}"));
            let (name, who) = (leak.name, watcher.name());
            assert!(!watched.report.is_empty(), "{}: {who} does not see the leak: {name}", check.test);
            let first = headline(&watched.report);
            say(&format!("{}: found with {backend}, {who}: {name}: {first}", check.test));
        }
    }
}

impl Watcher {
    fn name(self) -> &'static str {
        match self {
            Self::Valgrind => "under valgrind",
            Self::Processor => "on the processor",
        }
    }
}

fn is_thorough() -> bool {
    std::env::var_os(THOROUGH).is_some()
}

/// What a program with the limit `backend` uses if the processor, or valgrind in its place, can do it.
fn expected(backend: &str) -> [String; 2] {
    let one = if backend == "portable" { backend } else { "bmi2+adx" };
    [one, backend].map(String::from)
}

/// The best backend that the processor has, which is what users run.
fn shipped(check: &Check) -> String {
    let runs_here = |backend: &&&str| {
        says_it_uses(&command(check, backend, "nothing", None).output().unwrap()) == Some(expected(backend))
    };
    let best = (check.built)().iter().rev().find(runs_here);
    let best = best.expect("every processor runs the lowest backend");
    if Some(best) != (check.built)().last() {
        say(&format!(
            "SKIPPED: constant time on the processor of what is better than {best}: it has nothing better"
        ));
    }
    (*best).to_string()
}

/// Who watches a backend: valgrind, where it knows it; and the tracer of what the processor executes, which takes longer, for
/// what ships and for what nobody else watches.
fn watchers(check: &Check, backend: &str, shipped: &str) -> Vec<Watcher> {
    let mut watchers = Vec::new();
    if valgrind::is_here() && backend != "avx512-ifma" && cfg!(target_arch = "x86_64") {
        watchers.push(Watcher::Valgrind);
    }
    let order = |name: &str| (check.built)().iter().position(|built| *built == name);
    let is_wanted = backend == shipped || watchers.is_empty() || is_thorough();
    if is_wanted && order(backend) <= order(shipped) && processor::can_watch() {
        watchers.push(Watcher::Processor);
    }
    watchers
}

/// Who is to find a leak, with which backend: valgrind with the leak's own, the tracer with what ships, if that has it.
fn who_finds<'a>(check: &Check, leak: &'a Leak, shipped: &'a str) -> Vec<(Watcher, &'a str)> {
    let single = if shipped == "portable" { shipped } else { "bmi2+adx" };
    let (for_valgrind, for_processor) = match leak.backend {
        "auto" => (single, Some(shipped)),
        // Single numbers are multiplied by the same kernels, whatever the vectors.
        backend if backend == single => (backend, Some(shipped)),
        backend => (backend, (backend == shipped).then_some(backend)),
    };
    let mut who = Vec::new();
    if (check.built)().contains(&for_valgrind)
        && watchers(check, for_valgrind, shipped).contains(&Watcher::Valgrind)
    {
        who.push((Watcher::Valgrind, for_valgrind));
    }
    if let Some(backend) = for_processor.filter(|_| processor::can_watch()) {
        who.push((Watcher::Processor, backend));
    }
    who
}

/// The test itself, in a process of its own.
fn command(check: &Check, backend: &str, role: &str, watcher: Option<Watcher>) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args(["--exact", check.test, "--test-threads=1", "--nocapture"])
        .env(ROLE, role)
        .env(BACKEND, backend);
    match watcher {
        Some(Watcher::Processor) => command.env(WATCHER, "processor"),
        _ => command.env_remove(WATCHER),
    };
    command
}

fn watch(check: &Check, watcher: Watcher, backend: &str, role: &str) -> Result<Watched, String> {
    let mut command = command(check, backend, role, Some(watcher));
    let is_leak = role != "operations";
    match watcher {
        Watcher::Processor => processor::watch(&mut command, is_leak),
        Watcher::Valgrind => {
            let output = valgrind::run(&command, is_leak);
            let report = String::from_utf8_lossy(&output.stderr).into_owned();
            match output.status.code() {
                Some(0) => assert!(report.is_empty(), "{report}"),
                Some(valgrind::LEAK_FOUND) => assert!(report.contains("ninitialised value"), "{report}"),
                other => {
                    return Err(format!("{}: ended with {other:?} under valgrind:\n{report}", check.test));
                }
            }
            Ok(Watched { report, in_use: says_it_uses(&output), figures: String::new() })
        }
    }
}

/// What the process that is watched does.
fn play(check: &Check, role: &str) {
    (check.prepare)();
    let is_followed = std::env::var_os(WATCHER).is_some();
    let run = match role {
        "nothing" => || (),
        "operations" if is_followed && !is_thorough() => check.on_processor,
        "operations" => check.operations,
        leak => check.leaks[leak.parse::<usize>().unwrap()].run,
    };
    if is_followed {
        processor::marked(run);
    } else {
        run();
    }
    let [one, many] = (check.in_use)();
    println!("<in use: {one} {many}>");
}

/// What and where, of a report of either watcher.
fn headline(report: &str) -> String {
    let lines = || {
        report.lines().map(|line| line.trim_start_matches(|c: char| c == '=' || c.is_ascii_digit()).trim())
    };
    let what = lines()
        .find(|line| line.contains(" depends on ") || line.contains("ninitialised value"))
        .unwrap_or_default();
    let place = lines().find_map(|line| line.strip_prefix("at ")).map(|place| format!(", at {place}"));
    format!("{what}{}", place.unwrap_or_default())
}

fn says_it_uses(output: &Output) -> Option<[String; 2]> {
    let text = String::from_utf8_lossy(&output.stdout);
    let (_, rest) = text.split_once("<in use: ")?;
    let (one, many) = rest.split_once('>')?.0.split_once(' ')?;
    Some([one, many].map(String::from))
}

/// Not by `eprintln!`, which the test runner keeps to itself when a test passes.
fn say(what: &str) {
    // Nobody may be listening.
    let _ = writeln!(std::io::stderr(), "{what}");
}

/// The tracer, where there is one.
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod processor {
    use std::process::Command;
    use std::sync::OnceLock;

    use super::{Watched, say, says_it_uses};
    use crate::tracer::{self, Options};

    pub(super) use crate::tracer::marked;

    /// Says why, once, if not.
    pub(super) fn can_watch() -> bool {
        static ANSWER: OnceLock<bool> = OnceLock::new();
        *ANSWER.get_or_init(|| match tracer::is_permitted() {
            Ok(()) => true,
            Err(reason) => {
                say(&format!("SKIPPED: constant time on the processor itself: {reason}"));
                false
            }
        })
    }

    pub(super) fn watch(command: &mut Command, is_leak: bool) -> Result<Watched, String> {
        let leaks = if is_leak { 1 } else { 20 };
        let trace = tracer::trace(command, Options { leaks, single_steps: false })?;
        let mut in_use = None;
        if let Some(output) = &trace.output {
            if !output.status.success() {
                return Err(format!(
                    "ended with {}:\n{}",
                    output.status,
                    String::from_utf8_lossy(&output.stderr)
                ));
            }
            in_use = says_it_uses(output);
        }
        let figures = format!("{} instructions, {} stops, ", trace.instructions, trace.stops);
        Ok(Watched { report: trace.leaks.join("\n"), in_use, figures })
    }
}

#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
mod processor {
    use std::process::Command;
    use std::sync::Once;

    use super::{Watched, say};

    pub(super) fn can_watch() -> bool {
        static SAID: Once = Once::new();
        SAID.call_once(|| say("SKIPPED: constant time on the processor itself: for Linux on x86-64 only"));
        false
    }

    pub(super) fn marked(run: fn()) {
        run();
    }

    pub(super) fn watch(_: &mut Command, _: bool) -> Result<Watched, String> {
        Err("this processor cannot be watched".into())
    }
}
