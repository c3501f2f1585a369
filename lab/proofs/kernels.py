"""The claims of all kernels for single numbers. A new kernel requires a line in `SHARED`, `X86_64` or `AARCH64`, and a
claim function if its result is of a new kind.
"""

from algebra import RADIX
from proof import Argument, Claim, Operand

ONES = RADIX - 1


def result(words):
    return Argument("out", (Operand("out", words),))


def number(name, words):
    """An argument that points to a number."""
    return Argument("in", (Operand(name, words),))


# The fixed limbs of a modulus of a reduction kind; None is any limb.
PSEUDO_MERSENNE = (None, ONES, ONES, ONES)
SOLINAS = (ONES, 2**32 - 1, 0, None)


def ring(limbs, fixed=()):
    """An argument that points to a `Montgomery`: the modulus, of which some limbs may be fixed, `-p^-1 mod 2^64`,
    `rho_1` and `rho_2`.
    """
    return Argument(
        "in",
        (
            Operand("p", limbs, fixed=fixed),
            Operand("inverse", 1, 8 * limbs, derived=lambda p: -pow(p, -1, RADIX) % RADIX),
            *(
                Operand(f"rho_{i}", limbs, 8 * (limbs * i + 1), derived=lambda p, i=i: pow(RADIX, -i, p))
                for i in (1, 2)
            ),
        ),
    )


def below_modulus(v):
    """The properties of `rho_i = 2^(-64 i) mod p` that a ring guarantees, in addition to `related`."""
    return [v.p - 1 - v.rho_1, v.p - 1 - v.rho_2]


def powers(v):
    return [v.rho_1 * RADIX - 1, v.rho_2 * RADIX**2 - 1]


def product(limbs, given, excess=None, fixed=()):
    """`a b / R mod p` under `given(v, R)`: canonical for `a < p`, or below `a b / R + (1 + excess) p`."""
    radix = RADIX**limbs
    canonical = excess is None
    return Claim(
        (result(limbs), ring(limbs, fixed), number("a", limbs), number("b", limbs)),
        given=lambda v: [*given(v, radix), *below_modulus(v), *([v.p - 1 - v.a] if canonical else [])],
        related=powers,
        value=lambda v: v.a * v.b,
        radix=radix,
        limit=lambda v: v.p * radix if canonical else v.a * v.b + v.p * (radix + int(radix * excess)),
    )


def square(limbs, given, excess=None, fixed=()):
    """`a^2 / R mod p`, with the parameters of `product`."""
    radix = RADIX**limbs
    canonical = excess is None
    return Claim(
        (result(limbs), ring(limbs, fixed), number("a", limbs)),
        given=lambda v: [*given(v, radix), *below_modulus(v), *([v.p - 1 - v.a] if canonical else [])],
        related=powers,
        value=lambda v: v.a * v.a,
        radix=radix,
        limit=lambda v: v.p * radix if canonical else v.a * v.a + v.p * (radix + int(radix * excess)),
    )


def accumulation(limbs):
    """`sum + a b` in `2 limbs + 1` words in place, if it fits."""
    words = 2 * limbs + 1
    return Claim(
        (Argument("inout", (Operand("sum", words),)), number("a", limbs), number("b", limbs)),
        given=lambda v: [RADIX**words - 1 - v.sum - v.a * v.b],
        value=lambda v: v.sum + v.a * v.b,
        result="sum",
    )


def reduction(limbs, fixed=()):
    """`low / R + high mod p` for any `low` and `high`, at most `p + high`, in `limbs + 1` words."""
    radix = RADIX**limbs
    return Claim(
        (result(limbs + 1), ring(limbs, fixed), number("low", limbs), number("high", limbs)),
        value=lambda v: v.low + v.high * radix,
        radix=radix,
        limit=lambda v: (v.p + v.high + 1) * radix,
    )


def addition(limbs, sign=1, given=lambda v: []):
    """`a + b mod p` or `a - b mod p`, canonical."""
    return Claim(
        (result(limbs), ring(limbs), number("a", limbs), number("b", limbs)),
        given=lambda v: [v.p - 1 - v.a, v.p - 1 - v.b, *given(v)],
        value=lambda v: v.a + v.b * sign,
        limit=lambda v: v.p,
    )


def unreduced_product(limbs):
    """`a b` in `2 limbs` words, for any `a` and `b`."""
    return Claim(
        (result(2 * limbs), number("a", limbs), number("b", limbs)),
        value=lambda v: v.a * v.b,
    )


def unreduced_reduction(limbs):
    """`value / R mod p`, canonical, for `value < p R` and `2 p <= R`."""
    radix = RADIX**limbs
    return Claim(
        (result(limbs), ring(limbs), number("value", 2 * limbs)),
        given=lambda v: [radix - v.p * 2, v.p * radix - 1 - v.value],
        value=lambda v: v.value,
        radix=radix,
        limit=lambda v: v.p * radix,
    )


def unreduced_sum(limbs, value, summand=True):
    """A number below `p R` in place that is `value` modulo `p`, for numbers below `p R` and `2 p <= R`."""
    radix = RADIX**limbs
    return Claim(
        (
            Argument("inout", (Operand("sum", 2 * limbs),)),
            ring(limbs),
            *([number("b", 2 * limbs)] if summand else []),
        ),
        given=lambda v: [
            radix - v.p * 2,
            v.p * radix - 1 - v.sum,
            *([v.p * radix - 1 - v.b] if summand else []),
        ],
        value=value,
        limit=lambda v: v.p * radix,
        result="sum",
    )


# The spare room above the modulus, as guaranteed by the reduction kind `Spare`.


# The final subtraction reduces a number below `2 p` to a number below `p`. A product with folds is below `a b / R + p +
# 2^-63 p` (four limbs; `2^-62 p` for six). So `R - b` must be at least `2^193` (`2^322`). This holds for every residue
# `b`, but not for every integer.


def spare_4(v, radix):
    return [radix - v.p * 2 - RADIX**3]


def spare_6(v, radix):
    return [radix - v.p * 5]


def always(v, radix):
    return []


SHARED = {
    "mul_4": product(4, lambda v, r: [*spare_4(v, r), (v.a, r - 2**193 - v.b)]),
    "mul_unreduced_4": product(4, lambda v, r: [*spare_4(v, r), r - v.p - RADIX**3 - v.a], 2**-63),
    "square_4": square(4, spare_4),
    "square_unreduced_4": square(
        4,
        lambda v, r: [*spare_4(v, r), r - 1 - v.a * 2, r**2 - v.a * v.a - v.p * r - RADIX**3 * r],
        2**-63,
    ),
    "mul_any_4": product(4, always),
    "square_any_4": square(4, always),
    "mul_pseudo_mersenne_4": product(4, always, fixed=PSEUDO_MERSENNE),
    "square_pseudo_mersenne_4": square(4, always, fixed=PSEUDO_MERSENNE),
    "mul_6": product(6, lambda v, r: [*spare_6(v, r), (v.a, r - 2**322 - v.b)]),
    "mul_unreduced_6": product(6, lambda v, r: [*spare_6(v, r), r - v.a - v.p * 3], 2**-62),
    "square_6": square(6, spare_6),
    "square_unreduced_6": square(6, lambda v, r: [*spare_6(v, r), r - v.a * 2 - v.p * 3], 2**-62),
    "accumulate_4": accumulation(4),
    "accumulate_6": accumulation(6),
    "redc_4": reduction(4),
    "redc_6": reduction(6),
    "add_4": addition(4),
    "add_spare_4": addition(4, given=lambda v: [RADIX**4 - v.p * 2]),
    "sub_4": addition(4, sign=-1),
    "add_spare_6": addition(6, given=lambda v: [RADIX**6 - v.p * 2]),
    "sub_6": addition(6, sign=-1),
}

# Products before their reduction, and their sums.
X86_64 = {
    name.format(limbs): claim
    for limbs in (4, 6)
    for name, claim in (
        ("product_{}", unreduced_product(limbs)),
        ("reduce_unreduced_{}", unreduced_reduction(limbs)),
        ("add_unreduced_{}", unreduced_sum(limbs, lambda v: v.sum + v.b)),
        ("sub_unreduced_{}", unreduced_sum(limbs, lambda v: v.sum - v.b)),
        ("double_unreduced_{}", unreduced_sum(limbs, lambda v: v.sum * 2, summand=False)),
    )
}

# The prime of P-256, and others of its form.
X86_64 |= {
    "mul_solinas_4": product(4, always, fixed=SOLINAS),
    "square_solinas_4": square(4, always, fixed=SOLINAS),
    "redc_solinas_4": reduction(4, fixed=SOLINAS),
}

# An addition that uses no spare bits of the modulus.
AARCH64 = {
    "add_6": addition(6),
}


def kernels(target="x86_64"):
    """The claims of all assembly kernels of a target, by the names of their functions in the library."""
    return {} if target == "wasm32" else SHARED | (AARCH64 if target == "aarch64" else X86_64)
