"""Numbers in double precision: their exact values, their bit patterns, and the rounding of sums and products.

A double in a lane is a polynomial that equals its value, without an error. A product with a sum is rounded once, to
nearest. If the result is a multiple of `2^k` by its bounds, the rounding is an equation like a division,

    exact = 2^k quotient + error with |error| <= 2^(k-1),

which holds for both directions of a tie. If the exact result has at most 53 bits above a common power of two, it is a
double, so nothing is rounded: this is proved for each instruction, and an instruction that fits neither is refused.
"""

import struct
from dataclasses import dataclass

from algebra import Polynomial
from state import Refused

PRECISION = 53
BIAS = 1023
FRACTION = PRECISION - 1
SIGN = 1 << 63
UNIT = 1 << FRACTION


@dataclass(frozen=True)
class Double:
    """A double with this exact value."""

    value: Polynomial

    def __eq__(self, other):
        return isinstance(other, Double) and self.value == other.value

    __hash__ = None


@dataclass(frozen=True)
class Reciprocal:
    """A double `c` with `(1 - 2^-51) / (d + 1) <= c <= 1 / (d + 1)`, for the quotient of one number by one modulus.

    Both have a top digit, `d` is that of the modulus without its lowest `shift` bits, and `t` that of the number, with
    `d <= t < 2^52`. Rounded to nearest, `t c + 2^52 - 1/2` is `2^52 + q` with the integer `q` next to `t c - 1/2`:
    doubles from `2^52` on are integers, and `t c` is more than 1/2. So `t c - 1 <= q <= t c`.
    """

    top: Polynomial
    shift: int
    quotient: Polynomial
    # The pattern of `c`, which only the processor needs.
    pattern: Polynomial

    __hash__ = None


ROUNDING = UNIT - 0.5


def power_of(value):
    """The greatest `k` such that the coefficients are multiples of `2^k`."""
    return min(((c & -c).bit_length() - 1 for c in value.terms.values()), default=0)


def from_pattern(equations, word):
    """The double with a pattern. The exponent must be known, and at least that of 2^52, so that it is an integer."""
    word = equations.unsigned(word)
    least, most = equations.tight(word)
    exponent = least >> FRACTION
    if most >> FRACTION != exponent:
        raise Refused("a double whose exponent depends on data")
    sign, exponent = exponent >> 11, exponent & 0x7FF
    if word.as_constant() == 0:
        return Double(Polynomial())
    unit = exponent - BIAS - FRACTION
    if exponent == 0x7FF:
        raise Refused("infinity or not a number")
    fraction = (word - (least >> FRACTION << FRACTION)) + (1 << FRACTION)
    if unit >= 0:
        value = fraction * (1 << unit)
    elif word.as_constant() is not None and fraction.as_constant() % (1 << -unit) == 0:
        value = Polynomial.constant(fraction.as_constant() >> -unit)
    else:
        raise Refused("a double that may not be an integer")
    return Double(-value if sign else value)


def pattern(equations, double):
    """The pattern of a double, whose exponent must be known."""
    value = double.value
    constant = value.as_constant()
    if constant is not None:
        return Polynomial.constant(bits_of(constant))
    least, most = equations.range(value)
    for bounds in ((least, most), equations.tight(value)):
        least, most = bounds
        negative = most < 0
        low, high = (-most, -least) if negative else (least, most)
        exponent = low.bit_length() - 1
        # A value of 2^(exponent + 1) has the next pattern.
        if low > 0 and high <= 2 << exponent:
            break
    else:
        raise Refused("the pattern of a double whose exponent depends on data")
    size, unit = -value if negative else value, exponent - FRACTION
    fraction = size - (1 << exponent)
    if unit >= 0:
        if power_of(fraction) < unit:
            raise Refused("a double with too many bits")
        fraction = Polynomial({m: c >> unit for m, c in fraction.terms.items()})
    else:
        fraction = fraction * (1 << -unit)
    return fraction + ((BIAS + exponent) << FRACTION) + (SIGN if negative else 0)


def bits_of(constant):
    """The pattern of an integer that is a double."""
    if float(constant) != constant:
        raise Refused("a constant that is not a double")
    return struct.unpack("<Q", struct.pack("<d", float(constant)))[0]


def rounded(equations, exact, instruction):
    """The double nearest to an exact value."""
    constant = exact.as_constant()
    if constant is not None:
        # Python rounds integers to nearest, ties to even, as the processor does.
        return Double(Polynomial.constant(int(float(constant))))
    exact = equations.with_known_halves(exact)
    least, most = equations.tight(exact)
    size = max(abs(least), abs(most))
    if size <= 1 << PRECISION + power_of(exact):
        return Double(equations.rejoined(exact))
    if least <= 0:
        raise Refused("rounds a value whose exponent depends on data")
    unit = least.bit_length() - PRECISION
    if most > 1 << unit + PRECISION:
        raise Refused("rounds a value whose exponent depends on data")
    return Double(equations.nearest(exact, unit, instruction) * (1 << unit))


def double_bits(value):
    return struct.unpack("<Q", struct.pack("<d", float(value)))[0]
