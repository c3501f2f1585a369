"""General registers of AArch64 around vectors: addresses, counters, bits of lanes, and words of lanes."""

import re

from algebra import BITS, RADIX, Polynomial
from control import OTHER, Bits
from lane_ranges import SIGN
from state import Counter, Opaque, Pointer
from two_words import KNOWN, TwoWords

SHIFTED = re.compile(r"^(lsl|lsr) #(\d+)$")
# The conditions of branches by those of x86-64. The carry is the complement of the borrow.
CONDITIONS = {
    "eq": "e",
    "ne": "ne",
    "cs": "ae",
    "hs": "ae",
    "cc": "b",
    "lo": "b",
    "hi": "a",
    "ls": "be",
    "mi": "s",
    "pl": "ns",
}
CALLED = (*(f"x{i}" for i in range(18)), "x30")


class GeneralRegisters(TwoWords):
    """Words of general registers."""

    copied, result, stack_pointer = ("x0", "x1", "x2"), "x0", "sp"

    # Operands

    def _size(self, operand):
        return 32 if isinstance(operand, str) and operand[0] == "w" else 64

    def content(self, operand):
        """A number, or the content of a register: its lower half if the operand has 32 bits."""
        if isinstance(operand, int):
            return Polynomial.constant(operand % RADIX)
        if operand in ("xzr", "wzr"):
            return Polynomial()
        if operand not in self.names:
            self.refuse(f"unknown register {operand}")
        value = self.state.registers.get(self.names[operand][0])
        if value is None:
            self.refuse(f"{operand} is read before it is written")
        if self._size(operand) == 64 or value == OTHER:
            return value
        if isinstance(value, Bits):
            return Bits(value.bits[:32])
        return self.low_half(value)

    def accessed(self, base, offset):
        stack = self.content("sp")
        # A signal may write there.
        if base == stack.base and offset < stack.offset:
            self.refuse("uses memory below the stack pointer")
        return super().accessed(base, offset)

    def put(self, operand, value):
        if operand not in ("xzr", "wzr"):
            super().put(operand, value)

    def value(self, operand):
        return self.content(operand) if isinstance(operand, int | str) else super().value(operand)

    def _sources(self, operands):
        """The contents of the sources, of which the last may be shifted."""
        *plain, last = operands
        shifted = SHIFTED.match(last) if isinstance(last, str) else None
        if shifted is None:
            return [self.content(operand) for operand in operands]
        *plain, last = plain
        word = self.operation(shifted.group(1), self.content(last), Polynomial.constant(int(shifted.group(2))), 64)
        return [*(self.content(operand) for operand in plain), word]

    # Sums, products, shifts and logic

    def _apply(self, name, target, *operands):
        self.put(target, self.operation(name, *self._sources(operands), self._size(target)))

    def _word_add(self, *operands):
        self._apply("add", *operands)

    def _word_sub(self, *operands):
        self._apply("sub", *operands)

    def _word_mul(self, *operands):
        self._apply("mul", *operands)

    def _word_and(self, target, *operands):
        if target != "sp":
            return self._apply("and", target, *operands)
        pointer, mask = self.content(operands[0]), operands[1]
        if not isinstance(pointer, Pointer) or not isinstance(mask, int):
            self.refuse("a mask that is no alignment of the stack")
        self.put(target, self.aligned(pointer, mask, 64, self.content("sp")))

    def _word_orr(self, *operands):
        self._apply("orr", *operands)

    def _word_eor(self, *operands):
        self._apply("eor", *operands)

    def _word_bic(self, *operands):
        self._apply("bic", *operands)

    def _word_lsl(self, *operands):
        self._apply("lsl", *operands)

    def _word_lsr(self, *operands):
        self._apply("lsr", *operands)

    def _word_neg(self, target, *operands):
        self._apply("sub", target, "xzr", *operands)

    def _word_ubfiz(self, target, source, place, count):
        """The lowest bits, shifted."""
        mask = Polynomial.constant((1 << count) - 1)
        low = self.operation("and", self.content(source), mask, 64)
        self.put(target, self.operation("lsl", low, Polynomial.constant(place), self._size(target)))

    def _word_mov(self, target, source):
        if isinstance(source, str) and source[0] == "v":
            return self.put(target, self.of_vector(self._element(source)))
        self.put(target, self.content(source))

    def _word_movk(self, target, part, shift):
        """Replaces 16 bits of a known word."""
        known, place = self._known_content(target), int(shift.removeprefix("lsl #"))
        self.put(target, Polynomial.constant(known - (known >> place & 0xFFFF) * (1 << place) + (part << place)))

    # Conditions

    def _compare_known(self, name, x, y, size):
        if isinstance(x, Pointer) and isinstance(y, Pointer) and x.base == y.base:
            x, y = Polynomial.constant(x.offset + SIGN), Polynomial.constant(y.offset + SIGN)
        known = [word.as_constant() if isinstance(word, Polynomial) else None for word in (x, y)]
        self.flags()
        if None not in known:
            x, y = (value % (1 << size) for value in known)
            borrow = x < y if name == "sub" else x + y >> size == 0
            self._compared(KNOWN[name](x, y), size, borrow)

    def _count_down(self, target, source, amount):
        """Whether a subtraction counts steps. Then its flags tell whether none is left."""
        counter = self.content(source) if isinstance(source, str) else None
        if not isinstance(counter, Counter) or amount not in (0, 1):
            return False
        left = self.counted(counter, amount)
        self.put(target, left)
        self.asked(left)
        return True

    def _word_cmp(self, left, *right):
        if self._count_down("xzr", left, *right[:1]):
            return
        self._compare_known("sub", *self._sources((left, *right)), self._size(left))

    def _word_subs(self, target, *operands):
        if self._count_down(target, *operands[:2]):
            return
        self._compare_known("sub", *self._sources(operands), self._size(target))
        self._apply("sub", target, *operands)

    def _word_adds(self, target, *operands):
        self._compare_known("add", *self._sources(operands), self._size(target))
        self._apply("add", target, *operands)

    def _condition(self, name):
        if name not in CONDITIONS:
            self.refuse("a condition that the model does not support")
        return CONDITIONS[name]

    def _word_csel(self, target, if_true, if_false, condition):
        values = self.content(if_false), self.content(if_true)
        self.put(target, values[self._holds(self._condition(condition))])

    def _branch(self, condition, target):
        self._jump(self._condition(condition), target)

    def _any_b(self, target):
        self._jump("mp", target)

    def _jump_if(self, condition, target):
        """Jumps if a known condition holds."""
        self.flags()
        self._compared(int(condition), BITS)
        self._jump("ne", target)
        self.flags()

    def _is_zero(self, operand):
        value = self.content(operand)
        if isinstance(value, Counter):
            self.asked(value)
            return value.value == 0
        return self._known_content(operand) == 0

    def _known_content(self, operand):
        value = self.content(operand)
        known = value.as_constant() if isinstance(value, Polynomial) else None
        if known is None:
            self.refuse("a number that depends on data")
        return known % (1 << self._size(operand))

    def _word_cbz(self, operand, target):
        self._jump_if(self._is_zero(operand), target)

    def _word_cbnz(self, operand, target):
        self._jump_if(not self._is_zero(operand), target)

    def _word_tbz(self, operand, place, target):
        self._jump_if(self._known_content(operand) >> place & 1 == 0, target)

    def _word_tbnz(self, operand, place, target):
        self._jump_if(self._known_content(operand) >> place & 1 == 1, target)

    # Calls

    def _any_bl(self, target):
        if target == "memcpy":
            return self._copy()
        if not isinstance(target, int):
            self.refuse("a call of a function outside the kernel")
        self.put("x30", Pointer("code", self.state.at))
        self.state.at = target

    def _returns(self):
        target = self.content("x30")
        if isinstance(target, Pointer) and target.base == "code":
            self.state.at = target.offset
            return False
        if target != Opaque("the caller's x30"):
            self.refuse("returns to another address than its caller's")
        return True

    def _copied(self):
        """What `memcpy` may change is unknown afterwards."""
        for name in CALLED:
            self.state.registers[name] = Opaque(f"an unspecified {name}")
        for name in [name for name in self.state.registers if name.startswith("mm")]:
            words = self.state.registers.pop(name)
            if 8 <= int(name[2:]) < 16:
                self.state.registers[name] = [words[0], OTHER]
