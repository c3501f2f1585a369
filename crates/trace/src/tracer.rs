//! Runs a program on the processor and tracks secrets through every instruction between its marks.
//!
//! The program is a child under `ptrace`. A breakpoint stops it where the values of registers, flags and memory are no
//! longer known, or where it returns to an instruction. Its general registers are read there. From there on,
//! instructions are decoded (`iced-x86`), their values are computed as far as they are simple, and secrets are tracked
//! up to the next such point. So exactly the executed instructions are tracked: every sequence begins with the values
//! of the registers. Where the process stops, the computed values are compared with the real ones.
//!
//! Secrets are what the program declares by requests to memcheck (`vorpal_limbs::taint`). They are tracked per byte in
//! registers and memory, and per flag. Moves, bitwise operations and lanes of vectors are tracked byte by byte or lane
//! by lane; for all other instructions, all results are secret if an operand is. So the tracked secrets include all
//! real ones, and possibly more. Reported are:
//!
//! * conditional jumps on secret flags, and jumps, calls and returns to secret targets;
//! * addresses that depend on secrets, also of prefetches, and secret numbers of repetitions;
//! * secret operands of instructions whose time depends on them: division, square roots, `pdep` and `pext`;
//! * instructions that are not supported: gathers and scatters, string comparisons, `xsave`.
//!
//! Not detected are floating-point operations on subnormal numbers, which take longer, and the work of the kernel.
//! Other threads are not tracked; starting one is an error. Freed memory is public, as under valgrind.

mod arithmetic;
mod change;
mod decoded;
mod follow;
mod known;
pub mod path;
mod process;
mod rule;
mod sequence;
mod state;
mod symbols;

use std::io::{BufRead, BufReader, Read as _, Write as _};
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Mutex, PoisonError};

use nix::sched::{CpuSet, sched_getaffinity, sched_getcpu, sched_setaffinity};
use nix::sys::signal::raise;
use nix::unistd::{Pid, gettid};

use process::{MARK, Process};
use symbols::Mappings;

/// The observations of a program between its marks.
#[derive(Debug)]
pub struct Trace {
    /// The leaks, one line each, up to [`Options::leaks`] locations.
    pub leaks: Vec<String>,
    /// The number of instructions executed.
    pub instructions: u64,
    /// The number of times the program was stopped.
    pub stops: u64,
    /// The output of the program, if it was not killed because of leaks.
    pub output: Option<Output>,
}

/// The options of [`trace`].
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The number of locations of leaks after which the program is killed.
    pub leaks: usize,
    /// Stop after every instruction, without breakpoints: slower, with the same result.
    pub single_steps: bool,
}

/// Runs the operations to be tracked, in a program under [`trace`].
pub fn marked<T>(operations: impl FnOnce() -> T) -> T {
    // Test runners have a thread for each test, so the number of this one is printed. The tracer attaches before it
    // sends the line.
    println!("{THREAD}{}", gettid());
    std::io::stdin().read_line(&mut String::new()).unwrap();
    raise(MARK).unwrap();
    let result = operations();
    raise(MARK).unwrap();
    result
}

/// The text that a program prints before the number of the thread that calls [`marked`].
const THREAD: &str = "<thread to watch>";

/// Runs a program that calls [`marked`] in one of its threads, and tracks secrets in that thread.
///
/// # Errors
/// The reason, if tracing is not permitted or fails.
pub fn trace(command: &mut Command, options: Options) -> Result<Trace, String> {
    let _one_core = OneCore::pin();
    let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = child.map_err(|error| error.to_string())?;
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let ((instructions, stops), leaks) = match follow_thread(&mut child, &mut stdout, options) {
        Ok(followed) => followed,
        Err(reason) => {
            // The child may have ended already.
            let _ = child.kill();
            let errors = child.wait_with_output().map(|output| output.stderr).unwrap_or_default();
            return Err(format!("{reason}\n{}", String::from_utf8_lossy(&errors)));
        }
    };
    let enough = leaks.len() >= options.leaks;
    if enough {
        child.kill().map_err(|error| error.to_string())?;
    }
    let mut rest = Vec::new();
    stdout.read_to_end(&mut rest).map_err(|error| error.to_string())?;
    let mut output = child.wait_with_output().map_err(|error| error.to_string())?;
    output.stdout = rest;
    Ok(Trace { leaks, instructions, stops, output: (!enough).then_some(output) })
}

/// Attaches to the thread that calls [`marked`] and follows it. Returns the numbers of instructions and stops, and the
/// leaks.
fn follow_thread(
    child: &mut Child,
    stdout: &mut impl BufRead,
    options: Options,
) -> Result<((u64, u64), Vec<String>), String> {
    let thread = marked_thread(stdout)?;
    let mut process = Process::attach(thread)?;
    // The thread waits for a line.
    child.stdin.as_mut().unwrap().write_all(b"go\n").map_err(|error| error.to_string())?;
    if let Err(reason) = process.follow_all(options) {
        // The process may have ended already.
        let _ = child.kill();
        process.wait_for_end();
        return Err(reason);
    }
    let mappings = Mappings::of(thread);
    let seen = process.seen();
    let leaks = seen
        .leaks
        .iter()
        .map(|(address, leak, instruction)| {
            format!("{}: {instruction}, at {}", leak.text(), mappings.name(*address))
        })
        .collect();
    let figures = (seen.instructions, seen.stops);
    process.release();
    Ok((figures, leaks))
}

/// The thread that is about to call [`marked`].
fn marked_thread(stdout: &mut impl BufRead) -> Result<Pid, String> {
    for line in stdout.lines() {
        let line = line.map_err(|error| error.to_string())?;
        if let Some((_, number)) = line.split_once(THREAD) {
            return number.trim().parse().map(Pid::from_raw).map_err(|_| format!("no thread: {line}"));
        }
    }
    Err("the program ended before the operations to be tracked".into())
}

/// A guard. While it exists, this thread and its child processes run on one core, which makes switching between them
/// faster. Guards of different threads have different cores, while there are enough.
struct OneCore {
    before: CpuSet,
    core: usize,
}

/// The cores of all guards.
static TAKEN: Mutex<Vec<usize>> = Mutex::new(Vec::new());

impl OneCore {
    /// None if no core is left or the system refuses, which only makes tracing slower.
    fn pin() -> Option<Self> {
        let this = Pid::from_raw(0);
        let before = sched_getaffinity(this).ok()?;
        let mut taken = TAKEN.lock().unwrap_or_else(PoisonError::into_inner);
        let is_free = |core: &usize| before.is_set(*core) == Ok(true) && !taken.contains(core);
        let core = sched_getcpu().ok().into_iter().chain(0..CpuSet::count()).find(is_free)?;
        let mut one = CpuSet::new();
        one.set(core).ok()?;
        sched_setaffinity(this, &one).ok()?;
        taken.push(core);
        Some(Self { before, core })
    }
}

impl Drop for OneCore {
    fn drop(&mut self) {
        // A failure is harmless, as above.
        let _ = sched_setaffinity(Pid::from_raw(0), &self.before);
        TAKEN.lock().unwrap_or_else(PoisonError::into_inner).retain(|core| *core != self.core);
    }
}

/// Checks that this process may trace its child processes.
///
/// # Errors
/// The reason, if it may not.
pub fn is_permitted() -> Result<(), String> {
    let mut child = Command::new("sleep").arg("10").spawn().map_err(|error| format!("sleep: {error}"))?;
    let attached = Process::attach(Pid::from_raw(i32::try_from(child.id()).unwrap())).map(drop);
    // The child may have ended already.
    let _ = child.kill();
    child.wait().map_err(|error| error.to_string())?;
    attached
}
