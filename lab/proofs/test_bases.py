"""Tests proofs of residue number systems on code with another structure, and failures of proofs of faulty code.

The code computes a sum of products of pairs of numbers of four limbs, one coefficient after the other. A fault is an
argument: a step that is left out or computed otherwise.
"""

import unittest
from dataclasses import replace
from random import Random

from disassembly import parse_intel
from lane_bases import Combination, Conjugate, SumsOfProducts, outcome, prove
from lane_equations import UNIT, LaneEquations
from lane_runs import BACKWARD, BASE, EXCESS, FORWARD, KEPT, MODULI, MULTIPLES, place, sample
from proof import Failed

LANES = 6
KERNEL = SumsOfProducts(4, products=7, pairs=True)
MASK, NOTHING, DIGITS = "zmm31", "zmm30", "rsp-0x40"
VALUE, LIMIT = "the result equals the claim", "the result is below its limit"


def vector(register, offset=0):
    return f"ZMMWORD PTR [{register}+{offset:#x}]"


def constant(register, value):
    return [f"movabs rax,{value:#x}", f"vpbroadcastq {register},rax"]


def product(low, high, x, y):
    return [f"vpmadd52luq {low},{x},{y}", f"vpmadd52huq {high},{x},{y}"]


def divide(base, low, high, out, carried=True):
    carry = [f"vpsraq zmm14,{low},52", f"vpaddq {out},{high},zmm14"] if carried else [f"vmovdqa64 {out},{high}"]
    return [
        f"vmovdqa64 zmm12,{vector('rsi', BASE * base + 64)}",
        *("vmovdqa64 zmm13,zmm12", f"vpmadd52luq zmm13,{low},zmm12"),
        *(*carry, f"vmovdqa64 zmm15,{vector('rsi', BASE * base)}", f"vpmadd52huq {out},zmm13,zmm15"),
    ]


def correct(base, word, doublings):
    """Subtracts `2^doublings m` from words that are not smaller."""
    lines = [f"vmovdqa64 zmm16,{vector('rsi', BASE * base)}", *["vpaddq zmm16,zmm16,zmm16"] * doublings]
    return [*lines, f"vpsubq zmm17,{word},zmm16", f"vpminuq {word},{word},zmm17"]


def rows(register, digits, matrix, order=range(LANES)):
    lines = []
    for row, digit in enumerate(order):
        lines += [f"vpbroadcastq zmm5,QWORD PTR [{register}{digits + 8 * digit:+#x}]"]
        lines += [f"vmovdqa64 zmm6,{vector('rsi', matrix + 64 * row)}", *product("zmm3", "zmm4", "zmm5", "zmm6")]
    return lines


def products(c, base):
    lines = []
    for t in range(KERNEL.products):
        at = place(t, c, base, 0)
        lines += [f"vmovdqa64 zmm10,{vector('rdx', at)}", f"vmovdqa64 zmm11,{vector('rcx', at)}"]
        lines += product("zmm0", "zmm1", "zmm10", "zmm11")
    return lines


def coefficient(
    c, raised=True, corrections=(3, 2, 1, 0), carried=True, order=range(LANES), half=32, bits=42, excess="l"
):
    """The lanes of one coefficient: `d`, `r`, `k` and `s` of the claim, one after the other."""
    start = ["vmovdqa64 zmm0," + (MASK if raised else NOTHING), "vpxorq zmm1,zmm1,zmm1"]
    lines = [*start, *products(c, 0), *divide(0, "zmm0", "zmm1", "zmm2")]
    for doublings in corrections:
        lines += correct(0, "zmm2", doublings)
    lines += [f"vmovdqu64 ZMMWORD PTR [{DIGITS}],zmm2", "vpxorq zmm0,zmm0,zmm0", "vpxorq zmm1,zmm1,zmm1"]
    lines += products(c, 1)
    if carried:
        lines += ["vpsrlq zmm14,zmm0,52", "vpaddq zmm1,zmm1,zmm14"]
    raise_sum = ["vmovdqa64 zmm3," + MASK, "vpxorq zmm4,zmm4,zmm4"]
    lines += raise_sum
    for row in range(2):
        kept = [f"vmovdqa64 zmm6,{vector('rsi', KEPT + 64 * row)}"]
        lines += [*kept, *product("zmm3", "zmm4", f"zmm{row}", "zmm6")]
    lines += [*rows("rsp", -0x40, FORWARD, order), *divide(1, "zmm3", "zmm4", "zmm7"), *correct(1, "zmm7", 1)]
    second = place(0, c, 1, 0)
    lines += [f"vmovdqa64 {vector('rdi', second)},zmm7", f"vpsrlq zmm8,zmm7,{bits}"]
    lines += [*constant("zmm18", 0x3830282018100800), "vpermb zmm8,zmm18,zmm8", f"vpsadbw zmm8,zmm8,{NOTHING}"]
    lines += [*constant("zmm18", half), "vpaddq zmm8,zmm8,zmm18", "vpsrlq zmm8,zmm8,7"]
    lines += [*raise_sum, f"vmovdqa64 zmm6,{vector('rsi', EXCESS)}", f"vpmadd52{excess}uq zmm3,zmm8,zmm6"]
    lines += [*rows("rdi", second, BACKWARD), *divide(0, "zmm3", "zmm4", "zmm9"), *correct(0, "zmm9", 1)]
    return [*lines, f"vmovdqa64 {vector('rdi', place(0, c, 0, 0))},zmm9"]


def instructions(lines):
    return [parse_intel(line) for line in [*lines, "vzeroupper", "ret"]]


def code(**faults):
    lines = [*constant(MASK, UNIT - 1), f"vpxorq {NOTHING},{NOTHING},{NOTHING}"]
    lines += [*coefficient(0, **faults), *coefficient(1)]
    for base in range(2):
        c0, c1, both = (vector("rdi", place(0, c, base, 0)) for c in range(3))
        lines += [f"vmovdqa64 zmm0,{c0}", f"vpaddq zmm0,zmm0,{c1}", f"vmovdqa64 {both},zmm0"]
    return instructions(lines)


class Sums(unittest.TestCase):
    def fails(self, faulty, *steps, kernel=KERNEL):
        with self.assertRaises(Failed) as failed:
            prove(kernel, faulty)
        self.assertIn(failed.exception.step, steps)

    def test_another_structure_is_proved(self):
        run = prove(KERNEL, code())
        self.assertGreater(len(run.equations.equations), 200)

    def test_numbers_satisfy_the_claim(self):
        random = Random(4)
        numbers = [sample(KERNEL, random) for _ in range(10)]
        for all_hold, instructions_ in ((True, code()), (False, code(half=96)), (False, code(corrections=(3, 2, 1)))):
            found = [KERNEL.holds(n, outcome(KERNEL, instructions_, n)) for n in numbers]
            self.assertEqual(all(found), all_hold)

    def test_faulty_reductions_are_found(self):
        self.fails(code(raised=False), VALUE, "no carry is lost")
        self.fails(code(carried=False), VALUE, "no carry is lost", "instructions")
        self.fails(code(order=(1, 0, 2, 3, 4, 5)), VALUE, "no carry is lost")

    def test_missing_corrections_are_found(self):
        for corrections in ((3, 2, 1), (2, 1, 0), (3, 1, 0)):
            self.fails(code(corrections=corrections), LIMIT)

    def test_faulty_roundings_are_found(self):
        self.fails(code(half=31), VALUE)
        self.fails(code(bits=41), VALUE, "instructions")
        self.fails(code(excess="h"), VALUE)

    def test_other_claims_are_not_proved(self):
        self.fails(code(), VALUE, kernel=replace(KERNEL, pairs=False))
        self.fails(code(), VALUE, "instructions", kernel=replace(KERNEL, products=6))


class OtherKernels(unittest.TestCase):
    """A conjugate, lane by lane."""

    def conjugate(self, negative="vpsubq zmm1,zmm2,zmm1", last=2):
        lines = []
        for base in range(2):
            c0, c1 = (vector("rdx", place(0, c, base, 0)) for c in range(2))
            lines += [f"vmovdqa64 zmm0,{c0}", f"vmovdqa64 zmm1,{c1}", f"vmovdqa64 zmm2,{vector('rsi', BASE * base)}"]
            lines += ["vmovdqa64 zmm4,zmm2", *["vpaddq zmm2,zmm2,zmm4"] * (MULTIPLES[base] - 1)]
            lines += [negative, "vpaddq zmm3,zmm0,zmm1"]
            lines += [f"vmovdqa64 {vector('rdi', place(0, c, base, 0))},zmm{(0, 1, 3)[c]}" for c in range(last + 1)]
        return instructions(lines)

    def test_a_conjugate_is_proved(self):
        prove(Conjugate(4), self.conjugate())

    def test_faulty_conjugates_are_found(self):
        for faulty in (
            self.conjugate("vpsubq zmm1,zmm1,zmm2"),
            self.conjugate("vpaddq zmm1,zmm1,zmm2"),
            self.conjugate("vpxorq zmm4,zmm4,zmm4"),
            self.conjugate(last=1),
        ):
            with self.assertRaises(Failed):
                prove(Conjugate(4), faulty)

    def test_factors_are_those_of_the_claim(self):
        with self.assertRaises(Failed):
            prove(Combination(4, factors=((1, 1), (0, 0))), self.conjugate())


class Arithmetic(unittest.TestCase):
    def test_moduli(self):
        self.assertEqual(len({m for base in MODULI for m in base}), 16)
        for m in MODULI[0]:
            self.assertEqual((m % 4, pow(3, m - 1, m)), (3, 1))
        self.assertTrue(all(2**49 - 2**12 < m < 2**49 - 64 for base in MODULI for m in base))

    def test_corrections(self):
        """The equation of a smaller one of `x` and `x - d` holds for all numbers, and gives its bounds."""
        equations = LaneEquations()
        x = equations.operand("x", 25)
        smaller = equations.corrected(x, 10, "test")
        for value in (0, 9, 10, 19, 20, 25):
            found = equations.evaluate({x.as_variable(): value})
            self.assertEqual(found[smaller.as_variable()], value - 10 if value >= 10 else value)
        self.assertEqual(equations.range(smaller), (0, 15))
        self.assertEqual(equations.corrected(x, 26, "test").terms, x.terms)
        self.assertEqual(equations.corrected(x + 10, 10, "test").terms, x.terms)

    def test_products_cancel_in_bounds(self):
        equations = LaneEquations()
        x, y = equations.operand("x", UNIT - 1), equations.operand("y", UNIT // 2 - 1)
        (low, high), (low_more, high_more) = (equations.halves(x, factor, "test") for factor in (y, y * 2))
        difference = low_more - low * 2 + (high_more - high * 2) * UNIT
        self.assertEqual(equations.tight(difference), (0, 0))


if __name__ == "__main__":
    unittest.main()
