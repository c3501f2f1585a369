"""Proofs of kernels for residue number systems: the lanes of a vector are residues modulo different numbers.

A run follows all eight lanes, since a reduction multiplies the digits of all lanes by the rows of a matrix. The moduli
are numbers of the source. All other constants of a prime are operands below their modulus, so a proof holds for all
primes. Of them a proof knows one relation: `kept_1 = 2^52 kept_0` modulo the lane's modulus.

The claim about a sum of products `x` is about each lane: `m` is the modulus of a lane of the first base, `n` that of
the second one. With the names of `ResidueRing`,

    2^52 d_i = x                                             modulo m_i, and 0 <= d_i < m_i,
    2^52 r_j = x kept_0j + sum(d_i forward_ij)               modulo n_j, and 0 <= r_j <= 2 n_j,
    2^52 s_i = sum(r_j backward_ji) + k excess_i             modulo m_i, and 0 <= s_i <= 2 m_i,
    k = floor((32 + sum(floor(r_j / 2^42))) / 128).

`r` and `s` are the lanes of the result. Nothing is claimed about the integers that they represent.
"""

from dataclasses import dataclass
from functools import partial
from math import gcd
from random import Random

from algebra import RADIX, Polynomial
from bounds import SCALE, Context, Lost
from fma import Lanes
from lane_equations import DIGIT, UNIT, LaneEquations
from lane_native import call_with
from lane_proof import LaneBounds
from proof import Failed, nothing
from state import NAMES, Opaque, Pointer, Refused, State
from targets import VECTORS

WIDTH, BITS, MOST_PRODUCTS = 8, 49, 7
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

    # The numbers of elements of the result and of each operand.
    def sizes(self):
        return {"out": 1, "a": 1, "b": 1}

    def constants(self, word):
        """The words of the ring, by offset. `word(name, least, most)` creates operands."""
        lanes = range(self.lanes)
        found = {PRIME + 8 * self.limbs: Polynomial.constant(self.q)}
        for base in range(2):
            at = BASES + BASE * base
            for lane in lanes:
                m = self.modulus(base, lane)
                offset = 4 * MOST_PRODUCTS * max(self.q, 1) * m * m
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
        zeros = {("ring", at): Polynomial() for at in range(0, PRIME, 8)}
        rest = {("ring", at): Opaque("a constant") for at in range(PRIME, size, 8)}
        constants = kernel.constants(self.word)
        self.memory |= zeros | rest | {("ring", at): word for at, word in constants.items()}
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
        """Elements whose lanes are at most twice their modulus. Lanes without a modulus hold zeros."""
        for index in range(count):
            for base in range(2):
                for lane in range(WIDTH):
                    both = [Polynomial(), Polynomial()]
                    if lane < self.kernel.lanes:
                        most = 2 * self.kernel.modulus(base, lane)
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
        """Lanes are at most twice their modulus, and the third word is the sum of the others."""
        for index in range(self.kernel.sizes()["out"]):
            for base in range(2):
                for lane in range(WIDTH):
                    c0, c1, both = (self.result(index, c, base, lane) for c in range(3))
                    if (both - c0 - c1).terms:
                        raise Failed("the result equals the claim", f"the sum in lane {lane} of base {base}")
                    most = 2 * self.kernel.modulus(base, lane) if lane < self.kernel.lanes else 0
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
    except Refused as refused:
        raise Failed("instructions", refused) from None
    for name in VECTORS.kept:
        kept = Pointer("stack", 8) if name == VECTORS.stack else Opaque(f"the caller's {name}")
        if end.registers[name] != kept:
            raise Failed("instructions", f"{name} does not have the caller's value")
    if machine.other:
        raise Failed("instructions", "the code has several paths")
    return end


@dataclass(frozen=True)
class SumsOfProducts(Kernel):
    """Sums of products of elements, or of pairs of numbers."""

    results: int = 1
    products: int = 7
    pairs: bool = False

    def sizes(self):
        operands = self.results * self.products
        return {"out": self.results, "a": operands, "b": operands}

    def value(self, lane_of, index, base, lane):
        """The coefficients of a sum in a lane."""
        total = [0, 0]
        for t in range(index * self.products, (index + 1) * self.products):
            (a0, a1), (b0, b1) = (lane_of(name, t, base, lane) for name in "ab")
            both = (a0 * b0, a1 * b1) if self.pairs else (a0 * b0 - a1 * b1 * self.q, a0 * b1 + a1 * b0)
            total = [x + y for x, y in zip(total, both, strict=True)]
        return total

    def prove(self, run):
        run.check_results()
        for index in range(self.results):
            for c in range(2):
                second = [run.result(index, c, 1, lane) for lane in range(self.lanes)]
                self._prove_forward(run, index, c, second)
                self._prove_backward(run, index, c, second)

    def _prove_forward(self, run, index, c, second):
        """The claim about `r`, which names the digits, and then that about `d`."""
        digits, named = {}, run.words.named
        for lane, word in enumerate(second):
            n, what = self.modulus(1, lane), f"result {index}, coefficient {c}, lane {lane} of the second base"
            form = run.forms.congruent(word, n, UNIT)
            for row in range(self.lanes):
                digit = run.taken(form, named[f"forward[{row}][{lane}]"]).as_variable()
                if digit is None or digits.setdefault(row, digit) != digit:
                    raise Failed("the result equals the claim", f"{what}: row {row} of the matrix")
            kept = run.taken(form, named[f"kept_0[{lane}]"]) + run.taken(form, named[f"kept_1[{lane}]"]) * UNIT
            if form:
                raise Failed("the result equals the claim", f"{what}: more than the claim")
            run.check(kept, n, self.value(run.words.lane, index, 1, lane)[c], what)
        for lane, digit in digits.items():
            m, what = self.modulus(0, lane), f"result {index}, coefficient {c}, digit {lane}"
            if run.equations.tight(Polynomial.variable(digit))[1] >= m:
                raise Failed("the result is below its limit", what)
            expected = self.value(run.words.lane, index, 0, lane)[c]
            run.check(Polynomial.variable(digit), m, expected, what, UNIT)

    def _prove_backward(self, run, index, c, second):
        equations, named = run.equations, run.words.named
        total = sum((equations.split(word, BITS - 7, "upper bits", "the claim")[0] for word in second), Polynomial())
        multiple = equations.split(total + 32, 7, "multiple", "the claim")[0]
        for lane in range(self.lanes):
            m, what = self.modulus(0, lane), f"result {index}, coefficient {c}, lane {lane} of the first base"
            form = run.forms.congruent(run.result(index, c, 0, lane), m, UNIT)
            factors = [run.taken(form, named[f"backward[{row}][{lane}]"]) for row in range(self.lanes)]
            factors.append(run.taken(form, named[f"excess[{lane}]"]))
            if form or any((x - y).terms for x, y in zip(factors, [*second, multiple], strict=True)):
                raise Failed("the result equals the claim", what)

    def holds(self, numbers, out):
        """Whether lanes of a result satisfy the claim, for numbers."""

        def lane_of(name, index, base, lane):
            return [numbers[f"{name}[{index}].c{c}[{base}][{lane}]"] for c in range(2)]

        lanes = range(self.lanes)
        for index in range(self.results):
            for c in range(2):
                first, second = ([out[place(index, c, base, lane)] for lane in lanes] for base in range(2))
                x, y = ([self.value(lane_of, index, base, lane)[c] for lane in lanes] for base in range(2))
                d = [x[i] * pow(UNIT, -1, self.modulus(0, i)) % self.modulus(0, i) for i in lanes]
                k = 32 + sum(r >> BITS - 7 for r in second) >> 7
                for lane in lanes:
                    m, n = (self.modulus(base, lane) for base in range(2))
                    kept = y[lane] * numbers[f"kept_0[{lane}]"]
                    kept += sum(d[row] * numbers[f"forward[{row}][{lane}]"] for row in lanes)
                    back = k * numbers[f"excess[{lane}]"]
                    back += sum(second[row] * numbers[f"backward[{row}][{lane}]"] for row in lanes)
                    if (UNIT * second[lane] - kept) % n or (UNIT * first[lane] - back) % m:
                        return False
        return _in_range(self, out)


def _in_range(kernel, out):
    """Whether all lanes are at most twice their modulus, and the third words are sums."""
    for index in range(kernel.sizes()["out"]):
        for base in range(2):
            for lane in range(WIDTH):
                c0, c1, both = (out[place(index, c, base, lane)] for c in range(3))
                most = 2 * kernel.modulus(base, lane) if lane < kernel.lanes else 0
                if both != c0 + c1 or not 0 <= c0 <= most or not 0 <= c1 <= most:
                    return False
    return True


@dataclass(frozen=True)
class LaneByLane(Kernel):
    """A kernel of which each lane of the result depends on that lane of the operands alone: `radix` times it is
    congruent to a value.
    """

    radix = 1

    def prove(self, run):
        run.check_results()
        for base in range(2):
            for lane in range(self.lanes):
                m = self.modulus(base, lane)
                for c, expected in enumerate(self.value(run, base, lane)):
                    what = f"coefficient {c}, lane {lane} of base {base}"
                    run.check(run.result(0, c, base, lane), m, expected, what, self.radix)

    def holds(self, numbers, out):
        for base in range(2):
            for lane in range(self.lanes):
                for c, expected in enumerate(self.number(numbers, base, lane)):
                    if (self.radix * out[place(0, c, base, lane)] - expected) % self.modulus(base, lane):
                        return False
        return _in_range(self, out)

    def value(self, run, base, lane):
        return self.formula(partial(_lane_of, run.words.named, base, lane))

    def number(self, numbers, base, lane):
        return self.formula(partial(_lane_of, numbers, base, lane))


def _lane_of(words, base, lane, name):
    return [words[f"{name}[0].c{c}[{base}][{lane}]"] for c in range(2)]


@dataclass(frozen=True)
class Combination(LaneByLane):
    """The sum of two elements times `x + y u`, for small factors `(x, y)`."""

    factors: tuple = ()

    def formula(self, element):
        total = [0, 0]
        for name, (x, y) in zip("ab", self.factors, strict=True):
            a0, a1 = element(name)
            total = [total[0] + a0 * x - a1 * (y * self.q), total[1] + a1 * x + a0 * y]
        return total


@dataclass(frozen=True)
class Conjugate(LaneByLane):
    """`c0 - c1 u`."""

    def sizes(self):
        return {"out": 1, "a": 1}

    def formula(self, element):
        a0, a1 = element("a")
        return a0, a1 * -1


@dataclass(frozen=True)
class Split(LaneByLane):
    """The residues of two integers: the sums of their limbs of 52 bits times the constants of the powers of `2^52`,
    divided by the radix.
    """

    radix = UNIT

    def sizes(self):
        return {"out": 1, "a": (self.limbs,), "b": (self.limbs,)}

    def _powers(self, words, base, lane):
        return [words[f"powers[{row}][{base}][{lane}]"] for row in range(-(-64 * self.limbs // DIGIT))]

    def value(self, run, base, lane):
        powers = self._powers(run.words.named, base, lane)
        for name in "ab":
            limbs = [run.words.named[f"{name}[{i}]"] for i in range(self.limbs)]
            yield sum((x * y for x, y in zip(powers, _in_digits(run.equations, limbs), strict=True)), Polynomial())

    def number(self, numbers, base, lane):
        powers = self._powers(numbers, base, lane)
        for name in "ab":
            number = sum(numbers[f"{name}[{i}]"] << 64 * i for i in range(self.limbs))
            yield sum(power * (number >> DIGIT * i & UNIT - 1) for i, power in enumerate(powers))


def _in_digits(equations, limbs):
    """The digits of 52 bits of a number in limbs of 64 bits, as parts of the limbs."""
    digits = []
    for begin in range(0, 64 * len(limbs), DIGIT):
        digit, at = Polynomial(), begin
        while at < min(begin + DIGIT, 64 * len(limbs)):
            bits = min(64 - at % 64, begin + DIGIT - at)
            part = equations.split(limbs[at // 64], at % 64 + bits, "part", "the claim")[1]
            part = equations.split(part, at % 64, "part", "the claim")[0] if at % 64 else part
            digit, at = digit + part * (1 << at - begin), at + bits
        digits.append(digit)
    return digits


def prove(kernel, instructions, constant=nothing):
    """Proves the claim, or raises `Failed`. Returns the run."""
    run = Run(kernel, instructions, constant)
    kernel.prove(run)
    return run


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


def outcome(kernel, instructions, numbers, constant=nothing):
    """The words of the result by the rules of the proof, or None if the code is refused."""
    words = Words(kernel, lambda name, _most: Polynomial.constant(numbers[name]))
    machine = Lanes(Equations(), ["out"], constant)
    try:
        end = finish(machine, instructions, words.state())
        out = {at[1]: word for at, word in end.memory.items() if at[0] == "out"}
        return {at: machine.equations.unsigned(word).as_constant() for at, word in out.items()}
    except (Failed, Refused, AttributeError):
        return None


def disagreement(library, name, kernel, instructions, runs):
    """The first difference between the processor, the rules of the proof and the claim, or None."""
    random = Random(3)
    for _ in range(runs):
        numbers = sample(kernel, random)
        words = Words(kernel, lambda name, _most, numbers=numbers: Polynomial.constant(numbers[name]))
        names = ["out", "ring", *(operand for operand in kernel.sizes() if operand != "out")]
        buffer = call_with(library, kernel.function or name, words.memory, names)["out"]
        out = {8 * i: word for i, word in enumerate(buffer)}
        by_rules = outcome(kernel, instructions, numbers, library.constant)
        if by_rules != out or not kernel.holds(numbers, out):
            return f"computes {list(out.values())}, by the rules {by_rules and list(by_rules.values())}"
    return None


def verdict(kernel, instructions, fault, constant=nothing, runs=4):
    """As `lane_faults.verdict`."""
    changed = fault.apply(instructions)
    try:
        prove(kernel, changed, constant)
    except Failed as failed:
        return "refused", str(failed)
    random = Random(2)
    for _ in range(runs):
        numbers = sample(kernel, random)
        out = outcome(kernel, changed, numbers, constant)
        if out is None or not kernel.holds(numbers, out):
            return "WRONG", f"proved, but false for {numbers}"
    return "harmless", "proved, and true for all samples"


KERNELS = {
    "residues_4": SumsOfProducts(4),
    "residues_6": SumsOfProducts(6),
    "residues_6_q5": SumsOfProducts(6, q=5, function="residues_6"),
    "residues_6_q3": SumsOfProducts(6, q=3, function="residues_6"),
    "residues_pairs_4": SumsOfProducts(4, pairs=True),
    "residues_pairs_6": SumsOfProducts(6, pairs=True),
    "residues_three_6": SumsOfProducts(6, results=3, products=2),
    "residues_combination_4": Combination(4, factors=((9, 1), (0, 0))),
    "residues_combination_6": Combination(6, factors=((3, -1), (-2, 1))),
    "residues_combination_6_q5": Combination(6, q=5, factors=((3, -1), (-2, 1)), function="residues_combination_6"),
    "residues_conjugate_4": Conjugate(4),
    "residues_conjugate_6": Conjugate(6),
    "residues_split_4": Split(4),
    "residues_split_6": Split(6),
}
