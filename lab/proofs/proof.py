"""Proves a claim about the result of a kernel from its instructions, or names the step that fails."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from types import SimpleNamespace

import samples
from algebra import RADIX, Polynomial, number, ratio
from bounds import SCALE, Bounds, Context, Lost
from equations import Equations
from state import Opaque, Pointer, Refused, State
from targets import X86_64

# The number of sample operands with which the code is evaluated, to find carries that are not zero.
SAMPLES = 24


@dataclass(frozen=True)
class Operand:
    """A number of `words` words, `offset` bytes after the pointer of its argument.

    `fixed` contains the values of words that the kernel may assume, and None for others. `derived` computes the number
    from the modulus, for sample operands. The proof may use only the properties of the number that the claim states.
    """

    name: str
    words: int = 1
    offset: int = 0
    fixed: tuple = ()
    derived: Callable | None = None


@dataclass(frozen=True)
class Argument:
    """An argument of a wrapper: a pointer to operands that are read (`in`), written (`out`) or both (`inout`), or the
    operand itself (`word`).
    """

    kind: str
    operands: tuple


@dataclass(frozen=True)
class Claim:
    """The claim about a kernel, for all operands that satisfy `given`:

    `radix * result = value`, modulo `p` if there is a modulus, and `radix * result < limit`.

    `value`, `given`, `limit` and `related` are functions of the operands: `v.NAME` is a number, `v.NAME_words` its
    words. The name of an operand that is overwritten means its initial value. `v.p` is the modulus, which is odd.
    `v.inverse`, if present, is `-p^-1 mod 2^64`. `modulus` fixes `p` for kernels with a constant modulus. `given`
    contains nonnegative polynomials, or pairs of them whose product is also required. `related` contains multiples of
    `p`.
    """

    arguments: tuple
    value: Callable
    given: Callable = lambda v: []
    limit: Callable | None = None
    radix: int = 1
    related: Callable = lambda v: []
    modulus: int | None = None
    result: str = "out"

    def operands(self, *kinds):
        return [(a, o) for a in self.arguments for o in a.operands if not kinds or a.kind in kinds]

    def find(self, name):
        return next(pair for pair in self.operands() if pair[1].name == name)


@dataclass
class Report:
    """The statistics of a proof. `ignored` is the number of carries that the code ignores, all proved to be zero."""

    instructions: int
    equations: int
    paths: int
    ignored: int


class Failed(Exception):
    """The step that fails, with the reason."""

    def __init__(self, step, why):
        super().__init__(f"{step}: {why}")
        self.step = step


def start(claim, word, target=X86_64):
    """The initial state of a call, and its operands; `word(operand, i)` creates the words of operands."""
    registers = {name: Opaque(f"the caller's {name}") for name in target.kept}
    registers[target.stack] = Pointer("stack", 0)
    memory = {("stack", 0): Opaque("the return address")} if target.pushes_return_address else {}
    operands = SimpleNamespace()
    for i, argument in enumerate(claim.arguments):
        base = argument.operands[0].name
        value = Pointer(base, 0)
        for operand in argument.operands:
            words = [Opaque(f"{operand.name} before")] * operand.words
            if argument.kind != "out":
                words = [word(operand, j) for j in range(operand.words)]
                setattr(operands, operand.name, number(words))
                setattr(operands, f"{operand.name}_words", words)
            if argument.kind == "word":
                (value,) = words
            else:
                memory |= {(base, operand.offset + 8 * j): content for j, content in enumerate(words)}
        if i < len(target.arguments):
            registers[target.arguments[i]] = value
        else:
            memory["stack", 8 * (i - len(target.arguments) + target.pushes_return_address)] = value
    if claim.modulus is not None:
        operands.p = Polynomial.constant(claim.modulus)
    return State(registers, memory), operands


def run(claim, equations, instructions, state, constant, target=X86_64):
    """The final states of all paths, with the words of the result in each."""
    writable = [argument.operands[0].name for argument, _ in claim.operands("out", "inout")]
    argument, result = claim.find(claim.result)
    places = [(argument.operands[0].name, result.offset + 8 * i) for i in range(result.words)]
    ends = target.machine(equations, writable, constant).run(instructions, state)
    if any(end.trace != ends[0].trace for end in ends):
        raise Refused("addresses that depend on data")
    for end in ends:
        for name in target.kept:
            if end.registers[name] != (Pointer("stack", 0) if name == target.stack else Opaque(f"the caller's {name}")):
                raise Refused(f"{name} does not have the caller's value")
        for i, place in enumerate(places):
            if not isinstance(end.memory[place], Polynomial):
                raise Refused(f"word {i} of the result is not written")
    return ends, [[end.memory[place] for place in places] for end in ends]


def nothing(_address):
    """A constant reader for code without constants."""
    return


def prove(claim, instructions, constant=nothing, target=X86_64):
    """Proves the claim for all operands, or raises `Failed`."""
    equations = Equations()

    def word(operand, i):
        if operand.fixed and operand.fixed[i] is not None:
            return Polynomial.constant(operand.fixed[i])
        # The modulus is odd, so its lowest word is not zero.
        least = 1 if (operand.name, i) == ("p", 0) else 0
        return equations.input(operand.name if operand.words == 1 else f"{operand.name}[{i}]", least)

    state, operands = start(claim, word, target)
    if hasattr(operands, "p_words") and hasattr(operands, "inverse"):
        equations.declare_negated_inverse(operands.p_words[0], operands.inverse)
    try:
        ends, results = run(claim, equations, instructions, state, constant, target)
    except Refused as refused:
        raise Failed("instructions", refused) from None
    read = {v for words in results for word in words for monomial in word.terms for v in monomial}
    tried = [equations.evaluate(inputs(claim, operands, n)) for n in operands_for(claim, SAMPLES, seed=1)]
    bounds = Bounds(equations, read, tried)
    context = Context(_facts(claim, operands))
    for end, words in zip(ends, results, strict=True):
        _prove_path(claim, operands, bounds, context, end, words)
    return Report(len(instructions), len(equations.equations), len(ends), len(bounds.ignored))


@cache
def operands_for(claim, count, seed):
    """Sample operands that satisfy the preconditions, as dictionaries from names to numbers."""

    def holds(numbers):
        _, operands = start(claim, lambda operand, i: Polynomial.constant(numbers[operand.name] >> 64 * i & RADIX - 1))
        return all(Polynomial.of(fact).as_constant() >= 0 for fact in _facts(claim, operands))

    return samples.operands(claim, holds, count, seed)


def _facts(claim, operands):
    """The preconditions as nonnegative polynomials, including the products of pairs."""
    facts = []
    for fact in claim.given(operands):
        facts += [*fact, fact[0] * fact[1]] if isinstance(fact, tuple) else [fact]
    return facts


def inputs(claim, operands, numbers):
    """The values of the input variables for given operands."""
    values = {}
    for _, operand in claim.operands("in", "inout", "word"):
        for i, word in enumerate(getattr(operands, f"{operand.name}_words")):
            if word.as_variable() is not None:
                values[word.as_variable()] = numbers[operand.name] >> 64 * i & RADIX - 1
    return values


def _prove_path(claim, operands, bounds, context, end, words):
    names, path = bounds.equations.names, ""
    for flag, value in end.assumed.items():
        context = bounds.with_flag(flag, value, context)
        path += f" where {names[flag]} is {value}"
    try:
        total = bounds.simplified(bounds.exact(number(words) * SCALE, context), context) * claim.radix
    except Lost as lost:
        why = f"`{lost.equation.instruction}`: {names[lost.variable]} is lost and may be nonzero"
        raise Failed("no carry is lost" + path, why) from None
    rest = total - bounds.simplified(Polynomial.of(claim.value(operands)) * SCALE, context)
    if hasattr(operands, "p"):
        for divisor in (*claim.related(operands), operands.p):
            rest = rest - multiple(rest, divisor)
    # A word of an operand that is zero by the preconditions need not be read.
    zero = [m for m in rest.terms if len(m) == 1 and bounds.is_zero(m[0], context)]
    rest = Polynomial({m: c for m, c in rest.terms.items() if m not in zero})
    if rest.terms:
        raise Failed("the result equals the claim" + path, "left over: " + text(rest, names))
    if claim.limit is not None and not bounds.below(total, claim.limit(operands) * SCALE, context, thorough=True):
        raise Failed("the result is below its limit" + path, "the facts do not imply the limit")


def multiple(rest, divisor):
    """The multiple of `divisor` by an integer polynomial that cancels all terms with one of its variables."""
    if divisor.as_constant() is not None:
        modulus = divisor.as_constant() * SCALE
        return Polynomial({m: c for m, c in rest.terms.items() if c % modulus == 0})
    lead, weight = min((t for t in divisor.terms.items() if t[0]), key=lambda term: abs(term[1]))
    quotient = {}
    for monomial, coefficient in rest.terms.items():
        if lead[0] in monomial and coefficient % (weight * SCALE) == 0:
            others = list(monomial)
            others.remove(lead[0])
            quotient[tuple(others)] = coefficient // weight
    return Polynomial(quotient) * divisor


def text(polynomial, names):
    """The first few terms, for a message."""
    parts = []
    for monomial, coefficient in list(polynomial.terms.items())[:3]:
        factors = [names[v] for v in monomial]
        parts.append(" ".join([_power(ratio(coefficient, SCALE)), *factors]))
    more = len(polynomial.terms) - len(parts)
    return ", ".join(parts) + (f" and {more} more" if more else "")


def _power(coefficient):
    sign, size = ("-" if coefficient < 0 else ""), abs(coefficient)
    if size == int(size) and int(size) & (int(size) - 1) == 0:
        return f"{sign}2^{int(size).bit_length() - 1}"
    return f"{sign}{size}"
