"""The claims of products, sums and negations of packed values by 52-bit multipliers."""

from dataclasses import replace

from algebra import RADIX
from lane_claims import Constant, LaneClaim, LaneMask, Packed, Shared, Value, of_itself, with_places, without_steps
from lane_equations import UNIT

EDGES = (0, 1, 2, UNIT - 2, UNIT - 1)


class Sizes:
    """The sizes of numbers of `limbs` limbs, and the offsets of their constants in a `PackedModulus`."""

    def __init__(self, limbs):
        self.limbs = limbs
        self.digits = {4: 5, 6: 8}[limbs]
        self.rows = limbs + 2
        self.radix = RADIX**limbs
        self.scale = UNIT**self.digits
        # Numbers below `2 p` have this highest digit at most.
        self.top = 2 * self.radix >> 52 * (self.digits - 1)
        # A `Montgomery`: the modulus, its inverse, two folds, `R`, `R^2`, and the reduction kind.
        self.constants = 8 * (5 * limbs + 2)
        self.doubles = self.constants + 8 * (13 * 8 + 1)
        self.pseudo_mersenne = self.doubles + 8 * (7 * 8 + 2)
        self.size = self.pseudo_mersenne + 8 * 20

    def packed(self, name, kind="in", doubles=False):
        return Packed(name, kind, self.rows, self.digits, doubles, self.top)

    def constant(self, name, index, derived, words=None, multiple=1):
        """The constant below `multiple R` that begins at word `index` of `Constants`."""
        words = words or self.digits
        top = multiple * self.top // 2 if words > 1 else None
        return Constant(name, self.constants + 8 * index, words, derived, top=top)

    def fold(self, i):
        return self.constant(f"rho_{i}", 24 + 8 * (i - 1), lambda p: pow(UNIT, -i, p))

    def modulus(self, random):
        """A sample modulus: any odd number, full or sparse."""
        p = random.choice(
            (
                random.randrange(self.radix),
                random.randrange(self.radix),
                self.radix - 1 - 2 * random.randrange(1 << 20),
                self.radix // 2 + random.randrange(1 << 40),
                random.randrange(1 << 64 * (self.limbs - 1)),
            )
        )
        return max(3, p | 1)


def below(random, bound, digits):
    """A number below the bound: random, at an edge, of edge digits, or at least its half and near it modulo `2^32`."""
    choice = random.randrange(5)
    if choice == 0:
        return max(0, bound - 1 - random.randrange(3))
    if choice == 1:
        number = sum(random.choice((*EDGES, random.randrange(UNIT))) << 52 * i for i in range(digits))
        return number % bound
    if choice == 2:
        return random.randrange(2)
    if choice == 3:
        return bound // 2 + (random.randrange(bound // 2) & -(1 << 32)) if bound > 1 else 0
    return random.randrange(bound)


def ring(size, *constants):
    """The argument that points to the constants of a modulus without a special form."""
    p = size.constant("p", 0, lambda p: p)
    inverse = size.constant("inverse", 13 * 8, lambda p: -pow(p, -1, UNIT) % UNIT, words=1)
    return Shared(
        "modulus",
        size=size.size,
        constants=(p, inverse, *constants),
        fixed=((size.pseudo_mersenne, 0),),
    )


def folds(size):
    return [size.fold(i) for i in range(1, size.digits - 1)]


def below_modulus(size, v):
    return [v.p - 1 - getattr(v, f"rho_{i}") for i in range(1, size.digits - 1)] + [size.radix - 1 - v.p]


def powers(size, v):
    return [getattr(v, f"rho_{i}") * UNIT**i - 1 for i in range(1, size.digits - 1)]


def pair(size, names):
    """Sample operands below `2 p`."""
    return lambda random, p: {name: below(random, 2 * p, size.digits) for name in names}


def product(limbs):
    """`a b / S mod p`, below `2 p`, for `a` and `b` below `2 p`."""
    size = Sizes(limbs)
    most = 2 * size.radix
    return LaneClaim(
        (size.packed("out", "out"), ring(size, *folds(size)), size.packed("a"), size.packed("b")),
        value=lambda v: v.a * v.b,
        radix=size.scale,
        given=lambda v: [
            *below_modulus(size, v),
            (v.p * 2 - 1 - v.a, v.b),
            (most - 1 - v.b, v.p),
        ],
        related=lambda v: powers(size, v),
        limit=lambda v: v.p * 2 * size.scale,
        choose=pair(size, "ab"),
        modulus=size.modulus,
    )


def square(limbs):
    """`a^2 / S mod p`, below `2 p`, for `a` below `2 p`."""
    size = Sizes(limbs)
    most = 2 * size.radix
    return LaneClaim(
        (size.packed("out", "out"), ring(size, *folds(size)), size.packed("a"), Value("times", value=1)),
        value=lambda v: v.a * v.a,
        radix=size.scale,
        given=lambda v: [*below_modulus(size, v), (v.p * 2 - 1 - v.a, v.a), (most - 1 - v.a, v.p)],
        related=lambda v: powers(size, v),
        limit=lambda v: v.p * 2 * size.scale,
        choose=pair(size, "a"),
        modulus=size.modulus,
    )


def addition(limbs, sign=1):
    """`a + b` or `a - b` modulo `p`, below `2 p`, for `a` and `b` below `2 p`."""
    size = Sizes(limbs)
    doubled = size.constant("doubled", 8, lambda p: 2 * p, multiple=2)
    return LaneClaim(
        (size.packed("out", "out"), ring(size, doubled), size.packed("a"), size.packed("b")),
        value=lambda v: v.a + v.b * sign,
        given=lambda v: [
            v.p * 2 - 1 - v.a,
            v.p * 2 - 1 - v.b,
            v.doubled - v.p * 2,
            v.p * 2 - v.doubled,
        ],
        related=lambda v: [v.doubled],
        limit=lambda v: v.p * 2,
        choose=pair(size, "ab"),
        modulus=size.modulus,
    )


def negation(limbs, bit, doubles=False):
    """`-a`, below `2 p`, in the lanes of the mask, and `a` in others, for `a` below `2 p`."""
    size = Sizes(limbs)
    doubled = size.constant("doubled", 8, lambda p: 2 * p, multiple=2)
    return LaneClaim(
        (size.packed("a", "inout", doubles), ring(size, doubled), LaneMask("lanes", bit=bit)),
        value=lambda v: v.a * (-1 if bit else 1),
        given=lambda v: [v.p * 2 - 1 - v.a, v.doubled - v.p * 2, v.p * 2 - v.doubled],
        related=lambda v: [v.doubled],
        limit=lambda v: v.p * 2,
        choose=pair(size, "a"),
        modulus=size.modulus,
        result="a",
    )


def pseudo_mersenne():
    """The argument that points to the constants of `p = 2^256 - c` with `c < 2^48`, and the size of numbers."""
    size = Sizes(4)
    at = size.pseudo_mersenne + 8
    to_packed = Constant("to_packed", at + 8, 5, lambda p: pow(RADIX, -4, p), top=1 << 48)
    unscale = Constant("unscale", at + 72, 5, lambda p: pow(2, -128, p), top=1 << 48)
    digits = [
        Constant("p", size.constants, 5, lambda p: p, value=lambda v: [UNIT - v.c, *[UNIT - 1] * 3, (1 << 48) - 1])
    ]
    c = Constant("c", at, 1, lambda p: 2**256 - p, top=1 << 48)
    argument = Shared(
        "modulus",
        size=size.size,
        constants=(c, to_packed, unscale, *digits),
        fixed=((size.pseudo_mersenne, 1),),
    )
    return size, argument


def choose_pseudo_mersenne(random):
    c = random.choice((1, 3, 2**32 + 977, 2**48 - 1, random.randrange(2**48) | 1))
    return 2**256 - c


def pseudo_mersenne_claim(name, function, operands, value, given=lambda v: []):
    """A claim modulo `2^256 - c` about numbers below `2 p`, with the radix 1."""
    size, modulus = pseudo_mersenne()
    return LaneClaim(
        (
            size.packed("out", "out"),
            modulus,
            *(size.packed(name) for name in operands if name != "times"),
            *([Value("times", value=1)] if "times" in operands else []),
        ),
        value=value,
        given=lambda v: [v.c - 1, *(v.p * 2 - 1 - getattr(v, name) for name in operands if name != "times"), *given(v)],
        limit=lambda v: v.p * 2,
        p=lambda v: 2**256 - v.c,
        choose=lambda random, p: {name: below(random, 2 * p, 5) for name in operands},
        modulus=choose_pseudo_mersenne,
        function=function,
    )


PSEUDO_MERSENNE = {
    "ifma_mul_pseudo_mersenne_4": pseudo_mersenne_claim("", "ifma_mul_4", ["a", "b"], lambda v: v.a * v.b),
    "ifma_square_pseudo_mersenne_4": pseudo_mersenne_claim("", "ifma_square_4", ["a", "times"], lambda v: v.a * v.a),
    "ifma_add_pseudo_mersenne_4": pseudo_mersenne_claim("", "ifma_add_4", ["a", "b"], lambda v: v.a + v.b),
    "ifma_sub_pseudo_mersenne_4": pseudo_mersenne_claim("", "ifma_sub_4", ["a", "b"], lambda v: v.a - v.b),
}

IFMA = {
    name.format(limbs): claim(limbs)
    for limbs in (4, 6)
    for name, claim in (
        ("ifma_mul_{}", product),
        ("ifma_square_{}", square),
        ("ifma_add_{}", addition),
        ("ifma_sub_{}", lambda limbs: addition(limbs, sign=-1)),
        ("ifma_negate_{}", lambda limbs: negation(limbs, 1)),
        ("ifma_negate_{}_no_lane", lambda limbs: replace(negation(limbs, 0), function=f"ifma_negate_{limbs}")),
    )
}
IFMA |= PSEUDO_MERSENNE
IFMA = with_places(IFMA, [name for name in IFMA if "negate" not in name])
IFMA |= {f"{name}_no_step": without_steps(IFMA[name], name) for name in IFMA if "square" in name and "_in_" not in name}
IFMA |= {
    f"ifma_mul_{kind}_by_itself": of_itself(IFMA[f"ifma_square_{kind}"], f"ifma_mul_{limbs}")
    for kind, limbs in (("4", 4), ("6", 6), ("pseudo_mersenne_4", 4))
}
