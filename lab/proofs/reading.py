"""Reads the instructions of a kernel as a program of divisions with remainder, as the checker in `lab/coq` does.

A statement has inputs between bounds, divisions `p = n quotient + remainder`, what is assumed and what is claimed. It
has neither paths nor residues nor ranges: every arithmetic instruction is a division whose results are new variables.
`adc` divides a sum by 2^64, `mulx` a product. The checker reads the instructions itself (`Machine.v`), with the same
numbers of variables. It takes the inputs, what is assumed and what is claimed from `read`, which therefore is trusted.
"""

from dataclasses import dataclass, field, replace

import translation
from algebra import RADIX, Polynomial, number
from kernel_text import Layout
from proof import run, start
from targets import X86_64
from x86_64 import ON_CARRY, X86


@dataclass
class Program:
    """The variables and divisions. Variables are numbered from 1; the results of divisions follow the inputs."""

    names: list = field(default_factory=lambda: [""])
    # The bounds of inputs by variable; None for an input without bounds.
    bounds: dict = field(default_factory=dict)
    # (n, p, quotient, remainder) of each division.
    divisions: list = field(default_factory=list)
    constants: object = None

    def input(self, name, bounds=None):
        if self.divisions:
            raise ValueError("inputs precede divisions")
        self.names.append(name)
        if bounds is not None:
            self.bounds[len(self.names) - 1] = bounds
        return Polynomial.variable(len(self.names) - 1)

    def divided(self, value, by, instruction):
        """The quotient and the remainder."""
        if value.as_constant() is not None:
            return tuple(map(Polynomial.constant, divmod(value.as_constant(), by)))
        quotient = len(self.names)
        self.names += [f"quotient in `{instruction}`", f"remainder in `{instruction}`"]
        self.divisions.append((by, value, quotient, quotient + 1))
        return Polynomial.variable(quotient), Polynomial.variable(quotient + 1)

    # What a machine calls.

    def divide(self, right, _name, instruction):
        above, word = self.divided(right, RADIX, instruction)
        return word, above

    def product(self, x, y, instruction):
        return self.divide(x * y, "product", instruction)

    def split(self, value, bits, _name, instruction):
        return self.divided(value, 1 << bits, instruction)

    def selected(self, value, instruction):
        """A variable for one of two values that a flag selects."""
        return self.divided(value, 1, instruction)[0]


class Logged:
    """Equations or a program whose results a machine records with the instruction, in the state of its path."""

    def __init__(self, inner, machine):
        self.inner, self.machine = inner, machine

    def __getattr__(self, name):
        return getattr(self.inner, name)

    def divide(self, *arguments):
        word, above = self.inner.divide(*arguments)
        self.machine.log("division", above, word)
        return word, above

    def product(self, *arguments):
        word, above = self.inner.product(*arguments)
        self.machine.log("division", above, word)
        return word, above

    def split(self, *arguments):
        high, low = self.inner.split(*arguments)
        self.machine.log("division", high, low)
        return high, low


class Recorder(X86):
    """Runs instructions, and records the results of each in the state. `log` is no register of the processor."""

    def __init__(self, equations, writable, constant):
        super().__init__(Logged(equations, self), writable, constant)

    def log(self, kind, *results):
        registers = self.state.registers
        entries = registers.get("log", ())
        known = sum(entry[1] == "flag" for entry in entries)
        for flag in list(self.state.assumed.items())[known:]:
            entries += ((self.state.at - 1, "flag", flag),)
        registers["log"] = (*entries, (self.state.at - 1, kind, results))

    def _cmov(self, condition, target, source):
        super()._cmov(condition, target, source)
        self.log("selection", self.value(target))

    def _masked(self, left, right):
        value = super()._masked(left, right)
        self.log("selection", value)
        return value


class Reading(Recorder):
    """Runs instructions on one path: a selection is a value `x + flag (y - x)`."""

    def __init__(self, equations, writable, constant):
        super().__init__(equations, writable, constant)
        # The flags by the words that are -1 where the flag is 1, and 0 elsewhere.
        self.masks = {}

    def _selector(self):
        return None

    def _select(self, flag, one, zero):
        chosen = self.equations.selected(zero + flag * (one - zero), self.instruction.text)
        self.log("selection", chosen)
        return chosen

    def _cmov(self, condition, target, source):
        self._wide(target)
        if condition not in ON_CARRY:
            self.refuse("selects by another flag than the carry")
        values = self.word(target), self.word(source)
        zero, one = values if ON_CARRY[condition] else reversed(values)
        self.put(target, self._select(self._flag("carry"), one, zero))

    def _sbb_(self, target, source):
        if target != source:
            return super()._sbb_(target, source)
        carry = self._flag("carry")
        mask = carry * (RADIX - 1)
        self.masks[frozenset(mask.terms.items())] = carry
        self.put(target, mask)
        self.flags(carry)

    def _masked(self, left, right):
        for mask, value in ((left, right), (right, left)):
            flag = self.masks.get(frozenset(mask.terms.items()))
            if flag is not None:
                return self._select(flag, value, Polynomial())
        return X86._masked(self, left, right)


class TranslatedRecorder(Recorder):
    """As above, for translated code. The two halves of a product are two instructions, which share one equation."""

    names = translation.NAMES

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.products = {}

    def _product(self, left, right):
        factors = [self._assumed(self.word(operand)) for operand in (left, right)]
        key = frozenset(frozenset(factor.terms.items()) for factor in factors)
        if key in self.products:
            low, high = self.products[key]
            self.log("division", high, low)
        else:
            self.products[key] = self.equations.product(*factors, self.instruction.text)
        return self.products[key]


class TranslatedReading(Reading):
    """As above, for translated code."""

    names = translation.NAMES


RECORDERS = {"x86_64": Recorder, "aarch64": TranslatedRecorder}
READINGS = {"x86_64": Reading, "aarch64": TranslatedReading}


def code(library, name):
    """The instructions of a kernel, translated into those of x86-64."""
    instructions = library.read(name)
    return instructions if library.target is X86_64 else translation.translated(instructions)


@dataclass
class Statement:
    """What the checker is told to believe, and the claim. Polynomials have the variables of the program."""

    target: str
    program: Program
    # The first variable that is not an input.
    first: int
    # Polynomials that are zero, and that are not negative.
    equations: list
    conditions: list
    # `congruent` is a multiple of `modulus`, and `limits` are not negative.
    congruent: Polynomial
    modulus: Polynomial
    limits: list
    # The words of the result, and all recorded results.
    words: list
    log: tuple
    # What the text of the kernel has in addition: `radix` times the result is congruent to `expected`, and below each
    # of `bounds`.
    instructions: list
    layout: Layout
    radix: int
    expected: Polynomial
    bounds: list
    # The radix of the words of the result.
    digit: int = RADIX


def read(claim, instructions, constant, target=X86_64):
    """The statement of a kernel, whose instructions are those of x86-64."""
    program, equations = Program(), []

    def word(operand, i):
        if operand.fixed and operand.fixed[i] is not None:
            return Polynomial.constant(operand.fixed[i])
        # The modulus is odd, so its lowest word is not zero.
        least = 1 if (operand.name, i) == ("p", 0) else 0
        return program.input(f"{operand.name}[{i}]", (least, RADIX - 1))

    state, operands = start(claim, word, target)
    modulus = getattr(operands, "p", Polynomial())
    if hasattr(operands, "p_words") and hasattr(operands, "inverse"):
        # `p_0 inverse + 1` is some multiple of 2^64.
        multiple = program.input("(p[0] inverse + 1) / 2^64")
        equations.append(operands.p_words[0] * operands.inverse + 1 - multiple * RADIX)
    for i, related in enumerate(claim.related(operands)):
        multiple = program.input(f"multiple {i} of p")
        equations.append(related - modulus * multiple)
    conditions = []
    for fact in claim.given(operands):
        conditions += fact if isinstance(fact, tuple) else [fact]
    first = len(program.names)
    argument, result = claim.find(claim.result)
    places = [(argument.operands[0].name, result.offset + 8 * i) for i in range(result.words)]
    writable = [argument.operands[0].name for argument, _ in claim.operands("out", "inout")]
    layout = Layout(state, dict.fromkeys(writable), places)
    ends, (words,) = run(claim, program, instructions, state, constant, replace(target, machine=READINGS[target.name]))
    total = number(words) * claim.radix
    bounds = [] if claim.limit is None else [Polynomial.of(claim.limit(operands))]
    return Statement(
        target=target.name,
        program=program,
        first=first,
        equations=equations,
        conditions=[Polynomial.of(condition) for condition in conditions],
        congruent=total - claim.value(operands),
        modulus=modulus,
        limits=[bound - 1 - total for bound in bounds],
        words=words,
        log=ends[0].registers.get("log", ()),
        instructions=instructions,
        layout=layout,
        radix=claim.radix,
        expected=Polynomial.of(claim.value(operands)),
        bounds=bounds,
    )
