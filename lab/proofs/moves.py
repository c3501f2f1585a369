"""Moves, broadcasts and permutations of words between the lanes of vectors."""

from algebra import Polynomial
from control import OTHER, Bits
from disassembly import Memory
from vectors import WORDS, Vectors
from x86_64 import VECTOR_MOVES

MOVES = {
    *VECTOR_MOVES,
    *("vmovdqa64", "vmovdqu64", "vmovdqa32", "vmovdqu32"),
}
BROADCASTS = {"vpbroadcastq", "vbroadcastsd", "vmovddup"}


class Moves(Vectors):
    """Words of vectors in other places."""

    def _move(self, target, source):
        values = self.vector(source)
        if self.instruction.mnemonic[0] != "v" and not isinstance(target, Memory):
            # An instruction of SSE, which keeps the words above.
            above = self.state.registers.get(f"mm{target[3:]}", [])[len(values) :]
            self.state.registers[f"mm{target[3:]}"] = [*values, *above]
            return
        self.put_vector(target, values)

    def _broadcast(self, target, source):
        if self.instruction.mnemonic == "vmovddup" and target[0] != "x":
            self.refuse("copies several words")
        if isinstance(source, str) and "mm" not in source:
            word = self.value(source)
        else:
            word = self.vector(source)[0]
        self.put_vector(target, [word] * WORDS[self._vector_name(target).group(1)])

    def _vmovq_(self, target, source):
        if isinstance(source, str) and "mm" in source and not isinstance(target, str):
            return self.store(target, self.vector(source)[0])
        word = self.vector(source)[0] if "mm" in str(source) else self.value(source)
        if "mm" not in str(target):
            return self.put(target, self.lane_word(word))
        self.put_vector(target, [word, Polynomial()])

    def _vmovd_(self, target, source):
        value = self._register(source)
        if not isinstance(value, Bits):
            value = self.low_half(value)
        self.put_vector(target, [value, Polynomial()])

    def low_half(self, value):
        return self.equations.lowest(self.lane_word(value), 32, self.instruction.text)

    def _vpbroadcastd_(self, target, source):
        value = self.vector(source)[0]
        if isinstance(value, Bits):
            half = value.bits[:32]
            value = Bits((*half, *[0] * (32 - len(half)), *half))
        else:
            value = self.low_half(value) * ((1 << 32) + 1)
        self.put_vector(target, [value] * WORDS[self._vector_name(target).group(1)])

    def _inserted(self, target, base, part, place):
        """A vector with some words replaced by `part`, whose width is the unit of `place`."""
        values = list(self.vector(base))
        name = self.instruction.mnemonic
        words = 4 if "64x4" in name else 2
        self._check_place(place, len(values) // words)
        values[words * place : words * (place + 1)] = self.vector(part)[:words]
        self.put_vector(target, values)

    _vinserti128_ = _vinserti32x4_ = _vinserti64x4_ = _vinsertf128_ = _vinserti64x2_ = _vinsertf32x4_ = _inserted

    def _extracted(self, target, source, place):
        words, values = 4 if "64x4" in self.instruction.mnemonic else 2, self.vector(source)
        self._check_place(place, len(values) // words)
        self.put_vector(target, values[words * place : words * (place + 1)])

    def _check_place(self, place, number):
        if not 0 <= place < number:
            self.refuse("a place outside the vector")

    _vextracti128_ = _vextracti32x4_ = _vextracti64x4_ = _vextractf128_ = _vextracti64x2_ = _vextractf32x4_ = _extracted

    def _unpacked(self, which, target, left, right):
        left, right = self.vector(left), self.vector(right)
        pairs = [(left[i + which], right[i + which]) for i in range(0, len(left), 2)]
        self.put_vector(target, [word for pair in pairs for word in pair])

    def _vpunpcklqdq_(self, *operands):
        self._unpacked(0, *operands)

    def _vpunpckhqdq_(self, *operands):
        self._unpacked(1, *operands)

    # The same moves under the names for doubles.
    _vunpcklpd_, _vunpckhpd_ = _vpunpcklqdq_, _vpunpckhqdq_

    def _vperm2i128_(self, target, left, right, control):
        halves = [self.vector(left)[:2], self.vector(left)[2:], self.vector(right)[:2], self.vector(right)[2:]]
        if control & 0x88:
            self.refuse("a permutation with zeros")
        self.put_vector(target, halves[control & 3] + halves[control >> 4 & 3])

    _vperm2f128_ = _vperm2i128_

    def _vpermq_(self, target, source, control):
        if not isinstance(control, int):
            indices = [self.lane_word(word).as_constant() for word in self.vector(source)]
            values = self.vector(control)
            if None in indices:
                self.refuse("a permutation that depends on data")
            return self.put_vector(target, [values[i % len(values)] for i in indices])
        values = self.vector(source)
        self.put_vector(target, [values[i - i % 4 + (control >> 2 * (i % 4) & 3)] for i in range(len(values))])

    _vpermpd_ = _vpermq_

    def _valignq_(self, target, upper, lower, count):
        """The words from `count` on of two vectors, the lower one first."""
        words = [*self.vector(lower), *self.vector(upper)]
        self._check_place(count, len(words) // 2)
        self.put_vector(target, words[count : count + len(words) // 2])

    def _vpalignr_(self, target, upper, lower, count):
        """In each half of 16 bytes, the bytes from `count` on of two vectors, the lower one first."""
        if count != 8:
            self.refuse("a permutation of parts of words")
        upper, lower = self.vector(upper), self.vector(lower)
        pairs = [(lower[i + 1], upper[i]) for i in range(0, len(upper), 2)]
        self.put_vector(target, [word for pair in pairs for word in pair])

    def _vpshufd_(self, target, source, control):
        pairs = {4: 0, 14: 1}
        if control & 15 not in pairs or control >> 4 not in pairs:
            self.refuse("a permutation of parts of words")
        low, high = self.vector(source)[:2]
        self.put_vector(target, [(low, high)[pairs[control & 15]], (low, high)[pairs[control >> 4]]])

    def _vpermt2w_(self, target, indices, second):
        """Each part of 16 bits is one of two vectors, by an index."""
        chosen = [self.lane_word(word).as_constant() for word in self.vector(indices)]
        first, second = self.vector(target), self.vector(second)
        if None in chosen:
            self.refuse("a permutation that depends on data")
        words, both = len(first), [*first, *second]
        parts = [[index >> 16 * i & 8 * words - 1 for i in range(4)] for index in chosen]
        self.put_vector(target, [self._of_parts([(both[part // 4], part % 4) for part in four]) for four in parts])

    def _vpermb_(self, target, indices, source):
        """Each byte is one of a vector, by an index."""
        chosen = [self.lane_word(word).as_constant() for word in self.vector(indices)]
        words = self.vector(source)
        if None in chosen:
            self.refuse("a permutation that depends on data")
        places = [[(index >> 8 * i) % (8 * len(words)) for i in range(8)] for index in chosen]
        self.put_vector(target, [self._of_bytes([(words[i // 8], i % 8) for i in eight]) for eight in places])

    def _of_bytes(self, bytes_):
        """The word of eight bytes, each a word and the number of its byte."""
        if any(word == OTHER for word, _ in bytes_):
            return OTHER
        total, text = Polynomial(), self.instruction.text
        for place, (word, byte) in enumerate(bytes_):
            value = self.equations.unsigned(self.lane_word(word))
            value = self.equations.split(value, 8 * byte + 8, "byte", text)[1] if byte < 7 else value
            value = self.equations.split(value, 8 * byte, "byte", text)[0] if byte else value
            total = total + value * (1 << 8 * place)
        return total

    def _of_parts(self, parts):
        """The word of four parts of 16 bits, each a word and the number of its part."""
        if any(word == OTHER for word, _ in parts):
            return OTHER
        total, place = Polynomial(), 0
        while place < 4:
            word, first = parts[place]
            count = 1
            while place + count < 4 and parts[place + count][0] is word and parts[place + count][1] == first + count:
                count += 1
            value, text = self.equations.unsigned(self.lane_word(word)), self.instruction.text
            if first + count < 4:
                value = self.equations.split(value, 16 * (first + count), "part", text)[1]
            if first:
                value = self.equations.split(value, 16 * first, "part", text)[0]
            total, place = total + value * (1 << 16 * place), place + count
        return total
