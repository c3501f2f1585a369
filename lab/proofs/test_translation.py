"""Compares translated instructions of AArch64 with their own meaning (`a64.py`), on numbers."""

import unittest
from random import Random

import translation
from a64 import A64
from algebra import RADIX, Polynomial
from disassembly import parse_a64
from equations import Equations
from state import Pointer, Refused, State
from x86_64 import X86

EDGES = (0, 1, 2, RADIX // 2 - 1, RADIX // 2, RADIX - 2, RADIX - 1)
# The operands are x1 to x4; the result is what x1 to x5 hold then, and the words at x0.
BODIES = [
    "adds x5, x1, x2; adcs x1, x1, x3; adc x2, x4, xzr",
    "adds x1, x2, x1; adcs x1, x2, x1; adcs x2, x2, x2; adcs x3, x3, xzr; adc x4, x4, x1",
    "adds x1, x1, x1; adcs x1, x2, x3; adc x1, x1, x1",
    "subs x5, x1, x2; sbcs x1, x2, x1; sbcs x2, x2, x2; sbc x3, x3, xzr",
    "subs x1, x2, x1; sbc x1, x3, x1",
    "neg x1, x1; neg x2, x3",
    "mul x5, x1, x2; umulh x1, x1, x2; mul x2, x2, x2; umulh x2, x2, x3",
    "adds x1, x1, x2; mul x5, x1, x3; umulh x3, x1, x3; adcs x2, x5, x3",
    "mov x5, x1; mov x1, #0xffffffffffffffff; mov x2, xzr",
    *(f"cmp x1, #0x1; adcs x{target}, x2, x3" for target in (1, 2, 3, 5)),
    *(f"cmp x1, x2; sbcs x{target}, x2, x3" for target in (1, 2, 3, 5)),
    *(
        f"{name} x5, x1, x2; csel x{target}, x3, x4, {condition}"
        for name in ("adds", "subs")
        for target in (1, 3, 4, 5)
        for condition in ("cs", "cc", "hs", "lo")
    ),
    *(
        f"{name} x5, x1, x2; cinc x{target}, x3, {condition}"
        for name in ("adds", "subs")
        for target in (3, 4)
        for condition in ("cs", "cc")
    ),
    "adds x5, x1, x2; csel x3, x3, xzr, cs",
    "str x1, [x0]; str x2, [x0, #8]; ldp x3, x4, [x0]",
    "stp x1, x2, [x0, #16]; ldr x5, [x0, #24]",
    "stp x1, x2, [sp, #-32]!; str x3, [sp, #16]; ldp x3, x4, [sp, #8]; ldr x5, [sp], #32",
    "adds x1, x1, x2; str x3, [sp, #-16]!; ldr x5, [sp], #16; adc x4, x4, x4",
    "sub sp, sp, #0x20; stp x1, xzr, [sp]; ldp x2, x3, [sp]; add sp, sp, #0x20",
]
REFUSED = [
    "adds x1, x1, x2; adc x1, x1, x2; adcs x1, x1, x2",
    "subs x1, x1, x2; adcs x1, x1, x2",
    "adds x1, x1, x2; sbcs x1, x1, x2",
    "adds x1, x1, x2; neg x3, x3; adcs x1, x1, x2",
    "adds x1, x1, x2; sbc x3, x3, x2",
    "adds x1, x1, x2; cinc x3, x3, cs; csel x1, x1, x2, cs",
    "adds x1, x1, x2; csel x1, x1, x2, eq",
    "ldr x0, [x0], #8",
    "ldr x1, [x0, x2]",
    "add w1, w1, w2",
    "lsl x1, x1, #3",
    "adds x1, x2, x3, lsl #4",
    "str x1, [sp, #-16]",
    "ret x1",
    "b 0",
]


class Translated(X86):
    names = translation.NAMES


def end(kind, instructions, numbers):
    """The registers and the memory after a run."""
    registers = {f"x{i}": Polynomial.constant(n) for i, n in enumerate(numbers, 1)}
    registers |= {"x0": Pointer("out", 0), "sp": Pointer("stack", 0), "x5": Polynomial()}
    memory = {("out", 8 * i): Polynomial.constant(i) for i in range(4)}
    (state,) = kind(Equations(), ["out"]).run(instructions, State(registers, memory))
    words = [state.registers[f"x{i}"] for i in range(1, 6)] + [state.memory["out", 8 * i] for i in range(4)]
    return [word.as_constant() % RADIX for word in words], state.registers["sp"]


def instructions(body):
    return [parse_a64(line.strip()) for line in [*body.split(";"), "ret"]]


class Translations(unittest.TestCase):
    def test_meaning(self):
        random = Random(1)
        for body in BODIES:
            code = instructions(body)
            for _ in range(60):
                numbers = [random.choice((*EDGES, random.randrange(RADIX))) for _ in range(4)]
                translated = translation.translated(code)
                self.assertEqual(end(Translated, translated, numbers), end(A64, code, numbers), (body, numbers))

    def test_refused(self):
        for body in REFUSED:
            with self.assertRaises(Refused, msg=body):
                translation.translated(instructions(body))


if __name__ == "__main__":
    unittest.main()
