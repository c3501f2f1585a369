"""Vectors of x86-64: registers, lanes and memory.

One run follows one lane of the operands. Words of other lanes are `OTHER`, and so is everything computed from them. A
mask or a comparison splits the run into paths by the bit of the lane that is followed.
"""

import re

from algebra import Polynomial
from control import OTHER, Bits, Control
from disassembly import Memory
from doubles import Double, from_pattern, pattern

WORDS = {"x": 2, "y": 4, "z": 8}
REGISTER = re.compile(r"^([xyz])mm(\d+)((?:\{\w+\})*)$")


class Vectors(Control):
    """Registers and memory; `avx512.py` and `fma.py` contain the instructions."""

    def __init__(self, equations, writable, constant, decisions=()):
        super().__init__(equations, writable, constant)
        # The values of the flags on which the path depends, in order, and how many of them were used. Without a
        # decision a flag is 0, and the decisions of the other path are left in `other`.
        self.decisions, self.other = list(decisions), []
        # The words that are signs, as keys.
        self.signs = set()

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
            return self.store_vector(operand, values, self._mask(operand.mask) if operand.mask else None)
        match = self._vector_name(operand)
        if len(values) != WORDS[match.group(1)]:
            self.refuse("writes another number of words than the vector has")
        masks = re.findall(r"\{(\w+)\}", match.group(3))
        if masks:
            self._of_words()
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

    def _of_words(self):
        """Refuses a mask of parts of words."""
        if not self.instruction.mnemonic.endswith(("q", "64", "pd")):
            self.refuse("a mask of parts of words")

    def store_vector(self, memory, values, bits=None):
        if bits is not None:
            self._of_words()
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
        self.refuse("computes with an address or a value of its caller")

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
        if self.instruction.mnemonic not in COMPARISONS:
            return super()._selector()
        if self._is_sign():
            return None
        return self.flag_of_comparison(*(self.broadcasts(operand, 8) for operand in self.instruction.operands[1:]))

    def flag_of_comparison(self, left, right):
        """The first flag of a comparison that this path does not know."""
        for words in zip(left, right, strict=False):
            if OTHER not in words:
                flag = COMPARISONS[self.instruction.mnemonic](self, *words)
                if self._assumed(flag).as_constant() is None:
                    return flag
        return None

    def _is_sign(self):
        """Whether the instruction compares zero with words: its result, 0 or -1, may be added like any other word."""
        if self.instruction.mnemonic != "vpcmpgtq" or self.instruction.operands[0][0] == "k":
            return False
        return all(
            isinstance(w, Polynomial) and w.as_constant() == 0 for w in self.vector(self.instruction.operands[1])
        )

    def sign(self, word):
        """The word -1 if a word is negative as a signed number, else 0."""
        if word == OTHER:
            return OTHER
        sign = self.equations.sign(self.equations.signed(self.lane_word(word)), self.instruction.text)
        self.signs.add(frozenset(sign.terms.items()))
        return sign

    def flag_of_sign(self, word):
        """The flag, if the word is a sign that this path does not know."""
        if not isinstance(word, Polynomial) or frozenset(word.terms.items()) not in self.signs:
            return None
        flag = self._assumed(word) * -1
        return flag if flag.as_constant() is None else None

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
        for words, zero in ((x, y), (y, x)):
            if isinstance(words, Any) and self.lane_word(zero).as_constant() == 0:
                return self.overlapping(words, words)
        x, y = (self.equations.unsigned(self.lane_word(word)) for word in (x, y))
        for first, second in ((x, y), (y, x)):
            least, most = self.equations.tight(first - second)
            if least >= 0:
                return self.equations.is_positive(first - second, most, self.instruction.text)
        self.refuse("compares two numbers that both depend on data")

    def overlapping(self, x, y):
        """Whether `x & y` is not zero, for equal operands."""
        if x is not y and x != y:
            self.refuse("tests common bits of two words")
        words = x.words if isinstance(x, Any) else [x]
        total = Polynomial()
        for word in words:
            total = total + self._size_of(word)
        return self.equations.is_positive(total, self.equations.range(total)[1], self.instruction.text)

    def _size_of(self, word):
        """A number that is zero if and only if the word is: the word, or a double that is not negative."""
        if not isinstance(word, Double):
            return self.equations.unsigned(self.lane_word(word))
        if self.equations.tight(word.value)[0] < 0:
            self.refuse("tests a double that may be negative")
        return word.value


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
    # AArch64
    "cmeq": _not(Vectors.different),
    # WebAssembly
    "i64x2.eq": _not(Vectors.different),
    "i64x2.ne": Vectors.different,
}
__all__ = ["OTHER", "Any", "Bits", "Vectors"]
