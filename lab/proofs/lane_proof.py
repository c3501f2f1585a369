"""Proves a claim about every lane of a kernel for vectors, or names the step that fails."""

from dataclasses import dataclass
from random import Random

from algebra import RADIX, Polynomial
from bounds import SCALE, Bounds, Context, Lost
from doubles import Double
from lane_claims import number, samples, start, words_of
from lane_equations import UNIT, LaneEquations
from proof import SAMPLES, Failed, multiple, nothing, text
from state import Opaque, Pointer, Refused
from targets import VECTORS


@dataclass
class LaneReport:
    """The statistics of a proof. `proved` lanes were proved alone; the other lanes have the same equations."""

    # The positions of the instructions that are executed.
    executed: set
    equations: int
    paths: int
    lanes: int
    proved: int


class LaneBounds(Bounds):
    """Conclusions from the equations of a lane."""

    def _terminals(self, results):
        """As for single numbers. Parts of inputs are not rewritten either."""
        equations = self.equations
        read = {*equations.uses, *results}
        terminal = [origin is None for origin in equations.origins]
        for part in equations.parts:
            terminal[part] = True
        for index, equation in enumerate(equations.equations):
            if equation.factors:
                high = equations.high_halves.get(index)
                stays = equation.factors if high is None or high in read else [v for v, _ in equation.outputs]
                for variable in stays:
                    terminal[variable] = True
        return terminal


def run(claim, equations, instructions, state, lane, constant=nothing, executed=None):
    """The final states of all paths, with the words of the result of the lane in each. `executed` receives the
    positions of the instructions that are executed.
    """
    output = claim.output()
    writable = [name for argument in claim.arguments for name in argument.writable()]
    machine = VECTORS.machine(equations, writable, constant)
    ends = machine.run(instructions, state)
    if executed is not None:
        executed |= machine.executed
    results = []
    for end in ends:
        for name in VECTORS.kept:
            kept = Pointer("stack", 8) if name == VECTORS.stack else Opaque(f"the caller's {name}")
            if end.registers[name] != kept:
                raise Refused(f"{name} does not have the caller's value")
        results.append([_result_word(equations, output, end.memory[place]) for place in output.places(lane)])
    return ends, results


def _result_word(equations, output, word):
    if output.doubles and isinstance(word, Double):
        return word.value
    if output.doubles or not isinstance(word, Polynomial):
        raise Refused("a word of the result is not written, or comes from another lane")
    try:
        return equations.unsigned(word)
    except Refused:
        # The proof shows that the polynomial is between the bounds of a digit, so it equals the word.
        return word


def lane_run(claim, instructions, lane, constant=nothing, executed=None):
    """Runs a kernel once for all operands of a lane."""
    equations = LaneEquations()

    def create(name, i, bits, top):
        # The modulus is odd, so its lowest word is not zero.
        least = 1 if (name, i) == ("p", 0) else 0
        return equations.operand(f"{name}[{i}]", (top or 1 << bits) - 1, least)

    state, operands = start(claim, lane, create, VECTORS)
    if hasattr(operands, "p_words") and hasattr(operands, "inverse"):
        equations.declare_negated_inverse(operands.p_words[0], operands.inverse_words[0])
    try:
        ends, results = run(claim, equations, instructions, state, lane, constant, executed)
    except Refused as refused:
        raise Failed("instructions", refused) from None
    return equations, operands, ends, results


def prove(claim, instructions, constant=nothing, lanes=None):
    """Proves the claim for all operands and lanes, or raises `Failed`. Lanes with equal equations are proved once."""
    proved, paths, executed = {}, 0, set()
    lanes = range(claim.lanes) if lanes is None else lanes
    for lane in lanes:
        equations, operands, ends, results = lane_run(claim, instructions, lane, constant, executed)
        key = _transcript(equations, ends, results)
        if key not in proved:
            proved[key] = len(equations.equations)
            paths = len(ends)
            _prove_lane(claim, equations, operands, ends, results)
    return LaneReport(executed, sum(proved.values()), paths, len(lanes), len(proved))


def _transcript(equations, ends, results):
    """The bounds, the equations and the result, with variables by number: equal for lanes that are treated alike."""
    parts = [repr((equations.most, equations.least))]
    parts += [repr((e.outputs, sorted(e.right.terms.items()))) for e in equations.equations]
    for end, words in zip(ends, results, strict=True):
        parts.append(repr((sorted(end.assumed.items()), [sorted(word.terms.items()) for word in words])))
    return "\n".join(parts)


def _prove_lane(claim, equations, operands, ends, results):
    read = {v for words in results for word in words for monomial in word.terms for v in monomial}
    read |= {flag for end in ends for flag in end.assumed}
    tried = [equations.evaluate(_inputs(operands, sample)) for sample in _samples(claim)]
    bounds = LaneBounds(equations, read, tried)
    context = Context(_facts(claim, operands))
    for end, words in zip(ends, results, strict=True):
        _prove_path(claim, operands, bounds, context, end, words)


def _samples(claim):
    random = Random(1)
    return [sample for _ in range(SAMPLES // 2) for sample in samples(claim, random, 2)]


def _facts(claim, operands):
    facts = []
    for fact in claim.given(operands):
        facts += [*fact, fact[0] * fact[1]] if isinstance(fact, tuple) else [fact]
    return facts


def _inputs(operands, sample):
    """The values of the input variables for sample operands."""
    values = {}
    for name, words in vars(operands).items():
        if name.endswith("_words"):
            numbers = words_of(sample[name[:-6]], len(words), operands.bits[name[:-6]])
            for word, value in zip(words, numbers, strict=True):
                values[word.as_variable()] = value
    return values


def _prove_path(claim, operands, bounds, context, end, words):
    equations = bounds.equations
    path = ""
    for flag, value in end.assumed.items():
        context = bounds.with_flag(flag, value, context)
        path += f" where {equations.names[flag]} is {value}"
    output = claim.output()
    total = number(words, output.bits)
    try:
        exact = bounds.simplified(bounds.exact(total * SCALE, context), context) * claim.radix
    except Lost as lost:
        why = f"`{lost.equation.instruction}`: {equations.names[lost.variable]} is lost and may be nonzero"
        raise Failed("no carry is lost" + path, why) from None
    rest = exact - bounds.simplified(Polynomial.of(claim.value(operands)) * SCALE, context)
    if hasattr(operands, "p"):
        for divisor in (*claim.related(operands), operands.p):
            rest = _without(rest, divisor)
    if rest.terms:
        raise Failed("the result equals the claim" + path, "left over: " + text(rest, equations.names))
    if claim.limit is not None and not bounds.below(exact, claim.limit(operands) * SCALE, context, thorough=True):
        raise Failed("the result is below its limit" + path, "the facts do not imply the limit")
    _prove_digits(claim, bounds, context, words, path)


def _without(rest, divisor):
    """The polynomial minus the multiple of `divisor` that cancels all terms with one of its variables."""
    for _ in range(4):
        change = multiple(rest, divisor)
        if not change.terms:
            break
        rest = rest - change
    return rest


def _prove_digits(claim, bounds, context, words, path):
    """Every digit of a packed result is below 2^52."""
    output = claim.output()
    limit = RADIX if output.bits == 64 else UNIT
    for i, word in enumerate(words):
        least, most = bounds.equations.tight(word)
        if least < 0:
            below = bounds.below(bounds.upper(word * -SCALE, context), SCALE, context, thorough=True)
            if not below:
                raise Failed("digits are below their limit" + path, f"digit {i} may be negative")
        if most >= limit:
            below = bounds.below(bounds.upper(word * SCALE, context), limit * SCALE, context, thorough=True)
            if not below:
                raise Failed("digits are below their limit" + path, f"digit {i} may be {most:#x}")
