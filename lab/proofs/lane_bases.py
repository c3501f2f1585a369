"""Claims about kernels for residue number systems, and their proofs.

The claim about a sum of products `x` is about each lane: `m` is the modulus of a lane of the first base, `n` that of
the second one. With the names of `ResidueRing`,

    2^52 d_i = x                                             modulo m_i, and 0 <= d_i < 2^49 + 2^19,
    2^52 r_j = x kept_0j + sum(d_i forward_ij)               modulo n_j, and 0 <= r_j <= 2 n_j,
    2^52 s_i = sum(r_j backward_ji) + k excess_i             modulo m_i, and 0 <= s_i <= 3 m_i,
    k = floor((32 + sum(floor(r_j / 2^42))) / 128).

`r` and `s` are the lanes of the result. A proof knows one relation of constants: `kept_1 = 2^52 kept_0` modulo the
lane's modulus. Nothing is claimed about the integers that lanes represent.
"""

from dataclasses import dataclass
from functools import partial
from itertools import product
from random import Random

from algebra import Polynomial
from fma import Lanes
from lane_equations import DIGIT, UNIT
from lane_native import call_with
from lane_runs import BITS, MULTIPLES, WIDTH, Equations, Kernel, Run, Words, finish, place, sample
from proof import Failed, nothing
from state import Refused

# Digits of `q` are below this number.
DIGITS = 2**BITS + 2**19


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
            if run.equations.tight(Polynomial.variable(digit))[1] >= DIGITS:
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
                    back = k * numbers[f"excess[{lane}]"]
                    back += sum(second[row] * numbers[f"backward[{row}][{lane}]"] for row in lanes)
                    if (UNIT * first[lane] - back) % self.modulus(0, lane):
                        return False
                if not any(self._holds_forward(numbers, digits, y, second) for digits in self._digits(d)):
                    return False
        return _in_range(self, out)

    def _digits(self, d):
        """What the digits may be: a small one may be larger by its modulus."""
        larger = (x + self.modulus(0, lane) for lane, x in enumerate(d))
        return product(*((x, y) if y < DIGITS else (x,) for x, y in zip(d, larger, strict=True)))

    def _holds_forward(self, numbers, digits, sums, second):
        for lane in range(self.lanes):
            kept = sums[lane] * numbers[f"kept_0[{lane}]"]
            kept += sum(d * numbers[f"forward[{row}][{lane}]"] for row, d in enumerate(digits))
            if (UNIT * second[lane] - kept) % self.modulus(1, lane):
                return False
        return True


def _in_range(kernel, out):
    """Whether all lanes are in their range, and the third words are sums."""
    for index in range(kernel.sizes()["out"]):
        for base in range(2):
            for lane in range(WIDTH):
                c0, c1, both = (out[place(index, c, base, lane)] for c in range(3))
                most = MULTIPLES[base] * kernel.modulus(base, lane) if lane < kernel.lanes else 0
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
