"""The claims of the kernels of fused multiply-adds: packed values of four and six limbs, whose digits are doubles."""

from dataclasses import replace

from lane_claims import Constant, LaneClaim, Packed, Pointers, Shared, Value, of_itself, with_places, without_steps
from lane_conversions import PSEUDO_MERSENNE as CONVERSIONS
from lane_conversions import load_raw, load_units, scale, store, store_raw, store_units
from lane_equations import UNIT
from lane_products import PSEUDO_MERSENNE as PRODUCTS
from lane_products import Sizes, addition, below, below_modulus, negation, pair, powers


def modulus_as_doubles(size):
    """The modulus once more, as doubles."""
    return Constant("p as doubles", size.doubles, size.digits, lambda p: p, doubles=True, value=lambda v: v.p_words)


def modulus_as_words(size):
    """The modulus once more, as words."""
    return Constant("p as words", size.constants, size.digits, lambda p: p, value=lambda v: v.p_words)


def with_doubles(claim):
    """The claim for digits that are doubles."""
    size = Sizes(next(a.rows for a in claim.arguments if isinstance(a, Packed)) - 2)

    def changed(argument):
        if isinstance(argument, Packed):
            return replace(argument, doubles=True)
        if isinstance(argument, Shared) and any(c.name == "p" for c in argument.constants):
            return replace(argument, constants=(*argument.constants, modulus_as_doubles(size)))
        return argument

    return replace(claim, arguments=tuple(changed(a) for a in claim.arguments), vectors="fma")


def ring(size):
    """The argument that points to the constants of a modulus, as doubles."""
    at, top = size.doubles, size.top // 2

    def constant(name, index, derived):
        return Constant(name, at + 8 * index, size.digits, derived, doubles=True, top=top)

    return Shared(
        "modulus",
        size=size.size,
        constants=(
            constant("p", 0, lambda p: p),
            *(constant(f"rho_{i}", 8 * i, lambda p, i=i: pow(UNIT, -i, p)) for i in range(1, size.digits - 1)),
            Constant("inverse", at + 8 * 56, 2, lambda p: -pow(p, -1, UNIT**2) % UNIT**2, doubles=True),
        ),
        fixed=((size.pseudo_mersenne, 0),),
    )


def product(limbs, operands, value):
    """A product modulo `p`, below `2 p`, of numbers below `2 p`."""
    size = Sizes(limbs)
    most = 2 * size.radix
    first, last = operands[0], operands[-1]
    return LaneClaim(
        (
            size.packed("out", "out", doubles=True),
            ring(size),
            *(size.packed(name, doubles=True) for name in operands),
            *([Value("times", value=1)] if len(operands) == 1 else []),
        ),
        value=value,
        radix=size.scale,
        given=lambda v: [
            *below_modulus(size, v),
            (v.p * 2 - 1 - getattr(v, first), getattr(v, last)),
            (most - 1 - getattr(v, last), v.p),
        ],
        related=lambda v: powers(size, v),
        limit=lambda v: v.p * 2 * size.scale,
        choose=pair(size, operands),
        modulus=size.modulus,
        vectors="fma",
    )


def by_constant(limbs, name, index, derived, operand, result):
    """`a constant / S mod p`, below `2 p`."""
    size = Sizes(limbs)
    most, multiple = 2 * size.radix, 1 if operand == "numbers" else 2
    argument = ring(size)
    argument = replace(argument, constants=(*argument.constants, size.constant(name, index, derived)))
    packed = size.packed("a", "inout" if result == "a" else "in", doubles=True)
    arguments = {
        "out": (size.packed("out", "out", doubles=True), argument, Pointers("numbers", words=limbs)),
        "a": (packed, argument),
    }
    return LaneClaim(
        arguments[result],
        value=lambda v: getattr(v, operand) * getattr(v, name),
        radix=size.scale,
        given=lambda v: [
            *below_modulus(size, v),
            (v.p - 1 - getattr(v, name), getattr(v, operand)),
            (most - 1 - getattr(v, operand), v.p),
            v.p * multiple - 1 - getattr(v, operand),
        ],
        related=lambda v: powers(size, v),
        limit=lambda v: v.p * size.scale * 2,
        choose=lambda random, p: {operand: below(random, multiple * p, size.digits)},
        modulus=size.modulus,
        result=result,
        vectors="fma",
    )


def load(limbs):
    size = Sizes(limbs)
    return by_constant(limbs, "to_packed", 72, lambda p: size.scale**2 * pow(size.radix, -1, p) % p, "numbers", "out")


def batch(limbs):
    """`a b / R mod p`, canonical, for `a` and `b` below `p` in limbs of 64 bits, and `p < R - 2^-49 R`."""
    size = Sizes(limbs)
    most = size.radix - (size.radix >> 49)

    def modulus(random):
        return min(size.modulus(random), most - 1)

    argument = ring(size)
    return LaneClaim(
        (
            Pointers("products", "out", words=limbs),
            replace(argument, constants=(*argument.constants, modulus_as_words(size))),
            Pointers("a", words=limbs),
            Pointers("b", words=limbs),
        ),
        value=lambda v: v.a * v.b * (size.scale // size.radix),
        radix=size.scale,
        given=lambda v: [
            *below_modulus(size, v),
            (v.p - 1 - v.a, v.b),
            (v.p - 1 - v.b, v.p),
            (most - 1 - v.p, v.p),
        ],
        related=lambda v: powers(size, v),
        limit=lambda v: v.p * size.scale,
        choose=lambda random, p: {name: below(random, p, size.digits) for name in "ab"},
        modulus=modulus,
        result="products",
        vectors="fma",
    )


def unscale(limbs):
    size = Sizes(limbs)
    half = (52 * size.digits - 64 * limbs) // 2
    return by_constant(limbs, "unscale", 96, lambda p: (size.scale << half) % p, "a", "a")


def fma(limbs):
    """The claims of AVX2 and FMA for numbers of `limbs` limbs."""
    found = {
        "mul": product(limbs, "ab", lambda v: v.a * v.b),
        "square": product(limbs, "a", lambda v: v.a * v.a),
        "add": with_doubles(addition(limbs)),
        "sub": with_doubles(addition(limbs, sign=-1)),
        "negate": with_doubles(negation(limbs, 1)),
        "batch": batch(limbs),
        "load": load(limbs),
        "store": with_doubles(store(limbs)),
        "scale": with_doubles(scale(limbs)),
        "unscale": unscale(limbs),
        "load_raw": with_doubles(load_raw(limbs)),
        "load_units": with_doubles(load_units(limbs)),
        "store_raw": with_doubles(store_raw(limbs)),
        "store_units": with_doubles(store_units(limbs)),
    }
    found = {f"fma_{name}_{limbs}": claim for name, claim in found.items()}
    found = with_places(found, [f"fma_{name}_{limbs}" for name in ("mul", "square", "add", "sub")])
    negated, squared, multiplied = (f"fma_{name}_{limbs}" for name in ("negate", "square", "mul"))
    found[f"{negated}_no_lane"] = replace(with_doubles(negation(limbs, 0)), function=negated)
    found[f"{squared}_no_step"] = without_steps(found[squared], squared)
    found[f"{multiplied}_by_itself"] = of_itself(found[squared], multiplied)
    return found


def pseudo_mersenne():
    """The claims modulo `2^256 - c`, those of 52-bit multipliers, for digits that are doubles."""
    size = Sizes(4)
    constants = (
        Constant(
            "c and 16 c as doubles",
            size.pseudo_mersenne + 8 * 18,
            2,
            lambda p: (2**256 - p, 16 * (2**256 - p)),
            doubles=True,
            value=lambda v: [v.c, v.c * 16],
        ),
        Constant("R", size.constants + 8 * 80, 5, lambda p: 2**256 - p, value=lambda v: [v.c, 0, 0, 0, 0]),
    )

    def changed(argument):
        if isinstance(argument, Packed):
            return replace(argument, doubles=True)
        if isinstance(argument, Shared):
            return replace(argument, constants=(*argument.constants, *constants))
        return argument

    found = {
        name.replace("ifma", "fma"): replace(
            claim,
            arguments=tuple(changed(a) for a in claim.arguments),
            vectors="fma",
            function=claim.function.replace("ifma", "fma"),
            # The compiler has code of its own for each vector of some of them, so a fault may be in one of both.
            moves="store" in name,
        )
        for name, claim in (PRODUCTS | CONVERSIONS).items()
    }
    found = with_places(found, [f"fma_{name}_pseudo_mersenne_4" for name in ("mul", "square", "add", "sub")])
    squared = "fma_square_pseudo_mersenne_4"
    found[f"{squared}_no_step"] = without_steps(found[squared], squared)
    found["fma_mul_pseudo_mersenne_4_by_itself"] = of_itself(found[squared], "fma_mul_4")
    return found
