"""The words of a run and the exact equations between them.

A variable stands for a word, a part of a word or a flag. It is an integer between two bounds; the lower bound is zero
except for some inputs. Every arithmetic instruction adds one equation over the integers,

    sum of coefficient * output  =  polynomial in earlier variables,

for example `word + 2^64 carry = x + y + carry_in` for `adc`, and `low + 2^64 high = x y` for `mulx`. The equations are
exact: they hold over the integers, without a modulus or rounding, for all inputs.

Every word also has a residue: a polynomial that equals it modulo 2^64. With `p_0 * inverse = -1 mod 2^64` it shows that
the lowest word of a reduction is zero.
"""

from dataclasses import dataclass, field

from algebra import BITS, RADIX, Polynomial

# A sum whose residue exceeds these numbers of terms or this degree becomes a variable of its own. Products may have
# more terms: they are a few factors away from such a sum, and their residues must match it again.
SUM_TERMS, SUM_DEGREE = 16, 3
PRODUCT_TERMS, PRODUCT_DEGREE = 64, 6


@dataclass
class Equation:
    """`sum(coefficient * variable for variable, coefficient in outputs) = right`."""

    outputs: list
    right: Polynomial
    instruction: str
    # The factors, if this is a product of two words. One of them may be a constant.
    factors: tuple = ()


@dataclass
class Equations:
    """All variables and equations of the runs of one kernel."""

    names: list = field(default_factory=list)
    least: list = field(default_factory=list)
    most: list = field(default_factory=list)
    residues: list = field(default_factory=list)
    # The equation that defines a variable; None for inputs.
    origins: list = field(default_factory=list)
    equations: list = field(default_factory=list)
    # For each variable, the equations whose right side contains it.
    uses: dict = field(default_factory=dict)
    # Pairs (x, y) of inputs with `x y = -1 mod 2^64`.
    negated_inverses: dict = field(default_factory=dict)

    def input(self, name, least=0):
        """Creates an input of one word."""
        return Polynomial.variable(self._variable(name, RADIX - 1, None, least))

    def _variable(self, name, most, residue, least=0):
        variable = len(self.names)
        self.names.append(name)
        self.least.append(least)
        self.most.append(most)
        self.residues.append(Polynomial.variable(variable) if residue is None else residue)
        self.origins.append(None)
        return variable

    def declare_negated_inverse(self, x, y):
        """Assumes `x y = -1 mod 2^64` for two inputs."""
        x, y = x.as_variable(), y.as_variable()
        self.negated_inverses[x] = y
        self.negated_inverses[y] = x

    def range(self, polynomial):
        """Bounds of a polynomial that follow from the bounds of its variables alone."""
        least = greatest = 0
        for monomial, coefficient in polynomial.terms.items():
            low = high = coefficient
            for variable in monomial:
                low, high = low * self.least[variable], high * self.most[variable]
            least, greatest = least + min(low, high), greatest + max(low, high)
        return least, greatest

    def evaluate(self, inputs):
        """The values of all variables for given inputs, as a dictionary."""
        values = [inputs.get(variable, 0) for variable in range(len(self.names))]
        for equation in self.equations:
            right = 0
            for monomial, coefficient in equation.right.terms.items():
                for variable in monomial:
                    coefficient *= values[variable]
                right += coefficient
            # One output is a word or a part of one; the other is the remainder.
            for variable, weight in sorted(equation.outputs, key=lambda output: abs(output[1])):
                values[variable] = self._output(equation, weight, right)
                right -= weight * values[variable]
            assert right == 0, equation
        return values

    def _output(self, equation, weight, right):
        """The value of an output, given what is left of the right side."""
        if abs(weight) == 1 and len(equation.outputs) == 2:
            return right % max(abs(other) for _, other in equation.outputs)
        return right // weight

    def residue(self, polynomial):
        """A polynomial equal to this one modulo 2^64, in words without residues of their own."""
        total = {}
        for monomial, coefficient in polynomial.terms.items():
            product = Polynomial.constant(coefficient)
            for variable in monomial:
                product = product * self._residue_within(coefficient, variable)
            for key, value in product.terms.items():
                key, sign = self._cancel(key)
                total[key] = (total.get(key, 0) + sign * value) % RADIX
        return Polynomial({key: value for key, value in total.items() if value})

    def _residue_within(self, coefficient, variable):
        """The residue of a variable. For the low bits of a word it is the residue of the word if a factor removes the
        other bits.
        """
        word, bits = self.low_bits.get(variable, (variable, BITS))
        return self.residues[word if (coefficient << bits) % RADIX == 0 else variable]

    def _cancel(self, monomial):
        """Replaces each `x y = -1 mod 2^64`. Returns the monomial without the pairs, and the sign."""
        sign = 1
        for variable in monomial:
            inverse = self.negated_inverses.get(variable)
            if inverse is not None and variable in monomial and inverse in monomial:
                rest = list(monomial)
                rest.remove(variable)
                rest.remove(inverse)
                monomial, sign = tuple(rest), -sign
        return monomial, sign

    def _exact_by_residue(self, residue):
        """Simplifies a new word. If its residue is linear and has the range of a word, the word equals the residue.
        Words with the same residue are equal.
        """
        known = self.words.get(frozenset(residue.terms.items()))
        if known is not None:
            return Polynomial.variable(known)
        if residue.degree() <= 1:
            _, greatest = self.range(residue)
            if greatest < RADIX:
                return residue
        return None

    def product(self, x, y, instruction):
        """The low and the high word of `x y`, for single words."""
        x, y = self._factor(x, instruction), self._factor(y, instruction)
        factors = tuple(v for value in (x, y) for monomial in value.terms for v in monomial)
        (least_x, most_x), (least_y, most_y) = self.range(x), self.range(y)
        return self.divide(x * y, "product", instruction, factors, (least_x * least_y, most_x * most_y))

    def _factor(self, value, instruction):
        """The factor of a product: a variable, or a sum of operands and halves, such as `2 low(a_1) + high(a_0)`."""
        if all(self.is_basic(variable) for monomial in value.terms for variable in monomial):
            return value
        return self.named(value, "factor", instruction)

    def is_basic(self, variable):
        """Whether a variable is an input or a part of an input."""
        word, _ = self.parts.get(variable, (variable, None))
        return self.origins[word] is None

    def divide(self, right, name, instruction, factors=(), bounds=None):
        """Solves `right = word + 2^64 above` with `0 <= word < 2^64`. Returns both as linear polynomials; `above` is
        signed.
        """
        least, greatest = bounds or self.range(right)
        if right.degree() <= 1 and least // RADIX == greatest // RADIX:
            return right - least // RADIX * RADIX, Polynomial.constant(least // RADIX)
        residue = self.residue(right)
        word = self._exact_by_residue(residue)
        outputs = []
        if word is None:
            terms, degree = (PRODUCT_TERMS, PRODUCT_DEGREE) if factors else (SUM_TERMS, SUM_DEGREE)
            followed = len(residue.terms) <= terms and residue.degree() <= degree
            variable = self._variable(name, RADIX - 1, residue if followed else None)
            self.words.setdefault(frozenset(residue.terms.items()), variable)
            outputs.append((variable, 1))
            word = Polynomial.variable(variable)
        else:
            right = right - word
        offset, sign, above = self._above(least // RADIX, greatest // RADIX, name)
        if above is not None:
            outputs.append((above, sign * RADIX))
        if outputs:
            self._add(outputs, right - offset * RADIX, instruction, factors)
        return word, offset + (Polynomial() if above is None else Polynomial.variable(above) * sign)

    def _above(self, least, greatest, name):
        """The part above a word, between its bounds, as `offset + sign * variable`."""
        if least == greatest:
            return least, 0, None
        if greatest == 0:
            return 0, -1, self._variable(f"borrow of {name}", -least, None)
        what = "carry" if greatest - least == 1 else "high half"
        return least, 1, self._variable(f"{what} of {name}", greatest - least, None)

    def _add(self, outputs, right, instruction, factors=()):
        index = len(self.equations)
        self.equations.append(Equation(outputs, right, instruction, factors))
        for variable, _ in outputs:
            self.origins[variable] = index
        for variable in {v for monomial in right.terms for v in monomial}:
            self.uses.setdefault(variable, []).append(index)

    def named(self, value, name, instruction):
        """The value as one variable or a constant, which products require."""
        if value.as_constant() is not None or value.as_variable() is not None:
            return value
        key = frozenset(value.terms.items())
        if key not in self.sums:
            _, greatest = self.range(value)
            variable = self._variable(name, greatest, self.residue(value))
            self._add([(variable, 1)], value, instruction)
            self.sums[key] = Polynomial.variable(variable)
        return self.sums[key]

    def in_halves(self, polynomial):
        """The value with split inputs replaced by their halves, so that each quantity has one representation."""
        for (word, bits), (high, low) in self.splits.items():
            if self.origins[word] is None:
                polynomial = polynomial.substitute(word, high * (1 << bits) + low)
        return polynomial

    def split(self, value, bits, name, instruction):
        """Splits a word: `value = high 2^bits + low`. Returns both."""
        if value.as_constant() is not None:
            high, low = divmod(value.as_constant(), 1 << bits)
            return Polynomial.constant(high), Polynomial.constant(low)
        _, greatest = self.range(value)
        if greatest < 1 << bits:
            return Polynomial(), value
        word = self.named(value, name, instruction)
        key = (word.as_variable(), bits)
        if key not in self.splits:
            high = self._variable(f"{name} >> {bits}", greatest >> bits, None)
            low = self._variable(f"{name} mod 2^{bits}", (1 << bits) - 1, None)
            self._add([(high, 1 << bits), (low, 1)], word, instruction)
            self.parts[high] = self.parts[low] = self.low_bits[low] = key
            self.splits[key] = Polynomial.variable(high), Polynomial.variable(low)
        return self.splits[key]

    # Sums that have become variables.
    sums: dict = field(default_factory=dict)
    # Words that were split: shifts of a word in both directions use the same halves.
    splits: dict = field(default_factory=dict)
    # For each half, and for the low one: the word, and the number of low bits.
    parts: dict = field(default_factory=dict)
    low_bits: dict = field(default_factory=dict)
    # Words by residue.
    words: dict = field(default_factory=dict)
