"""The instructions of AArch64 (A64), as far as the kernels use them.

The carry flag after a subtraction is the complement of the borrow.
"""

from algebra import BITS, RADIX, Polynomial
from disassembly import IMAGE, Memory
from machine import Machine
from state import Pointer

REGISTERS = {*(f"x{i}" for i in range(31)), "sp"}
# The conditions that depend on the carry flag only, with the value of the flag.
ON_CARRY = {"cs": 1, "hs": 1, "cc": 0, "lo": 0}


class A64(Machine):
    """Runs instructions of A64."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        # The two halves of a product are two instructions. They share one equation.
        self.products = {}

    def _selector(self):
        name, operands = self.instruction.mnemonic, self.instruction.operands
        return self._flag("carry") if name == "csel" and operands[3] in ON_CARRY else None

    # Operands

    def accessed(self, base, offset):
        stack = self.state.registers["sp"]
        # A signal may write there.
        if base == stack.base and offset < stack.offset:
            self.refuse("uses memory below the stack pointer")
        return super().accessed(base, offset)

    def value(self, operand):
        if isinstance(operand, int):
            return Polynomial.constant(operand % RADIX)
        if operand == "xzr":
            return Polynomial()
        if operand not in REGISTERS:
            self.refuse(f"an operand that is not a register of 64 bits: {operand}")
        value = self.state.registers.get(operand)
        if value is None:
            self.refuse(f"{operand} is read before it is written")
        return value

    def put(self, operand, value):
        if operand == "xzr":
            return
        if operand not in REGISTERS:
            self.refuse(f"writes {operand}, which is not a register of 64 bits")
        self.state.registers[operand] = value

    def address(self, memory):
        if not isinstance(memory, Memory):
            self.refuse("an operand that is not in memory")
        base = Pointer(IMAGE, 0) if memory.base == IMAGE else self.value(memory.base)
        if not isinstance(base, Pointer):
            self.refuse(f"{memory.base} is not the address of an operand")
        if memory.index is not None:
            self.refuse("an address that depends on data")
        return base.base, base.offset + memory.offset

    # Loads and stores

    def _access(self, registers, memory, after, transfer):
        """Transfers registers from or to memory. `after` is "!" if the base becomes the address, or an offset that is
        added to the base afterwards, or None.
        """
        if after is None:
            return self._transfer(registers, memory, transfer)
        if memory.base in registers:
            self.refuse("changes a base that it transfers")
        if after == "!":
            self.move_pointer(memory.base, memory.base, memory.offset)
            return self._transfer(registers, Memory(memory.base, None, 1, 0, BITS), transfer)
        self._transfer(registers, memory, transfer)
        self.move_pointer(memory.base, memory.base, after)

    def _transfer(self, registers, memory, transfer):
        values = [transfer(register, memory, 8 * i) for i, register in enumerate(registers)]
        # A load changes registers after it has read memory: the base may be one of them.
        for register, value in zip(registers, values, strict=True):
            if value is not None:
                self.put(register, value)

    def _load(self, register, memory, bytes_):
        return self.load(memory, bytes_)

    def _store(self, register, memory, bytes_):
        self.store(memory, self.value(register), bytes_)

    def _ldp_(self, first, second, memory, after=None):
        self._access((first, second), memory, after, self._load)

    def _stp_(self, first, second, memory, after=None):
        self._access((first, second), memory, after, self._store)

    def _ldr_(self, register, memory, after=None):
        self._access((register,), memory, after, self._load)

    def _str_(self, register, memory, after=None):
        self._access((register,), memory, after, self._store)

    # Instructions

    def _step(self):
        name, operands = self.instruction.mnemonic, self.instruction.operands
        if name in ("b", "bl", "br", "blr", "cbz", "cbnz", "tbz", "tbnz") or name.startswith("b."):
            self.refuse("a branch or a call: the code is not a straight line")
        method = getattr(self, f"_{name}_", None)
        if method is None:
            self.refuse("an instruction that the model does not support")
        try:
            return method(*operands)
        except TypeError:
            self.refuse("operands that the model does not support")

    def _sum(self, target, left, right, carry):
        """Puts `left + right + carry` into the target. Returns the new carry."""
        if left == right and left != "xzr":
            # `2 value + carry`: the top bit of the value is the new carry. All doublings of a value share that bit.
            high, low = self._halves(left, BITS - 1)
            word, above = low * 2 + carry, high
        else:
            word, above = self._divided(self.word(left) + self.word(right) + carry, target)
        self.put(target, word)
        return above

    def _difference(self, target, left, right, borrow):
        """Puts `left - right - borrow` into the target. Returns the new carry."""
        word, above = self._divided(self.word(left) - self.word(right) - borrow, target)
        self.put(target, word)
        return 1 + above

    def _adds_(self, target, left, right):
        self.state.carry = self._sum(target, left, right, 0)

    def _adcs_(self, target, left, right):
        self.state.carry = self._sum(target, left, right, self._flag("carry"))

    def _adc_(self, target, left, right):
        self._sum(target, left, right, self._flag("carry"))

    def _add_(self, target, left, right):
        if isinstance(self.value(left), Pointer):
            return self.move_pointer(target, left, right)
        self._sum(target, left, right, 0)

    def _subs_(self, target, left, right):
        self.state.carry = self._difference(target, left, right, 0)

    def _sbcs_(self, target, left, right):
        self.state.carry = self._difference(target, left, right, 1 - self._flag("carry"))

    def _sbc_(self, target, left, right):
        self._difference(target, left, right, 1 - self._flag("carry"))

    def _sub_(self, target, left, right):
        if isinstance(self.value(left), Pointer):
            return self.move_pointer(target, left, -right if isinstance(right, int) else right)
        self._difference(target, left, right, 0)

    def _neg_(self, target, source):
        self._difference(target, "xzr", source, 0)

    def _cmp_(self, left, right):
        carry = self._not_zero(self._assumed(self.word(left))) if right == 1 else None
        self.state.carry = self._difference("xzr", left, right, 0) if carry is None else carry

    def _not_zero(self, word):
        """The carry of `word - 1`, which is 1 exactly if the word `t` is not zero, as the carry of a round; else None.

        A round has the quotient `m = t inverse mod 2^64` with `p_0 inverse = -1 mod 2^64`. Let `low` be the low half of
        `m p_0`. Then `t + low = 0 mod 2^64` and `0 <= t, low < 2^64`, so `t + low = 2^64 c` where `c` is 0 or 1. For
        `t = 0`, `low` is a multiple of 2^64, so `low = 0` and `c = 0`. For `t > 0`, the sum is positive, so `c = 1`.
        Hence `c` is the flag, although the code does not compute `low`. This adds the exact equation of `m p_0`, and
        `t + low = 2^64 c`.
        """
        for p_0, inverse in self.equations.negated_inverses.items():
            quotient = self.products.get(_key(word, Polynomial.variable(inverse)))
            if quotient is None:
                continue
            low, _ = self._product(quotient[0], Polynomial.variable(p_0))
            total = word + low
            if self.equations.residue(total).terms:
                self.refuse("the low half of m p_0 is not known to cancel the word")
            rest, carry = self._divided(total, "t + low")
            if rest.terms or self.equations.range(carry) != (0, 1):
                self.refuse("the sum with the low half of m p_0 is not a multiple of 2^64")
            return carry
        return None

    def _product(self, left, right):
        """The low and the high half of a product."""
        key = _key(left, right)
        if key not in self.products:
            self.products[key] = self.equations.product(left, right, self.instruction.text)
        return self.products[key]

    def _mul_(self, target, left, right):
        self.put(target, self._product(*(self._assumed(self.word(word)) for word in (left, right)))[0])

    def _umulh_(self, target, left, right):
        self.put(target, self._product(*(self._assumed(self.word(word)) for word in (left, right)))[1])

    def _mov_(self, target, source):
        self.put(target, self.value(source))

    def _csel_(self, target, yes, no, condition):
        if condition not in ON_CARRY:
            self.refuse("selects by another flag than the carry")
        taken = self._assumed(self._flag("carry")).as_constant() == ON_CARRY[condition]
        # Both registers are read in both cases.
        yes, no = self.value(yes), self.value(no)
        self.put(target, yes if taken else no)

    def _bit(self, condition):
        """The flag as a number: 1 if the condition holds."""
        if condition not in ON_CARRY:
            self.refuse("stores another flag than the carry")
        carry = self._flag("carry")
        return carry if ON_CARRY[condition] else 1 - carry

    def _cset_(self, target, condition):
        self.put(target, self._bit(condition))

    def _cinc_(self, target, source, condition):
        self.put(target, self._divided(self.word(source) + self._bit(condition), target)[0])

    def _count(self, count):
        if not isinstance(count, int) or not 0 < count < BITS:
            self.refuse("shifts by an unknown number of bits")
        return count

    def _lsl_(self, target, source, count):
        _, low = self._halves(source, BITS - self._count(count))
        self.put(target, low * (1 << count))

    def _lsr_(self, target, source, count):
        self.put(target, self._halves(source, self._count(count))[0])

    def _extr_(self, target, upper, lower, count):
        high, _ = self._halves(lower, self._count(count))
        _, low = self._halves(upper, count)
        self.put(target, high + low * (1 << BITS - count))

    def _nop_(self):
        pass

    def _bti_(self, _kind):
        pass


def _key(left, right):
    return frozenset([frozenset(left.terms.items()), frozenset(right.terms.items())])
