"""Tests proofs of quads on code with another structure, and failures of proofs of faulty code and too strong claims.

Each function writes the code of one step from its description in `quads`. A fault is an argument: a step of the
description that is left out or computed otherwise.
"""

import unittest
from dataclasses import replace

from disassembly import parse_intel
from lane_claims import number
from lane_equations import DIGIT
from lane_proof import prove
from lane_quads import BIAS, LARGEST, P256, QUADS, C, Sums
from proof import Failed

MASK, FACTOR, PART, CARRY = "ymm20", "ymm21", "ymm22", "ymm23"
VALUE = "the result equals the claim"


def row(register, j):
    return f"YMMWORD PTR [{register}+{32 * j:#x}]"


def constant(register, value):
    return [f"movabs rax,{value:#x}", f"vpbroadcastq {register},rax"]


def instructions(lines):
    return [parse_intel(line) for line in [*lines, "vzeroupper", "ret"]]


def rows(a=10, b="ymm15"):
    """The ten words of a product, in ymm0 to ymm9."""
    lines = [f"vmovdqu64 ymm{a + j},{row('rdx', j)}" for j in range(5)]
    lines += [f"vpxorq ymm{k},ymm{k},ymm{k}" for k in range(10)]
    for i in range(5):
        lines += [f"vmovdqu64 {b},{row('rcx', i)}"]
        for j in range(5):
            lines += [f"vpmadd52luq ymm{i + j},ymm{a + j},{b}", f"vpmadd52huq ymm{i + j + 1},ymm{a + j},{b}"]
    return lines


def stored(first):
    return [f"vmovdqu64 {row('rdi', j)},ymm{first + j}" for j in range(5)]


def product(bits=4, carries=True, sixth=True):
    """A product modulo `2^256 - c`: the upper words are multiplied by `2^bits c`."""
    lines = [*rows(), f"vpbroadcastq {FACTOR},QWORD PTR [rsi+{C}]", f"vpsllq {FACTOR},{FACTOR},{bits}"]
    for j in range(5):
        lines += [f"vpmadd52luq ymm{j},ymm{5 + j},{FACTOR}"]
        if j < 4:
            lines += [f"vpmadd52huq ymm{j + 1},ymm{5 + j},{FACTOR}"]
            if carries:
                lines += [f"vpsrlq {CARRY},ymm{5 + j},52", f"vpmadd52luq ymm{j + 1},{CARRY},{FACTOR}"]
        elif sixth:
            lines += [f"vpxorq {PART},{PART},{PART}", f"vpmadd52huq {PART},ymm9,{FACTOR}"]
            lines += [f"vpmadd52luq ymm0,{PART},{FACTOR}", f"vpmadd52huq ymm1,{PART},{FACTOR}"]
    return instructions(lines + stored(0))


def product_p256(shift=44, upper=2**48 - 2**16, carries=True):
    """A product modulo the prime of P-256: five rounds, each of which clears a word."""
    lines = [*rows(), *constant(MASK, 2**52 - 1), *constant("ymm24", 2**36), *constant("ymm25", upper)]
    for i in range(5):
        word, after = f"ymm{i}", [f"ymm{i + k}" for k in range(6)]
        if carries:
            lines += [f"vpsrlq {CARRY},{word},52", f"vpaddq {after[1]},{after[1]},{CARRY}"]
        lines += [f"vpsllq {PART},{word},{shift}", f"vpandq {PART},{PART},{MASK}"]
        lines += [f"vpaddq {after[1]},{after[1]},{PART}"]
        lines += [f"vpandq {PART},{word},{MASK}", f"vpsrlq {PART},{PART},8", f"vpaddq {after[2]},{after[2]},{PART}"]
        for half, k, factor in (("l", 3, 24), ("h", 4, 24), ("l", 4, 25), ("h", 5, 25)):
            lines += [f"vpmadd52{half}uq {after[k]},{word},ymm{factor}"]
    return instructions(lines + stored(5))


def normalisation(fold, top=48, bias=range(5), carries=range(4)):
    """A sum made positive, without the bits at `2^256` and above, with its carries propagated."""
    lines = [f"vmovdqu64 ymm{j},{row('rdx', j)}" for j in range(5)]
    for j in bias:
        lines += [f"vpbroadcastq {PART},QWORD PTR [rsi+{BIAS + 8 * j}]", f"vpaddq ymm{j},ymm{j},{PART}"]
    lines += [f"vpsrlq {PART},ymm4,{top}", *constant(MASK, (1 << top) - 1), f"vpandq ymm4,ymm4,{MASK}"]
    lines += [*fold, *constant(MASK, 2**52 - 1)]
    for j in carries:
        lines += [f"vpsrlq {CARRY},ymm{j},52", f"vpaddq ymm{j + 1},ymm{j + 1},{CARRY}"]
        lines += [f"vpandq ymm{j},ymm{j},{MASK}"]
    return instructions(lines + stored(0))


def by_c(half="l", word=0):
    return [f"vpbroadcastq {FACTOR},QWORD PTR [rsi+{C}]", f"vpmadd52{half}uq ymm{word},{PART},{FACTOR}"]


def by_p256(shifts=(44, 36, 16), signs="-+"):
    """Adds `t (2^224 - 2^192 - 2^96 + 1)`."""
    names = {"-": "vpsubq", "+": "vpaddq"}
    lines = [f"vpaddq ymm0,ymm0,{PART}"]
    for word, shift, sign in zip((1, 3, 4), shifts, signs[0] * 2 + signs[1], strict=True):
        lines += [f"vpsllq {CARRY},{PART},{shift}", f"{names[sign]} ymm{word},ymm{word},{CARRY}"]
    return lines


class Proofs(unittest.TestCase):
    def fails(self, name, code, *steps, **changes):
        with self.assertRaises(Failed) as failed:
            prove(replace(QUADS[name], **changes), code, lanes=[2])
        self.assertTrue(any(failed.exception.step.startswith(step) for step in steps), failed.exception)

    def test_another_structure_is_proved_in_all_lanes(self):
        for name, code in (
            ("quad_products_1", product()),
            ("quad_products_1_p256", product_p256()),
            ("quad_normalise", normalisation(by_c())),
            ("quad_normalise_p256", normalisation(by_p256())),
        ):
            report = prove(QUADS[name], code)
            self.assertEqual((report.lanes, report.proved, report.paths), (4, 1, 1))

    def test_faulty_reductions_are_found(self):
        for code in (product(bits=3), product(carries=False), product(sixth=False)):
            self.fails("quad_products_1", code, VALUE, "no carry is lost")
        self.fails("quad_products_1_p256", product(), VALUE, "no carry is lost", "instructions")
        for code in (product_p256(shift=43), product_p256(upper=2**48), product_p256(carries=False)):
            self.fails("quad_products_1_p256", code, VALUE, "no carry is lost")

    def test_faulty_normalisations_are_found(self):
        steps = VALUE, "no carry is lost", "digits are below", "the result is below"
        for j in range(5):
            self.fails("quad_normalise", normalisation(by_c(), bias={*range(5)} - {j}), *steps)
        for j in range(4):
            self.fails("quad_normalise", normalisation(by_c(), carries=[k for k in range(4) if k != j]), *steps)
        for code in (normalisation(by_c(), top=47), normalisation(by_c("h")), normalisation(by_c(word=1))):
            self.fails("quad_normalise", code, *steps)
        for fold in (by_p256(shifts=(44, 36, 15)), by_p256(shifts=(43, 36, 16)), by_p256(signs="+-")):
            self.fails("quad_normalise_p256", normalisation(fold), *steps)
        self.fails("quad_normalise_p256", normalisation(by_c()), *steps, "instructions")

    def test_too_strong_claims_are_not_proved(self):
        one = QUADS["quad_products_1"]
        self.fails("quad_products_1", product(), VALUE, value=lambda v: v.a * v.b + 1)
        arguments = replace(one.arguments[0], bound=9), *one.arguments[1:]
        self.fails("quad_products_1", product(), "digits are below", arguments=arguments)
        code = normalisation(by_c())
        self.fails("quad_normalise", code, "the result is below", limit=lambda v: v.p)
        operand = Sums("a", bound=LARGEST + 200)
        self.fails(
            "quad_normalise",
            code,
            *(VALUE, "no carry is lost", "the result is below", "digits are below"),
            arguments=(*QUADS["quad_normalise"].arguments[:2], operand),
        )

    def test_words_are_exact(self):
        """A carry that moves to the next word keeps the number, but not the words."""
        load = [f"vmovdqu64 ymm{j},{row('rdx', j)}" for j in range(5)]
        twice = [f"vpsllq ymm{j},ymm{j},1" for j in range(5)]
        prove(QUADS["quad_times_2"], instructions([*load, *twice, *stored(0)]))
        moved = [*constant(PART, 2**52), "vpsubq ymm0,ymm0," + PART, *constant(PART, 1), "vpaddq ymm1,ymm1," + PART]
        self.fails("quad_times_2", instructions([*load, *twice, *moved, *stored(0)]), VALUE)

    def test_words_may_not_overflow(self):
        load = [f"vmovdqu64 ymm{j},{row('rdx', j)}" for j in range(5)]
        code = instructions([*load, *(f"vpsllq ymm{j},ymm{j},1" for j in range(5)), *stored(0)])
        operand = Sums("a", bound=1025)
        arguments = *QUADS["quad_times_2"].arguments[:2], operand
        self.fails("quad_times_2", code, "instructions", arguments=arguments)

    def test_lanes_that_are_not_those_of_the_claim_are_found(self):
        """Every lane has its own claim, also if the code treats all lanes alike."""
        load = [f"vmovdqu64 ymm{j},{row('rdx', j)}" for j in range(5)]
        for name in ("quad_negate", "quad_blend", "quad_permute"):
            with self.assertRaises(Failed):
                prove(QUADS[name], instructions([*load, *stored(0)]))


class Constants(unittest.TestCase):
    def test_what_makes_sums_positive_is_a_multiple_of_the_prime(self):
        fixed = QUADS["quad_normalise_p256"].arguments[1].fixed[1:]
        words = [word for _, word in fixed]
        self.assertEqual(number(words, DIGIT).as_constant() % P256, 0)
        self.assertTrue(all(2**62 - 2**10 <= word < 2**62 + 2**52 for word in words))


if __name__ == "__main__":
    unittest.main()
