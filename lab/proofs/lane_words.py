"""Reads one lane of a kernel for vectors as code for the checker in `lab/coq`, and as a program of divisions.

`control.py` says which instructions are executed, and `moves.py` where they take words from and put them. So these are
trusted. Each word of the lane that an instruction computes has a register of its own in the code for the checker: `v0`,
`v1` and so on. The checker knows nothing of other lanes.
"""

from dataclasses import dataclass

from algebra import BITS, RADIX, Polynomial
from control import OTHER
from disassembly import Memory
from fma import Lanes
from lane_ranges import SIGN
from lane_residues import UNIT
from moves import BROADCASTS, MOVES
from steps import integer

ONES = RADIX - 1
# Instructions of vectors that compute words. All others only move them.
COMPUTES = {
    *("vpaddq", "vpsubq", "vpmadd52luq", "vpmadd52huq", "vpsrlq", "vpsraq", "vpsllq", "vpshldq"),
    *(
        "vpor",
        "vporq",
        "vpord",
        "vpand",
        "vpandq",
        "vpandd",
        "vandpd",
        "vandps",
        "vpxor",
        "vpxorq",
        "vpxord",
        "vpcmpgtq",
        "vpternlogq",
        "vpternlogd",
        "xorps",
    ),
    "vblendvpd",
}
# Instructions of general registers that may use words of the lane.
GENERAL = {"mov", "movabs", "add", "sub", "lea", "shl", "push", "pop", "ret"}
PLACES = {
    *("vpunpcklqdq", "vpunpckhqdq", "vpermq", "vperm2i128", "valignq", "vinserti32x4", "vinserti64x4", "vinserti128"),
    *("vinsertf32x4", "vinserti64x2", "vunpcklpd", "vunpckhpd", "vpermt2w", "vpblendw", "vpblendd", "vblendps"),
    *("vextracti64x2", "vextractf32x4", "vextracti32x4", "vextracti64x4", "vextracti128", "vzeroupper", "vmovq"),
}


def key(word):
    return frozenset(word.terms.items())


@dataclass(frozen=True)
class Sign:
    """A bit of a mask: the sign of a word."""

    word: Polynomial


class LaneReading(Lanes):
    """Runs the instructions of all paths at once: a word that a sign selects is one of two by a flag."""

    def __init__(self, program, writable, constant, pointers):
        super().__init__(program, writable, constant)
        # The place of each pointer to an operand: a register, or a register and an offset.
        self.pointers = pointers
        self.lines, self.registers, self.count = [], {}, 0
        # For words of which some bits are zero because of shifts and masks: the first and the end of the others.
        self.bits = {}
        # For each word that is -1 where a flag is 1, and 0 elsewhere: the flag, and the word of which it is the sign.
        self.masks = {}

    def _step(self):
        name = self.instruction.mnemonic
        if name[0] in "vk" and name not in COMPUTES | PLACES | MOVES | BROADCASTS:
            self.refuse("the checker has no such instruction for lanes")
        if name[0] not in "vk" and name not in GENERAL | MOVES and self._uses_data():
            self.refuse("the checker has no such instruction for words of lanes")
        if name.startswith(("cmov", "set", "sbb", "adc", "adox", "rc")) and self.state.compared is None:
            self.refuse("a carry that may depend on data")
        super()._step()

    def _uses_data(self):
        """Whether the result of an instruction may depend on data."""
        name, operands = self.instruction.mnemonic, self.instruction.operands
        if name.startswith("nop") or (name == "xor" and operands[0] == operands[1]):
            return False
        return any(map(self._depends, operands))

    def _depends(self, operand):
        if isinstance(operand, Memory):
            word = self.state.memory.get(self.address(operand)) if operand.base in self.names else None
        else:
            word = self._register(operand) if isinstance(operand, str) else None
        return isinstance(word, Polynomial) and word.as_constant() is None

    def _selector(self):
        return None

    # Code for the checker

    def _new(self):
        self.count += 1
        return f"v{self.count - 1}"

    def _operand(self, word):
        known = word.as_constant()
        if known is not None:
            return f"immediate {integer(known % RADIX)}"
        if key(word) not in self.registers:
            self.refuse("a word that the checker does not know")
        return f"register {self.registers[key(word)]}"

    def _pointer(self, base):
        """The register with the address of an operand."""
        place = self.pointers.get(base)
        if place is None:
            self.refuse(f"the checker has no pointer to {base}")
        if not isinstance(place, str):
            holder, offset = place
            self.pointers[base] = name = self._new()
            self.lines.append(f"mov register {name} memory {holder} {offset}")
        return self.pointers[base]

    def _copied(self, word):
        """A new register with a word."""
        name = self._new()
        self.lines.append(f"mov register {name} {self._operand(word)}")
        return name

    def _result(self, name, word):
        if word.as_constant() is None:
            self.registers[key(word)] = name
        return word

    def load(self, memory, bytes_=0):
        word = super().load(memory, bytes_)
        if isinstance(word, Polynomial) and word.as_constant() is None and key(word) not in self.registers:
            base, offset = self.address(memory)
            pointer, name = self._pointer(base), self._new()
            self.lines.append(f"mov register {name} memory {pointer} {offset + bytes_}")
            self.registers[key(word)] = name
        return word

    def store(self, memory, value, bytes_=0):
        super().store(memory, value, bytes_)
        base, offset = self.address(memory)
        if not self.on_stack(base) and isinstance(value, Polynomial):
            self.lines.append(f"mov memory {self._pointer(base)} {offset + bytes_} {self._operand(value)}")

    # Sums and products

    def _combined(self, operation, x, y):
        """`x + y` or `x - y`, for the instructions `add` and `sub`."""
        x, y = (word if self._known(word) is None else Polynomial.constant(self._known(word)) for word in (x, y))
        total = x + y if operation == "add" else x - y
        if total.as_constant() is not None:
            return Polynomial.constant(total.as_constant() % RADIX)
        if self._known(y) == 0 or (self._known(x) == 0 and operation == "add"):
            return total
        name = self._copied(x)
        self.lines.append(f"{operation} register {name} {self._operand(y)}")
        return self._result(name, self.equations.divided(total, RADIX, self.instruction.text)[1])

    def _on_words(self, operation, target, left, right):
        left = self.vector(left)
        right = self.broadcasts(right, len(left))
        self.put_vector(target, self.each_lane(lambda x, y: self._combined(operation, x, y), left, right))

    def _vpaddq_(self, *operands):
        self._on_words("add", *operands)

    def _vpsubq_(self, *operands):
        self._on_words("sub", *operands)

    def _products(self, half, target, left, right):
        total = self.vector(target)
        left, right = self.vector(left), self.broadcasts(right, len(total))
        self.put_vector(
            target, self.each_lane(lambda t, x, y: self._product_and_sum(half, t, x, y), total, left, right)
        )

    def _product_and_sum(self, half, total, x, y):
        program, text = self.equations, self.instruction.text
        name = self._copied(total)
        self.lines.append(f"madd52 {half} {name} {self._operand(x)} {self._operand(y)}")
        x, y = (program.divided(word, UNIT, text)[1] for word in (x, y))
        high, low = program.divided(x * y, UNIT, text)
        return self._result(name, program.divided(total + (high if half else low), RADIX, text)[1])

    # Bits

    def _shift_count(self, count):
        name = self._new()
        self.lines.append(f"mov register {name} immediate {count}")
        return name

    def _upper(self, word, count):
        """The word shifted right."""
        if word.as_constant() is not None:
            return Polynomial.constant(word.as_constant() >> count)
        if count == 0:
            return word
        places, name = self._shift_count(count), self._new()
        self.lines.append(f"shrx {name} {self._operand(word)} {places}")
        first, end = self._bits(word)
        result = self._result(name, self.equations.divided(word, 1 << count, self.instruction.text)[0])
        return self._with_bits(result, max(0, first - count), max(0, end - count))

    def _lower(self, word, count):
        """The word shifted left."""
        if word.as_constant() is not None:
            return Polynomial.constant((word.as_constant() << count) % RADIX)
        if count == 0:
            return word
        places, name = self._shift_count(count), self._new()
        self.lines.append(f"shlx {name} {self._operand(word)} {places}")
        first, end = self._bits(word)
        low = self.equations.divided(word, 1 << BITS - count, self.instruction.text)[1]
        return self._with_bits(self._result(name, low * (1 << count)), first + count, min(BITS, end + count))

    def _add_(self, target, source):
        self._of_general("add", super()._add_, target, source)

    def _sub_(self, target, source):
        self._of_general("sub", super()._sub_, target, source)

    def _of_general(self, operation, otherwise, target, source):
        """A sum or difference of words in general registers, of which one depends on data."""
        words = self.value(target), self.value(source)
        if not all(isinstance(word, Polynomial) for word in words) or all(w.as_constant() is not None for w in words):
            return otherwise(target, source)
        self._wide(target)
        self.put(target, self._combined(operation, *words))
        self.flags()

    def _lea_(self, target, source):
        base, index = (self._register(name) if name else Polynomial() for name in (source.base, source.index))
        if not all(isinstance(word, Polynomial) for word in (base, index)):
            return super()._lea_(target, source)
        total = self._combined("add", base, self._lower(index, source.scale.bit_length() - 1))
        self.put(target, self._combined("add", total, Polynomial.constant(source.offset)))

    def _shl_(self, target, count=1):
        """A word in a general register, before a broadcast."""
        self.put(target, self._lower(self.word(target), self._count(count)))
        self.flags()

    def _vpsrlq_(self, *operands):
        self._shift(self._upper, *operands)

    def _vpsllq_(self, *operands):
        self._shift(self._lower, *operands)

    def _vpsraq_(self, *operands):
        self._shift(self._arithmetic, *operands)

    def _arithmetic(self, word, count):
        """The word shifted right with copies of its sign: `((x + 2^63) >> count) - 2^(63 - count)`."""
        moved = self._combined("add", word, Polynomial.constant(SIGN))
        return self._combined("sub", self._upper(moved, count), Polynomial.constant(SIGN >> count))

    def _vpshldq_(self, target, upper, lower, count):
        def shifted(x, y):
            return self._combined("add", self._lower(x, count), self._upper(y, BITS - count))

        if not isinstance(count, int) or not 0 < count < BITS:
            self.refuse("shifts by an unknown number of bits")
        self.put_vector(target, self.each_lane(shifted, self.vector(upper), self.vector(lower)))

    def both(self, x, y):
        """The bitwise and of a word with a mask: adjacent bits, or all bits where a flag is 1."""
        known = [self._known(word) for word in (x, y)]
        if None not in known:
            return Polynomial.constant(known[0] & known[1])
        for word, mask in ((x, known[1]), (y, known[0])):
            if mask is not None:
                return self._masked_bits(word, mask)
        for mask, word in ((x, y), (y, x)):
            if key(mask) in self.masks:
                flag, _ = self.masks[key(mask)]
                name = self._copied(mask)
                self.lines.append(f"and {name} {self._operand(word)}")
                return self._result(name, self.equations.divided(flag * word, 1, self.instruction.text)[0])
        self.refuse("and of two words of which none is a mask")

    def _masked_bits(self, word, mask):
        if mask == ONES:
            return word
        place = (mask & -mask).bit_length() - 1
        if mask + (1 << place) & mask:
            self.refuse("a mask of bits that are not adjacent")
        if place:
            return self._lower(self._masked_bits(self._upper(word, place), mask >> place), place)
        name = self._copied(word)
        self.lines.append(f"and {name} immediate {integer(mask)}")
        first, end = self._bits(word)
        result = self._result(name, self.equations.divided(word, mask + 1, self.instruction.text)[1])
        return self._with_bits(result, first, min(end, mask.bit_length()))

    def _bits(self, word):
        known = self._known(word)
        if known is not None:
            return (known & -known).bit_length() - 1 if known else 0, known.bit_length()
        return self.bits.get(key(word), (0, BITS))

    def _with_bits(self, word, first, end):
        self.bits[key(word)] = first, end
        return word

    def either(self, x, y):
        """The bitwise or of words without common bits: their sum."""
        if 0 in (self._known(x), self._known(y)):
            return y if self._known(x) == 0 else x
        (first_x, end_x), (first_y, end_y) = self._bits(x), self._bits(y)
        if end_x > first_y and end_y > first_x:
            self.refuse("or of two words with common bits")
        total = self._combined("add", x, y)
        return self._with_bits(total, min(first_x, first_y), max(end_x, end_y))

    def _part(self, word, first, end):
        """Some bits of a word, at their places."""
        if (first, end) == (0, BITS):
            return word
        high = self._upper(word, first)
        return self._lower(self._masked_bits(high, (1 << end - first) - 1) if end < BITS else high, first)

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
            part = self._upper(self._part(word, 16 * first, 16 * (first + count)), 16 * first)
            total, place = (self.either(total, self._lower(part, 16 * place)), place + count)
        return total

    def _blended_parts(self, x, y, control):
        """A word with parts of 16 bits of two words: of the second where a bit of the control is 1."""
        if control in (0, 15) or OTHER in (x, y):
            return super()._blended_parts(x, y, control)
        return self._of_parts([((y if control >> i & 1 else x), i) for i in range(4)])

    def _comparison(self, target, left, right):
        if self.instruction.mnemonic != "vpcmpgtq" or any(self._known(word) != 0 for word in self.vector(left)):
            self.refuse("a comparison with another number than zero")
        if "{" in target:
            self.refuse("a comparison under a mask")
        if target[0] != "k":
            return super()._comparison(target, left, right)
        bits = [word if word == OTHER else Sign(word) for word in self.vector(right)]
        self.state.registers[target] = bits + [0] * (64 - len(bits))

    def _selected(self, bit, if_set, otherwise):
        if not isinstance(bit, Sign) or OTHER in (if_set, otherwise):
            return super()._selected(bit, if_set, otherwise)
        # `add` moves the sign into the carry.
        name = self._copied(bit.word)
        self.lines.append(f"add register {name} register {name}")
        flag = self.equations.divided(bit.word, SIGN, self.instruction.text)[0]
        name = self._copied(otherwise)
        self.lines.append(f"cmov 1 {name} {self._operand(if_set)}")
        chosen = otherwise + flag * (if_set - otherwise)
        return self._result(name, self.equations.divided(chosen, 1, self.instruction.text)[0])

    def sign(self, word):
        """The word -1 if a word is negative as a signed number, else 0: the bit that leaves `2 x`."""
        if word == OTHER:
            return OTHER
        name = self._copied(word)
        self.lines += [f"add register {name} register {name}", f"sbbsame {name}"]
        flag = self.equations.divided(word, SIGN, self.instruction.text)[0]
        mask = flag * ONES
        self.masks[key(mask)] = flag, word
        return self._result(name, mask)

    def _vblendvpd_(self, target, left, right, mask):
        """Words of the second vector where the word of the mask is negative."""
        words = zip(self.vector(left), self.vector(right), self.vector(mask), strict=True)
        self.put_vector(target, [self._blended(*three) for three in words])

    def _blended(self, left, right, mask):
        if mask == OTHER:
            return OTHER
        _, word = self.masks.get(key(mask), (None, mask))
        return self._selected(Sign(word), right, left)
