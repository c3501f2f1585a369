"""Instructions of AVX and FMA on doubles in lanes."""

from algebra import Polynomial
from avx512 import Avx512
from disassembly import Memory
from doubles import BIAS, FRACTION, ROUNDING, UNIT, Reciprocal, double_bits, rounded
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
        self.put_vector(operands[0], [self._sum(*words) for words in zip(first, second, summand, strict=True)])

    def _sum(self, x, y, z):
        if isinstance(x, Reciprocal):
            x, y = y, x
        if not isinstance(y, Reciprocal) or OTHER in (x, z):
            return self._rounded(self._product_and_sum, x, y, z)
        top, _ = self.equations.split(y.top, y.shift, "top digit", self.instruction.text)
        if self.lane_double(x).value != top or self.lane_word(z).as_constant() != double_bits(ROUNDING):
            self.refuse("multiplies a reciprocal by another number than the top digit, or rounds otherwise")
        return y.quotient + (BIAS + FRACTION) * UNIT

    def _product_and_sum(self, x, y, z):
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

    def _vmovsd_(self, target, source):
        if isinstance(target, Memory):
            return self.store(target, self.vector(source)[0])
        if not isinstance(source, Memory):
            self.refuse("a move between registers")
        self.put_vector(target, [self.vector(source)[0], Polynomial()])

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

    _vblendps_ = _vpblendd_
