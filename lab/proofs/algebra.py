"""Polynomials in words with exact coefficients.

A polynomial is a dictionary from monomials to coefficients. A monomial is a sorted tuple of variables; the empty tuple
is the constant. Variables are the numbers that `equations.Equations` assigns to words. Coefficients are integers, or
fractions after a division of weights; they are never floating point numbers.
"""

from fractions import Fraction

BITS = 64
RADIX = 1 << BITS


def ratio(numerator, denominator):
    """The exact quotient, as an integer if it is one: integers are much faster than fractions."""
    if isinstance(numerator, int) and isinstance(denominator, int):
        quotient, remainder = divmod(numerator, denominator)
        if remainder == 0:
            return quotient
    return Fraction(numerator) / denominator


class Polynomial:
    """An immutable polynomial; `+`, `-` and `*` are exact."""

    __slots__ = ("terms",)

    def __init__(self, terms=None):
        self.terms = terms or {}

    @staticmethod
    def constant(value):
        return Polynomial({(): value} if value else {})

    @staticmethod
    def variable(variable):
        return Polynomial({(variable,): 1})

    @staticmethod
    def of(value):
        return value if isinstance(value, Polynomial) else Polynomial.constant(value)

    def __add__(self, other):
        terms = dict(self.terms)
        for monomial, coefficient in Polynomial.of(other).terms.items():
            total = terms.get(monomial, 0) + coefficient
            if total:
                terms[monomial] = total
            else:
                del terms[monomial]
        return Polynomial(terms)

    def __neg__(self):
        return Polynomial({monomial: -coefficient for monomial, coefficient in self.terms.items()})

    def __sub__(self, other):
        return self + -Polynomial.of(other)

    def __rsub__(self, other):
        return Polynomial.of(other) - self

    def __mul__(self, other):
        if not isinstance(other, Polynomial):
            return Polynomial({m: c * other for m, c in self.terms.items()} if other else {})
        terms = {}
        for left, a in self.terms.items():
            for right, b in other.terms.items():
                monomial = tuple(sorted(left + right))
                total = terms.get(monomial, 0) + a * b
                if total:
                    terms[monomial] = total
                else:
                    del terms[monomial]
        return Polynomial(terms)

    __radd__ = __add__
    __rmul__ = __mul__

    def __eq__(self, other):
        return self.terms == Polynomial.of(other).terms

    __hash__ = None

    def substitute(self, variable, value):
        """The polynomial after substitution of a polynomial for a variable."""
        total = Polynomial({m: c for m, c in self.terms.items() if variable not in m})
        for monomial, coefficient in self.terms.items():
            if variable in monomial:
                product = Polynomial.constant(coefficient)
                for factor in monomial:
                    product = product * (value if factor == variable else Polynomial.variable(factor))
                total = total + product
        return total

    def degree(self):
        return max((len(monomial) for monomial in self.terms), default=0)

    def as_constant(self):
        """The value of a constant polynomial, else None."""
        if not self.terms:
            return 0
        return self.terms[()] if self.terms.keys() == {()} else None

    def as_variable(self):
        """The variable if the polynomial is a single variable, else None."""
        if len(self.terms) == 1:
            ((monomial, coefficient),) = self.terms.items()
            if coefficient == 1 and len(monomial) == 1:
                return monomial[0]
        return None

    def modulo_word(self):
        """The polynomial modulo 2^64, with coefficients from 0 to 2^64 - 1."""
        return Polynomial({m: c % RADIX for m, c in self.terms.items() if c % RADIX})


def number(words):
    """The integer with the given words, least significant first."""
    total = Polynomial()
    for i, word in enumerate(words):
        total = total + Polynomial.of(word) * (1 << BITS * i)
    return total
