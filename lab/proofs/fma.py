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

    def _blended(self, left, right, mask):
        if OTHER == mask:
            return OTHER
        known = self.lane_word(mask).as_constant()
        if known is None:
            self.refuse("selects by a word that depends on data")
        return right if known >> 63 else left

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

    def _unpcklps_(self, target, source):
        """The halves of the lowest word, each below a half of the other lowest word."""
        above = self.state.registers.get(f"mm{target[3:]}", [])[2:]
        words = self.vector(target)[0], self.vector(source, 2)[0]
        if OTHER in words:
            self.refuse("halves of words of another lane")
        (high, low), (upper, lower) = (
            self.equations.split(self.lane_word(word), 32, "half", self.instruction.text) for word in words
        )
        self.put_vector(target, [low + lower * (1 << 32), high + upper * (1 << 32)])
        self._keep(target, above)
