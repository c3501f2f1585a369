//! Sequences of instructions that a process executes without a decision, with the addresses of their operands in
//! memory.

use iced_x86::{ConditionCode, FlowControl, Instruction, Mnemonic, OpKind, Register};
use nix::libc::user_regs_struct;
use std::collections::HashSet;
use std::rc::Rc;

use super::decoded::{Decoded, goes_straight_on};
use super::rule::Rule;

/// The largest length of a sequence.
const LONGEST: usize = 4000;

/// Instructions that are executed one after the other.
pub(crate) struct Sequence {
    pub(crate) first: Rc<Decoded>,
    /// The addresses of the first instruction's operands in memory.
    pub(crate) addresses: Vec<u64>,
    /// The number of instructions.
    pub(crate) length: u64,
    /// The address of the instruction after the sequence, for a breakpoint. `None` for one instruction that is executed
    /// by a single step.
    pub(crate) end: Option<u64>,
}

/// Access to a stopped process and to the state of its secrets.
pub(crate) trait Follower {
    /// The instruction at an address.
    fn decoded(&mut self, address: u64) -> Rc<Decoded>;
    /// The word at an address.
    fn word(&self, address: u64) -> Option<u64>;
    /// Whether a sequence must end before this instruction, because its effect depends on values that are known only
    /// for the first instruction of a sequence.
    fn must_begin(&self, decoded: &Decoded) -> bool;
    /// Propagates secrets through an instruction. The registers are those before it, if it is the first of a sequence.
    fn follow(&mut self, decoded: &Decoded, addresses: &[u64], registers: Option<&user_regs_struct>);
}

/// The known values of general registers, in the order of their numbers, and the bases of segments.
#[derive(Clone)]
pub(crate) struct Known {
    general: [Option<u64>; 16],
    fs: u64,
    gs: u64,
}

impl Known {
    pub(crate) fn new(r: &user_regs_struct) -> Self {
        Self {
            general: [
                r.rax, r.rcx, r.rdx, r.rbx, r.rsp, r.rbp, r.rsi, r.rdi, r.r8, r.r9, r.r10, r.r11, r.r12,
                r.r13, r.r14, r.r15,
            ]
            .map(Some),
            fs: r.fs_base,
            gs: r.gs_base,
        }
    }

    /// The value of a register or of the part with this name; that of `rip` is `next`.
    pub(crate) fn value(&self, register: Register, next: u64) -> Option<u64> {
        match register {
            Register::FS => Some(self.fs),
            Register::GS => Some(self.gs),
            Register::RIP => Some(next),
            _ if register.is_gpr64() => self.general[register.number()],
            _ if register.is_gpr32() => self.general[register.number()].map(|value| value & 0xffff_ffff),
            _ => None,
        }
    }

    /// Updates the values by an instruction. Results other than of simple arithmetic on known values become unknown.
    fn advance(&mut self, decoded: &Decoded) {
        let (instruction, before) = (&decoded.instruction, self.clone());
        for written in decoded.writes.iter().filter(|written| written.part.slot < 16) {
            self.general[usize::from(written.part.slot)] = None;
        }
        let stack = usize::from(u8::try_from(Register::RSP.number()).unwrap());
        if matches!(instruction.mnemonic(), Mnemonic::Leave | Mnemonic::Enter) {
            self.general[stack] = None;
        }
        self.general[stack] = self.general[stack]
            .map(|value| value.wrapping_add_signed(instruction.stack_pointer_increment().into()));
        let target = instruction.op0_register();
        if instruction.op0_kind() != OpKind::Register || !(target.is_gpr64() || target.is_gpr32()) {
            return;
        }
        if let Some(result) = before.result(instruction) {
            let mask = if target.is_gpr32() { 0xffff_ffff } else { u64::MAX };
            self.general[target.number()] = Some(result & mask);
        }
    }

    fn result(&self, instruction: &Instruction) -> Option<u64> {
        use Mnemonic as M;
        let next = instruction.next_ip();
        let operand = |i: u32| match instruction.op_kind(i) {
            OpKind::Register => self.value(instruction.op_register(i), next),
            OpKind::Immediate8
            | OpKind::Immediate8to32
            | OpKind::Immediate8to64
            | OpKind::Immediate32
            | OpKind::Immediate32to64
            | OpKind::Immediate64 => Some(instruction.immediate(i)),
            _ => None,
        };
        match instruction.mnemonic() {
            M::Mov => operand(1),
            M::Lea => instruction.virtual_address(1, 0, |register, _, _| self.value(register, next)),
            M::Add => Some(operand(0)?.wrapping_add(operand(1)?)),
            M::Sub => Some(operand(0)?.wrapping_sub(operand(1)?)),
            M::And => Some(operand(0)? & operand(1)?),
            M::Inc => Some(operand(0)?.wrapping_add(1)),
            M::Dec => Some(operand(0)?.wrapping_sub(1)),
            M::Shl => Some(operand(0)?.wrapping_shl(u32::try_from(operand(1)? & 63).ok()?)),
            M::Xor
                if instruction.op0_register() == instruction.op1_register()
                    && instruction.op1_kind() == OpKind::Register =>
            {
                Some(0)
            }
            M::Pop => None,
            _ => None,
        }
    }
}

/// Tracks the sequence from the current instruction on, of one instruction if `only_one`.
///
/// The first instruction may be any instruction. The sequence ends before an instruction whose successor or addresses
/// are not known. `may_return`: whether the sequence may end at the instruction where it begins.
pub(crate) fn sequence(
    follower: &mut impl Follower,
    registers: &user_regs_struct,
    only_one: bool,
    may_return: bool,
) -> Result<Sequence, String> {
    let mut known = Known::new(registers);
    let decoded = follower.decoded(registers.rip);
    let addresses = match addresses(&decoded, &known) {
        Some(addresses) => addresses,
        None if decoded.refused.is_some() => Vec::new(),
        None => return Err(format!("an address of {} is not known", decoded.text())),
    };
    let next = first_successor(follower, &decoded, &addresses, registers).filter(|_| !only_one);
    follower.follow(&decoded, &addresses, Some(registers));
    known.advance(&decoded);
    let mut sequence = Sequence { first: decoded, addresses, length: 1, end: None };
    let Some(mut address) = next else { return Ok(sequence) };
    let mut seen = HashSet::from([registers.rip]);
    // The breakpoint stops the process at the first arrival. So no instruction before the end may occur twice, except
    // the first one as the end.
    while !seen.contains(&address) && seen.len() < LONGEST {
        let decoded = follower.decoded(address);
        if !goes_straight_on(&decoded) || follower.must_begin(&decoded) {
            break;
        }
        let Some(addresses) = self::addresses(&decoded, &known) else { break };
        let next = successor(&decoded);
        if seen.contains(&next) && !(next == registers.rip && may_return) {
            break;
        }
        follower.follow(&decoded, &addresses, None);
        known.advance(&decoded);
        seen.insert(address);
        sequence.length += 1;
        address = next;
    }
    let returns = address == registers.rip;
    sequence.end = (sequence.length > 1 || returns && may_return).then_some(address);
    Ok(sequence)
}

fn addresses(decoded: &Decoded, known: &Known) -> Option<Vec<u64>> {
    let address = |register| known.value(register, decoded.next());
    decoded.memory.iter().map(|operand| operand.address(address)).collect()
}

/// The address of the successor of an instruction without a condition.
fn successor(decoded: &Decoded) -> u64 {
    match decoded.instruction.flow_control() {
        FlowControl::UnconditionalBranch | FlowControl::Call => decoded.instruction.near_branch_target(),
        _ => decoded.next(),
    }
}

/// The address of the successor of the first instruction, if flags, registers and memory determine it.
fn first_successor(
    follower: &impl Follower,
    decoded: &Decoded,
    addresses: &[u64],
    registers: &user_regs_struct,
) -> Option<u64> {
    if decoded.refused.is_some() || matches!(decoded.rule, Rule::Request | Rule::System | Rule::String { .. })
    {
        return None;
    }
    let instruction = &decoded.instruction;
    match instruction.flow_control() {
        FlowControl::Next | FlowControl::UnconditionalBranch | FlowControl::Call => Some(successor(decoded)),
        FlowControl::ConditionalBranch if instruction.is_jcc_short_or_near() => {
            let taken = holds(instruction.condition_code(), registers.eflags);
            Some(if taken { instruction.near_branch_target() } else { decoded.next() })
        }
        FlowControl::Return => follower.word(registers.rsp),
        FlowControl::IndirectBranch | FlowControl::IndirectCall => match instruction.op0_kind() {
            OpKind::Register => Known::new(registers).value(instruction.op0_register(), decoded.next()),
            // The first address is that of the operand; calls have the address on the stack after it.
            _ => follower.word(*addresses.first()?),
        },
        _ => None,
    }
}

/// Whether a condition holds for these flags.
pub(crate) fn holds(condition: ConditionCode, flags: u64) -> bool {
    let [carry, parity, zero, sign, overflow] = [0, 2, 6, 7, 11].map(|bit| flags >> bit & 1 == 1);
    match condition {
        ConditionCode::o => overflow,
        ConditionCode::no => !overflow,
        ConditionCode::b => carry,
        ConditionCode::ae => !carry,
        ConditionCode::e => zero,
        ConditionCode::ne => !zero,
        ConditionCode::be => carry || zero,
        ConditionCode::a => !carry && !zero,
        ConditionCode::s => sign,
        ConditionCode::ns => !sign,
        ConditionCode::p => parity,
        ConditionCode::np => !parity,
        ConditionCode::l => sign != overflow,
        ConditionCode::ge => sign == overflow,
        ConditionCode::le => zero || sign != overflow,
        ConditionCode::g => !zero && sign == overflow,
        _ => unreachable!("a conditional jump has a condition"),
    }
}
