//! Instructions on vectors and floating-point numbers.

use super::{FLAGS, Instruction, Kind, compute, field, general, public, vector};

/// Decodes an instruction on vectors. Floating-point arithmetic counts as timed: the time of some processors depends on
/// its operands. Sums of doubles and multiply-adds of vectors of doubles do not count, as on x86-64: subnormal numbers
/// alone change their time, and kernels have none.
///
/// Of the cryptographic instructions, those of SHA-1 and SHA-256 are supported.
pub(super) fn decode(word: u32) -> Option<Instruction> {
    let [to, a, b] = [field(word, 4, 0), field(word, 9, 5), field(word, 20, 16)].map(vector);
    let is_scalar = field(word, 28, 28) == 1;
    if is_scalar && field(word, 30, 30) == 0 {
        return floating_point(word);
    }
    // Bit 31 is zero in instructions on vectors. Scalar ones have bits 31 to 30 equal to 01.
    if field(word, 31, 31) == 1 || field(word, 27, 25) != 0b111 {
        return None;
    }
    if word >> 24 == 0x5e && word & 0x00e0_8c00 == 0 || word & 0xffff_cc00 == 0x5e28_0800 {
        // sha1c to sha256su1 with three operands, and sha1h to sha256su0 with two: most change the register.
        let b = if field(word, 21, 21) == 0 { b } else { 0 };
        return Some(compute(a | b | to, to, 16));
    }
    let is_high = field(word, 29, 29) == 1;
    let is_upper = field(word, 30, 30) == 1 && !is_scalar;
    let size = field(word, 23, 22);
    // An instruction, which may also read its old result.
    let of = |operands, keeps: bool| {
        let width = if is_upper { 16 } else { 8 };
        Some(compute(operands | if keeps { to } else { 0 }, to, width))
    };
    let timed = |operands, keeps| of(operands, keeps).map(|instruction| instruction.of_kind(Kind::Timed));
    if field(word, 24, 24) == 1 {
        return if field(word, 10, 10) == 0 {
            // With an element of a vector: odd opcodes from 1 to 11 are floating-point.
            let b = b | vector(field(word, 19, 16));
            match (is_high, field(word, 15, 12)) {
                // fmla, fmls of doubles
                (false, 0b0001 | 0b0101) if size == 3 && !is_scalar => of(a | b, true),
                // fmla, fmls; fmul, fmulx
                (_, 0b0001 | 0b0101) => timed(a | b, true),
                (_, 0b1001) => timed(a | b, false),
                (true, 0b0011 | 0b0111) | (false, 0b0000 | 0b0100 | 0b1110) => None,
                _ => of(a | b, true),
            }
        } else if field(word, 23, 23) == 1 {
            None
        } else if field(word, 22, 19) == 0 {
            // movi, mvni, fmov; orr and bic change the register.
            let cmode = field(word, 15, 12);
            let keeps = cmode < 0b1100 && cmode & 1 == 1;
            if keeps { of(0, true) } else { Some(public(to)) }
        } else {
            // Shifts. Conversions between integers and floating-point numbers have the highest opcodes.
            match field(word, 15, 11) {
                0b11100.. => timed(a, false),
                // sshr, ushr, srshr, urshr, shl, sqshl, sshll, ushll
                0b00000 | 0b00100 | 0b01110 | 0b10100 => of(a, false),
                0b01010 if !is_high => of(a, false),
                // shrn, rshrn to the lower half
                0b10000 | 0b10001 if !is_upper => of(a, false),
                _ => of(a, true),
            }
        };
    }
    let opcode = field(word, 15, 11);
    if field(word, 21, 21) == 1 && field(word, 10, 10) == 1 {
        // Three operands of one type. Floating-point opcodes are the highest, and `and` to `bif` are one.
        return match opcode {
            // fmla, fmls, fadd, fsub of doubles
            0b11001 | 0b11010 if size & 1 == 1 && !is_high && !is_scalar => of(a | b, opcode == 0b11001),
            // fmla, fmls, fmlal, fmlsl
            0b11001 | 0b11101 => timed(a | b, true),
            0b11000.. => timed(a | b, false),
            0b00011 => {
                let instruction =
                    of(if is_high && size == 0 && a == b { 0 } else { a | b }, is_high && size != 0);
                instruction.map(|instruction| instruction.of_kind(Kind::Bytewise))
            }
            // saba, uaba, mla, mls
            0b01111 | 0b10010 => of(a | b, true),
            _ => of(a | b, false),
        };
    }
    if field(word, 21, 21) == 1 && field(word, 11, 10) == 0b00 {
        // Three operands of different types. Those that add to the result or fill its upper half keep it.
        let opcode = field(word, 15, 12);
        let adds = matches!(opcode, 0b0101 | 0b1000 | 0b1001 | 0b1010 | 0b1011);
        let fills = matches!(opcode, 0b0100 | 0b0110);
        return of(a | b, adds || fills && is_upper).map(|instruction| wide(instruction, !fills || is_upper));
    }
    if field(word, 21, 17) == 0b10000 && field(word, 11, 10) == 0b10 {
        // One operand. Floating-point opcodes are 12 to 15 with a high size, and 22 and more.
        let opcode = field(word, 16, 12);
        return match opcode {
            0b01100..=0b01111 if size >= 2 => timed(a, false),
            // fcvtn and fcvtxn
            0b10110 => timed(a, is_upper),
            0b10111.. => timed(a, false),
            // rev64, rev32, rev16, cls, clz, cnt, not, rbit, abs, neg, comparisons with zero
            0b00000 | 0b00001 | 0b00100 | 0b00101 | 0b01000..=0b01011 => of(a, false),
            // saddlp, uaddlp
            0b00010 => of(a, false),
            // xtn
            0b10010 if !is_upper => of(a, false),
            // shll
            0b10011 => of(a, false).map(|instruction| wide(instruction, true)),
            _ => of(a, true),
        };
    }
    if field(word, 21, 17) == 0b11000 && field(word, 11, 10) == 0b10 {
        // Across lanes. Floating-point minima and maxima have the opcodes 12 and 15.
        return if field(word, 16, 12) & 0b01100 == 0b01100 { timed(a, false) } else { of(a, false) };
    }
    if field(word, 23, 21) == 0 && field(word, 15, 15) == 0 && field(word, 10, 10) == 1 {
        return copy(word, is_scalar);
    }
    if field(word, 21, 21) == 0 && field(word, 15, 15) == 0 && field(word, 10, 10) == 0 && !is_scalar {
        return match (is_high, size, field(word, 11, 10)) {
            // uzp, trn, zip
            (false, _, 0b10) if field(word, 14, 12) & 0b011 != 0 => of(a | b, false),
            // tbl, tbx: the table is up to four vectors from `a` on.
            (false, 0, 0b00) => {
                let table =
                    (0..=field(word, 14, 13)).fold(0, |set, i| set | vector((field(word, 9, 5) + i) % 32));
                of(table | b, field(word, 12, 12) == 1)
            }
            // ext
            (true, 0, _) => of(a | b, false),
            _ => None,
        };
    }
    None
}

/// An instruction whose result has sixteen bytes in every case.
fn wide(instruction: Instruction, is_wide: bool) -> Instruction {
    Instruction { width: if is_wide { 16 } else { instruction.width }, ..instruction }
}

/// dup, ins, smov, umov.
fn copy(word: u32, is_scalar: bool) -> Option<Instruction> {
    let (to, from) = (field(word, 4, 0), field(word, 9, 5));
    Some(match (field(word, 29, 29), field(word, 14, 11)) {
        (0, 0b0000) => compute(vector(from), vector(to), 16),
        (0, 0b0001) if !is_scalar => compute(general(from), vector(to), 16),
        // ins from a general register, and from a lane
        (0, 0b0011) if !is_scalar => compute(general(from) | vector(to), vector(to), 16),
        (1, _) if !is_scalar => compute(vector(from) | vector(to), vector(to), 16),
        // smov, umov
        (0, 0b0101 | 0b0111) if !is_scalar => compute(vector(from), general(to), 8),
        _ => return None,
    })
}

/// Scalar floating-point instructions: only moves are not timed.
fn floating_point(word: u32) -> Option<Instruction> {
    let (to, from) = (field(word, 4, 0), field(word, 9, 5));
    let b = vector(field(word, 20, 16));
    if field(word, 29, 29) == 1 || field(word, 27, 24) == 0b1111 {
        // fmadd, fmsub, fnmadd, fnmsub
        let c = vector(field(word, 14, 10));
        let is_product = word >> 29 == 0 && field(word, 27, 24) == 0b1111;
        return is_product.then(|| compute(vector(from) | b | c, vector(to), 8).of_kind(Kind::Timed));
    }
    if field(word, 27, 24) != 0b1110 || field(word, 21, 21) == 0 {
        return None;
    }
    // Between integers and floating-point numbers: a move has the opcode 6 (to general) or 7.
    if field(word, 15, 10) == 0 {
        return Some(match field(word, 18, 16) {
            0b110 => compute(vector(from), general(to), 8),
            // The move to the upper half keeps the lower one.
            0b111 if field(word, 19, 19) == 1 => compute(general(from) | vector(to), vector(to), 16),
            0b111 => compute(general(from), vector(to), 8),
            op if op & 1 == 0 && op < 0b010 || op > 0b011 => {
                compute(vector(from), general(to), 8).of_kind(Kind::Timed)
            }
            _ => compute(general(from), vector(to), 8).of_kind(Kind::Timed),
        });
    }
    let is_32_bit = word >> 31 == 0;
    Some(match field(word, 11, 10) {
        _ if !is_32_bit => return None,
        // fmov, fabs, fneg; others are arithmetic.
        0b00 if field(word, 14, 10) == 0b10000 => {
            let instruction = compute(vector(from), vector(to), 8);
            if field(word, 20, 15) < 3 { instruction } else { instruction.of_kind(Kind::Timed) }
        }
        // fcmp
        0b00 if field(word, 13, 10) == 0b1000 => compute(vector(from) | b, FLAGS, 8).of_kind(Kind::Timed),
        // fmov of a constant
        0b00 if field(word, 12, 10) == 0b100 => public(vector(to)),
        0b01 => compute(vector(from) | b | FLAGS, FLAGS, 8).of_kind(Kind::Timed),
        // fadd, fsub of doubles
        0b10 if field(word, 23, 22) == 1 && field(word, 15, 13) == 1 => {
            compute(vector(from) | b, vector(to), 8)
        }
        0b10 => compute(vector(from) | b, vector(to), 8).of_kind(Kind::Timed),
        // fcsel
        0b11 => compute(vector(from) | b | FLAGS, vector(to), 8),
        _ => return None,
    })
}
