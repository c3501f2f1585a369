//! Sequences of instructions that a process executes without a decision, with the addresses of their operands in
//! memory.

use std::ops::Range;
use std::rc::Rc;

use iced_x86::{ConditionCode, FlowControl, OpKind};
use nix::libc::user_regs_struct;

use super::decoded::Decoded;
use super::known::{Known, Reader, Source};

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
    /// The values that are known at the end.
    pub(crate) known: Known,
}

/// Access to a stopped process and to the state of its secrets.
pub(crate) trait Follower: Reader {
    /// The instruction at an address.
    fn decoded(&mut self, address: u64) -> Rc<Decoded>;
    /// Whether all values are known that determine how secrets propagate through an instruction.
    fn can_follow(&self, decoded: &Decoded, known: &Known) -> bool;
    /// Propagates secrets through an instruction. `known`: the values before it.
    fn follow(&mut self, decoded: &Decoded, addresses: &[u64], known: &mut Known);
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
/// The first instruction may be any instruction. The sequence ends before an instruction whose addresses are not known,
/// and before one that may lead to an instruction of the sequence. So a breakpoint at the end stops the process when it
/// arrives there for the first time.
pub(crate) fn sequence(
    follower: &mut impl Follower,
    registers: &user_regs_struct,
    only_one: bool,
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
    let next = successor(&decoded, &mut known, &addresses, follower).filter(|_| !only_one);
    follower.follow(&decoded, &addresses, &mut known);
    advance(&mut known, &decoded, &addresses, follower);
    let mut seen = Bytes(Vec::new());
    seen.add(&decoded);
    let mut sequence = Sequence { first: decoded, addresses, length: 1, end: None, known };
    let Some(mut address) = next else { return Ok(sequence) };
    let mut addresses = Vec::new();
    while !seen.contain(address) && sequence.length < LONGEST {
        let decoded = follower.decoded(address);
        let known = &mut sequence.known;
        if !follower.can_follow(&decoded, known) || !find_addresses(&decoded, known, &mut addresses) {
            break;
        }
        let next = successor(&decoded, known, &addresses, follower);
        let Some(next) = next.filter(|next| !seen.contain(*next)) else { break };
        follower.follow(&decoded, &addresses, known);
        advance(known, &decoded, &addresses, follower);
        seen.add(&decoded);
        sequence.length += 1;
        address = next;
    }
    sequence.end = (sequence.length > 1).then_some(address);
    Ok(sequence)
}

/// Updates the known values by an instruction.
fn advance(known: &mut Known, decoded: &Decoded, addresses: &[u64], reader: &dyn Reader) {
    let operands = decoded.memory.iter().zip(addresses);
    let written = operands.filter(|(memory, _)| memory.written);
    decoded.change.apply(known, written.map(|(memory, address)| (*address, memory.size)), reader);
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

/// The address of the successor of an instruction, if known flags, registers and memory determine it.
fn successor(decoded: &Decoded, known: &mut Known, addresses: &[u64], reader: &dyn Reader) -> Option<u64> {
    if decoded.needs_step {
        return None;
    }
    let instruction = &decoded.instruction;
    match decoded.flow {
        FlowControl::Next => Some(decoded.next),
        FlowControl::UnconditionalBranch | FlowControl::Call => Some(instruction.near_branch_target()),
        FlowControl::ConditionalBranch if instruction.is_jcc_short_or_near() => {
            let taken = holds(instruction.condition_code(), known.flags()?);
            Some(if taken { instruction.near_branch_target() } else { decoded.next })
        }
        FlowControl::Return => known.top_of_stack(reader),
        FlowControl::IndirectBranch | FlowControl::IndirectCall => match instruction.op0_kind() {
            OpKind::Register => known.read(Source::of(instruction.op0_register(), decoded.next)),
            // The first address is that of the operand; calls have the address on the stack after it.
            _ => known.load(*addresses.first()?, 8, reader),
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
