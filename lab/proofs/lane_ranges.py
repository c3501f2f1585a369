"""Bounds of the words of a lane: whether a polynomial equals a word itself, and not only modulo 2^64."""

from algebra import BITS, RADIX, Polynomial
from equations import Equations
from lane_residues import DIGIT, UNIT
from state import Refused

SIGN = 1 << 63


def terms_of(polynomial):
    """The terms without the constant, as a key of dictionaries, and the constant."""
    return frozenset(t for t in polynomial.terms.items() if t[0]), polynomial.terms.get((), 0)


class Ranges(Equations):
    """Bounds of words, by their variables, by the equations, and by the flags of a path."""

    def unsigned(self, value):
        """The polynomial that equals the word, from 0 to 2^64 - 1."""
        bounded = self._within(value, 0)
        if bounded is None:
            bounded = self._nonnegative(value)
        if bounded is None and self.residue_of_sum(value).as_constant() is not None:
            # A multiple of 2^52 is not between -2^52 and 0.
            high, low = self.split(value, DIGIT, "word", "a word")
            bounded = self._within(high * UNIT + low, 0)
        return self.split(value, BITS, "word", "a word")[1] if bounded is None else bounded

    def near_zero(self, value):
        """The polynomial that equals the word as a signed number, or None if its bounds do not show that."""
        return self._within(value, -SIGN)

    def signed(self, value):
        """The polynomial that equals the word as a signed number."""
        bounded = self.near_zero(value)
        if bounded is None:
            raise Refused("a word may exceed its bounds")
        return bounded

    def _within(self, value, least):
        for low, high in (self.range(value), self.tight(value)):
            turns = (low - least) // RADIX
            if high - turns * RADIX < least + RADIX:
                return value - turns * RADIX
        return None

    def assume(self, flag, bit):
        """Assumes the value of a flag on this path. If a sum of words is zero, all of them are zero."""
        self.assumed[flag] = bit
        equation = self.equations[self.origins[flag]]
        terms, constant = terms_of(equation.right)
        if self.names[flag] != "nonzero" or bit or constant != equation.outputs[1][1] - 1:
            return
        if all(len(monomial) == 1 and coefficient > 0 for monomial, coefficient in terms):
            for (variable,), _ in terms:
                self._assume_zero(variable)

    def _assume_zero(self, variable):
        self.most[variable] = 0
        if variable in self.tree:
            for part in self.tree[variable][1:]:
                if part.as_variable() is not None:
                    self._assume_zero(part.as_variable())

    def bounds(self, value, limit=1 << DIGIT):
        """Bounds of a word: those of its variables, or better ones if those exceed the limit."""
        least, most = self.range(value)
        return (least, most) if 0 <= least and most < limit else self.tight(value)

    def with_known_sign(self, value):
        """The number, as a word without a sign if it was compared with zero on this path."""
        value = self._within(value, -SIGN) or value
        return (self._nonnegative(value) if self.range(value)[0] < 0 else None) or value

    def _nonnegative(self, value):
        """The number, if it was compared with zero on this path, as a word without a sign."""
        for flag, bit in self.assumed.items():
            equation = self.equations[self.origins[flag]]
            (rest, _), (_, weight) = equation.outputs
            if weight < 0 and bit == 0 and terms_of(equation.right)[0] == terms_of(value)[0]:
                return self._within(Polynomial.variable(rest) + (value - equation.right), 0)
        return None

    def tight(self, value):
        """Bounds that also follow from the equations: a sum of halves of products is bounded by the products."""
        low, high = self.range(value)
        return max(low, -self._above(-value)), min(high, self._above(value))

    def _above(self, value, *_):
        """An upper bound: the value is rewritten by the equations, from the last to the first."""
        scale = RADIX**16
        wanted, constant, nonlinear = {}, 0, 0
        for monomial, coefficient in value.terms.items():
            if len(monomial) == 1:
                wanted[monomial[0]] = coefficient * scale
            else:
                nonlinear += self.range(Polynomial({monomial: coefficient}))[1] * scale
        total = nonlinear
        while True:
            defined = [v for v, weight in wanted.items() if weight and self.origins[v] is not None]
            if not defined:
                break
            index = max(self.origins[v] for v in defined)
            equation = self.equations[index]
            weights = {v: wanted.pop(v, 0) for v, _ in equation.outputs}
            times = self._least_loss(equation, weights)
            for variable, weight in equation.outputs:
                total += self._bound(variable, weights[variable] - times * weight)
            for monomial, coefficient in equation.right.terms.items():
                if len(monomial) == 1 and times:
                    wanted[monomial[0]] = wanted.get(monomial[0], 0) + coefficient * times
                elif times:
                    total += self.range(Polynomial({monomial: coefficient * times}))[1]
        total += sum(self._bound(variable, weight) for variable, weight in wanted.items())
        return -(-(total + constant) // scale)

    def _bound(self, variable, weight):
        """An upper bound of `weight * variable`."""
        if variable in self.assumed:
            return weight * self.assumed[variable]
        return weight * (self.most[variable] if weight > 0 else self.least[variable])

    def _least_loss(self, equation, weights):
        """The multiple of the equation that loses least. An output whose weight remains is replaced by its bound."""
        best = None
        for variable, weight in (*equation.outputs, (None, 1)):
            times, rest = divmod(weights[variable], weight) if variable is not None else (0, 0)
            if rest:
                continue
            loss = sum(self._bound(v, weights[v] - times * w) for v, w in equation.outputs)
            gain = self.range(equation.right * times)[1]
            if best is None or loss + gain < best[0]:
                best = loss + gain, times
        return best[1]
