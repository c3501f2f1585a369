//! Decodes instructions of AArch64: which registers each one reads and writes, and what may depend on it.
//!
//! Source: "Arm Architecture Reference Manual for A-profile", section C4.1 (encodings) and B1.3.2 (instructions with
//! data-independent timing). An instruction that is not listed is not decoded, and the tracker reports it.

mod memory;
mod vector;

/// A set of registers: bits 0 to 30 for the general ones, 31 for the stack pointer, 32 to 63 for the vectors, 64 for
/// the flags. The zero register is never in a set.
pub(crate) type Registers = u128;

pub(crate) const VECTORS: u32 = 32;
pub(crate) const FLAGS: Registers = 1 << 64;

/// An instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Instruction {
    /// The registers whose values it uses, except addresses.
    pub(crate) operands: Registers,
    /// The registers that receive values computed from the operands.
    pub(crate) results: Registers,
    /// The number of bytes of a result that can be nonzero.
    pub(crate) width: u32,
    /// The registers that receive public values.
    pub(crate) public: Registers,
    pub(crate) kind: Kind,
    pub(crate) stack: Stack,
}

/// What an instruction tells of the stack pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stack {
    Nothing,
    /// The stack pointer is moved by this number of bytes.
    Moved(i64),
    /// The address accessed is `offset` bytes above the stack pointer, which is moved by `moved` afterwards.
    Accessed {
        offset: i64,
        moved: i64,
    },
}

/// How an instruction uses its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Every byte of a result depends on every byte of every operand.
    Compute,
    /// Byte `i` of a result depends on the bytes `i` of the operands.
    Bytewise,
    /// As `Compute`, and its time depends on the operands: division, floating-point arithmetic.
    Timed,
    /// Branches by the operands.
    Branch,
    /// Jumps to the operand.
    Jump,
    /// Accesses memory.
    Access(Access),
    /// The mark `hint #101` (0), `hint #102` (1) or `hint #103` (2).
    Mark(u32),
}

/// An access to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Access {
    pub(crate) direction: Direction,
    /// The registers that the address depends on.
    pub(crate) address: Registers,
    /// The registers that are loaded or stored, in the order of memory; `None` for the zero register.
    pub(crate) registers: [Option<u32>; 4],
    /// The number of registers, and the number of bytes of each.
    pub(crate) count: usize,
    pub(crate) size: usize,
    /// Whether bytes of different registers alternate in memory, or only a part of a register is accessed, or the
    /// sign is extended. Then every byte of each register depends on all bytes in memory, and the reverse.
    pub(crate) is_mixed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Load,
    Store,
    /// An atomic operation: the operands are combined with the memory, whose old value is loaded.
    Update,
    /// A prefetch or another use of an address.
    Address,
}

/// The bits `high` to `low` of a word.
fn field(word: u32, high: u32, low: u32) -> u32 {
    word << (31 - high) >> (31 - high + low)
}

/// The bits `high` to `low` of a word, with a sign.
fn signed(word: u32, high: u32, low: u32) -> i64 {
    i64::from(word.cast_signed() << (31 - high) >> (31 - high + low))
}

/// The general register of this number, where 31 is the zero register.
fn general(number: u32) -> Registers {
    if number == 31 { 0 } else { 1 << number }
}

/// The general register of this number, where 31 is the stack pointer.
fn or_stack(number: u32) -> Registers {
    1 << number
}

fn vector(number: u32) -> Registers {
    1 << (VECTORS + number)
}

fn compute(operands: Registers, results: Registers, width: u32) -> Instruction {
    Instruction { operands, results, width, public: 0, kind: Kind::Compute, stack: Stack::Nothing }
}

/// An instruction that writes public values to registers.
fn public(registers: Registers) -> Instruction {
    Instruction { public: registers, ..compute(0, 0, 0) }
}

impl Instruction {
    fn of_kind(self, kind: Kind) -> Self {
        Self { kind, ..self }
    }
}

/// Decodes an instruction; `None` if it is not supported.
pub(crate) fn decode(word: u32) -> Option<Instruction> {
    match field(word, 28, 25) {
        0b1000 | 0b1001 => immediate(word),
        0b1010 | 0b1011 => branch(word),
        0b0101 | 0b1101 => register(word),
        0b0111 | 0b1111 => vector::decode(word),
        op if op & 0b0101 == 0b0100 => memory::decode(word),
        _ => None,
    }
}

/// The number of bytes of the general registers of an instruction.
fn width(word: u32) -> u32 {
    if word >> 31 == 1 { 8 } else { 4 }
}

/// Data processing with an immediate operand.
fn immediate(word: u32) -> Option<Instruction> {
    let (to, from) = (field(word, 4, 0), field(word, 9, 5));
    let width = width(word);
    Some(match field(word, 25, 23) {
        // adr, adrp
        0b000 | 0b001 => public(general(to)),
        // add, sub
        0b010 => {
            let sets_flags = field(word, 29, 29) == 1;
            let results = if sets_flags { general(to) | FLAGS } else { or_stack(to) };
            let instruction = compute(or_stack(from), results, width);
            let moves_stack = !sets_flags && to == 31 && from == 31;
            let amount = i64::from(field(word, 21, 10)) << if field(word, 22, 22) == 1 { 12 } else { 0 };
            let moved = if field(word, 30, 30) == 1 { -amount } else { amount };
            if moves_stack { Instruction { stack: Stack::Moved(moved), ..instruction } } else { instruction }
        }
        // and, orr, eor, ands
        0b100 => {
            let sets_flags = field(word, 30, 29) == 0b11;
            let to = if sets_flags { general(to) | FLAGS } else { or_stack(to) };
            let kind = if sets_flags { Kind::Compute } else { Kind::Bytewise };
            compute(general(from), to, width).of_kind(kind)
        }
        // movk keeps the other bits; movn and movz do not.
        0b101 if field(word, 30, 29) == 0b11 => {
            compute(general(to), general(to), width).of_kind(Kind::Bytewise)
        }
        0b101 => public(general(to)),
        // bfm keeps the other bits; sbfm and ubfm do not.
        0b110 if field(word, 30, 29) == 0b01 => compute(general(from) | general(to), general(to), width),
        0b110 => compute(general(from), general(to), width),
        // extr
        0b111 => compute(general(from) | general(field(word, 20, 16)), general(to), width),
        _ => return None,
    })
}

/// Branches, and instructions of the system.
fn branch(word: u32) -> Option<Instruction> {
    let one = general(field(word, 4, 0));
    let branch_on = |operands| compute(operands, 0, 0).of_kind(Kind::Branch);
    Some(match field(word, 31, 24) {
        // b, bl
        0x14..=0x17 => public(0),
        0x94..=0x97 => public(1 << 30),
        // b.cond, where conditions 14 and 15 are always true
        0x54 if field(word, 3, 1) == 0b111 => public(0),
        0x54 => branch_on(FLAGS),
        // cbz, cbnz, tbz, tbnz
        0x34..=0x37 | 0xb4..=0xb7 => branch_on(one),
        // svc, whose result is in x0
        0xd4 if word & 0x00e0_001f == 1 => public(1),
        // Hints: the marks; others change at most the unused bits of a return address.
        0xd5 if word & 0xffff_f01f == 0xd503_201f => match field(word, 11, 5) {
            number @ 101..=103 => public(0).of_kind(Kind::Mark(number - 101)),
            0..=38 => public(0),
            _ => return None,
        },
        // Barriers and clrex; `msr` of an immediate, except to the flags.
        0xd5 if word & 0xffff_f01f == 0xd503_301f => public(0),
        0xd5 if word & 0xfff8_f01f == 0xd500_401f && word & 0x0007_0000 != 0 => public(0),
        // mrs and msr, of the flags and of others
        0xd5 if word & 0xffff_ffe0 == 0xd53b_4200 => compute(FLAGS, one, 8),
        0xd5 if word & 0xffff_ffe0 == 0xd51b_4200 => compute(one, FLAGS, 8),
        0xd5 if word & 0xfff0_0000 == 0xd530_0000 => public(one),
        0xd5 if word & 0xfff0_0000 == 0xd510_0000 => public(0),
        // Instructions on cache lines. The plugin does not see that `dc zva` clears one: its bytes stay secret.
        0xd5 if word & 0xfff8_f000 == 0xd508_7000 => memory::address(one),
        // br, blr, ret
        0xd6 if matches!(word & 0x00ff_fc1f, 0x001f_0000 | 0x003f_0000 | 0x005f_0000) => {
            let links = field(word, 21, 21) == 1;
            let target = general(field(word, 9, 5));
            Instruction { public: Registers::from(links) << 30, ..compute(target, 0, 0).of_kind(Kind::Jump) }
        }
        _ => return None,
    })
}

/// Data processing with registers.
fn register(word: u32) -> Option<Instruction> {
    let [to, a, b] = [field(word, 4, 0), field(word, 9, 5), field(word, 20, 16)].map(general);
    let width = width(word);
    let flags = |bit: u32| if field(word, bit, bit) == 1 { FLAGS } else { 0 };
    Some(match (field(word, 28, 24), field(word, 23, 21)) {
        // and, bic, orr, orn, eor, eon: shifts of at most 63 bits move bytes.
        (0b01010, _) => {
            let sets_flags = field(word, 30, 29) == 0b11;
            let is_shifted = field(word, 15, 10) != 0;
            // An exclusive or of a register with itself is zero.
            let is_zero = field(word, 30, 29) == 0b10 && a == b && !is_shifted && field(word, 21, 21) == 0;
            let operands = if is_zero { 0 } else { a | b };
            let kind = if sets_flags || is_shifted { Kind::Compute } else { Kind::Bytewise };
            compute(operands, to | if sets_flags { FLAGS } else { 0 }, width).of_kind(kind)
        }
        // add, sub: with a shifted register, and with an extended one, where 31 is the stack pointer
        (0b01011, op) if op & 1 == 0 => compute(a | b, to | flags(29), width),
        (0b01011, 0b001) => {
            let to = if flags(29) != 0 { to | FLAGS } else { or_stack(field(word, 4, 0)) };
            compute(or_stack(field(word, 9, 5)) | b, to, width)
        }
        // adc, sbc
        (0b11010, 0b000) if field(word, 15, 10) == 0 => compute(a | b | FLAGS, to | flags(29), width),
        // ccmn, ccmp
        (0b11010, 0b010) if flags(29) != 0 && word & 0x410 == 0 => {
            let b = if field(word, 11, 11) == 1 { 0 } else { b };
            compute(a | b | FLAGS, FLAGS, width)
        }
        // csel, csinc, csinv, csneg; conditions 14 and 15 are always true
        (0b11010, 0b100) if flags(29) == 0 && field(word, 11, 11) == 0 => compute(a | b | FLAGS, to, width),
        // rbit, rev16, rev32, rev, clz, cls
        (0b11010, 0b110) if word & 0x7fff_c000 == 0x5ac0_0000 && field(word, 13, 10) < 6 => {
            compute(a, to, width)
        }
        // udiv, sdiv; lsl, lsr, asr, ror; crc32
        (0b11010, 0b110) if word & 0x6000_0000 == 0 => match field(word, 15, 10) {
            0b000_010 | 0b000_011 => compute(a | b, to, width).of_kind(Kind::Timed),
            0b001_000..=0b001_011 => compute(a | b, to, width),
            0b010_000..=0b010_111 => compute(a | b, to, 4),
            _ => return None,
        },
        // madd, msub, smaddl, smsubl, umaddl, umsubl, smulh, umulh
        (0b11011, 0b000 | 0b001 | 0b010 | 0b101 | 0b110) if word & 0x6000_0000 == 0 => {
            compute(a | b | general(field(word, 14, 10)), to, width)
        }
        _ => return None,
    })
}
