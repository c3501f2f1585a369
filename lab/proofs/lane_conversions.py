"""The claims of conversions between packed values and numbers in limbs of 64 bits, and of batches of products."""

from dataclasses import replace

from algebra import RADIX
from lane_claims import Array, Constant, LaneClaim, Pointers, Shared
from lane_equations import UNIT
from lane_products import (
    Sizes,
    below,
    below_modulus,
    choose_pseudo_mersenne,
    folds,
    powers,
    pseudo_mersenne,
    ring,
)


def numbers(size, kind="in"):
    return Pointers("numbers", kind, words=size.limbs)


def choose(size, name, multiple=1):
    return lambda random, p: {name: below(random, multiple * p, size.digits)}


def load_raw(limbs):
    """Any numbers, without a change of radix."""
    size = Sizes(limbs)
    return LaneClaim(
        (size.packed("out", "out"), ring(size), numbers(size)),
        value=lambda v: v.numbers,
        limit=lambda v: size.radix,
        choose=choose(size, "numbers"),
        modulus=size.modulus,
    )


def load_units(limbs):
    """As `load_raw`, but 1 for 0."""
    return replace(load_raw(limbs), compared="numbers", value_if_zero=lambda v: 1)


def store_units(limbs):
    """As `store_raw`, but 0 where the destination holds 0."""
    claim = store_raw(limbs)
    size = Sizes(limbs)
    output = Pointers("numbers", "inout", words=limbs)
    return replace(
        claim,
        arguments=(output, *claim.arguments[1:]),
        compared="numbers",
        value_if_zero=lambda v: 0,
        choose=lambda random, p: {
            "a": below(random, 2 * p, size.digits),
            "numbers": random.choice((0, 1, random.randrange(size.radix), 1 << 64 * (limbs - 1))),
        },
    )


def by_constant(limbs, name, index, derived, packed):
    """`a constant / S mod p`, below `2 p`."""
    size = Sizes(limbs)
    constant = size.constant(name, index, derived)
    operand = "a" if packed else "numbers"
    first = size.packed("a", "inout") if packed else size.packed("out", "out")
    multiple = 2 if packed else 1
    most = 2 * size.radix
    return LaneClaim(
        (first, ring(size, *folds(size), constant), *([] if packed else [numbers(size)])),
        value=lambda v: getattr(v, operand) * getattr(v, name),
        radix=size.scale,
        given=lambda v: [
            *below_modulus(size, v),
            (v.p - 1 - getattr(v, name), getattr(v, operand)),
            (most - 1 - getattr(v, operand), v.p),
            v.p * multiple - 1 - getattr(v, operand),
        ],
        related=lambda v: powers(size, v),
        limit=lambda v: v.p * 2 * size.scale,
        choose=choose(size, operand, multiple),
        modulus=size.modulus,
        result="a" if packed else "out",
    )


def load(limbs):
    size = Sizes(limbs)
    return by_constant(limbs, "to_packed", 72, lambda p: size.scale**2 * pow(size.radix, -1, p) % p, packed=False)


def unscale(limbs):
    size = Sizes(limbs)
    s = 52 * size.digits - 64 * limbs
    return by_constant(limbs, "unscale", 96, lambda p: size.scale * 2 ** (s // 2) % p, packed=True)


def store_raw(limbs):
    """`a mod p`, canonical, for `a` below `2 p`."""
    size = Sizes(limbs)
    return LaneClaim(
        (numbers(size, "out"), ring(size), size.packed("a")),
        value=lambda v: v.a,
        given=lambda v: [v.p * 2 - 1 - v.a, size.radix - 1 - v.p],
        limit=lambda v: v.p,
        choose=choose(size, "a", 2),
        modulus=size.modulus,
        result="numbers",
    )


def store(limbs):
    """`a / 2^s mod p`, canonical, with `2^s = S / R`, for `a` below `2 p`."""
    size = Sizes(limbs)
    s = 52 * size.digits - 64 * limbs
    shifted = Constant("shifted", size.constants + 8 * 16, size.digits, lambda p: p << s, top=UNIT, shift=s)
    return LaneClaim(
        (numbers(size, "out"), ring(size, shifted), size.packed("a")),
        value=lambda v: v.a,
        radix=1 << s,
        given=lambda v: [
            v.p * 2 - 1 - v.a,
            size.radix - 1 - v.p,
            v.shifted - v.p * (1 << s),
            v.p * (1 << s) - v.shifted,
        ],
        related=lambda v: [v.shifted],
        limit=lambda v: v.p << s if isinstance(v.p, int) else v.p * (1 << s),
        choose=choose(size, "a", 2),
        modulus=size.modulus,
        result="numbers",
    )


def scale(limbs):
    """`a / 2^(s / 2) mod p`, below `2 p`."""
    size = Sizes(limbs)
    s = (52 * size.digits - 64 * limbs) // 2
    return LaneClaim(
        (size.packed("a", "inout"), ring(size)),
        value=lambda v: v.a,
        radix=1 << s,
        given=lambda v: [v.p * 2 - 1 - v.a, size.radix - 1 - v.p],
        limit=lambda v: v.p * (2 << s),
        choose=choose(size, "a", 2),
        modulus=size.modulus,
        result="a",
    )


def batch(limbs, count):
    """`a b / R mod p`, canonical, for `a` below `p` and any `b`, with numbers in limbs of 64 bits."""
    size = Sizes(limbs)
    s = 52 * size.digits - 64 * limbs
    top = 1 << 64 * limbs - 52 * (size.digits - 1)
    constants = Shared(
        "ring",
        size=8 * (size.digits + 1),
        constants=(
            Constant("p", 0, size.digits, lambda p: p, top=top),
            Constant("inverse", 8 * size.digits, 1, lambda p: -pow(p, -1, UNIT) % UNIT),
        ),
    )
    return LaneClaim(
        (
            Array("out", "out", words=limbs, count=count),
            constants,
            Array("a", words=limbs, count=count),
            Array("b", words=limbs, count=count),
        ),
        value=lambda v: v.a * v.b * (1 << s),
        radix=size.scale,
        given=lambda v: [(v.p - 1 - v.a, v.b), (size.radix - 1 - v.b, v.p), v.p - 1 - v.a],
        limit=lambda v: v.p * size.scale,
        choose=lambda random, p: {
            "a": below(random, p, size.digits),
            "b": below(random, size.radix, size.digits),
        },
        modulus=size.modulus,
        lanes=count,
    )


def pseudo_mersenne_conversion(arguments, value, radix, result, multiple=2, numbers_limit=False):
    """A conversion modulo `2^256 - c`, where packed values have the radix 1."""
    size, modulus = pseudo_mersenne()
    operand = "numbers" if multiple == 1 else "a"
    return LaneClaim(
        tuple(modulus if argument is None else argument for argument in arguments(size)),
        value=value,
        radix=radix,
        given=lambda v: [v.c - 1, v.p * multiple - 1 - getattr(v, operand), v.p - 1 - v.to_packed, v.p - 1 - v.unscale],
        limit=lambda v: v.p * (radix if numbers_limit else 2 * radix),
        p=lambda v: 2**256 - v.c,
        choose=lambda random, p: {operand: below(random, multiple * p, 5)},
        modulus=choose_pseudo_mersenne,
        result=result,
    )


PSEUDO_MERSENNE = {
    "ifma_load_pseudo_mersenne_4": replace(
        pseudo_mersenne_conversion(
            lambda size: (size.packed("out", "out"), None, numbers(size)),
            lambda v: v.numbers * v.to_packed,
            1,
            "out",
            multiple=1,
        ),
        function="ifma_load_4",
    ),
    "ifma_store_pseudo_mersenne_4": replace(
        pseudo_mersenne_conversion(
            lambda size: (numbers(size, "out"), None, size.packed("a")),
            lambda v: v.a * RADIX**4,
            1,
            "numbers",
            numbers_limit=True,
        ),
        function="ifma_store_4",
    ),
    "ifma_scale_pseudo_mersenne_4": replace(
        pseudo_mersenne_conversion(lambda size: (size.packed("a", "inout"), None), lambda v: v.a * 2**128, 1, "a"),
        function="ifma_scale_4",
    ),
    "ifma_unscale_pseudo_mersenne_4": replace(
        pseudo_mersenne_conversion(lambda size: (size.packed("a", "inout"), None), lambda v: v.a * v.unscale, 1, "a"),
        function="ifma_unscale_4",
    ),
}

CONVERSIONS = PSEUDO_MERSENNE | {
    name.format(limbs): claim(limbs)
    for limbs in (4, 6)
    for name, claim in (
        ("ifma_load_raw_{}", load_raw),
        ("ifma_load_units_{}", load_units),
        ("ifma_store_units_{}", store_units),
        ("ifma_load_{}", load),
        ("ifma_store_raw_{}", store_raw),
        ("ifma_store_{}", store),
        ("ifma_scale_{}", scale),
        ("ifma_unscale_{}", unscale),
    )
}


def batches(lanes):
    """One vector of products, and two at a time."""
    kernels = {f"ifma_batch_{limbs}": batch(limbs, lanes) for limbs in (4, 6)}
    return kernels | {f"ifma_batch_pair_{limbs}": batch(limbs, 2 * lanes) for limbs in (4, 6)}


__all__ = ["CONVERSIONS", "RADIX", "batches"]
