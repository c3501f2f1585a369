"""Translates instructions of AArch64 on single numbers into those that the checker of certificates knows.

Instructions of x86-64 write one of their operands and the flags. So an instruction of AArch64 becomes several: moves to
and from scratch registers, which no register of AArch64 is, and one that computes. The carry of x86-64 is that of
AArch64 after a sum, and its complement after a difference. After other instructions it is neither: code that uses it
then is refused.
"""

from disassembly import Instruction, Memory
from state import A64_NAMES, Refused

SCRATCH, OTHER_HALF = "t0", "t1"
# The product of two words has this register as a factor.
FACTOR = "rdx"
NAMES = {name: parts for name, parts in A64_NAMES.items() if parts[1] == 64}
NAMES |= {name: (name, 64) for name in (SCRATCH, OTHER_HALF, FACTOR)}
SUM, DIFFERENCE = "sum", "difference"
# The names for x86-64, and what the carry is before and after, if that matters.
ARITHMETIC = {
    "adds": ("add", None, SUM),
    "adcs": ("adc", SUM, SUM),
    "adc": ("adc", SUM, None),
    "subs": ("sub", None, DIFFERENCE),
    "sbcs": ("sbb", DIFFERENCE, DIFFERENCE),
    "sbc": ("sbb", DIFFERENCE, None),
    "add": ("add", None, None),
    "sub": ("sub", None, None),
}
COMMUTES = ("add", "adc")
# Whether a condition holds if the carry of AArch64 is set.
CONDITIONS = {"cs": True, "hs": True, "cc": False, "lo": False}


class Translation:
    """The translated instructions of a kernel."""

    def __init__(self, instructions):
        self.found, self.carry = [], None
        for instruction in instructions:
            self.instruction = instruction
            method = getattr(self, f"_{instruction.mnemonic}_", None)
            if method is None and instruction.mnemonic not in ARITHMETIC:
                self._refuse("an instruction that is not translated")
            try:
                if method is None:
                    self._arithmetic(*ARITHMETIC[instruction.mnemonic], *instruction.operands)
                else:
                    method(*instruction.operands)
            except TypeError as error:
                self._refuse(f"operands that are not translated ({error})")

    def _refuse(self, why):
        raise Refused(f"`{self.instruction.text}`: {why}")

    def _emit(self, mnemonic, *operands):
        self.found.append(Instruction(mnemonic, operands, f"{mnemonic} of `{self.instruction.text}`"))

    def _operand(self, operand):
        if operand == "xzr":
            return 0
        if not isinstance(operand, int | Memory) and operand not in NAMES:
            self._refuse("an operand that is not translated")
        return operand

    def _needs(self, carry):
        if carry is not None and self.carry != carry:
            self._refuse("uses a carry that the translation does not have")

    # Sums and differences

    def _arithmetic(self, name, before, after, target, left, right):
        if target == "sp":
            return self._move_stack(name, left, right)
        target, left, right = self._operand(target), self._operand(left), self._operand(right)
        self._needs(before)
        if target == right and target != left and name in COMMUTES:
            left, right = right, left
        computed = target if target == left and target != 0 else SCRATCH
        if computed != left:
            self._emit("mov", computed, left)
        self._emit(name, computed, right)
        if computed != target and target != 0:
            self._emit("mov", target, computed)
        self.carry = after

    def _move_stack(self, name, base, offset):
        if name not in ("add", "sub") or not isinstance(offset, int):
            self._refuse("an address that is not translated")
        self._lea("sp", base, offset if name == "add" else -offset)

    def _lea(self, target, base, offset):
        self._emit("lea", target, Memory(base, None, 1, offset, 64))

    def _cmp_(self, left, right):
        if right == 1:
            # The carry of `left - 1` is set unless `left` is zero: it is the borrow of `0 - left`.
            self._arithmetic("sub", None, SUM, "xzr", "xzr", left)
        else:
            self._arithmetic("sub", None, DIFFERENCE, "xzr", left, right)

    def _neg_(self, target, source):
        self._arithmetic("sub", None, None, target, "xzr", source)

    def _cinc_(self, target, source, condition):
        """The source plus one if the condition holds, with the carry of x86-64 where it is that."""
        added = CONDITIONS.get(condition) == (self.carry == SUM)
        if condition not in CONDITIONS or self.carry is None:
            self._refuse("uses a carry that the translation does not have")
        self._emit("mov", SCRATCH, self._operand(source))
        # `source - (-1) - carry` is `source + 1` if the carry is not set.
        self._emit("adc" if added else "sbb", SCRATCH, 0 if added else -1)
        self._emit("mov", self._operand(target), SCRATCH)
        self.carry = None

    # Products

    def _product(self, high, low, left, right):
        self._emit("mov", FACTOR, self._operand(left))
        self._emit("mulx", high, low, self._operand(right))

    def _mul_(self, target, left, right):
        self._product(OTHER_HALF, self._operand(target), left, right)

    def _umulh_(self, target, left, right):
        self._product(self._operand(target), OTHER_HALF, left, right)

    # Moves

    def _mov_(self, target, source):
        self._emit("mov", self._operand(target), self._operand(source))

    def _csel_(self, target, if_true, if_false, condition):
        if condition not in CONDITIONS or self.carry is None:
            self._refuse("uses a carry that the translation does not have")
        target, if_true, if_false = (self._operand(operand) for operand in (target, if_true, if_false))
        on_carry = CONDITIONS[condition] == (self.carry == SUM)
        if target == if_true:
            if_true, if_false, on_carry = if_false, if_true, not on_carry
        chosen = target if target == if_false else SCRATCH
        if chosen != if_false:
            self._emit("mov", chosen, if_false)
        self._emit("cmovb" if on_carry else "cmovae", chosen, if_true)
        if chosen != target:
            self._emit("mov", target, chosen)

    def _transfer(self, registers, memory, after, load):
        if not isinstance(memory, Memory) or memory.index is not None:
            self._refuse("an address that is not translated")
        base, offset = memory.base, memory.offset
        if after is not None and base in registers:
            self._refuse("changes a base that it transfers")
        if base == "sp" and after is None and offset < 0:
            self._refuse("uses memory below the stack pointer")
        if after == "!":
            self._lea(base, base, offset)
            offset = 0
        pairs = [(register, Memory(base, None, 1, offset + 8 * i, 64)) for i, register in enumerate(registers)]
        # A load of the base itself comes last.
        for register, place in sorted(pairs, key=lambda pair: load and pair[0] == base):
            operands = (self._operand(register), place) if load else (place, self._operand(register))
            self._emit("mov", *operands)
        if isinstance(after, int):
            self._lea(base, base, after)

    def _ldp_(self, first, second, memory, after=None):
        self._transfer((first, second), memory, after, load=True)

    def _stp_(self, first, second, memory, after=None):
        self._transfer((first, second), memory, after, load=False)

    def _ldr_(self, register, memory, after=None):
        self._transfer((register,), memory, after, load=True)

    def _str_(self, register, memory, after=None):
        self._transfer((register,), memory, after, load=False)

    def _ret_(self):
        self._emit("ret")


def translated(instructions):
    return Translation(instructions).found
