"""Instructions of AVX-512 and AVX2 on integers in lanes, as far as the kernels use them."""

import re

from algebra import BITS, RADIX, Polynomial
from doubles import Double, power_of
from moves import BROADCASTS, MOVES, Moves
from vectors import OTHER, WORDS, Any, Bits

ONES = RADIX - 1
# Instructions of several bytes without an effect.
NOTHING = re.compile(r"^(data16 |cs )*(nop\b|xchg ax,ax$)")
LOGIC = {
    "and": ("vpand", "vpandq", "vpandd", "vandps", "vandpd"),
    "or": ("vpor", "vporq", "vpord", "vorps", "vorpd"),
    "xor": ("vpxor", "vpxorq", "vpxord", "vxorps", "vxorpd"),
    "andn": ("vpandn", "vpandnq", "vpandnd", "vandnps", "vandnpd"),
}
LOGIC = {name: operation for operation, names in LOGIC.items() for name in names}
# The tables of `vpternlogq` that the compiler emits, in terms of `and` and `or`.
TERNARY = {
    0xA8: lambda m, x, y, z: m.both(z, m.either(x, y)),
    0xC8: lambda m, x, y, z: m.both(y, m.either(x, z)),
    0xE0: lambda m, x, y, z: m.both(x, m.either(y, z)),
    0xF8: lambda m, x, y, z: m.either(x, m.both(y, z)),
    0xEA: lambda m, x, y, z: m.either(z, m.both(x, y)),
    0xEC: lambda m, x, y, z: m.either(y, m.both(x, z)),
    0xFE: lambda m, x, y, z: m.either(m.either(x, y), z),
}


class Avx512(Moves):
    """Integers in lanes."""

    def _step(self):
        self.count_step()
        name, operands = self.instruction.mnemonic, self.instruction.operands
        if self._of_known_words():
            return None
        if name.startswith("j"):
            return self._jump(name[1:], *operands)
        if name in MOVES:
            return self._move(*operands)
        if name in BROADCASTS:
            return self._broadcast(*operands)
        if name in LOGIC:
            return self._logic(LOGIC[name], *operands)
        if name in ("vpcmpgtq", "vpcmpneqq", "vpcmpeqq", "vptestmq", "vptestnmq"):
            return self._comparison(*operands)
        if NOTHING.match(self.instruction.text):
            return None
        method = getattr(self, f"_{name}_", None)
        if method is None:
            return super()._step()
        return method(*operands)

    # Sums and products

    def _vpmuludq_(self, target, left, right):
        left = self.vector(left)
        right = self.broadcasts(right, len(left))
        self.put_vector(target, self.each_lane(self._product_of_halves, left, right))

    def _product_of_halves(self, x, y):
        return self.equations.product_of_low(x, y, 32, self.instruction.text)

    def _vpaddq_(self, target, left, right):
        left = self.vector(left)
        right = self.broadcasts(right, len(left))
        self.put_vector(target, self.each_lane(lambda x, y: x + y, left, right))

    def _vpsubq_(self, target, left, right):
        left = self.vector(left)
        right = self.broadcasts(right, len(left))
        self.put_vector(target, self.each_lane(lambda x, y: x - y, left, right))

    def _vpminuq_(self, target, left, right):
        left = self.vector(left)
        right = self.broadcasts(right, len(left))
        self.put_vector(target, self.each_lane(self._least, left, right))

    def _least(self, x, y):
        """The smaller one of two words with a constant difference: `min(x, x - d mod 2^64)`."""
        difference = (x - y).as_constant()
        if difference is None:
            self.refuse("compares two numbers that both depend on data")
        difference %= RADIX
        if difference >= RADIX // 2:
            x, difference = y, RADIX - difference
        return self.equations.corrected(self.equations.unsigned(x), difference, self.instruction.text)

    def _vpsadbw_(self, target, left, right):
        """The sum of the bytes of each word, as the sum of their differences from zero."""
        if any(self._known(word) != 0 for word in self.vector(right)):
            self.refuse("a sum of differences of bytes")
        self.put_vector(target, self.each_lane(self._sum_of_bytes, self.vector(left)))

    def _sum_of_bytes(self, word):
        rest, total = self.equations.unsigned(word), Polynomial()
        for _ in range(8):
            rest, byte = self.equations.split(rest, 8, "byte", self.instruction.text)
            total = total + byte
        return total

    def _products(self, half, target, left, right):
        total = self.vector(target)
        left, right = self.vector(left), self.broadcasts(right, len(total))
        self.put_vector(target, self.each_lane(lambda t, x, y: t + self._half(half, x, y), total, left, right))

    def _half(self, half, x, y):
        return self.equations.halves(x, y, self.instruction.text)[half]

    def _vpmadd52luq_(self, *operands):
        self._products(0, *operands)

    def _vpmadd52huq_(self, *operands):
        self._products(1, *operands)

    # Bits

    def _shift(self, operation, target, source, count):
        if not isinstance(count, int) or not 0 <= count < BITS:
            self.refuse("shifts by an unknown number of bits")
        words = self.broadcasts(source, WORDS[self._vector_name(target).group(1)])
        self.put_vector(target, self.each_lane(lambda x: operation(x, count), words))

    def _upper(self, value, count):
        return self.equations.split(value, count, "word", self.instruction.text)[0]

    def _vpsrlq_(self, *operands):
        self._shift(lambda x, count: self._upper(self.equations.unsigned(x), count), *operands)

    def _vpsraq_(self, *operands):
        self._shift(lambda x, count: self._upper(self.equations.signed(x), count), *operands)

    def _vpsllq_(self, *operands):
        self._shift(self.shifted_left, *operands)

    def shifted_left(self, x, count):
        word = self.equations.with_known_sign(x) * (1 << count)
        # What is shifted out.
        return Polynomial({m: c for m, c in word.terms.items() if c % RADIX})

    def _vpshldq_(self, target, upper, lower, count):
        """The upper words of `(upper 2^64 + lower) 2^count`."""

        def shifted(x, y):
            return x * (1 << count) + self._upper(self.equations.unsigned(y), BITS - count)

        if not isinstance(count, int) or not 0 < count < BITS:
            self.refuse("shifts by an unknown number of bits")
        self.put_vector(target, self.each_lane(shifted, self.vector(upper), self.vector(lower)))

    def _selector(self):
        """Logic on signs, which are masks, depends on their flags."""
        if self.instruction.mnemonic not in LOGIC:
            return super()._selector()
        left, right = self.instruction.operands[1:3] if len(self.instruction.operands) > 2 else (None, None)
        if left is None or left == right:
            return None
        words = self.vector(left)
        found = (self.flag_of_sign(word) for word in (*words, *self.broadcasts(right, len(words))))
        return next((flag for flag in found if flag is not None), None)

    def _logic(self, operation, target, left, right):
        words = WORDS[self._vector_name(target).group(1)]
        if left == right and operation == "xor":
            return self.put_vector(target, [Polynomial()] * words)
        left, right = ([self._known_sign(word) for word in words] for words in self._both_vectors(left, right))
        method = {"and": self.both, "or": self.either, "xor": self.exclusive, "andn": self.without}[operation]
        self.put_vector(target, [self._logic_in_lane(method, x, y) for x, y in zip(left, right, strict=True)])

    def _both_vectors(self, left, right):
        left = self.vector(left)
        return left, self.broadcasts(right, len(left))

    def _known_sign(self, word):
        """The word, with the flags that are known on this path."""
        known = self._assumed(word) if isinstance(word, Polynomial) else word
        return known if isinstance(known, Polynomial) and known.as_constant() is not None else word

    def _xorps_(self, target, source):
        """An instruction of SSE, which keeps the words above."""
        if target != source or target[0] != "x":
            self.refuse("exclusive or of two words")
        above = self.state.registers.get(f"mm{target[3:]}", [])[2:] or [OTHER] * 6
        self.state.registers[f"mm{target[3:]}"] = [Polynomial(), Polynomial(), *above]

    def _logic_in_lane(self, method, *words):
        known = [self._known(word) for word in words]
        if method == self.both and 0 in known:
            return Polynomial()
        for bits, mask in ((words[0], known[-1]), (words[-1], known[0])):
            if method == self.both and isinstance(bits, Bits) and mask is not None:
                if mask >= 1 << len(bits.bits):
                    self.refuse("a mask of more bits than lanes")
                return bits.of_word(mask)
        if OTHER in words:
            return OTHER
        return method(*words)

    def _known(self, word):
        known = word.as_constant() if isinstance(word, Polynomial) else None
        return None if known is None else known % RADIX

    def _vpternlogq_(self, target, left, right, table):
        first = self.vector(target)
        if table in (0, 255):
            return self.put_vector(target, [Polynomial.constant(ONES if table else 0)] * len(first))
        vectors = first, self.vector(left), self.broadcasts(right, len(first))
        self.put_vector(target, [self._by_table(table, words) for words in zip(*vectors, strict=True)])

    _vpternlogd_ = _vpternlogq_

    def _by_table(self, table, words):
        """The word of which each bit is that of the table for the bits of three words."""
        bits = [{0: 0, ONES: 1}.get(self._known(word)) for word in words]
        cases = [i for i in range(8) if all(bit in (None, i >> 2 - place & 1) for place, bit in enumerate(bits))]
        results = [table >> i & 1 for i in cases]
        if len({*results}) == 1:
            return Polynomial.constant(ONES if results[0] else 0)
        for place, word in enumerate(words):
            if results == [i >> 2 - place & 1 for i in cases]:
                return word
        if OTHER in words:
            return OTHER
        if table not in TERNARY:
            self.refuse("a table that the model does not support")
        return TERNARY[table](self, *words)

    def both(self, x, y):
        """The bitwise and with a mask of adjacent bits."""
        if self._known(x) is not None and self._known(y) is not None:
            return Polynomial.constant(self._known(x) % RADIX & self._known(y) % RADIX)
        for word, mask in ((x, self._known(y)), (y, self._known(x))):
            mask = None if mask is None else mask % RADIX
            if mask == ONES:
                return word
            if mask is not None and (mask + (mask & -mask)) & mask == 0:
                text, first = self.instruction.text, (mask & -mask).bit_length() - 1
                low = self.equations.split(self.lane_word(word), mask.bit_length(), "mask", text)[1]
                return self.equations.split(low, first, "mask", text)[0] * (1 << first) if first else low
        self.refuse("and of two words of which none is a mask of adjacent bits")

    def either(self, x, y):
        """The bitwise or: the sum of words without common bits."""
        if self._known(x) == 0 or self._known(y) == 0:
            return y if self._known(x) == 0 else x
        if isinstance(x, Any) or isinstance(y, Any) or (isinstance(x, Double) and isinstance(y, Double)):
            return Any([*self._parts(x), *self._parts(y)])
        if self._known(x) is not None and self._known(y) is not None:
            return Polynomial.constant(self._known(x) % RADIX | self._known(y) % RADIX)
        x, y = (self.equations.near_unsigned(self.lane_word(word)) for word in (x, y))
        for around, inside in ((x, y), (y, x)):
            # The bits of `inside` are from `first` to `end`. Those of `around` are below or above.
            least, most = self.equations.bounds(inside)
            first, end = power_of(inside), most.bit_length()
            below = Polynomial({m: c for m, c in around.terms.items() if c % (1 << end)})
            low, high = self.equations.range(below)
            if least >= 0 and low >= 0 and high < 1 << first:
                return x + y
        return Any([x, y])

    def _parts(self, word):
        return word.words if isinstance(word, Any) else [word]

    def _vpblendw_(self, target, left, right, control):
        """Selects parts of 16 bits from two vectors."""
        vectors = self.vector(left), self.vector(right)
        controls = (control & 15, control >> 4) * (len(vectors[0]) // 2)
        self.put_vector(target, [self._blended_parts(*words) for words in zip(*vectors, controls, strict=True)])

    def _blended_parts(self, x, y, control):
        if control in (0, 15):
            return y if control else x
        if OTHER in (x, y):
            return OTHER
        x, y = self.lane_word(x), self.lane_word(y)
        if control & 8:
            x, y, control = y, x, 15 - control
        bits = 16 * control.bit_length()
        if control & (control + 1):
            self.refuse("selects parts that are not the lowest ones")
        if bits == 0:
            return x
        low_x, low_y = (self.equations.split(word, bits, "part", self.instruction.text)[1] for word in (x, y))
        return x - low_x + low_y

    def exclusive(self, x, y):
        self.refuse("exclusive or of two words")

    def without(self, x, y):
        """`not x and y` for a mask x of all bits or of none."""
        mask = self._known(x)
        if mask not in (0, ONES):
            self.refuse("not of a word that is no mask")
        return y if mask == 0 else Polynomial()

    # Masks

    def _comparison(self, target, left, right):
        left = self.vector(left)
        right = self.broadcasts(right, len(left))
        name = target.split("{")[0]
        if self._is_sign():
            return self.put_vector(target, [self.sign(word) for word in right])
        bits = self.compare(left, right)
        if target[0] == "k":
            if "{" in target:
                before = self._mask(target.split("{")[1].rstrip("}"))
                bits = [self.and_bits(x, y) for x, y in zip(before, bits, strict=False)]
            self.state.registers[name] = bits + [0] * (64 - len(bits))
            return
        self.put_vector(target, self.masks(bits))

    def masks(self, bits):
        """Words of all bits or of none."""
        return [OTHER if bit == OTHER else Polynomial.constant(ONES if bit else 0) for bit in bits]

    def _moved_mask(self, target, source):
        size = 16 if self.instruction.mnemonic == "kmovw" else 32
        if target[0] != "k":
            return self.put(target, Bits(tuple(self._mask(source)[:size])))
        value = self._register(source)
        if not isinstance(value, Bits):
            self.refuse("a mask that is not of bits of lanes")
        bits = list(value.bits[:size])
        self.state.registers[target] = bits + [0] * (64 - len(bits))

    _kmovw_ = _kmovd_ = _moved_mask

    def _kshiftrd_(self, target, source, count):
        bits = self._mask(source)[:32][count:]
        self.state.registers[target] = bits + [0] * (64 - len(bits))

    def _kunpckbw_(self, target, upper, lower):
        self.state.registers[target] = self._mask(lower)[:8] + self._mask(upper)[:8] + [0] * 48

    def _vmovmskpd_(self, target, source):
        """The signs of words, which are masks of all bits or of none."""
        self.put(target, Bits(tuple(self._sign(word) for word in self.vector(source))))

    def _sign(self, word):
        if word == OTHER:
            return OTHER
        if self._known(word) not in (0, ONES):
            self.refuse("the sign of a word that is no mask")
        return int(self._known(word) == ONES)

    def _korw_(self, target, left, right):
        self.state.registers[target] = [
            self.or_bits(x, y) for x, y in zip(self._mask(left), self._mask(right), strict=True)
        ]

    _korb_ = _korw_

    def _kandw_(self, target, left, right):
        self.state.registers[target] = [
            self.and_bits(x, y) for x, y in zip(self._mask(left), self._mask(right), strict=True)
        ]

    _kandb_ = _kandw_

    def _knotw_(self, target, source):
        self.state.registers[target] = [self.not_bit(bit) for bit in self._mask(source)[:16]] + [0] * 48
