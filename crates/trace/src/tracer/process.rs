//! A traced process, which is executed and tracked one sequence of instructions after the other.

use std::fs::File;
use std::mem::offset_of;
use std::os::unix::fs::FileExt;
use std::rc::Rc;

use iced_x86::{Decoder, DecoderOptions, FlowControl, InstructionInfoFactory, Mnemonic, Register};
use nix::libc::{user, user_regs_struct};
use nix::sys::ptrace;
use nix::sys::signal::Signal;
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::Pid;

use super::Options;
use super::decoded::Decoded;
use super::follow::{Leak, follow, needs_flags};
use super::known::{Known, Source};
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
    /// The address in the first debug register.
    breakpoint: Option<u64>,
    /// Whether the process is stopped by that breakpoint.
    stopped_by_breakpoint: bool,
    /// The address of the allocator's function `free`.
    free: Option<u64>,
    seen: Seen,
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

    fn word(&self, address: u64) -> Option<u64> {
        let mut bytes = [0; 8];
        self.memory.read_exact_at(&mut bytes, address).ok()?;
        Some(u64::from_le_bytes(bytes))
    }

    fn must_begin(&self, decoded: &Decoded) -> bool {
        self.free == Some(decoded.address) || needs_flags(decoded, &self.state)
    }

    fn follow(&mut self, decoded: &Decoded, addresses: &[u64], registers: Option<&user_regs_struct>) {
        if let Some(registers) = registers.filter(|registers| self.free == Some(registers.rip)) {
            self.forget_freed(registers.rdi);
        }
        // The number of elements of a string instruction is known only after its execution.
        if !matches!(decoded.rule, Rule::String { .. }) {
            let flags = registers.map(|registers| {
                let source = scanned(decoded, addresses, registers, |address| self.word(address));
                source.unwrap_or(registers.eflags)
            });
            let leak = follow(decoded, addresses, flags, &mut self.state);
            self.note(decoded, leak);
        }
        self.note_masks(decoded, registers);
    }
}

/// For a [`Rule::Scan`], the flags with the zero flag that it sets, which is set if the source is zero.
fn scanned(
    decoded: &Decoded,
    addresses: &[u64],
    registers: &user_regs_struct,
    word: impl Fn(u64) -> Option<u64>,
) -> Option<u64> {
    // The bit in `eflags`, which differs from `iced_x86::RflagsBits`.
    const ZERO: u64 = 1 << 6;
    if decoded.rule != Rule::Scan {
        return None;
    }
    let source = decoded.instruction.op1_register();
    let (value, size) = match (decoded.memory.first(), addresses.first()) {
        (Some(memory), Some(address)) => (word(*address), memory.size),
        _ => (Known::new(registers).read(Source::of(source.full_register(), 0)), source.size()),
    };
    // A source that cannot be read is treated as zero, for which the result is unchanged.
    let value = value.unwrap_or(0);
    let bits = if size >= 8 { value } else { value & ((1 << (8 * size)) - 1) };
    Some(if bits == 0 { registers.eflags | ZERO } else { registers.eflags & !ZERO })
}

impl Process {
    /// Attaches to a thread, which must not yet have reached its first mark. `Err` if that is not permitted.
    pub(crate) fn attach(pid: Pid) -> Result<Self, String> {
        ptrace::seize(pid, ptrace::Options::PTRACE_O_EXITKILL).map_err(|error| format!("ptrace: {error}"))?;
        let memory =
            File::open(format!("/proc/{pid}/mem")).map_err(|error| format!("/proc/{pid}/mem: {error}"))?;
        Ok(Self {
            pid,
            memory,
            factory: InstructionInfoFactory::new(),
            code: ByAddress::default(),
            state: State::default(),
            breakpoint: None,
            stopped_by_breakpoint: false,
            free: None,
            seen: Seen::default(),
        })
    }

    /// Executes and tracks all instructions from the first mark to the second.
    pub(crate) fn follow_all(&mut self, options: Options) -> Result<(), String> {
        self.wait_for(MARK)?;
        self.free = Mappings::of(self.pid).address_of("free");
        let has_breakpoints = !options.single_steps
            && self.set_debug_register(0, 0).is_ok()
            && self.set_debug_register(7, 1).is_ok();
        let mut before = ptrace::getregs(self.pid).map_err(text)?;
        while self.seen.leaks.len() < options.leaks {
            let may_return = self.stopped_by_breakpoint && self.breakpoint == Some(before.rip);
            let sequence = sequence(self, &before, !has_breakpoints, may_return)?;
            let signal = self.execute(&sequence)?;
            self.seen.stops += 1;
            if signal == MARK {
                break;
            }
            self.seen.instructions += sequence.length;
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
    pub(crate) fn release(mut self) {
        // The process may have ended.
        let _ = self.set_debug_register(7, 0);
        let _ = ptrace::detach(self.pid, None);
    }

    /// Waits for the end of a thread that was killed. Until then its process does not end for the parent either.
    pub(crate) fn wait_for_end(&self) {
        while self.wait().is_ok() {}
    }

    /// Executes a sequence: to a breakpoint at its end, or one step.
    fn execute(&mut self, sequence: &Sequence) -> Result<Signal, String> {
        if let Some(end) = sequence.end {
            if self.breakpoint != Some(end) {
                self.set_debug_register(0, end).map_err(text)?;
                self.breakpoint = Some(end);
            }
            ptrace::cont(self.pid, None).map_err(text)?;
            self.stopped_by_breakpoint = true;
        } else {
            // A step does not rely on the processor to ignore a breakpoint where it has just stopped.
            if self.breakpoint == Some(sequence.first.instruction.ip()) {
                self.set_debug_register(0, 0).map_err(text)?;
                self.breakpoint = None;
            }
            ptrace::step(self.pid, None).map_err(text)?;
            self.stopped_by_breakpoint = false;
        }
        match self.wait()? {
            signal @ (Signal::SIGTRAP | MARK) => Ok(signal),
            other => Err(format!("stopped by {other}")),
        }
    }

    /// Records the values of mask registers. A value is known if it is assigned from a general register; such an
    /// instruction is the first of a sequence.
    fn note_masks(&mut self, decoded: &Decoded, before: Option<&user_regs_struct>) {
        for number in decoded.written_masks() {
            self.state.masks[number] = None;
        }
        if let (Some((number, from)), Some(before)) = (decoded.makes_mask, before) {
            let bits = match decoded.instruction.mnemonic() {
                Mnemonic::Kmovb => 8,
                Mnemonic::Kmovw => 16,
                Mnemonic::Kmovd => 32,
                _ => 64,
            };
            let value = Known::new(before).read(Source::of(from, 0));
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

    fn set_debug_register(&mut self, number: usize, value: u64) -> nix::Result<()> {
        let offset = offset_of!(user, u_debugreg) + 8 * number;
        ptrace::write_user(self.pid, std::ptr::without_provenance_mut(offset), value.cast_signed())
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
