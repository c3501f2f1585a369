"""What vectors of two words have in common: those of AArch64, and those of WebAssembly.

A word may be two halves of 32 bits, of which one is of another lane.
"""

from dataclasses import dataclass

from algebra import BITS, RADIX, Polynomial
from control import OTHER, Bits
from fma import Lanes
from lane_ranges import SIGN
from state import Opaque, Pointer

KNOWN = {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
    "and": lambda x, y: x & y,
    "orr": lambda x, y: x | y,
    "eor": lambda x, y: x ^ y,
    "bic": lambda x, y: x & ~y,
}


@dataclass(frozen=True)
class Halves:
    """A word of two numbers below 2^32, of which one may be of another lane."""

    low: Polynomial | Opaque
    high: Polynomial | Opaque


@dataclass(frozen=True)
class Positive:
    """The mask of all bits if a word is positive as a signed number, else of none. `sign` is -1 if it is negative."""

    word: Polynomial
    sign: Polynomial


class TwoWords(Lanes):
    """Operations on the words of two lanes, and on general registers around them."""

    # Halves

    def whole(self, word):
        word = self.joined(word)
        return OTHER if isinstance(word, Halves) else word

    def joined(self, word):
        """The word of two halves, if both are known."""
        if not isinstance(word, Halves) or OTHER in (word.low, word.high):
            return word
        return word.low + word.high * (1 << 32)

    def half(self, word, which):
        """The lower or the higher half of a word, as a number."""
        if isinstance(word, Halves):
            return (word.low, word.high)[which]
        if word == OTHER:
            return OTHER
        if isinstance(word, Bits):
            return Bits(word.bits[32 * which : 32 * which + 32])
        if which == 0:
            return self.low_half(word)
        return self.equations.split(self.equations.unsigned(self.lane_word(word)), 32, "half", self.instruction.text)[0]

    def twice(self, bits):
        """The word of the same bits in both halves."""
        return Bits((*bits.bits, *[0] * (32 - len(bits.bits)), *bits.bits))

    def of_vector(self, word):
        """The content of a general register with this word."""
        return word if isinstance(word, Bits) or word == OTHER else self.lane_word(word)

    # Shifts

    def known_count(self, count):
        if not isinstance(count, int) or not 0 < count < BITS:
            self.refuse("shifts by an unknown number of bits")
        return count

    def shift_left(self, words, count):
        return self.each_lane(lambda x: self.shifted_left(x, self.known_count(count)), words)

    def unsigned_shift(self, x, count):
        return self._upper(self.equations.unsigned(x), self.known_count(count))

    def signed_shift(self, x, count):
        return self._upper(self.equations.signed(x), self.known_count(count))

    # Masks

    def flag_of_masks(self, words):
        """The flag of a sign among the words, if this path does not know it."""
        flags = (self.flag_of_sign(word.sign if isinstance(word, Positive) else word) for word in words)
        return next((flag for flag in flags if flag is not None), None)

    def _logic_in_lane(self, method, x, y):
        for word, mask in ((x, y), (y, x)):
            if method == self.both and isinstance(mask, Positive):
                return self._if_positive(word, mask)
            place = self._place_of_bit(mask)
            if method == self.both and place is not None and (bit := self.bit_of_mask(word)) is not None:
                return Bits((*[0] * place, bit))
        if method == self.either and (isinstance(x, Bits) or isinstance(y, Bits)):
            return self._either_bits(x, y)
        return super()._logic_in_lane(method, x, y)

    def _either_bits(self, x, y):
        """Bits of lanes, or what is no mask any more: a word of another lane."""
        others = [word for word in (x, y) if not isinstance(word, Bits)]
        if any(self._known(word) is None or self._known(word) >> 16 for word in others):
            bits = next(word for word in (x, y) if isinstance(word, Bits))
            return OTHER if OTHER in bits.bits else self.refuse("a mask and another word")
        return self.logic_of_bits(self.or_bits, x, y)

    def bit_of_mask(self, word):
        """The bit of a mask of another lane, or None for other words."""
        return OTHER if word == OTHER else None

    def _place_of_bit(self, mask):
        """The place of the only bit of a number, if it is the bit of a lane."""
        known = self._known(mask)
        lanes = known is not None and known & (known - 1) == 0 and 0 < known < 1 << 16
        return known.bit_length() - 1 if lanes else None

    def _if_positive(self, word, mask):
        """`word` if it is positive, else 0: the mask of zero makes no difference to zero."""
        if word != mask.word:
            self.refuse("a mask of another word that is positive")
        negative = self._known(self._known_sign(mask.sign))
        if negative is None:
            self.refuse("a mask whose sign is not known")
        return Polynomial() if negative else word

    def selected_by(self, mask, if_set, otherwise):
        if mask == OTHER:
            return OTHER
        known = self._known(self._known_sign(mask))
        if known not in (0, RADIX - 1):
            self.refuse("selects by a word that is no mask")
        return if_set if known else otherwise

    # Sums, products, shifts and logic of general registers

    def operation(self, name, x, y, size):
        known = [word.as_constant() if isinstance(word, Polynomial) else None for word in (x, y)]
        if name in ("lsl", "lsr"):
            return self._shift_of(name, x, known[1], size)
        if None not in known:
            return Polynomial.constant(KNOWN[name](*(value % (1 << size) for value in known)) % (1 << size))
        if isinstance(x, Pointer) or isinstance(y, Pointer):
            return self._address_sum(name, x, y)
        if name in ("and", "orr", "bic") and (isinstance(x, Bits) or isinstance(y, Bits)):
            operation = self.or_bits if name == "orr" else self.and_bits
            return self.logic_of_bits(operation, x, y, size, negated=name == "bic")
        if name == "eor" and isinstance(x, Bits) and known[1] is not None:
            return self.logic_of_bits(lambda bit, turned: self.not_bit(bit) if turned else bit, x, y, size)
        if OTHER in (x, y):
            return OTHER
        x, y = self._word(x), self._word(y)
        if name in ("add", "sub"):
            return x + y if name == "add" else x - y
        if name == "mul":
            return self.product_of_words(x, y)
        method = {"and": self.both, "orr": self.either}.get(name)
        if method is None:
            self.refuse("logic of two words")
        return method(x, y)

    def _address_sum(self, name, x, y):
        if isinstance(y, Pointer) and name == "add":
            x, y = y, x
        offset = y.as_constant() if isinstance(y, Polynomial) else None
        if name not in ("add", "sub") or not isinstance(x, Pointer) or offset is None or x.base == "code":
            self.refuse("an address that depends on data")
        offset = (offset + SIGN) % RADIX - SIGN
        return Pointer(x.base, x.offset + (offset if name == "add" else -offset))

    def _shift_of(self, name, x, count, size):
        if count is None or not 0 <= count < size:
            self.refuse("shifts by an unknown number of bits")
        if isinstance(x, Bits):
            return Bits(x.shifted(count if name == "lsr" else -count).bits[:size])
        if x == OTHER:
            return OTHER
        if self._word(x).as_constant() is not None:
            value = x.as_constant() % (1 << size)
            return Polynomial.constant(value >> count if name == "lsr" else (value << count) % (1 << size))
        if count == 0:
            return x
        return self.shifted_left(x, count) if name == "lsl" else self._upper(self.equations.unsigned(x), count)

    def product_of_words(self, x, y):
        """A product modulo 2^64. Without its constant, a factor is a number times a power of two, with either sign."""
        (x, c), (y, d) = (self._without_constant(word) for word in (x, y))
        (x, weight), (y, times) = self._magnitude(x), self._magnitude(y)
        product = x * y if x.as_constant() == 0 or y.as_constant() == 0 else self._product_of_numbers(x, y)
        total = product * (weight * times) + x * (weight * d) + y * (times * c) + c * d
        return Polynomial({m: coefficient for m, coefficient in self._reduced(total).items() if coefficient})

    def _product_of_numbers(self, x, y):
        return self.equations.product_of_low(x, y, BITS, self.instruction.text)

    def _reduced(self, word):
        """The terms with coefficients modulo 2^64."""
        return {m: (c + SIGN) % RADIX - SIGN for m, c in word.terms.items()}

    def _without_constant(self, word):
        terms = self._reduced(word)
        constant = terms.pop((), 0)
        return Polynomial({m: c for m, c in terms.items() if c}), constant

    def _magnitude(self, word):
        """A number that is not negative and its weight."""
        if not word.terms:
            return word, 1
        weight = min(c & -c for c in word.terms.values())
        if all(c < 0 for c in word.terms.values()):
            weight = -weight
        number = Polynomial({m: c // weight for m, c in word.terms.items()})
        if self.equations.range(number)[0] < 0:
            self.refuse("a product of two words of lanes")
        return number, weight

    def logic_of_bits(self, operation, x, y, size=BITS, negated=False):
        """Logic of bits of lanes. With `negated`, of the complement of the second word."""
        x, y = ([*self._as_bits(word), *[0] * size][:size] for word in (x, y))
        if negated:
            y = [self.not_bit(bit) for bit in y]
        bits = [operation(a, b) for a, b in zip(x, y, strict=True)]
        return Bits(tuple(bits))

    def _as_bits(self, word):
        if isinstance(word, Bits):
            return word.bits
        known = word.as_constant() if isinstance(word, Polynomial) else None
        if known is None:
            self.refuse("logic of bits of lanes and another word")
        return [known % RADIX >> i & 1 for i in range(BITS)]
