"""The claims of the kernels of AVX2 and FMA: packed values of four limbs, whose digits are doubles."""

from dataclasses import replace

from lane_claims import Constant, LaneClaim, Packed, Pointers, Shared, Value, of_itself, with_places, without_steps
from lane_conversions import load_raw, load_units, store_raw, store_units
from lane_equations import UNIT
from lane_products import Sizes, addition, below, below_modulus, negation, pair, powers

SIZE = Sizes(4)


def with_doubles(claim):
    """The claim for digits that are doubles."""
    arguments = tuple(
        replace(argument, doubles=True) if isinstance(argument, Packed) else argument for argument in claim.arguments
    )
    return replace(claim, arguments=arguments, vectors="fma")


def ring():
    """The argument that points to the constants of a modulus, as doubles."""
    at = SIZE.doubles
    top = SIZE.top // 2
    return Shared(
        "modulus",
        size=SIZE.size,
        constants=(
            Constant("p", at, 5, lambda p: p, doubles=True, top=top),
            *(
                Constant(f"rho_{i}", at + 40 * i, 5, lambda p, i=i: pow(UNIT, -i, p), doubles=True, top=top)
                for i in (1, 2, 3)
            ),
            Constant("inverse", at + 160, 2, lambda p: -pow(p, -1, UNIT**2) % UNIT**2, doubles=True),
        ),
        fixed=((SIZE.pseudo_mersenne, 0),),
    )


def product(operands, value):
    """A product modulo `p`, below `2 p`, of numbers below `2 p`."""
    most = 2 * SIZE.radix
    first, last = operands[0], operands[-1]
    return LaneClaim(
        (
            SIZE.packed("out", "out", doubles=True),
            ring(),
            *(SIZE.packed(name, doubles=True) for name in operands),
            *([Value("times", value=1)] if len(operands) == 1 else []),
        ),
        value=value,
        radix=SIZE.scale,
        given=lambda v: [
            *below_modulus(SIZE, v),
            (v.p * 2 - 1 - getattr(v, first), getattr(v, last)),
            (most - 1 - getattr(v, last), v.p),
        ],
        related=lambda v: powers(SIZE, v),
        limit=lambda v: v.p * 2 * SIZE.scale,
        choose=pair(SIZE, operands),
        modulus=SIZE.modulus,
        vectors="fma",
    )


def by_constant(name, index, derived, operand, result):
    """`a constant / S mod p`, below `2 p`."""
    most, multiple = 2 * SIZE.radix, 1 if operand == "numbers" else 2
    constant = SIZE.constant(name, index, derived)
    argument = ring()
    argument = replace(argument, constants=(*argument.constants, constant))
    packed = SIZE.packed("a", "inout" if result == "a" else "in", doubles=True)
    arguments = {
        "out": (SIZE.packed("out", "out", doubles=True), argument, Pointers("numbers", words=4)),
        "a": (packed, argument),
    }
    return LaneClaim(
        arguments[result],
        value=lambda v: getattr(v, operand) * getattr(v, name),
        radix=SIZE.scale,
        given=lambda v: [
            *below_modulus(SIZE, v),
            (v.p - 1 - getattr(v, name), getattr(v, operand)),
            (most - 1 - getattr(v, operand), v.p),
            v.p * multiple - 1 - getattr(v, operand),
        ],
        related=lambda v: powers(SIZE, v),
        limit=lambda v: v.p * SIZE.scale * 2,
        choose=lambda random, p: {operand: below(random, multiple * p, 5)},
        modulus=SIZE.modulus,
        result=result,
        vectors="fma",
    )


TO_PACKED = by_constant("to_packed", 72, lambda p: SIZE.scale**2 * pow(SIZE.radix, -1, p) % p, "numbers", "out")

FMA = {
    "fma_mul_4": product("ab", lambda v: v.a * v.b),
    "fma_square_4": product("a", lambda v: v.a * v.a),
    "fma_add_4": with_doubles(addition(4)),
    "fma_sub_4": with_doubles(addition(4, sign=-1)),
    "fma_negate_4": with_doubles(negation(4, 1)),
    "fma_negate_4_no_lane": replace(with_doubles(negation(4, 0)), function="fma_negate_4"),
    "fma_load_4": TO_PACKED,
    "fma_scale_4": by_constant("scale", 96, lambda p: SIZE.scale * pow(2, -2, p) % p, "a", "a"),
    "fma_unscale_4": by_constant("unscale", 104, lambda p: SIZE.scale * 4 % p, "a", "a"),
    "fma_load_raw_4": with_doubles(load_raw(4)),
    "fma_load_units_4": with_doubles(load_units(4)),
    "fma_store_raw_4": with_doubles(store_raw(4)),
    "fma_store_units_4": with_doubles(store_units(4)),
}
FMA = with_places(FMA, ["fma_mul_4", "fma_square_4", "fma_add_4", "fma_sub_4"])
FMA["fma_square_4_no_step"] = without_steps(FMA["fma_square_4"], "fma_square_4")
FMA["fma_mul_4_by_itself"] = of_itself(FMA["fma_square_4"], "fma_mul_4")
