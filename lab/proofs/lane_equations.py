"""The words of one lane of vectors, and the exact equations between them.

A word of a lane is a polynomial that equals it modulo 2^64. Sums add polynomials and no equation, because vectors have
no carry flag: code for vectors leaves carries in the upper bits of a word. The bounds of the polynomial show whether it
equals the word itself, as an unsigned or as a signed number. Equations arise where the code separates bits,

    sum = low + 2^n high    for shifts, masks and the operands of `vpmadd52luq`,
    x y = low + 2^52 high   for `vpmadd52luq` and `vpmadd52huq`,

both exact over the integers. A low half also has a residue: a polynomial that equals it modulo 2^52. With `p_0 * inverse
= -1 mod 2^52` it shows that a round of a reduction clears the low half of a word.
"""

from algebra import RADIX, Polynomial
from equations import Equations
from state import Refused

DIGIT = 52
UNIT = 1 << DIGIT
MASK = UNIT - 1
SIGN = 1 << 63

# A product whose residue exceeds this number of terms or this degree is a variable of its own.
PRODUCT_TERMS, PRODUCT_DEGREE = 8, 6


def terms_of(polynomial):
    """The terms without the constant, as a key of dictionaries, and the constant."""
    return frozenset(t for t in polynomial.terms.items() if t[0]), polynomial.terms.get((), 0)


class LaneEquations(Equations):
    """All variables and equations of one lane."""

    def __init__(self):
        super().__init__()
        # Words that were split, without their constant, by number of bits: high and low part, and the constant.
        self.divisions = {}
        # For each variable that was split: the bits, the high and the low part.
        self.tree = {}
        self.products = {}
        # For each product of which the high half is a variable: that variable, by the number of the equation.
        self.high_halves = {}
        # Low halves by residues without constants: the constant and the half.
        self.lows = {}
        # Residues, without constants, of sums whose low half is a variable: that variable, and the constant.
        self.canonical = {}
        self.flags = {}
        # For each rounded product: the quotient and the error; and the product of a monomial.
        self.roundings, self.rounded_products = {}, {}

    def operand(self, name, most, least=0):
        """Creates an input with bounds."""
        return Polynomial.variable(self._variable(name, most, None, least))

    # Bounds

    def unsigned(self, value):
        """The polynomial that equals the word, from 0 to 2^64 - 1."""
        return self._within(value, 0)

    def signed(self, value):
        """The polynomial that equals the word as a signed number."""
        return self._within(value, -SIGN)

    def _within(self, value, least):
        for low, high in (self.range(value), self.tight(value)):
            turns = (low - least) // RADIX
            if high - turns * RADIX < least + RADIX:
                return value - turns * RADIX
        raise Refused("a word may exceed its bounds")

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
                total += max(0, weights[variable] - times * weight) * self.most[variable]
            for monomial, coefficient in equation.right.terms.items():
                if len(monomial) == 1 and times:
                    wanted[monomial[0]] = wanted.get(monomial[0], 0) + coefficient * times
                elif times:
                    total += self.range(Polynomial({monomial: coefficient * times}))[1]
        for variable, weight in wanted.items():
            total += weight * (self.most[variable] if weight > 0 else self.least[variable])
        return -(-(total + constant) // scale)

    def _least_loss(self, equation, weights):
        """The multiple of the equation that loses least. An output whose weight remains is replaced by its bound."""
        best = None
        for variable, weight in (*equation.outputs, (None, 1)):
            times, rest = divmod(weights[variable], weight) if variable is not None else (0, 0)
            if rest:
                continue
            loss = sum(max(0, weights[v] - times * w) * self.most[v] for v, w in equation.outputs)
            gain = self.range(equation.right * times)[1]
            if best is None or loss + gain < best[0]:
                best = loss + gain, times
        return best[1]

    # Parts of words

    def split(self, value, bits, name, instruction):
        """`value = 2^bits high + low` with `0 <= low < 2^bits`. Returns both; `high` may be negative."""
        least, most = self.range(value)
        if least >> bits == most >> bits:
            return Polynomial.constant(least >> bits), value - (least >> bits << bits)
        above = Polynomial({m: c for m, c in value.terms.items() if m and c % (1 << bits) == 0})
        if above.terms:
            high, low = self.split(value - above, bits, name, instruction)
            return high + Polynomial({m: c >> bits for m, c in above.terms.items()}), low
        for monomial, coefficient in value.terms.items():
            # A variable above shorter bits, as after `vpshldq`.
            place = coefficient.bit_length() - 1
            if len(monomial) == 1 and 0 < place < bits and coefficient == 1 << place:
                below = value - Polynomial({monomial: coefficient})
                low, high = self.range(below)
                if 0 <= low and high < 1 << place:
                    high, low = self.split(Polynomial.variable(monomial[0]), bits - place, name, instruction)
                    return high, below + low * (1 << place)
        if value.as_variable() is not None:
            return self._split_variable(value.as_variable(), bits, name, instruction)
        key, constant = terms_of(value)
        if (key, constant % (1 << bits), bits) not in self.divisions:
            self.divisions[key, constant % (1 << bits), bits] = *self._divided(value, bits, name, instruction), constant
        high, low, before = self.divisions[key, constant % (1 << bits), bits]
        return high + ((constant - before) >> bits), low

    def _split_variable(self, variable, bits, name, instruction):
        if variable not in self.tree:
            high, low = self._divided(Polynomial.variable(variable), bits, name, instruction)
            self.tree[variable] = bits, high, low
            root, _ = self.parts.get(variable, (variable, None))
            for part in (high, low):
                if part.as_variable() is not None and self.origins[root] is None:
                    self.parts[part.as_variable()] = root, bits
        before, high, low = self.tree[variable]
        if bits < before:
            middle, low = self.split(low, bits, name, instruction)
            return high * (1 << before - bits) + middle, low
        if bits > before:
            high, middle = self.split(high, bits - before, name, instruction)
            return high, middle * (1 << before) + low
        return high, low

    def _divided(self, value, bits, name, instruction):
        """The parts of a sum, by a new equation."""
        least, most = self.tight(value)
        if least >> bits == most >> bits:
            return Polynomial.constant(least >> bits), value - (least >> bits << bits)
        offset = -(least >> bits)
        residue = self._canonical(self.residue(value)) if bits == DIGIT else None
        low = self._known_low(residue)
        outputs, right = [], value + (offset << bits)
        if low is None:
            variable = self._variable(f"{name} mod 2^{bits}", (1 << bits) - 1, None)
            outputs, low = [(variable, 1)], Polynomial.variable(variable)
            if residue is not None:
                self._remember(variable, residue)
        else:
            right = right - low
        high = self._variable(f"{name} >> {bits}", (most >> bits) + offset, None)
        self._add([(high, 1 << bits), *outputs], right, instruction)
        return Polynomial.variable(high) - offset, low

    # Residues modulo 2^52

    def residue(self, polynomial):
        """A polynomial equal to this one modulo 2^52, in variables without residues of their own."""
        total = {}
        for monomial, coefficient in polynomial.terms.items():
            if coefficient % UNIT == 0:
                continue
            product = Polynomial.constant(coefficient)
            for variable in monomial:
                product = product * self.residues[variable]
            for key, value in product.terms.items():
                key, sign = self._cancel(key)
                total[key] = (total.get(key, 0) + sign * value) % UNIT
        return Polynomial({key: value for key, value in total.items() if value})

    def _canonical(self, residue):
        """The residue in the low half of an earlier sum, if both differ by a constant only."""
        key, constant = terms_of(residue)
        if key in self.canonical:
            low, before = self.canonical[key]
            return Polynomial.variable(low) + (constant - before) % UNIT
        return residue

    def _known_low(self, residue):
        """The half that has this residue, or None."""
        if residue is None:
            return None
        if residue.as_constant() is not None:
            return Polynomial.constant(residue.as_constant())
        key, constant = terms_of(residue)
        return self.lows.get((key, constant % UNIT))

    def _remember(self, variable, residue):
        """Records the residue of a low half, and that of its complement."""
        low = Polynomial.variable(variable)
        key, constant = terms_of(residue)
        if len(key) > 1:
            self.canonical[key] = variable, constant
            residue = low
        self.residues[variable] = residue
        for value, its in ((low, residue), (MASK - low, -1 - residue)):
            key, constant = terms_of(Polynomial({m: c % UNIT for m, c in its.terms.items() if c % UNIT}))
            self.lows[key, constant % UNIT] = value

    # Products

    def halves(self, x, y, instruction):
        """The low and the high 52 bits of the product of the low 52 bits of two words."""
        x, y = self._digit(x, instruction), self._digit(y, instruction)
        if x.as_constant() is not None and y.as_constant() is not None:
            high, low = divmod(x.as_constant() * y.as_constant(), UNIT)
            return Polynomial.constant(low), Polynomial.constant(high)
        key = frozenset((frozenset(x.terms.items()), frozenset(y.terms.items())))
        if key not in self.products:
            self.products[key] = self._product(x, y, instruction)
        return self.products[key]

    def _digit(self, value, instruction):
        """The low 52 bits of a word as a factor: one variable, or a sum of parts of operands."""
        _, low = self.split(value, DIGIT, "digit", instruction)
        return self.factor(low, instruction)

    def factor(self, value, instruction):
        used = {v for monomial in value.terms for v in monomial}
        if value.degree() <= 1 and (len(used) <= 1 or all(self.is_basic(v) for v in used)):
            return value
        key = frozenset(value.terms.items())
        if key not in self.sums:
            _, most = self.tight(value)
            variable = self._variable("factor", most, None)
            self._add([(variable, 1)], value, instruction)
            self.sums[key] = Polynomial.variable(variable)
        return self.sums[key]

    def _product(self, x, y, instruction):
        right = x * y
        factors = tuple(v for value in (x, y) for monomial in value.terms for v in monomial)
        (_, most_x), (_, most_y) = self.range(x), self.range(y)
        residue = self.residue(right)
        if len(residue.terms) > PRODUCT_TERMS or residue.degree() > PRODUCT_DEGREE:
            residue = None
        low, outputs = self._known_low(residue), []
        if low is None:
            variable = self._variable("low half", min(MASK, most_x * most_y), None)
            if residue is not None:
                self._remember_product(variable, residue)
            outputs, low = [(variable, 1)], Polynomial.variable(variable)
        else:
            right = right - low
        high, index = Polynomial(), len(self.equations)
        if most_x * most_y >= UNIT:
            variable = self._variable("high half", most_x * most_y >> DIGIT, None)
            outputs.append((variable, UNIT))
            high = Polynomial.variable(variable)
            self.high_halves[index] = variable
        if outputs:
            self._add(outputs, right, instruction, factors)
        return low, high

    def _remember_product(self, variable, residue):
        self.residues[variable] = residue
        key, constant = terms_of(residue)
        self.lows.setdefault((key, constant % UNIT), Polynomial.variable(variable))

    # Flags

    def is_negative(self, value, instruction):
        """Whether a signed number is negative: 0, 1 or a flag."""
        value = self.signed(value)
        return self._flag("negative", value, -1, SIGN, instruction)

    def is_positive(self, value, most, instruction):
        """Whether a number from 0 to `most` is positive."""
        bound = 1 << most.bit_length()
        return self._flag("nonzero", value + (bound - 1), 1, bound, instruction)

    def _flag(self, name, value, sign, bound, instruction):
        """The flag with `value = rest + sign * bound * flag` and `0 <= rest < bound`."""
        least, most = self.range(value)
        if least // bound == most // bound:
            return Polynomial.constant(sign * (least // bound))
        key = name, frozenset(value.terms.items())
        if key not in self.flags:
            rest = self._variable(f"rest of {name}", bound - 1, None)
            flag = self._variable(name, 1, None)
            self._add([(rest, 1), (flag, sign * bound)], value, instruction)
            self.flags[key] = Polynomial.variable(flag)
        return self.flags[key]

    def in_halves(self, polynomial):
        """The value with split inputs replaced by their parts, so that each quantity has one representation."""
        while True:
            used = {v for monomial in polynomial.terms for v in monomial if v in self.tree}
            split = [v for v in used if self.origins[self.parts.get(v, (v, None))[0]] is None]
            if not split:
                return polynomial
            bits, high, low = self.tree[split[0]]
            polynomial = polynomial.substitute(split[0], high * (1 << bits) + low)

    # Rounding

    def nearest(self, value, bits, instruction):
        """A multiple of `2^bits` nearest to the value: `value = 2^bits quotient + error`. Returns the quotient. The
        product of the value is remembered, so that `value - 2^bits quotient` is the error.
        """
        product = Polynomial({m: c for m, c in value.terms.items() if len(m) == 2})
        above = Polynomial({m: c for m, c in value.terms.items() if len(m) != 2 and c % (1 << bits) == 0})
        rest = value - above - product
        if rest.terms or not product.terms:
            raise Refused("rounds a sum that is not a product and a multiple of the unit")
        key = frozenset(product.terms.items()), bits
        if key not in self.roundings:
            least, most = self.range(product)
            half = 1 << bits - 1
            error = self._variable("error", 1 << bits, self.residue(product + half) if bits == DIGIT else None)
            quotient = self._variable("rounded product", (most + half) >> bits, None)
            factors = tuple(v for monomial in product.terms for v in monomial)
            self.high_halves[len(self.equations)] = quotient
            self._add([(error, 1), (quotient, 1 << bits)], product + half, instruction, factors)
            self.roundings[key] = Polynomial.variable(quotient), Polynomial.variable(error) - half
            self.rounded_products[next(iter(product.terms))] = key
        quotient, _ = self.roundings[key]
        return quotient + Polynomial({m: c >> bits for m, c in above.terms.items()})

    def with_known_halves(self, value):
        """The value with `2^bits quotient + error` for each product that was rounded, if the quotient cancels."""
        for monomial, coefficient in value.terms.items():
            if monomial in self.rounded_products:
                key = self.rounded_products[monomial]
                product, bits = Polynomial(dict(key[0])), key[1]
                quotient, error = self.roundings[key]
                (variable,) = quotient.terms
                if value.terms.get(variable, 0) == -coefficient << bits:
                    return value - product * coefficient + (quotient * (1 << bits) + error) * coefficient
        return value
