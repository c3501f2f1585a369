//! Decoded instructions: the operands that an instruction reads and writes, computed once for each address.

use iced_x86::{
    FlowControl, Formatter as _, Instruction, InstructionInfo, InstructionInfoFactory, IntelFormatter,
    Mnemonic, OpAccess, OpKind, Register, UsedMemory,
};

use super::change::Change;
use super::known::Place;
use super::rule::Rule;
use super::state::{Part, low_bits};

/// An operand in memory.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    pub(crate) place: Place,
    pub(crate) size: usize,
    pub(crate) read: bool,
    pub(crate) written: bool,
    /// Whether some bytes may be unchanged.
    pub(crate) partly: bool,
    /// The size in bytes of the elements that the bits of a mask select.
    pub(crate) element: usize,
}

/// A register that is written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Written {
    pub(crate) part: Part,
    /// The bytes that receive the result; the other bytes of the part become zero.
    pub(crate) result: u64,
    /// Whether some bytes may be unchanged.
    pub(crate) partly: bool,
}

/// A decoded instruction.
#[derive(Debug)]
pub(crate) struct Decoded {
    pub(crate) instruction: Instruction,
    /// The address, and that of the instruction behind.
    pub(crate) address: u64,
    pub(crate) next: u64,
    pub(crate) flow: FlowControl,
    /// Whether the instruction needs work after its execution, or is not supported: it is a sequence of its own.
    pub(crate) needs_step: bool,
    /// How values change.
    pub(crate) change: Change,
    /// The number of the mask register and the general register, if the instruction assigns a general register to a
    /// mask.
    pub(crate) makes_mask: Option<(usize, Register)>,
    pub(crate) rule: Rule,
    pub(crate) reads: Vec<Part>,
    /// The last operand, if it is a register: the source of a move.
    pub(crate) moved: Option<Part>,
    pub(crate) writes: Vec<Written>,
    pub(crate) memory: Vec<Memory>,
    /// The number of the mask register that selects elements.
    pub(crate) mask: Option<usize>,
    /// The registers of addresses in memory, also of prefetches.
    pub(crate) addressing: Vec<Part>,
    pub(crate) flags_read: u32,
    pub(crate) flags_set_by_result: u32,
    pub(crate) flags_constant: u32,
    pub(crate) flags_may_stay: bool,
    /// Whether the time depends on the operands, on some processors.
    pub(crate) slow_for_some: bool,
    /// The reason why the instruction is not supported, if it is not.
    pub(crate) refused: Option<&'static str>,
}

impl Decoded {
    pub(crate) fn new(factory: &mut InstructionInfoFactory, instruction: Instruction) -> Self {
        let info = factory.info(&instruction);
        let rule = Rule::of(&instruction);
        let mut refused = refusal(&instruction, rule);
        let memory: Vec<Memory> =
            info.used_memory().iter().filter_map(|operand| memory(&instruction, operand, rule)).collect();
        if refused.is_none() && memory.iter().any(|memory| memory.size == 0 || memory.size > 64) {
            refused = Some("an operand in memory of unknown size");
        }
        let mut addressing: Vec<Part> = info
            .used_memory()
            .iter()
            .flat_map(|operand| [operand.base(), operand.index()])
            .chain(prefetched(&instruction))
            .chain(bit_string(&instruction))
            .filter_map(Part::of)
            .collect();
        addressing.dedup();
        let zero_extended = low_bits(instruction.op0_register().size());
        let writes = writes(&instruction, info, zero_extended);
        let slots = writes.iter().map(|written| usize::from(written.part.slot));
        let (flow, makes_mask) = (instruction.flow_control(), makes_mask(&instruction));
        Self {
            address: instruction.ip(),
            next: instruction.next_ip(),
            flow,
            needs_step: matches!(rule, Rule::Request | Rule::System | Rule::String { .. })
                || refused.is_some(),
            change: Change::of(&instruction, slots.filter(|slot| *slot < 16)),
            makes_mask,
            reads: reads(&instruction, info),
            moved: moved(&instruction),
            mask: instruction.has_op_mask().then(|| instruction.op_mask().number()),
            writes,
            memory,
            addressing,
            flags_read: instruction.rflags_read() & STATUS,
            flags_set_by_result: (instruction.rflags_written() | instruction.rflags_undefined()) & STATUS,
            flags_constant: (instruction.rflags_cleared() | instruction.rflags_set()) & STATUS,
            flags_may_stay: is_shift_by_register(&instruction),
            slow_for_some: is_slow_for_some(&instruction),
            rule,
            refused,
            instruction,
        }
    }

    /// The numbers of the mask registers that change.
    pub(crate) fn written_masks(&self) -> impl Iterator<Item = usize> {
        self.writes.iter().filter_map(|written| written.part.mask())
    }

    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        IntelFormatter::new().format(&self.instruction, &mut text);
        text
    }
}

/// Overflow, sign, zero, auxiliary, carry and parity.
const STATUS: u32 = iced_x86::RflagsBits::OF
    | iced_x86::RflagsBits::SF
    | iced_x86::RflagsBits::ZF
    | iced_x86::RflagsBits::AF
    | iced_x86::RflagsBits::CF
    | iced_x86::RflagsBits::PF;

fn may_write(access: OpAccess) -> bool {
    matches!(access, OpAccess::Write | OpAccess::CondWrite | OpAccess::ReadWrite | OpAccess::ReadCondWrite)
}

fn may_read(access: OpAccess) -> bool {
    matches!(access, OpAccess::Read | OpAccess::CondRead | OpAccess::ReadWrite | OpAccess::ReadCondWrite)
}

fn may_stay(access: OpAccess) -> bool {
    matches!(access, OpAccess::CondWrite | OpAccess::ReadCondWrite)
}

fn makes_mask(instruction: &Instruction) -> Option<(usize, Register)> {
    use Mnemonic as M;
    let (to, from) = (instruction.op0_register(), instruction.op1_register());
    let moves = matches!(instruction.mnemonic(), M::Kmovb | M::Kmovw | M::Kmovd | M::Kmovq);
    (moves && to.is_k() && from.is_gpr()).then(|| (to.number(), from))
}

fn memory(instruction: &Instruction, operand: &UsedMemory, rule: Rule) -> Option<Memory> {
    let access = operand.access();
    if access == OpAccess::NoMemAccess || access == OpAccess::None {
        return None;
    }
    let size = match rule {
        Rule::String { element, .. } => element,
        _ => operand.memory_size().size(),
    };
    Some(Memory {
        place: Place::of(operand, instruction.next_ip()),
        size,
        read: may_read(access),
        written: may_write(access),
        partly: may_stay(access),
        element: operand.memory_size().element_size().max(1),
    })
}

/// The registers of the address of a prefetch or flush, which affects caches as a read does.
fn prefetched(instruction: &Instruction) -> [Register; 2] {
    use Mnemonic as M;
    match instruction.mnemonic() {
        M::Prefetcht0
        | M::Prefetcht1
        | M::Prefetcht2
        | M::Prefetchnta
        | M::Prefetchw
        | M::Prefetch
        | M::Prefetchwt1
        | M::Clflush
        | M::Clflushopt
        | M::Clwb
        | M::Cldemote => [instruction.memory_base(), instruction.memory_index()],
        _ => [Register::None; 2],
    }
}

/// The register with the index of a bit in memory, which is part of the address.
fn bit_string(instruction: &Instruction) -> Option<Register> {
    use Mnemonic as M;
    let is_bit_test = matches!(instruction.mnemonic(), M::Bt | M::Bts | M::Btr | M::Btc);
    (is_bit_test && instruction.op0_kind() == OpKind::Memory && instruction.op1_kind() == OpKind::Register)
        .then(|| instruction.op1_register())
}

/// Whether the instruction updates the register independently of data: the stack pointer of pushes and pops, and the
/// pointers and the count of string instructions.
fn is_implicit_pointer(instruction: &Instruction, register: Register) -> bool {
    let stack = instruction.is_stack_instruction() || instruction.mnemonic() == Mnemonic::Leave;
    let string = instruction.is_string_instruction();
    match register.full_register() {
        Register::RSP => stack,
        Register::RSI | Register::RDI | Register::RCX => string,
        _ => false,
    }
}

fn reads(instruction: &Instruction, info: &InstructionInfo) -> Vec<Part> {
    info.used_registers()
        .iter()
        .filter(|used| may_read(used.access()) && !is_implicit_pointer(instruction, used.register()))
        // The base and index of an address are not operands, unless they also occur as operands.
        .filter(|used| {
            !info
                .used_memory()
                .iter()
                .any(|memory| [memory.base(), memory.index()].contains(&used.register()))
                || (0..instruction.op_count()).any(|i| {
                    instruction.op_kind(i) == OpKind::Register
                        && instruction.op_register(i).full_register() == used.register().full_register()
                })
        })
        .filter_map(|used| Part::of(used.register()))
        .collect()
}

fn writes(instruction: &Instruction, info: &InstructionInfo, zero_extended: u64) -> Vec<Written> {
    info.used_registers()
        .iter()
        .filter(|used| may_write(used.access()) && !is_implicit_pointer(instruction, used.register()))
        .filter_map(|used| {
            let part = Part::of(used.register())?;
            let is_first = instruction.op0_kind() == OpKind::Register
                && Part::of(instruction.op0_register()).is_some_and(|first| first.slot == part.slot);
            let result = if is_first && part.is_vector() { part.bytes & zero_extended } else { part.bytes };
            Some(Written { part, result, partly: may_stay(used.access()) })
        })
        .collect()
}

/// Whether this is a shift or rotation by a register: with a count of zero, the flags are unchanged.
fn is_shift_by_register(instruction: &Instruction) -> bool {
    use Mnemonic as M;
    let shifts = matches!(
        instruction.mnemonic(),
        M::Shl | M::Shr | M::Sar | M::Sal | M::Rol | M::Ror | M::Rcl | M::Rcr | M::Shld | M::Shrd
    );
    let last = instruction.op_count().saturating_sub(1);
    shifts && instruction.op_kind(last) == OpKind::Register
}

/// The last operand, if it is a register.
fn moved(instruction: &Instruction) -> Option<Part> {
    let last = instruction.op_count().checked_sub(1)?;
    if instruction.op_kind(last) == OpKind::Register { Part::of(instruction.op_register(last)) } else { None }
}

/// Whether the time depends on the operands: division and square roots on all processors, `pdep` and `pext` on AMD
/// before Zen 3.
fn is_slow_for_some(instruction: &Instruction) -> bool {
    use Mnemonic as M;
    matches!(
        instruction.mnemonic(),
        M::Div
            | M::Idiv
            | M::Pdep
            | M::Pext
            | M::Divss
            | M::Divsd
            | M::Divps
            | M::Divpd
            | M::Vdivss
            | M::Vdivsd
            | M::Vdivps
            | M::Vdivpd
            | M::Sqrtss
            | M::Sqrtsd
            | M::Sqrtps
            | M::Sqrtpd
            | M::Vsqrtss
            | M::Vsqrtsd
            | M::Vsqrtps
            | M::Vsqrtpd
            | M::Fdiv
            | M::Fdivp
            | M::Fdivr
            | M::Fdivrp
            | M::Fidiv
            | M::Fidivr
            | M::Fsqrt
            | M::Fprem
            | M::Fprem1
    )
}

fn refusal(instruction: &Instruction, rule: Rule) -> Option<&'static str> {
    use Mnemonic as M;
    if instruction.is_invalid() {
        return Some("an instruction that the decoder does not know");
    }
    if instruction.is_vsib() {
        return Some("a gather or scatter: its addresses stand in a vector");
    }
    if matches!(
        instruction.mnemonic(),
        M::Xbegin
            | M::Int
            | M::Int1
            | M::Int3
            | M::Into
            | M::Sysenter
            | M::Xsave
            | M::Xsavec
            | M::Xsaveopt
            | M::Xrstor
            | M::Fxsave
            | M::Fxrstor
            | M::Wrfsbase
            | M::Wrgsbase
            | M::Retf
    ) {
        return Some("no instruction of a computation");
    }
    if bit_string(instruction).is_some() {
        return Some("a bit of memory whose place depends on a register");
    }
    if instruction.is_call_far() || instruction.is_call_far_indirect() || instruction.is_jmp_far_indirect() {
        return Some("a far call or jump");
    }
    if instruction.is_string_instruction() && !matches!(rule, Rule::String { .. }) {
        return Some("a string instruction other than movs and stos");
    }
    None
}
