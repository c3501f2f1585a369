"""What every kernel claims. A new kernel is a line in `kernels`, and a claim of its own if it is of a new sort."""

from algebra import RADIX
from equations import Equations
from machine import Machine, Pointer, State
from proof import Argument, Claim, Operand


def result(words):
    return Argument("out", (Operand("out", words),))


def number(name, words, constant=None):
    """A pointer to a number."""
    return Argument("in", (Operand(name, words, 0, constant),))


def negated_inverse(offset=0):
    """`-p^-1 mod 2^64`."""
    return Operand("inverse", 1, offset, derived=lambda p: -pow(p, -1, RADIX) % RADIX)


def modulus(limbs):
    """A pointer to the modulus, and `-p^-1 mod 2^64`."""
    return (number("p", limbs), Argument("word", (negated_inverse(),)))


def ring(limbs):
    """A pointer to the modulus with `-p^-1 mod 2^64` in the word after it."""
    return (Argument("in", (Operand("p", limbs), negated_inverse(8 * limbs))),)


def multiplication(limbs, p):
    """`a b / R mod p`, canonical, for `a < p` and any `b`. `p` are the arguments that give the modulus."""
    radix = RADIX**limbs
    return Claim(
        (result(limbs), number("a", limbs), number("b", limbs), *p),
        given=lambda v: [v.p - 1 - v.a],
        value=lambda v: v.a * v.b,
        radix=radix,
        limit=lambda v: v.p * radix,
    )


def unreduced_multiplication(limbs, p):
    """`a b / R mod p`, below `a b / R + p`, for `a + p <= R` and any `b`."""
    radix = RADIX**limbs
    return Claim(
        (result(limbs), number("a", limbs), number("b", limbs), *p),
        given=lambda v: [radix - v.a - v.p],
        value=lambda v: v.a * v.b,
        radix=radix,
        limit=lambda v: v.a * v.b + v.p * radix,
    )


def square(limbs, p):
    """`a^2 / R mod p`, canonical, for `a < p`."""
    radix = RADIX**limbs
    return Claim(
        (result(limbs), number("a", limbs), *p),
        given=lambda v: [v.p - 1 - v.a],
        value=lambda v: v.a * v.a,
        radix=radix,
        limit=lambda v: v.p * radix,
    )


def unreduced_square(limbs, p):
    """`a^2 / R mod p`, below `a^2 / R + p`, for `a + p <= R`."""
    radix = RADIX**limbs
    return Claim(
        (result(limbs), number("a", limbs), *p),
        given=lambda v: [radix - v.a - v.p],
        value=lambda v: v.a * v.a,
        radix=radix,
        limit=lambda v: v.a * v.a + v.p * radix,
    )


def accumulation(limbs):
    """`acc + a b` in `2 limbs + 1` words, in place, where that fits."""
    words = 2 * limbs + 1
    return Claim(
        (Argument("inout", (Operand("acc", words),)), number("a", limbs), number("b", limbs)),
        given=lambda v: [RADIX**words - 1 - v.acc - v.a * v.b],
        value=lambda v: v.acc + v.a * v.b,
        result="acc",
    )


def reduction(limbs, words, p):
    """`t / R mod p`, canonical, of `words` words with `t < p R`."""
    radix = RADIX**limbs
    return Claim(
        (result(limbs), number("t", words), *p),
        given=lambda v: [v.p * radix - 1 - v.t],
        value=lambda v: v.t,
        radix=radix,
        limit=lambda v: v.p * radix,
    )


def unreduced_reduction(limbs, words, p):
    """`t / R mod p`, below `t / R + p`, of `words` words with `t + p R <= R^2`."""
    radix = RADIX**limbs
    return Claim(
        (result(limbs), number("t", words), *p),
        given=lambda v: [radix**2 - v.t - v.p * radix],
        value=lambda v: v.t,
        radix=radix,
        limit=lambda v: v.t + v.p * radix,
    )


def addition(limbs, offset, sign=1):
    """`a + b mod p` or `a - b mod p`, canonical; the modulus is `offset` bytes behind the pointer to the ring."""
    return Claim(
        (
            result(limbs),
            Argument("in", (Operand("p", limbs, offset),)),
            number("a", limbs),
            number("b", limbs),
        ),
        given=lambda v: [v.p - 1 - v.a, v.p - 1 - v.b],
        value=lambda v: v.a + v.b * sign,
        limit=lambda v: v.p,
    )


def offset_of_modulus(instructions):
    """How many bytes behind a pointer to a ring its modulus is, from the function that returns a pointer to it."""
    state = State({"rdi": Pointer("ring", 0), "rsp": Pointer("stack", 0)}, {})
    (end,) = Machine(Equations(), []).run(instructions, state)
    return end.registers["rax"].offset


def kernels(library):
    """The claims of all kernels, by the names of their functions in the library."""
    ring_4 = offset_of_modulus(library.read("modulus_4"))
    return {
        "mul_4": multiplication(4, modulus(4)),
        "add_4": addition(4, ring_4),
        "sub_4": addition(4, ring_4, sign=-1),
    }
