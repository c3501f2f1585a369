//! A process that is watched: what it executes, one stretch after the other.

use std::collections::HashMap;
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
use super::follow::{Leak, follow, wants_flags};
use super::rule::Rule;
use super::state::{Part, State, low_bits};
use super::stretch::{Follower, Known, Stretch, stretch};
use super::symbols::Mappings;

/// The signal by which a process says where the part to be followed begins and ends.
pub(crate) const MARK: Signal = Signal::SIGUSR1;

/// What was seen.
#[derive(Default)]
pub(crate) struct Seen {
    /// Each place once, with how often.
    pub(crate) leaks: Vec<(u64, Leak, String)>,
    pub(crate) instructions: u64,
    pub(crate) stops: u64,
}

pub(crate) struct Process {
    pid: Pid,
    memory: File,
    factory: InstructionInfoFactory,
    code: HashMap<u64, Rc<Decoded>>,
    state: State,
    /// The address in the first debug register, and whether the process is stopped there by it.
    breakpoint: Option<u64>,
    stopped_by_it: bool,
    /// Where the allocator takes memory back.
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
        self.free == Some(decoded.instruction.ip()) || wants_flags(decoded, &self.state)
    }

    fn follow(&mut self, decoded: &Decoded, addresses: &[u64], registers: Option<&user_regs_struct>) {
        if let Some(registers) = registers.filter(|registers| self.free == Some(registers.rip)) {
            self.forget_freed(registers.rdi);
        }
        // Of strings it is known only afterwards how far they came.
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

/// The flags that a search for a bit sets: whether there is none.
fn scanned(
    decoded: &Decoded,
    addresses: &[u64],
    registers: &user_regs_struct,
    word: impl Fn(u64) -> Option<u64>,
) -> Option<u64> {
    // As in `eflags`, unlike `iced_x86::RflagsBits`.
    const ZERO: u64 = 1 << 6;
    if decoded.rule != Rule::Scan {
        return None;
    }
    let source = decoded.instruction.op1_register();
    let (value, size) = match (decoded.memory.first(), addresses.first()) {
        (Some(memory), Some(address)) => (word(*address), memory.size),
        _ => (Known::new(registers).value(source.full_register(), 0), source.size()),
    };
    // What cannot be read counts as zero, of which the result stays as it was.
    let value = value.unwrap_or(0);
    let bits = if size >= 8 { value } else { value & ((1 << (8 * size)) - 1) };
    Some(if bits == 0 { registers.eflags | ZERO } else { registers.eflags & !ZERO })
}

impl Process {
    /// Watches a thread, which must not yet have come to its mark. `Err` where that is not allowed.
    pub(crate) fn watch(pid: Pid) -> Result<Self, String> {
        ptrace::seize(pid, ptrace::Options::PTRACE_O_EXITKILL).map_err(|error| format!("ptrace: {error}"))?;
        let memory =
            File::open(format!("/proc/{pid}/mem")).map_err(|error| format!("/proc/{pid}/mem: {error}"))?;
        Ok(Self {
            pid,
            memory,
            factory: InstructionInfoFactory::new(),
            code: HashMap::new(),
            state: State::default(),
            breakpoint: None,
            stopped_by_it: false,
            free: None,
            seen: Seen::default(),
        })
    }

    /// Follows everything from the first mark to the second.
    pub(crate) fn follow_all(&mut self, options: Options) -> Result<(), String> {
        self.wait_for(MARK)?;
        self.free = Mappings::of(self.pid).address_of("free");
        let has_breakpoints = !options.single_steps
            && self.set_debug_register(0, 0).is_ok()
            && self.set_debug_register(7, 1).is_ok();
        while self.seen.leaks.len() < options.leaks {
            let before = ptrace::getregs(self.pid).map_err(text)?;
            let may_return = self.stopped_by_it && self.breakpoint == Some(before.rip);
            let stretch = stretch(self, &before, !has_breakpoints, may_return)?;
            let signal = self.execute(&stretch)?;
            self.seen.stops += 1;
            if signal == MARK {
                break;
            }
            self.seen.instructions += stretch.length;
            let after = ptrace::getregs(self.pid).map_err(text)?;
            check_arrival(&stretch, &after)?;
            match stretch.first.rule {
                Rule::Request => self.request(&before)?,
                Rule::System => self.system(&before, &after)?,
                Rule::String { element, repeated, .. } => {
                    let leak = self.string(&stretch, element, repeated, &before, &after);
                    self.note(&stretch.first, leak);
                }
                _ => (),
            }
        }
        Ok(())
    }

    /// What was seen.
    pub(crate) fn seen(&self) -> &Seen {
        &self.seen
    }

    fn note(&mut self, decoded: &Decoded, leak: Option<Leak>) {
        let Some(leak) = leak else { return };
        let address = decoded.instruction.ip();
        if !self.seen.leaks.iter().any(|(at, kind, _)| (*at, *kind) == (address, leak)) {
            self.seen.leaks.push((address, leak, decoded.text()));
        }
    }

    /// Lets it go on by itself.
    pub(crate) fn release(mut self) {
        // The process may have ended.
        let _ = self.set_debug_register(7, 0);
        let _ = ptrace::detach(self.pid, None);
    }

    fn execute(&mut self, stretch: &Stretch) -> Result<Signal, String> {
        if let Some(end) = stretch.end {
            if self.breakpoint != Some(end) {
                self.set_debug_register(0, end).map_err(text)?;
                self.breakpoint = Some(end);
            }
            ptrace::cont(self.pid, None).map_err(text)?;
            self.stopped_by_it = true;
        } else {
            if self.breakpoint == Some(stretch.first.instruction.ip()) && !self.stopped_by_it {
                self.set_debug_register(0, 0).map_err(text)?;
                self.breakpoint = None;
            }
            ptrace::step(self.pid, None).map_err(text)?;
            self.stopped_by_it = false;
        }
        match self.wait()? {
            signal @ (Signal::SIGTRAP | MARK) => Ok(signal),
            other => Err(format!("stopped by {other}")),
        }
    }

    /// The value of a mask is known where it comes from a register: such an instruction begins a stretch.
    fn note_masks(&mut self, decoded: &Decoded, before: Option<&user_regs_struct>) {
        for number in decoded.written_masks() {
            self.state.masks[number] = None;
        }
        if let (Some((number, from)), Some(before)) = (decoded.makes_mask(), before) {
            let bits = match decoded.instruction.mnemonic() {
                Mnemonic::Kmovb => 8,
                Mnemonic::Kmovw => 16,
                Mnemonic::Kmovd => 32,
                _ => 64,
            };
            let value = Known::new(before).value(from, 0);
            self.state.masks[number] = value.map(|value| value & low_bits(bits));
        }
    }

    /// As many elements as the count says have been done.
    fn string(
        &mut self,
        stretch: &Stretch,
        element: usize,
        repeated: bool,
        before: &user_regs_struct,
        after: &user_regs_struct,
    ) -> Option<Leak> {
        if before.eflags >> 10 & 1 == 1 {
            return Some(Leak::NotFollowed("a string instruction that goes backwards"));
        }
        let times = if repeated { before.rcx - after.rcx } else { 1 };
        let mut leak = follow(&stretch.first, &[], None, &mut self.state);
        for i in 0..times {
            let shifted: Vec<u64> =
                stretch.addresses.iter().map(|address| address + i * element as u64).collect();
            leak = leak.or(follow(&stretch.first, &shifted, None, &mut self.state));
        }
        leak
    }

    /// What was freed holds nothing: the allocator writes its own there, and looks for it. The word before a piece is its
    /// size, with flags in the lowest bits.
    fn forget_freed(&mut self, address: u64) {
        const LARGEST: u64 = 1 << 30;
        let size = self.word(address.wrapping_sub(8)).unwrap_or(0) & !0xf;
        if address != 0 && size <= LARGEST {
            self.state.mark(address, size.saturating_sub(8), false);
        }
    }

    /// The request to memcheck whose six words `rax` points at: see `vorpal_limbs::taint`.
    fn request(&mut self, registers: &user_regs_struct) -> Result<(), String> {
        let mut preamble = [0; PREAMBLE.len()];
        let begins = registers.rip.wrapping_sub(PREAMBLE.len() as u64);
        if self.memory.read_exact_at(&mut preamble, begins).is_err() || preamble != PREAMBLE {
            return Ok(());
        }
        let words: Vec<u64> = (0..3).filter_map(|i| self.word(registers.rax + 8 * i)).collect();
        let [code, address, size] = words[..] else { return Err("a request without arguments".into()) };
        match code {
            MAKE_MEMORY_UNDEFINED => self.state.mark(address, size, true),
            MAKE_MEMORY_DEFINED => self.state.mark(address, size, false),
            RUNNING_ON_VALGRIND => (),
            _ => return Err(format!("request {code:#x} is not known")),
        }
        Ok(())
    }

    fn system(&mut self, before: &user_regs_struct, after: &user_regs_struct) -> Result<(), String> {
        let result = Part::of(Register::RAX).unwrap();
        self.state.set_register(result, 0);
        match before.rax {
            // What is mapped anew is not what lay there.
            MMAP => self.state.forget(after.rax, before.rsi),
            MUNMAP => self.state.forget(before.rdi, before.rsi),
            CLONE | CLONE3 | FORK | VFORK => return Err("it starts a thread, which is not followed".into()),
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
            other => Err(format!("stopped by {other} before it came to its mark")),
        }
    }

    fn wait(&self) -> Result<Signal, String> {
        match waitpid(self.pid, Some(WaitPidFlag::__WALL)).map_err(text)? {
            WaitStatus::Stopped(_, signal) => Ok(signal),
            other => Err(format!("it did not go on: {other:?}")),
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

/// Whether it is where it was to come.
fn check_arrival(stretch: &Stretch, after: &user_regs_struct) -> Result<(), String> {
    let first = &stretch.first;
    let arrived = if let Some(end) = stretch.end {
        after.rip == end
    } else {
        let goes_on = matches!(first.instruction.flow_control(), FlowControl::Next)
            || matches!(first.rule, Rule::System);
        let repeats = matches!(first.rule, Rule::String { .. }) && after.rip == first.instruction.ip();
        !goes_on || repeats || after.rip == first.next()
    };
    if arrived { Ok(()) } else { Err(format!("came from {} to {:#x}", first.text(), after.rip)) }
}

fn text(error: nix::Error) -> String {
    error.to_string()
}
