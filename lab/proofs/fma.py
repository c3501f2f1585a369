"""Instructions of AVX and FMA on doubles in lanes."""

from dataclasses import replace

from algebra import Polynomial
from avx512 import Avx512
from disassembly import Memory
from doubles import rounded
from vectors import OTHER

# For each order of operands, the places of the two factors and of the summand.
ORDERS = {"132": (0, 2, 1), "213": (1, 0, 2), "231": (1, 2, 0)}
# Instructions of SSE2, which overwrite their first operand and keep the words above, with those of AVX.
LEGACY = {
    "pand": "vpand",
    "por": "vpor",
    "pxor": "vpxor",
    "xorpd": "vxorpd",
    "xorps": "vxorps",
    "psrlq": "vpsrlq",
    "addpd": "vaddpd",
    "subpd": "vsubpd",
    "unpcklpd": "vpunpcklqdq",
    "unpckhpd": "vpunpckhqdq",
    "punpckhqdq": "vpunpckhqdq",
    "unpcklps": "vunpcklps",
}


class Lanes(Avx512):
    """All instructions of vectors."""

    def _step(self):
        name, operands = self.instruction.mnemonic, self.instruction.operands
        if name in LEGACY:
            return self._legacy(LEGACY[name], *operands)
        if name.startswith("vfmadd") and name.endswith("pd"):
            self.count_step()
            return self._fused(ORDERS[name[6:9]], *operands)
        return super()._step()

    def _fused(self, order, *operands):
        count = len(self.vector(operands[0]))
        vectors = [self.broadcasts(operand, count) for operand in operands]
        first, second, summand = (vectors[place] for place in order)
        self.put_vector(
            operands[0], [self._rounded(self._product, *words) for words in zip(first, second, summand, strict=True)]
        )

    def _product(self, x, y, z):
        x, y = (self.equations.factor(value, self.instruction.text) for value in (x, y))
        return x * y + z

    def _rounded(self, operation, *words):
        if OTHER in words:
            return OTHER
        values = [self.lane_double(word).value for word in words]
        return rounded(self.equations, operation(*values), self.instruction.text)

    def _vaddpd_(self, target, left, right):
        self._sums(1, target, left, right)

    def _vsubpd_(self, target, left, right):
        self._sums(-1, target, left, right)

    def _sums(self, sign, target, left, right):
        left = self.vector(left)
        right = self.broadcasts(right, len(left))
        self.put_vector(
            target, [self._rounded(lambda x, y: x + y * sign, *words) for words in zip(left, right, strict=True)]
        )

    def _vblendvpd_(self, target, left, right, mask):
        words = zip(self.vector(left), self.vector(right), self.vector(mask), strict=True)
        self.put_vector(target, [self._blended(*three) for three in words])

    def _selector(self):
        if self.instruction.mnemonic != "vblendvpd":
            return super()._selector()
        for word in self.vector(self.instruction.operands[3]):
            if word != OTHER and self._assumed(flag := self._is_negative(word)).as_constant() is None:
                return flag
        return None

    def _is_negative(self, word):
        flag = self.flag_of_sign(word)
        if flag is not None:
            return flag
        word = self._known_sign(word)
        return self.equations.is_negative(self.equations.signed(self.lane_word(word)), self.instruction.text)

    def _blended(self, left, right, mask):
        if OTHER == mask:
            return OTHER
        return right if self._assumed(self._is_negative(mask)).as_constant() else left

    def _vmaskmovpd_(self, target, mask, source):
        bits = [OTHER if word == OTHER else self.lane_word(word).as_constant() for word in self.vector(mask)]
        if None in bits or not isinstance(target, Memory):
            self.refuse("a load, or a mask that depends on data")
        self.store_vector(target, self.vector(source), [bit if bit == OTHER else bit >> 63 for bit in bits])

    def _legacy(self, name, target, source):
        self.instruction = replace(self.instruction, mnemonic=name, operands=(target, target, source))
        above = self.state.registers.get(f"mm{target[3:]}", [])[2:]
        self._step()
        self._keep(target, above)

    def _keep(self, target, above):
        """Restores the words above the lowest two."""
        values = self.vector(target)[:2]
        self.state.registers[f"mm{target[3:]}"] = [*values, *(above or [Polynomial()] * 6)]

    def _movsd_(self, target, source):
        above = self.state.registers.get(f"mm{target[3:]}", [])[2:]
        if not isinstance(source, Memory):
            self.refuse("a move between registers")
        self.put_vector(target, [self.vector(source)[0], Polynomial()])
        self._keep(target, above)

    def _movlpd_(self, target, source):
        self._store_one(target, source, 0)

    def _movhpd_(self, target, source):
        self._store_one(target, source, 1)

    def _store_one(self, target, source, place):
        if not isinstance(target, Memory):
            self.refuse("a load of half a vector")
        self.store(target, self.vector(source)[place])

    def _vmovsd_(self, target, source):
        if isinstance(target, Memory):
            return self.store(target, self.vector(source)[0])
        if not isinstance(source, Memory):
            self.refuse("a move between registers")
        self.put_vector(target, [self.vector(source)[0], Polynomial()])

    def _vunpcklps_(self, target, left, right):
        """The halves of the lowest word, each below a half of the other lowest word."""
        words = self.vector(left)[0], self.vector(right, 2)[0]
        if OTHER in words:
            self.refuse("halves of words of another lane")
        (high, low), (upper, lower) = (
            self.equations.split(self.lane_word(word), 32, "half", self.instruction.text) for word in words
        )
        self.put_vector(target, [low + lower * (1 << 32), high + upper * (1 << 32)])

    def _vshufpd_(self, target, left, right, control):
        left, right = self.vector(left), self.vector(right)
        if len(left) != 2:
            self.refuse("a permutation of more than two words")
        self.put_vector(target, [left[control & 1], right[control >> 1 & 1]])

    def _vaddsd_(self, target, left, right):
        left, right = self.vector(left), self.vector(right)
        self.put_vector(target, [self._rounded(lambda x, y: x + y, left[0], right[0]), left[1]])

    def _vcvtusi2sd_(self, target, above, source):
        """The double of a word, if it is exact. The word above comes from a register that may be unknown."""
        word = self.equations.unsigned(self.lane_word(self.value(source)))
        self.put_vector(target, [rounded(self.equations, word, self.instruction.text), OTHER])

    def _vpmovzxdq_(self, target, source):
        word = self.lane_word(self.vector(source)[0])
        if self._vector_name(target).group(1) != "x":
            self.refuse("an extension of more than two halves")
        high, low = self.equations.split(word, 32, "half", self.instruction.text)
        self.put_vector(target, [low, high])

    def _vpblendd_(self, target, left, right, control):
        parts = sum((3 << 2 * i) * (control >> i & 1) for i in range(8))
        words = zip(self.vector(left), self.vector(right), (parts >> 4 * i & 15 for i in range(4)), strict=False)
        self.put_vector(target, [self._blended_parts(*three) for three in words])
