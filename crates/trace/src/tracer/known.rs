//! The values that are known while a sequence is tracked: those of registers, flags and memory.
//!
//! At the beginning of a sequence all registers and flags are known, and memory is that of the stopped process. What
//! the sequence stores is remembered. Where it ends, the known values are compared with those of the process.

use iced_x86::{CodeSize, Instruction, Register, UsedMemory};
use nix::libc::user_regs_struct;

/// Carry, parity, zero, sign and overflow in `eflags`: the flags that are tracked.
pub(crate) const FLAGS: u64 = 1 | 1 << 2 | 1 << 6 | 1 << 7 | 1 << 11;

/// The bits of a general register of 32 bits.
pub(crate) const LOW: u64 = 0xffff_ffff;

/// The lowest `size` bytes of a word.
pub(crate) fn low(size: usize) -> u64 {
    if size >= 8 { u64::MAX } else { (1 << (8 * size)) - 1 }
}

/// The memory of a stopped process.
pub(crate) trait Reader {
    /// Reads all bytes, or nothing.
    fn read(&self, address: u64, bytes: &mut [u8]) -> Option<()>;
}

/// A value that an instruction reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    Constant(u64),
    /// These bits of the general register of this number.
    General {
        number: usize,
        mask: u64,
    },
    /// The bases of segments.
    Fs,
    Gs,
    Unknown,
}

impl Source {
    /// The value of a register; that of `rip` is `next`.
    pub(crate) fn of(register: Register, next: u64) -> Self {
        let is_high_byte = matches!(register, Register::AH | Register::BH | Register::CH | Register::DH);
        match register {
            Register::RIP => Self::Constant(next),
            _ if register.is_gpr() && !is_high_byte => {
                Self::General { number: register.full_register().number(), mask: low(register.size()) }
            }
            _ => Self::Unknown,
        }
    }

    /// A part of an address, which may be missing. The bases of the other segments are zero.
    fn of_address(register: Register, next: u64) -> Self {
        match register {
            Register::None | Register::ES | Register::CS | Register::SS | Register::DS => Self::Constant(0),
            Register::FS => Self::Fs,
            Register::GS => Self::Gs,
            other => Self::of(other, next),
        }
    }
}

/// An address: `(base + scale index + displacement) & mask`, in a segment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    base: Source,
    index: Source,
    scale: u64,
    displacement: u64,
    mask: u64,
    segment: Source,
}

impl Place {
    /// What `pop` reads.
    pub(crate) const TOP_OF_STACK: Self = Self {
        base: Source::General { number: STACK, mask: u64::MAX },
        index: Source::Constant(0),
        scale: 0,
        displacement: 0,
        mask: u64::MAX,
        segment: Source::Constant(0),
    };

    /// The address of an operand in memory.
    pub(crate) fn of(operand: &UsedMemory, next: u64) -> Self {
        Self {
            base: Source::of_address(operand.base(), next),
            index: Source::of_address(operand.index(), next),
            scale: operand.scale().into(),
            displacement: operand.displacement(),
            mask: if operand.address_size() == CodeSize::Code32 { LOW } else { u64::MAX },
            segment: Source::of_address(operand.segment(), next),
        }
    }

    /// The address that an instruction names, in a segment. The displacement contains `rip`.
    pub(crate) fn of_instruction(instruction: &Instruction, segment: Register) -> Self {
        let [base, index] = [instruction.memory_base(), instruction.memory_index()];
        let is_short = base.is_gpr32() || index.is_gpr32() || base == Register::EIP;
        let base = if base.is_ip() { Register::None } else { base };
        Self {
            base: Source::of_address(base, instruction.next_ip()),
            index: Source::of_address(index, instruction.next_ip()),
            scale: instruction.memory_index_scale().into(),
            displacement: instruction.memory_displacement64(),
            mask: if is_short { LOW } else { u64::MAX },
            segment: Source::of_address(segment, instruction.next_ip()),
        }
    }

    /// The address, if its parts are known.
    pub(crate) fn address(&self, known: &Known) -> Option<u64> {
        let index = known.read(self.index)?.wrapping_mul(self.scale);
        let offset = known.read(self.base)?.wrapping_add(index).wrapping_add(self.displacement);
        Some((offset & self.mask).wrapping_add(known.read(self.segment)?))
    }
}

/// The number of the stack pointer.
pub(crate) const STACK: usize = 4;

/// The bytes that are read from the process at a time. An address in a block is the lowest byte of an address.
const BLOCK: usize = 256;

/// The known values of general registers, in the order of their numbers, of flags and of memory, and the bases of
/// segments.
#[derive(Clone)]
pub(crate) struct Known {
    pub(super) general: [u64; 16],
    /// A bit for each register whose value is known.
    pub(super) known: u16,
    pub(super) flags: Option<u64>,
    fs: u64,
    gs: u64,
    /// What the sequence has stored: addresses, sizes, and values that are known.
    pub(super) stored: Vec<(u64, usize, Option<u64>)>,
    /// Memory at the beginning of the sequence.
    blocks: Vec<(u64, [u8; BLOCK])>,
}

impl Known {
    pub(crate) fn new(r: &user_regs_struct) -> Self {
        Self {
            general: general(r),
            known: u16::MAX,
            flags: Some(r.eflags & FLAGS),
            fs: r.fs_base,
            gs: r.gs_base,
            stored: Vec::new(),
            blocks: Vec::new(),
        }
    }

    /// The value, if it is known.
    pub(crate) fn read(&self, source: Source) -> Option<u64> {
        match source {
            Source::Constant(value) => Some(value),
            Source::General { number, mask } => {
                (self.known >> number & 1 == 1).then(|| self.general[number] & mask)
            }
            Source::Fs => Some(self.fs),
            Source::Gs => Some(self.gs),
            Source::Unknown => None,
        }
    }

    /// The flags, if they are known.
    pub(crate) fn flags(&self) -> Option<u64> {
        self.flags
    }

    /// The word that a return pops.
    pub(crate) fn top_of_stack(&mut self, reader: &dyn Reader) -> Option<u64> {
        let address = Place::TOP_OF_STACK.address(self)?;
        self.load(address, 8, reader)
    }

    /// Up to eight bytes of memory, if they are known.
    pub(crate) fn load(&mut self, address: u64, size: usize, reader: &dyn Reader) -> Option<u64> {
        if size > 8 {
            return None;
        }
        let end = address.checked_add(size as u64)?;
        // The last store that concerns a byte decides.
        for (at, length, value) in self.stored.iter().rev() {
            if *at < end && address < at.saturating_add(*length as u64) {
                let is_within = *at <= address && end <= at.saturating_add(*length as u64);
                return value.filter(|_| is_within).map(|value| value >> (8 * (address - at)) & low(size));
            }
        }
        let offset = usize::from(address.to_le_bytes()[0]);
        let first = address - offset as u64;
        if offset + size > BLOCK {
            return None;
        }
        if !self.blocks.iter().any(|(at, _)| *at == first) {
            let mut bytes = [0; BLOCK];
            reader.read(first, &mut bytes)?;
            self.blocks.push((first, bytes));
        }
        let (_, bytes) = self.blocks.iter().find(|(at, _)| *at == first)?;
        let mut word = [0; 8];
        word[..size].copy_from_slice(&bytes[offset..offset + size]);
        Some(u64::from_le_bytes(word))
    }

    /// The register whose value is not the known one, with both; the register number 16 stands for the flags.
    pub(crate) fn difference(&self, found: &user_regs_struct) -> Option<(usize, u64, u64)> {
        let registers = self.general.into_iter().zip(general(found)).enumerate();
        let mut registers = registers.filter(|(number, _)| self.known >> number & 1 == 1);
        let register = registers.find(|(_, (expected, found))| expected != found);
        let flags = self.flags.filter(|flags| *flags != found.eflags & FLAGS);
        register
            .map(|(number, (expected, found))| (number, expected, found))
            .or_else(|| flags.map(|flags| (16, flags, found.eflags & FLAGS)))
    }
}

fn general(r: &user_regs_struct) -> [u64; 16] {
    [
        r.rax, r.rcx, r.rdx, r.rbx, r.rsp, r.rbp, r.rsi, r.rdi, r.r8, r.r9, r.r10, r.r11, r.r12, r.r13,
        r.r14, r.r15,
    ]
}
