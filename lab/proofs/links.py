"""Links the variables of a proof on one path with those of a statement (`reading.py`), by steps of a certificate.

A proof (`equations.py`) has a new variable for a word only if it is not known otherwise. Such a variable stands for a
variable of the statement. Every other variable of the statement equals a polynomial in these; a step of the certificate
shows it: the difference is a multiple of 2^64 and smaller than that, or zero as it stands.
"""

from dataclasses import dataclass, field

from algebra import RADIX, Polynomial
from steps import TRIVIAL, Unproved, interval, joined, scaled


@dataclass
class Links:
    """What is known on a path. Keys name equalities, as in the checker."""

    statement: object
    equations: object
    steps: list = field(default_factory=list)
    bounds: dict = field(default_factory=dict)
    # The polynomial of each key, which is zero.
    zero: dict = field(default_factory=dict)
    # For each variable of the proof: the polynomial of the statement.
    images: dict = field(default_factory=dict)
    # For each variable of the statement that equals a polynomial: that polynomial, and the key of their difference.
    rules: dict = field(default_factory=dict)
    # For remainders of divisions that stand for variables of the proof: the division.
    remainders: dict = field(default_factory=dict)
    # For results of divisions: the key of the division in terms of variables of the proof.
    owners: dict = field(default_factory=dict)
    # For each remainder that is the image of a variable of the proof: that variable.
    originals: dict = field(default_factory=dict)
    next: int = 0
    taken: int = 0

    @staticmethod
    def first(statement, equations, inputs):
        """What is known at first. `inputs` are pairs of variables of the proof and the statement."""
        links = Links(statement, equations)
        links.next = 10 + len(statement.program.names) + len(statement.conditions)
        links.bounds = dict(statement.program.bounds)
        links.zero = {i + 1: p for i, p in enumerate(statement.equations)}
        for n, value, quotient, remainder in statement.program.divisions:
            least, most = interval(value, links.bounds)
            if least is not None:
                links.bounds[quotient] = (least // n, most // n)
            links.bounds[remainder] = (0, n - 1)
            links.zero[quotient] = value - Polynomial({(quotient,): n, (remainder,): 1})
        for ours, theirs in inputs:
            links.images[ours] = Polynomial.variable(theirs)
        return links

    def copy(self):
        copied = Links(self.statement, self.equations)
        for name in ("steps", "bounds", "zero", "images", "rules", "remainders", "owners", "originals"):
            setattr(copied, name, type(getattr(self, name))(getattr(self, name)))
        copied.next, copied.taken = self.next, self.taken
        return copied

    # Steps

    def key(self):
        self.next += 1
        return self.next

    def equal(self, value, zeros):
        """A key of `value`, which is a sum of multiples of equalities."""
        key = self.key()
        self.steps.append(("equal", key, value, zeros))
        self.zero[key] = value
        return key

    def congruent(self, n, value, quotient, zeros):
        """Keys of `value` and `quotient`, which are zero: `value = n quotient` is between -n and n."""
        least, most = interval(value, self.bounds)
        if least is None or least <= -n or most >= n:
            raise Unproved("a word is not between its bounds")
        keys = self.key(), self.key()
        self.steps.append(("congruent", *keys, n, value, quotient, zeros))
        self.zero[keys[0]], self.zero[keys[1]] = value, quotient
        return keys

    def fixed(self, variable):
        """The variable has one value: a rule."""
        least, _ = self.bounds[variable]
        key = self.key()
        self.zero[key] = Polynomial.variable(variable) - least
        self.steps.append(("squeezed", key, self.zero[key], TRIVIAL, TRIVIAL))
        self.rules[variable] = Polynomial.constant(least), key

    # Polynomials

    def plain(self, value):
        """The value in variables without rules, and the multiples of equalities that were subtracted."""
        zeros = {}
        while True:
            ruled = {v for monomial in value.terms for v in monomial if v in self.rules}
            if not ruled:
                return value, zeros
            value = self.replaced(value, max(ruled), *self.rules[max(ruled)], zeros)

    @staticmethod
    def replaced(value, variable, by, key, zeros, factor=1):
        """Replaces a variable once in each monomial, given that `factor * key = variable - by`."""
        multiplier = {}
        for monomial, coefficient in value.terms.items():
            if variable in monomial:
                rest = list(monomial)
                rest.remove(variable)
                multiplier[tuple(rest)] = coefficient
        multiplier = Polynomial(multiplier)
        zeros[key] = zeros.get(key, Polynomial()) + multiplier * factor
        return value - multiplier * (Polynomial.variable(variable) - by)

    def image(self, value):
        """A polynomial of the proof in variables of the statement."""
        total = Polynomial()
        for monomial, coefficient in Polynomial.of(value).terms.items():
            product = Polynomial.constant(coefficient)
            for variable in monomial:
                product = product * self._image(variable)
            total = total + product
        return total

    def _image(self, variable):
        if variable not in self.images:
            value = self.equations.named_values.get(variable)
            if value is None:
                raise Unproved(f"{self.equations.names[variable]} has no counterpart")
            self.images[variable] = self.image(value)
        return self.images[variable]

    def _adopt(self, ours, theirs):
        """Whether a result of the proof stands for a variable of the statement, or does from now on."""
        new = [v for m in ours.terms for v in m if v not in self.images and v not in self.equations.named_values]
        if new and ours.degree() == 1 and len(ours.terms) <= 2:
            (variable,) = new
            sign = ours.terms[(variable,)]
            offset = ours.terms.get((), 0)
            if abs(sign) == 1 and len(ours.terms) == (2 if offset else 1):
                self.images[variable] = (Polynomial.variable(theirs) - offset) * sign
                self.originals[theirs] = variable
        return self.image(ours) == Polynomial.variable(theirs)

    # Results of instructions

    def take(self, ours, theirs):
        """Links the results of one instruction: entries of both logs."""
        while theirs:
            kind, results = theirs[0][1:]
            theirs = theirs[1:]
            if kind == "selection" and all(result.as_variable() for result in results):
                self._selection(results[0].as_variable(), ours[-1][2][0])
            elif kind == "division":
                quotient, remainder = (result.as_variable() for result in results)
                if quotient is not None:
                    self._division(quotient, remainder, *ours[0][2])
                ours = ours[1:]

    def _find(self, quotient):
        return self.statement.program.divisions[(quotient - self.statement.first) // 2]

    def _selection(self, chosen, ours):
        _, value, _, remainder = self._find(chosen)
        self.fixed(remainder)
        value, zeros = self.plain(value)
        # value - chosen - remainder = 0
        by, _ = self.plain(self.image(ours))
        if by != value:
            raise Unproved("a selection differs")
        zeros = joined(scaled(zeros, 1), {chosen: Polynomial.constant(-1), self.rules[remainder][1]: -1})
        self.rules[chosen] = by, self.equal(Polynomial.variable(chosen) - by, zeros)

    def _division(self, quotient, remainder, above, word):
        n, value, _, _ = self._find(quotient)
        value, zeros = self.plain(value)
        # This is `plain value - n quotient - remainder` as a sum of multiples of equalities.
        zeros = joined({quotient: Polynomial.constant(1)}, scaled(zeros, -1))
        own_word, own_above = self._adopt(word, remainder), self._adopt(above, quotient)
        high, low = Polynomial.variable(quotient), Polynomial.variable(remainder)
        if own_word:
            self.remainders[remainder] = n, value, quotient
        else:
            known, _ = self.plain(self.image(word))
            multiple, used = self._divided(value - known, n, quotient)
            keys = self.congruent(n, low - known, multiple - high, joined(scaled(zeros, -1), used))
            self.rules[remainder] = known, keys[0]
            if not own_above and multiple == self.plain(self.image(above))[0]:
                self.rules[quotient] = multiple, self.equal(high - multiple, {keys[1]: Polynomial.constant(-1)})
        if not own_above and quotient not in self.rules:
            known, _ = self.plain(self.image(above))
            rest, used = self.plain(low)
            keys = self.congruent(n, value - known * n - rest, high - known, joined(zeros, used))
            self.rules[quotient] = known, keys[1]
        whole = value - high * n - low
        plain, used = self.plain(whole)
        if plain.terms:
            self.zero[key := self.equal(plain, joined(zeros, scaled(used, -1)))] = plain
            self.owners[quotient] = self.owners[remainder] = key

    def _divided(self, value, n, before):
        """The value as `n` times a polynomial, and the multiples of equalities that were subtracted from it."""
        used = {}
        while True:
            rest = Polynomial({m: c for m, c in value.terms.items() if c % n})
            if not rest.terms:
                return Polynomial({m: c // n for m, c in value.terms.items()}), used
            value = self._reduced(value, rest, n, used)

    def _reduced(self, value, rest, n, used):
        """Replaces one remainder in those terms that are no multiples of `n`."""
        for pair, (key, by) in self._inverse().items():
            chosen = Polynomial({m: c for m, c in rest.terms.items() if pair[0] in m and pair[1] in m})
            if chosen.terms:
                multiplier = {}
                for monomial, coefficient in chosen.terms.items():
                    others = list(monomial)
                    others.remove(pair[0])
                    others.remove(pair[1])
                    multiplier[tuple(others)] = coefficient
                used[key] = used.get(key, Polynomial()) + Polynomial(multiplier)
                return value - Polynomial(multiplier) * by
        for variable in sorted({v for m in rest.terms for v in m if v in self.remainders}, reverse=True):
            by, _, quotient = self.remainders[variable]
            chosen = {m: c for m, c in rest.terms.items() if variable in m and c * by % n == 0}
            if chosen and self._followed(variable, by, n):
                part, other = Polynomial(chosen), value - Polynomial(chosen)
                key = self.owners[quotient]
                equality = self.zero[key]
                sign = equality.terms[(variable,)]
                by = Polynomial.variable(variable) - equality * sign
                return other + self.replaced(part, variable, by, key, used, sign)
        raise Unproved("a word is not known modulo its radix")

    def _followed(self, variable, by, n):
        """Whether the proof knows the residue of a word; parts of words are always replaced."""
        original = self.originals.get(variable)
        if by != RADIX or original is None:
            return True
        return self.equations.residues[original] != Polynomial.variable(original)

    def _inverse(self):
        """Pairs of inputs with a product of -1 modulo 2^64, with the key and the polynomial that shows it."""
        pairs = {}
        for key, equality in enumerate(self.statement.equations, 1):
            if equality.terms.get(()) == 1:
                for monomial, coefficient in equality.terms.items():
                    if len(monomial) == 2 and coefficient == 1 and len(equality.terms) == 3:
                        pairs[monomial] = key, equality
        return pairs
