//! The dependence of an instruction's results on the bytes of its operands.

use iced_x86::{Code, ConditionCode, FlowControl, Instruction, Mnemonic, OpKind, Register};

use super::state::low_bits;

/// The dependence of the results on the sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// Every byte of the results depends on every byte of the sources.
    Mix,
    /// Byte `i` of the result is byte `i` of the source; further bytes of the result are zero.
    Copy,
    /// As `Copy`, but further bytes of the result repeat the sign of the source.
    SignExtend,
    /// Byte `i` of the result depends on the bytes `i` of the sources: and, or, xor. `visible` has the bytes of the
    /// result that an immediate operand does not clear.
    Bitwise { visible: u64 },
    /// As `Bitwise`, for words of `bytes` bytes: sums and products in the lanes of vectors.
    Lanes { bytes: u32 },
    /// The result is the first operand or the second, selected by a condition.
    Choose,
    /// The result is the index of a bit. If the source is zero, the result is unchanged.
    Scan,
    /// The result consists of two halves of 8 bytes, each from a fixed position of an operand.
    Halves,
    /// The difference of a register and itself, which depends only on the borrow flag.
    Borrow,
    /// No result depends on a source: constants computed from a register and itself.
    Constant,
    /// `movs` and `stos`, tracked one element at a time, with or without `rep`.
    String { element: usize, repeated: bool, copies: bool },
    /// All bytes of the first sixteen vectors become zero, except those of `keep`.
    ClearVectors { keep: u64 },
    /// A request to valgrind, which is encoded in the preceding instructions.
    Request,
    /// A system call.
    System,
}

impl Rule {
    /// The rule of an instruction: `Mix` unless there is a more precise one.
    pub(crate) fn of(instruction: &Instruction) -> Self {
        special(instruction)
            .or_else(|| moving(instruction))
            .or_else(|| constant(instruction))
            .or_else(|| bitwise(instruction))
            .or_else(|| lanes(instruction))
            .or_else(|| halves(instruction))
            .unwrap_or(Self::Mix)
    }
}

fn special(instruction: &Instruction) -> Option<Rule> {
    use Mnemonic as M;
    let rbx_with_itself = instruction.code() == Code::Xchg_rm64_r64
        && instruction.op0_register() == Register::RBX
        && instruction.op1_register() == Register::RBX;
    Some(match instruction.mnemonic() {
        _ if is_conditional_move(instruction) => Rule::Choose,
        M::Bsf | M::Bsr => Rule::Scan,
        M::Syscall => Rule::System,
        M::Xchg if rbx_with_itself => Rule::Request,
        M::Vzeroupper => Rule::ClearVectors { keep: low_bits(16) },
        M::Vzeroall => Rule::ClearVectors { keep: 0 },
        M::Movsb | M::Movsw | M::Movsq | M::Stosb | M::Stosw | M::Stosd | M::Stosq => string(instruction),
        M::Movsd if instruction.is_string_instruction() => string(instruction),
        _ => return None,
    })
}

#[rustfmt::skip]
fn moving(instruction: &Instruction) -> Option<Rule> {
    use Mnemonic as M;
    // Moves of scalars between registers keep the rest of the register; moves from memory clear it.
    let with_memory = instruction.op0_kind() != OpKind::Register || instruction.op1_kind() != OpKind::Register;
    let two_operands = instruction.op_count() == 2 && !instruction.has_op_mask();
    Some(match instruction.mnemonic() {
        M::Mov | M::Movzx | M::Push | M::Pop | M::Leave | M::Movnti => Rule::Copy,
        M::Movaps | M::Movups | M::Movapd | M::Movupd | M::Movdqa | M::Movdqu | M::Lddqu | M::Movntdq | M::Movntps
        | M::Movd | M::Movq => Rule::Copy,
        M::Vmovaps | M::Vmovups | M::Vmovapd | M::Vmovupd | M::Vmovdqa | M::Vmovdqu | M::Vlddqu | M::Vmovntdq
        | M::Vmovntps | M::Vmovntdqa | M::Vmovd | M::Vmovq => Rule::Copy,
        M::Vmovdqa32 | M::Vmovdqa64 | M::Vmovdqu8 | M::Vmovdqu16 | M::Vmovdqu32 | M::Vmovdqu64 => Rule::Copy,
        M::Kmovb | M::Kmovw | M::Kmovd | M::Kmovq => Rule::Copy,
        M::Movss | M::Movsd if with_memory => Rule::Copy,
        M::Vmovss | M::Vmovsd if two_operands => Rule::Copy,
        M::Movsx | M::Movsxd => Rule::SignExtend,
        _ => return None,
    })
}

fn constant(instruction: &Instruction) -> Option<Rule> {
    use Mnemonic as M;
    let masked = instruction.has_op_mask();
    let all_ones = immediate(instruction, instruction.op_count().saturating_sub(1)) == Some(0xff);
    Some(match instruction.mnemonic() {
        M::Sbb if is_same_register(instruction, 0, 1) => Rule::Borrow,
        M::Pcmpeqb | M::Pcmpeqd | M::Pcmpeqw | M::Pcmpeqq if is_same_register(instruction, 0, 1) => {
            Rule::Constant
        }
        M::Vpcmpeqb | M::Vpcmpeqd | M::Vpcmpeqw | M::Vpcmpeqq
            if is_same_register(instruction, 1, 2) && !masked =>
        {
            Rule::Constant
        }
        M::Vpternlogd | M::Vpternlogq if !masked && all_ones => Rule::Constant,
        _ => return None,
    })
}

#[rustfmt::skip]
fn bitwise(instruction: &Instruction) -> Option<Rule> {
    use Mnemonic as M;
    let plain = !instruction.has_op_mask() && !instruction.is_broadcast();
    let visible = match instruction.mnemonic() {
        M::And | M::Test => immediate(instruction, 1).map_or(u64::MAX, visible_bytes),
        M::Or | M::Xor | M::Not | M::Andn => u64::MAX,
        M::Pand | M::Por | M::Pxor | M::Pandn | M::Andps | M::Orps | M::Xorps | M::Andpd | M::Orpd | M::Xorpd
        | M::Andnps | M::Andnpd => u64::MAX,
        M::Vpand | M::Vpor | M::Vpxor | M::Vpandn | M::Vandps | M::Vorps | M::Vxorps | M::Vandpd | M::Vorpd
        | M::Vxorpd | M::Vpandq | M::Vporq | M::Vpxorq | M::Vpandnq | M::Vpandd | M::Vpord | M::Vpxord
        | M::Vpternlogd | M::Vpternlogq if plain => u64::MAX,
        _ => return None,
    };
    Some(Rule::Bitwise { visible })
}

#[rustfmt::skip]
fn lanes(instruction: &Instruction) -> Option<Rule> {
    use Mnemonic as M;
    let plain = !instruction.has_op_mask() && !instruction.is_broadcast();
    match instruction.mnemonic() {
        M::Paddq | M::Psubq | M::Pmuludq | M::Vpaddq | M::Vpsubq | M::Vpmuludq | M::Vpmadd52luq | M::Vpmadd52huq
        | M::Vfmadd231pd if plain => Some(Rule::Lanes { bytes: 8 }),
        _ => None,
    }
}

/// Instructions by which compilers combine two words in a register, one of which may be an address.
fn halves(instruction: &Instruction) -> Option<Rule> {
    use Mnemonic as M;
    let short = !instruction.has_op_mask() && instruction.op0_register().is_xmm();
    let matches = match instruction.mnemonic() {
        M::Punpcklqdq | M::Punpckhqdq | M::Movlhps | M::Pinsrq | M::Movhps | M::Movhpd | M::Movsd => short,
        M::Vpunpcklqdq | M::Vpunpckhqdq | M::Vpinsrq | M::Vmovlhps => short && !instruction.is_broadcast(),
        _ => false,
    };
    matches.then_some(Rule::Halves)
}

pub(super) fn immediate(instruction: &Instruction, operand: u32) -> Option<u64> {
    if operand >= instruction.op_count() {
        return None;
    }
    match instruction.op_kind(operand) {
        OpKind::Immediate8
        | OpKind::Immediate8to16
        | OpKind::Immediate8to32
        | OpKind::Immediate8to64
        | OpKind::Immediate16
        | OpKind::Immediate32
        | OpKind::Immediate32to64
        | OpKind::Immediate64 => Some(instruction.immediate(operand)),
        _ => None,
    }
}

fn is_same_register(instruction: &Instruction, a: u32, b: u32) -> bool {
    instruction.op_count() > b
        && instruction.op_kind(a) == OpKind::Register
        && instruction.op_kind(b) == OpKind::Register
        && instruction.op_register(a) == instruction.op_register(b)
}

fn is_conditional_move(instruction: &Instruction) -> bool {
    instruction.condition_code() != ConditionCode::None
        && instruction.flow_control() == FlowControl::Next
        && instruction.op_count() == 2
}

fn string(instruction: &Instruction) -> Rule {
    use Mnemonic as M;
    let (element, copies) = match instruction.mnemonic() {
        M::Movsb => (1, true),
        M::Movsw => (2, true),
        M::Movsd => (4, true),
        M::Movsq => (8, true),
        M::Stosb => (1, false),
        M::Stosw => (2, false),
        M::Stosd => (4, false),
        _ => (8, false),
    };
    Rule::String { element, repeated: instruction.has_rep_prefix() || instruction.has_repne_prefix(), copies }
}

/// The bytes of an immediate operand that are not zero.
fn visible_bytes(factor: u64) -> u64 {
    (0..8).filter(|i| factor >> (8 * i) & 0xff != 0).fold(0, |bytes, i| bytes | 1 << i)
}
