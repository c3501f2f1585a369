"""What a certificate of a lane knows on a path: bounds of variables, equalities and facts, as the checker has them."""

from copy import copy

from algebra import Polynomial, ratio
from steps import TRIVIAL, interval, whole


class Rest:
    """What remains of a number after multiples of equalities and of what is not negative are subtracted."""

    def __init__(self, knowledge, value):
        self.knowledge, self.value = knowledge, Polynomial.of(value)
        self.zeros, self.positives = {}, {}

    def subtract(self, key, multiplier):
        multiplier = Polynomial.of(multiplier)
        self.value = self.value - multiplier * self.knowledge.zero[key]
        total = self.zeros.pop(key, Polynomial()) + multiplier
        if total.terms:
            self.zeros[key] = total

    def gather(self, source, multiplier, fact):
        self.value = self.value - Polynomial.of(multiplier) * fact
        self.positives[source] = self.positives.get(source, Polynomial()) + multiplier

    def scaled(self, factor):
        """The factor and the multiples as integers without a common divisor."""
        numbers = [c for part in (self.zeros, self.positives) for p in part.values() for c in p.terms.values()]
        denominator, divisor = whole([factor, *numbers])

        def times(parts):
            found = {
                key: Polynomial({m: int(c * denominator) // divisor for m, c in p.terms.items()})
                for key, p in parts.items()
            }
            return {key: p for key, p in found.items() if p.terms}

        return (int(factor * denominator) // divisor, times(self.positives), times(self.zeros))


def with_variable(value, variable):
    """What a variable is multiplied by in a polynomial, once in each monomial."""
    terms = {}
    for monomial, coefficient in value.terms.items():
        if variable in monomial:
            rest = list(monomial)
            rest.remove(variable)
            terms[tuple(rest)] = coefficient
    return Polynomial(terms)


def eliminated(rest, variable, step_for):
    """Removes a variable by the multiple of an equality that `step_for` returns for what it is multiplied by."""
    while (multiplier := with_variable(rest.value, variable)).terms:
        rest.subtract(*step_for(multiplier))


def divided_by(value, number):
    return Polynomial({m: ratio(c, number) for m, c in value.terms.items()})


def variables(value):
    return {variable for monomial in value.terms for variable in monomial}


class Knowledge:
    """Bounds, equalities and facts, with the steps that add them."""

    def __init__(self, statement):
        program = statement.program
        self.steps = []
        self.next = 10 + len(program.names) + len(statement.conditions)
        # As the checker begins.
        self.bounds = dict(program.bounds)
        self.zero = {i + 1: p for i, p in enumerate(statement.equations)}
        self.facts = {i + 1: p for i, p in enumerate(statement.conditions)}
        for n, value, quotient, remainder in program.divisions:
            least, most = interval(value, self.bounds)
            if least is not None:
                self.bounds[quotient] = least // n, most // n
            self.bounds[remainder] = 0, n - 1
            self.zero[quotient] = value - Polynomial({(quotient,): n, (remainder,): 1})
        # For each result of a division: the division.
        self.divisions = {v: d for d in program.divisions for v in d[2:]}
        # Variables that are replaced by a number or by other variables: the key of the equality, and their sign in it.
        self.rules = {}
        # The first division of each number by each divisor.
        self.first = {}
        # Words that equal a polynomial modulo 2^64.
        self.nominal = {}
        # For each sign of a word that equals a signed number: the key of that.
        self.signs = {}
        # Pairs of inputs with a product of -1 modulo 2^52, with the key of that.
        self.inverses = {
            pair: key
            for key, equality in self.zero.items()
            for pair, coefficient in equality.terms.items()
            if key <= len(statement.equations) and len(pair) == 2 and coefficient == 1
            if len(equality.terms) == 3 and equality.terms.get(()) == 1
        }

    def copy(self):
        """The same knowledge, of which more becomes known in a case."""
        copied = object.__new__(Knowledge)
        copied.__dict__ = {name: copy(part) for name, part in vars(self).items()}
        copied.steps = []
        return copied

    def key(self):
        self.next += 1
        return self.next

    # Steps

    def between(self, variable, least, most, below, above):
        """Bounds of a variable, with the reasons for `variable - least` and `most - variable`."""
        self.steps.append(("between", variable, least, most, below, above))
        self.bounds[variable] = least, most

    def narrow(self, variable, least, most, below, above):
        """As above, where a bound may be known already."""
        before = self.bounds.get(variable, (None, None))
        below, above = (
            TRIVIAL if bound == known else why
            for bound, known, why in zip((least, most), before, (below, above), strict=True)
        )
        self.between(variable, least, most, below, above)

    def fix(self, variable):
        """The variable has one value."""
        key = self.squeezed(Polynomial.variable(variable) - self.bounds[variable][0], TRIVIAL, TRIVIAL)
        self.rules[variable] = key, 1

    def equal(self, value, zeros):
        """The key of a value that is a sum of multiples of equalities."""
        key = self.key()
        self.steps.append(("equal", key, value, zeros))
        self.zero[key] = value
        return key

    def squeezed(self, value, why, other):
        """The key of a value of which neither it nor its negative is negative."""
        key = self.key()
        self.steps.append(("squeezed", key, value, why, other))
        self.zero[key] = value
        return key

    def congruent(self, n, value, quotient, zeros):
        """Keys of `value` and `quotient`, which are zero: `value = n quotient` is between -n and n."""
        keys = self.key(), self.key()
        self.steps.append(("congruent", *keys, n, value, quotient, zeros))
        self.zero[keys[0]], self.zero[keys[1]] = value, quotient
        return keys

    def fact(self, value, why):
        """A number is not negative. Returns the key."""
        key = self.key()
        self.steps.append(("atleast", key, value, why))
        self.facts[key] = value
        return key

    # Replacements

    def is_known(self, variable):
        """Whether a variable has a rule, or is the remainder of another variable that is below the divisor."""
        if variable in self.rules:
            return True
        _, value, quotient, remainder = self.divisions.get(variable, (None,) * 4)
        return remainder == variable and quotient in self.rules and value.as_variable() is not None

    def replace(self, rest, variable, multiplier):
        """Replaces a variable with a rule, a remainder, or a quotient with multiples of the divisor. Returns whether it
        is one of these.
        """
        if variable in self.rules:
            key, sign = self.rules[variable]
            rest.subtract(key, multiplier * sign)
            return True
        n, _, quotient, remainder = self.divisions.get(variable, (None,) * 4)
        # value - n quotient - remainder = 0
        if remainder == variable:
            rest.subtract(quotient, -multiplier)
            return True
        if quotient == variable and all(coefficient % n == 0 for coefficient in multiplier.terms.values()):
            rest.subtract(quotient, Polynomial({m: -c // n for m, c in multiplier.terms.items()}))
            return True
        return False

    def plain(self, rest):
        """Replaces all variables that are known."""
        while known := {v for v in variables(rest.value) if self.is_known(v)}:
            self.replace(rest, max(known), with_variable(rest.value, max(known)))
        return rest

    def modulo(self, rest, n):
        """Replaces variables until the rest is `n` times a polynomial, which is returned. None if it is not."""
        replaced = set()
        while True:
            others = Polynomial({m: c for m, c in rest.value.terms.items() if c % n})
            if not others.terms:
                return Polynomial({m: c // n for m, c in rest.value.terms.items()})
            if not self._inverted(rest, others):
                # Known ones first, then the latest one.
                found = variables(others)
                variable = max({v for v in found if self.is_known(v)} or found, default=0)
                # A quotient and its remainder are not replaced by each other again and again.
                _, _, *results = self.divisions.get(variable, (0, 0, variable))
                if variable not in self.rules and replaced & (set(results) - {variable}):
                    return None
                replaced.add(variable)
                if not self.replace(rest, variable, with_variable(others, variable)):
                    return None

    def _inverted(self, rest, value):
        """Replaces products of the modulus and its inverse. Returns whether there was one."""
        for (x, y), key in self.inverses.items():
            multiplier = with_variable(with_variable(value, x), y)
            if multiplier.terms:
                rest.subtract(key, multiplier)
                return True
        return False

    def shown_zero(self, value, n):
        """The key of a multiple of `n` between `-n` and `n`, which is zero. None if it is no such multiple."""
        least, most = interval(value, self.bounds)
        if least is None or least <= -n or most >= n:
            return None
        rest = Rest(self, value)
        quotient = self.modulo(rest, n)
        return None if quotient is None else self.congruent(n, value, quotient, rest.zeros)[0]
