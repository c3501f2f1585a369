"""Vectors of x86-64: registers, lanes and memory, and the control flow between and in kernels.

One run follows one lane of the operands. Words of other lanes are `OTHER`, and so is everything computed from them. A
mask or a comparison splits the run into paths by the bit of the lane that is followed.

Loops and calls are executed. Conditions of branches, addresses and numbers of iterations must not depend on data, so
time does not depend on data either.
"""

import re
from dataclasses import dataclass, replace

from algebra import RADIX, Polynomial
from disassembly import Memory
from doubles import Double, from_pattern, pattern
from lane_equations import SIGN
from state import NAMES, Opaque, Pointer, Refused
from x86_64 import X86

OTHER = Opaque("another lane")
WORDS = {"x": 2, "y": 4, "z": 8}
REGISTER = re.compile(r"^([xyz])mm(\d+)((?:\{\w+\})*)$")
# More instructions than any kernel executes.
MOST_STEPS = 8_000

CONDITIONS = {
    "e": lambda difference, borrow: difference == 0,
    "ne": lambda difference, borrow: difference != 0,
    "s": lambda difference, borrow: difference < 0,
    "ns": lambda difference, borrow: difference >= 0,
    "b": lambda difference, borrow: borrow,
    "ae": lambda difference, borrow: not borrow,
    "a": lambda difference, borrow: not borrow and difference != 0,
    "be": lambda difference, borrow: borrow or difference == 0,
}

# Instructions on known words.
KNOWN = {
    "and": lambda x, y: x & y,
    "or": lambda x, y: x | y,
    "xor": lambda x, y: x ^ y,
    "shl": lambda x, count: x << count,
    "shr": lambda x, count: x >> count,
}


class Vectors(X86):
    """Registers, memory and control flow; `avx512.py` and `fma.py` contain the instructions."""

    def __init__(self, equations, writable, constant, decisions=()):
        super().__init__(equations, writable, constant)
        # The values of the flags on which the path depends, in order, and how many of them were used. Without a
        # decision a flag is 0, and the decisions of the other path are left in `other`.
        self.decisions, self.other = list(decisions), []
        # The positions of all instructions that were executed, and their number.
        self.executed, self.steps = set(), 0

    # Control flow

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
        if not isinstance(target, int):
            self.refuse("a call of a function outside the kernel")
        pointer = self.register("rsp")
        self.put("rsp", Pointer(pointer.base, pointer.offset - 8))
        self.store(Memory("rsp", None, 1, 0, 64), Pointer("code", self.state.at))
        self.state.at = target

    def _jump(self, condition, target):
        if not isinstance(target, int):
            self.refuse("a jump outside the kernel")
        if condition != "mp":
            if condition not in CONDITIONS:
                self.refuse("a branch on a flag that the model does not support")
            if self.state.compared is None:
                self.refuse("a branch that depends on data")
            if not CONDITIONS[condition](*self.state.compared):
                return
        self.state.at = target

    def _compared(self, left, right=0):
        """Records the flags of `left - right`, if both are known."""
        self.state.compared = None
        if isinstance(left, Pointer) and isinstance(right, Pointer) and left.base == right.base:
            left, right = left.offset, right.offset
        elif isinstance(left, Polynomial) and isinstance(right, Polynomial):
            left, right = left.as_constant(), right.as_constant()
        if isinstance(left, int) and isinstance(right, int):
            difference = (left - right) % RADIX
            self.state.compared = difference - (RADIX if difference >= SIGN else 0), left % RADIX < right % RADIX

    def _cmp_(self, left, right):
        self.flags()
        size = self._size(left)
        right = right % (1 << size) if isinstance(right, int) else right
        self._compared(self.value(left), Polynomial.constant(right) if isinstance(right, int) else self.value(right))

    def _test_(self, left, right):
        self.flags()
        left, right = self.value(left), self.value(right)
        if isinstance(left, Polynomial) and isinstance(right, Polynomial):
            values = left.as_constant(), right.as_constant()
            if None not in values:
                return self._compared(Polynomial.constant(values[0] & values[1]), Polynomial())
        if left == right and isinstance(left, Pointer):
            return self._compared(Polynomial.constant(1), Polynomial())
        self.state.compared = None

    def _after(self, target):
        value = self.value(target)
        self._compared(value, Polynomial() if isinstance(value, Polynomial) else value)

    def _known_words(self, *operands):
        """The operands as integers, or None if one depends on data."""
        values = []
        for operand in operands:
            value = Polynomial.constant(operand) if isinstance(operand, int) else self._register(operand)
            if not isinstance(value, Polynomial) or value.as_constant() is None:
                return None
            values.append(value.as_constant() % (1 << self._size(operand)))
        return values

    def _register(self, name):
        return self.state.registers.get(NAMES[name][0]) if name in NAMES else None

    def _of_bits(self, name, target, source=None):
        """Executes an instruction on bits of lanes. Returns whether it did."""
        bits = self._register(source if name in ("mov", "movzx") else target)
        if not isinstance(bits, Bits):
            return False
        if name in ("mov", "movzx"):
            self.state.registers[NAMES[target][0]] = Bits(bits.bits[: self._size(source)])
        elif name in ("shr", "shl") and (counts := self._known_words(source)):
            count = counts[0] if name == "shr" else -counts[0]
            self.state.registers[NAMES[target][0]] = Bits(bits.shifted(count).bits[: self._size(target)])
        else:
            return False
        self.flags()
        return True

    def _of_known_words(self):
        """Executes an instruction on known words, of any width. Returns whether it did."""
        name, operands = self.instruction.mnemonic, self.instruction.operands
        if name in ("mov", "movzx", "shr", "shl") and isinstance(operands[0], str) and self._of_bits(name, *operands):
            return True
        if name not in KNOWN or any(isinstance(operand, Memory) for operand in operands):
            return False
        values = [0, 0] if name == "xor" and operands[0] == operands[1] else self._known_words(*operands)
        if values is None:
            return False
        size = self._size(operands[0])
        value = Polynomial.constant(KNOWN[name](*values) % (1 << size))
        self.flags()
        self.put(operands[0], value)
        self._compared(value, Polynomial())
        return True

    def _add_(self, target, source):
        if isinstance(self.value(target), Polynomial) and isinstance(self.value(source), Pointer):
            index = self.word(target).as_constant()
            if index is None:
                self.refuse("an address that depends on data")
            pointer = self.value(source)
            self.put(target, Pointer(pointer.base, pointer.offset + index))
            return self.flags()
        super()._add_(target, self._index(target, source))
        self._after(target)

    def _index(self, target, source):
        """A known word that is added to an address, as an integer."""
        if isinstance(self.value(target), Pointer) and isinstance(source, str):
            known = self.word(source).as_constant()
            if known is not None:
                return known - (RADIX if known >= SIGN else 0)
        return source

    def _sub_(self, target, source):
        super()._sub_(target, source)
        self._after(target)

    def _dec_(self, target):
        super()._dec_(target)
        self._after(target)

    def _inc_(self, target):
        super()._inc_(target)
        self._after(target)

    def _and_(self, target, source):
        value = self.value(target)
        if target == "rsp" and isinstance(source, int):
            # The stack is aligned. Which multiples of 8 are aligned makes no difference to the code.
            unit = RADIX - source % RADIX
            if unit & (unit - 1):
                self.refuse("a mask that is no alignment")
            self.put(target, Pointer(value.base, (value.offset - 8) // unit * unit + 8))
            return self.flags()
        super()._and_(target, source)
        self._after(target)

    def address(self, memory):
        index = self._register(memory.index) if memory.index else None
        if isinstance(index, Pointer) and memory.scale == 1:
            # The address is in the second register.
            memory = replace(memory, base=memory.index, index=memory.base)
        base, offset = super().address(memory)
        return base, (offset + SIGN) % RADIX - SIGN

    # General registers and memory of other widths

    def _size(self, operand):
        if isinstance(operand, Memory):
            return operand.size
        return NAMES[operand][1] if operand in NAMES else 64

    def value(self, operand):
        if isinstance(operand, Memory) and operand.size in (8, 16, 32):
            base, offset = self.address(operand)
            if ("half", base, offset) in self.state.memory:
                half = self.state.memory["half", base, offset]
                return self.equations.split(half, operand.size, "memory", self.instruction.text)[1]
            inside = offset % 8
            word = self._word(self.load(operand, -inside))
            high, _ = self.equations.split(word, 8 * inside, "memory", self.instruction.text) if inside else (word, None)
            return self.equations.split(high, operand.size, "memory", self.instruction.text)[1]
        return super().value(operand)

    def store(self, memory, value, bytes_=0):
        base, offset = self.address(memory)
        for half in (0, 4):
            self.state.memory.pop(("half", base, offset + bytes_ + half), None)
        super().store(memory, value, bytes_)

    def _store_half(self, memory, value):
        """Stores half a word on the stack. The word itself is unknown then."""
        base, offset = self.address(memory)
        if base != "stack" or offset % 4 or offset >= 0 or not isinstance(value, Polynomial):
            self.refuse("writes memory of another width than a word")
        self.state.memory.pop((base, offset // 8 * 8), None)
        self.state.memory["half", base, offset] = value

    def put(self, operand, value):
        if isinstance(operand, Memory) and operand.size == 32:
            return self._store_half(operand, value)
        if isinstance(operand, str) and NAMES.get(operand, ("", 64))[1] == 8 and isinstance(value, Polynomial):
            # The upper bytes of the register keep values that are not used.
            if value.as_constant() is None:
                self.refuse("writes a byte that depends on data")
            value = Polynomial.constant(value.as_constant() % 256)
            self.state.registers[NAMES[operand][0]] = value
            return
        super().put(operand, value)

    # Vector registers

    def vector(self, operand, words=None):
        """The words of a vector operand, or of `words` words of memory."""
        if isinstance(operand, Memory):
            if operand.size == 64:
                words = words or 1
            return [self.load(operand, 8 * i) for i in range(words or operand.size // 64)]
        match = self._vector_name(operand)
        count = WORDS[match.group(1)]
        values = self.state.registers.get(f"mm{match.group(2)}", [])
        if len(values) < count:
            self.refuse(f"{operand} is read before it is written")
        return values[:count]

    def _vector_name(self, operand):
        match = REGISTER.match(operand) if isinstance(operand, str) else None
        if match is None:
            self.refuse(f"{operand} is not a vector")
        return match

    def put_vector(self, operand, values):
        """Writes a vector under the mask of the operand, if it has one. The words above become zero."""
        if isinstance(operand, Memory):
            return self.store_vector(operand, values)
        match = self._vector_name(operand)
        masks = re.findall(r"\{(\w+)\}", match.group(3))
        bits = [self._mask(mask) for mask in masks if mask != "z"]
        if bits:
            before = self.vector(operand) if "z" not in masks else [Polynomial()] * len(values)
            values = [self._selected(bit, x, y) for bit, x, y in zip(bits[0], values, before, strict=False)]
        values = list(values) + [Polynomial()] * (8 - len(values))
        self.state.registers[f"mm{match.group(2)}"] = values

    def _selected(self, bit, if_set, otherwise):
        if isinstance(bit, int):
            return if_set if bit else otherwise
        return OTHER

    def store_vector(self, memory, values, bits=None):
        for i, value in enumerate(values):
            if bits is None or bits[i] == 1:
                self.store(memory, value, 8 * i)
            elif bits[i] != 0:
                self.store(memory, OTHER, 8 * i)

    def _mask(self, name):
        bits = self.state.registers.get(name)
        if bits is None:
            self.refuse(f"{name} is read before it is written")
        return bits

    def broadcasts(self, memory, count):
        """The words of an operand that may be one word of memory for all lanes."""
        values = self.vector(memory)
        return values * count if isinstance(memory, Memory) and memory.size == 64 else values

    # Words of lanes

    def lane_word(self, value):
        """The word of a lane: the pattern of a double."""
        if isinstance(value, Double):
            return pattern(self.equations, value)
        if isinstance(value, Polynomial):
            return value
        self.refuse(f"computes with an address or a value of its caller {value}")

    def lane_double(self, value):
        if isinstance(value, Double):
            return value
        return from_pattern(self.equations, self.lane_word(value))

    def each_lane(self, operation, *vectors):
        """Applies an operation on words to each lane. The result from another lane's words is another lane's."""
        return [self._in_lane(operation, *words) for words in zip(*vectors, strict=True)]

    def _in_lane(self, operation, *words):
        if OTHER in words:
            return OTHER
        return operation(*(self.lane_word(word) for word in words))

    # Paths

    def _splits_on(self):
        while (flag := super()._splits_on()) is not None:
            used = len(self.state.assumed)
            if used == len(self.decisions):
                self.other.append([*self.decisions, 1])
                self.decisions.append(0)
            self.state.assumed[flag] = self.decisions[used]
            self.equations.assume(flag, self.decisions[used])

    def _selector(self):
        comparison = COMPARISONS.get(self.instruction.mnemonic)
        if comparison is None:
            return super()._selector()
        for words in zip(*(self.broadcasts(operand, 8) for operand in self.instruction.operands[1:]), strict=False):
            if OTHER not in words:
                flag = comparison(self, *words)
                if self._assumed(flag).as_constant() is None:
                    return flag
        return None

    def compare(self, left, right):
        """The bits of a comparison, known on this path."""
        comparison = COMPARISONS[self.instruction.mnemonic]
        bits = []
        for words in zip(left, right, strict=True):
            flag = None if OTHER in words else self._assumed(comparison(self, *words)).as_constant()
            bits.append(OTHER if flag is None else flag)
        return bits

    def greater(self, x, y):
        """Whether x > y as signed numbers."""
        equations = self.equations
        x, y = (equations.signed(self.lane_word(word)) for word in (x, y))
        return equations.is_negative(y - x, self.instruction.text)

    def different(self, x, y):
        if isinstance(x, Any) and self.lane_word(y).as_constant() == 0:
            return self.overlapping(x, x)
        x, y = (self.equations.unsigned(self.lane_word(word)) for word in (x, y))
        for first, second in ((x, y), (y, x)):
            least, most = self.equations.tight(first - second)
            if least >= 0:
                return self.equations.is_positive(first - second, most, self.instruction.text)
        self.refuse("compares two numbers that both depend on data")

    def overlapping(self, x, y):
        """Whether `x & y` is not zero, for equal operands."""
        if x is not y and not x == y:
            self.refuse("tests common bits of two words")
        words = x.words if isinstance(x, Any) else [x]
        total = Polynomial()
        for word in words:
            total = total + self.equations.unsigned(self.lane_word(word))
        return self.equations.is_positive(total, self.equations.range(total)[1], self.instruction.text)


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


class Any:
    """The bitwise or of words with common bits. The model supports only tests whether it is zero."""

    def __init__(self, words):
        self.words = words


def _not(comparison):
    return lambda machine, x, y: 1 - comparison(machine, x, y)


COMPARISONS = {
    "vpcmpgtq": Vectors.greater,
    "vpcmpneqq": Vectors.different,
    "vpcmpeqq": _not(Vectors.different),
    "vptestmq": Vectors.overlapping,
    "vptestnmq": _not(Vectors.overlapping),
}
__all__ = ["OTHER", "Any", "Refused", "Vectors"]
