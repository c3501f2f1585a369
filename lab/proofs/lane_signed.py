"""The claims of packed values in signed words, for the butterflies of transforms.

A word is below `2^62 - 2^52` in absolute value. The operand of a product is in `[-16 p, 16 p)`. Let `d_j` be the digits
of that operand plus `16 p`, and `c_j` the carry into word `j` where the carries of these words are propagated. Then

    word j = d_j + 2^52 c_(j+1) - c_j - 16 p_j,

with `c_0 = 0` and no carry out of the highest word. Every operand has such digits and carries, and by the bound of
words `-2^10 <= c_j < 2^10 + 16`. So the claims are about all digits and carries, of which the words are made.
"""

import struct
from dataclasses import dataclass, replace
from fractions import Fraction

import lane_fma
from algebra import Polynomial
from doubles import Reciprocal, double_bits
from lane_claims import Constant, LaneClaim, Packed, Pointers, for_vectors, in_place
from lane_equations import DIGIT, UNIT
from lane_products import Sizes, below, folds, powers, ring

# Words are below this in absolute value.
WORDS = (1 << 62) - UNIT
# What makes the operand of a product positive, in multiples of `p`.
FACTOR = 16
# Words of a product are at most this in absolute value, in multiples of `2^52`.
PRODUCT = 33
# The same for a stored number, and what it is below then.
STORED, ABOVE = 33, 65
# What makes carries positive, and what they are below then.
CARRY_BIAS = 1 << 10
CARRIES = 2 * CARRY_BIAS + 64


@dataclass(frozen=True)
class Words(Packed):
    """A pointer to a packed value in signed words, below `bound` in absolute value, or `after` as a result."""

    bound: int = WORDS
    after: int | None = None

    signed = True

    def limit(self, _i):
        return 2 * self.bound - 1

    def range_of_word(self):
        after = self.after or self.bound
        return 1 - after, after - 1


@dataclass(frozen=True)
class Carries(Constant):
    """The carries `c_1` to `c_(L-1)`, with the bias."""

    def limit(self, _i):
        return CARRIES


def words(size, name, kind="in", **more):
    return Words(name, kind, size.rows, size.digits, **more)


def with_signed_words(argument, size):
    """The constants of a modulus that has signed words."""
    return replace(argument, size=size.size + 16, fixed=(*argument.fixed, (size.size, 1)))


def most_modulus(limbs):
    """What the modulus is below: `32 p <= S (1 - 2^-48)` for four limbs, `R` for six."""
    radix = Sizes(limbs).radix
    return radix // 2 - (radix >> 49) if limbs == 4 else radix


def modulus(limbs):
    """A sample modulus of which the highest ten bits are not zero."""
    size, most = Sizes(limbs), most_modulus(limbs)

    def sample(random):
        p = size.modulus(random)
        return p if size.radix >> 12 < p < most else (most - 1 - 2 * random.randrange(1 << 20)) | 1

    return sample


def any_words(random, number, digits):
    """Signed words of a number, of which all but the highest are near any value below `2^62 - 2^53`."""
    found = []
    for _ in range(digits - 1):
        most = (WORDS >> DIGIT) - 2
        above = random.choice((0, most, -most, random.randint(-most, most)))
        found.append(number % UNIT + above * UNIT)
        number = (number >> DIGIT) - above
    return (*found, number)


def digits_and_carries(values, multiple, digits):
    """The digits and carries of signed words plus those of a multiple."""
    found, carries, carry = [], [], 0
    for j, word in enumerate(values):
        total = word + (multiple_of(multiple, j)) + carry
        if j < digits - 1:
            found.append(total % UNIT)
            carry = total >> DIGIT
            carries.append(carry + CARRY_BIAS)
        else:
            found.append(total)
    return (sum(word << DIGIT * j for j, word in enumerate(both)) for both in (found, carries))


def multiple_of(multiple, j):
    """Word `j` of a multiple of the modulus: the digit of the modulus times the factor."""
    factor, p = multiple
    return factor * (p >> DIGIT * j & UNIT - 1)


def raised(size, multiple, above):
    """An operand in `[-multiple p, (above - multiple) p)`, and the digits and carries of which it is made."""
    top = (above * most_modulus(size.limbs) >> DIGIT * (size.digits - 1)) + 1

    def value(v):
        carries = [Polynomial(), *(word - CARRY_BIAS for word in v.carries_words), Polynomial()]
        return [
            digit + carries[j + 1] * UNIT - carries[j] - p * multiple
            for j, (digit, p) in enumerate(zip(v.digits_words, v.p_words, strict=True))
        ]

    unseen = (
        Constant("digits", 0, size.digits, None, top=top),
        Carries("carries", 0, size.digits - 1, None),
    )
    return words(size, "a", value=value, after=PRODUCT * UNIT + 1), unseen


def product(limbs, argument, doubles, vectors):
    """`a b / S mod p`, in `[0, 2 p)`, for `a` in `[-16 p, 16 p)` and `b` below `p`."""
    size, most = Sizes(limbs), most_modulus(limbs)
    operand, unseen = raised(size, FACTOR, 2 * FACTOR)

    def choose(random, p):
        number = random.choice((-FACTOR * p, FACTOR * p - 1, 0, -1, random.randrange(-FACTOR * p, FACTOR * p)))
        digits, carries = digits_and_carries(any_words(random, number, size.digits), (FACTOR, p), size.digits)
        return {"digits": digits, "carries": carries, "b": below(random, p, size.digits)}

    return LaneClaim(
        (
            words(size, "out", "out", bound=PRODUCT * UNIT + 1),
            with_signed_words(argument, size),
            operand,
            size.packed("b", doubles=doubles),
        ),
        value=lambda v: v.a * v.b,
        radix=size.scale,
        given=lambda v: [
            *(v.p - 1 - getattr(v, f"rho_{i}") for i in range(1, size.digits - 1)),
            (v.p * (2 * FACTOR) - 1 - v.digits, v.b),
            (v.p - 1 - v.b, v.p),
            (most - 1 - v.p, v.p),
        ],
        related=lambda v: powers(size, v),
        limit=lambda v: v.p * 2 * size.scale,
        choose=choose,
        modulus=modulus(limbs),
        vectors=vectors,
        unseen=unseen,
    )


def load(limbs, argument, vectors):
    """Any numbers, in digits."""
    size = Sizes(limbs)
    return LaneClaim(
        (size.packed("out", "out"), with_signed_words(argument, size), Pointers("numbers", words=limbs)),
        value=lambda v: v.numbers,
        limit=lambda v: size.radix,
        choose=lambda random, p: {"numbers": below(random, size.radix, size.digits)},
        modulus=modulus(limbs),
        vectors=vectors,
    )


@dataclass(frozen=True)
class ReciprocalConstant(Constant):
    """The reciprocal of the modulus for quotients of numbers with the top digit of `digits`."""

    def in_memory(self, word, operands):
        return Reciprocal(operands.digits_words[-1], self.shift, word, operands.pattern)


def store(limbs, argument, vectors):
    """`a mod p`, canonical, for `a` in `[-32 p, 32 p)`.

    With `33 p`, the operand has the top digit `T`, and `p` has `P`. Without their lowest bits these are `t` and `d` of
    `Reciprocal`. So the quotient `q` has `q (P + 1) <= q 4 (d + 1) <= 4 t <= T`, and for two bits
    `T - 3 <= 4 t <= 4 (q + 1) (d + 1) (1 + 2^-50) <= (q + 1) (P + 4) + 8`. Without such bits, the same holds.
    """
    size = Sizes(limbs)
    shift = 2 if limbs == 4 else 0
    operand, unseen = raised(size, STORED, ABOVE)
    place = size.size + 8
    reciprocal = ReciprocalConstant("reciprocal", place, 1, lambda p: 0, shift=shift, value=lambda v: [v.quotient])
    argument = with_signed_words(argument, size)

    def choose(random, p):
        number = random.choice((-32 * p, 32 * p - 1, 0, -1, p, p - 1, -p, random.randrange(-32 * p, 32 * p)))
        digits, carries = digits_and_carries(any_words(random, number, size.digits), (STORED, p), size.digits)
        top, divisor = (n >> DIGIT * (size.digits - 1) + shift for n in (digits, p))
        pattern = double_bits(1 / (divisor + 1)) - 1
        (factor,) = struct.unpack("<d", struct.pack("<Q", pattern))
        return {
            "digits": digits,
            "carries": carries,
            "pattern": pattern,
            # Python rounds ties to even, as the processor does.
            "quotient": round(top * Fraction(factor) - Fraction(1, 2)),
        }

    return LaneClaim(
        (
            Pointers("numbers", "out", words=limbs),
            replace(argument, constants=(*argument.constants, reciprocal)),
            operand,
        ),
        value=lambda v: v.a,
        given=lambda v: [
            most_modulus(limbs) - 1 - v.p,
            v.p_words[-1] - (1 << 10 + shift),
            v.digits_words[-1] - v.quotient * (v.p_words[-1] + 1),
            (v.quotient + 1) * (v.p_words[-1] + 4) + 11 - v.digits_words[-1],
        ],
        limit=lambda v: v.p,
        choose=choose,
        modulus=modulus(limbs),
        result="numbers",
        vectors=vectors,
        unseen=(
            *unseen,
            Constant("quotient", 0, 1, None, top=ABOVE + 1),
            Constant("pattern", 0, 1, None, bits=64),
        ),
    )


def sum_or_difference(limbs, argument, vectors, sign):
    """Each word is the sum or the difference of two words."""
    size = Sizes(limbs)

    def exact(v):
        return [x + y * sign for x, y in zip(v.low_words, v.high_words, strict=True)]

    return LaneClaim(
        (
            words(size, "low", "inout", after=2 * WORDS),
            with_signed_words(argument, size),
            words(size, "high", "inout", after=2 * WORDS),
        ),
        value=lambda v: v.low + v.high * sign,
        exact_words=exact,
        choose=lambda random, p: {
            name: tuple(
                random.choice((WORDS - 1, 1 - WORDS, random.randint(1 - WORDS, WORDS - 1))) for _ in range(size.digits)
            )
            for name in ("low", "high")
        },
        modulus=modulus(limbs),
        result="low" if sign > 0 else "high",
        vectors=vectors,
    )


def claims(prefix, vectors, constants, doubles):
    """The claims for vectors, of which `constants(size)` are the constants of a modulus."""
    found = {}
    for limbs in (4, 6):
        argument = constants(Sizes(limbs))
        multiplied = f"{prefix}_mul_signed_{limbs}"
        both = f"{prefix}_sum_and_difference_{limbs}"
        found |= {
            multiplied: (claim := product(limbs, argument, doubles, vectors)),
            f"{multiplied}_in_a": in_place(claim, "a", multiplied),
            f"{prefix}_load_signed_{limbs}": load(limbs, argument, vectors),
            f"{prefix}_store_signed_{limbs}": store(limbs, argument, vectors),
            both: sum_or_difference(limbs, argument, vectors, 1),
            f"{both}_difference": replace(sum_or_difference(limbs, argument, vectors, -1), function=both),
        }
    return found


def with_words(size):
    """The constants of a modulus as doubles, and the modulus as words."""
    argument = lane_fma.ring(size)
    return replace(argument, constants=(*argument.constants, lane_fma.modulus_as_words(size)))


IFMA = claims("ifma", "avx512ifma", lambda size: ring(size, *folds(size)), doubles=False)
FMA = claims("fma", "fma", with_words, doubles=True)
SIGNED = {
    **IFMA,
    **for_vectors(IFMA, "ifma", "ifma256", "avxifma", native="ifma256_evex"),
    **FMA,
    **for_vectors(FMA, "fma", "fma512", "avx512f"),
    **for_vectors(FMA, "fma", "neon", "neon"),
    **for_vectors(FMA, "fma", "relaxed", "relaxed-simd"),
}
