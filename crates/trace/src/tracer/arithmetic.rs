//! What an instruction computes from known values: its result, and the flags. It is worked out once, when the
//! instruction is decoded. Instructions that are not listed compute something that is not known.

use iced_x86::{Instruction, Mnemonic, OpKind, Register};

use super::known::{Known, Place, Reader, Source, low};

/// Carry, parity, zero, sign and overflow, as bits of `eflags`.
const CARRY: u64 = 1;
const PARITY: u64 = 1 << 2;
pub(crate) const ZERO: u64 = 1 << 6;
const SIGN: u64 = 1 << 7;
const OVERFLOW: u64 = 1 << 11;

/// An operand of an instruction.
#[derive(Clone, Copy, Debug)]
enum Operand {
    Source(Source),
    /// So many bytes of memory.
    Memory(Place, usize),
}

impl Operand {
    const NONE: Self = Self::Source(Source::Unknown);

    fn of(instruction: &Instruction, i: u32) -> Self {
        match instruction.op_kind(i) {
            OpKind::Register => Self::Source(Source::of(instruction.op_register(i), instruction.next_ip())),
            OpKind::Immediate8
            | OpKind::Immediate16
            | OpKind::Immediate32
            | OpKind::Immediate64
            | OpKind::Immediate8to16
            | OpKind::Immediate8to32
            | OpKind::Immediate8to64
            | OpKind::Immediate32to64 => Self::Source(Source::Constant(instruction.immediate(i))),
            OpKind::Memory => Self::Memory(
                Place::of_instruction(instruction, instruction.memory_segment()),
                instruction.memory_size().size(),
            ),
            _ => Self::NONE,
        }
    }

    fn value(&self, known: &mut Known, reader: &dyn Reader) -> Option<u64> {
        match self {
            Self::Source(source) => known.read(*source),
            Self::Memory(place, size) => {
                let address = place.address(known)?;
                known.load(address, *size, reader)
            }
        }
    }
}

/// What an instruction computes from its operands `a` and `b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operation {
    /// `b`.
    Move,
    /// `b`, with its sign extended.
    SignExtend,
    Sum,
    Difference,
    And,
    Or,
    Xor,
    /// `a` with `b` bits shifted out.
    ShiftLeft,
    ShiftRight,
    Product,
    /// `a + 1` and `a - 1`, which keep the carry.
    Increment,
    Decrement,
    Not,
    Unknown,
}

/// The result and the flags of an instruction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arithmetic {
    operation: Operation,
    a: Operand,
    b: Operand,
    /// The sizes of `a` and `b` in bytes.
    size: usize,
    size_of_b: usize,
    /// Whether the operation sets all flags, as far as they are known.
    sets_flags: bool,
}

/// The result of an instruction, and the flags after it, as far as they are known.
pub(crate) struct Outcome {
    pub(crate) result: Option<u64>,
    pub(crate) flags: Option<u64>,
}

impl Arithmetic {
    pub(crate) fn of(instruction: &Instruction) -> Self {
        use Mnemonic as M;
        use Operation as O;
        let size_of = |i: u32| match instruction.try_op_kind(i) {
            Ok(OpKind::Register) => instruction.op_register(i).size(),
            Ok(OpKind::Memory) => instruction.memory_size().size(),
            _ => 8,
        };
        let operand =
            |i| if i < instruction.op_count() { Operand::of(instruction, i) } else { Operand::NONE };
        let (mut a, mut b) = (operand(0), operand(1));
        let mut sets_flags = false;
        let operation = match instruction.mnemonic() {
            M::Mov | M::Movzx => O::Move,
            M::Movsx | M::Movsxd => O::SignExtend,
            M::Push => {
                b = operand(0);
                O::Move
            }
            M::Pop => {
                b = Operand::Memory(Place::TOP_OF_STACK, size_of(0));
                O::Move
            }
            M::Call => {
                b = Operand::Source(Source::Constant(instruction.next_ip()));
                O::Move
            }
            // A register with itself: the result does not depend on its value.
            M::Xor | M::Sub if is_same_register(instruction) => {
                (a, b, sets_flags) =
                    (Operand::Source(Source::Constant(0)), Operand::Source(Source::Constant(0)), true);
                O::Xor
            }
            M::Add => O::Sum,
            M::Sub | M::Cmp => O::Difference,
            M::And | M::Test => O::And,
            M::Or => O::Or,
            M::Xor => O::Xor,
            M::Inc => O::Increment,
            M::Dec => O::Decrement,
            M::Not => O::Not,
            M::Shl => O::ShiftLeft,
            M::Shr => O::ShiftRight,
            M::Imul if instruction.op_count() == 2 => O::Product,
            M::Imul if instruction.op_count() == 3 => {
                (a, b) = (operand(1), operand(2));
                O::Product
            }
            _ => O::Unknown,
        };
        sets_flags |= matches!(
            operation,
            O::Sum | O::Difference | O::And | O::Or | O::Xor | O::Increment | O::Decrement
        );
        let [size, size_of_b] = [0, 1].map(size_of);
        Self { operation, a, b, size, size_of_b, sets_flags }
    }

    pub(crate) fn outcome(&self, known: &mut Known, reader: &dyn Reader) -> Outcome {
        let unknown = Outcome { result: None, flags: None };
        if self.operation == Operation::Unknown {
            return unknown;
        }
        let needs_a = !matches!(self.operation, Operation::Move | Operation::SignExtend);
        let needs_b = !matches!(self.operation, Operation::Increment | Operation::Decrement | Operation::Not);
        let mut read = |needed: bool, operand: &Operand| {
            if needed { operand.value(known, reader) } else { Some(0) }
        };
        let (Some(a), Some(b)) = (read(needs_a, &self.a), read(needs_b, &self.b)) else { return unknown };
        let (result, flags) = self.compute(a, b, known.flags());
        Outcome { result: Some(result), flags: flags.filter(|_| self.sets_flags) }
    }

    /// The result and the flags. `before`: the flags before.
    fn compute(&self, a: u64, b: u64, before: Option<u64>) -> (u64, Option<u64>) {
        let bits = 8 * self.size;
        let (a, wide) = (a & low(self.size), b);
        let b = match self.operation {
            Operation::Increment | Operation::Decrement => 1,
            _ => b & low(self.size),
        };
        let count = wide & if self.size == 8 { 63 } else { 31 };
        let result = match self.operation {
            Operation::Move => b,
            Operation::SignExtend => {
                let unused = 64 - 8 * self.size_of_b;
                ((wide << unused).cast_signed() >> unused).cast_unsigned()
            }
            Operation::Sum | Operation::Increment => a.wrapping_add(b),
            Operation::Difference | Operation::Decrement => a.wrapping_sub(b),
            Operation::And => a & b,
            Operation::Or => a | b,
            Operation::Xor => a ^ b,
            Operation::ShiftLeft => a << count,
            Operation::ShiftRight => a >> count,
            Operation::Product => a.wrapping_mul(b),
            Operation::Not => !a,
            Operation::Unknown => 0,
        } & low(self.size);
        let top = |value: u64| value >> (bits - 1) & 1 == 1;
        let (carry, overflow) = match self.operation {
            Operation::Sum => (Some(result < a), top(!(a ^ b) & (a ^ result))),
            Operation::Difference => (Some(a < b), top((a ^ b) & (a ^ result))),
            Operation::Increment => (before.map(|flags| flags & CARRY != 0), top(!(a ^ b) & (a ^ result))),
            Operation::Decrement => (before.map(|flags| flags & CARRY != 0), top((a ^ b) & (a ^ result))),
            _ => (Some(false), false),
        };
        let flags = carry.map(|carry| {
            let flag = |holds: bool, bit: u64| if holds { bit } else { 0 };
            flag(carry, CARRY)
                | flag((result & 0xff).count_ones().is_multiple_of(2), PARITY)
                | flag(result == 0, ZERO)
                | flag(top(result), SIGN)
                | flag(overflow, OVERFLOW)
        });
        (result, flags)
    }
}

fn is_same_register(instruction: &Instruction) -> bool {
    let [first, second] = [instruction.op0_register(), instruction.op1_register()];
    instruction.op1_kind() == OpKind::Register && first == second && first != Register::None
}
