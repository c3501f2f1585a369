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

    # What a bound may lose where a word is replaced by its equation, in multiples of the weight: each is tried.
    slacks = (0,)

    def unsigned(self, value):
        """The polynomial that equals the word, from 0 to 2^64 - 1."""
        bounded = self._within(value, 0)
        if bounded is None:
            bounded = self._nonnegative(value)
        if bounded is None and self.residue_of_sum(value).as_constant() is not None:
            # A multiple of 2^52 is not between -2^52 and 0.
            high, low = self.split(value, DIGIT, "word", "a word")
            bounded = self._within(high * UNIT + low, 0)
        if bounded is None:
            bounded = self._above_zero(value)
        return self.split(value, BITS, "word", "a word")[1] if bounded is None else bounded

    def _above_zero(self, value):
        """The word of `-x`: `2^64 - x`, or 0 if `x` is 0; or None for other values."""
        least, most = self.range(value)
        if most > 0 or least <= -RADIX or len(value.terms) > 1:
            return None
        ((monomial, _),) = value.terms.items()
        x = Polynomial({monomial: 1})
        return value + self.is_positive(x, self.range(x)[1], "a word") * RADIX

    def near_zero(self, value):
        """The polynomial that equals the word as a signed number, or None if its bounds do not show that."""
        return self._within(value, -SIGN)

    def near_unsigned(self, value):
        """The polynomial that equals the word, or the value itself if its bounds do not show that."""
        bounded = self._within(value, 0)
        return value if bounded is None else bounded

    def signed(self, value):
        """The polynomial that equals the word as a signed number."""
        bounded = self.near_zero(value)
        if bounded is None:
            bounded = self.near_zero(self._rejoined(value))
        if bounded is None:
            raise Refused("a word may exceed its bounds")
        return bounded

    def _rejoined(self, value):
        """A polynomial that equals the word modulo 2^64, with words in place of their parts."""
        while True:
            origins = {self.origins[m[0]] for m in value.terms if len(m) == 1} - {None}
            for index in sorted(origins, reverse=True):
                outputs, right = self.equations[index].outputs, self.equations[index].right
                times = next((value.terms.get((v,), 0) for v, weight in outputs if weight == 1), 0)
                if times and all((value.terms.get((v,), 0) - times * weight) % RADIX == 0 for v, weight in outputs):
                    rest = {(v,): value.terms.get((v,), 0) for v, _ in outputs}
                    value = value - Polynomial({m: c for m, c in rest.items() if c}) + right * times
                    break
            else:
                return value

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
        for slack in self.slacks:
            low, high = max(low, -self._above(-value, slack)), min(high, self._above(value, slack))
        return low, high

    def _above(self, value, slack):
        """An upper bound: the value is rewritten by the equations, from the last to the first. With `slack`, also where
        that loses a little, since products may cancel later.
        """
        scale = RADIX**16
        # Products may cancel, so their bounds come last.
        wanted, products, total = {}, {}, 0
        for monomial, coefficient in value.terms.items():
            if len(monomial) == 1:
                wanted[monomial[0]] = coefficient * scale
            else:
                products[monomial] = coefficient * scale
        while True:
            defined = [v for v, weight in wanted.items() if weight and self.origins[v] is not None]
            if not defined:
                break
            index = max(self.origins[v] for v in defined)
            equation = self.equations[index]
            weights = {v: wanted.pop(v, 0) for v, _ in equation.outputs}
            times = self._least_loss(equation, weights, slack)
            for variable, weight in equation.outputs:
                total += self._bound(variable, weights[variable] - times * weight)
            for monomial, coefficient in equation.right.terms.items():
                if len(monomial) == 1 and times:
                    wanted[monomial[0]] = wanted.get(monomial[0], 0) + coefficient * times
                elif times:
                    products[monomial] = products.get(monomial, 0) + coefficient * times
        total += sum(self._bound(variable, weight) for variable, weight in wanted.items())
        # The value is an integer.
        return (total + self.range(Polynomial(products))[1]) // scale

    def _bound(self, variable, weight):
        """An upper bound of `weight * variable`."""
        if variable in self.assumed:
            return weight * self.assumed[variable]
        return weight * (self.most[variable] if weight > 0 else self.least[variable])

    def _least_loss(self, equation, weights, slack):
        """The multiple of the equation that loses least. An output whose weight remains is replaced by its bound."""
        found = []
        for variable, weight in (*equation.outputs, (None, 1)):
            times, rest = divmod(weights[variable], weight) if variable is not None else (0, 0)
            if rest == 0:
                loss = sum(self._bound(v, weights[v] - times * w) for v, w in equation.outputs)
                # Replaced outputs come first among equals, and with slack also before a slightly smaller loss.
                most = slack * max(abs(weight) for weight in weights.values()) if times else 0
                found.append((loss + self.range(equation.right * times)[1] - most, times))
        return min(found, key=lambda pair: pair[0])[1]
