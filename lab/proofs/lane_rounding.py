"""The rounding of products of doubles, as equations of a lane."""

from algebra import Polynomial
from equations import Equations
from lane_residues import DIGIT
from state import Refused


class Rounding(Equations):
    """Rounding to nearest, and its errors."""

    def rejoined(self, value):
        """The variable, for a sum of both its parts."""
        for variable, (bits, high, low) in self.tree.items():
            if high * (1 << bits) + low == value:
                return Polynomial.variable(variable)
        return value

    def nearest(self, value, bits, instruction):
        """A multiple of `2^bits` nearest to the value: `value = 2^bits quotient + error`. Returns the quotient. The
        product of the value is remembered, so that `value - 2^bits quotient` is the error.
        """
        # A product by a known factor has one variable.
        product = Polynomial({m: c for m, c in value.terms.items() if len(m) == 2 or (m and c % (1 << bits))})
        above = value - product
        if not product.terms or any(c % (1 << bits) for c in above.terms.values()) or self.range(product)[0] < 0:
            raise Refused("rounds a sum that is not a product and a multiple of the unit")
        # A tie depends on the sum: the result is a multiple of `2^(bits + 1)`.
        key = frozenset(product.terms.items()), frozenset(above.terms.items()), bits
        if key not in self.roundings:
            most = self.range(product)[1]
            half = 1 << bits - 1
            error = self._variable("error", 1 << bits, self.residue(product + half) if bits == DIGIT else None)
            quotient = self._variable("rounded product", (most + half) >> bits, None)
            factors = tuple(v for monomial in product.terms for v in monomial)
            self.high_halves[len(self.equations)] = quotient
            self.ties[error] = half, sum(above.terms.values()) >> bits & 1
            self._add([(error, 1), (quotient, 1 << bits)], product + half, instruction, factors)
            self.roundings[key] = Polynomial.variable(quotient), Polynomial.variable(error) - half
            self.rounded_products.setdefault(next(iter(product.terms)), []).append(key)
        quotient, _ = self.roundings[key]
        return quotient + Polynomial({m: c >> bits for m, c in above.terms.items()})

    def _output(self, equation, weight, right):
        """As for single numbers. A tie is rounded to even; `above` is the sum to which the product is added."""
        if equation.outputs[0][0] not in self.ties or weight != 1:
            return super()._output(equation, weight, right)
        half, odd = self.ties[equation.outputs[0][0]]
        quotient, error = divmod(right, 2 * half)
        return 2 * half if error == 0 and (quotient + odd) % 2 else error

    def with_known_halves(self, value):
        """The value with `2^bits quotient + error` for each product that was rounded, if the quotient cancels."""
        for monomial, coefficient in value.terms.items():
            for key in self.rounded_products.get(monomial, ()):
                product, bits = Polynomial(dict(key[0])), key[2]
                quotient, error = self.roundings[key]
                (variable,) = quotient.terms
                times = coefficient // product.terms[monomial]
                if value.terms.get(variable, 0) == -times << bits:
                    return value - product * times + (quotient * (1 << bits) + error) * times
        return value
