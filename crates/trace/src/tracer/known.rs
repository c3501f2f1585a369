//! The values of registers that are known while a sequence is tracked, and how instructions change them. What an
//! instruction does is worked out once, when it is decoded.

use iced_x86::{CodeSize, Instruction, Mnemonic, OpKind, Register, UsedMemory};
use nix::libc::user_regs_struct;

/// The bits of a general register of 32 bits.
const LOW: u64 = 0xffff_ffff;

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
        match register {
            Register::FS => Self::Fs,
            Register::GS => Self::Gs,
            Register::RIP => Self::Constant(next),
            _ if register.is_gpr64() => Self::General { number: register.number(), mask: u64::MAX },
            _ if register.is_gpr32() => Self::General { number: register.number(), mask: LOW },
            _ => Self::Unknown,
        }
    }

    /// A part of an address, which may be missing. The bases of the other segments are zero.
    fn of_address(register: Register, next: u64) -> Self {
        match register {
            Register::None | Register::ES | Register::CS | Register::SS | Register::DS => Self::Constant(0),
            other => Self::of(other, next),
        }
    }

    /// An operand; unknown if it is in memory.
    fn of_operand(instruction: &Instruction, i: u32) -> Self {
        match instruction.op_kind(i) {
            OpKind::Register => Self::of(instruction.op_register(i), instruction.next_ip()),
            OpKind::Immediate8
            | OpKind::Immediate8to32
            | OpKind::Immediate8to64
            | OpKind::Immediate32
            | OpKind::Immediate32to64
            | OpKind::Immediate64 => Self::Constant(instruction.immediate(i)),
            _ => Self::Unknown,
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

    /// The address that `lea` computes. The displacement contains `rip`.
    fn of_lea(instruction: &Instruction) -> Self {
        let [base, index] = [instruction.memory_base(), instruction.memory_index()];
        let is_short = base.is_gpr32() || index.is_gpr32() || base == Register::EIP;
        let base = if base.is_ip() { Register::None } else { base };
        Self {
            base: Source::of_address(base, instruction.next_ip()),
            index: Source::of_address(index, instruction.next_ip()),
            scale: instruction.memory_index_scale().into(),
            displacement: instruction.memory_displacement64(),
            mask: if is_short { LOW } else { u64::MAX },
            segment: Source::Constant(0),
        }
    }

    /// The address, if its parts are known.
    pub(crate) fn address(&self, known: &Known) -> Option<u64> {
        let index = known.read(self.index)?.wrapping_mul(self.scale);
        let offset = known.read(self.base)?.wrapping_add(index).wrapping_add(self.displacement);
        Some((offset & self.mask).wrapping_add(known.read(self.segment)?))
    }
}

/// A result of simple arithmetic.
#[derive(Clone, Copy, Debug)]
enum Arithmetic {
    Value(Source),
    Address(Place),
    Sum(Source, Source),
    Difference(Source, Source),
    And(Source, Source),
    Shift(Source, Source),
}

impl Arithmetic {
    fn of(instruction: &Instruction) -> Self {
        use Mnemonic as M;
        let operand = |i| Source::of_operand(instruction, i);
        match instruction.mnemonic() {
            M::Mov => Self::Value(operand(1)),
            M::Lea => Self::Address(Place::of_lea(instruction)),
            M::Add => Self::Sum(operand(0), operand(1)),
            M::Sub => Self::Difference(operand(0), operand(1)),
            M::And => Self::And(operand(0), operand(1)),
            M::Inc => Self::Sum(operand(0), Source::Constant(1)),
            M::Dec => Self::Difference(operand(0), Source::Constant(1)),
            M::Shl => Self::Shift(operand(0), operand(1)),
            M::Xor
                if instruction.op0_register() == instruction.op1_register()
                    && instruction.op1_kind() == OpKind::Register =>
            {
                Self::Value(Source::Constant(0))
            }
            _ => Self::Value(Source::Unknown),
        }
    }

    fn value(&self, known: &Known) -> Option<u64> {
        let read = |source: &Source| known.read(*source);
        Some(match self {
            Self::Value(source) => read(source)?,
            Self::Address(place) => place.address(known)?,
            Self::Sum(a, b) => read(a)?.wrapping_add(read(b)?),
            Self::Difference(a, b) => read(a)?.wrapping_sub(read(b)?),
            Self::And(a, b) => read(a)? & read(b)?,
            Self::Shift(a, by) => read(a)? << (read(by)? & 63),
        })
    }
}

/// How an instruction changes the values of general registers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change {
    /// The registers that become unknown, a bit each.
    unknown: u16,
    /// What is added to the stack pointer; it becomes unknown without.
    stack: Option<i64>,
    /// The register of the result, and the bits that it keeps.
    target: Option<(usize, u64)>,
    result: Arithmetic,
}

impl Change {
    /// `written`: the numbers of the registers that change, other than pointers in implicit use.
    pub(crate) fn of(instruction: &Instruction, written: impl Iterator<Item = usize>) -> Self {
        let moves_stack = matches!(instruction.mnemonic(), Mnemonic::Leave | Mnemonic::Enter);
        let target = instruction.op0_register();
        let is_target =
            instruction.op0_kind() == OpKind::Register && (target.is_gpr64() || target.is_gpr32());
        Self {
            unknown: written.fold(0, |all, number| all | 1 << number),
            stack: (!moves_stack).then(|| instruction.stack_pointer_increment().into()),
            target: is_target.then(|| (target.number(), if target.is_gpr32() { LOW } else { u64::MAX })),
            result: Arithmetic::of(instruction),
        }
    }
}

/// The number of the stack pointer.
const STACK: usize = 4;

/// The known values of general registers, in the order of their numbers, and the bases of segments.
#[derive(Clone)]
pub(crate) struct Known {
    general: [u64; 16],
    /// A bit for each register whose value is known.
    known: u16,
    fs: u64,
    gs: u64,
}

impl Known {
    pub(crate) fn new(r: &user_regs_struct) -> Self {
        Self {
            general: [
                r.rax, r.rcx, r.rdx, r.rbx, r.rsp, r.rbp, r.rsi, r.rdi, r.r8, r.r9, r.r10, r.r11, r.r12,
                r.r13, r.r14, r.r15,
            ],
            known: u16::MAX,
            fs: r.fs_base,
            gs: r.gs_base,
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

    /// Updates the values by an instruction. Results other than of simple arithmetic on known values become unknown.
    pub(crate) fn advance(&mut self, change: &Change) {
        let result = change.target.and_then(|target| Some((target, change.result.value(self)?)));
        self.known &= !change.unknown;
        match change.stack {
            Some(increment) => {
                self.general[STACK] = self.general[STACK].wrapping_add_signed(increment);
            }
            None => self.known &= !(1 << STACK),
        }
        if let Some(((number, mask), value)) = result {
            self.general[number] = value & mask;
            self.known |= 1 << number;
        }
    }
}
