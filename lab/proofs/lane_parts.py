"""Parts of words that equal others, and multiples of a divisor: samples suggest them, and a step of a certificate shows
them.
"""

from fractions import Fraction

from algebra import RADIX, Polynomial
from lane_knowledge import Rest, divided_by, eliminated, variables
from processor import value as evaluated
from steps import interval


class Parts:
    """The parts into which a program divides words."""

    def __init__(self, divisions):
        self.divisions = divisions

    def suggested(self, knowledge, tried):
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

    def parts_of_words(self, knowledge, tried, rest):
        """Rules `a = 2^k c + e` for quotients that remain: parts of one word, which was split at several places."""
        found = {v: tuple(s[v] for s in tried) for v in variables(rest.value) if self.is_quotient(knowledge, v)}
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
    def is_quotient(knowledge, variable):
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
