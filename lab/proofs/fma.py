"""Instructions of AVX and FMA on doubles in lanes."""

from avx512 import Avx512
from disassembly import Memory
from doubles import rounded
from vectors import OTHER

# For each order of operands, the places of the two factors and of the summand.
ORDERS = {"132": (0, 2, 1), "213": (1, 0, 2), "231": (1, 2, 0)}


class Lanes(Avx512):
    """All instructions of vectors."""

    def _step(self):
        name, operands = self.instruction.mnemonic, self.instruction.operands
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
