"""Reasons for the checker: why a number is not negative, and why a result equals the claim.

A reason for `t >= 0` writes `factor t` as a sum of multiples of facts and bounds by factors that are not negative, of
multiples of equalities, and of a rest above `-factor`. The rewriting of `bounds.py` yields the equalities, and z3 the
factors: it solves the dual of the linear problem whose unsatisfiability it decides there.
"""

from fractions import Fraction

import z3

from algebra import Polynomial, ratio
from bounds import SCALE, Bounds, cancelled
from steps import TRIVIAL, Unproved, interval, whole


class Rest:
    """What remains of a number after multiples of equalities and facts are subtracted."""

    def __init__(self, links, value):
        self.links, self.value = links, Polynomial.of(value)
        self.zeros, self.positives = {}, {}

    def subtract(self, key, multiplier):
        multiplier = Polynomial.of(multiplier)
        self.value = self.value - multiplier * self.links.zero[key]
        self.zeros[key] = self.zeros.get(key, Polynomial()) + multiplier

    def gather(self, source, multiplier, fact):
        self.value = self.value - Polynomial.of(multiplier) * fact
        self.positives[source] = self.positives.get(source, Polynomial()) + multiplier

    def simplify(self):
        """Replaces operands by the parts into which the code splits them, and variables by their known values."""
        links = self.links
        while True:
            before = self.value
            self.value, used = links.plain(self.value)
            for key, multiplier in used.items():
                self.zeros[key] = self.zeros.get(key, Polynomial()) + multiplier
            for word, key in halves(links).items():
                if any(word in monomial for monomial in self.value.terms):
                    equality = links.zero[key]
                    sign = equality.terms[(word,)]
                    by = Polynomial.variable(word) - equality * sign
                    self.value = links.replaced(self.value, word, by, key, self.zeros, sign)
            if self.value.terms == before.terms:
                return self

    def numbers(self):
        return [c for part in (self.zeros, self.positives) for p in part.values() for c in p.terms.values()]

    def scaled(self, factor):
        """The factor and the multiples as integers without a common divisor."""
        denominator, divisor = whole([factor, *self.numbers()])

        def times(parts):
            scaled = {
                key: Polynomial({m: int(c * denominator) // divisor for m, c in p.terms.items()})
                for key, p in parts.items()
            }
            return {key: p for key, p in scaled.items() if p.terms}

        return int(factor * denominator) // divisor, times(self.positives), times(self.zeros)


def halves(links):
    """For each operand that the code splits: the key of the equality with its parts."""
    found = {}
    for (word, _), (high, _) in links.equations.splits.items():
        if links.equations.origins[word] is None and high.as_variable() in links.images:
            variable, part = links.images[word].as_variable(), links.images[high.as_variable()].as_variable()
            if variable not in found and part in links.owners:
                found[variable] = links.owners[part]
    return found


class Certified(Bounds):
    """Bounds that write every conclusion as a step."""

    def __init__(self, equations, results, samples, links):
        super().__init__(equations, results, samples)
        self.links, self.trace = links, []
        # The keys of facts by their terms.
        self.keys = {}

    def _rewrite(self, form, context, choose):
        trace = []

        def recorded(equation, weights, context):
            times, constant = choose(equation, weights, context)
            trace.append((equation, times))
            return times, constant

        rest = super()._rewrite(form, context, recorded)
        self.trace = trace
        return rest

    def use_trace(self, rest, trace, factor):
        """Subtracts `factor` times the equations by which a form was rewritten."""
        for equation, times in trace:
            outputs = sum((Polynomial.variable(v) * w for v, w in equation.outputs), Polynomial())
            difference, _ = self.links.plain(self.links.image(outputs - equation.right))
            if not times or not difference.terms:
                continue
            key, sign = self._key_of(equation, difference)
            rest.subtract(key, times * factor * sign)

    def _key_of(self, equation, difference):
        for variable, _ in equation.outputs:
            for owned in {v for m in self.links.image(Polynomial.variable(variable)).terms for v in m}:
                key = self.links.owners.get(owned)
                if key is not None:
                    known, _ = self.links.plain(self.links.zero[key])
                    for sign in (1, -1):
                        if known * sign == difference:
                            return key, sign
        raise Unproved(f"`{equation.instruction}` has no counterpart")

    # Facts

    def assume(self, fact, key):
        self.keys[frozenset(self.links.image(fact).terms.items())] = key

    def facts_of(self, context):
        """The facts in parts of operands, with their keys."""
        facts = []
        for fact in context.facts:
            value = self.links.image(fact)
            key = self.keys[frozenset(value.terms.items())]
            rest = Rest(self.links, value).simplify()
            simple, name = rest.value, frozenset(rest.value.terms.items())
            if name not in self.keys:
                self.keys[name] = self.links.key()
                rest = Rest(self.links, simple)
                rest.gather(("fact", key), 1, value)
                self.links.steps.append(("atleast", self.keys[name], simple, rest.simplify().scaled(1)))
            facts.append((self.keys[name], simple))
        return facts

    def with_flag(self, flag, value, context):
        narrowed = super().with_flag(flag, value, context)
        fact = self.links.image(narrowed.facts[-1])
        rest = Rest(self.links, fact)
        self.use_trace(rest, self.trace, -1)
        rest.simplify()
        key = self.links.key()
        self.links.steps.append(("atleast", key, fact, self.finished(rest, 1, context)))
        self.keys[frozenset(fact.terms.items())] = key
        return narrowed

    def implies(self, form, limit, context, upper):
        bound = upper(form, context)
        trace = self.trace
        if not self.below(bound, limit, context):
            return False
        value = self.links.image(Polynomial({m: ratio(c, SCALE) for m, c in (limit - SCALE - form).terms.items()}))
        rest = Rest(self.links, value * SCALE)
        self.use_trace(rest, trace, -1)
        self._between(value, self.finished(rest, SCALE, context))
        return True

    def _between(self, value, why):
        """The step that a variable is at most or at least a number."""
        links = self.links
        ((monomial, sign),) = (term for term in value.terms.items() if term[0])
        if len(monomial) != 1 or abs(sign) != 1:
            raise Unproved("a bound of a sum")
        (variable,), bound = monomial, -sign * value.terms.get((), 0)
        least, most = links.bounds[variable]
        least, most = (max(least, bound), most) if sign > 0 else (least, min(most, bound))
        reasons = (why, TRIVIAL) if sign > 0 else (TRIVIAL, why)
        links.steps.append(("between", variable, least, most, *reasons))
        links.bounds[variable] = least, most
        if least == most:
            links.fixed(variable)

    # Reasons

    def finished(self, rest, factor, context):
        """The reason from a rest that may still need facts."""
        rest.simplify()
        for used in self._candidates(rest, factor, context):
            tried = Rest(self.links, rest.value)
            for source, multiplier, fact in used:
                tried.gather(source, multiplier, fact)
            least, _ = interval(tried.value, self.links.bounds)
            if least is not None and least > -factor:
                tried.zeros = rest.zeros
                return tried.scaled(factor)
        raise Unproved("no sum of facts is a reason")

    def _candidates(self, rest, factor, context):
        """Lists of multiples of facts and bounds: (source, multiplier, fact)."""
        yield []
        facts = self.facts_of(context)
        excess = -rest.value - factor
        linear = [(key, fact) for key, fact in facts if fact.degree() <= 1]
        products = [(key, fact) for key, fact in facts if fact.degree() > 1]
        forms = [(excess, [])]
        for key, fact in products:
            form = cancelled(excess, fact)
            if form is not excess:
                lead = next(m for m in fact.terms if len(m) == 2)
                multiple = ratio(form.terms.get(lead, 0) - excess.terms.get(lead, 0), fact.terms[lead])
                forms.append((form, [(("fact", key), Polynomial.constant(multiple), fact)]))
        for form, used in forms:
            for more in self._linear_bounds(form, linear):
                simple = sum((fact * multiplier for _, multiplier, fact in more), form)
                found = multiples(
                    simple, [(("fact", k), Polynomial.constant(1), f) for k, f in linear], self.links.bounds
                )
                if found is not None:
                    yield [*used, *more, *found]
        generators = [(("fact", key), Polynomial.constant(1), fact) for key, fact in facts]
        for monomial in {m for p in (excess, *(f for _, f in facts)) for m in p.terms if len(m) == 2}:
            for x, y in (monomial, monomial[::-1]):
                generators += [self._bound("most", y, x, 1), self._bound("least", y, x, 1)]
        found = multiples(excess, generators, self.links.bounds)
        if found is not None:
            yield found

    def _bound(self, kind, y, x, multiple):
        """`multiple x (most(y) - y)`, or `multiple x (y - least(y))`."""
        least, most = self.links.bounds[y]
        fact = most - Polynomial.variable(y) if kind == "most" else Polynomial.variable(y) - least
        return (kind, y), Polynomial.variable(x) * multiple, fact

    def _linear_bounds(self, form, linear):
        """Multiples of bounds that, added to the form, leave no products. See `Bounds._without_products`."""
        named = {v for _, fact in linear for m in fact.terms for v in m}
        for in_rows in (False, True):
            used = []
            for monomial, coefficient in form.terms.items():
                if len(monomial) == 2:
                    used += self._of_product(*monomial, coefficient, named, in_rows)
            yield used

    def _of_product(self, x, y, coefficient, named, in_rows):
        if coefficient < 0:
            # The one with the greater lower bound.
            y, x = sorted((x, y), key=lambda v: self.links.bounds[v][0], reverse=True)
            return [self._bound("least", y, x, -coefficient)]
        if (x in named) != (y in named):
            return [self._bound("most", *((y, x) if x in named else (x, y)), coefficient)]
        if in_rows and self._word(x) != self._word(y):
            return [self._bound("most", *((y, x) if self._word(x) > self._word(y) else (x, y)), coefficient)]
        half = ratio(coefficient, 2)
        return [self._bound("most", y, x, half), self._bound("most", x, y, half)]

    def _word(self, variable):
        """The variable of the proof whose part this is."""
        ours = self.links.originals.get(variable, -variable)
        return self.equations.parts.get(ours, (ours,))[0]


def multiples(excess, generators, bounds):
    """Multiples of generators, none negative, so that the sum with the excess is below zero by its range."""
    values = [multiplier * fact for _, multiplier, fact in generators]
    monomials = sorted({m for value in (excess, *values) for m in value.terms if m})
    lines = [f"(declare-const l{i} Real)(assert (>= l{i} 0.0))" for i in range(len(values))]
    total = ["0.0", _real(excess.terms.get((), 0))]
    total += [f"(* l{i} {_real(v.terms.get((), 0))})" for i, v in enumerate(values)]
    for j, monomial in enumerate(monomials):
        least, most = interval(Polynomial({monomial: 1}), bounds)
        if least is None:
            return None
        terms = [_real(excess.terms.get(monomial, 0)), "0.0"]
        terms += [f"(* l{i} {_real(v.terms[monomial])})" for i, v in enumerate(values) if monomial in v.terms]
        lines.append(f"(declare-const u{j} Real)")
        lines += [f"(assert (>= u{j} (* {_real(end)} (+ {' '.join(terms)}))))" for end in {least, most}]
        total.append(f"u{j}")
    lines.append(f"(assert (< (+ {' '.join(total)}) 0.0))")
    solver = z3.SolverFor("QF_LRA")
    solver.from_string("\n".join(lines))
    if solver.check() != z3.sat:
        return None
    model = solver.model()
    found = []
    for i, (source, multiplier, fact) in enumerate(generators):
        value = model.eval(z3.Real(f"l{i}"), model_completion=True).as_fraction()
        if value:
            found.append((source, multiplier * ratio(value.numerator, value.denominator), fact))
    return found


def _real(value):
    """A number in the solver's language."""
    value = Fraction(value)
    size = f"(/ {abs(value.numerator)}.0 {value.denominator}.0)"
    return size if value >= 0 else f"(- {size})"
