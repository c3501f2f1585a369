"""Proofs of kernels that compute a mask of lanes from comparisons, such as the lanes that are zero.

A bit of a mask is a truth table of the comparisons of its lane. The run has one path; the result is the table of the
claim for all outcomes of the comparisons.
"""

from dataclasses import dataclass
from functools import reduce
from operator import or_
from random import Random

from algebra import Polynomial
from control import Bits
from fma import Lanes
from lane_claims import Argument, Packed, start
from lane_equations import LaneEquations
from lane_native import call, concrete
from lane_products import Sizes, below, ring
from proof import Failed, nothing
from state import Opaque, Pointer, Refused
from targets import VECTORS
from vectors import OTHER, Any

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


class Logic(Lanes):
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
            table = self._atom(self._compared_words(name, x, y))
            bits.append(self.not_bit(table) if name in ("vpcmpeqq", "vptestnmq") else table)
        return bits

    def _known_bit(self, name, x, y):
        """The result of a comparison of numbers, or None."""
        words = [*(x.words if isinstance(x, Any) else [x]), *(y.words if isinstance(y, Any) else [y])]
        values = [word.as_constant() if isinstance(word, Polynomial) else None for word in words]
        if None in values:
            return None
        if name in ("vpcmpneqq", "vpcmpeqq"):
            return int((values[0] != values[1]) == (name == "vpcmpneqq"))
        return int(any(values) == (name == "vptestmq"))

    def _compared_words(self, name, x, y):
        """What a comparison tests: whether two words differ, or whether any of some words is not zero."""
        if name in ("vpcmpneqq", "vpcmpeqq"):
            return frozenset(_key(word) for word in (x, y))
        if name not in ("vptestmq", "vptestnmq") or (x is not y and x != y):
            self.refuse("a comparison that the model does not support")
        return "any", frozenset(_key(word) for word in (x.words if isinstance(x, Any) else [x]))

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


def _table(bit):
    return bit.table if isinstance(bit, Truth) else ALL if bit else NONE


def _key(word):
    if not isinstance(word, Polynomial):
        raise Refused("a comparison of an address or a value of the caller")
    return frozenset(word.terms.items())


@dataclass(frozen=True)
class ZeroLanes:
    """The claim: bit `i` of the result is set if lane `i` of `a` is 0 or `p`, in limbs below `2^52`."""

    limbs: int
    vectors: str = "avx512ifma"
    lanes: int = 16

    @property
    def arguments(self):
        size = Sizes(self.limbs)
        return Argument("out", "out"), ring(size), Packed("a", "in", size.rows, size.digits, top=size.top)


def prove_zero_lanes(claim, instructions, constant=nothing, lanes=range(16)):
    """Proves the claim in each lane, or raises `Failed`. Returns the positions of the executed instructions."""
    for lane in lanes:
        equations = LaneEquations()

        def create(name, i, bits, top, _shift=0, equations=equations):
            return equations.operand(f"{name}[{i}]", (top or 1 << bits) - 1)

        state, operands = start(claim, lane, create, VECTORS)
        machine = Logic(equations, ["out"], constant)
        try:
            (end,) = machine.run(instructions, state)
        except Refused as refused:
            raise Failed("instructions", refused) from None
        for name in VECTORS.kept:
            kept = Pointer("stack", 8) if name == VECTORS.stack else Opaque(f"the caller's {name}")
            if end.registers[name] != kept:
                raise Failed("instructions", f"{name} does not have the caller's value")
        _prove_bit(machine, operands, end.memory["out", 0], lane)
    return machine.executed


def _prove_bit(machine, operands, result, lane):
    if not isinstance(result, Bits) or len(result.bits) < 16 or any(bit != 0 for bit in result.bits[16:]):
        raise Failed("the mask", "the result is not a mask of sixteen lanes")
    keys = [("any", frozenset(_key(word) for word in operands.a_words))]
    for words in zip(operands.p_words, operands.a_words, strict=True):
        keys.append(frozenset(_key(word) for word in words))
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
            (end,) = Logic(LaneEquations(), ["out"], constant).run(instructions, state)
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
        words = call(library, name, claim, [shared | {"a": number} for number in numbers])["out"]
        if words[0] != sum(1 << i for i, number in enumerate(numbers) if number in (0, p)):
            return f"computes {words[0]:#x} from {numbers}"
    return None


ZEROS = {f"ifma_zeros_{limbs}": ZeroLanes(limbs) for limbs in (4, 6)}
