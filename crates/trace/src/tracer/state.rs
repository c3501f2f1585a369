//! The secret bytes of registers and memory, and the secret flags.

use std::collections::HashMap;

use iced_x86::Register;

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

/// The lowest `count` bits, of at most 64.
pub(crate) fn low_bits(count: usize) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
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

const PAGE: u64 = 4096;

/// The secret bytes and flags.
#[derive(Default)]
pub(crate) struct State {
    registers: Registers,
    /// The secret flags, in the bits of `iced_x86::RflagsBits`.
    pub(crate) flags: u32,
    /// The values of mask registers, if known, which are those assigned from general registers. Elements whose bit is
    /// zero are not written.
    pub(crate) masks: [Option<u64>; 8],
    pages: HashMap<u64, Box<[u64; 64]>>,
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

    /// The secret bytes of up to 64 bytes of memory.
    pub(crate) fn memory(&self, address: u64, size: usize) -> u64 {
        let (page, offset) = (address / PAGE, address % PAGE);
        let first = self.pages.get(&page).map_or(0, |page| bits(page, offset));
        let here = PAGE - offset;
        let rest = if here < size as u64 {
            self.pages.get(&(page + 1)).map_or(0, |page| bits(page, 0)) << here
        } else {
            0
        };
        (first | rest) & low_bits(size)
    }

    /// Sets the secret bytes of up to 64 bytes of memory to those of `secret`.
    pub(crate) fn set_memory(&mut self, address: u64, size: usize, secret: u64) {
        for i in 0..size as u64 {
            let (page, offset) = ((address + i) / PAGE, (address + i) % PAGE);
            let bit = secret >> i & 1;
            if bit == 0 && !self.pages.contains_key(&page) {
                continue;
            }
            let word =
                &mut self.pages.entry(page).or_insert_with(|| Box::new([0; 64]))[(offset / 64) as usize];
            *word = *word & !(1 << (offset % 64)) | bit << (offset % 64);
        }
    }

    /// Makes a range of memory secret or public.
    pub(crate) fn mark(&mut self, address: u64, size: u64, secret: bool) {
        for i in 0..size {
            self.set_memory(address + i, 1, u64::from(secret));
        }
    }

    /// Makes all pages of a range public.
    pub(crate) fn forget(&mut self, address: u64, size: u64) {
        let (first, end) = (address / PAGE, address.saturating_add(size).div_ceil(PAGE));
        self.pages.retain(|page, _| !(first..end).contains(page));
    }
}

/// The bits of a page from `offset` on, at most 64.
fn bits(page: &[u64; 64], offset: u64) -> u64 {
    let (word, shift) = ((offset / 64) as usize, offset % 64);
    let low = page[word] >> shift;
    if shift == 0 || word == 63 { low } else { low | page[word + 1] << (64 - shift) }
}
