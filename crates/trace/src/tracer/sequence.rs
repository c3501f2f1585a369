//! Sequences of instructions that a process executes without a decision, with the addresses of their operands in
//! memory.

use std::ops::Range;
use std::rc::Rc;

use iced_x86::{ConditionCode, FlowControl, OpKind};
use nix::libc::user_regs_struct;

use super::decoded::Decoded;
use super::known::{Known, Source};
use super::rule::Rule;

/// The largest length of a sequence.
const LONGEST: u64 = 4000;

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

/// The bytes of the instructions of a sequence, as ranges of addresses: one for each jump or call.
struct Bytes(Vec<Range<u64>>);

impl Bytes {
    fn contain(&self, address: u64) -> bool {
        self.0.iter().any(|range| range.contains(&address))
    }

    fn add(&mut self, decoded: &Decoded) {
        match self.0.last_mut() {
            Some(last) if last.end == decoded.address => last.end = decoded.next,
            _ => self.0.push(decoded.address..decoded.next),
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
    let mut addresses = Vec::new();
    if !find_addresses(&decoded, &known, &mut addresses) {
        addresses.clear();
        if decoded.refused.is_none() {
            return Err(format!("an address of {} is not known", decoded.text()));
        }
    }
    let next = first_successor(follower, &decoded, &addresses, registers).filter(|_| !only_one);
    follower.follow(&decoded, &addresses, Some(registers));
    known.advance(&decoded.change);
    let mut seen = Bytes(Vec::new());
    seen.add(&decoded);
    let mut sequence = Sequence { first: decoded, addresses, length: 1, end: None };
    let Some(mut address) = next else { return Ok(sequence) };
    let mut addresses = Vec::new();
    // The breakpoint stops the process at the first arrival. So no instruction before the end may occur twice, except
    // the first one as the end.
    while !seen.contain(address) && sequence.length < LONGEST {
        let decoded = follower.decoded(address);
        if !decoded.goes_straight_on
            || follower.must_begin(&decoded)
            || !find_addresses(&decoded, &known, &mut addresses)
        {
            break;
        }
        let next = successor(&decoded);
        if seen.contain(next) && !(next == registers.rip && may_return) {
            break;
        }
        follower.follow(&decoded, &addresses, None);
        known.advance(&decoded.change);
        seen.add(&decoded);
        sequence.length += 1;
        address = next;
    }
    let returns = address == registers.rip;
    sequence.end = (sequence.length > 1 || returns && may_return).then_some(address);
    Ok(sequence)
}

/// Writes the addresses of the operands in memory. Whether they are known.
fn find_addresses(decoded: &Decoded, known: &Known, addresses: &mut Vec<u64>) -> bool {
    addresses.clear();
    decoded.memory.iter().all(|operand| match operand.place.address(known) {
        Some(address) => {
            addresses.push(address);
            true
        }
        None => false,
    })
}

/// The address of the successor of an instruction without a condition.
fn successor(decoded: &Decoded) -> u64 {
    match decoded.flow {
        FlowControl::UnconditionalBranch | FlowControl::Call => decoded.instruction.near_branch_target(),
        _ => decoded.next,
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
    match decoded.flow {
        FlowControl::Next | FlowControl::UnconditionalBranch | FlowControl::Call => Some(successor(decoded)),
        FlowControl::ConditionalBranch if instruction.is_jcc_short_or_near() => {
            let taken = holds(instruction.condition_code(), registers.eflags);
            Some(if taken { instruction.near_branch_target() } else { decoded.next })
        }
        FlowControl::Return => follower.word(registers.rsp),
        FlowControl::IndirectBranch | FlowControl::IndirectCall => match instruction.op0_kind() {
            OpKind::Register => {
                Known::new(registers).read(Source::of(instruction.op0_register(), decoded.next))
            }
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
