//! How an instruction changes the values that are known.

use iced_x86::{Instruction, Mnemonic, OpKind, Register, RflagsBits};

use super::arithmetic::Arithmetic;
use super::known::{Known, LOW, Place, Reader, STACK};

/// How an instruction changes values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change {
    /// The registers that become unknown, a bit each.
    unknown: u16,
    /// What is added to the stack pointer; it becomes unknown without.
    stack: Option<i64>,
    /// The register of the result, and the bits that it keeps.
    target: Option<(usize, u64)>,
    arithmetic: Arithmetic,
    /// The address that is the result of `lea`.
    address: Option<Place>,
    /// Whether the result is what is stored in memory.
    stores_result: bool,
    changes_flags: bool,
}

impl Change {
    /// `written`: the numbers of the registers that change, other than pointers in implicit use.
    pub(crate) fn of(instruction: &Instruction, written: impl Iterator<Item = usize>) -> Self {
        use Mnemonic as M;
        let mnemonic = instruction.mnemonic();
        let moves_stack = matches!(mnemonic, M::Leave | M::Enter);
        let target = instruction.op0_register();
        let only_reads = matches!(mnemonic, M::Push | M::Call | M::Cmp | M::Test);
        let is_target = instruction.op0_kind() == OpKind::Register
            && (target.is_gpr64() || target.is_gpr32())
            && !only_reads;
        // `pop` of the stack pointer and the like change it twice.
        let is_plain_pop = mnemonic != M::Pop || target.full_register() != Register::RSP;
        let flags = instruction.rflags_modified()
            & (RflagsBits::OF | RflagsBits::SF | RflagsBits::ZF | RflagsBits::CF | RflagsBits::PF);
        Self {
            unknown: written.fold(0, |all, number| all | 1 << number),
            stack: (!moves_stack && is_plain_pop).then(|| instruction.stack_pointer_increment().into()),
            target: is_target.then(|| (target.number(), if target.is_gpr32() { LOW } else { u64::MAX })),
            arithmetic: Arithmetic::of(instruction),
            address: (mnemonic == M::Lea).then(|| Place::of_instruction(instruction, Register::None)),
            stores_result: matches!(mnemonic, M::Push | M::Call) || instruction.op0_kind() == OpKind::Memory,
            changes_flags: flags != 0,
        }
    }

    /// Updates the values by an instruction. `written`: the addresses and sizes of what it stores.
    pub(crate) fn apply(
        &self,
        known: &mut Known,
        written: impl Iterator<Item = (u64, usize)>,
        reader: &dyn Reader,
    ) {
        let is_used = self.target.is_some() || self.stores_result || self.changes_flags;
        let outcome = is_used.then(|| self.arithmetic.outcome(known, reader));
        let (result, flags) = outcome.map_or((None, None), |outcome| (outcome.result, outcome.flags));
        let result = self.address.map_or(result, |place| place.address(known));
        if self.changes_flags {
            known.flags = flags;
        }
        known.known &= !self.unknown;
        match self.stack {
            Some(increment) => {
                known.general[STACK] = known.general[STACK].wrapping_add_signed(increment);
            }
            None => known.known &= !(1 << STACK),
        }
        let stored = result.filter(|_| self.stores_result);
        known.stored.extend(written.map(|(address, size)| (address, size, stored.filter(|_| size <= 8))));
        if let (Some((number, mask)), Some(value)) = (self.target, result) {
            known.general[number] = value & mask;
            known.known |= 1 << number;
        }
    }
}
