//! A traced process, which is executed and tracked one sequence of instructions after the other.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::rc::Rc;

use iced_x86::{Decoder, DecoderOptions, FlowControl, InstructionInfoFactory, Mnemonic, Register};
use nix::libc::user_regs_struct;
use nix::sys::ptrace;
use nix::sys::signal::Signal;
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::Pid;

use super::Options;
use super::arithmetic::ZERO;
use super::decoded::Decoded;
use super::follow::{Leak, follow, needs_flags};
use super::known::{Known, Reader, Source};
use super::rule::Rule;
use super::sequence::{Follower, Sequence, sequence};
use super::state::{Part, State, low_bits};
use super::symbols::Mappings;
use crate::memory::ByAddress;

/// The signal by which a process marks the beginning and the end of the operations to be tracked.
pub(crate) const MARK: Signal = Signal::SIGUSR1;

/// The observations so far.
#[derive(Default)]
pub(crate) struct Seen {
    /// The leaks, each address and kind once, with the text of the instruction.
    pub(crate) leaks: Vec<(u64, Leak, String)>,
    pub(crate) instructions: u64,
    pub(crate) stops: u64,
}

pub(crate) struct Process {
    pid: Pid,
    memory: File,
    factory: InstructionInfoFactory,
    code: ByAddress<Rc<Decoded>>,
    state: State,
    /// Stop after every instruction.
    single_steps: bool,
    /// The address of the allocator's function `free`.
    free: Option<u64>,
    seen: Seen,
}

impl Reader for Process {
    fn read(&self, address: u64, bytes: &mut [u8]) -> Option<()> {
        self.memory.read_exact_at(bytes, address).ok()
    }
}

impl Follower for Process {
    fn decoded(&mut self, address: u64) -> Rc<Decoded> {
        if let Some(decoded) = self.code.get(&address) {
            return Rc::clone(decoded);
        }
        let mut bytes = [0; 15];
        let length = self.memory.read_at(&mut bytes, address).unwrap_or(0);
        let instruction = Decoder::with_ip(64, &bytes[..length], address, DecoderOptions::NONE).decode();
        let decoded = Rc::new(Decoded::new(&mut self.factory, instruction));
        self.code.insert(address, Rc::clone(&decoded));
        decoded
    }

    fn can_follow(&self, decoded: &Decoded, known: &Known) -> bool {
        let mask = decoded.makes_mask.is_none_or(|(_, from)| known.read(Source::of(from, 0)).is_some());
        let freed = self.free != Some(decoded.address) || known.read(FIRST_ARGUMENT).is_some();
        let flags =
            decoded.rule != Rule::Scan && known.flags().is_some() || !needs_flags(decoded, &self.state);
        mask && freed && flags
    }

    fn follow(&mut self, decoded: &Decoded, addresses: &[u64], known: &mut Known) {
        if self.free == Some(decoded.address)
            && let Some(address) = known.read(FIRST_ARGUMENT)
        {
            self.forget_freed(address);
        }
        // The number of elements of a string instruction is known only after its execution.
        if !matches!(decoded.rule, Rule::String { .. }) {
            let flags = match decoded.rule {
                Rule::Scan => self.scanned(decoded, addresses, known),
                _ => known.flags(),
            };
            let leak = follow(decoded, addresses, flags, &mut self.state);
            self.note(decoded, leak);
        }
        self.note_masks(decoded, known);
    }
}

/// The register `rdi`.
const FIRST_ARGUMENT: Source = Source::General { number: 7, mask: u64::MAX };

impl Process {
    /// For a [`Rule::Scan`], the flags with the zero flag that it sets, which is set if the source is zero.
    fn scanned(&self, decoded: &Decoded, addresses: &[u64], known: &mut Known) -> Option<u64> {
        let source = decoded.instruction.op1_register();
        let value = match (decoded.memory.first(), addresses.first()) {
            (Some(memory), Some(address)) => known.load(*address, memory.size, self),
            _ => known.read(Source::of(source, 0)),
        };
        // A source that is not known is treated as zero, for which the result is unchanged.
        Some(if value.unwrap_or(0) == 0 { ZERO } else { 0 })
    }

    /// The word at an address.
    fn word(&self, address: u64) -> Option<u64> {
        let mut bytes = [0; 8];
        self.read(address, &mut bytes)?;
        Some(u64::from_le_bytes(bytes))
    }

    /// Attaches to a thread, which must not yet have reached its first mark. `Err` if that is not permitted.
    pub(crate) fn attach(pid: Pid) -> Result<Self, String> {
        ptrace::seize(pid, ptrace::Options::PTRACE_O_EXITKILL).map_err(|error| format!("ptrace: {error}"))?;
        let memory = File::options().read(true).write(true).open(format!("/proc/{pid}/mem"));
        let memory = memory.map_err(|error| format!("/proc/{pid}/mem: {error}"))?;
        Ok(Self {
            pid,
            memory,
            factory: InstructionInfoFactory::new(),
            code: ByAddress::default(),
            state: State::default(),
            single_steps: false,
            free: None,
            seen: Seen::default(),
        })
    }

    /// Executes and tracks all instructions from the first mark to the second.
    pub(crate) fn follow_all(&mut self, options: Options) -> Result<(), String> {
        self.wait_for(MARK)?;
        self.single_steps = options.single_steps;
        self.free = Mappings::of(self.pid).address_of("free");
        let mut before = ptrace::getregs(self.pid).map_err(text)?;
        while self.seen.leaks.len() < options.leaks {
            let sequence = sequence(self, &before, self.single_steps)?;
            let signal = self.execute(&sequence)?;
            self.seen.stops += 1;
            if signal == MARK {
                break;
            }
            let mut after = ptrace::getregs(self.pid).map_err(text)?;
            // Seen in a virtual machine: a step that ended before its instruction had been executed.
            for _ in 0..MOST_REPETITIONS {
                if after.rip != before.rip || check_arrival(&sequence, &after).is_ok() {
                    break;
                }
                self.execute(&sequence)?;
                after = ptrace::getregs(self.pid).map_err(text)?;
            }
            check_arrival(&sequence, &after)?;
            // The repetitions of a string instruction count as one instruction.
            if after.rip != before.rip || sequence.length > 1 {
                self.seen.instructions += sequence.length;
            }
            match sequence.first.rule {
                Rule::Request => self.request(&before)?,
                Rule::System => self.system(&before, &after)?,
                Rule::String { element, repeated, .. } => {
                    let leak = self.string(&sequence, element, repeated, &before, &after);
                    self.note(&sequence.first, leak);
                }
                _ => (),
            }
            before = after;
        }
        Ok(())
    }

    /// The observations.
    pub(crate) fn seen(&self) -> &Seen {
        &self.seen
    }

    fn note(&mut self, decoded: &Decoded, leak: Option<Leak>) {
        let Some(leak) = leak else { return };
        let address = decoded.address;
        if !self.seen.leaks.iter().any(|(at, kind, _)| (*at, *kind) == (address, leak)) {
            self.seen.leaks.push((address, leak, decoded.text()));
        }
    }

    /// Detaches from the process, which continues.
    pub(crate) fn release(self) {
        // The process may have ended.
        let _ = ptrace::detach(self.pid, None);
    }

    /// Waits for the end of a thread that was killed. Until then its process does not end for the parent either.
    pub(crate) fn wait_for_end(&self) {
        while self.wait().is_ok() {}
    }

    /// Executes a sequence: to a breakpoint at its end, or one step.
    fn execute(&mut self, sequence: &Sequence) -> Result<Signal, String> {
        // A step executes one repetition of a string instruction.
        let is_string = matches!(sequence.first.rule, Rule::String { .. }) && !self.single_steps;
        if let Some(end) = sequence.end.or_else(|| is_string.then_some(sequence.first.next)) {
            return self.run_to(end);
        }
        ptrace::step(self.pid, None).map_err(text)?;
        self.stopped()
    }

    /// Runs the process to an instruction, where it stops before the instruction.
    ///
    /// The breakpoint is the instruction `int3`, which is there while the process runs and no longer. Those of the
    /// processor's debug registers take four times as long in virtual machines.
    fn run_to(&mut self, end: u64) -> Result<Signal, String> {
        let failed = |error| format!("a breakpoint at {end:#x}: {error}");
        let mut instruction = [0];
        self.memory.read_exact_at(&mut instruction, end).map_err(failed)?;
        self.memory.write_all_at(&[BREAKPOINT], end).map_err(failed)?;
        ptrace::cont(self.pid, None).map_err(text)?;
        let signal = self.stopped()?;
        self.memory.write_all_at(&instruction, end).map_err(failed)?;
        let mut registers = ptrace::getregs(self.pid).map_err(text)?;
        // Another trap leaves the process where it is, and the check of the arrival reports it.
        if signal == Signal::SIGTRAP && registers.rip == end.wrapping_add(1) {
            registers.rip = end;
            ptrace::setregs(self.pid, registers).map_err(text)?;
        }
        Ok(signal)
    }

    /// The signal by which the process stopped.
    fn stopped(&self) -> Result<Signal, String> {
        match self.wait()? {
            signal @ (Signal::SIGTRAP | MARK) => Ok(signal),
            other => Err(format!("stopped by {other}")),
        }
    }

    /// Records the values of mask registers. A value is known if it is assigned from a known general register.
    fn note_masks(&mut self, decoded: &Decoded, known: &Known) {
        for number in decoded.written_masks() {
            self.state.masks[number] = None;
        }
        if let Some((number, from)) = decoded.makes_mask {
            let bits = match decoded.instruction.mnemonic() {
                Mnemonic::Kmovb => 8,
                Mnemonic::Kmovw => 16,
                Mnemonic::Kmovd => 32,
                _ => 64,
            };
            let value = known.read(Source::of(from, 0));
            self.state.masks[number] = value.map(|value| value & low_bits(bits));
        }
    }

    /// Tracks a string instruction after its execution, for the number of elements that `rcx` shows.
    fn string(
        &mut self,
        sequence: &Sequence,
        element: usize,
        repeated: bool,
        before: &user_regs_struct,
        after: &user_regs_struct,
    ) -> Option<Leak> {
        if before.eflags >> 10 & 1 == 1 {
            return Some(Leak::NotFollowed("a string instruction that goes backwards"));
        }
        let times = if repeated { before.rcx - after.rcx } else { 1 };
        let mut leak = follow(&sequence.first, &[], None, &mut self.state);
        for i in 0..times {
            let shifted: Vec<u64> =
                sequence.addresses.iter().map(|address| address + i * element as u64).collect();
            leak = leak.or(follow(&sequence.first, &shifted, None, &mut self.state));
        }
        leak
    }

    /// Makes freed memory public, because the allocator stores its own data there. The word before an allocation is its
    /// size, with flags in the lowest bits.
    fn forget_freed(&mut self, address: u64) {
        const LARGEST: u64 = 1 << 30;
        let size = self.word(address.wrapping_sub(8)).unwrap_or(0) & !0xf;
        if address != 0 && size <= LARGEST {
            self.state.memory.mark(address, size.saturating_sub(8), false);
        }
    }

    /// Handles a request to memcheck. `rax` points to its six words: see `vorpal_limbs::taint`.
    fn request(&mut self, registers: &user_regs_struct) -> Result<(), String> {
        let mut preamble = [0; PREAMBLE.len()];
        let begins = registers.rip.wrapping_sub(PREAMBLE.len() as u64);
        if self.memory.read_exact_at(&mut preamble, begins).is_err() || preamble != PREAMBLE {
            return Ok(());
        }
        let words: Vec<u64> = (0..3).filter_map(|i| self.word(registers.rax + 8 * i)).collect();
        let [code, address, size] = words[..] else { return Err("a request without arguments".into()) };
        match code {
            MAKE_MEMORY_UNDEFINED => self.state.memory.mark(address, size, true),
            MAKE_MEMORY_DEFINED => self.state.memory.mark(address, size, false),
            RUNNING_ON_VALGRIND => (),
            _ => return Err(format!("request {code:#x} is not known")),
        }
        Ok(())
    }

    fn system(&mut self, before: &user_regs_struct, after: &user_regs_struct) -> Result<(), String> {
        let result = Part::of(Register::RAX).unwrap();
        self.state.set_register(result, 0);
        match before.rax {
            // A new mapping has no secrets.
            MMAP => self.state.memory.forget(after.rax, before.rsi),
            MUNMAP => self.state.memory.forget(before.rdi, before.rsi),
            CLONE | CLONE3 | FORK | VFORK => {
                return Err("the program starts a thread, which is not tracked".into());
            }
            _ => (),
        }
        Ok(())
    }

    fn wait_for(&self, signal: Signal) -> Result<(), String> {
        match self.wait()? {
            found if found == signal => Ok(()),
            other => Err(format!("stopped by {other} before the first mark")),
        }
    }

    fn wait(&self) -> Result<Signal, String> {
        match waitpid(self.pid, Some(WaitPidFlag::__WALL)).map_err(text)? {
            WaitStatus::Stopped(_, signal) => Ok(signal),
            other => Err(format!("the process did not continue: {other:?}")),
        }
    }
}

/// `rol rdi, 3; rol rdi, 13; rol rdi, 61; rol rdi, 51`, before `xchg rbx, rbx`.
const PREAMBLE: [u8; 16] =
    [0x48, 0xc1, 0xc7, 3, 0x48, 0xc1, 0xc7, 13, 0x48, 0xc1, 0xc7, 61, 0x48, 0xc1, 0xc7, 51];
const MAKE_MEMORY_UNDEFINED: u64 = 0x4d43_0001;
const MAKE_MEMORY_DEFINED: u64 = 0x4d43_0002;
const RUNNING_ON_VALGRIND: u64 = 0x1001;

/// The instruction `int3`.
const BREAKPOINT: u8 = 0xcc;

const MMAP: u64 = 9;
const MUNMAP: u64 = 11;
const CLONE: u64 = 56;
const FORK: u64 = 57;
const VFORK: u64 = 58;
const CLONE3: u64 = 435;

/// How often a step is repeated that has not executed its instruction.
const MOST_REPETITIONS: usize = 100;

/// Checks that the process is at the end of the sequence.
fn check_arrival(sequence: &Sequence, after: &user_regs_struct) -> Result<(), String> {
    let first = &sequence.first;
    let arrived = if let Some(end) = sequence.end {
        if let Some((register, expected, found)) = sequence.known.difference(after) {
            let text = first.text();
            return Err(format!(
                "register {register} is {found:#x}, not {expected:#x}, at {end:#x} after {text}"
            ));
        }
        after.rip == end
    } else {
        let falls_through = matches!(first.instruction.flow_control(), FlowControl::Next)
            || matches!(first.rule, Rule::System);
        let repeats = matches!(first.rule, Rule::String { .. }) && after.rip == first.instruction.ip();
        !falls_through || repeats || after.rip == first.next
    };
    if arrived { Ok(()) } else { Err(format!("unexpected address {:#x} after {}", after.rip, first.text())) }
}

fn text(error: nix::Error) -> String {
    error.to_string()
}
