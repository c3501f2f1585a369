"""Proves a claim about every lane of a kernel for vectors, or names the step that fails."""

from dataclasses import dataclass
from random import Random
from types import SimpleNamespace

from algebra import Polynomial, ratio
from bounds import SCALE, Bounds, Context, Lost
from doubles import Double
from lane_claims import number, samples, start, words_of
from lane_equations import LaneEquations
from machine import Machine
from proof import SAMPLES, Failed, multiple, nothing, text
from state import Opaque, Refused, State
from targets import VECTORS, for_lanes

MOST_PATHS = 16
# The largest number of equations that are given to z3 at once.
MOST_AT_ONCE = 80


@dataclass
class LaneReport:
    """The statistics of a proof. `proved` lanes were proved alone; the other lanes have the same equations."""

    # The positions of the instructions that are executed.
    executed: set
    equations: int
    paths: int
    lanes: int
    proved: int
    # Whether the claim holds for any number of steps.
    repeated: bool = False


class LaneBounds(Bounds):
    """Conclusions from the equations of a lane.

    With `congruence = (c, n)`, values are exact modulo `p = n - c`: `n` replaces the variable `c` in products. A factor
    that is multiplied only by `c` is rewritten further, since it folds to the words above. With `multiples`, outputs
    with weights that are multiples of this number are dropped. Bounds are never modulo `p`.
    """

    def __init__(self, equations, results, samples, congruence=None, multiples=None):
        self.congruence, self.multiples, self.bounding = congruence, multiples, False
        # The variables about which all equations were asked, with the flags.
        self.asked = set()
        # For each number of times that a word exceeds 64 bits, and each path: its only value, or None.
        self.wraps = {}
        # For each carry that is one in all samples, and each path: whether it is proved to be one.
        self.ones = {}
        super().__init__(equations, results, samples)

    def upper(self, form, context):
        return self._bounded(super().upper, form, context)

    def upper_nearby(self, form, context):
        return self._bounded(super().upper_nearby, form, context)

    def _bounded(self, bound, form, context):
        before, self.bounding = self.bounding, True
        value = bound(form, context)
        self.bounding = before
        return value

    def is_zero(self, variable, context):
        """As for single numbers, or because all equations, flags and facts together exclude other values."""
        if super().is_zero(variable, context):
            return True
        question = variable, *context.values.items()
        if self.asking or question in self.asked or self._seen_other_than(0, variable, context):
            return False
        self.asked.add(question)
        form = Polynomial.variable(variable) - 1
        if self.excludes(form, context) or self.excludes(form, context, self._proved_wraps(context)):
            context.zeros[variable] = True
            return True
        return False

    def _proved_wraps(self, context):
        """Equations for words of 64 bits whose bounds alone do not show by how many times `2^64` they were reduced."""
        variables = [v for e in self.equations.equations for v, weight in e.outputs if weight == 1 << 64]
        values = {variable: self._wrap(variable, context) for variable in variables}
        return [Polynomial.variable(v) - value for v, value in values.items() if value is not None]

    def _wrap(self, variable, context):
        question = variable, *context.values.items()
        if question not in self.wraps:
            seen = {sample[variable] for sample in self._tried(context)}
            form = Polynomial.variable(variable) - max(seen, default=0)
            only = len(seen) == 1 and self.excludes(form - 1, context) and self.excludes(-1 - form, context)
            self.wraps[question] = seen.pop() if only else None
        return self.wraps[question]

    def known(self, variable, context):
        """As for single numbers, and other values that all samples of the path have."""
        value = super().known(variable, context)
        seen = {sample[variable] for sample in self._tried(context)} if value is None else set()
        if len(seen) != 1 or 0 in seen:
            return value
        form = Polynomial.variable(variable) - (value := seen.pop())
        return value if self.excludes(form - 1, context) and self.excludes(-1 - form, context) else None

    def excludes(self, form, context, proved=None):
        """Whether the form is always negative, by all equations at once, and by `proved` ones unless there are none.
        Kernels with many equations do not need it.
        """
        if proved == []:
            return False
        if len(self.equations.equations) > MOST_AT_ONCE or self._reached(form, context):
            return False
        zeros = [
            sum((Polynomial.variable(v) * w for v, w in e.outputs), Polynomial()) - e.right
            for e in self.equations.equations
        ]
        zeros += [Polynomial.variable(flag) - value for flag, value in context.values.items()]
        facts = [self._in_known_halves(fact, context) for fact in context.facts]
        return self._impossible([form, *facts], zeros + (proved or []))

    def _choose_exactly(self, equation, weights, context):
        if self.multiples is not None and not self.bounding:
            outputs = self._open(equation, context)
            for times in dict.fromkeys(ratio(weights.get(variable, 0), weight) for variable, weight in outputs):
                if all(weight % self.multiples == 0 for _, weight in self._left_over(times, outputs, weights)):
                    return times, 0
        return super()._choose_exactly(equation, weights, context)

    def _choose_above(self, equation, weights, context):
        """As for single numbers. A remaining carry that is always one, as above a word with a bias, loses nothing."""
        outputs = self._open(equation, context)
        times = max((ratio(weights.get(variable, 0), weight) for variable, weight in outputs), key=abs)
        ones, constant = [], 0
        for variable, weight in self._left_over(times, outputs, weights):
            if weight and self._is_one(variable, context):
                ones.append(variable)
                constant += weight
            elif weight > 0 and not self.is_zero(variable, context):
                break
        else:
            if ones:
                return times, constant
        return super()._choose_above(equation, weights, context)

    def _is_one(self, variable, context):
        """Whether a carry is proved to be one."""
        if self.equations.most[variable] != 1 or self._seen_other_than(1, variable, context):
            return False
        question = variable, *context.values.items()
        if question not in self.ones:
            self.ones[question] = self.known(variable, context) == 1
        return self.ones[question]

    def _congruent(self, monomial, coefficient):
        if self.congruence is None or self.bounding:
            return monomial, coefficient
        if len(monomial) > 1 and self.congruence[0] in monomial:
            rest = list(monomial)
            rest.remove(self.congruence[0])
            return self._congruent(tuple(rest), coefficient * self.congruence[1])
        return monomial, coefficient

    def _terminals(self, results):
        """As for single numbers. Parts of inputs are not rewritten either, but with `multiples` quotients are."""
        equations = self.equations
        read = {*equations.uses, *results}
        terminal = [origin is None for origin in equations.origins]
        for part in equations.parts:
            terminal[part] = True
        if self.multiples is not None:
            return terminal
        for index, equation in enumerate(equations.equations):
            if equation.factors:
                high = equations.high_halves.get(index)
                stays = equation.factors if high is None or high in read else [v for v, _ in equation.outputs]
                if self.congruence is not None and self.congruence[0] in equation.factors:
                    stays = ()
                for variable in stays:
                    terminal[variable] = True
        return terminal


@dataclass
class Path:
    """A path of a run: its equations, its final state, and the words of the result of the lane."""

    equations: LaneEquations
    operands: SimpleNamespace
    end: State
    words: list
    machine: Machine


def writable(claim):
    return [name for argument in claim.arguments for name in argument.writable()]


def check_kept(end, target=VECTORS):
    """The registers that a function keeps have the caller's values, and the return address is removed."""
    for name in target.kept:
        kept = target.kept_stack if name == target.stack else Opaque(f"the caller's {name}")
        if end.registers[name] != kept:
            raise Refused(f"{name} does not have the caller's value")
    for name in target.kept_vectors:
        if end.registers[name][0] != Opaque(f"the caller's {name}"):
            raise Refused(f"{name} does not have the caller's lowest word")


def run(claim, equations, instructions, state, lane, constant=nothing, machine=None):
    """Runs one path. Returns the machine and the words of the result of the lane."""
    output = claim.output()
    target = for_lanes(claim.vectors)
    machine = machine or target.machine(equations, writable(claim), constant)
    (end,) = machine.run(instructions, state)
    check_kept(end, target)
    return machine, [_result_word(equations, output, end.memory[place]) for place in output.places(lane)]


def _result_word(equations, output, word):
    if output.doubles and isinstance(word, Double):
        return word.value
    if output.doubles or not isinstance(word, Polynomial):
        raise Refused("a word of the result is not written, or comes from another lane")
    if output.signed:
        return equations.signed(word)
    # The signed number, if it may be negative by its bounds alone. The proof shows that it is not.
    near = equations.near_zero(word)
    least, most = (0, 0) if near is None else equations.tight(near)
    return near if least < 0 <= most else equations.unsigned(word)


def paths(claim, instructions, lane, constant=nothing, executed=None, machine=None, prepared=None):
    """Runs a kernel once for all operands of a lane, and for each value of each flag. `executed` receives the positions
    of the instructions that are executed. `prepared(machine, equations, operands)` is called before a run.
    """
    target = for_lanes(claim.vectors)
    waiting, finished = [[]], []
    while waiting:
        equations = LaneEquations()

        def create(name, i, bits, top, _shift=0, equations=equations):
            # The modulus is odd, so its lowest word is not zero.
            least = 1 if (name, i) == ("p", 0) else 0
            return equations.operand(f"{name}[{i}]", (top or 1 << bits) - 1, least)

        state, operands = start(claim, lane, create, target)
        if hasattr(operands, "p_words") and hasattr(operands, "inverse"):
            equations.declare_negated_inverse(operands.p_words[0], operands.inverse_words[0])
            if len(operands.inverse_words) == 2:
                words = *operands.p_words[:2], *operands.inverse_words
                equations.wide_inverse = tuple(word.as_variable() for word in words)
        running = (machine or target.machine)(equations, writable(claim), constant, waiting.pop())
        if prepared is not None:
            prepared(running, equations, operands)
        try:
            _, words = run(claim, equations, instructions, state, lane, constant, running)
        except Refused as refused:
            raise Failed("instructions", refused) from None
        if finished and running.finished[0].trace != finished[0].end.trace:
            raise Failed("instructions", "the instructions or the addresses depend on data")
        waiting += running.other
        finished.append(Path(equations, operands, running.finished[0], words, running))
        if len(finished) + len(waiting) > MOST_PATHS:
            raise Failed("instructions", f"more than {MOST_PATHS} paths")
        if executed is not None:
            executed |= running.executed
    return finished


def prove(claim, instructions, constant=nothing, lanes=None):
    """Proves the claim for all operands and lanes, or raises `Failed`. Lanes with equal equations are proved once."""
    proved, executed = {}, set()
    lanes = range(claim.lanes) if lanes is None else lanes
    for lane in lanes:
        finished = paths(claim, instructions, lane, constant, executed)
        key = "\n".join(transcript(path, _value(claim, path)) for path in finished)
        if key not in proved:
            proved[key] = finished
            for path in finished:
                prove_path(claim, path)
    equations = sum(len(path.equations.equations) for finished in proved.values() for path in finished)
    return LaneReport(executed, equations, len(finished), len(lanes), len(proved))


def transcript(path, value=0):
    """The bounds, the equations, the result and the claim, with variables by number: equal for lanes that are treated
    alike.
    """
    equations = path.equations
    parts = [repr((equations.most, equations.least, equations.parts, sorted(path.end.assumed.items())))]
    parts += [repr((sorted(equations.high_halves.items()), sorted(equations.negated_inverses.items())))]
    parts += [repr((e.outputs, sorted(e.right.terms.items()), e.factors)) for e in equations.equations]
    results = *path.words, Polynomial.of(value)
    return "\n".join([*parts, *(repr(sorted(word.terms.items())) for word in results)])


def _samples(claim):
    random = Random(1)
    return [sample for _ in range(SAMPLES // 2) for sample in samples(claim, random, 2)]


def _facts(claim, operands):
    facts = []
    for fact in claim.given(operands):
        facts += [*fact, fact[0] * fact[1]] if isinstance(fact, tuple) else [fact]
    return facts


def operand_values(operands, sample):
    """The values of the input variables for sample operands."""
    values = {}
    for name, words in vars(operands).items():
        if name.endswith("_words"):
            numbers = words_of(sample[name[:-6]], len(words), operands.bits[name[:-6]])
            for word, value in zip(words, numbers, strict=True):
                ((monomial, coefficient),) = (term for term in word.terms.items() if term[0])
                values[monomial[0]] = (value - word.terms.get((), 0)) // coefficient
    return values


def prove_path(claim, path):
    equations, operands, words = path.equations, path.operands, path.words
    read = {v for word in words for monomial in word.terms for v in monomial} | set(path.end.assumed)
    tried = [equations.evaluate(operand_values(operands, sample)) for sample in _samples(claim)]
    bounds = congruent = LaneBounds(equations, read, tried)
    # Modulo a known prime, or one with a known form, this proves the value; `bounds` proves limits.
    if claim.p is not None and operands.p.as_constant() is not None:
        congruent = LaneBounds(equations, read, tried, multiples=operands.p.as_constant() * SCALE // claim.radix)
    elif claim.p is not None:
        congruence = operands.c_words[0].as_variable(), operands.p.terms[()]
        congruent = LaneBounds(equations, read, tried, congruence)
    context, where = Context(_facts(claim, operands)), ""
    for flag, value in path.end.assumed.items():
        context = bounds.with_flag(flag, value, context)
        where += f" where {equations.names[flag]} is {value}"
    output = claim.output()
    total = number(words, output.bits)
    _prove_exact_words(claim, path, where)
    try:
        exact = congruent.simplified(congruent.exact(total * SCALE, context), context) * claim.radix
    except Lost as lost:
        why = f"`{lost.equation.instruction}`: {equations.names[lost.variable]} is lost and may be nonzero"
        raise Failed("no carry is lost" + where, why) from None
    value = Polynomial.of(_value(claim, path))
    rest = exact - bounds.simplified(value * SCALE, context)
    if hasattr(operands, "p"):
        for divisor in (*claim.related(operands), operands.p):
            rest = _without(rest, equations.in_halves(divisor))
    # A part of an operand that is zero by the preconditions need not be read.
    zero = [m for m in rest.terms if len(m) == 1 and bounds.is_zero(m[0], context)]
    rest = Polynomial({m: c for m, c in rest.terms.items() if m not in zero})
    if rest.terms:
        raise Failed("the result equals the claim" + where, "left over: " + text(rest, equations.names))
    if claim.limit is not None and not _is_below(claim, operands, bounds, context, total, exact):
        raise Failed("the result is below its limit" + where, "the facts do not imply the limit")
    if claim.limit is not None and output.signed and not _is_positive(bounds, context, total):
        raise Failed("the result is not negative" + where, "the facts do not exclude that it is")
    _prove_digits(claim, bounds, context, words, where)


def _prove_exact_words(claim, path, where):
    if claim.exact_words is None:
        return
    for i, (word, expected) in enumerate(zip(path.words, claim.exact_words(path.operands), strict=True)):
        if (rest := path.equations.in_halves(word - expected)).terms:
            left = text(rest * SCALE, path.equations.names)
            raise Failed("the result equals the claim" + where, f"left over in word {i}: {left}")


def _value(claim, path):
    """The value on a path. A flag shows whether an operand is zero if its equation is about the sum of all words."""
    if claim.compared is None:
        return claim.value(path.operands)
    total = sum(getattr(path.operands, f"{claim.compared}_words"), Polynomial())
    for flag, bit in path.end.assumed.items():
        equation = path.equations.equations[path.equations.origins[flag]]
        if path.equations.names[flag] == "nonzero" and (equation.right - total).as_constant() is not None:
            return claim.value(path.operands) if bit else claim.value_if_zero(path.operands)
    raise Failed("a value that depends on zero", f"the code does not compare {claim.compared} with zero")


def _is_below(claim, operands, bounds, context, total, exact):
    """Whether the result is below its limit: by the bounds of its words, or by its exact value."""
    limit = claim.limit(operands)
    excess = total * claim.radix - limit
    if bounds.equations.tight(excess)[1] < 0:
        return True
    if claim.p is not None:
        exact = bounds.upper(total * SCALE, context) * claim.radix
    return bounds.below(exact, limit * SCALE, context, thorough=True) or bounds.excludes(excess, context)


def _is_positive(bounds, context, total):
    """Whether a sum of words with signs is not negative."""
    return bounds.below(bounds.upper(total * -SCALE, context), SCALE, context, thorough=True)


def _without(rest, divisor):
    """The polynomial minus the multiple of `divisor` that cancels all terms with one of its variables."""
    for _ in range(4):
        change = multiple(rest, divisor)
        if not change.terms:
            break
        rest = rest - change
    return rest


def _prove_digits(claim, bounds, context, words, where):
    """Every word of the result is in its range. A digit of a packed value is below 2^52."""
    lowest, highest = claim.output().range_of_word()
    for i, word in enumerate(words):
        least, most = bounds.equations.tight(word)
        if least < lowest:
            below = bounds.below(bounds.upper(word * -SCALE, context), (1 - lowest) * SCALE, context, thorough=True)
            if not below:
                may_be = "negative" if lowest == 0 else least
                raise Failed("digits are below their limit" + where, f"digit {i} may be {may_be}")
        if most > highest:
            below = bounds.below(bounds.upper(word * SCALE, context), (highest + 1) * SCALE, context, thorough=True)
            if not below:
                raise Failed("digits are below their limit" + where, f"digit {i} may be {most:#x}")
