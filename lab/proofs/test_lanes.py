"""Tests proofs of a kernel for vectors with another structure, and failures of proofs of faulty code and too strong
claims. The kernel reduces after every row, and propagates carries once, at the end.
"""

import unittest
from dataclasses import replace

from bounds import Context
from disassembly import Instruction, parse_intel
from lane_claims import LaneClaim
from lane_equations import LaneEquations
from lane_faults import some_faults, verdict
from lane_products import Sizes, pair, ring
from lane_proof import LaneBounds, prove
from proof import Failed

SIZE = Sizes(4)
DIGITS = SIZE.digits
A, WORDS = [f"zmm{j}" for j in range(DIGITS)], [f"zmm{10 + j}" for j in range(DIGITS + 1)]
B, M, P, INVERSE, CARRY, MASK = "zmm20", "zmm21", "zmm22", "zmm23", "zmm24", "zmm25"


def row(register, j):
    return f"ZMMWORD PTR [{register}+{128 * j:#x}]"


def multiplication():
    """`a b / S mod p` in eight lanes, by operand scanning. The operands are rdi, rsi, rdx and rcx."""
    constants = SIZE.constants
    lines = [f"vmovdqa64 {A[j]},{row('rdx', j)}" for j in range(DIGITS)]
    lines += [f"vpbroadcastq {INVERSE},QWORD PTR [rsi+{constants + 8 * 104:#x}]"]
    lines += ["movabs rax,0xfffffffffffff", f"vpbroadcastq {MASK},rax"]
    lines += [f"vpxorq {word},{word},{word}" for word in WORDS]
    words = list(WORDS)
    for i in range(DIGITS):
        lines += [f"vmovdqa64 {B},{row('rcx', i)}"]
        lines += [f"vpmadd52luq {words[j]},{A[j]},{B}" for j in range(DIGITS)]
        lines += [f"vpxorq {M},{M},{M}", f"vpmadd52luq {M},{words[0]},{INVERSE}"]
        for j in range(DIGITS):
            lines += [f"vpbroadcastq {P},QWORD PTR [rsi+{constants + 8 * j:#x}]"]
            lines += [f"vpmadd52luq {words[j]},{M},{P}", f"vpmadd52huq {words[j + 1]},{M},{P}"]
        lines += [f"vpmadd52huq {words[j + 1]},{A[j]},{B}" for j in range(DIGITS)]
        lines += [f"vpsrlq {CARRY},{words[0]},0x34", f"vpaddq {words[1]},{words[1]},{CARRY}"]
        lines += [f"vpxorq {words[0]},{words[0]},{words[0]}"]
        words = words[1:] + words[:1]
    for j in range(DIGITS):
        if j < DIGITS - 1:
            lines += [f"vpsraq {CARRY},{words[j]},0x34", f"vpaddq {words[j + 1]},{words[j + 1]},{CARRY}"]
            lines += [f"vpandq {words[j]},{words[j]},{MASK}"]
        lines += [f"vmovdqa64 {row('rdi', j)},{words[j]}"]
    return [parse_intel(line) for line in [*lines, "vzeroupper", "ret"]]


CLAIM = LaneClaim(
    (SIZE.packed("out", "out"), ring(SIZE), SIZE.packed("a"), SIZE.packed("b")),
    value=lambda v: v.a * v.b,
    radix=SIZE.scale,
    given=lambda v: [SIZE.radix - 1 - v.p, (v.p * 2 - 1 - v.a, v.b), (2 * SIZE.radix - 1 - v.b, v.p)],
    limit=lambda v: v.p * 2 * SIZE.scale,
    choose=pair(SIZE, "ab"),
    modulus=SIZE.modulus,
    lanes=8,
)


class Proofs(unittest.TestCase):
    def fails(self, claim, instructions, *steps):
        with self.assertRaises(Failed) as failed:
            prove(claim, instructions, lanes=[2])
        self.assertIn(failed.exception.step, steps)

    def test_another_structure_is_proved_in_all_lanes(self):
        report = prove(CLAIM, multiplication())
        self.assertEqual((report.lanes, report.proved, report.paths), (8, 1, 1))

    def test_too_strong_claims_are_not_proved(self):
        code = multiplication()
        self.fails(replace(CLAIM, value=lambda v: v.a * v.b + 1), code, "the result equals the claim")
        self.fails(replace(CLAIM, radix=SIZE.radix), code, "the result equals the claim")
        self.fails(replace(CLAIM, limit=lambda v: v.p * SIZE.scale), code, "the result is below its limit")
        self.fails(
            replace(CLAIM, given=lambda v: []), code, "the result is below its limit", "digits are below their limit"
        )

    def test_a_lane_with_other_code_is_found(self):
        """A permutation of one operand is right in the lanes that it leaves in place, and only there."""
        code = multiplication()
        place = next(i for i, instruction in enumerate(code) if instruction.text.startswith("vmovdqa64 zmm20"))
        code.insert(place + 1, Instruction("vinserti64x4", (B, B, "ymm20", 1), "upper lanes are the lower ones"))
        prove(CLAIM, code, lanes=[0, 1, 2, 3])
        with self.assertRaises(Failed):
            prove(CLAIM, code, lanes=[4])

    def test_dropped_carries_are_found(self):
        """The carry of each round, and of each digit at the end."""
        code = multiplication()
        carries = [i for i, instruction in enumerate(code) if instruction.operands[-1:] == (CARRY,)]
        self.assertEqual(len(carries), 2 * DIGITS - 1)
        for i in carries:
            self.fails(CLAIM, code[:i] + code[i + 1 :], "no carry is lost", "the result equals the claim")

    def test_wrong_shifts_and_masks_are_found(self):
        code = multiplication()
        for i, instruction in enumerate(code):
            if instruction.operands[-1:] == (52,):
                for bits in (51, 53):
                    changed = [*code]
                    changed[i] = instruction.but(operands=(*instruction.operands[:-1], bits))
                    self.fails(CLAIM, changed, "no carry is lost", "the result equals the claim", "instructions")
        for mask in (2**51 - 1, 2**53 - 1):
            changed = [i.but(operands=("rax", mask)) if i.mnemonic == "movabs" else i for i in code]
            self.fails(
                CLAIM, changed, "no carry is lost", "the result equals the claim", "digits are below their limit"
            )

    def test_faults_of_every_kind_are_found(self):
        code = multiplication()
        executed = set(range(len(code)))
        for fault in some_faults(code, 40, executed):
            what, why = verdict(CLAIM, code, fault, runs=2)
            harmless = fault.kind in ("unsigned shift",) or "vpxorq" in code[fault.position].text
            self.assertIn(what, ("refused", "harmless") if harmless else ("refused",), (fault, why))

    def test_a_value_that_only_samples_show_is_not_known(self):
        for value in (0, 1, 2):
            equations = LaneEquations()
            (variable,) = equations.operand("x", 3).terms
            bounds = LaneBounds(equations, set(), [equations.evaluate({variable[0]: value})] * 2)
            self.assertIsNone(bounds.known(variable[0], Context([])))


if __name__ == "__main__":
    unittest.main()
