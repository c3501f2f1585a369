//! The propagation of secrets through an instruction, and the detection of leaks.

use iced_x86::{ConditionCode, FlowControl, Mnemonic, OpKind};

use super::decoded::{Decoded, Memory, Written};
use super::rule::{Rule, immediate};
use super::sequence::holds;
use super::state::{Part, State, low_bits};

/// The kind of a leak.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Leak {
    Jump,
    Target,
    Address,
    Duration,
    Count,
    NotFollowed(&'static str),
}

impl Leak {
    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::Jump => "a conditional jump depends on a secret",
            Self::Target => "the target of a jump, call or return depends on a secret",
            Self::Address => "an address in memory depends on a secret",
            Self::Duration => "an instruction whose time depends on its operands is given a secret",
            Self::Count => "a number of repetitions depends on a secret",
            Self::NotFollowed(reason) => reason,
        }
    }
}

/// Whether the values of flags are needed to determine which bytes are secret. They are for a selection by public flags
/// between operands whose secret bytes differ.
pub(crate) fn needs_flags(decoded: &Decoded, state: &State) -> bool {
    match decoded.rule {
        Rule::Choose => {
            decoded.flags_read & state.flags == 0
                && decoded.moved.map(|part| value(state, part)) != Some(own(decoded, state))
        }
        // Whether a source in memory is secret is not known here.
        Rule::Scan => own(decoded, state) != 0 && decoded.moved.is_none_or(|part| state.register(part) == 0),
        _ => false,
    }
}

/// Propagates secrets through an instruction, and returns the leak if there is one.
///
/// `addresses` are those of its operands in memory. `flags` are the flags before it, if they are known; for a
/// [`Rule::Scan`] with the zero flag that it sets.
pub(crate) fn follow(
    decoded: &Decoded,
    addresses: &[u64],
    flags: Option<u64>,
    state: &mut State,
) -> Option<Leak> {
    if let Some(reason) = decoded.refused {
        let is_secret = decoded.addressing.iter().any(|part| state.register(*part) != 0);
        return Some(if is_secret { Leak::Address } else { Leak::NotFollowed(reason) });
    }
    let leak = leak(decoded, addresses, state);
    match decoded.rule {
        Rule::String { element, copies, .. } => string(element, copies, addresses, state),
        Rule::ClearVectors { keep } => state.clear_vectors(keep),
        // The exchange of a register with itself changes no register. Its answer comes only under valgrind.
        Rule::Request => (),
        Rule::System => {
            decoded.writes.iter().for_each(|written| state.set_register(written.part, 0));
        }
        _ => compute(decoded, addresses, flags, state),
    }
    leak
}

fn leak(decoded: &Decoded, addresses: &[u64], state: &State) -> Option<Leak> {
    if decoded.addressing.iter().any(|part| state.register(*part) != 0) {
        return Some(Leak::Address);
    }
    let operands = || {
        decoded.reads.iter().any(|part| state.register(*part) != 0)
            || read(decoded, addresses).any(|(memory, address)| state.memory.get(address, memory.size) != 0)
    };
    match decoded.flow {
        FlowControl::ConditionalBranch if decoded.flags_read & state.flags != 0 || operands() => {
            Some(Leak::Jump)
        }
        FlowControl::IndirectBranch | FlowControl::IndirectCall | FlowControl::Return if operands() => {
            Some(Leak::Target)
        }
        _ if decoded.slow_for_some && operands() => Some(Leak::Duration),
        _ if matches!(decoded.rule, Rule::String { repeated: true, .. }) && state.register(COUNT) != 0 => {
            Some(Leak::Count)
        }
        _ => None,
    }
}

/// `rcx`.
const COUNT: Part = Part { slot: 1, bytes: 0xff };

fn read<'a>(decoded: &'a Decoded, addresses: &'a [u64]) -> impl Iterator<Item = (&'a Memory, u64)> {
    decoded.memory.iter().zip(addresses.iter().copied()).filter(|(memory, _)| memory.read)
}

/// The secret bytes of the first operand, which is a register.
fn own(decoded: &Decoded, state: &State) -> u64 {
    Part::of(decoded.instruction.op0_register()).map_or(0, |part| value(state, part))
}

/// The secret bytes of a register's value, counted from its lowest byte, also for `ah`.
fn value(state: &State, part: Part) -> u64 {
    state.register(part) >> part.bytes.trailing_zeros()
}

fn compute(decoded: &Decoded, addresses: &[u64], flags: Option<u64>, state: &mut State) {
    let from_memory = read(decoded, addresses)
        .map(|(memory, address)| (state.memory.get(address, memory.size), memory.size));
    let flags_in = decoded.flags_read & state.flags != 0;
    // The secret bytes of the result.
    let secret: u64 = match decoded.rule {
        Rule::Copy | Rule::SignExtend => {
            let from_memory = from_memory.last();
            let (bytes, size) = from_memory
                .or_else(|| decoded.moved.map(|part| (value(state, part), size_of(part))))
                .unwrap_or((0, 64));
            let by_secret_mask = decoded.mask.is_some_and(|mask| state.register(Part::of_mask(mask)) != 0);
            let top = size < 64 && decoded.rule == Rule::SignExtend && bytes >> (size - 1) & 1 == 1;
            let sign = if top { !low_bits(size) } else { 0 };
            bytes | sign | spread(by_secret_mask)
        }
        Rule::Bitwise { .. } | Rule::Lanes { .. } => {
            let from_memory = from_memory.fold(0, |all, (bytes, _)| all | bytes);
            let bytes = decoded.reads.iter().fold(from_memory, |all, part| all | value(state, *part));
            match decoded.rule {
                Rule::Bitwise { visible } => bytes & visible,
                Rule::Lanes { bytes: width } => widen(bytes, width),
                _ => bytes,
            }
        }
        Rule::Choose => {
            let own = own(decoded, state);
            let other = from_memory
                .last()
                .map_or_else(|| decoded.moved.map_or(0, |part| value(state, part)), |(bytes, _)| bytes);
            match flags {
                _ if flags_in => spread(true),
                Some(flags) if holds(decoded.instruction.condition_code(), flags) => other,
                Some(_) => own,
                None => own | other,
            }
        }
        Rule::Scan => {
            let source = from_memory.last().map_or_else(
                || decoded.moved.map_or(u64::MAX, |part| state.register(part)),
                |(bytes, _)| bytes,
            );
            match flags {
                _ if source != 0 => spread(true),
                Some(flags) if !holds(ConditionCode::e, flags) => 0,
                _ => own(decoded, state),
            }
        }
        Rule::Halves => halves(decoded, from_memory.last().map(|(bytes, _)| bytes), state),
        Rule::Borrow => spread(flags_in),
        Rule::Constant => 0,
        _ => {
            let any = from_memory.fold(0, |all, (bytes, _)| all | bytes);
            spread(decoded.reads.iter().fold(any, |all, part| all | state.register(*part)) != 0 || flags_in)
        }
    };
    for written in &decoded.writes {
        let keeps_old = written.partly && !matches!(decoded.rule, Rule::Choose | Rule::Scan);
        write(written, secret, keeps_old, state);
    }
    for (memory, address) in decoded.memory.iter().zip(addresses).filter(|(memory, _)| memory.written) {
        let before = if memory.partly { state.memory.get(*address, memory.size) } else { 0 };
        let after = match decoded.mask.and_then(|mask| state.masks[mask]) {
            Some(mask) if memory.partly => {
                let covered = covered(mask, memory.element);
                before & !covered | secret & covered
            }
            _ => secret | before,
        };
        state.memory.set(*address, memory.size, after);
    }
    let new = if secret != 0 { decoded.flags_set_by_result } else { 0 };
    let stay = if decoded.flags_may_stay { decoded.flags_set_by_result & state.flags } else { 0 };
    state.flags = state.flags & !(decoded.flags_set_by_result | decoded.flags_constant) | new | stay;
}

/// The bytes of the elements whose bit in the mask is set.
fn covered(mask: u64, element: usize) -> u64 {
    (0..64 / element)
        .filter(|i| mask >> i & 1 == 1)
        .fold(0, |bytes, i| bytes | low_bits(element) << (i * element))
}

fn write(written: &Written, secret: u64, keeps_old: bool, state: &mut State) {
    let part = written.part;
    let secret = (secret << part.bytes.trailing_zeros()) & written.result;
    let old = if keeps_old { state.register(part) } else { 0 };
    state.set_register(part, secret | old);
}

fn size_of(part: Part) -> usize {
    part.bytes.count_ones() as usize
}

fn spread(any: bool) -> u64 {
    if any { u64::MAX } else { 0 }
}

/// The secret bytes of a result of [`Rule::Halves`].
fn halves(decoded: &Decoded, from_memory: Option<u64>, state: &State) -> u64 {
    use Mnemonic as M;
    let instruction = &decoded.instruction;
    let operand = |i: u32| match instruction.op_kind(i) {
        OpKind::Register => Part::of(instruction.op_register(i)).map_or(0, |part| value(state, part)),
        _ => from_memory.unwrap_or(0),
    };
    let has_three =
        matches!(instruction.mnemonic(), M::Vpunpcklqdq | M::Vpunpckhqdq | M::Vpinsrq | M::Vmovlhps);
    let (a, b) = if has_three { (operand(1), operand(2)) } else { (operand(0), operand(1)) };
    let (low, high) = (|bytes: u64| bytes & 0xff, |bytes: u64| bytes >> 8 & 0xff);
    let [first, second] = match instruction.mnemonic() {
        M::Punpckhqdq | M::Vpunpckhqdq => [high(a), high(b)],
        M::Pinsrq | M::Vpinsrq if immediate(instruction, instruction.op_count() - 1) == Some(0) => {
            [low(b), high(a)]
        }
        M::Movsd => [low(b), high(a)],
        _ => [low(a), low(b)],
    };
    first | second << 8
}

/// All bytes of every word of `width` bytes that has a secret byte.
fn widen(bytes: u64, width: u32) -> u64 {
    let word = low_bits(width as usize);
    (0..64 / width)
        .map(|i| word << (i * width))
        .filter(|word| bytes & word != 0)
        .fold(0, |all, word| all | word)
}

/// Propagates secrets through one element of a string instruction; `addresses` is empty if the count is zero.
fn string(element: usize, copies: bool, addresses: &[u64], state: &mut State) {
    // The destination is the first operand, the source the second.
    let Some(&to) = addresses.first() else { return };
    let secret = if copies {
        addresses.get(1).map_or(0, |&from| state.memory.get(from, element))
    } else {
        state.register(Part { slot: 0, bytes: low_bits(element) })
    };
    state.memory.set(to, element, secret);
}
