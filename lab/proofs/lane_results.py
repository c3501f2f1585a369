"""What the divisions of a lane show in their order: bounds of their results, quotients that have one value, words that
equal a sum, and results that equal those of an earlier division.
"""

from algebra import RADIX, Polynomial
from lane_knowledge import Rest
from lane_ranges import SIGN
from steps import Unproved, interval, joined

ONE = Polynomial.constant(1)


def learn(knowledge, divisions):
    """Learns from the divisions of the program, in their order."""
    for division in divisions:
        n, _, quotient, remainder = division
        if n == 1 and quotient not in knowledge.rules:
            # The number itself.
            knowledge.fix(remainder)
            knowledge.rules[quotient] = quotient, -1
        if not _bounded(knowledge, *division):
            _word_of_sum(knowledge, *division)
        if not _divides(knowledge, *division):
            _repeated(knowledge, *division)


def _bounded(knowledge, n, value, quotient, remainder):
    """The tightest bounds of a quotient and, if it has one value, of the remainder. Returns whether it has."""
    plain = knowledge.plain(Rest(knowledge, value))
    least, most = interval(plain.value, knowledge.bounds)
    if least is None:
        raise Unproved("a division of a number without bounds")
    before = knowledge.bounds.get(quotient, (least // n, most // n))
    bounds = max(least // n, before[0]), min(most // n, before[1])
    # The value is `plain.value` and these multiples.
    zeros, negative = (plain.zeros, {key: -multiplier for key, multiplier in plain.zeros.items()})
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
        below = (1, {}, joined(joined({quotient: -ONE}, zeros), {k: -m for k, m in of_quotient.items()}))
        knowledge.narrow(remainder, least, most, below, above)
    if least == most:
        knowledge.fix(remainder)
    return True


def _word_of_sum(knowledge, n, value, quotient, remainder):
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
            _equal(knowledge, remainder, total, least, most)
    elif n == SIGN and quotient not in knowledge.nominal and -SIGN <= least and most < SIGN:
        # remainder - 2^63 quotient = total
        knowledge.nominal[quotient] = total
        difference = Polynomial({(remainder,): 1, (quotient,): -SIGN}) - total
        if (key := knowledge.shown_zero(difference, RADIX)) is not None:
            knowledge.signs[quotient] = key


def _equal(knowledge, remainder, total, least, most):
    key = knowledge.shown_zero(Polynomial.variable(remainder) - total, RADIX)
    if key is not None:
        above, below = (1, {}, {key: -ONE}), (1, {}, {key: ONE})
        knowledge.between(remainder, least, most, below, above)
        knowledge.rules[remainder] = key, 1


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


def _repeated(knowledge, n, value, quotient, remainder):
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
