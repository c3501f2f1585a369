//! Loads and stores.

use super::{Access, Direction, Instruction, Kind, Registers, Stack, VECTORS};
use super::{compute, field, general, or_stack, signed, vector};

/// An instruction that uses an address and no data.
pub(super) fn address(address: Registers) -> Instruction {
    access(Direction::Address, address, &[], 0)
}

fn access(direction: Direction, address: Registers, registers: &[Option<u32>], size: usize) -> Instruction {
    let mut padded = [None; 4];
    padded[..registers.len()].copy_from_slice(registers);
    let access =
        Access { direction, address, registers: padded, count: registers.len(), size, is_mixed: false };
    compute(0, 0, 0).of_kind(Kind::Access(access))
}

/// With the offset of an access whose base is the stack pointer: `mode` is 1 for an address before the
/// addition of the offset and 3 for one after it; both change the base.
fn on_stack(instruction: Instruction, word: u32, offset: i64, mode: u32) -> Instruction {
    if field(word, 9, 5) != 31 {
        return instruction;
    }
    let stack = match mode {
        1 => Stack::Accessed { offset: 0, moved: offset },
        // The stack pointer before the instruction is the address without the offset.
        3 => Stack::Accessed { offset, moved: offset },
        _ => Stack::Accessed { offset, moved: 0 },
    };
    Instruction { stack, ..instruction }
}

/// With bytes mixed, as defined for [`Access::is_mixed`].
fn mixed(instruction: Instruction) -> Instruction {
    match instruction.kind {
        Kind::Access(access) => instruction.of_kind(Kind::Access(Access { is_mixed: true, ..access })),
        _ => instruction,
    }
}

/// The register `number` of a load or store.
fn data(number: u32, is_vector: bool) -> Option<u32> {
    if is_vector { Some(VECTORS + number) } else { (number != 31).then_some(number) }
}

fn direction(is_load: bool) -> Direction {
    if is_load { Direction::Load } else { Direction::Store }
}

/// Decodes an instruction that accesses memory.
pub(super) fn decode(word: u32) -> Option<Instruction> {
    match (field(word, 29, 27), field(word, 25, 24)) {
        (0b001, 0b00) if field(word, 26, 26) == 0 => exclusive(word),
        (0b001, _) if word >> 31 == 0 && field(word, 26, 26) == 1 => structures(word),
        (0b011, 0b00) => literal(word),
        (0b101, _) => pair(word),
        (0b111, _) => single(word),
        _ => None,
    }
}

/// Exclusive and ordered accesses, compare and swap.
fn exclusive(word: u32) -> Option<Instruction> {
    let size = 1 << field(word, 31, 30);
    let base = or_stack(field(word, 9, 5));
    let is_load = field(word, 22, 22) == 1;
    let [one, two] = [field(word, 4, 0), field(word, 14, 10)].map(|number| data(number, false));
    let status = general(field(word, 20, 16));
    Some(match (field(word, 23, 23), field(word, 21, 21)) {
        // ldxr, stxr: the status is public, as it depends on other threads.
        (0, 0) => {
            let access = access(direction(is_load), base, &[one], size);
            if is_load { access } else { Instruction { public: status, ..access } }
        }
        // ldxp, stxp
        (0, 1) if size >= 4 => {
            let access = access(direction(is_load), base, &[one, two], size);
            if is_load { access } else { Instruction { public: status, ..access } }
        }
        // ldar, stlr
        (1, 0) => access(direction(is_load), base, &[one], size),
        // cas: the register `status` is compared, and receives the old value.
        (1, 1) => update(base, status | general(field(word, 4, 0)), data(field(word, 20, 16), false), size),
        _ => return None,
    })
}

fn update(base: Registers, operands: Registers, old: Option<u32>, size: usize) -> Instruction {
    Instruction { operands, ..mixed(access(Direction::Update, base, &[old], size)) }
}

/// ld1 to ld4, st1 to st4.
fn structures(word: u32) -> Option<Instruction> {
    let is_post_indexed = field(word, 23, 23) == 1;
    let offset = if is_post_indexed { general(field(word, 20, 16)) } else { 0 };
    let base = or_stack(field(word, 9, 5)) | offset;
    let direction = direction(field(word, 22, 22) == 1);
    let full = if field(word, 30, 30) == 1 { 16 } else { 8 };
    let of = |count: u32, size: usize| {
        let registers = [0, 1, 2, 3].map(|i| data((field(word, 4, 0) + i) % 32, true));
        access(direction, base, &registers[..count as usize], size)
    };
    if field(word, 24, 24) == 0 {
        return Some(match field(word, 15, 12) {
            0b0000 => mixed(of(4, full)),
            0b0100 => mixed(of(3, full)),
            0b1000 => mixed(of(2, full)),
            0b0010 => of(4, full),
            0b0110 => of(3, full),
            0b1010 => of(2, full),
            0b0111 => of(1, full),
            _ => return None,
        });
    }
    // One element, or one element in all lanes.
    let opcode = field(word, 15, 13);
    let count = ((opcode & 1) << 1 | field(word, 21, 21)) + 1;
    let size = match opcode >> 1 {
        0b00 => 1,
        0b01 => 2,
        0b10 if field(word, 10, 10) == 1 => 8,
        0b10 => 4,
        _ => 1 << field(word, 11, 10),
    };
    let instruction = mixed(of(count, size));
    // A load of one element keeps the other elements.
    let keeps = direction == Direction::Load && opcode >> 1 != 0b11;
    let old = (0..count).fold(0, |set, i| set | vector((field(word, 4, 0) + i) % 32));
    Some(Instruction { operands: if keeps { old } else { 0 }, ..instruction })
}

/// Loads from an address relative to the instruction.
fn literal(word: u32) -> Option<Instruction> {
    let is_vector = field(word, 26, 26) == 1;
    let register = data(field(word, 4, 0), is_vector);
    Some(match (field(word, 31, 30), is_vector) {
        (size @ 0..=1, false) | (size @ 0..=2, true) => access(Direction::Load, 0, &[register], 4 << size),
        // ldrsw
        (0b10, false) => mixed(access(Direction::Load, 0, &[register], 4)),
        // prfm
        (0b11, false) => address(0),
        _ => return None,
    })
}

/// ldp, stp, ldnp, stnp.
fn pair(word: u32) -> Option<Instruction> {
    let is_vector = field(word, 26, 26) == 1;
    let registers = [field(word, 4, 0), field(word, 14, 10)].map(|number| data(number, is_vector));
    let direction = direction(field(word, 22, 22) == 1);
    let base = or_stack(field(word, 9, 5));
    let (size, is_signed) = match (field(word, 31, 30), is_vector) {
        (size @ 0..=2, true) => (4 << size, false),
        (0b00, false) => (4, false),
        (0b10, false) => (8, false),
        // ldpsw
        (0b01, false) if direction == Direction::Load => (4, true),
        _ => return None,
    };
    let instruction = access(direction, base, &registers, size);
    let instruction = if is_signed { mixed(instruction) } else { instruction };
    let offset = signed(word, 21, 15) * i64::try_from(size).ok()?;
    Some(on_stack(instruction, word, offset, field(word, 24, 23)))
}

/// Loads and stores of one register, prefetches and atomic operations.
fn single(word: u32) -> Option<Instruction> {
    let is_vector = field(word, 26, 26) == 1;
    let register = data(field(word, 4, 0), is_vector);
    let (size, opcode) = (field(word, 31, 30), field(word, 23, 22));
    let mut base = or_stack(field(word, 9, 5));
    if field(word, 25, 24) == 0 && field(word, 21, 21) == 1 {
        let operand = field(word, 20, 16);
        match field(word, 11, 10) {
            // An index
            0b10 => base |= general(operand),
            // ldadd, ldclr, ldeor, ldset, swp and their like
            0b00 if !is_vector => return Some(update(base, general(operand), register, 1 << size)),
            _ => return None,
        }
    }
    let instruction = match (is_vector, opcode) {
        (false, 0b00) => access(Direction::Store, base, &[register], 1 << size),
        (false, 0b01) => access(Direction::Load, base, &[register], 1 << size),
        (false, 0b10) if size == 3 => address(base),
        // The sign is extended.
        (false, _) if size < 3 => mixed(access(Direction::Load, base, &[register], 1 << size)),
        (true, 0b10 | 0b11) if size == 0 => access(direction(opcode == 0b11), base, &[register], 16),
        (true, 0b00 | 0b01) => access(direction(opcode == 0b01), base, &[register], 1 << size),
        _ => return None,
    };
    let scale = if is_vector && opcode & 0b10 != 0 { 16 } else { 1 << size };
    Some(if field(word, 24, 24) == 1 {
        on_stack(instruction, word, i64::from(field(word, 21, 10)) * scale, 0)
    } else if field(word, 21, 21) == 0 {
        on_stack(instruction, word, signed(word, 20, 12), field(word, 11, 10))
    } else {
        instruction
    })
}
