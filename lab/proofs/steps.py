"""The steps of a certificate: ranges of polynomials, sums of multiples of equalities, and the text for the checker."""

from math import gcd, lcm

from algebra import Polynomial


class Unproved(Exception):
    """A certificate cannot be made."""


def interval(value, bounds):
    """The range that the checker computes, or two times None."""
    least = most = 0
    for monomial, coefficient in value.terms.items():
        low = high = 1
        for variable in reversed(monomial):
            if variable not in bounds:
                return None, None
            products = [x * y for x in bounds[variable] for y in (low, high)]
            low, high = min(products), max(products)
        low, high = sorted((low * coefficient, high * coefficient))
        least, most = least + low, most + high
    return least, most


def scaled(zeros, factor):
    return {key: Polynomial.of(multiplier) * factor for key, multiplier in zeros.items()}


def joined(first, second):
    """The sum of two sums of multiples of equalities."""
    total = {key: Polynomial.of(multiplier) for key, multiplier in first.items()}
    for key, multiplier in second.items():
        total[key] = total.get(key, Polynomial()) + multiplier
    return {key: multiplier for key, multiplier in total.items() if multiplier.terms}


def whole(numbers):
    """The factor that makes all numbers integers without a common divisor."""
    numbers = [number for number in numbers if number]
    denominator = lcm(*(getattr(number, "denominator", 1) for number in numbers))
    divisor = gcd(*(int(number * denominator) for number in numbers))
    return denominator, divisor


def integer(value):
    return f"-0x{-value:x}" if value < 0 else f"0x{value:x}"


def polynomial(value):
    """The number of terms; for each, the coefficient, the number of variables, and these, in the checker's order."""
    terms = sorted(Polynomial.of(value).terms.items(), key=lambda term: (len(term[0]), term[0][::-1]))
    parts = [str(len(terms))]
    for monomial, coefficient in terms:
        parts += [integer(int(coefficient)), str(len(monomial)), *map(str, monomial)]
    return " ".join(parts)


def combination(zeros):
    parts = [str(len(zeros))]
    for key, multiplier in zeros.items():
        parts += [str(key), polynomial(multiplier)]
    return " ".join(parts)


def reason(why):
    factor, positives, zeros = why
    parts = [integer(factor), str(len(positives))]
    for (kind, name), multiplier in positives.items():
        parts += [kind, str(name), polynomial(multiplier)]
    return " ".join([*parts, combination(zeros)])


# The reason for a bound that follows from the bounds of variables.
TRIVIAL = 1, {}, {}


def step(entry):
    kind, *rest = entry
    if kind == "equal":
        key, value, zeros = rest
        return f"equal {key} {polynomial(value)} {combination(zeros)}"
    if kind == "congruent":
        key, other, n, value, quotient, zeros = rest
        return f"congruent {key} {other} {integer(n)} {polynomial(value)} {polynomial(quotient)} {combination(zeros)}"
    if kind == "atleast":
        key, value, why = rest
        return f"atleast {key} {polynomial(value)} {reason(why)}"
    if kind == "between":
        variable, least, most, why, other = rest
        return f"between {variable} {integer(least)} {integer(most)} {reason(why)} {reason(other)}"
    if kind == "squeezed":
        key, value, why, other = rest
        return f"squeezed {key} {polynomial(value)} {reason(why)} {reason(other)}"
    if kind == "multiplied":
        return f"multiplied {rest[0]} {rest[1]} {rest[2]}"
    raise ValueError(kind)
