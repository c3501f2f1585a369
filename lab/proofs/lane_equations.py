"""The words of one lane of vectors, and the exact equations between them.

A word of a lane is a polynomial that equals it modulo 2^64. Sums add polynomials and no equation, because vectors have
no carry flag: code for vectors leaves carries in the upper bits of a word. The bounds of the polynomial show whether it
equals the word itself, as an unsigned or as a signed number. Equations arise where the code separates bits,

    sum = low + 2^n high    for shifts, masks and the operands of `vpmadd52luq`,
    x y = low + 2^52 high   for `vpmadd52luq` and `vpmadd52huq`,

both exact over the integers. A low half also has a residue: a polynomial that equals it modulo 2^52. With
`p_0 * inverse = -1 mod 2^52` it shows that a round of a reduction clears the low half of a word.
"""

from algebra import Polynomial
from lane_ranges import SIGN, Ranges, terms_of
from lane_residues import DIGIT, UNIT, wide_residue
from lane_rounding import Rounding

MASK = UNIT - 1

# A product whose residue exceeds this number of terms or this degree is a variable of its own.
PRODUCT_TERMS, PRODUCT_DEGREE = 8, 6


class LaneEquations(Rounding, Ranges):
    """All variables and equations of one lane."""

    def __init__(self):
        super().__init__()
        # For each sum that was split, without its constant: the bits, the constant, and both parts.
        self.divisions = {}
        # For each input and part of an input that was split: the bits and both parts.
        self.tree = {}
        self.products = {}
        # For each product of which the high half is a variable: that variable, by the number of the equation.
        self.high_halves = {}
        # Low halves by residues without constants: the constant and the half.
        self.lows = {}
        # The low parts of words in less than 52 bits, by that number, and by the residue and its constant.
        self.low_parts = {}
        # For each variable of low bits: the word from which they were separated, and their number.
        self.separated = {}
        # Residues, without constants, of sums whose low half is a variable: that variable, and the constant.
        self.canonical = {}
        self.sums_of_lows = {}
        self.flags = {}
        # Two digits of the modulus and of its inverse modulo 2^104, with a product of -1.
        self.wide_inverse = None
        # For each difference `x` or `x - d` that is not negative: `d`; and these variables by `x` and `d`.
        self.corrections, self.corrected_sums = {}, {}
        # The flags that are assumed on this path, with their values.
        self.assumed = {}
        # For each rounded product with a sum: the quotient and the error; and these products by monomial. For each
        # error: half the unit, and whether the sum is an odd number of units.
        self.roundings, self.rounded_products, self.ties = {}, {}, {}

    def operand(self, name, most, least=0):
        """Creates an input with bounds."""
        return Polynomial.variable(self._variable(name, most, None, least))

    # Parts of words

    def split(self, value, bits, name, instruction):
        """`value = 2^bits high + low` with `0 <= low < 2^bits`. Returns both; `high` may be negative."""
        least, most = self.range(value)
        if least >> bits == most >> bits:
            return Polynomial.constant(least >> bits), value - (least >> bits << bits)
        if bits > DIGIT and -UNIT <= least and most < UNIT:
            # The sign, which is also the part above 52 bits.
            high, low = self.split(value, DIGIT, name, instruction)
            return high, low + high * (UNIT - (1 << bits))
        above = Polynomial({m: c for m, c in value.terms.items() if m and c % (1 << bits) == 0})
        if above.terms and not self._was_split(value, bits):
            high, low = self.split(value - above, bits, name, instruction)
            return high + Polynomial({m: c >> bits for m, c in above.terms.items()}), low
        for place in sorted({(c & -c).bit_length() - 1 for m, c in value.terms.items() if m}):
            # A word above shorter bits, as after `vpshldq`.
            if 0 < place < bits:
                above = Polynomial({m: c for m, c in value.terms.items() if c % (1 << place) == 0})
                low, high = self.range(value - above)
                if 0 <= low and high < 1 << place:
                    shifted = Polynomial({m: c >> place for m, c in above.terms.items()})
                    high, low = self.split(shifted, bits - place, name, instruction)
                    return high, value - above + low * (1 << place)
        return self._split_sum(value, bits, name, instruction)

    def _was_split(self, value, bits):
        """Whether the sum was split into more bits."""
        key, constant = terms_of(value)
        return any(
            first > bits and (constant - before) % (1 << first) == 0
            for first, before, _, _ in self.divisions.get(key, ())
        )

    def _split_sum(self, value, bits, name, instruction):
        """Parts of a sum. Parts of the same sum with other numbers of bits are parts of its first parts."""
        if self.range(value)[0] < 0 and (known := self._nonnegative(value)) is not None:
            return self.split(known, bits, name, instruction)
        key, constant = terms_of(value)
        for first, before, high, low in self.divisions.setdefault(key, []):
            if (constant - before) % (1 << max(first, bits)) or (bits < first and low == value):
                continue
            turns = (constant - before) >> bits
            if bits < first:
                middle, low = self.split(low, bits, name, instruction)
                return high * (1 << first - bits) + middle + turns, low
            if bits > first:
                high, middle = self.split(high, bits - first, name, instruction)
                return high + turns, middle * (1 << first) + low
            return high + turns, low
        high, low = self._extended(key, constant, bits, name, instruction) or self._divided(
            value, bits, name, instruction
        )
        self.divisions[key].append((bits, constant, high, low))
        variable = value.as_variable()
        if variable is not None and self._is_part_of_input(variable):
            self.tree[variable] = bits, high, low
            for part in (high, low):
                if part.as_variable() is not None:
                    self.parts[part.as_variable()] = self.parts.get(variable, (variable, None))[0], bits
        return high, low

    def _extended(self, key, constant, bits, name, instruction):
        """Parts of a sum of which most was split before into as many bits: only the rest is added to the low part."""
        best = None
        for earlier, parts in self.divisions.items():
            if len(earlier) > 1 and earlier < key and (best is None or len(earlier) > len(best[0])):
                for first, before, high, low in parts:
                    if first == bits and 0 <= constant - before < 1 << bits:
                        best = earlier, constant - before, high, low
        if best is None:
            return None
        earlier, more, high, low = best
        added = Polynomial(dict(key - earlier)) + more
        if not 0 <= self.range(added)[0] <= self.range(added)[1] <= 1 << bits:
            return None
        carry, low = self.split(low + added, bits, name, instruction)
        return high + carry, low

    def _is_part_of_input(self, variable):
        return self.origins[self.parts.get(variable, (variable, None))[0]] is None

    def _divided(self, value, bits, name, instruction):
        """The parts of a sum, by a new equation."""
        least, most = self.tight(value)
        if least >> bits == most >> bits:
            return Polynomial.constant(least >> bits), value - (least >> bits << bits)
        residue = self.residue(value, bits) if bits <= DIGIT else None
        if bits == DIGIT:
            residue = self._canonical(residue)
        low = self._known_low(residue, bits)
        if low is None and bits < DIGIT:
            key, constant = terms_of(residue)
            low = self.low_parts.get((bits, key, constant % (1 << bits)))
        if low is None and bits == DIGIT and self.wide_inverse is not None:
            low = wide_residue(self, value)
        if low is not None and low.as_constant() is not None:
            least, most = least - low.as_constant(), most - low.as_constant()
            if -(-least >> bits) == most >> bits:
                return Polynomial.constant(most >> bits), low
            least = -(-least >> bits) << bits
        offset = -(least >> bits)
        outputs, right = [], value + (offset << bits)
        if low is None:
            variable = self._variable(f"{name} mod 2^{bits}", (1 << bits) - 1, None)
            outputs, low = [(variable, 1)], Polynomial.variable(variable)
            if bits == DIGIT:
                self._remember(variable, residue)
            if bits < DIGIT:
                self.low_parts[bits, key, constant % (1 << bits)] = low
            if bits <= DIGIT:
                self.separated[variable] = value, bits
        else:
            right = right - low
        high = self._variable(f"{name} >> {bits}", (most >> bits) + offset, None)
        self._add([(high, 1 << bits), *outputs], right, instruction)
        return Polynomial.variable(high) - offset, low

    # Residues

    def residue_of_sum(self, value):
        return self._canonical(self.residue(value))

    def residue(self, polynomial, bits=DIGIT):
        """A polynomial equal to this one modulo `2^bits`, in variables without residues of their own."""
        total = {}
        for monomial, coefficient in polynomial.terms.items():
            if coefficient % (1 << bits) == 0:
                continue
            product = Polynomial.constant(coefficient)
            for variable in monomial:
                product = product * self._residue_of(variable, bits)
            for key, value in product.terms.items():
                key, sign = self._cancel(key)
                total[key] = (total.get(key, 0) + sign * value) % (1 << bits)
        return Polynomial({key: value for key, value in total.items() if value})

    def _residue_of(self, variable, bits):
        if variable in self.separated and bits < DIGIT:
            value, known = self.separated[variable]
            return self.residue(value, bits) if bits <= known else Polynomial.variable(variable)
        residue = self.residues[variable]
        return residue if bits == DIGIT or residue.as_variable() == variable else self.residue(residue, bits)

    def _canonical(self, residue):
        """The residue in low halves of earlier sums. A low half is replaced by its sum if terms cancel then."""
        for variable, coefficient in [(m[0], c) for m, c in residue.terms.items() if len(m) == 1]:
            if variable in self.sums_of_lows:
                expanded = residue + (self.sums_of_lows[variable] - Polynomial.variable(variable)) * coefficient
                expanded = Polynomial({m: c % UNIT for m, c in expanded.terms.items() if c % UNIT})
                if len(expanded.terms) < len(residue.terms):
                    residue = expanded
        key, constant = terms_of(residue)
        if key in self.canonical:
            low, before = self.canonical[key]
            return Polynomial.variable(low) + (constant - before) % UNIT
        return residue

    def _known_low(self, residue, bits=DIGIT):
        """The low bits that have this residue, or None."""
        if residue is None:
            return None
        if residue.as_constant() is not None:
            return Polynomial.constant(residue.as_constant() % (1 << bits))
        if bits != DIGIT:
            return None
        key, constant = terms_of(residue)
        return self.lows.get((key, constant % UNIT))

    def _remember(self, variable, residue):
        """Records the residue of a low half, and that of its complement."""
        low = Polynomial.variable(variable)
        key, constant = terms_of(residue)
        if len(key) > 1:
            self.canonical[key] = variable, constant
            self.sums_of_lows[variable] = residue
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

    def product_of_low(self, x, y, bits, instruction):
        """The product of the low bits of two words."""
        x, y = (self._low_factors(word, bits, instruction) for word in (x, y))
        return sum((self._product_of(f, g, instruction) * (c * d) for f, c in x for g, d in y), Polynomial())

    def _product_of(self, x, y, instruction):
        if x.as_constant() is not None or y.as_constant() is not None:
            return x * y
        key = frozenset((frozenset(x.terms.items()), frozenset(y.terms.items())))
        if key not in self.products:
            variable = self._variable("product", self.range(x)[1] * self.range(y)[1], None)
            product = Polynomial.variable(variable)
            self._add([(variable, 1)], x * y, instruction, tuple(v for f in (x, y) for m in f.terms for v in m))
            self.residues[variable] = self.residue(x * y)
            self.products[key] = product
        return self.products[key]

    def lowest(self, value, bits, instruction):
        return sum((f * c for f, c in self._low_factors(value, bits, instruction)), Polynomial())

    def _low_factors(self, value, bits, instruction):
        """The low bits of a word: factors and weights, of which the sum of products equals them. The low bits of `-x`
        are `2^bits - x`, or 0 if `x` is 0.
        """
        unit = 1 << bits
        least, most = self.range(rest := Polynomial({m: c % unit for m, c in value.terms.items() if c % unit}))
        if 0 <= least and most < unit:
            return [(self.factor(rest, instruction), 1)]
        _, most = self.range(negative := Polynomial({m: -c % unit for m, c in value.terms.items() if c % unit}))
        if most < unit and len(negative.terms) == 1:
            return [(self.factor(negative, instruction), -1), (self.is_positive(negative, most, instruction), unit)]
        return [(self.factor(self.split(value, bits, "half", instruction)[1], instruction), 1)]

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

    # Corrections

    def corrected(self, value, amount, instruction):
        """A number that is not negative, less the amount unless that makes it negative."""
        least, most = self.tight(value)
        if most < amount or amount == 0:
            return value
        if least >= amount:
            return value - amount
        key = frozenset(value.terms.items()), amount
        if key not in self.corrected_sums:
            variable = self._variable("corrected", max(amount - 1, most - amount), None)
            turns = self._variable("correction", 1, None)
            self._add([(variable, 1), (turns, amount)], value, instruction)
            self.corrections[variable] = amount
            self.corrected_sums[key] = Polynomial.variable(variable)
        return self.corrected_sums[key]

    def _output(self, equation, weight, right):
        amount = self.corrections.get(equation.outputs[0][0])
        if amount is None or weight != 1:
            return super()._output(equation, weight, right)
        return right - amount if right >= amount else right

    # Flags

    def is_negative(self, value, instruction):
        """Whether an integer is negative: 0, 1 or a flag."""
        least, most = self.range(value)
        bound = max(SIGN, 1 << max(abs(least), abs(most)).bit_length())
        return self._flag("negative", value, -1, bound, instruction)

    def sign(self, value, instruction):
        """-1 for a negative integer, else 0: the part above the digit, or a flag."""
        least, most = self.range(value)
        if -UNIT <= least and most < UNIT:
            return self.split(value, DIGIT, "word", instruction)[0]
        return self.is_negative(value, instruction) * -1

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
            split = [v for monomial in polynomial.terms for v in monomial if v in self.tree]
            if not split:
                return polynomial
            bits, high, low = self.tree[split[0]]
            polynomial = polynomial.substitute(split[0], high * (1 << bits) + low)
