"""The claims of quads: four numbers side by side, modulo `2^256 - c` with `c < 2^36` and modulo the prime of P-256.

A normalised number is below `2 p`, in digits below `2^52`. A sum has words with signs, whose carries are not
propagated. The claim about a sum of products states a bound of its words. The claims about other sums state the words
themselves, so their bounds are sums of bounds. That about `normalise` holds for all words below `895 2^52`. Together
they are about every formula of which debug builds compute the bounds.
"""

from dataclasses import dataclass, replace

from lane_claims import Again, Argument, Constant, LaneClaim, Shared, number
from lane_equations import DIGIT, UNIT
from lane_products import below

LANES, DIGITS = 4, 5
ONES = (1 << 64) - 1
LARGEST = 895
P256 = 2**256 - 2**224 + 2**192 + 2**96 - 1
# The offsets of the constants in a `QuadRing`: the reduction kind with `c`, and the words that make sums positive.
KIND, C, BIAS, RING = 0, 8, 48, 88
# The multiple of `p` that makes sums positive.
MULTIPLE = (1 << 14) + 1


@dataclass(frozen=True)
class Quads(Argument):
    """A pointer to `count` numbers below `2 p` in each lane, by digits."""

    count: int = 1
    # For each lane of the result, the lane of its operand, or None if it has none.
    order: tuple = tuple(range(LANES))

    bits, doubles = DIGIT, False

    @property
    def words(self):
        return DIGITS * self.count

    def limit(self, i):
        return 1 << 49 if i % DIGITS == DIGITS - 1 else UNIT

    def places(self, lane):
        if self.order[lane] is None:
            return []
        return [(self.name, 8 * (LANES * j + self.order[lane])) for j in range(self.words)]

    def areas(self):
        return [(self.name, 8 * LANES * self.words)]


@dataclass(frozen=True)
class Sums(Quads):
    """A pointer to a sum in each lane. In absolute value, its words are below `bound 2^52`."""

    bound: int = LARGEST

    signed = True

    def limit(self, _i):
        return 2 * self.bound * UNIT - 1

    def range_of_word(self):
        return 1 - self.bound * UNIT, self.bound * UNIT - 1


@dataclass(frozen=True)
class Table(Quads):
    """A pointer to a table of numbers, of which one is the operand, or none."""

    index: int = 0
    entries: int = 3

    def places(self, lane):
        if self.index >= self.entries:
            return []
        return [(name, at + 8 * LANES * DIGITS * self.index) for name, at in super().places(lane)]

    def areas(self):
        return [(self.name, 8 * LANES * DIGITS * self.entries)]


@dataclass(frozen=True)
class InLane(Argument):
    """A pointer to a number of 256 bits, which is the operand of one lane."""

    lane: int = 0

    bits, words, doubles, top = 64, 4, False, None

    def places(self, lane):
        return [(self.name, 8 * j) for j in range(self.words)] if lane == self.lane else []

    def areas(self):
        return [(self.name, 8 * self.words)]


@dataclass(frozen=True)
class PairTable(InLane):
    """A pointer to a table of pairs of numbers of 256 bits. One pair is the operand of the lower lanes, or none."""

    index: int = 0
    entries: int = 3

    def places(self, lane):
        if lane > 1 or self.index >= self.entries:
            return []
        start = 8 * self.words * (2 * self.index + lane)
        return [(self.name, start + 8 * j) for j in range(self.words)]

    def areas(self):
        return [(self.name, 8 * self.words * 2 * self.entries)]


def ring():
    """The argument that points to the constants of `2^256 - c`, which is the modulus of any prime of this form."""
    c = Constant("c", C, 1, lambda p: 2**256 - p, top=1 << 36)

    def bias(v):
        # The words of a multiple of p, of which four have 2^62 more, and the next ones that less.
        middle = 2**62 + UNIT - 1 - 2**10
        return [2**62 + UNIT - v.c * MULTIPLE, *[middle] * 3, MULTIPLE * 2**48 - 1 - 2**10]

    words = Constant("bias", BIAS, DIGITS, lambda p: 0, value=bias)
    return Shared("ring", size=RING, constants=(c, words), fixed=((KIND, 0),))


def ring_p256():
    """The argument that points to the constants of the prime of P-256."""
    bias = [MULTIPLE * P256 >> DIGIT * j & UNIT - 1 for j in range(DIGITS - 1)]
    bias.append(MULTIPLE * P256 >> DIGIT * (DIGITS - 1))
    for j in range(DIGITS - 1):
        bias[j], bias[j + 1] = bias[j] + 2**62, bias[j + 1] - 2**10
    fixed = ((KIND, 1), *((BIAS + 8 * j, word) for j, word in enumerate(bias)))
    return Shared("ring", size=RING, fixed=fixed)


def any_c(random):
    c = random.choice((1, 3, 2**32 + 977, 2**36 - 1, random.randrange(2**36) | 1))
    return 2**256 - c


def with_primes(name, claim):
    """The claim modulo each kind of prime: `claim(radix, added)` is without a modulus."""
    any_prime, p256 = claim(1, 4), _with_ring(claim(UNIT**DIGITS, 6), ring_p256())
    return {
        name: replace(any_prime, p=lambda v: 2**256 - v.c, given=lambda v: [v.c - 1]),
        f"{name}_p256": replace(p256, function=name, p=lambda v: P256, modulus=lambda random: P256),
    }


def _with_ring(claim, argument):
    arguments = tuple(argument if old.name == "ring" else old for old in claim.arguments)
    return replace(claim, arguments=arguments)


def any_number(random):
    """A number below `2 p` for the least `p`."""
    return below(random, 2 * P256, DIGITS)


def any_sum(random, bound=LARGEST):
    """Words with signs, often at their bound."""
    most = bound * UNIT - 1
    edges = (most, -most, 0, -1, UNIT, -UNIT, UNIT - 1)
    return tuple(random.choice((random.choice(edges), random.randint(-most, most))) for _ in range(DIGITS))


def parts(words):
    """The numbers of which an operand has the words."""
    return [number(words[i : i + DIGITS], DIGIT) for i in range(0, len(words), DIGITS)]


def claim(output, arguments, value, choose, **more):
    """A claim about an operation with any vectors of four words."""
    more = {"modulus": any_c, "lanes": LANES, "vectors": "avx512vl"} | more
    return LaneClaim(
        (replace(output, name="out", kind="out"), ring(), *arguments),
        value=value,
        choose=lambda random, _p: choose(random),
        **more,
    )


def products(count):
    """`a_0 b_0 + a_1 b_1 + ..`, divided by the radix. Each word is below `(9 T + added) 2^52`."""

    def several(random):
        return sum(any_number(random) << DIGIT * DIGITS * t for t in range(count))

    def value(v):
        return sum(a * b for a, b in zip(parts(v.a_words), parts(v.b_words), strict=True))

    return lambda radix, added: claim(
        Sums("out", bound=9 * count + added),
        (Quads("a", count=count), Quads("b", count=count)),
        value,
        lambda random: {"a": several(random), "b": several(random)},
        radix=radix,
    )


def square():
    """The product of a number by itself."""
    return lambda radix, added: replace(
        products(1)(radix, added),
        arguments=(Sums("out", "out", bound=9 + added), ring(), Quads("a"), Again("a")),
        value=lambda v: v.a * v.a,
        choose=lambda random, p: {"a": any_number(random)},
        same_code=True,
    )


def normalise(_radix, _added):
    """A sum modulo `p`, below `2 p`."""
    return claim(
        Quads("out"), (Sums("a"),), lambda v: v.a, lambda random: {"a": any_sum(random)}, limit=lambda v: v.p * 2
    )


def normalised_product(radix, _added):
    """A product below `2 p`, as the compiler makes one step of both."""
    return claim(
        Quads("out"),
        (Quads("a"), Quads("b")),
        lambda v: v.a * v.b,
        lambda random: {"a": any_number(random), "b": any_number(random)},
        radix=radix,
        limit=lambda v: v.p * 2 * radix,
    )


def sums(names, words, bound=LARGEST, more=(), **changes):
    """A sum of which each word is an exact function of words that are below `bound 2^52`."""
    return claim(
        Sums("out", bound=2048),
        (*(Sums(name, bound=bound) for name in names), *more),
        lambda v: number(words(v), DIGIT),
        lambda random: {name: any_sum(random, bound) for name in names},
        exact_words=words,
        **changes,
    )


def times(factor):
    return sums("a", lambda v: [word * factor for word in v.a_words], bound=LARGEST // factor)


def negate(lanes):
    """The negatives in some lanes."""
    mask = Shared("mask", size=32, fixed=tuple((8 * i, ONES if i in lanes else 0) for i in range(LANES)))
    return sums("a", lambda v: [word * (-1 if v.lane in lanes else 1) for word in v.a_words], more=[mask], moves=True)


def blend(lanes):
    return sums("ab", lambda v: v.b_words if v.lane in lanes else v.a_words, moves=True)


def permute(order):
    changed = sums("a", lambda v: v.a_words, moves=True)
    output, constants, operand = changed.arguments
    return replace(changed, arguments=(output, constants, replace(operand, order=order)))


def select(mask):
    return claim(
        Quads("out"),
        (Quads("a"), Quads("b"), Shared("mask", size=8, fixed=((0, mask),))),
        lambda v: v.b if mask else v.a,
        lambda random: {"a": any_number(random), "b": any_number(random)},
    )


def lookup(index):
    """An entry of a table of three numbers, or zero for an index beyond it."""
    return claim(
        Quads("out"),
        (Table("a", index=index), Shared("index", size=8, fixed=((0, index),))),
        lambda v: getattr(v, "a", 0),
        lambda random: {"a": any_number(random)},
        moves=True,
    )


def pair():
    """Two numbers of 256 bits in the lower lanes, and other numbers in the upper ones."""
    return claim(
        Quads("out"),
        (InLane("a", lane=0), InLane("b", lane=1), Quads("upper", order=(None, None, 2, 3))),
        lambda v: getattr(v, ("a", "b", "upper", "upper")[v.lane]),
        lambda random: {"a": random.getrandbits(256), "b": below(random, 2**256, DIGITS), "upper": any_number(random)},
        moves=True,
    )


def lookup_pair(index):
    """An entry of a table of three pairs in the lower lanes, or zeros for an index beyond it; others in the upper."""
    return claim(
        Quads("out"),
        (
            PairTable("a", index=index),
            Shared("index", size=8, fixed=((0, index),)),
            Quads("upper", order=(None, None, 2, 3)),
        ),
        lambda v: getattr(v, "a" if v.lane < 2 else "upper", 0),
        lambda random: {"a": random.getrandbits(256), "upper": any_number(random)},
        moves=True,
    )


PLACES = (("first", 0), ("last", 2), ("beyond", 3), ("far_beyond", ONES))
QUADS = {
    **{k: c for count in (1, 2, 3, 4) for k, c in with_primes(f"quad_products_{count}", products(count)).items()},
    **with_primes("quad_normalise", normalise),
    **with_primes("quad_mul", normalised_product),
    "quad_add": sums("ab", lambda v: [x + y for x, y in zip(v.a_words, v.b_words, strict=True)]),
    "quad_sub": sums("ab", lambda v: [x - y for x, y in zip(v.a_words, v.b_words, strict=True)]),
    "quad_negative": sums("a", lambda v: [-word for word in v.a_words]),
    **{f"quad_times_{factor}": times(factor) for factor in (2, 3, 8, 21)},
    "quad_negate": negate((1, 3)),
    "quad_negate_others": replace(negate((0, 2)), function="quad_negate", same_code=True),
    "quad_permute": permute((3, 0, 2, 1)),
    "quad_blend": blend((1, 2)),
    "quad_select": select(ONES),
    "quad_select_first": replace(select(0), function="quad_select", same_code=True),
    "quad_pair": pair(),
    "quad_lookup": lookup(1),
    **{
        f"quad_lookup_{place}": replace(lookup(index), function="quad_lookup", same_code=True)
        for place, index in PLACES
    },
    "quad_lookup_pair": lookup_pair(1),
    **{
        f"quad_lookup_pair_{place}": replace(lookup_pair(index), function="quad_lookup_pair", same_code=True)
        for place, index in PLACES
    },
}
QUADS |= {
    f"quad_square{kind}": replace(c, function="quad_products_1")
    for kind, c in zip(("", "_p256"), with_primes("quad_square", square()).values(), strict=True)
}
