//! Runs a program on the processor itself and follows secrets through every instruction between its marks.
//!
//! The program is a child under `ptrace`. Where something is decided that is not known beforehand (a conditional jump, a
//! return, an address that was read from memory) it is stopped, by a breakpoint of the processor, and its general registers
//! are read; from there on instructions are decoded (`iced-x86`) and followed up to the next such place. What is followed is
//! therefore what was executed: every stretch begins with what the registers hold, and ends where the process then is.
//!
//! Secrets are what the program declares by requests to memcheck (`vorpal_limbs::taint`), byte by byte in registers and
//! memory, and flag by flag. Moves, bitwise operations and lanes of vectors are followed byte by byte or lane by lane; of
//! everything else, all results are secret if an operand is. So secrets may be taken for larger than they are, not for
//! smaller. Reported are:
//!
//! * conditional jumps on secret flags, and jumps, calls and returns to secret places;
//! * addresses made of secrets, prefetching included, and numbers of repetitions;
//! * instructions that take longer for some operands: division, roots, `pdep` and `pext`;
//! * instructions that cannot be followed: gathers and scatters, string comparisons, `xsave`.
//!
//! Not seen: floating-point operations on subnormal numbers, which take longer; what other threads do (to start one is an
//! error); and what the kernel does. Memory that goes back to the allocator holds no secrets from then on, as under valgrind.

mod decoded;
mod follow;
mod process;
mod rule;
mod state;
mod stretch;
mod symbols;

use std::io::{BufRead, BufReader, Read as _, Write as _};
use std::process::{Child, Command, Output, Stdio};

use nix::sched::{CpuSet, sched_getaffinity, sched_getcpu, sched_setaffinity};
use nix::sys::signal::raise;
use nix::unistd::{Pid, gettid};

use process::{MARK, Process};
use symbols::Mappings;

/// What a program did between its marks.
#[derive(Debug)]
pub struct Trace {
    /// Where secrets showed: one line each; the first places only.
    pub leaks: Vec<String>,
    /// How many instructions were executed.
    pub instructions: u64,
    /// How often the program was stopped for that.
    pub stops: u64,
    /// What the program wrote, if it was let go on.
    pub output: Option<Output>,
}

/// How to watch.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// After so many places where a secret shows the program is ended.
    pub leaks: usize,
    /// Stop after every instruction, without breakpoints: slower, and the same.
    pub single_steps: bool,
}

/// Runs what shall be followed, in a program under [`trace`].
pub fn marked<T>(operations: impl FnOnce() -> T) -> T {
    // Test runners have a thread for each test: this is the one to watch. Until a line comes, nobody does.
    println!("{THREAD}{}", gettid());
    std::io::stdin().read_line(&mut String::new()).unwrap();
    raise(MARK).unwrap();
    let result = operations();
    raise(MARK).unwrap();
    result
}

/// What a program says before the number of the thread that calls [`marked`].
const THREAD: &str = "<thread to watch>";

/// Runs a program that calls [`marked`] in one of its threads, and follows that one.
///
/// # Errors
/// With the reason, where watching is not permitted, or went wrong.
pub fn trace(command: &mut Command, options: Options) -> Result<Trace, String> {
    let _one_core = OneCore::take();
    let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = child.map_err(|error| error.to_string())?;
    let mut said = BufReader::new(child.stdout.take().unwrap());
    let result = watch(&mut child, &mut said, options);
    if result.is_err() {
        // It may have ended by itself.
        let _ = child.kill();
        let _ = child.wait();
    }
    let ((instructions, stops), leaks) = result?;
    let enough = leaks.len() >= options.leaks;
    if enough {
        child.kill().map_err(|error| error.to_string())?;
    }
    let mut stdout = Vec::new();
    said.read_to_end(&mut stdout).map_err(|error| error.to_string())?;
    let mut output = child.wait_with_output().map_err(|error| error.to_string())?;
    output.stdout = stdout;
    Ok(Trace { leaks, instructions, stops, output: (!enough).then_some(output) })
}

fn watch(
    child: &mut Child,
    said: &mut impl BufRead,
    options: Options,
) -> Result<((u64, u64), Vec<String>), String> {
    let thread = thread_to_watch(said)?;
    let mut process = Process::watch(thread)?;
    // It waits for a line.
    child.stdin.as_mut().unwrap().write_all(b"go\n").map_err(|error| error.to_string())?;
    process.follow_all(options)?;
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
fn thread_to_watch(said: &mut impl BufRead) -> Result<Pid, String> {
    for line in said.lines() {
        let line = line.map_err(|error| error.to_string())?;
        if let Some((_, number)) = line.split_once(THREAD) {
            return number.trim().parse().map(Pid::from_raw).map_err(|_| format!("no thread: {line}"));
        }
    }
    Err("it ended before it came to what shall be followed".into())
}

/// While it lives, this thread and what it starts share one core: to hand over between two takes longer.
struct OneCore(Option<CpuSet>);

impl OneCore {
    fn take() -> Self {
        let this = Pid::from_raw(0);
        let before = sched_getaffinity(this).ok();
        let mut one = CpuSet::new();
        let chosen = sched_getcpu().ok().filter(|cpu| one.set(*cpu).is_ok());
        // Without it, it is slower.
        let done = chosen.is_some_and(|_| sched_setaffinity(this, &one).is_ok());
        Self(before.filter(|_| done))
    }
}

impl Drop for OneCore {
    fn drop(&mut self) {
        if let Some(before) = &self.0 {
            // As above.
            let _ = sched_setaffinity(Pid::from_raw(0), before);
        }
    }
}

/// Whether this process may watch those that it starts.
///
/// # Errors
/// With the reason why not.
pub fn is_permitted() -> Result<(), String> {
    let mut child = Command::new("sleep").arg("10").spawn().map_err(|error| format!("sleep: {error}"))?;
    let watched = Process::watch(Pid::from_raw(i32::try_from(child.id()).unwrap())).map(drop);
    // It may have ended by itself.
    let _ = child.kill();
    child.wait().map_err(|error| error.to_string())?;
    watched
}
