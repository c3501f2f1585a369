"""Conclusions from the equations: values of sums, and carries that are zero.

Both kinds of conclusions rewrite backwards. A linear form in words is rewritten from the last equation to the first.
Where an equation's outputs occur in the form with the same weights as in the equation, its right side replaces them.
The result is a polynomial in operands and quotients (`m = t_0 * inverse mod 2^64`), in which all carries and high
halves have cancelled. The power of 2^64 of each word need not be given, because it follows from the weights. So the
order of the instructions does not matter.

If weights do not match, the code has dropped an output, usually a carry that it ignores because it is zero. To prove
that the carry is zero, the same rewriting is done with `<=` in place of `=`. It yields a bound of the carry by a
polynomial in operands, such as `2^576 c <= a b + m p`. If the facts about operands imply that this polynomial is below
2^576, then `c < 1`, so `c = 0`. z3 proves this last step, which is linear in products that are treated as separate
variables.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from heapq import heappop, heappush
from math import lcm

import z3

from algebra import RADIX, Polynomial, ratio

# Forms are multiplied by this scale, so that weights stay integers after divisions by 2^64 for lower words.
SCALE = RADIX**32

# Time limit of a query to the solver in milliseconds; most take a few. A query without an answer proves nothing.
TIMEOUT = 5_000


@dataclass
class Context:
    """The facts on a path: nonnegative polynomials, and the flags on which the run was split."""

    facts: list = field(default_factory=list)
    values: dict = field(default_factory=dict)
    # The context without the flags of this path. Its conclusions hold here too.
    wider: "Context | None" = None
    # For each variable, whether it was proved to be zero.
    zeros: dict = field(default_factory=dict)

    def narrowed(self, flag, value, fact):
        return Context([*self.facts, fact], {**self.values, flag: value}, self)


class Lost(Exception):
    """An output has the wrong weight in a sum, and its value is not known."""

    def __init__(self, variable, equation, missing):
        super().__init__(variable)
        self.variable, self.equation, self.missing = variable, equation, missing


class Bounds:
    """Rewrites linear forms by the equations of finished runs."""

    def __init__(self, equations, results, samples):
        self.equations = equations
        # Values of all variables for sample operands. A variable that is not zero in a sample is not always zero.
        self.samples = samples
        self.terminal = self._terminals(results)
        # Outputs that the code ignores and that are proved to be zero.
        self.ignored = set()
        self.asking = set()
        self.refused = 0

    def _terminals(self, results):
        """The variables that are not rewritten: inputs, factors of products whose high word is used, and quotients,
        which are low words of products whose high word is not used.
        """
        read = {*self.equations.uses, *results}
        terminal = [origin is None for origin in self.equations.origins]
        for equation in self.equations.equations:
            if equation.factors:
                high = [variable for variable, weight in equation.outputs if weight == RADIX]
                stays = equation.factors if read.intersection(high) else [v for v, _ in equation.outputs]
                for variable in stays:
                    terminal[variable] = True
        return terminal

    # Rewriting

    def _rewrite(self, form, context, choose):
        """Rewrites a form by the equations, from the last to the first. `choose` returns the multiple of the equation
        that is subtracted, and a constant bound for the outputs that remain.
        """
        rest, wanted, queue = {}, {}, []

        def add(monomial, coefficient):
            monomial, coefficient = self._congruent(monomial, coefficient)
            if len(monomial) == 1 and monomial[0] in context.values:
                monomial, coefficient = (), coefficient * context.values[monomial[0]]
            if len(monomial) != 1 or self.terminal[monomial[0]]:
                rest[monomial] = rest.get(monomial, 0) + coefficient
                return
            origin = self.equations.origins[monomial[0]]
            if origin not in wanted:
                wanted[origin] = {}
                heappush(queue, -origin)
            weights = wanted[origin]
            weights[monomial[0]] = weights.get(monomial[0], 0) + coefficient

        for monomial, coefficient in form.terms.items():
            add(monomial, coefficient)
        while queue:
            origin = -heappop(queue)
            weights = {variable: weight for variable, weight in wanted.pop(origin).items() if weight}
            if not weights:
                continue
            equation = self.equations.equations[origin]
            times, constant = choose(equation, weights, context)
            rest[()] = rest.get((), 0) + constant
            if times:
                for variable, weight in equation.outputs:
                    if variable in context.values:
                        # A known output moves to the right side. Its own weight was counted when it was added.
                        rest[()] = rest.get((), 0) - times * weight * context.values[variable]
                    elif self.terminal[variable]:
                        rest[(variable,)] = rest.get((variable,), 0) - times * weight
                for monomial, coefficient in equation.right.terms.items():
                    add(monomial, times * coefficient)
        return Polynomial({monomial: coefficient for monomial, coefficient in rest.items() if coefficient})

    def _congruent(self, monomial, coefficient):
        """The term that replaces a term of a form, if both are congruent modulo `p`."""
        return monomial, coefficient

    def _open(self, equation, context):
        """The outputs of an equation that must be eliminated."""
        return [
            (variable, weight)
            for variable, weight in equation.outputs
            if variable not in context.values and not self.terminal[variable]
        ]

    def exact(self, form, context):
        """A polynomial in the terminal variables that equals the form. Raises `Lost` if a carry may be lost."""
        absorbed = set()
        while True:
            try:
                return self._rewrite(form, context, self._choose_exactly)
            except Lost as lost:
                if lost.variable in absorbed:
                    raise
                absorbed.add(lost.variable)
                form = form + self._absorbing(lost, context)

    def _choose_exactly(self, equation, weights, context):
        outputs = self._open(equation, context)
        candidates = dict.fromkeys(ratio(weights.get(variable, 0), weight) for variable, weight in outputs)
        if len(candidates) == 1:
            return next(iter(candidates)), 0
        lost = None
        for times in candidates:
            constant = 0
            for variable, weight in self._left_over(times, outputs, weights):
                value = self.known(variable, context) if weight else 0
                if value is None:
                    lost = lost or Lost(variable, equation, -weight)
                    break
                constant += weight * value
            else:
                self.ignored |= {variable for variable, weight in self._left_over(times, outputs, weights) if weight}
                return times, constant
        raise lost

    def _absorbing(self, lost, context):
        """A word that is zero, with the weight that gives the lost carry its required weight.

        After `t - p` without a borrow, the carry out of the lowest words of `t - p` need not be zero. It is subtracted
        from the top word, which is then zero. Including that word makes the sum exact.
        """
        for index in self.equations.uses.get(lost.variable, []):
            equation = self.equations.equations[index]
            coefficient = equation.right.terms.get((lost.variable,), 0)
            for variable, weight in equation.outputs:
                if coefficient and abs(weight) == 1 and self.is_zero(variable, context):
                    return Polynomial.variable(variable) * ratio(lost.missing * weight, coefficient)
        raise lost

    def upper(self, form, context):
        """A polynomial in the terminal variables that is at least the form."""
        return self._rewrite(form, context, self._choose_above)

    def _choose_above(self, equation, weights, context):
        outputs = self._open(equation, context)
        candidates = {ratio(weights.get(variable, 0), weight) for variable, weight in outputs}
        first = max(candidates, key=abs)
        left_over = self._left_over(first, outputs, weights)
        if all(weight <= 0 or self.is_zero(variable, context) for variable, weight in left_over):
            return first, 0
        # Otherwise, the choice with the smallest loss: each remaining output is replaced by one of its two bounds.
        losses = {
            times: sum(
                abs(weight) * self.equations.most[variable]
                for variable, weight in self._left_over(times, outputs, weights)
            )
            for times in (*candidates, 0)
        }
        times = min(losses, key=losses.get)
        return times, sum(
            weight * self.equations.most[variable]
            for variable, weight in self._left_over(times, outputs, weights)
            if weight > 0
        )

    def upper_nearby(self, form, context):
        """An upper bound like `upper` that rewrites only while weights match. A word that is used without its carry is
        bounded by 2^64 - 1.

        This bound is better for a carry that is zero because of the few words before it, as in `high(x y) + 1 + 1`. The
        other one is better for a carry that is zero because the whole sum is small.
        """
        return self._rewrite(form, context, self._choose_nearby)

    def _choose_nearby(self, equation, weights, context):
        outputs = self._open(equation, context)
        highest, weight = max(outputs, key=lambda output: abs(output[1]))
        times = ratio(weights.get(highest, 0), weight)
        if all(weight <= 0 for _, weight in self._left_over(times, outputs, weights)):
            return times, 0
        return 0, sum(weight * self.equations.most[v] for v, weight in weights.items() if weight > 0)

    def _left_over(self, times, outputs, weights):
        return [(variable, weights.get(variable, 0) - times * weight) for variable, weight in outputs]

    # Facts

    def is_zero(self, variable, context):
        """Whether the variable is proved to be zero in this context."""
        if variable in context.values:
            return context.values[variable] == 0
        if variable in context.zeros:
            return context.zeros[variable]
        if self._seen_other_than(0, variable, context):
            return False
        if context.wider is not None and self.is_zero(variable, context.wider):
            return True
        if variable in self.asking:
            # The same question is being answered further up the call stack. The answer is left open here, and answers
            # that depend on it are not stored.
            self.refused += 1
            return False
        refused = self.refused
        self.asking.add(variable)
        form = Polynomial.variable(variable) * SCALE
        answer = any(self.implies(form, SCALE, context, upper) for upper in (self.upper_nearby, self.upper))
        self.asking.remove(variable)
        if answer or refused == self.refused:
            context.zeros[variable] = answer
        return answer

    def implies(self, form, limit, context, upper):
        """Whether the facts imply `form < limit` by an upper bound of the form."""
        return self.below(upper(form, context), limit, context)

    def _seen_other_than(self, value, variable, context):
        return any(sample[variable] != value for sample in self._tried(context))

    def _tried(self, context):
        """The samples that belong to this path."""
        flags = context.values.items()
        return (sample for sample in self.samples if all(sample[flag] == bit for flag, bit in flags))

    def known(self, variable, context):
        """The value of a variable that is proved to be zero, or of a flag that is proved to be one; else None."""
        if self.is_zero(variable, context):
            return 0
        if self.equations.most[variable] == 1 and not self._seen_other_than(1, variable, context):
            if self.implies(Polynomial.variable(variable) * -SCALE, 0, context, self.upper):
                return 1
        return None

    def with_flag(self, flag, value, context):
        """The context in which a flag has a value, with the fact about operands that follows from it."""
        flags = Polynomial.variable(flag) * SCALE
        fact = self.upper(flags, context) - SCALE if value else self.upper(-flags, context)
        return context.narrowed(flag, value, fact)

    def simplified(self, polynomial, context):
        """The polynomial in halves of operands, without top bits that are zero by the preconditions."""
        while context.wider is not None:
            context = context.wider
        polynomial = self.equations.in_halves(polynomial)
        bits = {v for m in polynomial.terms for v in m if self.equations.most[v] == 1 and v in self.equations.parts}
        zeros = {variable for variable in bits if self.is_zero(variable, context)}
        return Polynomial({m: c for m, c in polynomial.terms.items() if not zeros.intersection(m)})

    def below(self, polynomial, limit, context, thorough=False):
        """Whether the facts imply `polynomial < limit`; `thorough` also tries a slower query."""
        excess = self.simplified(polynomial - limit, context)
        if self.equations.range(excess)[1] < 0:
            return True
        facts = [self._in_known_halves(fact, context) for fact in context.facts]
        linear = [fact for fact in facts if fact.degree() <= 1]
        # Facts without products come first: they suffice almost always and are much faster.
        products = [fact for fact in facts if fact.degree() > 1]
        for form in (excess, *(cancelled(excess, fact) for fact in products)):
            for simple in self._without_products(form, linear):
                if not self._reached(simple, context) and self._impossible([simple, *linear]):
                    return True
        if not products and not thorough:
            return False
        return not self._reached(excess, context) and self._impossible([excess, *facts])

    def _in_known_halves(self, fact, context):
        """Like `simplified`, but uses only zeros that are already proved, because a proof of a zero may require this
        fact.
        """
        while context.wider is not None:
            context = context.wider
        fact = self.equations.in_halves(fact)
        return Polynomial({m: c for m, c in fact.terms.items() if not any(context.zeros.get(v) for v in m)})

    def _reached(self, form, context):
        """Whether some sample makes the form zero or more, so that no proof exists."""
        return any(_at(form, sample) >= 0 for sample in self._tried(context))

    def _without_products(self, polynomial, facts):
        """Linear polynomials that are upper bounds of this one.

        If the facts do not mention one of the two factors, that factor is replaced by its maximum. If they mention
        both, as in squares, there are two variants: each factor is replaced in one half of the product, or the earlier
        word is replaced, by which a row multiplies.
        """
        named = {variable for fact in facts for monomial in fact.terms for variable in monomial}
        for in_rows in (False, True):
            total = Polynomial()
            for monomial, coefficient in polynomial.terms.items():
                if len(monomial) < 2:
                    bound = Polynomial({monomial: 1})
                elif coefficient < 0:
                    bound = Polynomial.variable(monomial[0]) * self.equations.least[monomial[1]]
                else:
                    bound = self._product_bound(*monomial, named, in_rows)
                total = total + bound * coefficient
            yield total
            if polynomial.degree() <= 1:
                return

    def _product_bound(self, x, y, named, in_rows):
        most = self.equations.most
        of_x, of_y = Polynomial.variable(x) * most[y], Polynomial.variable(y) * most[x]
        if (x in named) != (y in named):
            return of_x if x in named else of_y
        word_x, word_y = (self.equations.parts.get(variable, (variable,))[0] for variable in (x, y))
        if in_rows and word_x != word_y:
            return of_x if word_x > word_y else of_y
        return (of_x + of_y) * Fraction(1, 2)

    def _impossible(self, forms, zeros=()):
        """Whether no operands make all forms zero or more, and the forms in `zeros` zero."""
        used = {monomial for form in (*forms, *zeros) for monomial in form.terms if monomial}
        used |= {(variable,) for monomial in used for variable in monomial}
        solver = z3.SolverFor("QF_LRA")
        solver.set("timeout", TIMEOUT)
        # Text, because z3 parses it much faster than it builds terms one by one.
        solver.from_string(
            "\n".join(f"(declare-const {_unknown(monomial)} Real)" for monomial in used)
            + "".join(f"\n(assert (>= {_sum(form)} 0.0))" for form in forms)
            + "".join(f"\n(assert (= {_sum(form)} 0.0))" for form in zeros)
            + "".join(f"\n(assert {limit})" for monomial in used for limit in self._limits(monomial))
        )
        return solver.check() == z3.unsat

    def _limits(self, monomial):
        """`least <= x <= most` for words; `least(y) x <= x y <= most(y) x` and the converse for products."""
        least, most, name = self.equations.least, self.equations.most, _unknown(monomial)
        if len(monomial) == 1:
            yield f"(>= {name} {least[monomial[0]]}.0)"
            yield f"(<= {name} {most[monomial[0]]}.0)"
            return
        for x, y in (monomial, reversed(monomial)):
            yield f"(>= {name} (* {least[y]}.0 {_unknown((x,))}))"
            yield f"(<= {name} (* {most[y]}.0 {_unknown((x,))}))"


def cancelled(polynomial, fact):
    """The polynomial plus the multiple of the fact, which is nonnegative, that cancels the greatest product of both."""
    shared = [m for m, c in fact.terms.items() if len(m) == 2 and c < 0 and polynomial.terms.get(m, 0) > 0]
    if not shared:
        return polynomial
    greatest = max(shared, key=lambda monomial: polynomial.terms[monomial])
    return polynomial + fact * -ratio(polynomial.terms[greatest], fact.terms[greatest])


def _at(polynomial, sample):
    """The value of a polynomial at values of all variables."""
    total = 0
    for monomial, coefficient in polynomial.terms.items():
        for variable in monomial:
            coefficient *= sample[variable]
        total += coefficient
    return total


def _unknown(monomial):
    """The name of a monomial in the solver, where each monomial is a separate unknown."""
    return "x" + "_".join(map(str, monomial))


def _sum(polynomial):
    """The polynomial in the solver's language, without denominators."""
    denominator = lcm(*(Fraction(c).denominator for c in polynomial.terms.values()))
    parts = ["0.0", "0.0"]
    for monomial, coefficient in polynomial.terms.items():
        size = f"{abs(int(coefficient * denominator))}.0"
        size = size if coefficient > 0 else f"(- {size})"
        parts.append(f"(* {size} {_unknown(monomial)})" if monomial else size)
    return f"(+ {' '.join(parts)})"
