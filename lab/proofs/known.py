"""Instructions of general registers on known words, of any width, with their flags; and known bytes in memory.

Sizes, counters and conditions of vector code are known words: they do not depend on data.
"""

from dataclasses import dataclass

from algebra import RADIX, Polynomial
from disassembly import Memory
from state import Counter
from x86_64 import X86

# The conditions of branches, by the result of the last instruction with flags, as a signed number, and its borrow.
BY_RESULT = {
    "e": lambda result: result == 0,
    "ne": lambda result: result != 0,
    "s": lambda result: result < 0,
    "ns": lambda result: result >= 0,
}
BY_BORROW = {"b": lambda borrow: borrow, "ae": lambda borrow: not borrow}
BY_BOTH = {
    "a": lambda result, borrow: not borrow and result != 0,
    "be": lambda result, borrow: borrow or result == 0,
}
# Instructions on known words: the result, and the borrow if it is known.
TWO = {
    "and": lambda x, y, _: (x & y, False),
    "or": lambda x, y, _: (x | y, False),
    "xor": lambda x, y, _: (x ^ y, False),
    "add": lambda x, y, size: (x + y, x + y >> size > 0),
    "sub": lambda x, y, _: (x - y, x < y),
}
ONE = {
    "neg": lambda x: (-x, x != 0),
    "inc": lambda x: (x + 1, None),
    "dec": lambda x: (x - 1, None),
}
SHIFTS = {"shl": lambda x, count: x << count, "shr": lambda x, count: x >> count}


@dataclass(frozen=True)
class LowByte:
    """A register of which only the lowest byte is known."""

    byte: int


class Known(X86):
    """General registers with known words."""

    # Flags

    def flags(self, carry=None, overflow=None):
        super().flags(carry, overflow)
        self.state.compared = None

    def _compared(self, result, size, borrow=None):
        """Records a known result for branches, and its borrow if it is known."""
        self.flags()
        result %= 1 << size
        self.state.compared = result - (result >> size - 1 << size), borrow

    def _holds(self, condition):
        if condition not in BY_RESULT and condition not in BY_BORROW and condition not in BY_BOTH:
            self.refuse("a branch on a flag that the model does not support")
        result, borrow = self.state.compared or (None, None)
        if (result is None and condition not in BY_BORROW) or (borrow is None and condition not in BY_RESULT):
            self.refuse("a branch that depends on data")
        if condition in BY_RESULT:
            return BY_RESULT[condition](result)
        return BY_BORROW[condition](borrow) if condition in BY_BORROW else BY_BOTH[condition](result, borrow)

    def _selector(self):
        if self.instruction.mnemonic.startswith(("cmov", "set")) and self.state.compared is not None:
            return None
        return super()._selector()

    def _cmov(self, condition, target, source):
        if self.state.compared is None:
            return super()._cmov(condition, target, source)
        # Both are read, and a register of 32 bits is written in both cases.
        values = self.value(target), self.value(source)
        self.put(target, values[self._holds(condition)])

    def _set(self, condition, target):
        if self.state.compared is None:
            return super()._set(condition, target)
        self.put(target, Polynomial.constant(int(self._holds(condition))))

    # Words

    def _size(self, operand):
        if isinstance(operand, Memory):
            return operand.size
        return self.names[operand][1] if operand in self.names else 64

    def _register(self, name):
        """The content of a register, of any width."""
        return self.state.registers.get(self.names[name][0]) if name in self.names else None

    def _known_words(self, *operands):
        """The operands as integers, or None if one depends on data."""
        values = []
        for operand in operands:
            if isinstance(operand, Memory):
                value = self.value(operand)
            else:
                value = Polynomial.constant(operand) if isinstance(operand, int) else self._register(operand)
            if isinstance(value, LowByte) and self._size(operand) == 8:
                value = Polynomial.constant(value.byte)
            if not isinstance(value, Polynomial) or value.as_constant() is None:
                return None
            values.append(value.as_constant() % (1 << self._size(operand)))
        return values

    def _of_counter(self):
        """Executes an instruction that counts steps, or asks whether none is left. Returns whether it did."""
        name, operands = self.instruction.mnemonic, self.instruction.operands
        counter = self._register(operands[0]) if operands and isinstance(operands[0], str) else None
        if not isinstance(counter, Counter):
            return False
        asks = (name == "test" and operands[0] == operands[1]) or (name == "cmp" and operands[1] == 0)
        counts = name == "dec" or (name, operands[1:]) in (("sub", (1,)), ("add", (-1,)), ("add", (RADIX - 1,)))
        if self._size(operands[0]) != 64 or not (asks or counts):
            return False
        left = self.counted(counter, counts)
        if counts:
            self.put(operands[0], left)
        self.asked(left)
        return True

    def counted(self, counter, steps):
        if counter.value < steps:
            self.refuse("counts steps below zero")
        return Counter(counter.value - steps)

    # The number of steps that the code has asked about since the last step began.
    last_asked = None

    def asked(self, counter):
        """Records whether a number of steps is zero. The code may ask about one number in each step."""
        if counter.value and self.last_asked not in (None, counter.value):
            self.refuse("asks about several numbers of steps")
        self.last_asked = counter.value or None
        self.flags()
        # Only whether it is zero.
        self.state.compared = (counter.value != 0, None)

    def _of_known_words(self):
        """Executes an instruction on known words, of any width. Returns whether it did."""
        if self._of_counter():
            return True
        name, operands = self.instruction.mnemonic, self.instruction.operands
        if not operands or not isinstance(operands[0], str) or operands[0] == "rsp":
            return False
        size = self._size(operands[0])
        if name in TWO:
            values = [0, 0] if name == "xor" and operands[0] == operands[1] else self._known_words(*operands)
            return values is not None and self._put_known(operands[0], *TWO[name](*values, size))
        if name in ONE:
            values = self._known_words(*operands)
            return values is not None and self._put_known(operands[0], *ONE[name](*values))
        if name in SHIFTS:
            return self._shift_known(SHIFTS[name], size, *operands)
        if name in ("not", "bsr", "bt", "lea"):
            return getattr(self, f"_known_{name}")(size, *operands)
        return False

    def _put_known(self, target, result, borrow=None):
        size = self._size(target)
        self.put(target, Polynomial.constant(result % (1 << size)))
        self._compared(result, size, borrow)
        return True

    def _shift_known(self, operation, size, target, count=1):
        values = self._known_words(target, count)
        if values is None:
            return False
        count = values[1] % max(size, 32)
        # A shift by no bits keeps the flags.
        if count:
            return self._put_known(target, operation(values[0], count))
        self.put(target, Polynomial.constant(values[0]))
        return True

    def _known_not(self, size, target):
        values = self._known_words(target)
        if values is not None:
            self.put(target, Polynomial.constant((1 << size) - 1 - values[0]))
        return values is not None

    def _known_bsr(self, size, target, source):
        """The place of the highest bit, which zero does not have."""
        values = self._known_words(source)
        if not values or not values[0]:
            return False
        self.put(target, Polynomial.constant(values[0].bit_length() - 1))
        self.flags()
        return True

    def _known_bt(self, size, word, place):
        """The carry is a bit of the word."""
        values = self._known_words(word, place)
        if values is not None:
            self.flags()
            self.state.compared = None, values[0] >> values[1] % size & 1 == 1
        return values is not None

    def _known_lea(self, size, target, source):
        parts = [register for register in (source.base, source.index) if register is not None]
        if "image" in parts:
            return False
        values = self._known_words(*parts)
        if values is None:
            return False
        scales = [1] * (source.base is not None) + [source.scale] * (source.index is not None)
        total = source.offset + sum(value * scale for value, scale in zip(values, scales, strict=True))
        self.put(target, Polynomial.constant(total % (1 << size)))
        return True

    # Bytes

    def _put_byte(self, operand, value):
        """Writes a known byte: the lowest one of a register, which keeps the others, or one on the stack."""
        known = value.as_constant() if isinstance(value, Polynomial) else value.byte
        if known is None:
            self.refuse("writes a byte that depends on data")
        known %= 256
        if isinstance(operand, Memory):
            return self._store_byte(operand, known)
        before = self._register(operand)
        above = before.as_constant() if isinstance(before, Polynomial) else None
        content = LowByte(known) if above is None else Polynomial.constant(above % RADIX // 256 * 256 + known)
        self.state.registers[self.names[operand][0]] = content

    def _store_byte(self, memory, known):
        """The words that contain the byte are unknown then."""
        base, offset = self.address(memory)
        self.accessed(base, offset)
        if not self.on_stack(base) or offset >= self.frames.get(base, 0):
            self.refuse("writes memory of another width than a word")
        self.state.memory.pop((base, offset // 8 * 8), None)
        self.state.memory.pop(("half", base, offset // 4 * 4), None)
        self.state.memory["byte", base, offset] = known

    def _forget_bytes(self, base, offset, count):
        for i in range(count):
            self.state.memory.pop(("byte", base, offset + i), None)
