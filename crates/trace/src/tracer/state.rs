//! The secret bytes of registers and memory, and the secret flags.

use iced_x86::Register;

use crate::memory::Memory;
pub(crate) use crate::memory::low_bits;

/// The number of slots: sixteen general registers, 32 vectors, eight masks, and one for all of x87 and MMX.
const SLOTS: usize = 16 + 32 + 8 + 1;
const VECTORS: usize = 16;
const MASKS: usize = 48;
const X87: usize = 56;

/// Some bytes of a register: bit `i` of `bytes` stands for byte `i`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) slot: u8,
    pub(crate) bytes: u64,
}

impl Part {
    /// The bytes that a register's name denotes; `None` for registers without data (segment registers, `rip`).
    pub(crate) fn of(register: Register) -> Option<Self> {
        let number = register.number();
        let (slot, bytes) = if register.is_gpr() {
            let high = matches!(register, Register::AH | Register::BH | Register::CH | Register::DH);
            (register.full_register().number(), if high { 0b10 } else { low_bits(register.size()) })
        } else if register.is_vector_register() {
            (VECTORS + number, low_bits(register.size()))
        } else if register.is_k() {
            (MASKS + number, 0xff)
        } else if register.is_st() || register.is_mm() {
            (X87, 0xff)
        } else {
            return None;
        };
        Some(Self { slot: u8::try_from(slot).unwrap(), bytes })
    }

    /// The mask register of this number.
    pub(crate) fn of_mask(number: usize) -> Self {
        Self { slot: u8::try_from(MASKS + number).unwrap(), bytes: 0xff }
    }

    /// The number of the mask register, if this is one.
    pub(crate) fn mask(self) -> Option<usize> {
        usize::from(self.slot).checked_sub(MASKS).filter(|number| *number < 8)
    }

    /// Whether this is a vector register.
    pub(crate) fn is_vector(self) -> bool {
        (VECTORS..MASKS).contains(&usize::from(self.slot))
    }
}

/// The secret bytes and flags.
#[derive(Default)]
pub(crate) struct State {
    registers: Registers,
    /// The secret flags, in the bits of `iced_x86::RflagsBits`.
    pub(crate) flags: u32,
    /// The values of mask registers, if known, which are those assigned from general registers. Elements whose bit is
    /// zero are not written.
    pub(crate) masks: [Option<u64>; 8],
    pub(crate) memory: Memory,
}

struct Registers([u64; SLOTS]);

impl Default for Registers {
    fn default() -> Self {
        Self([0; SLOTS])
    }
}

impl State {
    /// The secret bytes of a part.
    pub(crate) fn register(&self, part: Part) -> u64 {
        self.registers.0[usize::from(part.slot)] & part.bytes
    }

    /// Sets the secret bytes of a part to those of `secret`.
    pub(crate) fn set_register(&mut self, part: Part, secret: u64) {
        let slot = &mut self.registers.0[usize::from(part.slot)];
        *slot = *slot & !part.bytes | secret & part.bytes;
    }

    /// Makes all bytes of the first sixteen vectors public, except those of `keep`.
    pub(crate) fn clear_vectors(&mut self, keep: u64) {
        self.registers.0[VECTORS..VECTORS + 16].iter_mut().for_each(|slot| *slot &= keep);
    }
}
