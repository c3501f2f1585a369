"""Writes a certificate for one lane of a kernel for vectors.

In order of the divisions: bounds of their results, quotients that have one value, and words that equal a sum. Both
values of each flag that selects words are a case. In each case, samples suggest which remainders are zero or equal,
because a number is a multiple of the divisor. Then the result is rewritten backwards, from the last division to the
first, until operands and quotients of the reduction remain. z3 finds the multiples of what is assumed that show the
limits.
"""

from fractions import Fraction
from random import Random

from algebra import RADIX, Polynomial
from lane_claims import samples
from lane_knowledge import Knowledge, Rest, divided_by, eliminated, variables, with_variable
from lane_parts import Parts
from lane_proof import operand_values
from lane_ranges import SIGN
from lane_residues import DIGIT, UNIT
from lane_results import learn
from processor import value as evaluated
from processor import with_multiples
from reasons import multiples
from steps import Unproved, combination, integer, interval, joined, polynomial, reason, step

SAMPLES = 160
ONE = Polynomial.constant(1)


def operands(statement, numbers):
    """The values of all operands of a lane."""
    return with_multiples(statement, operand_values(statement.given, numbers))


class LaneCertificate:
    """The proof of one lane of a kernel as text."""

    def __init__(self, claim, statement):
        self.claim, self.statement = claim, statement
        self.divisions = statement.program.divisions
        self.parts, self.lines = Parts(self.divisions), []

    def text(self):
        knowledge = Knowledge(self.statement)
        self._products(knowledge)
        learn(knowledge, self.divisions)
        self._paths(knowledge, self._samples())
        return "\n".join(self.lines)

    def _paths(self, knowledge, tried):
        """Writes the steps of a path and, if a flag selects words, of both cases."""
        flag = self._flag(knowledge)
        if flag is None:
            done = self._done(knowledge, tried)
            self.lines += [*map(step, knowledge.steps), done]
            return
        self.lines += [*map(step, knowledge.steps), f"cases {flag}"]
        for bit in (0, 1):
            case = knowledge.copy()
            case.bounds[flag] = bit, bit
            case.fix(flag)
            self._sign(case, flag, bit)
            at = next(i for i, division in enumerate(self.divisions) if division[2] == flag)
            learn(case, self.divisions[at + 1 :])
            self._paths(case, [sample for sample in tried if sample[flag] == bit])

    def _flag(self, knowledge):
        """The first flag without a value that selects words."""
        for n, value, _, _ in self.divisions:
            if n == 1:
                for monomial in value.terms:
                    for variable in monomial if len(monomial) == 2 else ():
                        if variable not in knowledge.rules and self._splits_sign(knowledge, variable):
                            return variable
        return None

    @staticmethod
    def _splits_sign(knowledge, variable):
        n, _, quotient, _ = knowledge.divisions.get(variable, (None,) * 4)
        return n == SIGN and quotient == variable

    def _samples(self):
        random, found = Random(5), []
        for _ in range(SAMPLES // 2):
            for sample in samples(self.claim, random, 2):
                values = operands(self.statement, sample)
                for n, value, quotient, remainder in self.divisions:
                    values[quotient], values[remainder] = divmod(evaluated(value, values), n)
                found.append(values)
        return found

    def _sign(self, knowledge, flag, bit):
        """The fact that a word is negative, or not, in a case."""
        if flag not in knowledge.signs:
            return
        key, total = knowledge.signs[flag], knowledge.nominal[flag]
        # low - 2^63 flag - total = 0
        rest = Rest(knowledge, -total - 1 if bit else total)
        rest.subtract(key, ONE if bit else -ONE)
        # The low bits, or the variable that they equal.
        (low,) = variables(knowledge.plain(rest).value)
        least, most = knowledge.bounds[low]
        if bit:
            rest.gather(("most", low), 1, most - Polynomial.variable(low))
        else:
            rest.gather(("least", low), 1, Polynomial.variable(low) - least)
        name = knowledge.fact(-total - 1 if bit else total, rest.scaled(1))
        self._scaled_fact(knowledge, name)
        word = knowledge.divisions[flag][1].as_variable()
        if word is not None and word not in knowledge.rules:
            # word - 2^63 flag - low = 0
            zeros = {flag: ONE, key: ONE, knowledge.rules[flag][0]: ONE * RADIX}
            knowledge.rules[word] = (knowledge.equal(Polynomial.variable(word) - total - RADIX * bit, zeros), 1)

    def _highest_word(self, knowledge):
        """The highest word of the result, if it equals a signed number modulo 2^64 that is not negative."""
        word = knowledge.plain(Rest(knowledge, self.statement.words[-1])).value.as_variable()
        total = knowledge.nominal.get(word)
        if word in knowledge.rules or total is None or interval(total, knowledge.bounds)[1] >= RADIX:
            return
        fact = knowledge.fact(total, self._reason(knowledge, total, True, self.scale))
        rest = Rest(knowledge, Polynomial.variable(word) - total)
        turns = knowledge.modulo(rest, RADIX)
        # word - total = 2^64 turns, plus multiples of equalities
        negative = {key: -multiplier for key, multiplier in rest.zeros.items()}
        why = RADIX, {("least", word): ONE}, negative
        other = RADIX, {("fact", fact): ONE, ("most", word): ONE}, rest.zeros
        zero = knowledge.squeezed(turns, why, other)
        key = knowledge.equal(Polynomial.variable(word) - total, joined(rest.zeros, {zero: ONE * RADIX}))
        knowledge.rules[word] = key, 1

    @property
    def scale(self):
        """The weight of the highest digit of a packed number."""
        given = self.statement.given
        digits = max(len(getattr(given, f"{name}_words")) for name, bits in given.bits.items() if bits == DIGIT)
        return UNIT ** (digits - 1)

    def _scaled_fact(self, knowledge, name):
        """A fact about the highest word in terms of operands and of digits."""
        scale = self.scale
        rest = self._rewritten(Rest(knowledge, knowledge.facts[name] * scale), keep=True)
        value = rest.value
        rest.gather(("fact", name), scale, knowledge.facts[name])
        rest.value = Polynomial()
        rest.zeros = {key: -multiplier for key, multiplier in rest.zeros.items()}
        knowledge.fact(value, rest.scaled(1))

    def _lost_parts(self, knowledge, tried, rest):
        """Rules for quotients that remain and are zero because the result is small."""
        added = False
        for variable in variables(rest.value):
            if self.parts.is_quotient(knowledge, variable) and not any(sample[variable] for sample in tried):
                factor, value = (knowledge.divisions[variable][0] * self.scale, Polynomial.variable(variable))
                try:
                    reasons = [self._reason(knowledge, bound, True, factor) for bound in (value, -value)]
                except Unproved:
                    continue
                knowledge.narrow(variable, 0, 0, *reasons)
                knowledge.fix(variable)
                added = True
        return added

    # The result

    def _rewritten(self, rest, keep=False):
        """Replaces results of divisions, from the last one to the first. Remainders in products of the reduction stay,
        or all: then the quotients are replaced.
        """
        before = None
        while rest.value.terms != before:
            before = rest.value.terms
            for division in reversed(self.divisions):
                self._replaced(rest, keep, *division)
        return rest

    @staticmethod
    def _replaced(rest, keep, n, _value, quotient, remainder):
        rules = rest.knowledge.rules
        of_remainder = with_variable(rest.value, remainder)
        if remainder not in rules and (quotient in rules or (of_remainder.degree() == 0 and not keep)):
            eliminated(rest, remainder, lambda multiplier: (quotient, -multiplier))
        elif quotient not in rules:
            eliminated(rest, quotient, lambda multiplier: (quotient, divided_by(multiplier, -n)))
        for variable in (quotient, remainder):
            if variable in rules:
                key, sign = rules[variable]
                eliminated(rest, variable, lambda multiplier, key=key, sign=sign: (key, multiplier * sign))

    def _done(self, knowledge, tried):
        """The last step of a path: the claim."""
        statement = self.statement
        if not tried:
            raise Unproved("no sample takes a path")
        self.parts.suggested(knowledge, tried)
        self._highest_word(knowledge)
        rest = self._rewritten(Rest(knowledge, statement.congruent))
        while self._lost_parts(knowledge, tried, rest) or self.parts.parts_of_words(knowledge, tried, rest):
            self._rewritten(rest)
        factor = self._without_modulus(rest)
        if rest.value.terms:
            names = statement.program.names
            left = ", ".join(f"{c} {[names[v] for v in m]}" for m, c in list(rest.value.terms.items())[:6])
            raise Unproved(f"the result differs from the claim: {left}")
        if any(Fraction(coefficient).denominator > 1 for coefficient in factor.terms.values()):
            raise Unproved("the multiple of the modulus is no integer")
        reasons, limits = [], len(statement.bounds)
        for i, limit in enumerate(statement.limits):
            # Digits of the result are bounded by its limit.
            why = self._reason(knowledge, limit, rewritten=i < limits)
            if i < limits:
                why = 1, {("fact", knowledge.fact(limit, why)): ONE}, {}
            reasons.append(why)
        scale, _, zeros = rest.scaled(1)
        return f"done {integer(scale)} {polynomial(factor)} {combination(zeros)} {len(reasons)} " + " ".join(
            map(reason, reasons)
        )

    def _without_modulus(self, rest):
        """Subtracts multiples of the modulus from the rest. Returns the factor of the modulus."""
        statement = self.statement
        related = self.claim.related(statement.given)
        first = len(statement.equations) - len(related) + 1
        for i, multiple in enumerate(related):
            rest.subtract(first + i, divided(rest.value, multiple))
        total = Polynomial()
        if statement.modulus.terms:
            total = divided(rest.value, statement.modulus)
            rest.value = rest.value - total * statement.modulus
            total = self._in_integers(rest, total)
        return total

    def _in_integers(self, rest, factor):
        """The factor of the modulus with the quotients of operands, instead of `(value - remainder) / n`."""
        for _, value, quotient, remainder in self.divisions:
            terms, others = (with_variable(factor, v).terms for v in (value.as_variable(), remainder))
            multiplier = Polynomial({m: c for m, c in terms.items() if isinstance(c, Fraction) and others.get(m) == -c})
            if multiplier.terms:
                factor = factor - multiplier * rest.knowledge.zero[quotient]
                rest.zeros[quotient] = rest.zeros.get(quotient, Polynomial()) + multiplier * self.statement.modulus
        return factor

    def _products(self, knowledge):
        """Products of two facts that the claim gives as a pair."""
        at = 0
        for fact in self.claim.given(self.statement.given):
            at += 2 if isinstance(fact, tuple) else 1
            if isinstance(fact, tuple):
                name = knowledge.key()
                knowledge.steps.append(("multiplied", name, at - 1, at))
                knowledge.facts[name] = Polynomial.of(fact[0]) * fact[1]

    def _reason(self, knowledge, limit, rewritten, factor=1):
        """Why a number is not negative."""
        rest = Rest(knowledge, limit * factor)
        least, _ = interval(rest.value, knowledge.bounds)
        if least is not None and least >= 0:
            return 1, {}, {}
        if rewritten:
            self._rewritten(rest, keep=factor > 1)
        generators = [(("fact", key), ONE, fact) for key, fact in knowledge.facts.items()]
        products = {m for p in (rest.value, *(f for _, _, f in generators)) for m in p.terms if len(m) == 2}
        for x, y in {pair for monomial in products for pair in (monomial, monomial[::-1])}:
            least, most = knowledge.bounds[y]
            for kind, fact in (("most", most - Polynomial.variable(y)), ("least", Polynomial.variable(y) - least)):
                generators.append(((kind, y), Polynomial.variable(x), fact))
        found = multiples(-rest.value - factor, generators, knowledge.bounds)
        if found is None:
            raise Unproved("no sum of facts is a reason")
        for source, multiplier, fact in found:
            rest.gather(source, multiplier, fact)
        return rest.scaled(factor)


def divided(value, divisor):
    """The quotient that cancels all terms with one variable of the divisor. See `proof.multiple`."""
    lead, weight = min((t for t in divisor.terms.items() if t[0]), key=lambda term: abs(term[1]))
    return divided_by(with_variable(value, lead[0]), weight)
