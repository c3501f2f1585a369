"""Proofs of kernels that compute a mask of lanes from comparisons, such as the lanes that are zero.

A bit of a mask is a truth table of the comparisons of its lane. The run has one path; the result is the table of the
claim for all outcomes of the comparisons.
"""

from dataclasses import dataclass
from functools import reduce
from operator import or_
from random import Random

from algebra import BITS, Polynomial
from control import Bits
from doubles import Double
from fma import Lanes
from lane_claims import Argument, start
from lane_equations import LaneEquations
from lane_native import call, concrete
from lane_products import Sizes, below, ring
from lane_proof import check_kept
from neon import Neon
from proof import Failed, nothing
from state import Refused
from targets import for_lanes
from vectors import OTHER, Any
from wasm import Wasm

# The names of comparisons for equality, and all that tell whether words differ.
EQUAL = "vpcmpeqq", "cmeq", "i64x2.eq"
COMPARED = "vpcmpneqq", "i64x2.ne", *EQUAL
# The greatest number of comparisons of a lane, and the tables of no case and of all cases.
MOST_ATOMS = 10
NONE, ALL = 0, (1 << (1 << MOST_ATOMS)) - 1


@dataclass(frozen=True)
class Truth:
    """A bit: the cases in which it is set, as a number with a bit for each outcome of all comparisons."""

    table: int


def atom(index):
    """The table of one comparison."""
    return Truth(sum(1 << case for case in range(1 << MOST_ATOMS) if case >> index & 1))


@dataclass(frozen=True)
class MaskWord:
    """A word of which all bits are this bit."""

    bit: Truth | int


@dataclass(frozen=True)
class Difference:
    """The exclusive or of two words."""

    pair: frozenset


class Logic:
    """Runs a kernel with the bits of masks as truth tables."""

    def __init__(self, equations, writable, constant):
        super().__init__(equations, writable, constant)
        # The comparisons, by what they compare.
        self.atoms = {}

    def _splits_on(self):
        return None

    def compare(self, left, right):
        name, bits = self.instruction.mnemonic, []
        for x, y in zip(left, right, strict=True):
            if OTHER in (x, y):
                bits.append(OTHER)
                continue
            known = self._known_bit(name, x, y)
            if known is not None:
                bits.append(known)
                continue
            tables = [self._atom(key) for key in self._compared_words(name, x, y)]
            table = reduce(self.or_bits, tables)
            bits.append(self.not_bit(table) if name in (*EQUAL, "vptestnmq") else table)
        return bits

    def _known_bit(self, name, x, y):
        """The result of a comparison of numbers, or None."""
        words = [*self._parts(x), *self._parts(y)]
        values = [self._constant(word) for word in words]
        if None in values:
            return None
        if name in COMPARED:
            # More than two words are compared with zero.
            differ = values[0] != values[1] if len(values) == 2 else any(values)
            return int(differ == (name not in EQUAL))
        return int(any(values) == (name == "vptestmq"))

    def masks(self, bits):
        return [bit if bit == OTHER else MaskWord(bit) for bit in bits]

    def bit_of_mask(self, word):
        return word.bit if isinstance(word, MaskWord) else super().bit_of_mask(word)

    def _logic_in_lane(self, method, *words):
        if not any(isinstance(word, MaskWord) for word in words):
            return super()._logic_in_lane(method, *words)
        if OTHER in words:
            return OTHER
        if not all(isinstance(word, MaskWord) for word in words) or method not in (self.both, self.either):
            return super()._logic_in_lane(method, *words)
        operation = self.and_bits if method == self.both else self.or_bits
        return MaskWord(operation(*(word.bit for word in words)))

    def _sign(self, word):
        return word.bit if isinstance(word, MaskWord) else super()._sign(word)

    def _compared_words(self, name, x, y):
        """What a comparison tests: whether words differ, or whether any of some words is not zero."""
        for words, zero in ((x, y), (y, x)):
            if isinstance(words, Any) and self._known(zero) == 0 and name in COMPARED:
                return self._nonzero(words.words)
        if name in COMPARED:
            return [frozenset(_key(word) for word in (x, y))]
        if name not in ("vptestmq", "vptestnmq") or (x is not y and x != y):
            self.refuse("a comparison that the model does not support")
        return self._nonzero(x.words if isinstance(x, Any) else [x])

    def _nonzero(self, words):
        """Whether any word is not zero: differences of words one by one, other words together."""
        keys = [word.pair for word in words if isinstance(word, Difference)]
        others = frozenset(_key(word) for word in words if not isinstance(word, Difference))
        return [*keys, ("any", others)] if others else keys

    def _constant(self, word):
        """The number in a word, which may be the pattern of a double, or None."""
        if isinstance(word, Double) and word.value.as_constant() is not None:
            word = self.lane_word(word)
        return self._known(word)

    def exclusive(self, x, y):
        known = self._constant(x), self._constant(y)
        if None not in known:
            return Polynomial.constant(known[0] ^ known[1])
        return Difference(frozenset(_key(word) for word in (x, y)))

    def either(self, x, y):
        if not isinstance(x, Difference | Any) and not isinstance(y, Difference | Any):
            return super().either(x, y)
        return Any([*self._parts(x), *self._parts(y)])

    def _atom(self, key):
        index = self.atoms.setdefault(key, len(self.atoms))
        if index >= MOST_ATOMS:
            self.refuse("too many comparisons")
        return atom(index)

    def not_bit(self, bit):
        return OTHER if bit == OTHER else Truth(ALL ^ _table(bit))

    def and_bits(self, x, y):
        if x == 0 or y == 0:
            return 0
        return OTHER if OTHER in (x, y) else Truth(_table(x) & _table(y))

    def or_bits(self, x, y):
        return OTHER if OTHER in (x, y) else Truth(_table(x) | _table(y))


class LogicOfLanes(Logic, Lanes):
    """On x86-64."""


@dataclass(frozen=True)
class Highest:
    """A word of which the highest bit is this bit, and the others are zero."""

    bit: Truth | int


class LogicOfTwoWords(Logic):
    """With vectors of two words, where the compiler clears all bits of a mask but the highest, and takes the sign."""

    def shift_left(self, words, count):
        if count != BITS - 1 or not any(isinstance(word, MaskWord) for word in words):
            return super().shift_left(words, count)
        return [Highest(word.bit) if isinstance(word, MaskWord) else OTHER for word in words]

    def sign(self, word):
        return MaskWord(word.bit) if isinstance(word, Highest) else super().sign(word)


class LogicOfNeon(LogicOfTwoWords, Neon):
    """On AArch64."""


class LogicOfWasm(LogicOfTwoWords, Wasm):
    """On WebAssembly."""


def machine(claim, constant):
    """A machine for a run of a kernel."""
    kind = {"neon": LogicOfNeon, "relaxed-simd": LogicOfWasm}.get(claim.vectors, LogicOfLanes)
    return kind(LaneEquations(), ["out"], constant)


def _table(bit):
    return bit.table if isinstance(bit, Truth) else ALL if bit else NONE


def _key(word):
    if isinstance(word, Double):
        return "double", frozenset(word.value.terms.items())
    if not isinstance(word, Polynomial):
        raise Refused("a comparison of an address or a value of the caller")
    return frozenset(word.terms.items())


@dataclass(frozen=True)
class ZeroLanes:
    """The claim: bit `i` of the result is set if lane `i` of `a` is 0 or `p`, in limbs below `2^52`."""

    limbs: int
    vectors: str = "avx512ifma"
    doubles: bool = False
    # The function that the processor runs instead, if it is another.
    native: str | None = None
    lanes: int = 16

    @property
    def arguments(self):
        size = Sizes(self.limbs)
        return Argument("out", "out"), ring(size), size.packed("a", doubles=self.doubles)

    def key(self, word):
        return _key(Double(word) if self.doubles else word)


def prove_zero_lanes(claim, instructions, constant=nothing, lanes=range(16)):
    """Proves the claim in each lane, or raises `Failed`. Returns the positions of the executed instructions."""
    target = for_lanes(claim.vectors)
    for lane in lanes:
        running = machine(claim, constant)

        def create(name, i, bits, top, _shift=0, equations=running.equations):
            return equations.operand(f"{name}[{i}]", (top or 1 << bits) - 1)

        state, operands = start(claim, lane, create, target)
        try:
            (end,) = running.run(instructions, state)
            check_kept(end, target)
        except Refused as refused:
            raise Failed("instructions", refused) from None
        _prove_bit(claim, running, operands, end.memory["out", 0], lane)
    return running.executed


def _prove_bit(claim, machine, operands, result, lane):
    if not isinstance(result, Bits) or len(result.bits) < 16 or any(bit != 0 for bit in result.bits[16:]):
        raise Failed("the mask", "the result is not a mask of sixteen lanes")
    keys = [("any", frozenset(claim.key(word) for word in operands.a_words))]
    for words in zip(operands.p_words, operands.a_words, strict=True):
        keys.append(frozenset(claim.key(word) for word in words))
    if not all(key in machine.atoms for key in keys):
        raise Failed("the mask", "the code does not compare all digits")
    nonzero, *different = (atom(machine.atoms[key]).table for key in keys)
    differs = reduce(or_, different)
    expected = ALL ^ nonzero | ALL ^ differs
    if _table(result.bits[lane]) != expected or result.bits[lane] == OTHER:
        raise Failed("the mask", f"the bit of lane {lane} is not that of the claim")


def is_wrong(claim, instructions, constant=nothing, runs=40):
    """Whether the code, run by the rules on numbers, computes another bit than that of the claim."""
    random, size = Random(6), Sizes(claim.limbs)
    for _ in range(runs):
        p, lane = size.modulus(random), random.randrange(16)
        state, _ = concrete(claim, lane, {"p": p, "inverse": 0, "a": (a := _sample(random, p, size))})
        try:
            (end,) = machine(claim, constant).run(instructions, state)
        except Refused:
            return True
        bit = end.memory["out", 0].bits[lane]
        if bit == OTHER or (_table(bit) == ALL) != (a in (0, p)):
            return True
    return False


def _sample(random, p, size):
    """A number that is often congruent to zero, or differs from 0 or `p` in one digit."""
    edges = (0, p, p, 1, p - 1, p + 1, 1 << 52 * random.randrange(size.digits), below(random, 2 * p, size.digits))
    return random.choice(edges) % (2 * p)


def disagreement(library, name, claim, runs):
    """The first difference between the processor and the claim, or None."""
    random, size = Random(5), Sizes(claim.limbs)
    for _ in range(runs):
        p = size.modulus(random)
        numbers = [_sample(random, p, size) for _ in range(16)]
        shared = {"p": p, "inverse": 0}
        words = call(library, claim.native or name, claim, [shared | {"a": number} for number in numbers])["out"]
        if words[0] != sum(1 << i for i, number in enumerate(numbers) if number in (0, p)):
            return f"computes {words[0]:#x} from {numbers}"
    return None


ZEROS = {
    f"{name}_zeros_{limbs}": ZeroLanes(limbs, *rest, native=native and f"{native}_zeros_{limbs}")
    for limbs in (4, 6)
    for name, native, *rest in (
        ("ifma", None, "avx512ifma"),
        ("ifma256", "ifma256_evex", "avxifma"),
        ("fma", None, "fma", True),
        ("fma512", None, "avx512f", True),
        ("neon", None, "neon", True),
        ("relaxed", None, "relaxed-simd", True),
    )
}
