//! The path of a program whose secrets are not marked, such as a library that ships: all instructions that it executes
//! between its marks, with the addresses that they access, and the operands of divisions. Paths of runs with different
//! secrets must be equal.
//!
//! It needs nothing of the program but the two marks. Public facts about secrets, such as whether bytes are a key, are
//! the same for all secrets that a test chooses. A path says nothing about secrets that were not tried: in place of the
//! proof by tracking it has the comparison of very different ones.
//!
//! Addresses are comparable only without randomization of the address space (`setarch --addr-no-randomize`), and with
//! secrets of the same length.

use std::collections::hash_map::Entry;
use std::fs::File;
use std::io::{BufReader, Read as _, Write as _};
use std::os::unix::fs::FileExt;
use std::process::{Child, Command, Stdio};
use std::rc::Rc;

use iced_x86::{Decoder, DecoderOptions, FlowControl, Instruction, InstructionInfoFactory, Mnemonic};
use iced_x86::{Register, UsedMemory};
use nix::libc::user_regs_struct;
use nix::sys::ptrace;
use nix::sys::signal::Signal;
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::Pid;

use super::process::MARK;
use super::symbols::Mappings;
use super::{OneCore, marked_thread};
use crate::memory::ByAddress;

/// The instructions of one run between its marks.
pub struct Path {
    /// The address of each instruction, and a hash of the addresses that it accesses.
    steps: Vec<(u64, u64)>,
    mappings: Mappings,
    /// What the program printed after the line with its thread.
    pub output: String,
}

impl Path {
    /// The number of instructions.
    pub fn instructions(&self) -> usize {
        self.steps.len()
    }

    /// The first difference between two paths, with the name of the instruction.
    pub fn difference(&self, other: &Self) -> Option<String> {
        let differs = |(a, b): (&(u64, u64), &(u64, u64))| a != b;
        let position = self.steps.iter().zip(&other.steps).position(differs);
        let at = match position {
            Some(at) => at,
            None if self.steps.len() == other.steps.len() => return None,
            None => self.steps.len().min(other.steps.len()),
        };
        let name = |path: &Self| match path.steps.get(at) {
            Some((address, _)) => path.mappings.name(*address),
            None => "the end".into(),
        };
        Some(format!("instruction {at} of {}: {} and {}", self.steps.len(), name(self), name(other)))
    }
}

/// Runs a program that prints the number of a thread as [`marked`](super::marked) does, reads a line, and raises the
/// mark twice. The line is the secret. With the beginning of a file name, only
/// instructions of such files count.
///
/// # Errors
/// The reason, if tracing is not permitted or fails.
pub fn path(command: &mut Command, secret: &str, file: Option<&str>) -> Result<Path, String> {
    let _one_core = OneCore::pin();
    let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = child.map_err(text)?;
    let path = follow(&mut child, secret, file);
    if path.is_err() {
        // The child may have ended already.
        let _ = child.kill();
    }
    let status = child.wait().map_err(text)?;
    match path {
        Ok(path) if status.success() => Ok(path),
        Ok(_) => Err(format!("the program ended with {status}")),
        Err(reason) => Err(reason),
    }
}

fn follow(child: &mut Child, secret: &str, file: Option<&str>) -> Result<Path, String> {
    let mut stdout = BufReader::new(child.stdout.take().ok_or("no output")?);
    let thread = marked_thread(&mut stdout)?;
    ptrace::seize(thread, ptrace::Options::PTRACE_O_EXITKILL).map_err(text)?;
    let mut stdin = child.stdin.take().ok_or("no input")?;
    stdin.write_all(format!("{secret}\n").as_bytes()).map_err(text)?;
    let memory = File::open(format!("/proc/{thread}/mem")).map_err(text)?;
    match stopped(thread)? {
        MARK => {}
        other => return Err(format!("stopped by {other} before the first mark")),
    }
    let mappings = Mappings::of(thread);
    let mut recorder = Recorder {
        memory,
        ranges: mappings.ranges(file),
        factory: InstructionInfoFactory::new(),
        code: ByAddress::default(),
        steps: Vec::new(),
    };
    recorder.run(thread)?;
    ptrace::detach(thread, None).map_err(text)?;
    let mut output = String::new();
    stdout.read_to_string(&mut output).map_err(text)?;
    Ok(Path { steps: recorder.steps, mappings, output })
}

/// An instruction, and the memory that it accesses.
struct Known {
    instruction: Instruction,
    memory: Vec<UsedMemory>,
}

struct Recorder {
    memory: File,
    /// The addresses whose instructions count.
    ranges: Vec<(u64, u64)>,
    factory: InstructionInfoFactory,
    code: ByAddress<Rc<Known>>,
    steps: Vec<(u64, u64)>,
}

impl Recorder {
    /// Steps to the second mark.
    fn run(&mut self, thread: Pid) -> Result<(), String> {
        let mut before = ptrace::getregs(thread).map_err(text)?;
        loop {
            let counts = self.ranges.iter().any(|(start, end)| (*start..*end).contains(&before.rip));
            let step = if counts { Some(self.step(&before)?) } else { None };
            ptrace::step(thread, None).map_err(text)?;
            let signal = stopped(thread)?;
            if signal == MARK {
                return Ok(());
            }
            if signal != Signal::SIGTRAP {
                return Err(format!("stopped by {signal}"));
            }
            let after = ptrace::getregs(thread).map_err(text)?;
            // In virtual machines, a step may end before its instruction has been executed.
            let is_executed = after.rip != before.rip
                || step.as_ref().is_some_and(|(known, _)| {
                    known.instruction.is_string_instruction()
                        || !matches!(known.instruction.flow_control(), FlowControl::Next)
                });
            if let (Some((_, hash)), true) = (step, is_executed) {
                self.steps.push((before.rip, hash));
            }
            before = after;
        }
    }

    /// The instruction that is about to be executed, and the hash of what its time may depend on.
    fn step(&mut self, registers: &user_regs_struct) -> Result<(Rc<Known>, u64), String> {
        let known = match self.code.entry(registers.rip) {
            Entry::Occupied(entry) => Rc::clone(entry.get()),
            Entry::Vacant(entry) => {
                let mut bytes = [0; 15];
                let length = self.memory.read_at(&mut bytes, registers.rip).map_err(text)?;
                let mut decoder = Decoder::with_ip(64, &bytes[..length], registers.rip, DecoderOptions::NONE);
                let instruction = decoder.decode();
                let memory = self.factory.info(&instruction).used_memory().to_vec();
                Rc::clone(entry.insert(Rc::new(Known { instruction, memory })))
            }
        };
        let mut hash = Hash::default();
        for memory in &known.memory {
            let address = memory.virtual_address(0, |register, _, _| value(registers, register));
            hash.add(address.ok_or_else(|| format!("not supported: {}", known.instruction))?);
        }
        if matches!(known.instruction.mnemonic(), Mnemonic::Div | Mnemonic::Idiv) {
            hash.add(registers.rax);
            hash.add(registers.rdx);
            if let Some(divisor) = value(registers, known.instruction.op0_register()) {
                hash.add(divisor);
            }
        }
        Ok((known, hash.0))
    }
}

/// A hash of words, by the constants of FNV.
struct Hash(u64);

impl Default for Hash {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hash {
    fn add(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x0100_0000_01b3).rotate_left(23);
    }
}

/// The value of a general register, or the base of a segment.
fn value(registers: &user_regs_struct, register: Register) -> Option<u64> {
    Some(match register.full_register() {
        Register::RAX => registers.rax,
        Register::RBX => registers.rbx,
        Register::RCX => registers.rcx,
        Register::RDX => registers.rdx,
        Register::RSI => registers.rsi,
        Register::RDI => registers.rdi,
        Register::RBP => registers.rbp,
        Register::RSP => registers.rsp,
        Register::R8 => registers.r8,
        Register::R9 => registers.r9,
        Register::R10 => registers.r10,
        Register::R11 => registers.r11,
        Register::R12 => registers.r12,
        Register::R13 => registers.r13,
        Register::R14 => registers.r14,
        Register::R15 => registers.r15,
        Register::FS => registers.fs_base,
        Register::GS => registers.gs_base,
        Register::CS | Register::DS | Register::ES | Register::SS => 0,
        _ => return None,
    })
}

fn stopped(thread: Pid) -> Result<Signal, String> {
    match waitpid(thread, Some(WaitPidFlag::__WALL)).map_err(text)? {
        WaitStatus::Stopped(_, signal) => Ok(signal),
        other => Err(format!("the process did not continue: {other:?}")),
    }
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}
