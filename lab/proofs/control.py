"""The control flow of kernels for vectors, and general registers: addresses, counters, and bits of lanes.

Loops and calls are executed. Conditions of branches, addresses and numbers of steps must not depend on data, so the
time does not depend on data either.
"""

from dataclasses import dataclass, replace

from algebra import RADIX, Polynomial
from disassembly import Memory
from lane_ranges import SIGN
from state import NAMES, Opaque, Pointer
from x86_64 import X86

OTHER = Opaque("another lane")
# More instructions than any kernel executes.
MOST_STEPS = 20_000

# The conditions of branches, by the result of the last instruction with flags, as a signed number, and its borrow.
BY_RESULT = {
    "e": lambda result: result == 0,
    "ne": lambda result: result != 0,
    "s": lambda result: result < 0,
    "ns": lambda result: result >= 0,
}
BY_BORROW = {
    "b": lambda result, borrow: borrow,
    "ae": lambda result, borrow: not borrow,
    "a": lambda result, borrow: not borrow and result != 0,
    "be": lambda result, borrow: borrow or result == 0,
}
# Instructions on known words, and whether they clear the carry.
KNOWN = {
    "and": (lambda x, y: x & y, True),
    "or": (lambda x, y: x | y, True),
    "xor": (lambda x, y: x ^ y, True),
    "shl": (lambda x, count: x << count, False),
    "shr": (lambda x, count: x >> count, False),
}


@dataclass(frozen=True)
class Bits:
    """A word of bits of lanes, of which the bit of one lane is known. Bits above the last one are zero."""

    bits: tuple

    def shifted(self, count):
        """The bits shifted right by a count, or left by a negative count."""
        return Bits(self.bits[count:] if count >= 0 else (0,) * -count + self.bits)

    def of_word(self, mask):
        """The word of the bits of a mask, if they are known."""
        chosen = [(i, bit) for i, bit in enumerate(self.bits) if mask >> i & 1]
        if any(bit == OTHER for _, bit in chosen):
            return OTHER
        return Polynomial.constant(sum(bit << i for i, bit in chosen))


@dataclass(frozen=True)
class LowByte:
    """A register of which only the lowest byte is known."""

    byte: int


class Control(X86):
    """Control flow and general registers."""

    def __init__(self, equations, writable, constant):
        super().__init__(equations, writable, constant)
        # The positions of all instructions that were executed, and their number.
        self.executed, self.steps = set(), 0

    def count_step(self):
        self.executed.add(self.state.at - 1)
        self.steps += 1
        if self.steps > MOST_STEPS:
            self.refuse("more instructions than any kernel executes")

    def _returns(self):
        pointer = self.register("rsp")
        target = self.load(Memory("rsp", None, 1, 0, 64))
        self.put("rsp", Pointer(pointer.base, pointer.offset + 8))
        if isinstance(target, Pointer) and target.base == "code":
            self.state.at = target.offset
            return False
        if target != Opaque("the return address"):
            self.refuse("returns to another address than its caller's")
        return True

    def _call_(self, target):
        if target == "memcpy":
            return self._copy()
        if not isinstance(target, int):
            self.refuse("a call of a function outside the kernel")
        pointer = self.register("rsp")
        self.put("rsp", Pointer(pointer.base, pointer.offset - 8))
        self.store(Memory("rsp", None, 1, 0, 64), Pointer("code", self.state.at))
        self.state.at = target

    def _copy(self):
        """Copies a known number of words, as `memcpy` does. Registers that it may change are unknown afterwards."""
        target, size = self.register("rdi"), self.register("rdx")
        known = size.as_constant() if isinstance(size, Polynomial) else None
        if known is None or known % 8:
            self.refuse("copies an unknown number of words")
        words = [self.load(Memory("rsi", None, 1, offset, 64)) for offset in range(0, known, 8)]
        for i, word in enumerate(words):
            self.store(Memory("rdi", None, 1, 8 * i, 64), word)
        for name in ("rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11"):
            self.state.registers[name] = Opaque(f"an unspecified {name}")
        for name in [name for name in self.state.registers if name.startswith(("mm", "k"))]:
            del self.state.registers[name]
        self.state.registers["rax"] = target
        self.flags()

    def _jump(self, condition, target):
        if not isinstance(target, int):
            self.refuse("a jump outside the kernel")
        if condition == "mp" or self._holds(condition):
            self.state.at = target

    def _holds(self, condition):
        if condition not in BY_RESULT and condition not in BY_BORROW:
            self.refuse("a branch on a flag that the model does not support")
        result, borrow = self.state.compared or (None, None)
        if result is None or (condition in BY_BORROW and borrow is None):
            self.refuse("a branch that depends on data")
        return BY_RESULT[condition](result) if condition in BY_RESULT else BY_BORROW[condition](result, borrow)

    # Selections by known flags

    def _selector(self):
        if self.instruction.mnemonic.startswith("cmov") and self.state.compared is not None:
            return None
        return super()._selector()

    def _cmov(self, condition, target, source):
        if self.state.compared is None:
            return super()._cmov(condition, target, source)
        if self._holds(condition):
            self.put(target, self.value(source))

    # Flags of known words

    def flags(self, carry=None, overflow=None):
        super().flags(carry, overflow)
        self.state.compared = None

    def _compared(self, result, size, borrow=None):
        """Records a known result for branches, and its borrow if it is known."""
        self.flags()
        result %= 1 << size
        self.state.compared = result - (result >> size - 1 << size), borrow

    def _cmp_(self, left, right):
        size, right = self._size(left), right % RADIX if isinstance(right, int) else right
        left, right = self.value(left), self.value(right)
        self.flags()
        if isinstance(left, Pointer) and isinstance(right, Pointer) and left.base == right.base:
            left, right = Polynomial.constant(left.offset), Polynomial.constant(right.offset)
        known = [value.as_constant() if isinstance(value, Polynomial) else None for value in (left, right)]
        if None not in known:
            left, right = (value % (1 << size) for value in known)
            self._compared(left - right, size, left < right)

    def _test_(self, left, right):
        self.flags()
        known = self._known_words(left, right)
        if known is not None:
            self._compared(known[0] & known[1], self._size(left), False)

    def _after(self, target):
        """Records a sum or difference, whose carry is not needed."""
        value = self.value(target)
        known = value.as_constant() if isinstance(value, Polynomial) else None
        self.flags()
        if known is not None:
            self._compared(known, self._size(target))

    # Instructions on known words, addresses, and bits of lanes

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

    def _wide_name(self, name):
        return NAMES[name][0]

    def _register(self, name):
        """The content of a register, of any width."""
        return self.state.registers.get(NAMES[name][0]) if name in NAMES else None

    def _of_known_words(self):
        """Executes an instruction on known words, of any width, or on bits of lanes. Returns whether it did."""
        name, operands = self.instruction.mnemonic, self.instruction.operands
        if any(isinstance(operand, Memory) for operand in operands):
            return False
        if name in ("mov", "movzx", "shr", "shl", "and", "or", "not") and self._of_bits(name, *operands):
            return True
        if name not in KNOWN or operands[0] == "rsp":
            return False
        values = [0, 0] if name == "xor" and operands[0] == operands[1] else self._known_words(*operands)
        if values is None:
            return False
        (operation, clears), size = KNOWN[name], self._size(operands[0])
        result = operation(*values) % (1 << size)
        self.put(operands[0], Polynomial.constant(result))
        self._compared(result, size, False if clears else None)
        return True

    def _of_bits(self, name, target, source=1):
        bits = self._register(source if name in ("mov", "movzx") else target)
        if not isinstance(bits, Bits):
            return False
        if name in ("mov", "movzx"):
            self.state.registers[self._wide_name(target)] = Bits(bits.bits[: self._size(source)])
            return True
        if name in ("and", "or", "not"):
            return self._logic_of_bits(name, bits, target, source)
        counts = self._known_words(source)
        if counts is None:
            self.refuse("shifts by an unknown number of bits")
        count = counts[0] if name == "shr" else -counts[0]
        self.state.registers[self._wide_name(target)] = Bits(bits.shifted(count).bits[: self._size(target)])
        self.flags()
        return True

    def _logic_of_bits(self, name, bits, target, source):
        size = self._size(target)
        first = bits.bits + (0,) * (size - len(bits.bits))
        if name == "not":
            result = [self.not_bit(bit) for bit in first]
        else:
            other = self._register(source)
            if not isinstance(other, Bits):
                self.refuse("logic of bits of lanes and another word")
            second = other.bits + (0,) * (size - len(other.bits))
            operation = self.and_bits if name == "and" else self.or_bits
            result = [operation(x, y) for x, y in zip(first, second, strict=True)]
        self.state.registers[self._wide_name(target)] = Bits(tuple(result))
        if name != "not":
            self.flags()
        return True

    def not_bit(self, bit):
        return bit if bit == OTHER else 1 - bit

    def and_bits(self, x, y):
        if x == 0 or y == 0:
            return 0
        return OTHER if OTHER in (x, y) else 1

    def or_bits(self, x, y):
        if x == 1 or y == 1:
            return 1
        return OTHER if OTHER in (x, y) else 0

    def _add_(self, target, source):
        if isinstance(self.value(target), Polynomial) and isinstance(self.value(source), Pointer):
            index, pointer = self._known_words(target), self.value(source)
            if index is None:
                self.refuse("an address that depends on data")
            self.put(target, Pointer(pointer.base, pointer.offset + index[0]))
            return self.flags()
        if isinstance(self.value(target), Pointer):
            super()._add_(target, self._index(target, source))
        else:
            self._put_sum(target, self.word(target) + self.word(source))
        self._after(target)

    def _put_sum(self, target, value):
        """Writes a sum as a word of a lane, which equals it modulo 2^64. Its carry must not be needed."""
        self._wide(target)
        self.put(target, value if value.as_constant() is None else Polynomial.constant(value.as_constant() % RADIX))

    def _lea_(self, target, source):
        base = self._register(source.base)
        if not isinstance(base, Polynomial) or base.as_constant() is not None:
            return super()._lea_(target, source)
        index = self.word(source.index) * source.scale if source.index else 0
        self._put_sum(target, base + index + source.offset)

    def _index(self, target, source):
        """A known word that is added to an address, as an integer."""
        known = self._known_words(source) if isinstance(source, str) else None
        if isinstance(self.value(target), Pointer) and known is not None:
            return known[0] - (RADIX if known[0] >= SIGN else 0)
        return source

    def _sub_(self, target, source):
        known = None if isinstance(self.value(target), Pointer) else self._known_words(target, source)
        if isinstance(self.value(target), Pointer):
            super()._sub_(target, source)
        else:
            self._put_sum(target, self.word(target) - self.word(source))
        self._after(target)
        if known is not None:
            self._compared(known[0] - known[1], self._size(target), known[0] < known[1])

    def _dec_(self, target):
        super()._dec_(target)
        self._after(target)

    def _inc_(self, target):
        super()._inc_(target)
        self._after(target)

    def _and_(self, target, source):
        if target != "rsp" or not isinstance(source, int):
            return super()._and_(target, source)
        # The stack is aligned. Which multiples of 8 are aligned makes no difference to the code.
        value, unit = self.value(target), RADIX - source % RADIX
        if unit & (unit - 1):
            self.refuse("a mask that is no alignment")
        self.put(target, Pointer(value.base, (value.offset - 8) // unit * unit + 8))
        self.flags()

    # General registers and memory of other widths

    def _size(self, operand):
        if isinstance(operand, Memory):
            return operand.size
        return NAMES[operand][1] if operand in NAMES else 64

    def register(self, name):
        value = self._register(name)
        if isinstance(value, LowByte):
            return Polynomial.constant(value.byte) if self._size(name) == 8 else value
        return super().register(name)

    def address(self, memory):
        index = self._register(memory.index) if memory.index else None
        if isinstance(index, Pointer) and memory.scale == 1:
            # The address is in the second register.
            memory = replace(memory, base=memory.index, index=memory.base)
        base, offset = super().address(memory)
        return base, (offset + SIGN) % RADIX - SIGN

    def value(self, operand):
        if not isinstance(operand, Memory) or operand.size not in (8, 16, 32):
            return super().value(operand)
        base, offset = self.address(operand)
        word, inside = self.state.memory.get(("half", base, offset)), 0
        if isinstance(word, LowByte) and operand.size == 8:
            return Polynomial.constant(word.byte)
        if word is None:
            inside = offset % 8
            word = self._word(self.load(operand, -inside))
        word, text = self._word(word), self.instruction.text
        word = self.equations.split(word, 8 * inside, "memory", text)[0] if inside else word
        return self.equations.split(word, operand.size, "memory", text)[1]

    def store(self, memory, value, bytes_=0):
        base, offset = self.address(memory)
        for half in (0, 4):
            self.state.memory.pop(("half", base, offset + bytes_ + half), None)
        super().store(memory, value, bytes_)

    def _store_half(self, memory, value):
        """Stores half a word on the stack. The word itself is unknown then."""
        base, offset = self.address(memory)
        if base != "stack" or offset % 4 or offset >= 0 or not isinstance(value, Polynomial | LowByte):
            self.refuse("writes memory of another width than a word")
        self.state.memory.pop((base, offset // 8 * 8), None)
        self.state.memory["half", base, offset] = value

    def put(self, operand, value):
        if isinstance(operand, Memory) and operand.size == 32:
            return self._store_half(operand, value)
        if self._size(operand) == 8 and isinstance(operand, str):
            return self._put_byte(operand, value)
        super().put(operand, value)

    def _put_byte(self, name, value):
        """Writes the lowest byte of a register and keeps the others."""
        known, before = value.as_constant() if isinstance(value, Polynomial) else None, self._register(name)
        if known is None:
            self.refuse("writes a byte that depends on data")
        known %= 256
        above = before.as_constant() if isinstance(before, Polynomial) else None
        content = LowByte(known) if above is None else Polynomial.constant(above // 256 * 256 + known)
        self.state.registers[NAMES[name][0]] = content
