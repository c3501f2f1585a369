"""Writes a certificate for one lane of a kernel for vectors.

In order of the divisions: bounds of their results, quotients that have one value, and words that equal a sum. Both
values of each flag that selects words are a case. In each case, samples suggest which remainders are zero or equal,
because a number is a multiple of the divisor. Then the result is rewritten backwards, from the last division to the
first, until operands and quotients of the reduction remain. z3 finds the multiples of what is assumed that show the
limits.
"""

from fractions import Fraction
from random import Random

from algebra import RADIX, Polynomial, ratio
from lane_claims import samples
from lane_knowledge import Knowledge, Rest, variables, with_variable
from lane_proof import operand_values
from lane_ranges import SIGN
from lane_residues import DIGIT, UNIT
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
        self.lines = []

    def text(self):
        knowledge = Knowledge(self.statement)
        self._products(knowledge)
        self._first(knowledge, self.divisions)
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
            self._first(case, self.divisions[at + 1 :])
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

    # Results of divisions, in their order

    def _first(self, knowledge, divisions):
        for division in divisions:
            n, _, quotient, remainder = division
            if n == 1 and quotient not in knowledge.rules:
                # The number itself.
                knowledge.fix(remainder)
                knowledge.rules[quotient] = quotient, -1
            if not self._bounded(knowledge, *division):
                self._word_of_sum(knowledge, *division)
            if not self._divides(knowledge, *division):
                self._repeated(knowledge, *division)

    def _bounded(self, knowledge, n, value, quotient, remainder):
        """The tightest bounds of a quotient and, if it has one value, of the remainder. Returns whether it has."""
        plain = knowledge.plain(Rest(knowledge, value))
        least, most = interval(plain.value, knowledge.bounds)
        if least is None:
            raise Unproved("a division of a number without bounds")
        before = knowledge.bounds.get(quotient, (least // n, most // n))
        bounds = max(least // n, before[0]), min(most // n, before[1])
        # The value is `plain.value` and these multiples.
        zeros, negative = plain.zeros, {key: -multiplier for key, multiplier in plain.zeros.items()}
        if quotient not in knowledge.bounds or before != bounds:
            # n (bound - q) = n bound - value + r, and the converse.
            above = n, {("least", remainder): ONE}, joined({quotient: ONE}, negative)
            below = n, {("most", remainder): ONE}, joined({quotient: -ONE}, zeros)
            knowledge.narrow(quotient, *bounds, below, above)
        if bounds[0] != bounds[1]:
            return False
        if quotient not in knowledge.rules:
            knowledge.fix(quotient)
        if remainder in knowledge.rules:
            return True
        before, shift = knowledge.bounds[remainder], n * bounds[0]
        least, most = max(least - shift, before[0]), min(most - shift, before[1])
        if (least, most) != before:
            rest = knowledge.plain(Rest(knowledge, Polynomial.variable(quotient)))
            of_quotient = {key: multiplier * n for key, multiplier in rest.zeros.items()}
            above = 1, {}, joined(joined({quotient: ONE}, negative), of_quotient)
            below = 1, {}, joined(joined({quotient: -ONE}, zeros), {k: -m for k, m in of_quotient.items()})
            knowledge.narrow(remainder, least, most, below, above)
        if least == most:
            knowledge.fix(remainder)
        return True

    def _word_of_sum(self, knowledge, n, value, quotient, remainder):
        """What a word equals modulo 2^64; exactly, if that is between 0 and 2^64. Signs of such words."""
        plain = knowledge.plain(Rest(knowledge, value)).value
        total = Polynomial()
        for monomial, coefficient in plain.terms.items():
            known = knowledge.nominal.get(monomial[0]) if len(monomial) == 1 else None
            total = total + (Polynomial({monomial: 1}) if known is None else known) * coefficient
        least, most = interval(total, knowledge.bounds)
        if least < 0 or most >= RADIX:
            # Near zero.
            turns = (least + SIGN) // RADIX * RADIX
            total, least, most = total - turns, least - turns, most - turns
        if n == RADIX and remainder not in knowledge.nominal:
            knowledge.nominal[remainder] = total
            if least >= 0 and most < n:
                self._equal(knowledge, remainder, total, least, most)
        elif n == SIGN and quotient not in knowledge.nominal and -SIGN <= least and most < SIGN:
            # remainder - 2^63 quotient = total
            knowledge.nominal[quotient] = total
            difference = Polynomial({(remainder,): 1, (quotient,): -SIGN}) - total
            if (key := knowledge.shown_zero(difference, RADIX)) is not None:
                knowledge.signs[quotient] = key

    @staticmethod
    def _equal(knowledge, remainder, total, least, most):
        key = knowledge.shown_zero(Polynomial.variable(remainder) - total, RADIX)
        if key is not None:
            above, below = (1, {}, {key: -ONE}), (1, {}, {key: ONE})
            knowledge.between(remainder, least, most, below, above)
            knowledge.rules[remainder] = key, 1

    @staticmethod
    def _divides(knowledge, n, value, quotient, remainder):
        """Rules for a division without a remainder, of a number that is a multiple as it stands."""
        rest = knowledge.plain(Rest(knowledge, value))
        if n == 1 or quotient in knowledge.rules or any(c % n for c in rest.value.terms.values()):
            return False
        # remainder = n (value / n - quotient)
        difference = Polynomial({m: c // n for m, c in rest.value.terms.items()}) - Polynomial.variable(quotient)
        zeros = joined(rest.zeros, {quotient: -ONE})
        keys = knowledge.congruent(n, Polynomial.variable(remainder), difference, zeros)
        knowledge.rules[remainder], knowledge.rules[quotient] = (keys[0], 1), (keys[1], -1)
        return True

    def _repeated(self, knowledge, n, value, quotient, remainder):
        """Shows that the results equal those of an earlier division of the same number."""
        rest = knowledge.plain(Rest(knowledge, value))
        name = n, frozenset(rest.value.terms.items())
        first, its, before = knowledge.first.setdefault(name, (quotient, remainder, rest.zeros))
        if first == quotient or (remainder in knowledge.rules and quotient in knowledge.rules):
            return
        # remainder - its = n (first - quotient), plus the difference of both numbers.
        zeros = joined(rest.zeros, {key: -multiplier for key, multiplier in before.items()})
        zeros = joined(zeros, {quotient: -ONE, first: ONE})
        keys = knowledge.congruent(
            n, Polynomial({(remainder,): 1, (its,): -1}), Polynomial({(first,): 1, (quotient,): -1}), zeros
        )
        knowledge.rules.setdefault(remainder, (keys[0], 1))
        knowledge.rules.setdefault(quotient, (keys[1], -1))

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
            knowledge.rules[word] = knowledge.equal(Polynomial.variable(word) - total - RADIX * bit, zeros), 1

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

    # What samples suggest

    def _suggested(self, knowledge, tried):
        """A remainder is zero, equals an earlier one, or is `n - 1` minus the low half of a product."""
        complements, earlier = {}, {}
        for n, value, _, remainder in self.divisions:
            if value.degree() == 2 and remainder not in knowledge.rules:
                complements[n, tuple(n - 1 - sample[remainder] for sample in tried)] = remainder
        for n, value, _, remainder in self.divisions:
            if remainder in knowledge.rules:
                continue
            values = n, tuple(sample[remainder] for sample in tried)
            keys = (
                knowledge.shown_zero(Polynomial.variable(remainder) - other, n)
                for other in self._equal_numbers(knowledge, tried, values, value, remainder, complements, earlier)
            )
            key = next((key for key in keys if key is not None), None)
            if key is not None:
                knowledge.rules[remainder] = key, 1
            else:
                earlier.setdefault(values, remainder)

    def _equal_numbers(self, knowledge, tried, values, value, remainder, complements, earlier):
        """What a remainder of a division by `n` may be."""
        n, of_samples = values
        if not any(of_samples):
            yield Polynomial()
        if values in complements:
            yield n - 1 - Polynomial.variable(complements[values])
        if values in earlier:
            yield Polynomial.variable(earlier[values])
        for joined_from in (
            self._joined_low(knowledge, tried, n, value, remainder),
            self._joined_halves(knowledge, tried, n, remainder),
        ):
            if joined_from is not None:
                yield joined_from

    def _joined_low(self, knowledge, tried, n, value, remainder):
        """`n` divides `s d + rest`: the remainder may be `s b + rest`, if `b` is the remainder of a division by `n / s`
        of the number that `d` is a remainder of. None otherwise.
        """
        _, total, quotient, word = knowledge.divisions.get(value.as_variable(), (None,) * 4)
        if word == value.as_variable() and quotient in knowledge.rules:
            # The sum itself.
            value = total
        for monomial, scale in value.terms.items():
            if len(monomial) != 1 or not 1 < scale < n or n % scale:
                continue
            whole = self._whole(knowledge, monomial[0])
            for other, number, _, low in self.divisions:
                if other * scale == n and low not in knowledge.rules and self._whole_of(knowledge, number) == whole:
                    total = value - Polynomial({monomial: scale}) + Polynomial({(low,): scale})
                    if all(sample[remainder] == evaluated(total, sample) for sample in tried):
                        return total
        return None

    def _joined_halves(self, knowledge, tried, n, remainder):
        """A remainder may be `m b + a`, for remainders `a` below `m` and `b` below `n / m`. None otherwise."""
        for m, _, _, low in self.divisions:
            vanishes = not any(sample[low] for sample in tried)
            if 1 < m < n and n % m == 0 and (vanishes or low not in knowledge.rules):
                for other, _, _, high in self.divisions:
                    if other * m == n and high not in knowledge.rules and remainder not in (low, high):
                        if all(sample[remainder] == m * sample[high] + sample[low] for sample in tried):
                            return Polynomial({(high,): m, (low,): 1})
        return None

    def _whole(self, knowledge, variable):
        """The number of which a variable is the remainder, or the variable itself."""
        _, value, _, remainder = knowledge.divisions.get(variable, (None,) * 4)
        return self._whole_of(knowledge, value) if remainder == variable else variable

    def _whole_of(self, knowledge, value):
        return self._whole(knowledge, value.as_variable()) if value.as_variable() is not None else None

    def _lost_parts(self, knowledge, tried, rest):
        """Rules for quotients that remain and are zero because the result is small."""
        added = False
        for variable in variables(rest.value):
            if self._is_quotient(knowledge, variable) and not any(sample[variable] for sample in tried):
                factor, value = knowledge.divisions[variable][0] * self.scale, Polynomial.variable(variable)
                try:
                    reasons = [self._reason(knowledge, bound, True, factor) for bound in (value, -value)]
                except Unproved:
                    continue
                knowledge.narrow(variable, 0, 0, *reasons)
                knowledge.fix(variable)
                added = True
        return added

    def _parts_of_words(self, knowledge, tried, rest):
        """Rules `a = 2^k c + e` for quotients that remain: parts of one word, which was split at several places."""
        found = {v: tuple(s[v] for s in tried) for v in variables(rest.value) if self._is_quotient(knowledge, v)}
        by_values = {values: variable for variable, values in found.items()}
        added = False
        for a, values in found.items():
            for c in found.keys() - {a}:
                for k in range(64):
                    difference = tuple(x - (y << k) for x, y in zip(values, found[c], strict=True))
                    e = by_values.get(difference)
                    if (e is None and any(difference)) or e in (a, c) or {a, c, e} & knowledge.rules.keys():
                        continue
                    relation = Polynomial({(a,): 1, (c,): -(1 << k)}) - (0 if e is None else Polynomial.variable(e))
                    key = self._shown_relation(knowledge, relation)
                    if key is not None:
                        knowledge.rules[a] = key, 1
                        added = True
        return added

    @staticmethod
    def _is_quotient(knowledge, variable):
        _, _, quotient, _ = knowledge.divisions.get(variable, (None,) * 4)
        return quotient == variable

    def _shown_relation(self, knowledge, relation):
        """The key of a sum of multiples of quotients that is zero. None if it may be another number."""
        n = max(knowledge.divisions[variable][0] for variable in variables(relation))
        rest = Rest(knowledge, relation * n)
        for variable in variables(relation):
            divisor, *_ = knowledge.divisions[variable]
            eliminated(rest, variable, lambda m, key=variable, by=divisor: (key, divided_by(m, -by)))
        for divisor, _, quotient, remainder in reversed(self.divisions):
            if divisor == RADIX and quotient in knowledge.rules and remainder not in knowledge.rules:
                # A sum that fits in its word.
                eliminated(rest, remainder, lambda m, key=quotient: (key, -m))
                knowledge.plain(rest)
        total = rest.value
        least, most = interval(total, knowledge.bounds)
        if not -n < least <= most < n or any(isinstance(c, Fraction) for c in total.terms.values()):
            return None
        # n relation = total, plus multiples of equalities
        zeros = {key: -multiplier for key, multiplier in rest.zeros.items()}
        return knowledge.congruent(n, total, relation, zeros)[1]

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
        self._suggested(knowledge, tried)
        self._highest_word(knowledge)
        rest = self._rewritten(Rest(knowledge, statement.congruent))
        while self._lost_parts(knowledge, tried, rest) or self._parts_of_words(knowledge, tried, rest):
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


def eliminated(rest, variable, step_for):
    """Removes a variable by the multiple of an equality that `step_for` returns for what it is multiplied by."""
    while (multiplier := with_variable(rest.value, variable)).terms:
        rest.subtract(*step_for(multiplier))


def divided_by(value, number):
    return Polynomial({m: ratio(c, number) for m, c in value.terms.items()})


def divided(value, divisor):
    """The quotient that cancels all terms with one variable of the divisor. See `proof.multiple`."""
    lead, weight = min((t for t in divisor.terms.items() if t[0]), key=lambda term: abs(term[1]))
    return divided_by(with_variable(value, lead[0]), weight)
