"""Runs of kernels for residue number systems: the lanes of a vector are residues modulo different numbers.

A run follows all eight lanes, since a reduction multiplies the digits of all lanes by the rows of a matrix. The moduli
are numbers of the source. All other constants of a prime are operands below their modulus, so a proof holds for all
primes.
"""

from dataclasses import dataclass
from math import gcd
from random import Random

from algebra import RADIX, Polynomial
from bounds import SCALE, Context, Lost
from fma import Lanes
from lane_equations import DIGIT, UNIT, LaneEquations
from lane_proof import LaneBounds, check_kept
from proof import Failed
from state import NAMES, Opaque, Pointer, Refused, State
from targets import VECTORS

WIDTH, BITS, MOST_PRODUCTS = 8, 49, 7
# What lanes of either base are at most, as multiples of the modulus.
MULTIPLES = 3, 2
# The size of an element: two coefficients and their sum, each in both bases.
ELEMENT = 6 * 8 * WIDTH
# The offsets of the constants of a `ResidueRing`, whose layout is that of C.
BASES, KEPT, FORWARD, BACKWARD, EXCESS, POWERS, PRIME = 0, 576, 704, 1216, 1728, 1792, 4088
BASE = 4 * 8 * WIDTH
SAMPLES = 6


def moduli():
    """The largest odd numbers below `2^49 - 64` of which those of the first base are primes with remainder 3 modulo 4,
    and those of the second base are coprime to all larger ones.
    """
    bases = [], []
    for base, fits in ((0, lambda x: x % 4 == 3 and pow(2, x // 2, x) in (1, x - 1)), (1, _is_coprime(bases))):
        candidate = 2**BITS - 65
        while len(bases[base]) < WIDTH:
            if fits(candidate):
                bases[base].append(candidate)
            candidate -= 2
    return bases


def _is_coprime(bases):
    return lambda x: all(gcd(x, other) == 1 for base in bases for other in base)


MODULI = moduli()


@dataclass(frozen=True)
class Kernel:
    """A kernel for numbers of `limbs` limbs, and the small number `q` with `u^2 = -q`."""

    limbs: int
    q: int = 1
    function: str | None = None
    vectors: str = "avx512ifma"
    # The number of faults that are sought. Fewer for long kernels, so that a run takes minutes.
    faults: int = 20

    @property
    def lanes(self):
        return {4: 6, 6: 8}[self.limbs]

    def modulus(self, base, lane):
        return MODULI[base][lane]

    def sizes(self):
        """The numbers of elements of the result and of each operand."""
        return {"out": 1, "a": 1, "b": 1}

    def constants(self, word):
        """The words of the ring that a kernel may read, by offset. `word(name, most)` creates operands. Lanes without a
        modulus hold zeros.
        """
        lanes = range(self.lanes)
        found = {PRIME + 8 * self.limbs: Polynomial.constant(self.q)}
        read = [
            *range(BASES, 2 * BASE, 64),
            *range(KEPT, FORWARD, 64),
            EXCESS,
            *range(POWERS, POWERS + 128 * WIDTH, 64),
        ]
        read += [matrix + 64 * row for matrix in (FORWARD, BACKWARD) for row in lanes]
        found |= {at + 8 * lane: Polynomial() for at in read for lane in range(self.lanes, WIDTH)}
        for base in range(2):
            at = BASES + BASE * base
            for lane in lanes:
                m = self.modulus(base, lane)
                offset = MOST_PRODUCTS * max(self.q, 1) * (MULTIPLES[base] * m) ** 2
                words = (m, -pow(m, -1, UNIT) % UNIT, offset % UNIT, offset >> DIGIT)
                found |= {at + 64 * i + 8 * lane: Polynomial.constant(x) for i, x in enumerate(words)}
        for lane in lanes:
            m, n = (self.modulus(base, lane) for base in range(2))
            for row in range(2):
                found[KEPT + 64 * row + 8 * lane] = word(f"kept_{row}[{lane}]", n - 1)
            for row in lanes:
                found[FORWARD + 64 * row + 8 * lane] = word(f"forward[{row}][{lane}]", n - 1)
                found[BACKWARD + 64 * row + 8 * lane] = word(f"backward[{row}][{lane}]", m - 1)
            found[EXCESS + 8 * lane] = word(f"excess[{lane}]", m // 2)
            for row in range(WIDTH):
                for base in range(2):
                    most = self.modulus(base, lane) - 1
                    found[POWERS + 128 * row + 64 * base + 8 * lane] = word(f"powers[{row}][{base}][{lane}]", most)
        return found


def place(index, c, base, lane):
    """The offset of a lane of a coefficient, or of the sum of both for `c = 2`."""
    return ELEMENT * index + 128 * c + 64 * base + 8 * lane


class Equations(LaneEquations):
    """Sums of products are subtracted, so bounds follow from products that cancel, many equations before."""

    slacks = (0, 4)


class Words:
    """The words of a call: in memory, and by name."""

    def __init__(self, kernel, create):
        self.kernel, self.create, self.named, self.memory = kernel, create, {}, {}
        size = PRIME + 8 * kernel.limbs + 16
        ring = {at: Opaque("a constant") for at in range(0, size, 8)} | kernel.constants(self.word)
        self.memory |= {("ring", at): word for at, word in ring.items()}
        for name, count in kernel.sizes().items():
            if name == "out":
                self.memory |= {("out", at): Opaque("the result before") for at in range(0, ELEMENT * count, 8)}
            elif isinstance(count, int):
                self.elements(name, count)
            else:
                (limbs,) = count
                for i in range(limbs):
                    self.memory[name, 8 * i] = self.word(f"{name}[{i}]", RADIX - 1)

    def word(self, name, most):
        self.named[name] = self.create(name, most)
        return self.named[name]

    def elements(self, name, count):
        """Elements with lanes up to what they are at most. Lanes without a modulus hold zeros."""
        for index in range(count):
            for base in range(2):
                for lane in range(WIDTH):
                    both = [Polynomial(), Polynomial()]
                    if lane < self.kernel.lanes:
                        most = MULTIPLES[base] * self.kernel.modulus(base, lane)
                        both = [self.word(f"{name}[{index}].c{c}[{base}][{lane}]", most) for c in range(2)]
                    for c, word in enumerate((*both, both[0] + both[1])):
                        self.memory[name, place(index, c, base, lane)] = word

    def state(self):
        registers = {wide: Opaque(f"an unspecified {wide}") for wide, _ in NAMES.values()}
        registers |= {name: Opaque(f"the caller's {name}") for name in VECTORS.kept}
        registers[VECTORS.stack] = Pointer("stack", 0)
        names = ["out", "ring", *(name for name in self.kernel.sizes() if name != "out")]
        registers |= {register: Pointer(name, 0) for register, name in zip(VECTORS.arguments, names, strict=False)}
        return State(registers, self.memory | {("stack", 0): Opaque("the return address")})

    def lane(self, name, index, base, lane):
        """Both coefficients of an element in a lane."""
        return [self.named[f"{name}[{index}].c{c}[{base}][{lane}]"] for c in range(2)]


class LaneForms(LaneBounds):
    """Words of a run as polynomials in operands, modulo the number of a lane."""

    def __init__(self, equations, samples):
        super().__init__(equations, set(), samples, multiples=1)

    def congruent(self, form, modulus, radix=1):
        """`radix form` modulo the number, by monomials."""
        self.multiples = modulus * SCALE // radix
        try:
            exact = self.exact(form * SCALE, Context()) * radix
        except Lost as lost:
            why = f"`{lost.equation.instruction}`: {self.equations.names[lost.variable]} is lost and may be nonzero"
            raise Failed("no carry is lost", why) from None
        if any(coefficient % SCALE for coefficient in exact.terms.values()):
            raise Failed("no carry is lost", "a part of a word is lost")
        reduced = {m: coefficient // SCALE % modulus for m, coefficient in exact.terms.items()}
        return {m: coefficient for m, coefficient in reduced.items() if coefficient}


class Run:
    """The end of a run for all operands."""

    def __init__(self, kernel, instructions, constant):
        self.kernel, self.equations = kernel, Equations()
        self.words = Words(kernel, lambda name, most: self.equations.operand(name, most))
        self.machine = Lanes(self.equations, ["out"], constant)
        self.end = finish(self.machine, instructions, self.words.state())
        self.forms = LaneForms(self.equations, list(self._samples()))

    def _samples(self):
        random = Random(1)
        for _ in range(SAMPLES):
            numbers = sample(self.kernel, random)
            words = self.words.named.items()
            yield self.equations.evaluate({word.as_variable(): numbers[name] for name, word in words})

    def result(self, index, c, base, lane):
        word = self.end.memory["out", place(index, c, base, lane)]
        if not isinstance(word, Polynomial):
            raise Failed("instructions", "a lane of the result is not written")
        return self.equations.unsigned(word)

    def check_results(self):
        """Lanes are in their range, and the third word is the sum of the others."""
        for index in range(self.kernel.sizes()["out"]):
            for base in range(2):
                for lane in range(WIDTH):
                    c0, c1, both = (self.result(index, c, base, lane) for c in range(3))
                    if (both - c0 - c1).terms:
                        raise Failed("the result equals the claim", f"the sum in lane {lane} of base {base}")
                    most = MULTIPLES[base] * self.kernel.modulus(base, lane) if lane < self.kernel.lanes else 0
                    for word in (c0, c1):
                        least, greatest = self.equations.tight(word)
                        if least < 0 or greatest > most:
                            what = f"lane {lane} of base {base} may be {greatest:#x}"
                            raise Failed("the result is below its limit", what)

    def check(self, word, modulus, expected, what, radix=1):
        """Whether a word times the radix is congruent to a polynomial in operands."""
        found = self.forms.congruent(word, modulus, radix)
        wanted = self.forms.congruent(expected, modulus)
        if found != wanted:
            raise Failed("the result equals the claim", what)

    # Factors of constants

    def taken(self, form, constant):
        """Removes the terms of a form with a constant. Returns what the constant is multiplied by."""
        (name,) = constant.terms
        found = {m: form.pop(m) for m in [m for m in form if name[0] in m]}
        total = {}
        for monomial, coefficient in found.items():
            rest = list(monomial)
            rest.remove(name[0])
            total[tuple(rest)] = coefficient
        return Polynomial(total)


def finish(machine, instructions, state):
    """The end of the only path of a run."""
    try:
        (end,) = machine.run(instructions, state)
        check_kept(end)
    except Refused as refused:
        raise Failed("instructions", refused) from None
    if machine.other:
        raise Failed("instructions", "the code has several paths")
    return end


def sample(kernel, random):
    """Numbers for all operands, often at their bounds. The constants have the relation that the claim assumes."""
    numbers, extreme = {}, random.choice((False, False, True))

    def create(name, most):
        edges = (most, most, most - 1, 0) if extreme else (0, 1, most, most - 1)
        value = random.choice(edges) if extreme or random.randrange(4) == 0 else random.randint(0, most)
        if name.startswith("kept_1"):
            value = numbers[name.replace("kept_1", "kept_0")] * UNIT % (most + 1)
        numbers[name] = value
        return Polynomial.constant(value)

    Words(kernel, create)
    return numbers
