//! Tracks secrets through the recorded instructions.

use std::collections::HashMap;

use super::decode::{Access, Direction, FLAGS, Instruction, Kind, Registers, Stack, decode};
use crate::memory::{Memory, low_bits};

/// The bits of a word of the record: see `record.c`.
const ACCESS: u64 = 1 << 62;
const OTHER_THREAD: u64 = 1 << 63;

/// The largest number of bytes of the stack that one instruction releases.
const LARGEST_STACK: u64 = 1 << 20;

/// What is known of the code of the program.
#[derive(Debug, Default)]
pub(crate) struct Code(HashMap<u64, (u32, String)>);

impl Code {
    /// Parses the lines of the file `.code`.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let line = |line: &str| {
            let mut words = line.splitn(3, ' ');
            let address = u64::from_str_radix(words.next()?, 16).ok()?;
            Some((address, (u32::from_str_radix(words.next()?, 16).ok()?, words.next()?.to_string())))
        };
        text.lines()
            .map(|text| line(text).ok_or_else(|| format!("not a line of code: {text}")))
            .collect::<Result<_, _>>()
            .map(Self)
    }

    /// The encoding at an address, and the name of the function with the address in it.
    pub(crate) fn name(&self, address: u64) -> String {
        match self.0.get(&address) {
            Some((word, symbol)) => {
                format!("{word:08x}, at {:#} ({address:#x})", rustc_demangle::demangle(symbol))
            }
            None => format!("an unknown instruction at {address:#x}"),
        }
    }
}

/// A use of a secret that must not be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leak {
    Branch,
    Jump,
    Address,
    Time,
}

impl Leak {
    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::Branch => "a conditional jump depends on a secret",
            Self::Jump => "the target of a jump, call or return depends on a secret",
            Self::Address => "an address in memory depends on a secret",
            Self::Time => "an operand whose value changes the time depends on a secret",
        }
    }
}

/// The secret bytes of registers and memory, and the leaks found.
pub(crate) struct Follower {
    registers: [u64; 65],
    memory: Memory,
    /// Whether loads declare their memory secret (`Some(true)`) or public (`Some(false)`).
    marking: Option<bool>,
    /// The stack pointer, or a lower bound of it; zero before the first access to the stack.
    stack: u64,
    /// The locations of leaks, each once.
    pub(crate) leaks: Vec<(u64, Leak)>,
    pub(crate) instructions: u64,
}

impl Default for Follower {
    fn default() -> Self {
        let memory = Memory::default();
        Self { registers: [0; 65], memory, marking: None, stack: 0, leaks: Vec::new(), instructions: 0 }
    }
}

impl Follower {
    /// Follows a record of words.
    pub(crate) fn follow(&mut self, code: &Code, words: impl Iterator<Item = u64>) -> Result<(), String> {
        let mut decoded: HashMap<u64, Instruction> = HashMap::new();
        let mut words = words.peekable();
        while let Some(address) = words.next() {
            if address & OTHER_THREAD != 0 {
                return Err("a second thread has secrets".into());
            }
            if address & ACCESS != 0 {
                return Err("the record has an access without an instruction".into());
            }
            // The lowest of the addresses of the accesses.
            let mut at = None;
            while let Some(word) = words.next_if(|word| word >> 62 == 1) {
                at = Some(at.map_or(u64::MAX, |at: u64| at).min(word & !ACCESS));
            }
            let instruction = match decoded.get(&address) {
                Some(instruction) => *instruction,
                None => {
                    let (word, _) = code.0.get(&address).ok_or_else(|| code.name(address))?;
                    let unsupported = || format!("the instruction is not supported: {}", code.name(address));
                    let instruction = decode(*word).ok_or_else(unsupported)?;
                    decoded.insert(address, instruction);
                    instruction
                }
            };
            self.step(address, &instruction, at)
                .map_err(|reason| format!("{reason}: {}", code.name(address)))?;
        }
        Ok(())
    }

    /// Executes an instruction that accesses memory from `at` on.
    fn step(&mut self, address: u64, instruction: &Instruction, at: Option<u64>) -> Result<(), String> {
        if let Kind::Mark(number) = instruction.kind {
            self.marking = [Some(true), Some(false), None][number as usize];
            return Ok(());
        }
        if let Some(secret) = self.marking {
            // The loop between two marks only loads the words that it declares.
            if let Some(at) = at {
                self.memory.mark(at, 8, secret);
            }
            return Ok(());
        }
        self.instructions += 1;
        let is_secret = self.any(instruction.operands);
        let leak = match instruction.kind {
            Kind::Branch if is_secret => Some(Leak::Branch),
            Kind::Jump if is_secret => Some(Leak::Jump),
            Kind::Timed if is_secret => Some(Leak::Time),
            Kind::Access(access) if self.any(access.address) => Some(Leak::Address),
            _ => None,
        };
        if let Some(leak) = leak
            && !self.leaks.contains(&(address, leak))
        {
            self.leaks.push((address, leak));
        }
        match instruction.kind {
            Kind::Access(access) => self.access(&access, instruction.operands, at)?,
            Kind::Bytewise => {
                let secret = members(instruction.operands).fold(0, |secret, i| secret | self.registers[i]);
                self.set(instruction.results, secret & bytes(instruction.width));
            }
            _ => self.set(instruction.results, if is_secret { bytes(instruction.width) } else { 0 }),
        }
        self.set(instruction.public, 0);
        self.release_stack(instruction.stack, at);
        Ok(())
    }

    /// Makes memory public that a move of the stack pointer releases. No program depends on the bytes there.
    fn release_stack(&mut self, stack: Stack, at: Option<u64>) {
        let (known, moved) = match (stack, at) {
            (Stack::Accessed { offset, moved }, Some(at)) => (at.wrapping_add_signed(-offset), moved),
            (Stack::Moved(moved), _) if self.stack != 0 => (self.stack, moved),
            _ => return,
        };
        let after = known.wrapping_add_signed(moved);
        let released = after.saturating_sub(self.stack);
        if self.stack != 0 && released <= LARGEST_STACK {
            self.memory.mark(self.stack, released, false);
        }
        self.stack = after;
    }

    fn access(&mut self, access: &Access, operands: Registers, at: Option<u64>) -> Result<(), String> {
        let Access { direction, registers, count, size, is_mixed, .. } = *access;
        let is_exclusive_store = direction == Direction::Store;
        let Some(at) = at else {
            return match direction {
                Direction::Address => Ok(()),
                // An exclusive store that fails accesses nothing.
                _ if is_exclusive_store => Ok(()),
                _ => Err("the record lacks the address of an access".into()),
            };
        };
        let registers = &registers[..count];
        let full = low_bits(size);
        let places = || registers.iter().zip((0..).map(|i| at + (i * size) as u64));
        let is_secret = self.any(operands) || places().any(|(_, at)| self.memory.get(at, size) != 0);
        match direction {
            Direction::Load | Direction::Update => {
                for (register, at) in places() {
                    let secret = if is_mixed {
                        if is_secret { u64::MAX } else { 0 }
                    } else {
                        self.memory.get(at, size)
                    };
                    if let Some(register) = *register {
                        // Vectors have sixteen bytes, general registers eight.
                        let all = if register >= super::decode::VECTORS { 16 } else { 8 };
                        self.registers[register as usize] = secret & low_bits(all);
                    }
                }
                if direction == Direction::Update {
                    self.memory.set(at, size, if is_secret { full } else { 0 });
                }
            }
            Direction::Store => {
                let all = registers.iter().flatten().any(|register| self.registers[*register as usize] != 0);
                for (register, at) in places() {
                    let own = register.map_or(0, |register| self.registers[register as usize]);
                    let secret = if is_mixed { if all { full } else { 0 } } else { own };
                    self.memory.set(at, size, secret & full);
                }
            }
            Direction::Address => {}
        }
        Ok(())
    }

    fn any(&self, registers: Registers) -> bool {
        members(registers).any(|i| self.registers[i] != 0)
    }

    fn set(&mut self, registers: Registers, secret: u64) {
        for i in members(registers) {
            let is_flags = 1 << i == FLAGS;
            self.registers[i] = if is_flags { u64::from(secret != 0) } else { secret };
        }
    }
}

fn members(mut registers: Registers) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = (registers != 0).then(|| registers.trailing_zeros() as usize)?;
        registers &= registers - 1;
        Some(next)
    })
}

fn bytes(width: u32) -> u64 {
    low_bits(width as usize)
}
